//! A sentence as the patterns see it: folded characters, and quoted or bold texts as single pieces.

use std::collections::BTreeSet;
use std::ops::Range;

use retap_model::program::PressKey;
use retap_model::seen::is_blank;

use super::Clause;
use super::pattern::PieceSet;
use super::quote::{WIDE, escaped_places, is_word, quotes};
use crate::source::unquote;

/// Marks that may end a sentence and say nothing.
const ENDINGS: [char; 5] = ['。', '｡', '.', '!', ' '];

/// One piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    /// A character outside quotes: lower case, half width.
    Char(char),
    /// A quoted text, without its quotes.
    Quoted(String),
    /// `**text**`.
    Bold(String),
}

/// A sentence in pieces, without extra spaces and without its full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sentence {
    /// The characters as the author wrote them.
    written: Vec<char>,
    pieces: Vec<Piece>,
    /// Where each piece starts and ends in what was written.
    spans: Vec<Range<usize>>,
}

impl Sentence {
    /// Cuts `text` into pieces; in a skill, a backslash keeps a quote from ending.
    pub(super) fn new(text: &str, clause: Clause) -> Self {
        let mut written = Vec::with_capacity(text.len());
        written.extend(text.chars());
        let escaped = match clause {
            Clause::Step => escaped_places(&written),
            Clause::Do | Clause::Then => BTreeSet::new(),
        };
        let mut quotes = quotes(&written, &escaped).into_iter().peekable();
        let mut sentence = Self {
            pieces: Vec::with_capacity(written.len()),
            spans: Vec::with_capacity(written.len()),
            written,
        };
        let mut at = 0;
        while at < sentence.written.len() {
            // Quotes inside others are part of their text.
            while quotes.next_if(|quote| quote.start < at).is_some() {}
            at = match quotes.next_if(|quote| quote.start == at) {
                Some(quote) => sentence.push_quoted(quote, clause),
                None => match sentence.bold_end(at) {
                    Some(end) => sentence.push_bold(at..end),
                    None => sentence.push_char(at),
                },
            };
        }
        while sentence.ends_in(&ENDINGS) {
            sentence.pieces.pop();
            sentence.spans.pop();
        }
        sentence
    }

    fn push(&mut self, piece: Piece, span: Range<usize>) -> usize {
        let end = span.end;
        self.pieces.push(piece);
        self.spans.push(span);
        end
    }

    fn push_quoted(&mut self, span: Range<usize>, clause: Clause) -> usize {
        let inner: String = self.written[span.start + 1..span.end - 1].iter().collect();
        let text = match clause {
            Clause::Step if inner.contains('\\') => unquote(&inner),
            Clause::Step | Clause::Do | Clause::Then => inner,
        };
        self.push(Piece::Quoted(text), span)
    }

    fn push_bold(&mut self, span: Range<usize>) -> usize {
        let text = self.raw(span.start + 2..span.end - 2);
        self.push(Piece::Bold(text), span)
    }

    fn push_char(&mut self, at: usize) -> usize {
        let folded = fold(self.written[at]);
        let is_extra = self.pieces.is_empty() || self.ends_in(&[' ']);
        if folded == ' ' && is_extra {
            return at + 1;
        }
        self.push(Piece::Char(folded), at..at + 1)
    }

    /// Returns the end of the `**name**` that starts at `at`.
    fn bold_end(&self, at: usize) -> Option<usize> {
        let is_mark = |at: usize| self.written.get(at..at + 2) == Some(&['*', '*']);
        let mut ends = (at + 2..self.written.len()).filter(|end| is_mark(*end));
        let end = is_mark(at).then(|| ends.next()).flatten()?;
        let is_blank = self.written[at + 2..end].iter().all(|c| c.is_whitespace());
        (!is_blank).then_some(end + 2)
    }

    fn ends_in(&self, marks: &[char]) -> bool {
        matches!(self.pieces.last(), Some(Piece::Char(folded)) if marks.contains(folded))
    }

