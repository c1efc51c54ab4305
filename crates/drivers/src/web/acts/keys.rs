//! Keys as the protocol names them, and the few that a browser rather than a page understands.

use retap_model::device::{Ability, Key, Modifier};
use serde_json::{Value, json};

use super::super::{AskError, Asked, Command, WebDevice, command};

/// A key: our name, its value, its place, its number, the text it makes.
type Row = (&'static str, &'static str, &'static str, u32, &'static str);

/// The keys a browser has. The others of a phone it has not.
const NAMED: [Row; 15] = [
    ("return", "Enter", "Enter", 13, "\r"),
    ("escape", "Escape", "Escape", 27, ""),
    ("tab", "Tab", "Tab", 9, ""),
    ("delete", "Backspace", "Backspace", 8, ""),
    ("space", " ", "Space", 32, " "),
    ("up", "ArrowUp", "ArrowUp", 38, ""),
    ("down", "ArrowDown", "ArrowDown", 40, ""),
    ("left", "ArrowLeft", "ArrowLeft", 37, ""),
    ("right", "ArrowRight", "ArrowRight", 39, ""),
    ("home", "Home", "Home", 36, ""),
    ("end", "End", "End", 35, ""),
    ("page_up", "PageUp", "PageUp", 33, ""),
    ("page_down", "PageDown", "PageDown", 34, ""),
    ("menu", "ContextMenu", "ContextMenu", 93, ""),
    ("search", "BrowserSearch", "BrowserSearch", 170, ""),
];

impl WebDevice {
    /// Presses a key. Reloading, and going back and forward, are keys of the browser itself, which
    /// input events do not reach.
    pub(super) fn press_key(&mut self, key: &Key, modifiers: &[Modifier]) -> Asked {
        let has_command =
            modifiers.contains(&Modifier::Control) || modifiers.contains(&Modifier::Command);
        match (key.as_str(), modifiers) {
            ("back", _) | ("left", [Modifier::Option]) => self.go_back(),
            ("right", [Modifier::Option]) => self.go_forward(),
            ("r", _) if has_command => self.do_in_front(&[command("Page.reload", json!({}))]),
            (name, _) => {
                let events = press(name, modifiers).ok_or(AskError::Unsupported(Ability::Keys))?;
                self.do_in_front(&events)
            }
        }
    }
}

/// Returns the events of pressing and releasing a key; `None` for one that browsers do not have.
pub(super) fn press(name: &str, modifiers: &[Modifier]) -> Option<[Command; 2]> {
    let (params, text) = key_event(name, modifiers)?;
    let half = |kind: &str| {
        let mut params = params.clone();
        params["type"] = json!(kind);
        params["modifiers"] = json!(mask(modifiers));
        params
    };
    // With any other modifier held a key makes no text.
    let is_plain = modifiers.iter().all(|held| *held == Modifier::Shift);
    let mut down = half("rawKeyDown");
    if is_plain && !text.is_empty() {
        down["type"] = json!("keyDown");
        down["text"] = json!(text);
    }
    Some([down, half("keyUp")].map(|params| command("Input.dispatchKeyEvent", params)))
}

/// Returns the fields the protocol has for a key, and the text it makes; empty for none.
fn key_event(name: &str, modifiers: &[Modifier]) -> Option<(Value, String)> {
    let event = |key: &str, code: &str, number: u32| json!({"key": key, "code": code, "windowsVirtualKeyCode": number});
    if let Some((_, key, code, number, text)) = NAMED.iter().find(|row| row.0 == name) {
        return Some((event(key, code, *number), (*text).to_owned()));
    }
    let mut characters = name.chars();
    let character = characters.next().filter(|_| characters.next().is_none())?;
    let text: String = if modifiers.contains(&Modifier::Shift) {
        character.to_uppercase().collect()
    } else {
        character.to_string()
    };
    let upper = character.to_ascii_uppercase();
    let (code, number) = match upper {
        'A'..='Z' => (format!("Key{upper}"), u32::from(upper)),
        '0'..='9' => (format!("Digit{upper}"), u32::from(upper)),
        _ => (String::new(), 0),
    };
    Some((event(&text, &code, number), text))
}

/// Returns the events of typing a letter or digit.
pub(super) fn character(letter: char) -> [Command; 2] {
    let lower = letter.to_ascii_lowercase().to_string();
    let shift = letter.is_ascii_uppercase().then_some(Modifier::Shift);
    press(&lower, shift.as_slice()).expect("every character is a key")
}

/// Returns the protocol's number for what is held. The main modifier of the systems Chromium is
/// driven on here is Control.
fn mask(modifiers: &[Modifier]) -> u32 {
    let bit = |modifier: &Modifier| match modifier {
        Modifier::Option => 1,
        Modifier::Control | Modifier::Command => 2,
        Modifier::Shift => 8,
    };
    modifiers.iter().map(bit).fold(0, |all, bit| all | bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_places_and_phones_keys_have_none() {
        assert_eq!(key_event("a", &[Modifier::Shift]).unwrap().1, "A");
        assert_eq!(key_event("a", &[]).unwrap().0["code"], "KeyA");
        assert_eq!(key_event("é", &[]).unwrap().1, "é");
        assert_eq!(key_event("volume_up", &[]), None);
    }
}
