//! Proves that everything a `then` claims holds on one and the same screen.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::Deadline;
use retap_model::program::{Check, Claim, Matching, Presence, Target};
use retap_model::screen::{Role, Screen};
use retap_model::select::is_shown;
use retap_model::verdict::Verdict;
use retap_model::verify::{Judged, judge};

use crate::context::{Abort, Context, StepResult};
use crate::eyes::Need;
use crate::find::{unreadable, visible_texts};
use crate::wait::{Settled, Waited};

use super::assert::{ASSERT_TIMEOUT, hidden_by};

/// Waits until all claims hold at once. What must be absent needs a screen that has come to rest: on
/// a loading one everything is absent. No claims prove nothing.
pub(super) fn perform(context: &mut Context<'_>, check: &Check) -> StepResult {
    if check.claims.is_empty() {
        return Ok(Verdict::failed(
            "there is nothing to check, which proves nothing",
        ));
    }
    if let Some(vacuous) = check.claims.iter().find(|claim| claim.is_vacuous()) {
        let title = vacuous.title();
        return Ok(Verdict::failed(format!("that {title} proves nothing")));
    }
    let timeout = check
        .within
        .unwrap_or(ASSERT_TIMEOUT.min(context.options.timeout));
    let end = Deadline::after(context.now(), timeout);
    let mut first = context.first_need();
    let mut was_there = false;
    loop {
        let waited = context.wait_until(end.left(context.now()), first, |screen| {
            if let Some(said) = passing_message(check, screen) {
                return Some(Some(said));
            }
            if all_hold(&check.claims, screen) {
                return Some(None);
            }
            was_there |= shows_absent(&check.claims, screen);
            None
        })?;
        let screen = match waited {
            Waited::Held(Some(said), _) => return Ok(Verdict::failed(said)),
            Waited::Held(None, screen) if !needs_rest(&check.claims) => screen,
            Waited::Held(None, _) => match rest(context, end)? {
                Ok(screen) => screen,
                Err(verdict) => return Ok(verdict),
            },
            Waited::TimedOut(Ok(screen)) => return Ok(fail(context, check, &screen)),
            Waited::TimedOut(Err(reason)) => return Ok(unreadable(&reason)),
        };
        if all_hold(&check.claims, &screen) {
            if was_there && check.within.is_none() {
                context.warn("what must be absent was on the screen at first");
            }
            return Ok(pass(context, check, &screen));
        }
        if end.has_passed(context.now()) {
            return Ok(fail(context, check, &screen));
        }
        first = Need::Recent;
    }
}

fn all_hold(claims: &[Claim], screen: &Screen) -> bool {
    claims.iter().all(|claim| judge(claim, screen).holds) && absent_is_certain(claims, screen)
}

/// Returns whether what must be absent is not merely covered, and something shows at all.
fn absent_is_certain(claims: &[Claim], screen: &Screen) -> bool {
    absences(claims).all(|target| hidden_by(screen, target).is_none())
        && (absences(claims).next().is_none() || !screen.texts().is_empty())
}

fn shows_absent(claims: &[Claim], screen: &Screen) -> bool {
    let mut absent = claims.iter().filter(|claim| absence(claim).is_some());
    absent.any(|claim| !judge(claim, screen).holds)
}

/// Returns that a message which goes away by itself says what an author asserts to be absent: it did
/// show, however soon it is gone. Waiting until something is gone is another matter.
fn passing_message(check: &Check, screen: &Screen) -> Option<String> {
    check.within.is_none().then_some(())?;
    absences(&check.claims).find_map(|target| {
        let found = is_shown(screen, target)?;
        let element = &screen.elements[found.index];
        (element.role == Role::Toast).then(|| {
            format!(
                "{} shows, in a message that goes away by itself: `{}`",
                target.title(),
                element.caption()
            )
        })
    })
}

fn needs_rest(claims: &[Claim]) -> bool {
    absences(claims).next().is_some()
}

