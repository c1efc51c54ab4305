//! A text in the form in which words are looked for in it, and where in it one was found.

use crate::seen::plain;

/// What may stand between two words, as one character each, so that [`Searched`] has its words at the same places with
/// these and with spaces.
pub(super) mod gap {
    /// Spaces, quotation marks, and whatever else leaves two words in one phrase.
    pub(in super::super) const SPACE: char = ' ';
    /// What makes one word of two, as in `add-on` and `1,200`.
    pub(in super::super) const JOINT: char = '-';
    pub(in super::super) const APOSTROPHE: char = '\'';
    /// A point without a space, as in `retap.dev`, where nobody knows whether a clause ends.
    pub(in super::super) const POINT: char = '.';
    pub(in super::super) const OPENS: char = '(';
    pub(in super::super) const CLOSES: char = ')';
    /// The end of a clause.
    pub(in super::super) const END: char = ';';
}

/// How many single letters in a row are a word with something between its letters.
const SPELLED_OUT: usize = 3;

/// A text as plain letters and figures, with one character wherever something else stands, and none between the letters of
/// a word that is spelled out.
pub(super) struct Searched {
    /// With a space between any two words.
    text: String,
    /// The same, with what stands between them; see [`gap`].
    marked: String,
    /// A bit for each byte of the text; a text that lacks one of a word has not the word.
    bytes: u64,
}

impl Searched {
    pub(super) fn of(text: &str) -> Self {
        let text = with_one_apostrophe(&plain(text));
        let mut words = words_with_gaps(&text);
        let is_letter = |word: &str| word.len() == 1 && word.as_bytes()[0].is_ascii_alphabetic();
        let runs = words.chunk_by_mut(|a, b| is_letter(a.word) && is_letter(b.word));
        for run in runs.filter(|run| run.len() >= SPELLED_OUT) {
            run[1..].iter_mut().for_each(|it| it.before = None);
        }
        if let Some(first) = words.first_mut() {
            first.before = None;
        }
        let mut marked = String::new();
        for GappedWord { before, word } in words {
            marked.extend(before);
            marked.push_str(word);
        }
        let text = marked.replace(|c: char| !c.is_alphanumeric(), " ");
        let bytes = text.bytes().fold(0, |all, byte| all | 1 << (byte % 64));
        Self {
            text,
            marked,
            bytes,
        }
    }

    /// Returns it with a space between any two words.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether no byte of another is missing, so that it may be in this one.
    pub(super) const fn may_have(&self, other: &Self) -> bool {
        other.bytes & !self.bytes == 0
    }

    pub(super) fn has(&self, word: &Self) -> bool {
        self.places(word).next().is_some()
    }

    /// Returns each place of a word. Words of scripts without spaces between them, and parts of words that are bent, may
    /// stand anywhere.
    pub(super) fn places<'a>(&'a self, word: &'a Self) -> impl Iterator<Item = Place<'a>> {
        let form = word.text.as_str();
        let may_have = !form.is_empty() && self.may_have(word);
        let found = may_have.then(|| self.text.match_indices(form));
        let places = found.into_iter().flatten().map(|(start, _)| Place {
            text: &self.marked,
            start,
            end: start + form.len(),
        });
        places.filter(move |place| {
            let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
            let (before, behind) = (place.before(), place.behind());
            let is_cut = is_letter(before.chars().next_back()) || is_letter(behind.chars().next());
            !form.is_ascii() || !is_cut
        })
    }
}

