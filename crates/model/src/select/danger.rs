//! Words that must never be touched unless the author or the recording said them.

use super::risk_words::{NEGATIONS_AFTER, NEGATIONS_BEFORE, RISK_WORDS, Risk, RiskWords};

/// Returns the word in `text` that promises to destroy, pay or send.
pub fn danger_in(text: &str) -> Option<&'static str> {
    new_danger("", text)
}

/// Returns whether `text` promises more than a change of the screen.
pub(crate) fn promises_effect(text: &str) -> bool {
    let text = spaced(text);
    words_of(Risk::has_side_effect).any(|word| contains_word(&text, word))
}

/// Returns the dangerous word that `now` has and `recorded` has not.
pub(super) fn new_danger(recorded: &str, now: &str) -> Option<&'static str> {
    let (recorded, now) = (spaced(recorded), spaced(now));
    words_of(Risk::is_dangerous)
        .find(|word| contains_word(&now, word) && !contains_word(&recorded, word))
}

/// Returns whether `text` says the opposite of the label it contains, as `Don't Save` does of `Save`.
///
/// Only what stands directly beside the label counts: `Error: no connection` is an error.
pub(super) fn negates(text: &str, label: &str) -> bool {
    let (text, label) = (text.to_lowercase(), label.to_lowercase());
    let Some(start) = text.find(&label) else {
        return false;
    };
    let before = text[..start].trim_end();
    let after = &text[start + label.len()..];
    let is_word_end = |word: &&str| {
        let rest = before.strip_suffix(*word);
        rest.is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
    };
    NEGATIONS_BEFORE.iter().any(is_word_end)
        || NEGATIONS_AFTER.iter().any(|end| after.starts_with(end))
}

fn words_of(is_wanted: fn(Risk) -> bool) -> impl Iterator<Item = &'static str> {
    let rows = RISK_WORDS.iter().filter(move |row| is_wanted(row.risk));
    rows.flat_map(|row: &RiskWords| row.words).copied()
}

/// Returns the text in small letters, with one space wherever something stands that is no letter or figure.
fn spaced(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// Words of scripts without spaces between them may stand anywhere.
fn contains_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + word.len()..].chars().next();
        let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
        !word.is_ascii() || (!is_letter(before) && !is_letter(after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_beside_a_label_makes_its_opposite() {
        assert!(negates("Don't Save", "save"));
        assert!(negates("Not connected", "Connected"));
        assert!(negates("保存しない", "保存"));
        assert!(!negates("Error: no connection", "Error"));
        assert!(!negates("Airplane mode, Off", "Airplane mode"));
        assert!(!negates("Piano Save", "Save"));
        assert!(!negates("Save now", "Save"));
        assert!(!negates("Notes", "Notes"));
    }

    #[test]
    fn only_words_that_are_new_are_dangerous() {
        assert_eq!(new_danger("Continue", "Delete account"), Some("delete"));
        assert_eq!(new_danger("Delete", "Delete it"), None);
        assert_eq!(new_danger("Archive", "Archive All"), Some("all"));
        assert_eq!(new_danger("General", "Payload"), None);
        assert_eq!(new_danger("保存", "メモを削除"), Some("削除"));
    }
}
