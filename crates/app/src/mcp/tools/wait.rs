//! `wait_for`, `wait_for_change`: they synchronise and prove nothing.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Deadline, Moment};
use retap_model::program::WaitFor;
use retap_model::screen::Screen;
use retap_model::select::is_shown;
use retap_model::verify::{DeltaKind, FailureCode, ScreenMarks};
use retap_replay::{NotSeen, WatchResult};

use super::touch::target_by_words;
use crate::mcp::answer::answer;
use crate::mcp::envelope::{self, Proof};
use crate::mcp::{AgentStep, Answer, Refusal, Reply, ToolCall};

answer! {
    /// Whether there was a change, which, and after how long.
    struct ChangeProof { ..proof: Proof, observed_change: Option<&'static str>, elapsed_ms: u64 }
}

/// How long a wait lasts when the call does not say.
const USUAL: u64 = 15_000;

/// How long a changed screen must stay as it is.
const STABLE: Duration = Duration::from_millis(250);

/// Waits until something shows, or no longer does.
pub(super) fn wait_for(call: &mut ToolCall<'_>) -> Answer {
    let Some(target) = target_by_words(call.args) else {
        return Err(Refusal::input("say a text or an id"));
    };
    let timeout = call.args.millis("timeout_ms", USUAL);
    if call.args.is("gone") != Some(true) {
        let wait = WaitFor {
            target,
            timeout: Some(timeout),
        };
        let acted = call.act(AgentStep {
            timeout,
            ..AgentStep::new(wait)
        });
        return Ok(envelope::proof(call, &acted));
    }
    let watched = call.watch(timeout, |screen| {
        is_shown(screen, &target).is_none().then_some(())
    });
    let is_gone = seen(watched)?.is_ok();
    let name = target.label.to_string();
    let reason = if is_gone {
        format!("`{name}` does not show")
    } else {
        format!("`{name}` still shows after {timeout:?}")
    };
    let failure = (!is_gone).then_some(FailureCode::Timeout);
    Ok(envelope::judged(call, &reason, failure))
}

/// Waits until the screen differs and is stable.
pub(super) fn wait_until_changed(call: &mut ToolCall<'_>) -> Answer {
    let wanted = ChangeWanted {
        since: call.args.count("since_revision"),
        kind: call.args.text("kind").and_then(DeltaKind::from_word),
        timeout: call.args.millis("timeout_ms", USUAL),
        stable: STABLE,
    };
    let changed = wait_for_change(call, wanted)?;
    let failure = changed.kind.is_none().then_some(FailureCode::Timeout);
    let (proof, words) = envelope::judge(call, &changed.reason, failure);
    let answer = ChangeProof {
        proof,
        observed_change: changed.kind.map(DeltaKind::as_str),
        elapsed_ms: changed.took.as_millis() as u64,
    };
    Ok(Reply::new(answer, words))
}

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
    pub(crate) reason: String,
}

impl Changed {
    fn new(kind: Option<DeltaKind>, screen: Option<Arc<Screen>>, reason: &str) -> Self {
        Self {
            kind,
            screen,
            took: Duration::ZERO,
            reason: reason.to_owned(),
        }
    }
}

/// Waits for a change. A reading that fails is passed over and never counts as one.
pub(crate) fn wait_for_change(
    call: &mut ToolCall<'_>,
    wanted: ChangeWanted,
) -> Result<Changed, Refusal> {
    let start = call.now();
    let changed = match baseline(call, wanted)? {
        Ok(base) => change_from(&base, call, wanted, start)?,
        Err(ended) => ended,
    };
    let took = call.now().since(start);
    Ok(Changed { took, ..changed })
}

fn change_from(
    base: &ScreenMarks,
    call: &mut ToolCall<'_>,
    wanted: ChangeWanted,
    start: Moment,
) -> Result<Changed, Refusal> {
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
            Changed::new(Some(kind), Some(screen), reason)
        }
        Lasting::Absent(last) => Changed::new(None, last, "nothing changed in time"),
        Lasting::Restless => {
            let reason = "the screen did not come to rest in time";
            Changed::new(None, call.engine.last(), reason)
        }
    })
}

/// Returns the screen a change is measured from, or how the wait ends without any.
fn baseline(
    call: &mut ToolCall<'_>,
    wanted: ChangeWanted,
) -> Result<Result<ScreenMarks, Changed>, Refusal> {
    if let Some(shown) = wanted.since.and_then(|since| call.shown.at(since)) {
        return Ok(Ok(ScreenMarks::of(&shown)));
    }
    let first = call.watch(wanted.timeout, |_| Some(()));
    let Ok(((), screen)) = seen(first)? else {
        let unread = Changed::new(None, None, "the screen could not be read");
        return Ok(Err(unread));
    };
    let Some(since) = wanted.since.filter(|since| screen.revision > *since) else {
        return Ok(Ok(ScreenMarks::of(&screen)));
    };
    match wanted.kind {
        None | Some(DeltaKind::Hierarchy) => {
            let kind = Some(DeltaKind::Hierarchy);
            let passed = Changed::new(kind, Some(screen), "it changed before the call");
            Ok(Err(passed))
        }
        Some(_) => {
            let message = format!(
                "the screen of revision {since} is not remembered, so nobody knows what kind of change \
                 came since; leave out the kind, or the revision"
            );
            Err(Refusal::new(FailureCode::StaleReference, message))
        }
    }
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
