//! The answer of an act: that it was sent, what retap judges of it, and what the screen shows now.

use std::sync::Arc;

use retap_model::screen::Screen;
use retap_model::verify::{ActionType, FailureCode};
use serde::Serialize;

use crate::mcp::answer::answer;
use crate::mcp::outline::{Detail, difference, outline};
use crate::mcp::reply::Failure;
use crate::mcp::{ActResult, DeviceSession, Reply};

answer! {
    /// The data an act answers with.
    pub(crate) struct Act { success: bool, verdict: &'static str, action_type: &'static str, revision: Option<u64>,
        ..failure: Option<Failure>, reason?: String, (act: u64), (candidates?: Vec<String>) }
    /// The data several acts answer with: the last one, and how many were proven.
    struct Batch { ..last: Act, done: usize }
    /// The data a proof answers with.
    pub(crate) struct Proof { success: bool, reason: String, revision: Option<u64>, ..failure: Option<Failure> }
}

impl Act {
    /// Returns what there is to tell of an act.
    pub(crate) fn of(acted: &ActResult) -> Self {
        let is_failure = acted.failure.is_some();
        Self {
            success: acted.is_sent,
            verdict: acted.verdict.outcome.as_str(),
            action_type: acted.action_type.as_str(),
            revision: acted.revision(),
            failure: acted.unsent().map(Failure::from),
            reason: is_failure.then(|| acted.verdict.reason.to_string()),
            act: acted.number,
            candidates: Some(acted.candidates()).filter(|it| !it.is_empty()),
        }
    }
}

/// Returns the answer of an act: a few fields, a sentence, and what changed on the screen.
pub(crate) fn lean(session: &mut DeviceSession, acted: &ActResult) -> Reply {
    told(session, acted, Act::of(acted))
}

/// Returns the answer of an act of which `data` is told.
pub(crate) fn told(session: &mut DeviceSession, acted: &ActResult, data: impl Serialize) -> Reply {
    let words = words(session, acted);
    Reply {
        is_error: !acted.verdict.is_passed(),
        ..Reply::new(data, words)
    }
}

/// Returns the answer of several acts: how many were proven, the last one, and what changed on the screen since
/// the first.
pub(crate) fn batch(session: &mut DeviceSession, acts: &[ActResult], asked: usize) -> Reply {
    let acted = acts.last().expect("at least one act is asked for");
    let done = acts.iter().filter(|act| act.verdict.is_passed()).count();
    let mut last = Act::of(acted);
    last.success = done == asked;
    let mut touching = acts.iter().map(|act| act.action_type);
    if touching.any(|it| it == ActionType::SideEffect) {
        last.action_type = ActionType::SideEffect.as_str();
    }
    let mut reply = told(session, acted, Batch { last, done });
    let words = format!("{done} of {asked} done: {}", reply.texts[0]);
    reply.texts = vec![words];
    reply
}

/// Returns what came of an act in words, and what is new on the screen.
fn words(session: &mut DeviceSession, acted: &ActResult) -> String {
    let reason = acted.verdict.reason.to_string();
    let said = match acted.unsent() {
        Some(code) => format!("{}: {reason}", code.as_str()),
        None => reason,
    };
    with_news(session, &said, acted.after.as_ref())
}

/// Returns the answer of a step that proves or waits: success is that it came true.
pub(crate) fn proof(session: &mut DeviceSession, acted: &ActResult) -> Reply {
    let code = acted.failure.unwrap_or(FailureCode::Timeout);
    let failure = (!acted.verdict.is_passed()).then_some(code);
    let (reason, screen) = (acted.verdict.reason.to_string(), acted.after.as_ref());
    let (proof, words) = proven(session, &reason, failure, screen);
    Reply::new(proof, words)
}

/// Returns whether something came true on the screen as it was seen last; it did where there is no code.
pub(crate) fn judged(
    session: &mut DeviceSession,
    reason: &str,
    failure: Option<FailureCode>,
) -> Reply {
    let (proof, words) = judge(session, reason, failure);
    Reply::new(proof, words)
}

/// Returns the same as data and words.
pub(crate) fn judge(
    session: &mut DeviceSession,
    reason: &str,
    failure: Option<FailureCode>,
) -> (Proof, String) {
    let screen = session.engine.last();
    proven(session, reason, failure, screen.as_ref())
}

fn proven(
    session: &mut DeviceSession,
    reason: &str,
    failure: Option<FailureCode>,
    screen: Option<&Arc<Screen>>,
) -> (Proof, String) {
    let proof = Proof {
        success: failure.is_none(),
        reason: reason.to_owned(),
        revision: screen.map(|screen| screen.revision),
        failure: failure.map(Failure::from),
    };
    (proof, with_news(session, reason, screen))
}

/// Returns the words with what is new on the screen since the client last saw it, which it now has.
fn with_news(session: &mut DeviceSession, words: &str, screen: Option<&Arc<Screen>>) -> String {
    let Some(screen) = screen else {
        return words.to_owned();
    };
    let news = match session.shown.last() {
        Some(shown) if shown.revision == screen.revision => String::new(),
        Some(shown) => difference(&shown, screen),
        None => outline(screen, Detail::Short),
    };
    session.shown.note(screen);
    format!("{words}\n{news}").trim_end().to_owned()
}
