//! The tree of a script, once it is parsed.

use std::fmt;

/// Commands one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Script(pub(super) Vec<Chain>);

/// Pipelines joined by `&&` and `||`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) first: Pipeline,
    pub(super) rest: Vec<(Link, Pipeline)>,
}

/// When a pipeline of a chain runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// After success.
    And,
    /// After failure.
    Or,
}

/// Commands whose output is the next one's input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pipeline {
    /// Whether success and failure change places.
    pub(super) is_inverted: bool,
    pub(super) commands: Vec<Command>,
}

/// One command with where its input and output go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) kind: CommandKind,
    pub(super) redirects: Vec<Redirect>,
}

/// The effect of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CommandKind {
    /// `NAME=VALUE... WORD...`
    Simple {
        assignments: Vec<(String, Word)>,
        words: Vec<Word>,
    },
    /// `{ ...; }`
    Group(Script),
    /// `( ... )`
    Subshell(Script),
    /// `if ...; then ...; elif ...; else ...; fi`
    If {
        arms: Vec<(Script, Script)>,
        otherwise: Script,
    },
    /// `while ...; do ...; done`, or `until`
    Loop {
        ends_on: Ending,
        condition: Script,
        body: Script,
    },
    /// `for NAME in WORD...; do ...; done`
    For {
        name: String,
        words: Vec<Word>,
        body: Script,
    },
}

/// The condition that ends a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// `while`: a condition that fails.
    Failure,
    /// `until`: a condition that succeeds.
    Success,
}

/// Where an input or output goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Redirect {
    /// Which: 0, 1 or 2; others are ignored.
    pub(super) from: u8,
    pub(super) to: RedirectTo,
}

/// The other end of a redirection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RedirectTo {
    /// `< FILE`
    Read(Word),
    /// `> FILE`
    Write(Word),
    /// `>> FILE`
    Append(Word),
    /// `&> FILE`: both outputs.
    WriteBoth(Word),
    /// `>& 1`: the same as another.
    Same(Word),
}

/// A word before its values are filled in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Word(pub(super) Vec<Piece>);

impl Word {
    /// Returns the text when nothing in the word is quoted or needs a value.
    pub(super) fn plain(&self) -> Option<&str> {
        match self.0.as_slice() {
            [
                Piece {
                    kind: PieceKind::Text(text),
                    quoting: Quoting::Bare,
                },
            ] => Some(text),
            _ => None,
        }
    }
}

impl Word {
    /// Takes `NAME=VALUE` apart.
    pub(super) fn assignment(&self) -> Option<(String, Self)> {
        let (first, rest) = self.0.split_first()?;
        let PieceKind::Text(text) = &first.kind else {
            return None;
        };
        let (name, value) = text
            .split_once('=')
            .filter(|_| first.quoting == Quoting::Bare)?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !starts_well || !name.chars().all(is_name) {
            return None;
        }
        let start = Piece {
            kind: PieceKind::Text(value.to_owned()),
            quoting: Quoting::Quoted,
        };
        let pieces = [start].into_iter().chain(rest.iter().cloned());
        Some((name.to_owned(), Self(pieces.collect())))
    }
}

/// A part of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    pub(super) quoting: Quoting,
}

/// Whether a value stays one word, whatever is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    Bare,
    Quoted,
}

/// Where a part of a word comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// As it stands.
    Text(String),
    /// `$NAME` or `${NAME}`, with what stands in for it when it is empty.
    Value { name: String, otherwise: Word },
    /// `$(...)`
    Output(Script),
    /// `$((...))`
    Number(Word),
}

/// A fault in a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SyntaxError {
    /// Something stands where it cannot.
    Unexpected(String),
    /// A quote or bracket is never closed.
    Unclosed(char),
    /// Too many brackets in each other.
    TooDeep,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected(what) => write!(out, "syntax error: unexpected '{what}'"),
            Self::Unclosed('(') => out.write_str("syntax error: unexpected EOF"),
            Self::Unclosed(_) => out.write_str("no closing quote"),
            Self::TooDeep => out.write_str("syntax error: too many levels"),
        }
    }
}
