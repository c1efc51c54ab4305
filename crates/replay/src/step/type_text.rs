//! Types text into a field, and reads it back.

use std::sync::Arc;

use retap_model::device::{Action, Landed, Typed};
use retap_model::event::Purpose;
use retap_model::geometry::Rect;
use retap_model::phrase::Phrase;
use retap_model::program::{ClearField, Effect, Pin, Target, TypeText};
use retap_model::screen::{Element, Screen, ScreenSource};
use retap_model::secret::{MASK, Secret};
use retap_model::verdict::Verdict;

use crate::act::{Deed, Leave, Means, Proof};
use crate::context::{Abort, Context, StepResult};
use crate::eyes::Need;
use crate::find::{Sighting, unreadable, visible_texts};
use crate::wait::Waited;

use super::clear_field;

/// Types the text into the named field, or into the one that has the focus.
///
/// A named field is touched, must get the focus, and is emptied first; afterwards it must hold the
/// text and nothing else. Without a name the text is added to what the field holds. With no field to
/// type into nothing is typed. An autocorrected text is a failure, not a pass.
pub(super) fn perform(context: &mut Context<'_>, step: &TypeText, pin: Option<&Pin>) -> StepResult {
    let text = match context.recall_phrase(&step.text) {
        Ok(text) if text.reveal().is_empty() => {
            let field = step.into.clone();
            return match field {
                // A field that is to hold nothing is emptied.
                Some(_) => clear_field::perform(context, &ClearField { field }, pin),
                None => Ok(Verdict::failed("there is nothing to type")),
            };
        }
        Ok(text) => text,
        Err(verdict) => return Ok(verdict),
    };
    let field = match &step.into {
        Some(target) => match begin_named(context, target, pin, &text)? {
            Ok(Begun::Touched(field)) => Ok(field),
            Ok(Begun::Typed(field)) if field.is_password => {
                return count_bullets(context, &field, &text);
            }
            Ok(Begun::Typed(field)) => return hold(context, &field, &text, ""),
            Err(verdict) => Err(verdict),
        },
        None => focused_field(context)?,
    };
    match field {
        Err(verdict) => Ok(verdict),
        Ok(Focus::Field(field)) if field.is_password => {
            type_password(context, field, &text, step.into.is_some())
        }
        Ok(Focus::Field(field)) => type_plain(context, &field, &text, step.into.is_some()),
        Ok(Focus::Unknown(before)) => {
            let action = Action::Type(typed(&text, false));
            let deed = Deed {
                before: &before,
                title: action.to_string(),
                may_leave: Leave::No,
                means: Means::Other,
            };
            context.act(&action, &deed, &Proof::AnyChange { touched: None })
        }
    }
}

/// Returns the text for the device; hidden when it is secret or goes into a password field.
pub(crate) fn typed(text: &Phrase, is_password: bool) -> Typed {
    if is_password || text.is_secret() {
        Typed::Hidden(Secret::new(text.reveal()))
    } else {
        Typed::Plain(text.reveal())
    }
}

/// Where the text will go.
pub(super) enum Focus {
    /// Into this field.
    Field(Element),
    /// Nobody can tell: the screen is read from pixels.
    Unknown(Arc<Screen>),
}

/// How far the touch of a named field has led.
enum Begun<T> {
    /// It was touched and should get the focus.
    Touched(T),
    /// It was empty, and the text was sent together with the touch.
    Typed(Box<Element>),
}

/// Touches the field. A replay sends the text with the touch where the device makes sure that it is not
/// typed into any other field; else the field, and no other, must get the focus first.
fn begin_named(
    context: &mut Context<'_>,
    target: &Target,
    pin: Option<&Pin>,
    text: &Phrase,
) -> Result<Result<Begun<Focus>, Verdict>, Abort> {
    let evidence = pin.and_then(|pin| pin.evidence.as_ref());
    let begun = context.find_and(target, evidence, |context, sighting| {
        let field = &sighting.screen.elements[sighting.found.index];
        if context.is_replay() && field.is_editable && is_empty(field) {
            touch_and_type(context, sighting, field, text)
        } else {
            Ok(touch_field(context, sighting)?.map(Begun::Touched))
        }
    })?;
    match begun {
        Ok(Ok(Begun::Typed(field))) => Ok(Ok(Begun::Typed(field))),
        Ok(Ok(Begun::Touched(place))) => Ok(focus_at(context, target, place)?.map(Begun::Touched)),
        Ok(Err(verdict)) | Err(verdict) => Ok(Err(verdict)),
    }
}

/// Touches an empty field and sends the text along.
fn touch_and_type(
    context: &mut Context<'_>,
    sighting: &Sighting,
    field: &Element,
    text: &Phrase,
) -> Result<Result<Begun<Rect>, Verdict>, Abort> {
    if field.is_password {
        context.keep_secret(&text.reveal());
    }
    context.picture_step(Purpose::Before, Some(sighting.found.point))?;
    let typed = typed(text, field.is_password);
    match context.type_into(sighting.found.point, typed)? {
        Ok(Landed::Typed) => Ok(Ok(Begun::Typed(Box::new(field.clone())))),
        Ok(Landed::OnlyTouched) => {
            let proof = Proof::of(None, Effect::Visible, Some(field));
            let verdict = context.prove_tap(sighting, &proof)?;
            Ok(place_if(verdict, sighting).map(Begun::Touched))
        }
        Err(verdict) => Ok(Err(verdict)),
    }
}

