//! Types text into a field, and reads it back.

use retap_model::device::Landed;
use retap_model::secret::MASK;

use crate::act::PendingAct;

use super::blind::place;
use super::boxes;
use super::field::{
    Focus, focus_after, focused_field, is_empty, real_value, refuse_button, same_field,
    touch_field, value,
};
use super::formatted::is_same_but_for_format;
use super::prelude::*;

impl Perform for TypeText {
    /// Types the text into the named field, or into the one that has the focus.
    ///
    /// A named field is touched, must get the focus, and is emptied first; afterwards it must hold the text and nothing
    /// else but format, see [`is_same_but_for_format`], or the boxes beside it the rest of a code. Without a name the text is added to what the field holds. With
    /// no field to type into nothing is typed. An autocorrected text is a failure, not a pass.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let text = context.recall_phrase(&self.text)?;
        let field = self.into.clone();
        match &self.into {
            // A field that is to hold nothing is emptied.
            Some(_) if text.reveal().is_empty() => ClearField { field }.perform(context, at),
            None if text.reveal().is_empty() => Err(Stop::failed(Reason::NothingToType)),
            Some(target) => {
                let begun = context.find_and(target, at.evidence(), |context, located| {
                    begin_named(context, target, located, &text)
                })?;
                match begun {
                    Begun::Focused(Focus::Field(field)) => replace(context, *field, &text),
                    Begun::Focused(unknown) => type_on(context, unknown, &text),
                    Begun::Typed(field) => prove(context, &field, &text),
                }
            }
            None => {
                let focus = focused_field(context)?;
                type_on(context, focus, &text)
            }
        }
    }

    fn acts_unseen(&self, context: &mut Context<'_>, at: At<'_>) -> Result<Vec<Action>, Stop> {
        let text = context.recall_phrase(&self.text)?;
        let field = self.into.as_ref().map(|_| place(at.pin)).transpose()?;
        let tap = field.map(Action::Tap).into_iter();
        let actions = tap.chain([Action::Type(plain(&text))]).collect();
        Ok(actions)
    }
}

/// Returns the text for the device; hidden when it is secret.
fn plain(text: &Phrase) -> Typed {
    if text.is_secret() {
        return Typed::Hidden(Secret::new(text.reveal()));
    }
    Typed::Plain(text.reveal())
}

/// Returns the text for a field; hidden in a password field, and kept out of everything that is told from now on.
fn for_field(context: &mut Context<'_>, field: &Element, text: &Phrase) -> Typed {
    if !field.is_password {
        return plain(text);
    }
    context.hide(text.reveal());
    Typed::Hidden(Secret::new(text.reveal()))
}

/// How far the touch of a named field has led.
enum Begun {
    /// It has the focus.
    Focused(Focus),
    /// It was empty, and the text was sent together with the touch.
    Typed(Box<Element>),
}

/// Touches the field. A replay sends the text with the touch where the device makes sure that it is not
/// typed into any other field; else the field, and no other, must get the focus first.
fn begin_named(
    context: &mut Context<'_>,
    target: &Target,
    located: &LocatedTarget,
    text: &Phrase,
) -> Result<Begun, Stop> {
    refuse_button(target, located)?;
    let field = located.element();
    if !(context.is_replay() && field.is_editable && is_empty(field)) {
        return touch_field(context, target, located).map(Begun::Focused);
    }
    let typed = for_field(context, field, text);
    context.picture_step(Purpose::Before, Some(located.found.point))?;
    match context.type_into(located.found.point, typed)? {
        Landed::Typed => Ok(Begun::Typed(Box::new(field.clone()))),
        Landed::OnlyTouched => {
            let proof = Proof::of(None, TouchEffect::Visible, Some(field));
            let touched = context.prove_tap(located, &proof)?;
            focus_after(touched, context, target, located).map(Begun::Focused)
        }
    }
}

/// Empties the field first if it holds something.
fn replace(context: &mut Context<'_>, mut field: Element, text: &Phrase) -> StepResult {
    if field.is_password {
        context.hide(text.reveal());
    }
    let held = if field.is_password {
        &field.text
    } else {
        value(&field)
    };
    if !held.is_empty() {
        context.send(&Action::ClearText)?;
        context.known.screens.held_secrets.note_cleared(&field);
        field.text.clear();
        field.hidden_value = None;
        field.hidden_length = field.hidden_length.map(|_| 0);
        field.state.value = field.state.value.map(|_| String::new());
    }
    type_on(context, Focus::Field(Box::new(field)), text)
}

/// Types into what has the focus, after what it holds.
fn type_on(context: &mut Context<'_>, focus: Focus, text: &Phrase) -> StepResult {
    let before = match focus {
        Focus::Field(field) => {
            let typed = for_field(context, &field, text);
            context.send(&Action::Type(typed))?;
            return prove(context, &field, text);
        }
        Focus::Unknown(before) => before,
    };
    let action = Action::Type(plain(text));
    let act = PendingAct {
        action: &action,
        before: &before,
        title: action.to_string(),
    };
    context.act(&act, &Proof::AnyChange { touched: None })
}

