//! A sentence as the patterns see it: folded characters, and quoted texts as single pieces.

use super::quote::{closing_marks, is_word};

/// Marks that may end a sentence and say nothing.
const ENDINGS: [char; 5] = ['。', '｡', '.', '!', ' '];

/// One piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// A character outside quotes.
    Char {
        /// Lower case, half width.
        folded: char,
        /// As the author wrote it.
        written: char,
    },
    /// A quoted text, without its quotes and untouched.
    Quoted(String),
}

/// A sentence in pieces, without extra spaces and without its full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sentence {
    pieces: Vec<Piece>,
}

impl Sentence {
    /// Cuts `text` into pieces.
    pub(super) fn new(text: &str) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let closing = closing_marks(&chars);
        let mut sentence = Self { pieces: Vec::new() };
        let mut at = 0;
        while at < chars.len() {
            if let Some(end) = closing[at] {
                let quoted = chars[at + 1..end].iter().collect();
                sentence.pieces.push(Piece::Quoted(quoted));
                at = end + 1;
            } else {
                sentence.push(chars[at]);
                at += 1;
            }
        }
        while sentence.ends_in(&ENDINGS) {
            sentence.pieces.pop();
        }
        sentence
    }

    fn push(&mut self, written: char) {
        let folded = fold(written);
        if folded == ' ' && (self.pieces.is_empty() || self.ends_in(&[' '])) {
            return;
        }
        self.pieces.push(Piece::Char { folded, written });
    }

    fn ends_in(&self, marks: &[char]) -> bool {
        matches!(self.pieces.last(), Some(Piece::Char { folded, .. }) if marks.contains(folded))
    }

    /// Returns how many pieces there are.
    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Returns the folded character at `at`; `None` for a quoted text and beyond the end.
    pub(super) fn char_at(&self, at: usize) -> Option<char> {
        match self.pieces.get(at) {
            Some(Piece::Char { folded, .. }) => Some(*folded),
            Some(Piece::Quoted(_)) | None => None,
        }
    }

    /// Returns the quoted text at `at`.
    pub(super) fn quoted_at(&self, at: usize) -> Option<&str> {
        match self.pieces.get(at) {
            Some(Piece::Quoted(text)) => Some(text),
            Some(Piece::Char { .. }) | None => None,
        }
    }

    /// Returns the words from `start` to before `end` as written, trimmed.
    pub(super) fn words(&self, start: usize, end: usize) -> String {
        let pieces = self.pieces.get(start..end).unwrap_or_default();
        let written = pieces.iter().filter_map(|piece| match piece {
            Piece::Char { written, .. } => Some(*written),
            Piece::Quoted(_) => None,
        });
        written.collect::<String>().trim().to_owned()
    }

    /// Returns the sentence with one mark for every quoted text, to compare it with others.
    pub(super) fn skeleton(&self) -> Vec<char> {
        let pieces = self.pieces.iter();
        let chars = pieces.map(|piece| match piece {
            Piece::Char { folded, .. } => *folded,
            Piece::Quoted(_) => '「',
        });
        chars.collect()
    }

    /// Returns whether `word` stands at `at` outside quotes, as a whole word where words have edges.
    pub(super) fn has_word_at(&self, word: &Word, at: usize) -> bool {
        let end = at + word.chars.len();
        let mut letters = word.chars.iter().zip(at..);
        letters.all(|(c, at)| self.char_at(at) == Some(*c))
            && (word.is_suffix || !self.joins(at))
            && !self.joins(end)
    }

    /// Returns whether the characters before and at `at` belong to one word.
    pub(super) fn joins(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.char_at(before));
        before.is_some_and(is_word) && self.char_at(at).is_some_and(is_word)
    }
}

/// A word to look for in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    chars: Vec<char>,
    /// Whether it may be the end of a longer word.
    is_suffix: bool,
}

impl Word {
    /// Returns the word that a table writes so; `*n't` may be the end of a longer one.
    pub(super) fn parse(text: &str) -> Self {
        let is_suffix = text.starts_with('*');
        let chars = text.trim_start_matches('*').chars().map(fold).collect();
        Self { chars, is_suffix }
    }

    /// Returns how many characters it has.
    pub(super) fn len(&self) -> usize {
        self.chars.len()
    }
}

/// Returns `c` in lower case and half width; every space is the same.
pub(super) fn fold(c: char) -> char {
    let narrow = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '’' | '‘' => '\'',
        c if c.is_whitespace() => ' ',
        c => c,
    };
    let mut lower = narrow.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(only), None) => only,
        _ => narrow,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn width_case_spaces_and_the_full_stop_do_not_matter_outside_quotes() {
        let plain = Sentence::new("tap 'OK  Ａ.' 3").skeleton();
        assert_eq!(
            Sentence::new("  ＴＡＰ　 'OK  Ａ.'  ３ 。").skeleton(),
            plain
        );
        assert_eq!(Sentence::new("「OK  Ａ.」").quoted_at(0), Some("OK  Ａ."));
    }

    #[test]
    fn words_are_found_by_their_edges() {
        let sentence = Sentence::new("the notes aren't no. 1");
        let has = |word: &str| {
            let word = Word::parse(word);
            (0..sentence.len()).any(|at| sentence.has_word_at(&word, at))
        };
        assert!(has("no") && has("*n't") && has("notes"));
        assert!(!has("not") && !has("n't") && !has("note"));
    }
}
