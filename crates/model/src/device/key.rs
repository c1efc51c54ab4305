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
    /// The names every device understands.
    pub const NAMES: [&'static str; 20] = [
        "return",
        "escape",
        "tab",
        "delete",
        "space",
        "up",
        "down",
        "left",
        "right",
        "home",
        "end",
        "page_up",
        "page_down",
        "menu",
        "back",
        "search",
        "volume_up",
        "volume_down",
        "power",
        "app_switch",
    ];

    /// The keys Android has a number for: ours, Android's name, the number.
    const ANDROID: [(&'static str, &'static str, u32); 18] = [
        ("up", "DPAD_UP", 19),
        ("down", "DPAD_DOWN", 20),
        ("left", "DPAD_LEFT", 21),
        ("right", "DPAD_RIGHT", 22),
        ("volume_up", "VOLUME_UP", 24),
        ("volume_down", "VOLUME_DOWN", 25),
        ("power", "POWER", 26),
        ("tab", "TAB", 61),
        ("space", "SPACE", 62),
        ("return", "ENTER", 66),
        ("delete", "DELETE", 67),
        ("menu", "MENU", 82),
        ("search", "SEARCH", 84),
        ("page_up", "PAGE_UP", 92),
        ("page_down", "PAGE_DOWN", 93),
        ("escape", "ESCAPE", 111),
        ("end", "MOVE_END", 123),
        ("app_switch", "APP_SWITCH", 187),
    ];

    /// Returns the key that Android gives this number.
    pub fn from_android_code(code: u32) -> Option<Self> {
        let mut keys = Self::ANDROID.iter();
        keys.find(|(_, _, known)| *known == code)
            .map(|(name, _, _)| Self((*name).to_owned()))
    }

    /// Returns Android's name and number for the key, where it has one.
    pub fn android(&self) -> Option<(&'static str, u32)> {
        let mut keys = Self::ANDROID.iter();
        keys.find(|(name, _, _)| *name == self.0)
            .map(|(_, name, code)| (*name, *code))
    }

    /// Returns the key that `word` names: a name, a usual synonym, or a single character.
    pub fn from_word(word: &str) -> Option<Self> {
        let lower = word.to_lowercase();
        let name = match lower.as_str() {
            "enter" => "return",
            "esc" => "escape",
            "backspace" => "delete",
            other => other,
        };
        if Self::NAMES.contains(&name) {
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

/// A key that is held while another is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Modifier {
    /// ⌘, or the platform's main modifier.
    Command,
    /// ⇧.
    Shift,
    /// ⌥ or Alt.
    Option,
    /// ⌃ or Ctrl.
    Control,
}

impl Modifier {
    /// All modifiers, in the order help texts list them.
    pub const ALL: [Self; 4] = [Self::Command, Self::Shift, Self::Option, Self::Control];

    /// Returns the word used in files and reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Shift => "shift",
            Self::Option => "option",
            Self::Control => "control",
        }
    }

    /// Returns the modifier that `word` names, by its name or a usual short form.
    pub fn from_word(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "command" | "cmd" | "meta" => Some(Self::Command),
            "shift" => Some(Self::Shift),
            "option" | "opt" | "alt" => Some(Self::Option),
            "control" | "ctrl" => Some(Self::Control),
            _ => None,
        }
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