/// Touches a field; returns where it was, or why it did not answer.
fn touch_field(
    context: &mut Context<'_>,
    sighting: &Sighting,
) -> Result<Result<Rect, Verdict>, Abort> {
    let touched = &sighting.screen.elements[sighting.found.index];
    let proof = Proof::of(None, Effect::Visible, Some(touched));
    let verdict = context.begin_touch(sighting, &Action::Tap(sighting.found.point), &proof)?;
    Ok(place_if(verdict, sighting))
}

fn place_if(verdict: Verdict, sighting: &Sighting) -> Result<Rect, Verdict> {
    if verdict.is_failed() {
        Err(verdict)
    } else {
        Ok(sighting.found.bounds)
    }
}

/// Touches the field and waits until it, and no other, has the focus.
pub(super) fn focus_named(
    context: &mut Context<'_>,
    target: &Target,
    pin: Option<&Pin>,
) -> Result<Result<Focus, Verdict>, Abort> {
    let evidence = pin.and_then(|pin| pin.evidence.as_ref());
    match context.find_and(target, evidence, touch_field)? {
        Ok(Ok(place)) => focus_at(context, target, place),
        Ok(Err(verdict)) | Err(verdict) => Ok(Err(verdict)),
    }
}

/// Waits until the field that was touched here, and no other, has the focus.
fn focus_at(
    context: &mut Context<'_>,
    target: &Target,
    place: Rect,
) -> Result<Result<Focus, Verdict>, Abort> {
    let field = wait_for_focus(context, Need::Recent, |field| {
        place.intersection(field.bounds).is_some()
    })?;
    Ok(field.map_err(|screen| match screen {
        Ok(screen) => Verdict::failed(format!(
            "`{}` was touched but did not get the focus, so nothing was typed; visible: {}",
            target.label,
            visible_texts(&screen)
        )),
        Err(reason) => unreadable(&reason),
    }))
}

pub(super) fn focused_field(context: &mut Context<'_>) -> Result<Result<Focus, Verdict>, Abort> {
    let first = context.first_need();
    let field = wait_for_focus(context, first, |_| true)?;
    context.picture_step(Purpose::Before, None)?;
    Ok(field.map_err(|screen| match screen {
        Ok(screen) => Verdict::failed(format!(
            "no field has the focus, so nothing was typed; visible: {}",
            visible_texts(&screen)
        )),
        Err(reason) => unreadable(&reason),
    }))
}

type NoFocus = Result<Arc<Screen>, String>;

fn wait_for_focus(
    context: &mut Context<'_>,
    first: Need,
    is_meant: impl Fn(&Element) -> bool,
) -> Result<Result<Focus, NoFocus>, Abort> {
    let waited = context.wait_until(context.options.timeout, first, |screen| {
        if screen.source == ScreenSource::Pixels {
            return Some(None);
        }
        focused(screen)
            .filter(|field| is_meant(field))
            .cloned()
            .map(Some)
    })?;
    Ok(match waited {
        Waited::Held(Some(field), _) => Ok(Focus::Field(field)),
        Waited::Held(None, screen) => Ok(Focus::Unknown(screen)),
        Waited::TimedOut(last) => Err(last),
    })
}

/// A password cannot be read back; how many bullets there are is all there is to see.
fn type_password(
    context: &mut Context<'_>,
    mut field: Element,
    text: &Phrase,
    is_named: bool,
) -> StepResult {
    context.keep_secret(&text.reveal());
    if is_named && !field.text.is_empty() {
        if let Some(verdict) = context.send(&Action::ClearText)? {
            return Ok(verdict);
        }
        field.text.clear();
    }
    if let Some(verdict) = send_typed(context, text, true)? {
        return Ok(verdict);
    }
    count_bullets(context, &field, text)
}

/// Waits until a password field holds as many characters more as the text has.
fn count_bullets(context: &mut Context<'_>, field: &Element, text: &Phrase) -> StepResult {
    let more = text.reveal().chars().count();
    let bullets = |field: &Element| field.text.chars().count();
    let wanted = bullets(field) + more;
    let waited = context.wait_until(context.options.timeout, Need::Fresh, |now| {
        same_field(field, now)
            .filter(|now| bullets(now) == wanted)
            .map(|_| ())
    })?;
    context.picture_step(Purpose::After, None)?;
    let held = matches!(waited, Waited::Held(..));
    let seen = if held { "it does" } else { "it cannot be told" };
    let expected = "the password field holds as many characters more";
    context.note_check(expected, seen, held);
    Ok(match waited {
        Waited::Held((), _) => {
            Verdict::passed("typed into the password field, which holds as much")
        }
        Waited::TimedOut(Ok(_)) => Verdict::not_judged(
            "typed into the password field, but nothing shows that it holds more than before",
        ),
        Waited::TimedOut(Err(reason)) => unreadable(&reason),
    })
}

