//! Tells what each line of a YAML file is: content, a comment, or the inside of a longer text.
//!
//! The YAML library drops comments and stops at the one-line forms of [`super::rewrite`], so
//! both need to know, before it runs, which lines are inside a block scalar or an open quote.

use crate::source::fault::{Fault, Span};

/// A comment without its mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Comment {
    pub(crate) line: usize,
    pub(crate) text: String,
    /// Whether content stands before it on the line.
    pub(crate) is_trailing: bool,
}

/// The facts known about a line.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Whether a node of block style starts on it, so that it is not inside anything longer.
    pub(super) is_fresh: bool,
    /// The comment on it.
    pub(super) comment: Option<Comment>,
}

/// The lines of a file.
#[derive(Debug)]
pub(super) struct Lines {
    /// The kind of each line.
    pub(super) lines: Vec<Line>,
    /// Where a quote is opened that seems never to be closed.
    ///
    /// Only the YAML library knows for sure: inside long plain text a quote means nothing.
    pub(super) open_quote: Option<Span>,
}

/// Tells what each line is.
pub(super) fn scan(text: &str) -> Result<Lines, Fault> {
    let mut scanner = Scanner::default();
    let mut lines = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        lines.push(scanner.take(index + 1, line)?);
    }
    let open_quote = match scanner.inside {
        Inside::Quotes { opened, .. } => Some(opened),
        Inside::Nothing | Inside::Block { .. } => None,
    };
    Ok(Lines { lines, open_quote })
}

/// The text that the start of a line is inside of.
#[derive(Default)]
enum Inside {
    #[default]
    Nothing,
    /// A block scalar whose lines have at least this indentation.
    Block { indent: usize },
    /// A quoted text.
    Quotes { mark: char, opened: Span },
}

#[derive(Default)]
struct Scanner {
    inside: Inside,
    /// How many `[` and `{` are open.
    flow_depth: usize,
    /// The column, from 0, of the key or dash that a block scalar would belong to.
    owner_column: usize,
}

impl Scanner {
    fn take(&mut self, number: usize, line: &str) -> Result<Line, Fault> {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let is_blank = line.trim().is_empty();
        match self.inside {
            Inside::Block { indent: least } if is_blank || indent >= least => {
                return Ok(Line::default());
            }
            Inside::Block { .. } => self.inside = Inside::Nothing,
            Inside::Nothing | Inside::Quotes { .. } => {}
        }
        if matches!(self.inside, Inside::Quotes { .. }) {
            let comment = self.scan_rest(number, line, 0);
            return Ok(Line {
                is_fresh: false,
                comment,
            });
        }
        if is_blank {
            return Ok(Line::default());
        }
        if line[indent..].starts_with('\t') {
            return Err(Fault::tab(number, indent + 1));
        }
        let is_fresh = self.flow_depth == 0;
        let comment = self.scan_rest(number, line, indent);
        Ok(Line { is_fresh, comment })
    }

    /// Goes through a line from byte `at` on and returns the comment it ends with.
    fn scan_rest(&mut self, number: usize, line: &str, at: usize) -> Option<Comment> {
        let mut at = at;
        let mut column = at;
        let mut position = Position::NodeStart;
        while at < line.len() {
            let rest = &line[at..];
            let is_comment =
                rest.starts_with('#') && (at == 0 || line[..at].ends_with([' ', '\t']));
            let length = if let Inside::Quotes { mark, .. } = self.inside {
                let length = quoted_length(rest, mark)?;
                self.inside = Inside::Nothing;
                length
            } else if is_comment {
                let text = rest[1..].trim().to_owned();
                let is_trailing = !line[..at].trim().is_empty();
                return Some(Comment {
                    line: number,
                    text,
                    is_trailing,
                });
            } else {
                self.scan_token(rest, Span::new(number, column + 1, 1), position)
            };
            column += rest[..length].chars().count();
            at += length;
            let is_start = line[..at].ends_with([' ', '[', '{', ',', '\t'])
                || (self.flow_depth > 0 && line[..at].ends_with(':'));
            position = match is_start {
                true => Position::NodeStart,
                false => Position::Inside,
            };
        }
        None
    }