    /// Returns how many pieces there are.
    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Returns the folded character at `at`; `None` for other pieces and beyond the end.
    pub(super) fn char_at(&self, at: usize) -> Option<char> {
        match self.pieces.get(at) {
            Some(Piece::Char(folded)) => Some(*folded),
            Some(Piece::Quoted(_) | Piece::Bold(_)) | None => None,
        }
    }

    /// Returns what stands at `at`, as patterns tell it apart.
    pub(super) fn piece(&self, at: usize) -> PieceSet {
        match self.pieces.get(at) {
            Some(Piece::Char(folded)) => PieceSet::of(*folded),
            Some(Piece::Quoted(_) | Piece::Bold(_)) => PieceSet::NAME,
            None => PieceSet::END,
        }
    }

    /// Returns the quoted text at `at`.
    pub(super) fn quoted_at(&self, at: usize) -> Option<&str> {
        match self.pieces.get(at) {
            Some(Piece::Quoted(text)) => Some(text),
            Some(Piece::Char(_) | Piece::Bold(_)) | None => None,
        }
    }

    /// Returns the bold text at `at`.
    pub(super) fn bold_at(&self, at: usize) -> Option<&str> {
        match self.pieces.get(at) {
            Some(Piece::Bold(text)) => Some(text),
            Some(Piece::Char(_) | Piece::Quoted(_)) | None => None,
        }
    }

    /// Returns whether something is quoted or bold.
    pub(super) fn names_something(&self) -> bool {
        let is_name = |piece: &Piece| !matches!(piece, Piece::Char(_));
        self.pieces.iter().any(is_name)
    }

    /// Returns whether a letter outside quotes is of a script that divides no words by spaces.
    pub(super) fn has_wide_letters(&self) -> bool {
        let is_wide = |piece: &Piece| matches!(piece, Piece::Char(c) if *c >= WIDE);
        self.pieces.iter().any(is_wide)
    }

    /// Returns where the pieces stand in what was written, in characters.
    pub(super) fn span(&self, pieces: Range<usize>) -> Range<usize> {
        let place = |at: usize| self.spans.get(at).map(|span| span.start);
        let end = match pieces.end {
            0 => Some(0),
            end => self.spans.get(end - 1).map(|span| span.end),
        };
        let end = end.unwrap_or(self.written.len());
        place(pieces.start).unwrap_or(self.written.len()).min(end)..end
    }

    /// Returns what was written at these characters, trimmed.
    pub(super) fn raw(&self, span: Range<usize>) -> String {
        let written = self.written.get(span).unwrap_or_default();
        let is_text = |c: &char| !c.is_whitespace();
        let start = written.iter().position(is_text).unwrap_or(written.len());
        let end = written.iter().rposition(is_text).map_or(start, |at| at + 1);
        written[start..end].iter().collect()
    }

    /// Returns the words of these pieces as written, trimmed and without what is quoted.
    pub(super) fn words(&self, pieces: Range<usize>) -> String {
        let is_word = |at: &usize| self.char_at(*at).is_some();
        let places = pieces.filter(is_word).map(|at| self.spans[at].start);
        let written: String = places.map(|at| self.written[at]).collect();
        written.trim().to_owned()
    }

    /// Returns all that stands from piece `at` on, its full stop too; unquoted if it is one quote.
    pub(super) fn rest(&self, at: usize) -> String {
        let before = self.spans[..at.min(self.len())].last();
        let start = before.map_or(0, |span| span.end);
        let rest = self.raw(start..self.written.len());
        let is_quote = rest.starts_with('"')
            && self
                .spans
                .get(at)
                .is_some_and(|span| span.len() == rest.chars().count());
        match self.quoted_at(at).filter(|_| is_quote) {
            Some(text) => text.to_owned(),
            None => rest,
        }
    }

    /// Returns the character where the word at piece `at` begins.
    pub(super) fn word_start(&self, at: usize) -> usize {
        let is_inside = |at: &usize| {
            at.checked_sub(1)
                .is_some_and(|at| self.char_at(at).is_some_and(|c| c != ' '))
        };
        let mut at = at;
        while at < self.len() && self.char_at(at).is_some() && is_inside(&at) {
            at -= 1;
        }
        if self.char_at(at) == Some(' ') {
            at += 1;
        }
        self.span(at..at + 1).start
    }

