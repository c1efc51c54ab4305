//! Text into what has the focus.

use retap_model::device::{Deadline, Key};
use retap_model::screen::Element;
use serde_json::json;

use super::super::ask::Command;
use super::super::device::WebDevice;
use super::ActError;
use super::keys::{character, press};

/// Fields that take no letters; `script/acts.js` has the same.
const WITHOUT_LETTERS: [&str; 7] = [
    "input:date",
    "input:time",
    "input:month",
    "input:week",
    "input:datetime-local",
    "input:color",
    "input:range",
];

impl WebDevice {
    /// Types text. It arrives as an input method would deliver it, in any script; a line break is
    /// the key, and the last plain letter is one too, because pages wait for a key to be released.
    /// All of it is sent at once: the browser keeps its order.
    pub(super) fn type_text(&mut self, text: &str, deadline: Deadline) -> Result<(), ActError> {
        let session = self.front_session()?;
        if self.focus_takes_no_letters() {
            return self.set_value(text, deadline);
        }
        let mut commands = Vec::new();
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                let enter = Key::from_word("return").expect("a key of every device");
                commands.extend(press(&enter, &[]).unwrap_or_default());
            }
            commands.extend(line_typed(line.trim_end_matches('\r')));
        }
        Ok(self.do_all(&session, &commands, deadline)?)
    }

    /// Empties the field that has the focus, as a person would: all of it chosen, then deleted.
    pub(super) fn clear_text(&mut self, deadline: Deadline) -> Result<(), ActError> {
        let session = self.front_session()?;
        if self.focus_takes_no_letters() {
            return self.set_value("", deadline);
        }
        let all = json!({
            "type": "rawKeyDown", "key": "a", "code": "KeyA", "windowsVirtualKeyCode": 65,
            "modifiers": 2, "commands": ["selectAll"],
        });
        let released = json!({
            "type": "keyUp", "key": "a", "code": "KeyA", "windowsVirtualKeyCode": 65, "modifiers": 2,
        });
        let mut commands = vec![
            ("Input.dispatchKeyEvent", all),
            ("Input.dispatchKeyEvent", released),
        ];
        let delete = Key::from_word("delete").expect("a key of every device");
        commands.extend(press(&delete, &[]).unwrap_or_default());
        Ok(self.do_all(&session, &commands, deadline)?)
    }

    fn focus_takes_no_letters(&self) -> bool {
        let is_one = |element: &Element| {
            element.state.focused && WITHOUT_LETTERS.contains(&element.class.as_str())
        };
        self.seen
            .as_ref()
            .is_some_and(|seen| seen.elements.iter().any(is_one))
    }

    fn set_value(&mut self, value: &str, deadline: Deadline) -> Result<(), ActError> {
        let value = serde_json::to_string(value).expect("a text is JSON");
        let said = self.call(&format!("setValue({value})"), deadline)?;
        match said.as_str() {
            Some("") | None => Ok(()),
            Some(reason) => Err(ActError::refused(reason)),
        }
    }
}

/// Returns what of a line comes before its last letter, which is a key.
pub(super) fn before_keys(line: &str) -> &str {
    line.strip_suffix(|last: char| last.is_ascii_alphanumeric())
        .unwrap_or(line)
}

/// Returns the events of typing one line.
pub(super) fn line_typed(line: &str) -> Vec<Command> {
    let bulk = before_keys(line);
    let last = line[bulk.len()..].chars().next();
    let mut commands = Vec::new();
    if !bulk.is_empty() {
        commands.push(("Input.insertText", json!({"text": bulk})));
    }
    commands.extend(last.map(character).unwrap_or_default());
    commands
}