/// Where a word or a phrase stands in a text.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// The text with what stands between its words.
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl<'a> Place<'a> {
    pub(super) fn before(self) -> &'a str {
        &self.text[..self.start]
    }

    pub(super) fn behind(self) -> &'a str {
        &self.text[self.end..]
    }

    pub(super) fn found(self) -> &'a str {
        &self.text[self.start..self.end]
    }

    /// Returns the words of the same clause before it, the nearest first and each with where it begins. What stands in
    /// brackets is not of the clause around them.
    pub(super) fn words_before(self) -> impl Iterator<Item = (usize, &'a str)> {
        let is_edge = |c: char| {
            matches!(
                c,
                gap::SPACE | gap::END | gap::OPENS | gap::CLOSES | gap::POINT
            )
        };
        let mut rest = self.before();
        std::iter::from_fn(move || {
            match rest.chars().next_back()? {
                gap::END | gap::OPENS | gap::POINT => return None,
                gap::CLOSES => rest = &rest[..rest.rfind(gap::OPENS)?],
                gap::SPACE | gap::JOINT | gap::APOSTROPHE => rest = &rest[..rest.len() - 1],
                _ => {}
            }
            let start = rest.rfind(is_edge).map_or(0, |edge| edge + 1);
            let word = &rest[start..];
            rest = &rest[..start];
            Some((start, word))
        })
    }
}

/// A word, and what stands before it: nothing before the first, and before a letter of a word that is spelled out.
struct GappedWord<'a> {
    before: Option<char>,
    word: &'a str,
}

fn words_with_gaps(text: &str) -> Vec<GappedWord<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        let word = &rest[start..];
        let end = word.find(|c: char| !c.is_alphanumeric());
        let end = end.unwrap_or(word.len());
        let last = words.last().map_or("", |it: &GappedWord<'_>| it.word);
        let between = [last, &rest[..start], &word[..end]];
        words.push(GappedWord {
            before: Some(gap_of(between)),
            word: &word[..end],
        });
        rest = &word[end..];
    }
    words
}

/// Returns what the characters between two words mean.
fn gap_of([left, between, right]: [&str; 3]) -> char {
    let is_figure = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let are_figures = is_figure(left.chars().next_back()) && is_figure(right.chars().next());
    match between {
        "-" | "‐" | "_" => gap::JOINT,
        "'" => gap::APOSTROPHE,
        "." | "," | ":" if are_figures => gap::JOINT,
        "." => gap::POINT,
        _ if between.contains(is_clause_end) => gap::END,
        _ if between.contains(is_opening) => gap::OPENS,
        _ if between.contains(is_closing) => gap::CLOSES,
        _ => gap::SPACE,
    }
}

/// Returns whether a clause ends with a character. A dash does so where it joins no words.
fn is_clause_end(c: char) -> bool {
    ".,;:!?/|\n-—–、。・".contains(c)
}

fn is_opening(c: char) -> bool {
    "([{「『【〔《〈".contains(c)
}

fn is_closing(c: char) -> bool {
    ")]}」』】〕》〉".contains(c)
}

/// Returns a text with one kind of apostrophe.
fn with_one_apostrophe(text: &str) -> String {
    text.replace(['’', '‘', 'ʼ', '´', '`', '\u{2032}'], "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_words_is_kept_beside_their_text() {
        for (text, marked) in [
            ("Cancel your add-on, now", "cancel your add-on;now"),
            (
                "\u{201c}Don’t\u{201d} close (1,200) retap.dev",
                "don't close(1-200)retap.dev",
            ),
            ("Not now - D.E.L.E.T.E", "not now;delete"),
            ("D - E l . e t e", "delete"),
            ("「保存」しますか。はい", "保存)しますか;はい"),
            ("  ", ""),
        ] {
            let searched = Searched::of(text);
            assert_eq!(searched.marked, marked, "{text}");
            assert_eq!(searched.text.len(), marked.len(), "{text}");
        }
    }

    #[test]
    fn the_words_before_a_place_are_those_of_its_clause() {
        let before = |text: &str| {
            let (text, word) = (Searched::of(text), Searched::of("delete"));
            let place = text.places(&word).next().unwrap();
            let words = place.words_before().map(|(_, word)| word.to_owned());
            words.collect::<Vec<String>>()
        };
        assert_eq!(before("Wait. Do not (ever, or so) delete"), ["not", "do"]);
        assert_eq!(before("No-reply: please (delete)"), [""; 0]);
        assert_eq!(before("Don't auto-delete"), ["auto", "don't"]);
    }
}