    /// Goes over the token `rest` starts with and returns its length.
    fn scan_token(&mut self, rest: &str, span: Span, position: Position) -> usize {
        let is_start = position == Position::NodeStart;
        let column = span.place.column - 1;
        let first = rest.chars().next().unwrap_or(' ');
        match first {
            ' ' | '\t' => 1,
            '[' | '{' if is_start => {
                self.flow_depth += 1;
                1
            }
            ']' | '}' if self.flow_depth > 0 => {
                self.flow_depth -= 1;
                1
            }
            ',' if self.flow_depth > 0 => 1,
            '-' | '?' if is_start && self.flow_depth == 0 && ends_word(&rest[1..]) => {
                self.owner_column = column;
                1
            }
            ':' if ends_word(&rest[1..]) || self.flow_depth > 0 => 1,
            '"' | '\'' if is_start => {
                self.inside = Inside::Quotes {
                    mark: first,
                    opened: span,
                };
                if let Some(length) = quoted_length(&rest[1..], first)
                    && rest[1 + length..].trim_start().starts_with(':')
                {
                    self.owner_column = column;
                }
                1
            }
            '|' | '>' if is_start && self.flow_depth == 0 => {
                self.inside = Inside::Block {
                    indent: self.owner_column + 1,
                };
                block_header_length(rest)
            }
            _ => self.scan_plain(rest, column),
        }
    }

    /// Goes over plain text to the `: `, ` #` or bracket that ends it.
    fn scan_plain(&mut self, rest: &str, column: usize) -> usize {
        let mut previous = ' ';
        for (offset, c) in rest.char_indices() {
            let after = &rest[offset + c.len_utf8()..];
            let is_key_end = c == ':' && (ends_word(after) || self.flow_depth > 0);
            let is_flow_end = self.flow_depth > 0 && matches!(c, ',' | '[' | ']' | '{' | '}');
            let is_comment = c == '#' && previous == ' ';
            if offset > 0 && (is_key_end || is_flow_end || is_comment) {
                if is_key_end && self.flow_depth == 0 {
                    self.owner_column = column;
                }
                return offset;
            }
            previous = c;
        }
        rest.len()
    }
}

/// Returns the length up to and with the closing quote, or `None` if it is not on this line.
pub(super) fn quoted_length(text: &str, mark: char) -> Option<usize> {
    let mut characters = text.char_indices().peekable();
    while let Some((offset, c)) = characters.next() {
        if c == '\\' && mark == '"' {
            characters.next();
        } else if c == mark {
            let is_doubled =
                mark == '\'' && characters.peek().is_some_and(|(_, next)| *next == mark);
            if !is_doubled {
                return Some(offset + 1);
            }
            characters.next();
        }
    }
    None
}

/// Returns the length of `|`, `>-` and the like: up to the comment, or the whole rest.
fn block_header_length(rest: &str) -> usize {
    rest.find(" #").map_or(rest.len(), |offset| offset + 1)
}

fn ends_word(after: &str) -> bool {
    after.is_empty() || after.starts_with([' ', '\t'])
}

/// Whether a node can start at a place in a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    NodeStart,
    Inside,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comments(text: &str) -> Vec<(usize, String, bool)> {
        let lines = scan(text).unwrap().lines;
        let comments = lines.into_iter().filter_map(|line| line.comment);
        comments
            .map(|comment| (comment.line, comment.text, comment.is_trailing))
            .collect()
    }

    #[test]
    fn comments_are_found_above_and_behind() {
        let found = comments("# one\na: b # two\n  #three\nc: \"#no\" # four\nd: e#no\n");
        let expected = [
            (1, "one", false),
            (2, "two", true),
            (3, "three", false),
            (4, "four", true),
        ];
        assert_eq!(
            found,
            expected.map(|(line, text, trailing)| (line, text.to_owned(), trailing))
        );
    }

    #[test]
    fn block_scalars_have_no_comments() {
        let text = "a: |  # yes\n  # no\n\n  # no\nb: >-\n  # no\n# yes\n- type: |\n    # no\n  x: y # yes\n";
        let found: Vec<usize> = comments(text).into_iter().map(|(line, ..)| line).collect();
        assert_eq!(found, [1, 7, 10]);
    }

    #[test]
    fn long_quotes_have_no_comments() {
        let found = comments(
            "a: \"one\n  # no\n  \\\" # no\n  end\" # yes\nb: it's # yes\nc: 'it''s # no'\n",
        );
        assert_eq!(
            found.iter().map(|(line, ..)| *line).collect::<Vec<_>>(),
            [4, 5]
        );
    }

    #[test]
    fn quotes_that_never_close_point_at_their_start() {
        let lines = scan("a: b\nc: \"open\n\n").unwrap();
        assert_eq!(lines.open_quote, Some(Span::new(2, 4, 1)));
    }

    #[test]
    fn tabs_indent_nothing() {
        assert_eq!(scan("a:\n\tb: c").unwrap_err(), Fault::tab(2, 1));
        assert!(scan("a: |\n  x\n  \ty\n\t\nb:\tc\n").is_ok());
    }
}
