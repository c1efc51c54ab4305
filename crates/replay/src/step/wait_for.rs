//! Waits until an element is in view.

use std::time::Duration;

use retap_model::program::{Pin, Target, WaitFor};
use retap_model::screen::Screen;
use retap_model::select::{Evidence, Found, LabelMatch, MatchQuality, Search, is_shown, locate};

use crate::stop::OrUnseen as _;
use crate::wait::Settled;

use super::{
    At, Blind, Context, Freshness, Perform, Reason, StepResult, Stop, Verdict, Visible, Waited,
};

impl Perform for WaitFor {
    /// Waits no longer than it takes, and fails if the target never comes.
    ///
    /// A replay does not accept a looser match than the learning run saw. A wait synchronises and
    /// proves nothing, so an element that was renamed since still ends it, as drift.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let target = context.recall(&self.target)?;
        let within = self.timeout.unwrap_or(context.options.timeout);
        let title = target.title();
        let expected = format!("{title} is visible");
        Ok(match wait_for(context, &target, at.pin, within)? {
            Waited::Held(Ended::Shown(found), screen) => {
                context.pass_shown(&target, found, &screen)
            }
            Waited::Held(Ended::Renamed(found), _) => {
                context.note_located(&target, &found);
                context.note_held(expected, found.title);
                let drift = found.drift;
                Verdict::passed(Reason::Renamed { title, drift })
            }
            Waited::TimedOut(screen) => {
                let visible = Visible::of(&screen);
                context.note_unmet(expected, visible.to_string());
                let label = |found: LabelMatch| screen.elements[found.index].label().to_owned();
                Verdict::failed(Reason::NotAppeared {
                    name: target.label.to_string(),
                    within,
                    looser: is_shown(&screen, &target).map(label),
                    visible,
                })
            }
        })
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::nothing()
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
) -> Result<Waited<Ended>, Stop> {
    let loosest = loosest(pin);
    let shown = |screen: &Screen| {
        is_shown(screen, target)
            .filter(|found| found.strategy <= loosest)
            .map(Ended::Shown)
    };
    let first = context.first_look();
    let evidence = pin.and_then(|pin| pin.evidence.as_ref());
    let Some(evidence) = evidence.filter(|_| timeout > WORDS_FIRST) else {
        return context.wait_until(timeout, first, shown);
    };
    let waited = context.wait_until(WORDS_FIRST, first, shown).or_unseen()?;
    if let Some(held @ Waited::Held(..)) = waited {
        return Ok(held);
    }
    let rested = context.settle(WORDS_FIRST, Freshness::Recent).or_unseen()?;
    if let Some(Settled::Still(screen)) = rested
        && let Some(found) = renamed(&screen, target, evidence)
    {
        return Ok(Waited::Held(Ended::Renamed(found), screen));
    }
    context.wait_until(timeout - WORDS_FIRST, Freshness::Recent, shown)
}

/// The end of a wait.
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
pub(super) fn loosest(pin: Option<&Pin>) -> MatchQuality {
    pin.and_then(|pin| pin.strategy)
        .unwrap_or(MatchQuality::Substring)
}
