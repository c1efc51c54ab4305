//! Waits until an element is in view, or proves that it is or is not.

use retap_model::device::Moment;
use retap_model::select::{Found, MatchQuality, locate_renamed, missing_place, unclear_rows};

use crate::beyond::Beyond;
use crate::stop::or_unseen;
use crate::wait::Patience;

use super::prelude::*;

/// How long an assertion may take to come true.
pub(super) const ASSERT_TIMEOUT: Duration = Duration::from_secs(10);

impl Perform for Assert {
    /// Proves what the source asserts. A screen that cannot be read, or that shows nothing at all,
    /// proves neither.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let target = context.recall(&self.target)?;
        match self.presence {
            Presence::Visible => visible(context, &target, Beyond::Counts, at.pin),
            Presence::InView => visible(context, &target, Beyond::DoesNotCount, at.pin),
            Presence::NotVisible | Presence::NotInView => {
                not_visible(context, &target, self.presence)
            }
        }
    }
}

fn visible(
    context: &mut Context<'_>,
    target: &Target,
    beyond: Beyond<'_>,
    pin: Option<&Pin>,
) -> StepResult {
    let loosest = loosest(pin);
    let first = context.first_look();
    let timeout = ASSERT_TIMEOUT.min(context.options.timeout);
    let rest = context.rest_patience(pin);
    let waited = context.wait_on_page(
        Patience {
            within: timeout,
            rest,
        },
        first,
        beyond,
        |screen| is_shown(screen, target).filter(|found| found.strategy <= loosest),
    )?;
    Ok(match waited {
        Waited::Held(found, screen) => context.pass_shown(target, found, &screen),
        Waited::TimedOut(screen) => {
            let visible = Visible::of(&screen);
            let expected = format!("{} is visible", target.title());
            context.note_unmet(expected, visible.to_string());
            Verdict::failed(Reason::not_shown(target, &screen))
        }
    })
}

/// Absence needs a screen that has come to rest: on a loading one everything is absent.
fn not_visible(context: &mut Context<'_>, target: &Target, presence: Presence) -> StepResult {
    let first = context.first_look();
    let timeout = ASSERT_TIMEOUT.min(context.options.timeout);
    let name = target.label.to_string();
    let about = Unclear::IsAbsent(name.clone());
    let screen = context.screen_at_rest(timeout, first, about.clone())?;
    if screen.texts().is_empty() {
        return Err(Stop::failed(Reason::ShowsNothing { about }));
    }
    let unread = || context.unread_behind(&screen);
    if let Some(by) = hidden_by(&screen, target).or_else(unread) {
        return Err(Stop::failed(Reason::Behind { name, by }));
    }
    if let Some(place) = missing_place(&screen, target) {
        let visible = Visible::of(&screen);
        return Err(Stop::failed(Reason::NothingToBeIn {
            name,
            place,
            visible,
        }));
    }
    let title = target.title();
    let expected = format!("{title} is not visible");
    let seen = Visible::of(&screen).to_string();
    let is_seen = is_seen(&screen, target);
    let beyond = match is_seen {
        true => None,
        false => seen_beyond(context, target, presence, &screen)?,
    };
    if is_seen || beyond.is_some() {
        context.note_unmet(expected, seen);
    } else {
        context.note_held(expected, seen);
    }
    if let Some(beyond) = beyond {
        return Ok(Verdict::failed(beyond));
    }
    let rows = unclear_rows(&screen, target);
    Ok(match is_shown(&screen, target) {
        None if !rows.is_empty() => Verdict::failed(Reason::PerhapsInRow { name, rows }),
        None if is_seen => Verdict::failed(Reason::StandsInField { name }),
        None => Verdict::passed(Reason::NotShown { title }),
        Some(found) => Verdict::failed(Reason::ShowsStill {
            name,
            found: screen.elements[found.index].label().to_owned(),
            strategy: found.strategy.as_str().to_owned(),
        }),
    })
}

/// Returns why the target may be on the page although it is not in view; nothing where only what is in view counts.
pub(super) fn seen_beyond(
    context: &mut Context<'_>,
    target: &Target,
    presence: Presence,
    screen: &Screen,
) -> Result<Option<Reason>, Stop> {
    if presence != Presence::NotVisible {
        return Ok(None);
    }
    let name = target.label.to_string();
    Ok(match context.look_beyond(screen)? {
        Some(whole) => is_seen(&whole, target).then(|| {
            let found = is_shown(&whole, target);
            let found = found.map_or("", |found| whole.elements[found.index].label());
            let found = found.to_owned();
            Reason::OutOfView { name, found }
        }),
        None => screen
            .has_more_below
            .then_some(Reason::MayBeOutOfView { name }),
    })
}

/// Returns what lies over the target, if it is there but covered.
pub(super) fn hidden_by(screen: &Screen, target: &Target) -> Option<String> {
    if is_shown(screen, target).is_some() {
        return None;
    }
    let mut uncovered = screen.clone();
    uncovered
        .elements
        .iter_mut()
        .for_each(|element| element.is_covered = false);
    is_shown(&uncovered, target)?;
    let dialog = screen
        .dialog()
        .map(|dialog| format!("`{}`", dialog.caption()));
    Some(dialog.unwrap_or_else(|| "something in front of it".to_owned()))
}

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
        let started = context.now();
        let is_given = self.timeout.is_some() || context.is_timeout_given();
        let rest = match is_given {
            true => None,
            false => context.rest_patience(at.pin),
        };
        let patience = Patience { within, rest };
        Ok(match wait_for(context, &target, at.pin, patience)? {
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
                    within: waited_since(context, started).min(within),
                    looser: is_shown(&screen, &target).map(label),
                    visible,
                })
            }
        })
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
    patience: Patience,
) -> Result<Waited<Ended>, Stop> {
    let Patience { within, rest } = patience;
    let loosest = loosest(pin);
    let shown = |screen: &Screen| {
        is_shown(screen, target)
            .filter(|found| found.strategy <= loosest)
            .map(Ended::Shown)
    };
    let first = context.first_look();
    let evidence = pin.and_then(|pin| pin.evidence.as_ref());
    let Some(evidence) = evidence.filter(|_| within > WORDS_FIRST) else {
        return context.wait_on_page(patience, first, Beyond::Counts, shown);
    };
    let words = context.wait_on_page(WORDS_FIRST, first, Beyond::Counts, shown);
    let waited = or_unseen(words)?;
    if let Some(held @ Waited::Held(..)) = waited {
        return Ok(held);
    }
    let rested = or_unseen(context.settle(WORDS_FIRST, Freshness::Recent))?;
    if let Some(Waited::Held((), screen)) = rested
        && let Some(found) = locate_renamed(&screen, target, evidence)
    {
        return Ok(Waited::Held(Ended::Renamed(found), screen));
    }
    let left = rest.map(|rest| rest.saturating_sub(WORDS_FIRST));
    let patience = Patience {
        within: within - WORDS_FIRST,
        rest: left,
    };
    context.wait_on_page(patience, Freshness::Recent, Beyond::Counts, shown)
}

/// Returns the time since then, in tenths of seconds.
fn waited_since(context: &Context<'_>, started: Moment) -> Duration {
    let waited = context.now().since(started).as_millis().div_ceil(100) * 100;
    Duration::from_millis(waited as u64)
}

/// The end of a wait.
enum Ended {
    Shown(LabelMatch),
    Renamed(Found),
}

/// Returns the loosest match that counts.
pub(super) fn loosest(pin: Option<&Pin>) -> MatchQuality {
    pin.and_then(|pin| pin.strategy)
        .unwrap_or(MatchQuality::Substring)
}
