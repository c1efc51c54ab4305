//! Keeps what shows: a text, without interpreting it, or a picture; nothing is asserted.

use retap_model::phrase::Value;
use retap_model::secret::Secret;
use retap_model::select::{Part, match_label};

use crate::options::Pictures;

use super::prelude::*;

/// The longest text that is kept, in bytes: what is made of remembered texts may double with every round of a loop.
const LONGEST_KEPT: usize = 65_536;

impl Perform for Remember {
    /// Captures the value of one element, or everything the screen says.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        match &self.from {
            Some(target) => capture_value(context, self, target),
            None => capture_screen(context, self),
        }
    }
}

fn capture_screen(context: &mut Context<'_>, remember: &Remember) -> StepResult {
    let text = context.settled_screen()?.texts().join("\n");
    if text.is_empty() {
        return Err(Stop::failed(Reason::NothingToRemember));
    }
    keep(context, remember, text)?;
    Ok(Verdict::passed(Reason::ScreenCaptured))
}

fn capture_value(context: &mut Context<'_>, remember: &Remember, target: &Target) -> StepResult {
    let text = context.find_and(target, None, |_, located| {
        value_of(located, target.label.reveal()).map_err(Stop::failed)
    })?;
    keep(context, remember, text.clone())?;
    Ok(Verdict::passed(Reason::Captured { text }))
}

fn keep(context: &mut Context<'_>, remember: &Remember, text: String) -> Result<(), Stop> {
    if text.len() > LONGEST_KEPT {
        let most = LONGEST_KEPT;
        return Err(Stop::failed(Reason::TooLongToRemember { most }));
    }
    let unnamed = format!("remembered_{}", context.progress.current + 1);
    let name = remember.name.clone().unwrap_or(unnamed);
    let value = match context.known.secrets.shows(&text) {
        true => Value::Hidden(Secret::new(text.clone())),
        false => Value::Plain(text.clone()),
    };
    context.known.memory.insert(name.clone(), value);
    context.tell(Fact::Captured(&text));
    context.emit(Event::Captured { name, text });
    Ok(())
}

/// Returns what a field holds, or the one other text in the label's row.
fn value_of(located: &LocatedTarget, name: String) -> Result<String, Reason> {
    let element = located.element();
    if element.is_password {
        return Err(Reason::PasswordNotRead { name });
    }
    if element.is_editable {
        let value = element.state.value.clone();
        return Ok(value.unwrap_or_else(|| element.text.clone()));
    }
    let others = texts_beside(&located.screen, located.found.index, &name);
    match others.as_slice() {
        [] => Err(Reason::NoValue { name }),
        [only] => Ok((*only).to_owned()),
        several => Err(Reason::SeveralValues {
            name,
            values: several.iter().map(|value| (*value).to_owned()).collect(),
        }),
    }
}

/// Returns the other texts whose middle lies at the height of the element; of its row, where it is in one.
fn texts_beside<'s>(screen: &'s Screen, index: usize, label: &str) -> Vec<&'s str> {
    let own = screen.elements[index].bounds;
    let is_row = |holder: &usize| screen.elements[*holder].role == Role::Row;
    let row = screen.ancestors(index).find(is_row);
    let is_in_row =
        |other: usize| row.is_none_or(|row| screen.ancestors(other).any(|holder| holder == row));
    let mut texts: Vec<&str> = Vec::new();
    for (other, element) in screen.visible() {
        let middle = element.bounds.center().y;
        let is_level = middle >= own.y && middle <= own.bottom() && other != index;
        let is_beside = is_level && is_in_row(other);
        let is_label =
            match_label(element, label, other).is_some_and(|found| found.part == Part::Whole);
        let text = element.text.trim();
        let is_sign = text.chars().all(|c| !c.is_alphanumeric());
        if is_beside && !is_label && !is_sign && !element.is_password && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

impl Perform for Screenshot {
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        let ability = Ability::Screenshot;
        if !context.device().can(ability) {
            let device = context.device().info().address.clone();
            return Err(DeviceError::Unsupported { device, ability }.into());
        }
        let label = context.recall_phrase(&self.label)?.to_string();
        match context.picture_asked(&label) {
            Ok(Ok(file)) => Ok(Verdict::passed(Reason::KeptAs { file })),
            Ok(Err(message)) => {
                context.warn(format!("the picture `{label}` was not kept: {message}"));
                Ok(Verdict::passed(Reason::PictureDropped { message }))
            }
            Err(Stop::Device(DeviceError::Unreadable { reason: message })) => {
                Ok(Verdict::failed(Reason::NoPicture { message }))
            }
            Err(stop) => Err(stop),
        }
    }
}

impl Perform for KeepEvidence {
    /// Looks and keeps what is there. Nothing is judged, and the author wanted it so: the run may pass,
    /// and lists it.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        context.see(Freshness::New)?;
        context.progress.is_allowed_unjudged = true;
        let assertion = self.assertion.to_string();
        Ok(Verdict::not_judged(match context.options.pictures {
            Pictures::EveryStep => Reason::EvidenceOnly { assertion },
            Pictures::Nothing | Pictures::Never | Pictures::OnFailure => {
                Reason::NoEvidence { assertion }
            }
        }))
    }
}
