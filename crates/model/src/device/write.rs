//! What a request that changes something carries: its shape, never its values.

use std::collections::BTreeMap;
use std::fmt;

use crate::screen::sha256_hex;

/// What a request carries that changes something, and what its answer said, as far as the device could tell.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Write {
    /// The path, with [`ID`] for each identifier.
    pub shape: String,
    /// The identifiers in the path, in their order. They stay in the process.
    pub ids: Vec<String>,
    /// The operation that the body names, where one path stands for many.
    pub operation: Option<String>,
    /// The fields it carries, each with the mark of the typed text that is its value, if one is. Nothing where the body
    /// is of no kind that has fields.
    pub fields: BTreeMap<String, Option<TextMark>>,
    /// Whether its body says that what was asked for was not done, whatever the status says.
    pub is_denied: bool,
    /// The shape of the path to which it was redirected.
    pub led_to: Option<String>,
    /// Whether all is known of it that will be.
    pub is_answered: bool,
}

/// Stands for an identifier in the shape of a path.
pub const ID: &str = "{}";

/// Stands for a text by a hash of it, so that two places can be compared without the text. It stays in the process.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextMark(String);

impl TextMark {
    /// Returns the mark of a text; spaces around it do not count.
    pub fn of(text: &str) -> Self {
        Self(sha256_hex(text.trim().as_bytes()))
    }
}

/// Returns the shape of a path, and the identifiers in it.
pub fn path_shape(path: &str) -> (String, Vec<String>) {
    let mut ids = Vec::new();
    let segments = path.split('/').map(|segment| {
        if is_identifier(segment) {
            ids.push(segment.to_owned());
            ID
        } else {
            segment
        }
    });
    let shape = segments.collect::<Vec<_>>().join("/");
    (shape, ids)
}

/// How many figures in a row no name has.
const MOST_FIGURES: usize = 3;

/// How long a word is that has figures among its letters and yet is a name.
const LONGEST_NAME: usize = 15;

/// Returns whether a word stands for one thing among many of its kind: a number, a hash, a long random word.
pub fn is_identifier(word: &str) -> bool {
    let figures = word.chars().filter(char::is_ascii_digit).count();
    if figures == 0 {
        return false;
    }
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let longest = word
        .split(|c: char| !c.is_ascii_digit())
        .map(str::len)
        .max();
    let is_hash =
        word.len() >= 8 && letters > 0 && word.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    letters == 0 || is_hash || longest > Some(MOST_FIGURES) || word.len() > LONGEST_NAME
}

impl fmt::Display for Write {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.shape)?;
        match &self.operation {
            Some(operation) => write!(out, " {operation}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_leave_the_shape_of_a_path() {
        for (path, shape) in [
            ("/api/v2/items/57/parts", "/api/v2/items/{}/parts"),
            ("/items/3f2b8c1e-9d4a-4a61-8a57-0c7d2f9b1e11", "/items/{}"),
            (
                "/notes/9fceb02d0ae598e95dc970b74767f19372d61af8",
                "/notes/{}",
            ),
            ("/o/INV-20261117", "/o/{}"),
            ("/orders/57-1", "/orders/{}"),
            ("/oauth2/token", "/oauth2/token"),
            ("/facade", "/facade"),
            ("/", "/"),
        ] {
            assert_eq!(path_shape(path).0, shape);
        }
        assert_eq!(path_shape("/a/1/b/2").1, ["1", "2"]);
    }
}
