//! Words that promise more than a change of the screen, or turn a label into its opposite, by language: what is
//! dangerous must never be touched unless the author or the recording said it.

/// A consequence that touching something of that name may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Risk {
    /// Destroys, pays or sends where nobody else would notice; not touched unasked.
    Dangerous,
    /// Reaches a server, another app or stored data, and can be undone.
    SideEffect,
    /// Both.
    DangerousEffect,
}

impl Risk {
    const fn is_dangerous(self) -> bool {
        match self {
            Self::Dangerous | Self::DangerousEffect => true,
            Self::SideEffect => false,
        }
    }

    const fn has_side_effect(self) -> bool {
        match self {
            Self::SideEffect | Self::DangerousEffect => true,
            Self::Dangerous => false,
        }
    }
}

/// Words of one language and one risk, in small letters.
struct RiskWords {
    risk: Risk,
    words: &'static [&'static str],
}

const fn words(risk: Risk, words: &'static [&'static str]) -> RiskWords {
    RiskWords { risk, words }
}

/// Every such word there is. Another language is another few lines.
#[rustfmt::skip]
static RISK_WORDS: [RiskWords; 9] = [
    // English.
    words(Risk::DangerousEffect, &[
        "delete", "sign out", "pay", "buy", "purchase", "checkout", "transfer", "send", "submit", "confirm",
    ]),
    words(Risk::Dangerous, &[
        "remove", "erase", "reset", "wipe", "format", "discard", "uninstall", "log out", "logout", "deactivate",
        "close account", "cancel subscription", "unsubscribe", "order now", "place order", "all", "everything",
        "block", "report",
    ]),
    words(Risk::SideEffect, &[
        "save", "sync", "search", "refresh", "login", "log in", "sign in", "sign up", "register", "order", "book",
        "post", "publish", "upload", "download", "apply", "subscribe",
    ]),
    // Japanese.
    words(Risk::DangerousEffect, &["削除", "購入", "支払", "送信"]),
    words(Risk::Dangerous, &["消去", "すべて", "全部"]),
    words(Risk::SideEffect, &[
        "保存", "検索", "更新", "ログイン", "ログアウト", "注文", "登録", "確定", "申し込", "同期",
    ]),
    // French, German, Spanish.
    words(Risk::Dangerous, &["supprimer", "effacer", "acheter", "payer"]),
    words(Risk::Dangerous, &["löschen", "kaufen"]),
    words(Risk::Dangerous, &["eliminar", "borrar"]),
];

/// Words that, directly before a label, turn it into its opposite.
#[rustfmt::skip]
static NEGATIONS_BEFORE: [&str; 16] = [
    "don't", "don’t", "do not", "not", "no", "never", "without", "isn't", "cancel", "disable", "stop",
    "ne pas", "nicht", "kein", "ohne", "sin",
];

/// Endings that, directly after a label, turn it into its opposite.
#[rustfmt::skip]
static NEGATIONS_AFTER: [&str; 6] = ["しない", "ない", "できない", "されていない", "せず", "を解除"];

/// Dangerous words that promise the same thing.
#[rustfmt::skip]
static SAME_DANGER: [&[&str]; 3] = [
    &["delete", "remove", "erase", "wipe", "discard", "uninstall", "削除", "消去", "supprimer", "effacer", "löschen", "eliminar", "borrar"],
    &["pay", "buy", "purchase", "checkout", "order now", "place order", "購入", "支払", "acheter", "payer", "kaufen"],
    &["send", "submit", "confirm", "送信"],
];

/// Returns the dangerous word that `now` has while `asked` has neither it nor one that promises the same.
pub(super) fn unasked_danger(asked: &str, now: &str) -> Option<&'static str> {
    let (asked, now) = (spaced(asked), spaced(now));
    let is_asked = |word: &str| {
        let same = SAME_DANGER.iter().find(|same| same.contains(&word));
        let mut same = same.copied().unwrap_or_default().iter();
        contains_word(&asked, word) || same.any(|word| contains_word(&asked, word))
    };
    words_of(Risk::is_dangerous).find(|word| contains_word(&now, word) && !is_asked(word))
}

/// Words that promise that nothing happens, by language.
#[rustfmt::skip]
static BACKING_OUT: [&str; 33] = [
    "cancel", "keep", "back", "close", "no", "undo", "dismiss", "stay", "later", "skip", "abort", "never mind", "don't",
    "キャンセル", "戻る", "閉じる", "いいえ", "中止", "やめる", "元に戻す",
    "annuler", "retour", "fermer", "non", "abbrechen", "zurück", "schließen", "nein", "behalten",
    "cancelar", "volver", "cerrar", "conservar",
];

/// Returns whether `text` promises that nothing happens.
pub(super) fn backs_out(text: &str) -> bool {
    let text = spaced(text);
    BACKING_OUT
        .iter()
        .any(|word| contains_word(&text, &spaced(word)))
}

/// Returns whether `text` has all these words in it, one after the other.
pub(super) fn has_words(text: &str, words: &str) -> bool {
    let words = spaced(words);
    !words.is_empty() && contains_word(&spaced(text), &words)
}

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
    fn every_word_stands_once_and_in_small_letters() {
        let mut all: Vec<&str> = Vec::new();
        for row in &RISK_WORDS {
            all.extend(row.words);
        }
        let count = all.len();
        assert!(all.iter().all(|word| word.to_lowercase() == *word));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn words_that_promise_the_same_are_dangerous_words() {
        let all: Vec<&str> = words_of(Risk::is_dangerous).collect();
        assert!(
            SAME_DANGER
                .iter()
                .flat_map(|same| *same)
                .all(|word| all.contains(word))
        );
        assert_eq!(unasked_danger("Delete", "Remove Milk"), None);
        assert_eq!(unasked_danger("Send", "Delete"), Some("delete"));
    }

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
