//! Waiting until the screen differs from what it was, and stays so.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::Deadline;
use retap_model::screen::Screen;
use retap_model::verify::{DeltaKind, FailureCode, ScreenMarks};
use retap_replay::{NotSeen, WatchResult};

use crate::mcp::{Call, DeviceSession, Refusal};

/// Which change is waited for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChangeWanted {
    /// What it is a change from; the screen at the start of the wait when not said.
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
    session: &mut DeviceSession,
    wanted: ChangeWanted,
    call: &Call,
) -> Result<Changed, Refusal> {
    let clock = Arc::clone(&session.connection.opened.clock);
    let start = clock.now();
    let end = Deadline::after(start, wanted.timeout);
    let done = |kind, screen, reason: &str| Changed {
        kind,
        screen,
        took: clock.now().since(start),
        reason: reason.to_owned(),
    };
    let base = match baseline(session, wanted, call)? {
        Baseline::Marks(base) => base,
        Baseline::Passed(screen) => {
            let kind = Some(DeltaKind::Hierarchy);
            return Ok(done(kind, Some(screen), "it changed before the call"));
        }
        Baseline::Forgotten(since) => {
            let message = format!(
                "the screen of revision {since} is not remembered, so nobody knows what kind of change \
                 came since; leave out the kind, or the revision"
            );
            return Err(Refusal::new(FailureCode::StaleReference, message));
        }
        Baseline::Unreadable(reason) => return Ok(done(None, None, &reason)),
    };
    loop {
        let watched = session.watch(call, end.left(clock.now()), |screen| {
            let marks = ScreenMarks::of(screen);
            let kind = base.difference(&marks, wanted.kind)?;
            Some((kind, marks))
        });
        let (kind, first, screen) = match seen(watched)? {
            Ok(((kind, first), screen)) => (kind, first, screen),
            Err(last) => return Ok(done(None, last, "nothing changed in time")),
        };
        if wanted.stable.is_zero() {
            return Ok(done(Some(kind), Some(screen), "the screen changed"));
        }
        session.pause(call, wanted.stable)?;
        let again = session.watch(call, Duration::ZERO, |screen| Some(ScreenMarks::of(screen)));
        if let Ok((now, screen)) = seen(again)?
            && first.is_as(&now)
        {
            return Ok(done(
                Some(kind),
                Some(screen),
                "the screen changed and stayed so",
            ));
        }
        if end.has_passed(clock.now()) {
            return Ok(done(
                None,
                session.engine.last(),
                "the screen did not come to rest in time",
            ));
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

fn baseline(
    session: &mut DeviceSession,
    wanted: ChangeWanted,
    call: &Call,
) -> Result<Baseline, Refusal> {
    if let Some(shown) = wanted.since.and_then(|since| session.shown.at(since)) {
        return Ok(Baseline::Marks(ScreenMarks::of(&shown)));
    }
    let first = session.watch(call, wanted.timeout, |_| Some(()));
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

/// What was found, or the last screen there was.
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
