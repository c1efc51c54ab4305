//! Waits until an element is in view.

use std::time::Duration;

use retap_model::program::{Pin, Target, WaitFor};
use retap_model::screen::Screen;
use retap_model::select::{Evidence, Found, LabelMatch, Search, Strategy, is_shown, locate};
use retap_model::verdict::Verdict;

use crate::context::{Abort, Context, StepResult};
use crate::eyes::Need;
use crate::find::{unreadable, visible_texts};
use crate::wait::{Settled, Waited};

/// Waits no longer than it takes, and fails if the target never comes.
///
/// A replay does not accept a looser match than the learning run saw. A wait synchronises and
/// proves nothing, so an element that was renamed since still ends it, as drift.
pub(super) fn perform(context: &mut Context<'_>, wait: &WaitFor, pin: Option<&Pin>) -> StepResult {
    let target = match context.recall(&wait.target) {
        Ok(target) => target,
        Err(verdict) => return Ok(verdict),
    };
    let timeout = wait.timeout.unwrap_or(context.options.timeout);
    let waited = wait_for(context, &target, pin, timeout)?;
    let expected = format!("{} is visible", target.title());
    match waited {
        Waited::Held(Ended::Shown(found), screen) => {
            Ok(context.pass_shown(&target, found, &screen))
        }
        Waited::Held(Ended::Renamed(found), _) => {
            context.note_located(&target, &found);
            context.note_check(expected, found.title.clone(), true);
            Ok(Verdict::passed(format!(
                "{} is there, {}",
                target.title(),
                found.drift.join(", ")
            )))
        }
        Waited::TimedOut(Ok(screen)) => {
            let seen = visible_texts(&screen);
            let looser = is_shown(&screen, &target)
                .map(|found| {
                    format!(
                        "; only a looser match than learned: `{}`",
                        screen.elements[found.index].label()
                    )
                })
                .unwrap_or_default();
            let reason = format!(
                "`{}` did not appear within {timeout:?}{looser}; visible: {seen}",
                target.label
            );
            context.note_check(expected, seen, false);
            Ok(Verdict::failed(reason))
        }
        Waited::TimedOut(Err(reason)) => Ok(unreadable(&reason)),
    }
}

/// How long the words alone are waited for before an element that was renamed may stand for them.
const WORDS_FIRST: Duration = Duration::from_secs(2);

/// Waits for the words; in a replay, after a while and on a screen at rest, also for the recorded
/// element under another name.
fn wait_for(
    context: &mut Context<'_>,
    target: &Target,
    pin: Option<&Pin>,
    timeout: Duration,
) -> Result<Waited<Ended>, Abort> {
    let loosest = loosest(pin);
    let shown = |screen: &Screen| {
        is_shown(screen, target)
            .filter(|found| found.strategy <= loosest)
            .map(Ended::Shown)
    };
    let first = context.first_need();
    let evidence = pin.and_then(|pin| pin.evidence.as_ref());
    let Some(evidence) = evidence.filter(|_| timeout > WORDS_FIRST) else {
        return context.wait_until(timeout, first, shown);
    };
    if let held @ Waited::Held(..) = context.wait_until(WORDS_FIRST, first, shown)? {
        return Ok(held);
    }
    if let Settled::Still(screen) = context.settle(WORDS_FIRST, Need::Recent)?
        && let Some(found) = renamed(&screen, target, evidence)
    {
        return Ok(Waited::Held(Ended::Renamed(found), screen));
    }
    context.wait_until(timeout - WORDS_FIRST, Need::Recent, shown)
}

/// What ended a wait.
enum Ended {
    Shown(LabelMatch),
    Renamed(Found),
}

fn renamed(screen: &Screen, target: &Target, evidence: &Evidence) -> Option<Found> {
    match locate(screen, target, Some(evidence)) {
        Search::Found(found) if !found.drift.is_empty() && reacts(screen, found.index) => {
            Some(found)
        }
        Search::Found(_) | Search::Ambiguous(_) | Search::Missing(_) => None,
    }
}

/// A button under another name is still that button; a text that says something else is news.
fn reacts(screen: &Screen, index: usize) -> bool {
    screen.touched_for(index).is_some()
}

/// Returns the loosest match that counts.
pub(super) fn loosest(pin: Option<&Pin>) -> Strategy {
    pin.and_then(|pin| pin.strategy)
        .unwrap_or(Strategy::Substring)
}
