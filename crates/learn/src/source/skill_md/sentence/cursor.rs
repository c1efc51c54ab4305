//! Reads a sentence from left to right.

use retap_model::phrase::Phrase;

use crate::source::error::Problem;
use crate::source::scalar::unquote;

/// Where a sentence stopped making sense, in bytes.
#[derive(Debug)]
pub(super) struct Miss {
    /// The place.
    pub(super) at: usize,
    /// What is wrong there, if it is more than an unknown way to say it.
    pub(super) problem: Option<Problem>,
}

/// A place in a sentence.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// Returns the place at byte `at`.
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    /// Returns what is left, without the spaces before it.
    fn rest(&self) -> &'a str {
        self.text[self.at..].trim_start()
    }

    fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().len();
    }

    /// Goes over `words` in any case, if they are next and end there.
    pub(super) fn eat(&mut self, words: &str) -> bool {
        let rest = self.rest();
        let Some(head) = rest
            .get(..words.len())
            .filter(|head| head.eq_ignore_ascii_case(words))
        else {
            return false;
        };
        let is_word = head.ends_with(|c: char| c.is_alphanumeric());
        if is_word && rest[head.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            return false;
        }
        self.at = self.text.len() - rest.len() + head.len();
        true
    }

    /// Goes over the first of `choices` that is next.
    pub(super) fn eat_any(&mut self, choices: &[&str]) -> bool {
        choices.iter().any(|words| self.eat(words))
    }

    /// Goes over `words`, which must be next.
    pub(super) fn expect(&mut self, words: &str) -> Result<(), Miss> {
        if self.eat(words) {
            Ok(())
        } else {
            Err(self.miss())
        }
    }

    /// Returns the failure that the sentence cannot be read from here on.
    pub(super) fn miss(&mut self) -> Miss {
        self.skip_spaces();
        Miss {
            at: self.at,
            problem: None,
        }
    }

    /// Returns the failure that `problem` is here.
    pub(super) fn problem(&mut self, problem: Problem) -> Miss {
        Miss {
            problem: Some(problem),
            ..self.miss()
        }
    }

    /// Reads text in straight or curly quotes.
    pub(super) fn quoted(&mut self) -> Result<String, Miss> {
        self.skip_spaces();
        let rest = self.rest();
        let (open, close) = match rest.chars().next() {
            Some('"') => ('"', '"'),
            Some('\u{201c}') => ('\u{201c}', '\u{201d}'),
            Some(_) | None => return Err(self.miss()),
        };
        let inner = &rest[open.len_utf8()..];
        let Some(end) = find_close(inner, close) else {
            return Err(self.problem(Problem::UnclosedQuote));
        };
        self.at += open.len_utf8() + end + close.len_utf8();
        Ok(unquote(&inner[..end]))
    }

    /// Reads quoted words that say something.
    pub(super) fn phrase(&mut self) -> Result<Phrase, Miss> {
        let start = self.clone();
        let text = self.quoted()?;
        if text.trim().is_empty() {
            *self = start;
            return Err(self.problem(Problem::NoValue {
                owner: "label".to_owned(),
            }));
        }
        Ok(Phrase::parse(&text))
    }

    /// Reads `**name**` as it stands.
    pub(super) fn bold(&mut self) -> Option<&'a str> {
        let inner = self.rest().strip_prefix("**")?;
        let end = inner.find("**")?;
        let name = inner[..end].trim();
        if name.is_empty() {
            return None;
        }
        self.at = self.text.len() - inner.len() + end + 2;
        Some(name)
    }

    /// Reads `**name**` or a quoted name.
    pub(super) fn name(&mut self) -> Result<Phrase, Miss> {
        match self.bold() {
            Some(name) => Ok(Phrase::parse(name)),
            None => self.phrase(),
        }
    }

    /// Reads a whole number from 1 on.
    pub(super) fn count(&mut self) -> Result<u32, Miss> {
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let count = rest[..digits].parse().ok().filter(|count| *count > 0);
        let count = count.ok_or_else(|| self.miss())?;
        self.at = self.text.len() - rest.len() + digits;
        Ok(count)
    }

    /// Returns everything up to the next space, and goes over it.
    pub(super) fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let word = rest.split(' ').next().unwrap_or_default();
        self.at = self.text.len() - rest.len() + word.len();
        word
    }

    /// Returns what stands before the next `end`, and goes over both.
    pub(super) fn until(&mut self, end: char) -> Result<&'a str, Miss> {
        let rest = self.rest();
        let at = rest.find(end).ok_or_else(|| self.miss())?;
        self.at = self.text.len() - rest.len() + at + end.len_utf8();
        Ok(rest[..at].trim())
    }

    /// Reads everything that is left: as it stands, or unquoted if all of it is in quotes.
    pub(super) fn free_text(&mut self) -> Result<Phrase, Miss> {
        let rest = self.rest().trim_end();
        let mut whole = self.clone();
        if rest.starts_with('"')
            && let Ok(text) = whole.quoted()
            && whole.rest().is_empty()
        {
            *self = whole;
            return Ok(Phrase::parse(&text));
        }
        if rest.is_empty() {
            return Err(self.miss());
        }
        self.at = self.text.len();
        Ok(Phrase::parse(rest))
    }

    /// Returns whether nothing is left.
    pub(super) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Checks that nothing is left but a full stop.
    pub(super) fn finish(&mut self) -> Result<(), Miss> {
        self.eat(".");
        if self.is_at_end() {
            Ok(())
        } else {
            Err(self.miss())
        }
    }
}

fn find_close(inner: &str, close: char) -> Option<usize> {
    let mut characters = inner.char_indices();
    while let Some((offset, c)) = characters.next() {
        if c == '\\' {
            characters.next();
        } else if c == close {
            return Some(offset);
        }
    }
    None
}
