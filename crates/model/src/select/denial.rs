//! Whether a text has a label in it only to deny it, as `Could not be saved` has `saved`.

use std::sync::LazyLock;

use crate::seen::plain;

use super::label::has_word_edges;
use super::risk_words::{
    DENIALS, DENYING_ENDINGS, HELPING, INVITING_ENDINGS, NEW_CLAUSE, NOT_BEFORE, NOT_JOINED,
    OPPOSITES_AFTER, OPPOSITES_BEFORE,
};
use super::said::ends_with_word;

/// How many words may stand between a denial and what it denies: `None of your changes were saved`.
const MOST_BETWEEN: usize = 4;

/// How many letters after a label may be endings of it.
const LONGEST_ENDING: usize = 12;

/// Returns whether a clause ends with a character.
pub(super) fn is_clause_end(c: char) -> bool {
    ".,;:!?()/|\n—–、。・「」（）".contains(c)
}

/// Returns whether `text` says the opposite of the label it contains, wherever it has it.
///
/// Only the clause of the label counts, and in it what stands before the label: `Error: no connection` is an error. In
/// languages that deny behind a word, what is joined to the label.
pub(crate) fn negates(text: &str, label: &str) -> bool {
    let (text, label) = (spelled(text), spelled(label.trim()));
    let places = text.match_indices(label.as_str());
    let places = places.map(|(start, _)| (start, start + label.len()));
    let mut places = places.filter(|(start, end)| has_word_edges(&text, *start, *end));
    let is_denied = |(start, end): (usize, usize)| {
        let before = &text[..start];
        is_denied_before(before) && !is_number_of(before, &label) || is_denied_behind(&text[end..])
    };
    places.next().is_some_and(is_denied) && places.all(is_denied)
}

/// Returns whether what stands before figures says that they are a number: `Order no 12345`.
fn is_number_of(before: &str, label: &str) -> bool {
    let is_word = |word: &str| ends_with_word(before.trim_end(), word);
    label.starts_with(|c: char| c.is_ascii_digit()) && is_word("no")
}

/// Returns a text in plain letters, and with one kind of apostrophe.
fn spelled(text: &str) -> String {
    plain(text).replace(['’', '‘', 'ʼ', '´', '`', '\u{2032}'], "'")
}

fn is_denied_before(before: &str) -> bool {
    static BESIDE: LazyLock<Vec<String>> = LazyLock::new(|| {
        let words = NOT_BEFORE.iter().chain(&OPPOSITES_BEFORE);
        words.map(|word| spelled(word)).collect()
    });
    static DENYING: LazyLock<Vec<String>> =
        LazyLock::new(|| DENIALS.iter().map(|word| spelled(word)).collect());
    let is_beside = |word: &String| ends_with_word(before.trim_end(), word);
    if BESIDE.iter().any(is_beside) || NOT_JOINED.iter().any(|word| before.ends_with(word)) {
        return true;
    }
    let clause = before.rsplit(is_clause_end).next().unwrap_or("");
    let words = clause.split_whitespace().rev().take(MOST_BETWEEN + 1);
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_denial =
        |word: &str| word.ends_with("n't") || DENYING.iter().any(|denial| denial == word);
    let mut words = words.peekable();
    match words.peek() {
        None => return false,
        Some(beside) if is_denial(beside) => return true,
        // Else it denies what the label is said of, as in `You have no new Messages`.
        Some(beside) if !HELPING.contains(beside) => return false,
        Some(_) => {}
    }
    let is_new_clause = |word: &&str| word.is_empty() || NEW_CLAUSE.contains(word);
    let words = words.skip_while(|word| HELPING.contains(word));
    let mut words = words.take_while(|word| !is_new_clause(word));
    words.any(is_denial)
}

fn is_denied_behind(after: &str) -> bool {
    let is_ending = |c: char| matches!(c, '\u{3041}'..='\u{3096}' | '\u{ac00}'..='\u{d7a3}' | ' ');
    let end = after.find(|c: char| !is_ending(c)).unwrap_or(after.len());
    let ending: String = after[..end].chars().take(LONGEST_ENDING).collect();
    let has = |endings: &[&str]| endings.iter().any(|it| ending.contains(it));
    has(&DENYING_ENDINGS) && !has(&INVITING_ENDINGS)
        || OPPOSITES_AFTER
            .iter()
            .any(|word| after.trim_start().starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_denies_it_does_not_say() {
        for (text, label) in [
            ("Don't Save", "save"),
            ("Not connected", "Connected"),
            ("Can't save", "Save"),
            ("Do not save", "Save"),
            ("Не сохранять", "сохранять"),
            ("Could not be saved", "Saved"),
            ("Il file non è stato salvato", "salvato"),
            ("Couldn’t be saved", "Saved"),
            ("Isn’t saved", "Saved"),
            ("Isnʼt saved", "Saved"),
            ("Nothing was saved", "Saved"),
            ("None of your changes were saved", "Saved"),
            ("Error: your file has not yet been saved.", "Saved"),
            ("Not saved, and never will be saved", "Saved"),
            ("Nichts wurde gespeichert", "Gespeichert"),
            ("N’a pas été enregistré", "Enregistré"),
            ("No se ha guardado", "Guardado"),
            ("Não foi salvo", "Salvo"),
            ("保存しない", "保存"),
            ("保存されていません", "保存"),
            ("保存できませんでした", "保存"),
            ("更改未保存", "保存"),
            ("无法保存", "保存"),
            ("저장되지 않았습니다", "저장"),
        ] {
            assert!(negates(text, label), "{text}: {label}");
        }
    }

    #[test]
    fn a_denial_of_something_else_does_not_deny_a_label() {
        for (text, label) in [
            ("Error: no connection", "Error"),
            ("Order no 12345", "12345"),
            ("You have no new Messages", "Messages"),
            ("Don't miss our Summer Sale", "Summer Sale"),
            ("Airplane mode, Off", "Airplane mode"),
            ("Piano Save", "Save"),
            ("Online Save", "Save"),
            ("No, Save", "Save"),
            ("Save now", "Save"),
            ("Notes", "Notes"),
            ("Not sent but saved", "Saved"),
            ("Saved, not sent", "Saved"),
            ("Don't close until it is saved", "Saved"),
            ("Not a member? Join", "Join"),
            ("Could not connect to Saved networks", "Saved networks"),
            ("Not now - Save", "Save"),
            ("Unsaved? No: saved", "Saved"),
            ("The first was not saved; the second was saved", "Saved"),
            ("No-reply address", "address"),
            ("保存しました", "保存"),
            ("登録しませんか", "登録"),
            ("保存くださいませ", "保存"),
            ("保存する必要はない、保存", "保存"),
        ] {
            assert!(!negates(text, label), "{text}: {label}");
        }
    }
}
