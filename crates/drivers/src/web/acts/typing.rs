//! Text into what has the focus.

use retap_model::device::{Deadline, Key};
use retap_model::screen::Element;
use serde_json::json;

use super::super::cdp::Session;
use super::super::device::WebDevice;
use super::ActError;
use super::keys::{character, press};
use super::touch::Command;

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
    pub(super) fn type_text(&mut self, text: &str, deadline: Deadline) -> Result<(), ActError> {
        let session = self.front_session()?;
        if self.focus_takes_no_letters() {
            return self.set_value(text, deadline);
        }
        let lines: Vec<&str> = text.split('\n').collect();
        for (number, line) in lines.iter().enumerate() {
            self.type_line(&session, line.trim_end_matches('\r'), deadline)?;
            if number + 1 < lines.len() {
                let enter = Key::from_word("return").expect("a key of every device");
                let commands = press(&enter, &[]).unwrap_or_default();
                self.do_all(&session, &commands, deadline)?;
            }
        }
        Ok(())
    }

    fn type_line(
        &mut self,
        session: &Session,
        line: &str,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        let last = line.chars().next_back().filter(char::is_ascii_alphanumeric);
        let bulk = match last {
            Some(last) => &line[..line.len() - last.len_utf8()],
            None => line,
        };
        if !bulk.is_empty() {
            let insert: Command = ("Input.insertText", json!({"text": bulk}));
            self.do_all(session, &[insert], deadline)?;
        }
        if let Some(last) = last {
            self.do_all(session, &character(last), deadline)?;
        }
        Ok(())
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