/// Proves by the field, as it was before the text was sent, that it holds the text.
fn prove(context: &mut Context<'_>, field: &Element, text: &Phrase) -> StepResult {
    let verdict = if field.is_password {
        count_bullets(context, field, text)?
    } else {
        read_back(context, field, text)?
    };
    context.picture_step(Purpose::After, None)?;
    Ok(verdict)
}

/// Waits until a password field, which cannot be read back, holds as many characters more as the text has. Where the
/// device can compare, they must be those of the text.
fn count_bullets(context: &mut Context<'_>, field: &Element, text: &Phrase) -> StepResult {
    let shown = |field: &Element| field.text.chars().count();
    let bullets = |field: &Element| field.hidden_length.unwrap_or_else(|| shown(field));
    let (before, typed) = (bullets(field), text.reveal());
    let wanted = before + typed.chars().count();
    let waited =
        context.wait_past_interruptions(context.options.timeout, Freshness::New, |screen| {
            let now = same_field(field, screen)?;
            let is_in_boxes =
                || before == 0 && boxes::hold_together(&boxes::row_of(now, screen), &typed);
            let place = now.bounds.center();
            if bullets(now) == wanted {
                return Some(Some(place));
            }
            is_in_boxes().then_some(None)
        })?;
    let (has_as_many, place) = match &waited {
        Waited::Held(place, screen) => {
            context.note_learned(screen);
            (true, *place)
        }
        Waited::TimedOut(last) => {
            let now = same_field(field, last);
            (false, now.map(|now| now.bounds.center()))
        }
    };
    let is_it = match place {
        Some(place) => context.field_ends_with(place, text)?,
        None => None,
    };
    let expected = "the password field holds as many characters more";
    Ok(match (has_as_many, is_it) {
        (true, Some(true) | None) => context.pass(expected, "it does", Reason::PasswordTyped),
        (_, Some(false)) => context.fail(expected, "they are others", Reason::PasswordOther),
        (false, Some(true) | None) => {
            context.note_unmet(expected, "it cannot be told");
            Verdict::not_judged(Reason::PasswordUnknown)
        }
    })
}

/// Waits until the field holds what it held before and the text. A newline at the end may have
/// submitted the form, so it is not looked for.
fn read_back(context: &mut Context<'_>, field: &Element, text: &Phrase) -> StepResult {
    let real = text.reveal();
    let real = real.trim_end_matches('\n');
    let mut wanted = vec![format!("{}{real}", real_value(field))];
    // Where a device does not tell a hint from a value, what showed before may have been either.
    if field.state.value.is_none() {
        wanted.push(real.to_owned());
    }
    let masked = wanted.iter().map(|text| context.as_read(text));
    let masked: Vec<String> = masked.collect();
    let mut held: Option<String> = None;
    let waited =
        context.wait_past_interruptions(context.options.timeout, Freshness::New, |now| {
            held = None;
            let found = same_field(field, now)?;
            let row = boxes_of_code(field, found, now, real);
            held = Some(match row.is_empty() {
                true => value(found).to_owned(),
                false => boxes::told(&row),
            });
            let is_one_of = |text: &str, wanted: &[String]| {
                let mut wanted = wanted.iter();
                wanted.any(|wanted| is_same_but_for_format(text, wanted))
            };
            let holds = is_one_of(real_value(found), &wanted)
                || found.hidden_value.is_none() && is_one_of(value(found), &masked)
                || boxes::hold_together(&row, real);
            holds.then_some(())
        })?;
    let is_gone = held.is_none();
    let holds = match held {
        Some(_) if text.is_secret() => MASK.to_owned(),
        Some(value) => value,
        None => "the field is gone".to_owned(),
    };
    let expected = format!("the field holds \"{text}\"");
    let text = text.to_string();
    Ok(match waited {
        Waited::Held((), screen) => {
            context.note_learned(&screen);
            context.pass(expected, holds, Reason::Typed)
        }
        Waited::TimedOut(_) => {
            context.note_unmet(expected, holds.clone());
            // Some fields, such as those for codes, move on by themselves when they are full.
            match is_gone {
                true => Verdict::not_judged(Reason::FieldGone { text }),
                false => Verdict::failed(Reason::TypedOther { text, holds }),
            }
        }
    })
}

/// Returns the boxes in which a text may go on: where the field was empty and holds only how it begins.
fn boxes_of_code<'s>(
    before: &Element,
    now: &'s Element,
    screen: &'s Screen,
    text: &str,
) -> Vec<&'s Element> {
    let held = value(now);
    let is_beginning = !held.is_empty() && held != text && text.starts_with(held);
    let row = match is_beginning && value(before).is_empty() {
        true => boxes::row_of(now, screen),
        false => Vec::new(),
    };
    if row.len() > 1 { row } else { Vec::new() }
}
