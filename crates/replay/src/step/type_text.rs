//! Types text into the field that has the focus, and reads it back.

use retap_model::device::{Action, Typed};
use retap_model::event::{Event, Purpose};
use retap_model::phrase::Phrase;
use retap_model::program::{Effect, Pin, TypeText};
use retap_model::screen::{Element, Screen, ScreenSource};
use retap_model::secret::{MASK, Secret};
use retap_model::verdict::Verdict;
use retap_model::verify::changed;

use crate::act::{Deed, Proof};
use crate::context::{Context, StepResult};
use crate::eyes::Need;
use crate::find::{unreadable, visible_texts};
use crate::wait::Waited;

/// Types the text, touching the named field first if there is one.
///
/// With no field to type into nothing is typed. What a readable field holds afterwards must end
/// with the text; an autocorrected text is a failure, not a pass.
pub(super) fn perform(context: &mut Context<'_>, step: &TypeText, pin: Option<&Pin>) -> StepResult {
    let text = match context.recall_phrase(&step.text) {
        Ok(text) => text,
        Err(verdict) => return Ok(verdict),
    };
    if let Some(target) = &step.into {
        let evidence = pin.and_then(|pin| pin.evidence.as_ref());
        let sighting = match context.find(target, evidence)? {
            Ok(sighting) => sighting,
            Err(verdict) => return Ok(verdict),
        };
        let touched = &sighting.screen.elements[sighting.found.index];
        let proof = Proof::of(None, Effect::Visible, Some(touched));
        let verdict = context.touch(&sighting, &Action::Tap(sighting.found.point), &proof)?;
        if verdict.is_failed() {
            return Ok(verdict);
        }
    }
    type_into_focus(context, &text)
}

/// Returns the text for the device; hidden when it is secret or goes into a password field.
pub(crate) fn typed(text: &Phrase, is_password: bool) -> Typed {
    if is_password || text.is_secret() {
        Typed::Hidden(Secret::new(text.reveal()))
    } else {
        Typed::Plain(text.reveal())
    }
}

fn type_into_focus(context: &mut Context<'_>, text: &Phrase) -> StepResult {
    let first = context.first_need();
    let waited = context.wait_until(context.options.timeout, first, |screen| {
        (focused(screen).is_some() || screen.source == ScreenSource::Pixels).then_some(())
    })?;
    let before = match waited {
        Waited::Held((), screen) => screen,
        Waited::TimedOut(Ok(screen)) => {
            return Ok(Verdict::failed(format!(
                "no field has the focus, so nothing was typed; visible: {}",
                visible_texts(&screen)
            )));
        }
        Waited::TimedOut(Err(reason)) => return Ok(unreadable(&reason)),
    };
    context.picture_step(Purpose::Before, None)?;
    let field = focused(&before).cloned();
    let is_password = field.as_ref().is_some_and(|field| field.is_password);
    let action = Action::Type(typed(text, is_password));
    match &field {
        Some(field) if !is_password => {
            if let Some(verdict) = context.send(&action)? {
                return Ok(verdict);
            }
            let verdict = read_back(context, field, text)?;
            context.picture_step(Purpose::After, None)?;
            Ok(verdict)
        }
        Some(field) => {
            if let Some(verdict) = context.send(&action)? {
                return Ok(verdict);
            }
            context.picture_step(Purpose::After, None)?;
            prove_password(context, field)
        }
        None => {
            let deed = Deed {
                before: &before,
                title: action.to_string(),
            };
            context.act(&action, &deed, &Proof::AnyChange { touched: None })
        }
    }
}

/// A password cannot be read back; that the field still has the focus is all there is to see.
fn prove_password(context: &mut Context<'_>, field: &Element) -> StepResult {
    let waited = context.wait_until(context.options.timeout, Need::Fresh, |now| {
        focused(now)
            .is_some_and(|now| is_same_field(field, now))
            .then_some(())
    })?;
    Ok(match waited {
        Waited::Held((), _) => {
            Verdict::passed("typed into the password field; what it holds cannot be read")
        }
        Waited::TimedOut(Ok(_)) => {
            Verdict::failed("the password field lost the focus while typing")
        }
        Waited::TimedOut(Err(reason)) => unreadable(&reason),
    })
}

fn read_back(context: &mut Context<'_>, field: &Element, text: &Phrase) -> StepResult {
    let real = text.reveal();
    let wanted = real.trim_end_matches('\n');
    let shown = text.to_string();
    let mut held_value = None;
    let waited = context.wait_until(context.options.timeout, Need::Fresh, |now| {
        let here = now
            .visible()
            .map(|(_, element)| element)
            .find(|other| is_same_field(field, other));
        held_value = here.map(|field| value(field).to_owned());
        here.is_some_and(|field| value(field).ends_with(wanted))
            .then_some(())
    })?;
    let seen = match (&held_value, text.is_secret()) {
        (Some(_), true) => MASK.to_owned(),
        (Some(value), false) => value.clone(),
        (None, _) => "the field is gone".to_owned(),
    };
    let held = matches!(waited, Waited::Held(..));
    context.emit(Event::Checked {
        expected: format!("the field holds \"{shown}\""),
        seen: seen.clone(),
        held,
    });
    Ok(match waited {
        Waited::Held((), _) => Verdict::passed("typed, and the field holds it"),
        Waited::TimedOut(Ok(_)) if held_value.is_some() => {
            Verdict::failed(format!("typed \"{shown}\", but the field holds \"{seen}\""))
        }
        Waited::TimedOut(Ok(now)) => gone(field, &now, &shown),
        Waited::TimedOut(Err(reason)) => unreadable(&reason),
    })
}

/// Some fields, such as those for codes, move on by themselves when they are full.
fn gone(field: &Element, now: &Screen, shown: &str) -> Verdict {
    let mut alone = Screen {
        size: now.size,
        elements: vec![field.clone()],
        ..Screen::default()
    };
    alone.elements[0].parent = None;
    if changed(&alone, now) {
        Verdict::not_judged(format!(
            "typed \"{shown}\" and the field went away before it could be read"
        ))
    } else {
        Verdict::failed(format!("typed \"{shown}\", but nothing shows it"))
    }
}

fn value(field: &Element) -> &str {
    field.state.value.as_deref().unwrap_or(&field.text)
}

fn focused(screen: &Screen) -> Option<&Element> {
    screen
        .visible()
        .map(|(_, element)| element)
        .find(|element| element.state.focused && element.is_editable)
}

/// The same field goes by its id; without one, by its place: what it shows changes by typing.
fn is_same_field(field: &Element, other: &Element) -> bool {
    other.is_editable
        && other.id == field.id
        && (!field.id.is_empty() || (other.bounds.y - field.bounds.y).abs() < field.bounds.height)
}
