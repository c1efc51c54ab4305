//! Proves that an element is, or is not, in view.

use std::time::Duration;

use retap_model::program::{Assert, Pin, Presence, Target};
use retap_model::screen::Screen;
use retap_model::select::{is_seen, is_shown, unclear_rows};
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};
use crate::explain::row_trouble;
use crate::find::{unreadable, visible_texts};
use crate::wait::{Settled, Waited};

use super::wait_for::loosest;

/// How long an assertion may take to come true.
pub(super) const ASSERT_TIMEOUT: Duration = Duration::from_secs(10);

/// Proves what the source asserts. A screen that cannot be read, or that shows nothing at all,
/// proves neither.
pub(super) fn perform(context: &mut Context<'_>, assert: &Assert, pin: Option<&Pin>) -> StepResult {
    let target = match context.recall(&assert.target) {
        Ok(target) => target,
        Err(verdict) => return Ok(verdict),
    };
    match assert.presence {
        Presence::Visible => visible(context, &target, pin),
        Presence::NotVisible => not_visible(context, &target),
    }
}

fn visible(context: &mut Context<'_>, target: &Target, pin: Option<&Pin>) -> StepResult {
    let loosest = loosest(pin);
    let first = context.first_need();
    let timeout = ASSERT_TIMEOUT.min(context.options.timeout);
    let waited = context.wait_until(timeout, first, |screen| {
        is_shown(screen, target).filter(|found| found.strategy <= loosest)
    })?;
    let expected = format!("{} is visible", target.title());
    match waited {
        Waited::Held(found, screen) => Ok(context.pass_shown(target, found, &screen)),
        Waited::TimedOut(Ok(screen)) => {
            let seen = visible_texts(&screen);
            context.note_check(expected, seen.clone(), false);
            Ok(Verdict::failed(
                row_trouble(target, &screen).unwrap_or_else(|| {
                    format!("`{}` is not on the screen; visible: {seen}", target.label)
                }),
            ))
        }
        Waited::TimedOut(Err(reason)) => Ok(unreadable(&reason)),
    }
}

/// Absence needs a screen that has come to rest: on a loading one everything is absent.
fn not_visible(context: &mut Context<'_>, target: &Target) -> StepResult {
    let first = context.first_need();
    let timeout = ASSERT_TIMEOUT.min(context.options.timeout);
    let screen = match context.settle(timeout, first)? {
        Settled::Still(screen) => screen,
        Settled::Restless(_) => {
            return Ok(Verdict::failed(format!(
                "the screen did not come to rest, so it cannot be told that `{}` is absent",
                target.label
            )));
        }
        Settled::Unreadable(reason) => return Ok(unreadable(&reason)),
    };
    if screen.texts().is_empty() {
        return Ok(Verdict::failed(format!(
            "the screen shows nothing at all, so it cannot be told that `{}` is absent",
            target.label
        )));
    }
    if let Some(by) = hidden_by(&screen, target) {
        return Ok(Verdict::failed(format!(
            "`{}` is behind {by}, so it cannot be told whether it is there",
            target.label
        )));
    }
    let found = is_shown(&screen, target);
    let is_seen = is_seen(&screen, target);
    let seen = visible_texts(&screen);
    let expected = format!("{} is not visible", target.title());
    context.note_check(expected, seen, !is_seen);
    let rows = unclear_rows(&screen, target);
    Ok(match found {
        None if !rows.is_empty() => Verdict::failed(format!(
            "`{}` is on the screen, in what may be the row: `{}`",
            target.label,
            rows.join("`, `")
        )),
        None if is_seen => {
            Verdict::failed(format!("`{}` is on the screen, in a field", target.label))
        }
        None => Verdict::passed(format!("{} is not visible", target.title())),
        Some(found) => Verdict::failed(format!(
            "`{}` is on the screen: `{}` ({})",
            target.label,
            screen.elements[found.index].label(),
            found.strategy.as_str()
        )),
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
