//! Captures text from the screen, without interpreting it.

use retap_model::event::Event;
use retap_model::program::{Remember, Target};
use retap_model::screen::{Role, Screen};
use retap_model::select::{Part, match_label};
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};
use crate::find::{Sighting, unreadable};
use crate::observer::Fact;
use crate::wait::Settled;

/// Captures the value of one element, or everything the screen says.
pub(super) fn perform(context: &mut Context<'_>, remember: &Remember) -> StepResult {
    match &remember.from {
        Some(target) => capture_value(context, remember, target),
        None => capture_screen(context, remember),
    }
}

fn capture_screen(context: &mut Context<'_>, remember: &Remember) -> StepResult {
    let first = context.first_need();
    let screen = match context.settle(context.options.timeout, first)? {
        Settled::Still(screen) | Settled::Restless(screen) => screen,
        Settled::Unreadable(reason) => return Ok(unreadable(&reason)),
    };
    let text = screen.texts().join("\n");
    if text.is_empty() {
        return Ok(Verdict::failed("the screen shows nothing to remember"));
    }
    keep(context, remember, text);
    Ok(Verdict::passed("captured, not interpreted"))
}

fn capture_value(context: &mut Context<'_>, remember: &Remember, target: &Target) -> StepResult {
    let read = context.find_and(target, None, |_, sighting| {
        Ok(value_of(sighting, &target.label.reveal()))
    })?;
    Ok(match read {
        Ok(Ok(text)) => {
            keep(context, remember, text.clone());
            Verdict::passed(format!("captured \"{text}\""))
        }
        Ok(Err(reason)) => Verdict::failed(reason),
        Err(verdict) => verdict,
    })
}

fn keep(context: &mut Context<'_>, remember: &Remember, text: String) {
    let unnamed = format!("remembered_{}", context.current + 1);
    let name = remember.name.clone().unwrap_or(unnamed);
    context.memory.insert(name.clone(), text.clone());
    context.tell(Fact::Captured(&text));
    context.emit(Event::Captured { name, text });
}

/// Returns what a field holds, or the one other text in the label's row.
fn value_of(sighting: &Sighting, label: &str) -> Result<String, String> {
    let screen = &sighting.screen;
    let element = &screen.elements[sighting.found.index];
    if element.is_password {
        return Err(format!(
            "`{label}` is a password field, which is never read"
        ));
    }
    if element.is_editable {
        return Ok(element
            .state
            .value
            .clone()
            .unwrap_or_else(|| element.text.clone()));
    }
    let others = texts_beside(screen, sighting.found.index, label);
    match others.as_slice() {
        [] => Err(format!("there is no value beside `{label}`")),
        [only] => Ok((*only).to_owned()),
        several => Err(format!(
            "there are several values beside `{label}`: {}",
            several.join(", ")
        )),
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
