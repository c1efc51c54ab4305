//! The answer of an act: that it was sent, what retap judges of it, and what the screen shows now.

use std::sync::Arc;

use retap_model::screen::Screen;
use retap_model::verify::{ActionType, FailureCode};
use serde_json::json;

use crate::mcp::outline::{Detail, difference, outline};
use crate::mcp::reply::{Failure, to_json};
use crate::mcp::schema::{joined, known};
use crate::mcp::{ActResult, DeviceSession, Reply};

/// Returns the answer of an act: a few fields, a sentence, and what changed on the screen.
pub(crate) fn lean(session: &mut DeviceSession, acted: &ActResult) -> Reply {
    let words = words(session, acted);
    let answer = json!({
        "success": acted.is_sent,
        "act": acted.number,
        "verdict": acted.verdict.outcome.as_str(),
        "action_type": acted.action_type.as_str(),
        "revision": acted.revision(),
    });
    let candidates = Some(acted.candidates()).filter(|all| !all.is_empty());
    let reason = acted.failure.map(|_| acted.verdict.reason.to_string());
    let doubts = known(json!({ "reason": reason, "candidates": candidates }));
    let unsent = to_json(acted.unsent().map(Failure::from));
    let answer = joined([answer, unsent, doubts]);
    Reply {
        is_error: !acted.verdict.is_passed(),
        ..Reply::new(answer, words)
    }
}

/// Returns the answer of several acts: how many were proven, the last one, and what changed on the screen since
/// the first.
pub(crate) fn batch(session: &mut DeviceSession, acts: &[ActResult], asked: usize) -> Reply {
    let last = acts.last().expect("at least one act is asked for");
    let done = acts.iter().filter(|act| act.verdict.is_passed()).count();
    let touching = acts.iter().map(|act| act.action_type);
    let mut reply = lean(session, last);
    reply.data["success"] = json!(done == asked);
    reply.data["done"] = json!(done);
    if touching.into_iter().any(|it| it == ActionType::SideEffect) {
        reply.data["action_type"] = json!(ActionType::SideEffect.as_str());
    }
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
    let screen = acted.after.as_ref();
    proven(session, &acted.verdict.reason.to_string(), failure, screen)
}

/// Returns whether something came true on the screen as it was seen last; it did where there is no code.
pub(crate) fn judged(
    session: &mut DeviceSession,
    reason: &str,
    failure: Option<FailureCode>,
) -> Reply {
    let screen = session.engine.last();
    proven(session, reason, failure, screen.as_ref())
}

fn proven(
    session: &mut DeviceSession,
    reason: &str,
    failure: Option<FailureCode>,
    screen: Option<&Arc<Screen>>,
) -> Reply {
    let revision = screen.map(|screen| screen.revision);
    let answer = json!({ "success": failure.is_none(), "reason": reason, "revision": revision });
    let words = with_news(session, reason, screen);
    let failure = to_json(failure.map(Failure::from));
    Reply::new(joined([answer, failure]), words)
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
