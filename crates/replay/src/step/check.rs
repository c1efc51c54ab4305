//! Proves that everything a `then` claims holds on one and the same screen.

use retap_model::verify::{Judged, judge};

use crate::beyond::Beyond;

use super::prelude::*;
use super::presence::{ASSERT_TIMEOUT, hidden_by, seen_beyond};

/// How long a screen is given to come to rest even when the claims held only at the last moment.
const SHORTEST_REST: Duration = Duration::from_secs(1);

/// How long what may change out of view is given until the whole page is looked at again.
const BEYOND_LOOK: Duration = Duration::from_millis(500);

impl Perform for Check {
    /// Waits until all claims hold at once. What must be absent needs a screen that has come to rest: on
    /// a loading one everything is absent. No claims prove nothing.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        if self.claims.is_empty() {
            return Err(Stop::failed(Reason::NothingToCheck));
        }
        if let Some(vacuous) = self.claims.iter().find(|claim| claim.is_vacuous()) {
            let claim = vacuous.title();
            return Err(Stop::failed(Reason::Vacuous { claim }));
        }
        let usual = ASSERT_TIMEOUT.min(context.options.timeout);
        let end = Deadline::after(context.now(), self.within.unwrap_or(usual));
        let mut first = context.first_look();
        let mut was_there = false;
        loop {
            let left = end.left(context.now());
            let beyond_view = match means_window(&self.claims) {
                true => Beyond::DoesNotCount,
                false => Beyond::Counts,
            };
            let waited = context.wait_on_page(left, first, beyond_view, |screen| {
                if let Some(reason) = passing_message(self, screen) {
                    return Some(Err(Stop::failed(reason)));
                }
                if all_hold(&self.claims, screen) {
                    return Some(Ok(()));
                }
                was_there |= shows_absent(&self.claims, screen);
                None
            })?;
            let screen = match waited {
                Waited::Held(held, screen) => {
                    held?;
                    rested(context, &self.claims, screen, end)?
                }
                Waited::TimedOut(screen) => return Ok(fail(context, self, &screen)),
            };
            if let Some(proof) = holding_screen(context, &self.claims, &screen)? {
                if let Some(beyond) = beyond(context, &self.claims, &screen)? {
                    if end.has_passed(context.now()) {
                        return Ok(Verdict::failed(beyond));
                    }
                    // What changes out of view is no other screen, so it is looked for again after a while.
                    let slice = end.left(context.now()).min(BEYOND_LOOK);
                    let is_other = |now: &Screen| (now.revision != screen.revision).then_some(());
                    context.wait_until(slice, Freshness::Recent, is_other)?;
                    (first, was_there) = (Freshness::Recent, true);
                    continue;
                }
                if was_there && self.within.is_none() {
                    context.warn("what must be absent was on the screen at first");
                }
                return Ok(pass(context, self, &proof));
            }
            if end.has_passed(context.now()) {
                return Ok(fail(context, self, &screen));
            }
            first = Freshness::Recent;
        }
    }
}

/// Returns the screen, at rest if something must be absent from it.
fn rested(
    context: &mut Context<'_>,
    claims: &[Claim],
    screen: Arc<Screen>,
    end: Deadline,
) -> Result<Arc<Screen>, Stop> {
    if absences(claims).next().is_none() {
        return Ok(screen);
    }
    let left = end.left(context.now()).max(SHORTEST_REST);
    context.screen_at_rest(left, Freshness::Recent, Unclear::WhatIsAbsent)
}

/// Returns the screen on which all claims hold: what shows, or all of the page.
fn holding_screen(
    context: &mut Context<'_>,
    claims: &[Claim],
    screen: &Arc<Screen>,
) -> Result<Option<Arc<Screen>>, Stop> {
    if all_hold(claims, screen) {
        return Ok(Some(Arc::clone(screen)));
    }
    if means_window(claims) {
        return Ok(None);
    }
    let whole = context.look_beyond(screen)?.map(Arc::new);
    Ok(whole.filter(|whole| all_hold(claims, whole)))
}

