//! Waiting until the screen differs from what it was, and stays so.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::Deadline;
use retap_model::screen::Screen;
use retap_model::verify::{DeltaKind, FailureCode, ScreenMarks};
use retap_replay::{NotSeen, WatchResult};

use crate::mcp::{Refusal, ToolCall};

/// Which change is waited for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChangeWanted {
    /// The revision it is a change from; the screen at the start of the wait when not said.
    pub(crate) since: Option<u64>,
    /// Which kind; any when not said.
    pub(crate) kind: Option<DeltaKind>,
    /// How long at the most.
    pub(crate) timeout: Duration,
    /// How long the new screen must stay as it is.
    pub(crate) stable: Duration,
}

/// How the wait ended.
#[derive(Debug)]
pub(crate) struct Changed {
    /// The change that was seen and stayed.
    pub(crate) kind: Option<DeltaKind>,
    /// The screen that confirmed it, or the last one.
    pub(crate) screen: Option<Arc<Screen>>,
    /// How long it took, on the device's clock.
    pub(crate) took: Duration,
    /// Why, in words.
    pub(crate) reason: String,
}

/// Waits for a change. A reading that fails is passed over and never counts as one.
pub(crate) fn wait_for_change(
    call: &mut ToolCall<'_>,
    wanted: ChangeWanted,
) -> Result<Changed, Refusal> {
    let start = call.now();
    let (kind, screen, reason) = change(call, wanted)?;
    Ok(Changed {
        kind,
        screen,
        took: call.now().since(start),
        reason,
    })
}

/// The change there was, the screen that shows it or the last one, and why.
type Change = (Option<DeltaKind>, Option<Arc<Screen>>, String);

fn change(call: &mut ToolCall<'_>, wanted: ChangeWanted) -> Result<Change, Refusal> {
    let start = call.now();
    let base = match baseline(call, wanted)? {
        Baseline::Marks(base) => base,
        Baseline::Passed(screen) => {
            let kind = Some(DeltaKind::Hierarchy);
            return Ok((kind, Some(screen), "it changed before the call".to_owned()));
        }
        Baseline::Forgotten(since) => {
            let message = format!(
                "the screen of revision {since} is not remembered, so nobody knows what kind of change \
                 came since; leave out the kind, or the revision"
            );
            return Err(Refusal::new(FailureCode::StaleReference, message));
        }
        Baseline::Unreadable(reason) => return Ok((None, None, reason)),
    };
    let wait = LastingWait {
        poll: None,
        timeout: wanted.timeout.saturating_sub(call.now().since(start)),
        pause: wanted.stable,
    };
    let judge = |screen: &Screen| {
        let marks = ScreenMarks::of(screen);
        let kind = base.difference(&marks, wanted.kind)?;
        Some((kind, marks))
    };
    let lasting = wait.run(call, judge, |(_, first), now| {
        first.looks_like(&ScreenMarks::of(now))
    })?;
    Ok(match lasting {
        Lasting::Stayed((kind, _), screen) => {
            let reason = match wanted.stable.is_zero() {
                true => "the screen changed",
                false => "the screen changed and stayed so",
            };
            (Some(kind), Some(screen), reason.to_owned())
        }
        Lasting::Absent(last) => (None, last, "nothing changed in time".to_owned()),
        Lasting::Restless => {
            let reason = "the screen did not come to rest in time".to_owned();
            (None, call.engine.last(), reason)
        }
    })
}

/// A wait for something that is still so after a pause.
pub(crate) struct LastingWait {
    /// How long between looks at a device that cannot signal.
    pub(crate) poll: Option<Duration>,
    /// How long at the most.
    pub(crate) timeout: Duration,
    /// How long it must stay so; the first sight is enough where that is no time.
    pub(crate) pause: Duration,
}

/// How such a wait ended.
pub(crate) enum Lasting<T> {
    /// It was found, and was so again on this screen.
    Stayed(T, Arc<Screen>),
    /// It was not found; the last screen there was.
    Absent(Option<Arc<Screen>>),
    /// It was found and was gone again, until time was up.
    Restless,
}

impl LastingWait {
    /// Waits until `judge` finds something that `is_still` so after the pause.
    pub(crate) fn run<T>(
        &self,
        call: &mut ToolCall<'_>,
        mut judge: impl FnMut(&Screen) -> Option<T>,
        is_still: impl Fn(&T, &Screen) -> bool,
    ) -> Result<Lasting<T>, Refusal> {
        let end = Deadline::after(call.now(), self.timeout);
        loop {
            let left = end.left(call.now());
            let watched = call.watch_every(self.poll, left, &mut judge);
            let (found, screen) = match seen(watched)? {
                Ok(found) => found,
                Err(last) => return Ok(Lasting::Absent(last)),
            };
            if self.pause.is_zero() {
                return Ok(Lasting::Stayed(found, screen));
            }
            call.pause(self.pause)?;
            let again = call.watch(Duration::ZERO, |_| Some(()));
            if let Ok(((), screen)) = seen(again)?
                && is_still(&found, &screen)
            {
                return Ok(Lasting::Stayed(found, screen));
            }
            if end.has_passed(call.now()) {
                return Ok(Lasting::Restless);
            }
        }
    }
}

enum Baseline {
    Marks(ScreenMarks),
    /// The change happened before the call.
    Passed(Arc<Screen>),
    /// Something changed since this revision, and nobody knows what.
    Forgotten(u64),
    Unreadable(String),
}

fn baseline(call: &mut ToolCall<'_>, wanted: ChangeWanted) -> Result<Baseline, Refusal> {
    if let Some(shown) = wanted.since.and_then(|since| call.shown.at(since)) {
        return Ok(Baseline::Marks(ScreenMarks::of(&shown)));
    }
    let first = call.watch(wanted.timeout, |_| Some(()));
    Ok(match seen(first)? {
        Ok(((), screen)) => match (wanted.since, wanted.kind) {
            (Some(since), None | Some(DeltaKind::Hierarchy)) if screen.revision > since => {
                Baseline::Passed(screen)
            }
            (Some(since), Some(_)) if screen.revision > since => Baseline::Forgotten(since),
            (Some(_) | None, _) => Baseline::Marks(ScreenMarks::of(&screen)),
        },
        Err(_) => Baseline::Unreadable("the screen could not be read".to_owned()),
    })
}

/// The thing that was found, or the last screen there was.
type Seen<T> = Result<(T, Arc<Screen>), Option<Arc<Screen>>>;

/// Returns what was found; a device that is at fault or a call that was stopped is a refusal.
pub(crate) fn seen<T>(watched: WatchResult<T>) -> Result<Seen<T>, Refusal> {
    match watched.ended {
        Ok(found) => Ok(Ok(found)),
        Err(Ok(last)) => Ok(Err(Some(last))),
        Err(Err(NotSeen::Unreadable(_))) => Ok(Err(None)),
        Err(Err(unseen @ (NotSeen::Device(_) | NotSeen::Stopped))) => Err(unseen.into()),
    }
}
