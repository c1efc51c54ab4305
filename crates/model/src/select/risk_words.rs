//! Words that promise more than a change of the screen, or turn a label into its opposite, by language.

/// A consequence that touching something of that name may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Risk {
    /// Destroys, pays or sends where nobody else would notice; not touched unasked.
    Dangerous,
    /// Reaches a server, another app or stored data, and can be undone.
    SideEffect,
    /// Both.
    DangerousEffect,
}

impl Risk {
    pub(super) const fn is_dangerous(self) -> bool {
        match self {
            Self::Dangerous | Self::DangerousEffect => true,
            Self::SideEffect => false,
        }
    }

    pub(super) const fn has_side_effect(self) -> bool {
        match self {
            Self::SideEffect | Self::DangerousEffect => true,
            Self::Dangerous => false,
        }
    }
}

/// Words of one language and one risk, in small letters.
pub(super) struct RiskWords {
    pub(super) risk: Risk,
    pub(super) words: &'static [&'static str],
}

const fn words(risk: Risk, words: &'static [&'static str]) -> RiskWords {
    RiskWords { risk, words }
}

/// Every such word there is. Another language is another few lines.
#[rustfmt::skip]
pub(super) static RISK_WORDS: [RiskWords; 9] = [
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
pub(super) static NEGATIONS_BEFORE: [&str; 16] = [
    "don't", "don’t", "do not", "not", "no", "never", "without", "isn't", "cancel", "disable", "stop",
    "ne pas", "nicht", "kein", "ohne", "sin",
];

/// Endings that, directly after a label, turn it into its opposite.
#[rustfmt::skip]
pub(super) static NEGATIONS_AFTER: [&str; 6] = ["しない", "ない", "できない", "されていない", "せず", "を解除"];

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
}