fn type_plain(
    context: &mut Context<'_>,
    field: &Element,
    text: &Phrase,
    is_named: bool,
) -> StepResult {
    let mut before = value(field).to_owned();
    if is_named && !before.is_empty() {
        if let Some(verdict) = context.send(&Action::ClearText)? {
            return Ok(verdict);
        }
        before.clear();
    }
    if let Some(verdict) = send_typed(context, text, false)? {
        return Ok(verdict);
    }
    hold(context, field, text, &before)
}

/// Reads the field back and keeps a picture of it.
fn hold(context: &mut Context<'_>, field: &Element, text: &Phrase, before: &str) -> StepResult {
    let verdict = read_back(context, field, text, before)?;
    context.picture_step(Purpose::After, None)?;
    Ok(verdict)
}

fn send_typed(
    context: &mut Context<'_>,
    text: &Phrase,
    is_password: bool,
) -> Result<Option<Verdict>, Abort> {
    context.send(&Action::Type(typed(text, is_password)))
}

/// Waits until the field holds what it held before and the text. A newline at the end may have
/// submitted the form, so it is not looked for.
fn read_back(
    context: &mut Context<'_>,
    field: &Element,
    text: &Phrase,
    before: &str,
) -> StepResult {
    let real = text.reveal();
    let wanted = format!("{before}{}", real.trim_end_matches('\n'));
    // Where a device does not tell a hint from a value, what showed before may have been either.
    let alone = field
        .state
        .value
        .is_none()
        .then(|| real.trim_end_matches('\n'));
    let mut held_value: Option<String> = None;
    let waited = context.wait_until(context.options.timeout, Need::Fresh, |now| {
        let here = same_field(field, now);
        held_value = here.map(|field| value(field).to_owned());
        let holds = |field: &Element| {
            let held = value(field);
            is_same_but_for_format(held, &wanted)
                || alone.is_some_and(|alone| is_same_but_for_format(held, alone))
        };
        here.is_some_and(holds).then_some(())
    })?;
    let seen = match (&held_value, text.is_secret()) {
        (Some(_), true) => MASK.to_owned(),
        (Some(value), false) => value.clone(),
        (None, _) => "the field is gone".to_owned(),
    };
    let held = matches!(waited, Waited::Held(..));
    let expected = format!("the field holds \"{text}\"");
    context.note_check(expected, seen.clone(), held);
    Ok(match waited {
        Waited::Held((), _) => Verdict::passed("typed, and the field holds it"),
        Waited::TimedOut(Ok(_)) if held_value.is_some() => {
            Verdict::failed(format!("typed \"{text}\", but the field holds \"{seen}\""))
        }
        // Some fields, such as those for codes, move on by themselves when they are full.
        Waited::TimedOut(Ok(_)) => Verdict::not_judged(format!(
            "typed \"{text}\" and the field went away before it could be read"
        )),
        Waited::TimedOut(Err(reason)) => unreadable(&reason),
    })
}

/// Fields for cards, phones and dates put separators in; letters and digits must be as typed.
fn is_same_but_for_format(held: &str, wanted: &str) -> bool {
    let plain = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
    };
    let is_formatted = held.chars().count() > wanted.chars().count() && !plain(wanted).is_empty();
    held == wanted || (is_formatted && plain(held) == plain(wanted))
}

/// Returns whether a field is known to hold nothing.
fn is_empty(field: &Element) -> bool {
    match &field.state.value {
        Some(value) => value.is_empty(),
        // What a password holds is not told; a hint instead of bullets would be a text, too.
        None => field.is_password && field.text.is_empty(),
    }
}

pub(super) fn value(field: &Element) -> &str {
    field.state.value.as_deref().unwrap_or(&field.text)
}

fn focused(screen: &Screen) -> Option<&Element> {
    let is_focused = |element: &&Element| element.state.focused && element.is_editable;
    screen
        .visible()
        .map(|(_, element)| element)
        .find(is_focused)
}

/// Returns the field on a later reading: the one with the same id, of these the one with the same name, of
/// these the one nearest to where it was: forms move when a field is touched. What it shows changes by typing,
/// so its text does not count.
pub(super) fn same_field<'s>(field: &Element, screen: &'s Screen) -> Option<&'s Element> {
    let distance = |other: &Element| {
        let (then, now) = (field.bounds.center(), other.bounds.center());
        (then.x - now.x).abs() + (then.y - now.y).abs()
    };
    let is_renamed = |other: &Element| other.description != field.description;
    screen
        .visible()
        .map(|(_, element)| element)
        .filter(|other| other.is_editable && other.id == field.id)
        .min_by(|left, right| {
            let nearer = distance(left).total_cmp(&distance(right));
            is_renamed(left).cmp(&is_renamed(right)).then(nearer)
        })
}
