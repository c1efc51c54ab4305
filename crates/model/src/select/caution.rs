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

/// Returns the dangerous word that `now` has and `recorded` has not.
pub(super) fn new_danger(recorded: &str, now: &str) -> Option<&'static str> {
    let recorded = recorded.to_lowercase();
    let now = now.to_lowercase();
    DANGEROUS
        .into_iter()
        .find(|word| contains_word(&now, word) && !contains_word(&recorded, word))
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
    fn only_words_that_are_new_are_dangerous() {
        assert_eq!(new_danger("Continue", "Delete account"), Some("delete"));
        assert_eq!(new_danger("Delete", "Delete it"), None);
        assert_eq!(new_danger("Archive", "Archive All"), Some("all"));
        assert_eq!(new_danger("General", "Payload"), None);
        assert_eq!(new_danger("保存", "メモを削除"), Some("削除"));
    }
}
