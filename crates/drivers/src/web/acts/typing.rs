//! Text into what has the focus, or into a field that is touched in the same go.

use retap_model::device::{Landed, Modifier};
use retap_model::geometry::Point;
use retap_model::screen::Element;
use serde_json::{Value, json};

use super::super::{AskError, Asked, CdpError, Command, WebDevice, World, command, text};
use super::aim::Words;
use super::keys::{character, press};
use super::touch::click;

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

const TEXT: Words = Words {
    came: "textCame()",
    missed: "missedText()",
};

impl WebDevice {
    /// Types text. It arrives as an input method would deliver it, in any script; a line break is
    /// the key, and the last plain letter is one too, because pages wait for a key to be released.
    /// All of it is sent at once: the browser keeps its order.
    pub(super) fn type_text(&mut self, text: &str) -> Asked {
        if self.focus_takes_no_letters() {
            return self.set_value(text);
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

    fn set_value(&mut self, value: &str) -> Asked {
        self.front_session()?;
        let said = self.call(&format!("setValue({})", json!(value)))?;
        complaint(&said)
    }

    /// Touches an empty field and sends the text right behind. The script in the page keeps the text from
    /// anything but that field; then the field was only touched.
    pub(crate) fn enter(&mut self, field: Point, text: &str) -> Asked<Landed> {
        let at = self.on_page(field);
        let Some(world) = self.world_for_text(at, text)? else {
            return self.tap(field).map(|()| Landed::OnlyTouched);
        };
        let mut events = click(at, 1).to_vec();
        events.extend(line_typed(text));
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
    /// the page itself, empty, and takes letters.
    fn world_for_text(&mut self, at: Point, text: &str) -> Asked<Option<World>> {
        let is_plain = self.overlay.is_none() && !self.is_touched() && !text.contains('\n');
        if !is_plain || !self.is_read || !self.browser.is_alone() || self.areas.len() > 1 {
            return Ok(None);
        }
        let [world] = &self.worlds_at(at)[..] else {
            return Ok(None);
        };
        // How scripts count letters.
        let length = before_keys(text).encode_utf16().count();
        let call = format!("expectText({}, {}, {length})", at.x, at.y);
        match self.call_in(world, &call) {
            Ok(Value::Bool(true)) => Ok(Some(world.clone())),
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
