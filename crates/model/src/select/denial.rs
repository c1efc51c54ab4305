//! Whether a text has something in it only to deny it, as `Could not be saved` has `saved`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::seen::plain;

use super::denial_words::{
    CALLING_OFF, DENIALS, DENYING_ENDINGS, ENDING_LINKS, HELPING, JOINED_DENIALS, SEEMING_DENIALS,
};
use super::label::has_word_edges;
use super::phrase_words::NEW_CLAUSE;
use super::searched::{Place, Searched};

/// How many words may stand between a denial and what it denies: `None of your changes were saved`.
const MOST_BETWEEN: usize = 4;

/// How many parts of an ending may stand before the one that denies: `されて`, `い` in `保存されていません`.
const MOST_LINKS: usize = 5;

/// Returns whether `text` says the opposite of the label it contains, wherever it has it.
pub(crate) fn negates(text: &str, label: &str) -> bool {
    let (text, label) = (Searched::of(text), Searched::of(label));
    let is_whole = |it: &Place<'_>| has_word_edges(it.text, it.start, it.end);
    let mut places = text.places(&label).filter(is_whole);
    places.next().is_some_and(is_denied) && places.all(is_denied)
}

/// Returns whether a text says of a deed at this place that it is not done: denied, or with one word between, since in
/// some languages the object stands there, as in `Keine Daten löschen`.
pub(super) fn is_not_done(place: Place<'_>) -> bool {
    let further = || {
        let (start, _) = place.words_before().next()?;
        Some(Place { start, ..place })
    };
    is_denied(place) || further().is_some_and(is_denied_before)
}

/// Returns whether a text denies what stands at a place of it.
///
/// Only its clause counts, and in it what stands before it: `Error: no connection` is an error. In languages that deny
/// behind a word, what is joined to it.
fn is_denied(place: Place<'_>) -> bool {
    is_denied_before(place) || is_denied_behind(place.behind())
}

fn is_denied_before(place: Place<'_>) -> bool {
    static CALLING: LazyLock<BTreeSet<String>> = LazyLock::new(|| plain_words(&CALLING_OFF));
    let before = place.before();
    if JOINED_DENIALS.iter().any(|word| before.ends_with(word)) {
        return true;
    }
    let words = place.words_before().map(|(_, word)| word);
    let mut words = words.take(MOST_BETWEEN + 1).peekable();
    match words.peek() {
        None => return false,
        Some(&"no") if place.found().starts_with(|c: char| c.is_ascii_digit()) => return false,
        Some(beside) if denies(beside) || CALLING.contains(*beside) => return true,
        // Else it denies what this is said of, as in `You have no new Messages`.
        Some(beside) if !is_helping(beside) => return false,
        Some(_) => {}
    }
    let words = words.skip_while(|word| is_helping(word));
    let mut words = words.take_while(|word| !NEW_CLAUSE.contains(word));
    words.any(denies)
}

fn denies(word: &str) -> bool {
    static WORDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| plain_words(&DENIALS));
    word.ends_with("n't") || WORDS.contains(word)
}

/// Returns whether a word may stand between a denial and what it denies; adverbs may, in `not automatically saved`.
fn is_helping(word: &str) -> bool {
    static WORDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| plain_words(&HELPING));
    let is_adverb =
        || word.len() > "only".len() && (word.ends_with("ly") || word.ends_with("mente"));
    WORDS.contains(word) || is_adverb()
}

fn plain_words(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|word| plain(word)).collect()
}

fn is_denied_behind(behind: &str) -> bool {
    let begins = |rest: &str, table: &[&str]| table.iter().any(|it| rest.starts_with(it));
    let mut rest = behind;
    for _ in 0..=MOST_LINKS {
        if begins(rest, &SEEMING_DENIALS) {
            return false;
        }
        if begins(rest, &DENYING_ENDINGS) {
            return true;
        }
        let next = ENDING_LINKS.iter().find_map(|link| rest.strip_prefix(link));
        let Some(next) = next else { return false };
        rest = next;
    }
    false
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
            ("저장하지 못했습니다", "저장"),
            ("保存をキャンセル", "保存"),
            ("保存しておりません", "保存"),
            ("尚未保存", "保存"),
            ("エラーはありません", "エラー"),
            ("Das Konto ist nicht vollständig gespeichert", "gespeichert"),
            ("Your draft is not (yet) saved", "Saved"),
            ("It was not automatically saved", "Saved"),
            ("El archivo no fue guardado", "guardado"),
            ("Il n'est pas encore enregistré", "Enregistré"),
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
            ("保存しなければなりません", "保存"),
            ("保存しないといけません", "保存"),
            ("保存するとやりなおせません", "保存"),
            ("Not you? (Saved)", "Saved"),
            ("Nicht jetzt – Speichern", "Speichern"),
            ("Plus tard, non. Enregistrer", "Enregistrer"),
            ("Não agora: Salvar", "Salvar"),
        ] {
            assert!(!negates(text, label), "{text}: {label}");
        }
    }
}
