//! Keys, what can be held with them, and the radios of a phone.

/// A key: one of the named ones, or the key of one character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key(String);

impl Default for Key {
    fn default() -> Self {
        Self("return".to_owned())
    }
}

impl Key {
    /// The keys every device understands, with Android's name and number where compiled scenarios have them.
    const NAMED: [(&'static str, Option<(&'static str, u32)>); 20] = [
        ("return", Some(("ENTER", 66))),
        ("escape", Some(("ESCAPE", 111))),
        ("tab", Some(("TAB", 61))),
        ("delete", Some(("DELETE", 67))),
        ("space", Some(("SPACE", 62))),
        ("up", Some(("DPAD_UP", 19))),
        ("down", Some(("DPAD_DOWN", 20))),
        ("left", Some(("DPAD_LEFT", 21))),
        ("right", Some(("DPAD_RIGHT", 22))),
        ("home", None),
        ("end", Some(("MOVE_END", 123))),
        ("page_up", Some(("PAGE_UP", 92))),
        ("page_down", Some(("PAGE_DOWN", 93))),
        ("menu", Some(("MENU", 82))),
        ("back", None),
        ("search", Some(("SEARCH", 84))),
        ("volume_up", Some(("VOLUME_UP", 24))),
        ("volume_down", Some(("VOLUME_DOWN", 25))),
        ("power", Some(("POWER", 26))),
        ("app_switch", Some(("APP_SWITCH", 187))),
    ];

    /// The names every device understands.
    pub const NAMES: [&'static str; Self::NAMED.len()] = {
        let mut names = [""; Self::NAMED.len()];
        let mut at = 0;
        while at < names.len() {
            names[at] = Self::NAMED[at].0;
            at += 1;
        }
        names
    };

    /// Returns the key that Android gives this number.
    pub fn from_android_code(code: u32) -> Option<Self> {
        let mut keys = Self::NAMED.into_iter();
        let (name, _) = keys.find(|(_, known)| known.is_some_and(|(_, known)| known == code))?;
        Some(Self(name.to_owned()))
    }

    /// Returns Android's name and number for the key, where it has one.
    pub fn android(&self) -> Option<(&'static str, u32)> {
        let mut keys = Self::NAMED.into_iter();
        keys.find(|(name, _)| *name == self.0)?.1
    }

    /// Returns the key that `word` names: a name, a usual synonym, or a single character.
    pub fn from_word(word: &str) -> Option<Self> {
        const SYNONYMS: [(&str, &str); 3] = [
            ("enter", "return"),
            ("esc", "escape"),
            ("backspace", "delete"),
        ];
        let is_word = |name: &str| name.eq_ignore_ascii_case(word);
        let synonym = SYNONYMS.into_iter().find(|(synonym, _)| is_word(synonym));
        let synonym = synonym.map(|(_, name)| name);
        if let Some(name) = synonym.or_else(|| Self::NAMES.into_iter().find(|name| is_word(name))) {
            return Some(Self(name.to_owned()));
        }
        let mut characters = word.chars();
        let first = characters
            .next()
            .filter(|c| !c.is_control() && !c.is_whitespace())?;
        characters
            .next()
            .is_none()
            .then(|| Self(first.to_lowercase().collect()))
    }

    /// Returns the name, or the character.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

crate::words! {
    /// A key that is held while another is pressed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Modifier {
        /// ⌘, or the platform's main modifier.
        Command = "command",
        /// ⇧.
        Shift = "shift",
        /// ⌥ or Alt.
        Option = "option",
        /// ⌃ or Ctrl.
        Control = "control",
    }
}

impl Modifier {
    /// Returns the modifier that a person names, by its word or a usual short form.
    pub fn from_text(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "cmd" | "meta" => Some(Self::Command),
            "opt" | "alt" => Some(Self::Option),
            "ctrl" => Some(Self::Control),
            word => Self::from_word(word),
        }
    }
}

/// What a key does with a clipboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClipboardKey {
    /// Copies what is marked.
    Copy,
    /// Copies what is marked and takes it away.
    Cut,
    /// Puts in what was copied.
    Paste,
}

impl ClipboardKey {
    /// Returns what a key does with these held; `None` for one that does something else.
    pub fn of(key: &Key, modifiers: &[Modifier]) -> Option<Self> {
        let is_main = |held: &Modifier| matches!(held, Modifier::Control | Modifier::Command);
        let does = match key.as_str() {
            "c" => Self::Copy,
            "x" => Self::Cut,
            "v" => Self::Paste,
            _ => return None,
        };
        modifiers.iter().any(is_main).then_some(does)
    }
}

crate::words! {
    /// A radio and the state to bring it to.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum NetworkMode {
        /// Airplane mode on.
        #[default]
        AirplaneOn = "airplane_on",
        /// Airplane mode off.
        AirplaneOff = "airplane_off",
        /// Wi-Fi on.
        WifiOn = "wifi_on",
        /// Wi-Fi off.
        WifiOff = "wifi_off",
        /// Mobile data on.
        CellularOn = "cellular_on",
        /// Mobile data off.
        CellularOff = "cellular_off",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_names_synonyms_and_characters() {
        assert_eq!(Key::from_word("Return"), Key::from_word("enter"));
        assert_eq!(Key::from_word("L").unwrap().as_str(), "l");
        assert_eq!(Key::from_word("+").unwrap().as_str(), "+");
        assert_eq!(Key::from_word("é").unwrap().as_str(), "é");
        for bad in ["", "retrun", "ab", "\n", " "] {
            assert_eq!(Key::from_word(bad), None, "{bad:?}");
        }
    }
}
