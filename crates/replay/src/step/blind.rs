//! Replaying on a device that shows no elements: pinned places and times, and an honest verdict.
//!
//! This is how a plain reader of compiled files replays. Nothing is checked, so nothing passes:
//! every step ends `not judged`, and the caller decides whether that is enough.

use super::prelude::*;
use super::{Performer, performer};

/// Below this the reader of pixels was guessing, and its place is not touched blindly.
const LEAST_CONFIDENCE: f64 = 0.7;

/// The time that is added to a recorded delay.
const BUFFER: Duration = Duration::from_millis(200);

/// What comes of a step where nothing can be seen.
pub(super) enum WhenBlind {
    /// It needs to see nothing and is performed as always.
    AsAlways,
    /// It sends its acts, if it has any, without looking.
    Sends,
    /// It cannot be done.
    NeedsToSee,
}

/// Does what was recorded and says that nothing was checked.
pub(super) fn perform(context: &mut Context<'_>, kind: &StepKind, at: At<'_>) -> StepResult {
    let actions = match performer(kind) {
        Performer::Touch(_, gesture) => vec![gesture(place(at.pin)?)],
        Performer::Act(action) => vec![action],
        Performer::Own(step, WhenBlind::Sends) => step.acts_unseen(context, at)?,
        Performer::Own(_, WhenBlind::AsAlways) => return perform_kind(context, kind, at),
        Performer::Own(_, WhenBlind::NeedsToSee) => return Err(Stop::failed(Reason::NeedsToSee)),
    };
    for action in &actions {
        context.send(action)?;
    }
    if let Some(delay) = at.pin.and_then(|pin| pin.observed_delay) {
        context.pause(delay + BUFFER)?;
    }
    Ok(Verdict::not_judged(Reason::DoneBlind))
}

/// Returns where the step's target was when it was recorded.
pub(super) fn place(pin: Option<&Pin>) -> Result<Point, Stop> {
    trusted(pin.and_then(|pin| pin.place.as_ref()))
}

/// Returns where a recorded place is, if it was certain enough.
pub(super) fn trusted(place: Option<&PinnedPlace>) -> Result<Point, Stop> {
    let place = place.ok_or_else(unpinned)?;
    match place.confidence {
        Some(confidence) if confidence < LEAST_CONFIDENCE => Err(Stop::failed(Reason::TooUnsure {
            confidence,
            least: LEAST_CONFIDENCE,
        })),
        Some(_) | None => Ok(place.point),
    }
}

/// Returns the failure of a step of which nothing was recorded.
pub(super) const fn unpinned() -> Stop {
    Stop::failed(Reason::NotRecorded)
}