    /// Returns the sentence with one mark for every quoted text, to compare it with others.
    pub(super) fn skeleton(&self) -> String {
        let pieces = self.pieces.iter();
        let chars = pieces.map(|piece| match piece {
            Piece::Char(folded) => *folded,
            Piece::Quoted(_) | Piece::Bold(_) => '「',
        });
        chars.collect()
    }

    /// Writes all of the sentence that decides which phrase it matches: what stands in quotes does not, but
    /// whether it is something, or the name of a key.
    pub(super) fn write_shape(&self, shape: &mut String) {
        for piece in &self.pieces {
            match piece {
                Piece::Char(folded) => shape.push(*folded),
                Piece::Quoted(text) if is_blank(text) => shape.push_str("\n0"),
                Piece::Quoted(text) if PressKey::parse(text).is_some() => shape.push_str("\n1"),
                Piece::Quoted(_) => shape.push_str("\n2"),
                Piece::Bold(text) => shape.extend(["\n3", text, "\n"]),
            }
        }
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

/// Words to look for in a sentence.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// The words; those that may be the end of a longer one come first.
    words: Vec<Word>,
    suffixes: usize,
    /// What they begin with.
    firsts: PieceSet,
}

impl Words {
    pub(super) fn new(mut words: Vec<Word>) -> Self {
        words.sort_by_key(|word| !word.is_suffix);
        let firsts = words.iter().filter_map(|word| word.chars.first());
        Self {
            suffixes: words.iter().filter(|word| word.is_suffix).count(),
            firsts: firsts.fold(PieceSet::default(), |all, c| all.or(PieceSet::of(*c))),
            words,
        }
    }

    /// Returns whether one of them stands at `at`.
    pub(super) fn stand_at(&self, sentence: &Sentence, at: usize) -> bool {
        if !self.firsts.meets(sentence.piece(at)) {
            return false;
        }
        let possible = match sentence.joins(at) {
            true => &self.words[..self.suffixes],
            false => &self.words,
        };
        possible.iter().any(|word| sentence.has_word_at(word, at))
    }
}

/// Returns `c` in lower case and half width; every space is the same.
pub(super) fn fold(c: char) -> char {
    if c.is_ascii_graphic() {
        return c.to_ascii_lowercase();
    }
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

    fn sentence(text: &str) -> Sentence {
        Sentence::new(text, Clause::Do)
    }

    #[test]
    fn width_case_spaces_and_the_full_stop_do_not_matter_outside_quotes() {
        let plain = sentence("tap 'OK  Ａ.' 3").skeleton();
        assert_eq!(sentence("  ＴＡＰ　 'OK  Ａ.'  ３ 。").skeleton(), plain);
        assert_eq!(sentence("「OK  Ａ.」").quoted_at(0), Some("OK  Ａ."));
    }

    #[test]
    fn words_are_found_by_their_edges() {
        let sentence = sentence("the notes aren't no. 1");
        let has = |word: &str| {
            let word = Word::parse(word);
            (0..sentence.len()).any(|at| sentence.has_word_at(&word, at))
        };
        assert!(has("no") && has("*n't") && has("notes"));
        assert!(!has("not") && !has("n't") && !has("note"));
    }

    #[test]
    fn only_a_skill_has_escapes() {
        let text = r#""a \"b\"""#;
        let skill = Sentence::new(text, Clause::Step);
        assert_eq!(skill.quoted_at(0), Some("a \"b\""));
        assert_eq!(sentence(text).quoted_at(0), Some(r"a \"));
    }

    #[test]
    fn what_is_left_of_a_sentence_is_as_written() {
        let of = |text: &str| Sentence::new(text, Clause::Step).rest(5);
        assert_eq!(of("Ask: Read the \"A\" now."), "Read the \"A\" now.");
        assert_eq!(of("Ask: \"A  b\""), "A  b");
        assert_eq!(of("Ask: \"A\"."), "\"A\".");
        assert_eq!(of("Ask: ."), ".");
    }
}
