//! Words that must never be touched unless the author or the recording said them.

/// Words of acts that destroy, pay or send, in the languages retap's users write.
const DANGEROUS: [&str; 44] = [
    "delete",
    "remove",
    "erase",
    "reset",
    "wipe",
    "format",
    "discard",
    "uninstall",
    "sign out",
    "log out",
    "logout",
    "deactivate",
    "close account",
    "cancel subscription",
    "unsubscribe",
    "pay",
    "buy",
    "purchase",
    "order now",
    "place order",
    "checkout",
    "transfer",
    "send",
    "submit",
    "all",
    "everything",
    "すべて",
    "全部",
    "confirm",
    "block",
    "report",
    "supprimer",
    "effacer",
    "acheter",
    "payer",
    "löschen",
    "kaufen",
    "eliminar",
    "borrar",
    "削除",
    "消去",
    "購入",
    "支払",
    "送信",
];

/// Returns the word in `text` that promises to destroy, pay or send.
pub fn danger_in(text: &str) -> Option<&'static str> {
    new_danger("", text)
}

/// Returns the dangerous word that `now` has and `recorded` has not.
pub(super) fn new_danger(recorded: &str, now: &str) -> Option<&'static str> {
    let recorded = recorded.to_lowercase();
    let now = now.to_lowercase();
    DANGEROUS
        .into_iter()
        .find(|word| contains_word(&now, word) && !contains_word(&recorded, word))
}

/// Words that, directly before a label, turn it into its opposite.
const NEGATIONS_BEFORE: [&str; 16] = [
    "don't", "don’t", "do not", "not", "no", "never", "without", "isn't", "cancel", "disable",
    "stop", "ne pas", "nicht", "kein", "ohne", "sin",
];

/// Endings that, directly after a label, turn it into its opposite.
const NEGATIONS_AFTER: [&str; 6] = [
    "しない",
    "ない",
    "できない",
    "されていない",
    "せず",
    "を解除",
];

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
    let is_word_end = |word: &str| {
        before
            .strip_suffix(word)
            .is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric()))
    };
    NEGATIONS_BEFORE.into_iter().any(is_word_end)
        || NEGATIONS_AFTER
            .into_iter()
            .any(|ending| after.starts_with(ending))
}

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
    fn the_opposite_of_a_label_is_told() {
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
