//! The tree of a script, once it is parsed.

use std::fmt;

/// Pipelines one after the other.
pub(super) type Script = Vec<Step>;

/// A pipeline and when it runs.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) when: When,
    /// Whether success and failure change places.
    pub(super) is_inverted: bool,
    /// Commands whose output is the next one's input.
    pub(super) pipeline: Vec<Command>,
}

/// When a step of a script runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    Always,
    /// Behind `&&`.
    AfterSuccess,
    /// Behind `||`.
    AfterFailure,
}

/// One command with where its input and output go.
#[derive(Debug, Clone)]
pub(super) struct Command {
    pub(super) kind: CommandKind,
    pub(super) redirects: Vec<Redirect>,
}

/// The effect of a command.
#[derive(Debug, Clone)]
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
    /// `if ...; then ...; else ...; fi`; an `elif` is one in the `else`.
    If {
        condition: Script,
        body: Script,
        otherwise: Script,
    },
    /// `while ...; do ...; done`; `until` is one whose condition is inverted.
    While { condition: Script, body: Script },
    /// `for NAME in WORD...; do ...; done`
    For {
        name: String,
        words: Vec<Word>,
        body: Script,
    },
}

/// Where an input or output goes.
#[derive(Debug, Clone)]
pub(super) struct Redirect {
    /// Which: 0, 1 or 2; others are ignored.
    pub(super) from: u8,
    pub(super) mode: RedirectMode,
    /// A file, or the number of an output.
    pub(super) to: Word,
}

/// The way an input or output is led elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RedirectMode {
    /// `< FILE`
    Read,
    /// `> FILE`
    Write,
    /// `>> FILE`
    Append,
    /// `>& 1`: the same as another.
    Same,
}

/// A word before its values are filled in.
#[derive(Debug, Clone, Default)]
pub(super) struct Word(pub(super) Vec<Piece>);

/// A part of a word.
#[derive(Debug, Clone)]
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
#[derive(Debug, Clone)]
pub(super) enum PieceKind {
    /// As it stands.
    Text(String),
    /// `$NAME` or `${NAME}`, with what stands in for it when it is empty.
    Value { name: String, otherwise: Word },
    /// `$(...)`
    Output(Script),
}

impl Word {
    /// Returns a word that is a text.
    pub(super) fn of(text: &str) -> Self {
        let mut word = Self::default();
        word.push_text(text, Quoting::Quoted);
        word
    }

    /// Adds text; neighbours of one kind become one.
    pub(super) fn push_text(&mut self, more: &str, quoting: Quoting) {
        match self.0.last_mut() {
            Some(Piece {
                kind: PieceKind::Text(text),
                quoting: last,
            }) if *last == quoting => text.push_str(more),
            Some(_) | None => self.push(PieceKind::Text(more.to_owned()), quoting),
        }
    }

    /// Adds a piece.
    pub(super) fn push(&mut self, kind: PieceKind, quoting: Quoting) {
        self.0.push(Piece { kind, quoting });
    }

    /// Takes `NAME=VALUE` apart.
    pub(super) fn assignment(&self) -> Option<(String, Self)> {
        let (first, rest) = self.0.split_first()?;
        let PieceKind::Text(text) = &first.kind else {
            return None;
        };
        let (name, value) = text.split_once('=')?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if first.quoting == Quoting::Quoted || !starts_well || !name.chars().all(is_name) {
            return None;
        }
        let mut word = Self::of(value);
        word.0.extend(rest.iter().cloned());
        Some((name.to_owned(), word))
    }
}

/// A fault in a script.
#[derive(Debug)]
pub(super) enum SyntaxError {
    /// Something stands where it cannot.
    Unexpected(String),
    /// A quote is never closed.
    Unclosed,
    /// Too many brackets in each other.
    TooDeep,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected(what) => write!(out, "syntax error: unexpected '{what}'"),
            Self::Unclosed => out.write_str("no closing quote"),
            Self::TooDeep => out.write_str("syntax error: too many levels"),
        }
    }
}
