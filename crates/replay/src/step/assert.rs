//! Proves that an element is, or is not, in view.

use std::time::Duration;

use retap_model::program::{Assert, Pin, Presence, Target};
use retap_model::reason::Unclear;
use retap_model::screen::Screen;
use retap_model::select::{is_seen, is_shown, unclear_rows};

use crate::wait::Settled;

use super::wait_for::loosest;
use super::{At, Blind, Context, Perform, Reason, StepResult, Stop, Verdict, Visible, Waited};

/// How long an assertion may take to come true.
pub(super) const ASSERT_TIMEOUT: Duration = Duration::from_secs(10);

impl Perform for Assert {
    /// Proves what the source asserts. A screen that cannot be read, or that shows nothing at all,
    /// proves neither.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let target = context.recall(&self.target)?;
        match self.presence {
            Presence::Visible => visible(context, &target, at.pin),
            Presence::NotVisible => not_visible(context, &target),
        }
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::nothing()
    }
}

fn visible(context: &mut Context<'_>, target: &Target, pin: Option<&Pin>) -> StepResult {
    let loosest = loosest(pin);
    let first = context.first_look();
    let timeout = ASSERT_TIMEOUT.min(context.options.timeout);
    let waited = context.wait_until(timeout, first, |screen| {
        is_shown(screen, target).filter(|found| found.strategy <= loosest)
    })?;
    Ok(match waited {
        Waited::Held(found, screen) => context.pass_shown(target, found, &screen),
        Waited::TimedOut(screen) => {
            let visible = Visible::of(&screen);
            let expected = format!("{} is visible", target.title());
            context.note_unmet(expected, visible.to_string());
            let name = target.label.to_string();
            let wrong_row = Reason::wrong_row(target, &screen);
            Verdict::failed(wrong_row.unwrap_or(Reason::Absent { name, visible }))
        }
    })
}

/// Absence needs a screen that has come to rest: on a loading one everything is absent.
fn not_visible(context: &mut Context<'_>, target: &Target) -> StepResult {
    let first = context.first_look();
    let timeout = ASSERT_TIMEOUT.min(context.options.timeout);
    let name = target.label.to_string();
    let about = Unclear::IsAbsent(name.clone());
    let screen = match context.settle(timeout, first)? {
        Settled::Still(screen) => screen,
        Settled::Restless(_) => return Err(Stop::failed(Reason::Restless { about })),
    };
    if screen.texts().is_empty() {
        return Err(Stop::failed(Reason::ShowsNothing { about }));
    }
    if let Some(by) = hidden_by(&screen, target) {
        return Err(Stop::failed(Reason::Behind { name, by }));
    }
    let title = target.title();
    let expected = format!("{title} is not visible");
    let seen = Visible::of(&screen).to_string();
    let is_seen = is_seen(&screen, target);
    if is_seen {
        context.note_unmet(expected, seen);
    } else {
        context.note_held(expected, seen);
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
