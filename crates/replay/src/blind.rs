//! Replaying on a device that shows no elements: pinned places and times, and an honest verdict.
//!
//! This is how a plain reader of compiled files replays. Nothing is checked, so nothing passes:
//! every step ends `not judged`, and the caller decides whether that is enough.

use std::time::Duration;

use retap_model::device::Action;
use retap_model::geometry::Direction;
use retap_model::program::{Drag, LongPress, Pin, PinnedPlace, Step, StepKind, Stroke};
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};
use crate::step::swipe;

/// Below this the reader of pixels was guessing, and its place is not touched blindly.
const LEAST_CONFIDENCE: f64 = 0.7;

/// What is added to a recorded delay.
const BUFFER: Duration = Duration::from_millis(200);

/// Returns whether this step needs to see the screen at all.
pub(crate) fn applies_to(step: &Step) -> bool {
    match step.kind {
        StepKind::Screenshot(_)
        | StepKind::Target(_)
        | StepKind::Ask(_)
        | StepKind::Group(_)
        | StepKind::Unsupported(_)
        | StepKind::SetNetwork(_) => false,
        StepKind::Launch(_)
        | StepKind::Tap(_)
        | StepKind::DoubleTap(_)
        | StepKind::Hover(_)
        | StepKind::LongPress(_)
        | StepKind::Drag(_)
        | StepKind::Type(_)
        | StepKind::PressKey(_)
        | StepKind::Swipe(_)
        | StepKind::ScrollTo(_)
        | StepKind::WaitFor(_)
        | StepKind::Assert(_)
        | StepKind::Home(_)
        | StepKind::Back(_)
        | StepKind::Shake(_)
        | StepKind::OpenUrl(_)
        | StepKind::ResetApp(_)
        | StepKind::Measure(_)
        | StepKind::Remember(_)
        | StepKind::Condition(_)
        | StepKind::Repeat(_)
        | StepKind::RestartApp(_)
        | StepKind::Clear(_)
        | StepKind::ScrollToEdge(_)
        | StepKind::Pause(_)
        | StepKind::Check(_)
        | StepKind::KeepEvidence(_) => true,
    }
}

/// Does what was recorded and says that nothing was checked.
pub(crate) fn perform(context: &mut Context<'_>, step: &Step, pin: Option<&Pin>) -> StepResult {
    let actions = match plan(context, &step.kind, pin) {
        Ok(actions) => actions,
        Err(reason) => return Ok(Verdict::failed(reason)),
    };
    for action in &actions {
        if let Some(verdict) = context.send(action)? {
            return Ok(verdict);
        }
    }
    if let Some(delay) = pin.and_then(|pin| pin.observed_delay) {
        context.pause(delay + BUFFER)?;
    }
    Ok(Verdict::not_judged(
        "done as recorded; this device shows no elements, so nothing was checked",
    ))
}

fn plan(
    context: &mut Context<'_>,
    kind: &StepKind,
    pin: Option<&Pin>,
) -> Result<Vec<Action>, String> {
    Ok(match kind {
        StepKind::Launch(step) => vec![Action::Launch(step.app.reveal())],
        StepKind::Tap(_) => vec![Action::Tap(place(pin)?.point)],
        StepKind::DoubleTap(_) => vec![Action::DoubleTap(place(pin)?.point)],
        StepKind::Hover(_) => vec![Action::Hover(place(pin)?.point)],
        StepKind::LongPress(step) => {
            let duration = step.duration.unwrap_or(LongPress::DEFAULT_DURATION);
            vec![Action::LongPress(place(pin)?.point, duration)]
        }
        StepKind::Drag(_) => {
            let to = trusted(pin.and_then(|pin| pin.destination.as_ref()))?;
            vec![Action::Drag(place(pin)?.point, to.point, Drag::DURATION)]
        }
        StepKind::Type(step) => {
            let text = context
                .recall_phrase(&step.text)
                .map_err(|verdict| verdict.reason)?;
            let field = step.into.as_ref().map(|_| place(pin)).transpose()?;
            let tap = field.map(|place| Action::Tap(place.point));
            tap.into_iter()
                .chain([Action::Type(crate::step::typed(&text, false))])
                .collect()
        }
        StepKind::PressKey(step) => {
            vec![Action::PressKey(step.key.clone(), step.modifiers.clone())]
        }
        StepKind::Swipe(step) => vec![swipe_action(context, step.direction, step.stroke)],
        StepKind::ScrollTo(step) => match pin.and_then(|pin| pin.scroll.as_ref()) {
            Some(scroll) => {
                let swipe = swipe_action(context, scroll.direction, step.stroke);
                vec![swipe; scroll.count as usize]
            }
            None => return Err(unpinned()),
        },
        StepKind::Home(_) => vec![Action::Home],
        StepKind::Back(_) => vec![Action::Back],
        StepKind::Shake(_) => vec![Action::Shake],
        StepKind::OpenUrl(step) => vec![Action::OpenUrl(step.url.reveal())],
        StepKind::ResetApp(step) => vec![Action::Stop(step.app.reveal())],
        StepKind::RestartApp(step) => {
            let app = step.app.reveal();
            vec![Action::Stop(app.clone()), Action::Launch(app)]
        }
        StepKind::Clear(step) => {
            let field = step.field.as_ref().map(|_| place(pin)).transpose()?;
            let tap = field.map(|place| Action::Tap(place.point));
            tap.into_iter().chain([Action::ClearText]).collect()
        }
        StepKind::WaitFor(_)
        | StepKind::Assert(_)
        | StepKind::Remember(_)
        | StepKind::Check(_)
        | StepKind::KeepEvidence(_) => Vec::new(),
        StepKind::Pause(step) => {
            context
                .pause(step.duration)
                .map_err(|_| "stopped on request".to_owned())?;
            Vec::new()
        }
        StepKind::Measure(_)
        | StepKind::Condition(_)
        | StepKind::Repeat(_)
        | StepKind::ScrollToEdge(_) => {
            return Err(
                "it depends on what the screen shows, and this device shows no elements".to_owned(),
            );
        }
        StepKind::Screenshot(_)
        | StepKind::Target(_)
        | StepKind::Ask(_)
        | StepKind::Group(_)
        | StepKind::Unsupported(_)
        | StepKind::SetNetwork(_) => Vec::new(),
    })
}

fn swipe_action(context: &mut Context<'_>, direction: Direction, stroke: Option<Stroke>) -> Action {
    let size = context.device().info().size;
    swipe::action(size, direction, stroke)
}

fn place(pin: Option<&Pin>) -> Result<&PinnedPlace, String> {
    trusted(pin.and_then(|pin| pin.place.as_ref()))
}

fn trusted(place: Option<&PinnedPlace>) -> Result<&PinnedPlace, String> {
    let place = place.ok_or_else(unpinned)?;
    match place.confidence {
        Some(confidence) if confidence < LEAST_CONFIDENCE => Err(format!(
            "it was recorded with a confidence of {confidence}, below {LEAST_CONFIDENCE}; nothing was touched"
        )),
        Some(_) | None => Ok(place),
    }
}

fn unpinned() -> String {
    "nothing was recorded for it, and this device shows no elements".to_owned()
}
