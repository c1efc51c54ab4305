//! Keys, and the few that a browser rather than a page understands.

use retap_model::device::{Ability, Deadline, Key, Modifier};
use serde_json::{Value, json};

use super::super::ask::Command;
use super::super::device::WebDevice;
use super::ActError;
use super::key_table::{KeyEvent, key_event};

impl WebDevice {
    /// Presses a key. Reloading, and going back and forward, are keys of the browser itself, which
    /// input events do not reach.
    pub(super) fn press_key(
        &mut self,
        key: &Key,
        modifiers: &[Modifier],
        deadline: Deadline,
    ) -> Result<(), ActError> {
        let session = self.front_session()?;
        let has_command =
            modifiers.contains(&Modifier::Control) || modifiers.contains(&Modifier::Command);
        match (key.as_str(), modifiers) {
            ("back", _) | ("left", [Modifier::Option]) => return self.go_back(deadline),
            ("right", [Modifier::Option]) => return self.go_forward(deadline),
            ("r", _) if has_command => {
                self.do_all(&session, &[("Page.reload", json!({}))], deadline)?;
                return Ok(());
            }
            _ => {}
        }
        let commands = press(key, modifiers).ok_or(ActError::Unsupported(Ability::Keys))?;
        Ok(self.do_all(&session, &commands, deadline)?)
    }
}

/// Returns the events of pressing and releasing a key; `None` for one that browsers do not have.
pub(super) fn press(key: &Key, modifiers: &[Modifier]) -> Option<Vec<Command>> {
    let event = key_event(key.as_str(), modifiers)?;
    Some(both_halves(&event, modifiers))
}

/// Returns the events of typing a letter or digit.
pub(super) fn character(letter: char) -> Vec<Command> {
    let lower = letter.to_ascii_lowercase().to_string();
    let modifiers: &[Modifier] = if letter.is_ascii_uppercase() {
        &[Modifier::Shift]
    } else {
        &[]
    };
    let event = key_event(&lower, modifiers).expect("every character is a key");
    both_halves(&event, modifiers)
}

fn both_halves(event: &KeyEvent, modifiers: &[Modifier]) -> Vec<Command> {
    // With any other modifier held a key makes no text.
    let is_plain = modifiers
        .iter()
        .all(|modifier| *modifier == Modifier::Shift);
    let has_text = is_plain && !event.text.is_empty();
    let params = |kind: &str| -> Value {
        json!({
            "type": kind,
            "key": event.key,
            "code": event.code,
            "windowsVirtualKeyCode": event.number,
            "modifiers": mask(modifiers),
        })
    };
    let mut down = params(if has_text { "keyDown" } else { "rawKeyDown" });
    if has_text {
        down["text"] = json!(event.text);
    }
    let method = "Input.dispatchKeyEvent";
    vec![(method, down), (method, params("keyUp"))]
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
