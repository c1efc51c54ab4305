//! Touching a field and typing into it in one go.

use retap_model::device::{Deadline, Landed};
use retap_model::geometry::Point;
use serde_json::Value;

use super::super::ask::AskError;
use super::super::cdp::CdpError;
use super::super::device::WebDevice;
use super::super::frames::World;
use super::ActError;
use super::aim::Words;
use super::touch::click;
use super::typing::{before_keys, line_typed};

const TEXT: Words = Words {
    came: "textCame()",
    missed: "missedText()",
};

impl WebDevice {
    /// Touches an empty field and sends the text right behind. The script in the page keeps the text from
    /// anything but that field; then the field was only touched.
    pub(in crate::web) fn enter(
        &mut self,
        field: Point,
        text: &str,
        deadline: Deadline,
    ) -> Result<Landed, ActError> {
        let at = self.on_page(field);
        let Some(world) = self.world_for_text(at, text, deadline)? else {
            self.tap(field, deadline)?;
            return Ok(Landed::OnlyTouched);
        };
        let session = world.session.clone();
        let mut commands = click(at, 1).to_vec();
        commands.extend(line_typed(text));
        self.missed = None;
        self.is_read = false;
        let said = self.send_and_hear(&world, TEXT, deadline, |device| {
            device.do_all(&session, &commands, deadline)
        })?;
        // A page that went elsewhere may have done so because of the text: it is not sent twice.
        let Some(said) = said else {
            return Ok(Landed::Typed);
        };
        let said = &said["result"]["value"];
        match (said["why"].as_str(), said["typed"].as_bool()) {
            (Some(why), _) if !why.is_empty() => Err(ActError::Missed {
                reason: why.to_owned(),
            }),
            (_, Some(false)) => Ok(Landed::OnlyTouched),
            (_, Some(true) | None) => Ok(Landed::Typed),
        }
    }

    /// Returns the world that watches over a text for the field at a place, if one can: the field is in
    /// the page itself, empty, and takes letters.
    fn world_for_text(
        &mut self,
        at: Point,
        text: &str,
        deadline: Deadline,
    ) -> Result<Option<World>, AskError> {
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
        match self.call_in(world, &call, deadline) {
            Ok(Value::Bool(true)) => Ok(Some(world.clone())),
            Ok(_) | Err(AskError::Cdp(CdpError::Refused { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