/// Returns whether an author says of anything that it must be in view: all claims are about one screen, and it is what shows.
fn means_window(claims: &[Claim]) -> bool {
    let is_in_view =
        |claim: &Claim| matches!(claim, Claim::Text(it) if it.presence == Presence::InView);
    claims.iter().any(is_in_view)
}

fn all_hold(claims: &[Claim], screen: &Screen) -> bool {
    claims.iter().all(|claim| judge(claim, screen).holds) && absent_is_certain(claims, screen)
}

/// Returns whether what must be absent is not merely covered, and something shows at all.
fn absent_is_certain(claims: &[Claim], screen: &Screen) -> bool {
    absences(claims).all(|target| hidden_by(screen, target).is_none())
        && (absences(claims).next().is_none() || !screen.texts().is_empty())
}

/// Returns why something that must be absent from the page may be on it although it is not in view.
fn beyond(
    context: &mut Context<'_>,
    claims: &[Claim],
    screen: &Screen,
) -> Result<Option<Reason>, Stop> {
    for claim in claims {
        if let Claim::Text(TextClaim { target, presence }) = claim
            && let Some(reason) = seen_beyond(context, target, *presence, screen)?
        {
            return Ok(Some(reason));
        }
    }
    Ok(None)
}

fn shows_absent(claims: &[Claim], screen: &Screen) -> bool {
    let mut absent = claims.iter().filter(|claim| absence(claim).is_some());
    absent.any(|claim| !judge(claim, screen).holds)
}

/// Returns the failure of a message which goes away by itself and says what an author asserts to be absent: it
/// did show, however soon it is gone. Waiting until something is gone is another matter.
fn passing_message(check: &Check, screen: &Screen) -> Option<Reason> {
    check.within.is_none().then_some(())?;
    absences(&check.claims).find_map(|target| {
        let found = is_shown(screen, target)?;
        let element = &screen.elements[found.index];
        (element.role == Role::Toast).then(|| Reason::InPassingMessage {
            title: target.title(),
            message: element.caption().to_owned(),
        })
    })
}

fn absences(claims: &[Claim]) -> impl Iterator<Item = &Target> {
    claims.iter().filter_map(absence)
}

fn absence(claim: &Claim) -> Option<&Target> {
    match claim {
        Claim::Text(claim) | Claim::Screen(claim) => {
            claim.presence.is_absence().then_some(&claim.target)
        }
        Claim::Id(_) | Claim::Class(_) | Claim::Count(_) | Claim::State(_) | Claim::Unknown(_) => {
            None
        }
    }
}

fn pass(context: &mut Context<'_>, check: &Check, screen: &Screen) -> Verdict {
    for claim in &check.claims {
        note(context, claim, judge(claim, screen));
    }
    warn_of_parts(context, &check.claims, screen);
    Verdict::passed(Reason::ClaimsHold {
        claims: check.claims.iter().map(Claim::title).collect(),
        is_fingerprint: check.is_fingerprint,
    })
}

fn fail(context: &mut Context<'_>, check: &Check, screen: &Screen) -> Verdict {
    let mut missing = Vec::new();
    for claim in &check.claims {
        let judged = judge(claim, screen);
        if !judged.holds {
            missing.push(unmet(claim, &judged));
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
        let about = Unclear::WhatIsAbsent;
        return Verdict::failed(Reason::ShowsNothing { about });
    }
    let visible = Visible::of(screen);
    Verdict::failed(Reason::ClaimsFail { missing, visible })
}

fn unmet(claim: &Claim, judged: &Judged) -> String {
    match claim {
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
    }
}

fn note(context: &mut Context<'_>, claim: &Claim, judged: Judged) {
    if judged.holds {
        context.note_held(claim.title(), judged.seen);
    } else {
        context.note_unmet(claim.title(), judged.seen);
    }
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
