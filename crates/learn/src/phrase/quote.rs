//! Finds quoted texts in one pass, whatever the quotes and however they are nested.

use std::collections::BTreeSet;
use std::ops::Range;

/// The first of the characters that are written without spaces between words.
pub(super) const WIDE: char = '\u{2e80}';

/// Quotes whose two marks differ; they nest.
const PAIRS: [(char, char); 5] = [
    ('「', '」'),
    ('『', '』'),
    ('｢', '｣'),
    ('“', '”'),
    ('‘', '’'),
];

/// Quotes whose two marks are the same; they end at the next one.
const TWINS: [char; 2] = ['"', '\''];

/// Returns where each quoted text stands, its marks too, by where they start.
///
/// An apostrophe inside a word opens and closes nothing, nor does a mark at one of the places
/// `escaped`.
pub(super) fn quotes(chars: &[char], escaped: &BTreeSet<usize>) -> Vec<Range<usize>> {
    let mut quotes = Vec::new();
    let is_mark = |at: &usize| is_mark(chars[*at]) && !escaped.contains(at);
    let marks: Vec<usize> = (0..chars.len()).filter(is_mark).collect();
    for (open, close) in PAIRS {
        let mut waiting: Vec<usize> = Vec::new();
        for at in marks.iter().copied() {
            if chars[at] == open {
                waiting.push(at);
            } else if chars[at] == close
                && !is_apostrophe_at(chars, at)
                && let Some(start) = waiting.pop()
            {
                quotes.push(start..at + 1);
            }
        }
    }
    for twin in TWINS {
        let mut next = None;
        for at in marks.iter().rev().copied().filter(|at| chars[*at] == twin) {
            if can_open(chars, at) {
                quotes.extend(next.map(|end| at..end));
            }
            if can_close(chars, at) {
                next = Some(at + 1);
            }
        }
    }
    quotes.sort_unstable_by_key(|quote| quote.start);
    quotes
}

fn is_mark(c: char) -> bool {
    TWINS.contains(&c) || PAIRS.iter().any(|pair| c == pair.0 || c == pair.1)
}

/// Returns the places after a backslash that is not itself after one.
pub(super) fn escaped_places(chars: &[char]) -> BTreeSet<usize> {
    let mut places = BTreeSet::new();
    for at in 1..chars.len() {
        if chars[at - 1] == '\\' && !places.contains(&(at - 1)) {
            places.insert(at);
        }
    }
    places
}

/// Returns the first mark outside quotes that opens one and is never closed.
pub(super) fn unclosed_mark(chars: &[char]) -> Option<usize> {
    let quotes = quotes(chars, &escaped_places(chars));
    let mut at = 0;
    while at < chars.len() {
        let opens = matches!(chars[at], '"' | '“' | '「' | '『' | '｢');
        match quotes.binary_search_by_key(&at, |quote| quote.start) {
            Ok(found) => at = quotes[found].end,
            Err(_) if opens => return Some(at),
            Err(_) => at += 1,
        }
    }
    None
}

/// Returns whether `c` belongs to a word in a script that puts spaces between words.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() && c < WIDE
}

fn is_apostrophe_at(chars: &[char], at: usize) -> bool {
    chars[at] == '’' && !can_close(chars, at)
}

fn can_open(chars: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| chars[before]);
    chars[at] == '"' || !before.is_some_and(is_word)
}

fn can_close(chars: &[char], at: usize) -> bool {
    let after = chars.get(at + 1).copied();
    chars[at] == '"' || !after.is_some_and(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_quote(text: &str) -> Option<String> {
        let chars: Vec<char> = text.chars().collect();
        let quotes = quotes(&chars, &BTreeSet::new());
        let quote = quotes.first()?;
        Some(chars[quote.start + 1..quote.end - 1].iter().collect())
    }

    #[test]
    fn every_kind_of_quote_is_found() {
        for text in ["「A」", "『A』", "｢A｣", "\"A\"", "'A'", "“A”", "‘A’"] {
            assert_eq!(first_quote(text).as_deref(), Some("A"), "{text}");
        }
    }

    #[test]
    fn quotes_may_hold_other_quotes_and_apostrophes() {
        assert_eq!(first_quote("「a「b」c」").as_deref(), Some("a「b」c"));
        assert_eq!(first_quote("'Bob's'").as_deref(), Some("Bob's"));
        assert_eq!(first_quote("‘Bob’s’").as_deref(), Some("Bob’s"));
        assert_eq!(first_quote("'東京'を含む").as_deref(), Some("東京"));
        assert_eq!(first_quote("\"'x'\"").as_deref(), Some("'x'"));
    }

    #[test]
    fn an_apostrophe_or_a_lonely_mark_is_no_quote() {
        for text in ["it isn't Bob's", "it isn’t", "「x", "x」", "\"x", ""] {
            assert_eq!(first_quote(text), None, "{text}");
        }
    }
}
