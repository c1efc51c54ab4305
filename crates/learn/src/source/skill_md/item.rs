//! The kinds of lines of a prose skill, and the items of its list of steps.

use retap_model::program::Place;
use retap_model::seen::is_blank;

use crate::phrase::is_otherwise;

/// One entry of the list of steps.
#[derive(Debug)]
pub(super) struct Item {
    /// How many spaces stand before its number.
    pub(super) indent: usize,
    /// Where its sentence starts.
    pub(super) place: Place,
    pub(super) text: String,
    /// Where the lines stand with which the sentence goes on, and at which byte of it.
    pub(super) wraps: Vec<(usize, Place)>,
    /// The notes above it.
    pub(super) notes: Vec<String>,
}

impl Item {
    /// Adds a line with which the sentence goes on.
    pub(super) fn go_on(&mut self, text: &str, place: Place) {
        self.text.push(' ');
        self.wraps.push((self.text.len(), place));
        self.text.push_str(text);
    }

    /// Returns where in the file a place is that was found as if the sentence stood in one line.
    pub(super) fn in_file(&self, found: Place) -> Place {
        let before = found.column.saturating_sub(self.place.column);
        let byte = self.text.char_indices().nth(before).map(|(byte, _)| byte);
        let byte = byte.unwrap_or(self.text.len());
        let wrap = self.wraps.iter().rfind(|(start, _)| *start <= byte);
        let (start, place) = wrap.copied().unwrap_or((0, self.place));
        Place {
            column: place.column + self.text[start..byte].chars().count(),
            ..place
        }
    }

    /// Returns whether it starts the second branch of an `If`.
    pub(super) fn is_otherwise(&self) -> bool {
        is_otherwise(&self.text)
    }
}

/// The kinds of lines.
#[derive(Debug, PartialEq)]
pub(super) enum Shape<'a> {
    /// Nothing.
    Blank,
    /// `## Title`.
    Heading {
        /// How many `#` it has.
        level: usize,
        /// The text after them.
        title: &'a str,
    },
    /// `> text`, without the mark and without `Note:`.
    Quote(&'a str),
    /// A numbered or bulleted line.
    Item(ListItem<'a>),
    /// Anything else.
    Text(&'a str),
}

/// A line of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListItem<'a> {
    /// Whether it has a number.
    pub(super) is_numbered: bool,
    /// Where its sentence starts, in characters from 0.
    pub(super) column: usize,
    pub(super) text: &'a str,
}

/// Tells what a line is.
pub(super) fn shape(line: &str) -> Shape<'_> {
    let text = line.trim();
    if text.is_empty() {
        return Shape::Blank;
    }
    if let Some(quote) = text.strip_prefix('>') {
        return Shape::Quote(strip_note(quote.trim()));
    }
    if let Some(note) = text
        .strip_prefix("<!--")
        .and_then(|rest| rest.strip_suffix("-->"))
    {
        return Shape::Quote(note.trim());
    }
    let level = text.len() - text.trim_start_matches('#').len();
    if (1..=6).contains(&level) && text[level..].starts_with(' ') && !line.starts_with("    ") {
        return Shape::Heading {
            level,
            title: text[level..].trim(),
        };
    }
    let Some((is_numbered, sentence)) = strip_marker(text) else {
        return Shape::Text(text);
    };
    let start = line.len() - line.trim_start().len() + (text.len() - sentence.len());
    let column = line[..start].chars().count();
    Shape::Item(ListItem {
        is_numbered,
        column,
        text: sentence,
    })
}

fn strip_note(quote: &str) -> &str {
    let head = quote
        .get(..5)
        .filter(|head| head.eq_ignore_ascii_case("note:"));
    head.map_or(quote, |head| quote[head.len()..].trim())
}

/// Splits off `1. `, `1) `, `- `, `* ` or `+ ` and tells whether it was a number.
fn strip_marker(text: &str) -> Option<(bool, &str)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (is_numbered, rest) = if (1..=9).contains(&digits) {
        (true, text[digits..].strip_prefix(['.', ')'])?)
    } else {
        (false, text.strip_prefix(['-', '*', '+'])?)
    };
    let sentence = rest.strip_prefix(' ')?.trim_start();
    (!is_blank(sentence)).then_some((is_numbered, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(shape("  "), Shape::Blank);
        assert_eq!(
            shape("## Steps "),
            Shape::Heading {
                level: 2,
                title: "Steps"
            }
        );
        assert_eq!(shape("#1 of all"), Shape::Text("#1 of all"));
        assert_eq!(shape("   > NOTE: careful"), Shape::Quote("careful"));
        assert_eq!(shape("> plain"), Shape::Quote("plain"));
        assert_eq!(
            shape("   10) Tap"),
            Shape::Item(ListItem {
                is_numbered: true,
                column: 7,
                text: "Tap"
            })
        );
        assert_eq!(
            shape("- Tap"),
            Shape::Item(ListItem {
                is_numbered: false,
                column: 2,
                text: "Tap"
            })
        );
        assert_eq!(shape("**bold**"), Shape::Text("**bold**"));
        assert_eq!(shape("1.5 litres"), Shape::Text("1.5 litres"));
    }
}
