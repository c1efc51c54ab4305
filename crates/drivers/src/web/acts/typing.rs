//! Keys as the protocol names them, the few that a browser rather than a page understands, and text: into what has the
//! focus, or into a field that is touched in the same go.

use retap_model::device::{Ability, ClipboardKey, Key, Landed, Modifier};
use retap_model::geometry::Point;
use retap_model::screen::Element;
use serde_json::{Value, json};

use super::super::{AskError, Asked, CdpError, Command, WebDevice, World, command, text};
use super::touch::{Words, click};

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
                match ClipboardKey::of(key, modifiers) {
                    Some(used) => self.press_clipboard_key(used, events),
                    None => self.do_in_front(&events),
                }
            }
        }
    }
}

/// Returns the events of pressing and releasing a key; `None` for one that browsers do not have.
fn press(name: &str, modifiers: &[Modifier]) -> Option<[Command; 2]> {
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
fn character(letter: char) -> [Command; 2] {
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

/// A longer text is none that is typed into boxes.
const LONGEST_CODE: usize = 32;

/// How a field takes a text.
enum Typing {
    /// At once.
    Whole,
    /// Key by key: it holds only a part, and the page goes on in the next field.
    Keys,
}

/// Returns how many letters a text has as scripts count them.
fn letters(text: &str) -> usize {
    text.encode_utf16().count()
}

const TEXT: Words = Words {
    came: "textCame()",
    missed: "missedText()",
};

impl WebDevice {
    /// Types text. It arrives as an input method would deliver it, in any script; a line break is
    /// the key, and the last plain letter is one too, because pages wait for a key to be released.
    /// All of it is sent at once: the browser keeps its order. A field that holds less than that gets keys.
    pub(super) fn type_text(&mut self, text: &str) -> Asked {
        if self.focus_takes_no_letters() {
            return self.set_value(text);
        }
        if self.focus_holds_less(text)? {
            return self.do_in_front(&keys_typed(text));
        }
        let mut events = Vec::new();
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                events.extend(press("return", &[]).expect("a key of every device"));
            }
            events.extend(line_typed(line.trim_end_matches('\r')));
        }
        self.do_in_front(&events)
    }

    /// Empties the field that has the focus, as a person would: all of it chosen, then deleted.
    pub(super) fn clear_text(&mut self) -> Asked {
        if self.focus_takes_no_letters() {
            return self.set_value("");
        }
        let [mut all, released] = press("a", &[Modifier::Control]).expect("a key of every device");
        all.params["commands"] = json!(["selectAll"]);
        let [delete, deleted] = press("delete", &[]).expect("a key of every device");
        self.do_in_front(&[all, released, delete, deleted])
    }

    fn focus_takes_no_letters(&self) -> bool {
        let is_one = |element: &Element| {
            element.state.focused && WITHOUT_LETTERS.contains(&element.class.as_str())
        };
        let seen = self.seen.as_ref();
        seen.is_some_and(|seen| seen.elements.iter().any(is_one))
    }

    /// Returns whether the field that has the focus holds less than a text that may be a code.
    fn focus_holds_less(&mut self, text: &str) -> Asked<bool> {
        let length = letters(text);
        if !(2..=LONGEST_CODE).contains(&length) || text.contains('\n') {
            return Ok(false);
        }
        self.front_session()?;
        let said = self.call(&format!("focusHoldsLess({length})"))?;
        Ok(said == Value::Bool(true))
    }

    fn set_value(&mut self, value: &str) -> Asked {
        self.front_session()?;
        let said = self.call(&format!("setValue({})", json!(value)))?;
        complaint(&said)
    }

    /// Returns whether the field that was read at a place ends with a text; nothing where no script can tell.
    pub(crate) fn ends_with(&mut self, field: Point, text: &str) -> Asked<Option<bool>> {
        let at = self.on_page(field);
        let call = format!("fieldEndsWith({}, {}, {})", at.x, at.y, json!(text));
        for world in self.worlds_at(at) {
            match self.call_in(&world, &call) {
                Ok(Value::Bool(ends)) => return Ok(Some(ends)),
                Ok(_) | Err(AskError::Cdp(CdpError::Refused { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Touches an empty field and sends the text right behind. The script in the page keeps the text from
    /// anything but that field; then the field was only touched.
    pub(crate) fn enter(&mut self, field: Point, text: &str) -> Asked<Landed> {
        let at = self.on_page(field);
        let Some((world, typing)) = self.world_for_text(at, text)? else {
            return self.tap(field).map(|()| Landed::OnlyTouched);
        };
        let mut events = click(at, 1).to_vec();
        events.extend(match typing {
            Typing::Whole => line_typed(text),
            Typing::Keys => keys_typed(text),
        });
        self.missed = None;
        self.is_read = false;
        let said = self.send_and_hear(&world, TEXT, |device| {
            device.do_all(&world.session, &events)
        })?;
        // A page that went elsewhere may have done so because of the text: it is not sent twice.
        let Some(said) = said else {
            return Ok(Landed::Typed);
        };
        let said = &said["result"]["value"];
        match (said["why"].as_str(), said["typed"].as_bool()) {
            (Some(why), _) if !why.is_empty() => Err(AskError::Missed(why.to_owned())),
            (_, Some(false)) => Ok(Landed::OnlyTouched),
            (_, Some(true) | None) => Ok(Landed::Typed),
        }
    }

    /// Returns the world that watches over a text for the field at a place, if one can: the field is in
    /// the page itself, empty, and takes letters. Says how it takes them.
    fn world_for_text(&mut self, at: Point, text: &str) -> Asked<Option<(World, Typing)>> {
        let is_plain = self.overlay.is_none() && !self.is_touched() && !text.contains('\n');
        if !is_plain || !self.is_read || !self.browser.is_alone() || self.areas.len() > 1 {
            return Ok(None);
        }
        let [watching] = &self.worlds_at(at)[..] else {
            return Ok(None);
        };
        let (length, before) = (letters(text), letters(before_keys(text)));
        let call = format!("expectText({}, {}, {length}, {before})", at.x, at.y);
        let found = |typing| Ok(Some((watching.clone(), typing)));
        match self.call_in(watching, &call) {
            Ok(said) if said == "whole" => found(Typing::Whole),
            Ok(said) if said == "keys" => found(Typing::Keys),
            Ok(_) | Err(AskError::Cdp(CdpError::Refused { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Returns the refusal of an act that our script did not do; it says why, and nothing if it did.
pub(super) fn complaint(said: &Value) -> Asked {
    match text(said) {
        "" => Ok(()),
        reason => Err(AskError::refused(reason)),
    }
}

/// Returns what of a line comes before its last letter, which is a key.
fn before_keys(line: &str) -> &str {
    line.strip_suffix(|last: char| last.is_ascii_alphanumeric())
        .unwrap_or(line)
}

fn line_typed(line: &str) -> Vec<Command> {
    let bulk = before_keys(line);
    let inserted = (!bulk.is_empty()).then(|| command("Input.insertText", json!({"text": bulk})));
    let last = line[bulk.len()..].chars().flat_map(character);
    inserted.into_iter().chain(last).collect()
}

/// Returns the events of typing a text letter by letter; one that is no key arrives by itself.
fn keys_typed(text: &str) -> Vec<Command> {
    let mut events = Vec::new();
    for letter in text.chars() {
        match letter.is_ascii_alphanumeric() {
            true => events.extend(character(letter)),
            false => events.push(command("Input.insertText", json!({"text": letter}))),
        }
    }
    events
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
