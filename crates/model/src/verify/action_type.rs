//! What an act is expected to touch besides the screen.

crate::words! {
    /// What an act is expected to touch; part of the contract of whoever sends it, never inferred from
    /// what happened.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ActionType {
        /// Only what the screen shows.
        LocalState = "local_state",
        /// A server, another app or stored data.
        SideEffect = "side_effect",
    }
}

/// Words on what is touched that promise more than a change of the screen.
const SIDE_EFFECT_WORDS: [&str; 27] = [
    "submit",
    "save",
    "send",
    "sync",
    "search",
    "refresh",
    "login",
    "log in",
    "sign in",
    "sign up",
    "register",
    "buy",
    "pay",
    "order",
    "checkout",
    "purchase",
    "book",
    "delete",
    "post",
    "publish",
    "upload",
    "download",
    "confirm",
    "apply",
    "subscribe",
    "transfer",
    "sign out",
];

/// The same in Japanese, where words have no gaps between them.
const SIDE_EFFECT_PARTS: [&str; 14] = [
    "送信",
    "保存",
    "検索",
    "更新",
    "ログイン",
    "ログアウト",
    "購入",
    "注文",
    "支払",
    "削除",
    "登録",
    "確定",
    "申し込",
    "同期",
];

impl ActionType {
    /// Returns the type of touching what goes by this name: one that promises to submit, save, buy and
    /// the like has side effects.
    pub fn of_touching(name: &str) -> Self {
        let lower = name.to_lowercase();
        let spaced: String = lower
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { ' ' })
            .collect();
        let words = format!(
            " {} ",
            spaced.split_whitespace().collect::<Vec<_>>().join(" ")
        );
        let promises = SIDE_EFFECT_WORDS
            .iter()
            .any(|word| words.contains(&format!(" {word} ")))
            || SIDE_EFFECT_PARTS.iter().any(|part| lower.contains(part));
        if promises {
            Self::SideEffect
        } else {
            Self::LocalState
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_button_promises_tells_its_type() {
        for name in ["Save", "Place Order", "Sign-In", "ログインする"] {
            assert_eq!(
                ActionType::of_touching(name),
                ActionType::SideEffect,
                "{name}"
            );
        }
        for name in ["General", "Orders", "Wi-Fi", "Bookmarks", ""] {
            assert_eq!(
                ActionType::of_touching(name),
                ActionType::LocalState,
                "{name}"
            );
        }
    }
}