fn absences(claims: &[Claim]) -> impl Iterator<Item = &Target> {
    claims.iter().filter_map(absence)
}

fn absence(claim: &Claim) -> Option<&Target> {
    match claim {
        Claim::Text(claim) | Claim::Screen(claim) => {
            (claim.presence == Presence::NotVisible).then_some(&claim.target)
        }
        Claim::Id(_) | Claim::Class(_) | Claim::Count(_) | Claim::State(_) | Claim::Unknown(_) => {
            None
        }
    }
}

fn rest(context: &mut Context<'_>, end: Deadline) -> Result<Result<Arc<Screen>, Verdict>, Abort> {
    let left = end.left(context.now()).max(SHORTEST_REST);
    Ok(match context.settle(left, Need::Recent)? {
        Settled::Still(screen) => Ok(screen),
        Settled::Restless(_) => Err(Verdict::failed(
            "the screen did not come to rest, so it cannot be told what is absent",
        )),
        Settled::Unreadable(reason) => Err(unreadable(&reason)),
    })
}

/// How long a screen is given to come to rest even when the claims held only at the last moment.
const SHORTEST_REST: Duration = Duration::from_secs(1);

fn pass(context: &mut Context<'_>, check: &Check, screen: &Screen) -> Verdict {
    for claim in &check.claims {
        note(context, claim, judge(claim, screen));
    }
    warn_of_parts(context, &check.claims, screen);
    let count = check.claims.len();
    let by = if check.is_fingerprint {
        "as recorded, by a fingerprint of the learning run: "
    } else {
        ""
    };
    let titles: Vec<String> = check.claims.iter().map(Claim::title).collect();
    if count > MOST_LISTED {
        return Verdict::passed(format!("{by}{count} checks hold"));
    }
    Verdict::passed(format!("{by}{}", titles.join(", ")))
}

/// How many claims a reason lists.
const MOST_LISTED: usize = 4;

fn fail(context: &mut Context<'_>, check: &Check, screen: &Screen) -> Verdict {
    let mut missing = Vec::new();
    for claim in &check.claims {
        let judged = judge(claim, screen);
        if !judged.holds {
            missing.push(match claim {
                Claim::Unknown(_) => judged.seen.clone(),
                Claim::State(_) | Claim::Count(_) | Claim::Text(_) if judged.says_more() => {
                    format!("{}, but {}", claim.title(), judged.seen)
                }
                Claim::State(_)
                | Claim::Count(_)
                | Claim::Text(_)
                | Claim::Screen(_)
                | Claim::Id(_)
                | Claim::Class(_) => claim.title(),
            });
        }
        note(context, claim, judged);
    }
    if missing.is_empty() {
        missing.extend(absences(&check.claims).filter_map(|target| {
            let by = hidden_by(screen, target)?;
            Some(format!(
                "{} is behind {by}, so it cannot be told whether it is there",
                target.title()
            ))
        }));
    }
    if missing.is_empty() {
        return Verdict::failed(
            "the screen shows nothing at all, so it cannot be told what is absent",
        );
    }
    Verdict::failed(format!(
        "expected that {}; visible: {}",
        missing.join(", "),
        visible_texts(screen)
    ))
}

fn note(context: &mut Context<'_>, claim: &Claim, judged: Judged) {
    context.note_check(claim.title(), judged.seen, judged.holds);
}

/// A text that must not show by itself may stand in a longer one; that passes, and is said.
fn warn_of_parts(context: &mut Context<'_>, claims: &[Claim], screen: &Screen) {
    let wholes = absences(claims).filter(|target| target.matching == Matching::Exact);
    let parts: Vec<String> = wholes
        .filter_map(|target| {
            let part = Target {
                matching: Matching::Contains,
                ..target.clone()
            };
            let found = is_shown(screen, &part)?;
            let text = screen.elements[found.index].caption();
            Some(format!(
                "`{}` does not show by itself, but `{text}` contains it",
                target.label
            ))
        })
        .collect();
    for message in parts {
        context.warn(message);
    }
}
