//! Judges what became of an act from the signals around it; it routes and never replaces a proof.

use retap_model::verify::ActionType;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::mcp::args::missing;
use crate::mcp::{Answer, Args, Call, Client, Reply};

/// The acts that only touch what the screen shows; any other has side effects.
const LOCAL_ACTS: [&str; 12] = [
    "local_state",
    "tap",
    "tap_element",
    "double_tap",
    "long_press",
    "swipe",
    "drag",
    "scroll_to",
    "scroll_to_element",
    "type_text",
    "press_back",
    "press_key",
];

#[derive(Serialize, JsonSchema)]
pub(super) struct Classified {
    outcome: ActionOutcome,
    reasoning: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ActionOutcome {
    Success,
    NoOp,
    BackendFailure,
    UiFailure,
    Unknown,
}

/// A request that was seen on the network.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SeenRequest {
    /// Where it went.
    endpoint: String,
    /// `success`, `failure`, `retryable`, or a word nobody knows.
    status: String,
}

/// The signals around an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Signals<'a> {
    /// The screen looks different.
    ui_changed: bool,
    /// The expected element shows.
    expected_element_visible: bool,
    /// The name or type of the act; blank counts as not said.
    action_type: Option<&'a str>,
    /// The requests, where somebody looked.
    requests: Option<&'a [SeenRequest]>,
    /// The log has errors; it changes words only.
    has_log_errors: bool,
}

/// Routes by action type. The same input gives the same bytes.
pub(super) fn classify_action_outcome(_: &Client, args: &Args, _: &Call) -> Answer {
    let ui_changed = args
        .is("uiChanged")
        .ok_or_else(|| missing("boolean", "uiChanged"))?;
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let seen = |one: &Value| SeenRequest {
        endpoint: text(one, "endpoint"),
        status: text(one, "status"),
    };
    let requests = args.list("networkRequests");
    let requests: Option<Vec<SeenRequest>> = requests.map(|all| all.iter().map(seen).collect());
    let (outcome, reasoning) = classify(Signals {
        ui_changed,
        expected_element_visible: args.is("expectedElementVisible") == Some(true),
        action_type: args.text("actionType"),
        requests: requests.as_deref(),
        has_log_errors: args.is("hasLogErrors") == Some(true),
    });
    Ok(Reply::json(Classified { outcome, reasoning }))
}

/// Returns what became of an act, and why that is thought. The first rule that applies decides.
fn classify(signals: Signals<'_>) -> (ActionOutcome, String) {
    if signals.expected_element_visible {
        return told(ActionOutcome::Success, "expected element is visible");
    }
    if signals.ui_changed {
        return told(ActionOutcome::Success, "UI changed after action");
    }
    let Some(name) = signals.action_type.filter(|name| !name.trim().is_empty()) else {
        return told(
            ActionOutcome::Unknown,
            "actionType was not supplied; pass the runtime action_type so the classifier can \
             distinguish local-state and side-effect routing",
        );
    };
    let requests = signals.requests.unwrap_or_default();
    let is_bad = |request: &&SeenRequest| matches!(&*request.status, "failure" | "retryable");
    if let Some(bad) = requests.iter().find(is_bad) {
        let words = format!("network request {} returned {}", bad.endpoint, bad.status);
        return (ActionOutcome::BackendFailure, words);
    }
    let logged = if signals.has_log_errors {
        " (log errors present)"
    } else {
        ""
    };
    match (action_type_of(name), signals.requests) {
        (ActionType::LocalState, _) => (
            ActionOutcome::NoOp,
            format!(
                "local-state action{logged}; use expect_state, refreshed snapshot comparison, or \
                 expect_element_visible instead of defaulting to network inspection"
            ),
        ),
        (ActionType::SideEffect, None) => told(
            ActionOutcome::Unknown,
            "side-effect action without network data; inspect network or log signals only if the \
             outcome is still ambiguous",
        ),
        (ActionType::SideEffect, Some([])) => (
            ActionOutcome::NoOp,
            format!("side-effect action and no network activity{logged}"),
        ),
        (ActionType::SideEffect, Some(all)) if all.iter().all(|one| one.status == "success") => {
            told(
                ActionOutcome::UiFailure,
                "network requests succeeded but UI did not change",
            )
        }
        (ActionType::SideEffect, Some(_)) => {
            told(ActionOutcome::Unknown, "signals are inconclusive")
        }
    }
}

fn action_type_of(name: &str) -> ActionType {
    match LOCAL_ACTS.contains(&name.trim().to_lowercase().as_str()) {
        true => ActionType::LocalState,
        false => ActionType::SideEffect,
    }
}

fn told(outcome: ActionOutcome, words: &str) -> (ActionOutcome, String) {
    (outcome, words.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shows_beats_every_other_signal() {
        let both = Signals {
            ui_changed: true,
            expected_element_visible: true,
            ..Signals::default()
        };
        assert_eq!(classify(both).1, "expected element is visible");
        let changed = Signals {
            expected_element_visible: false,
            ..both
        };
        let expected = "UI changed after action".to_owned();
        assert_eq!(classify(changed), (ActionOutcome::Success, expected));
    }

    /// Name of the act, its requests, what is thought to have become of it, and why; `-` says nothing.
    const CASES: &str = "\
        | TAP       | -                 | NoOp           | local-state action (log errors present); use expect_state
        | type_text |                   | NoOp           | local-state action
        | publish   | -                 | Unknown        | side-effect action without network data
        | publish   |                   | NoOp           | side-effect action and no network activity (log errors
        | tap       | success retryable | BackendFailure | network request /login returned retryable
        | start_app | success           | UiFailure      | network requests succeeded
        | start_app | queued            | Unknown        | signals are inconclusive
        |           | success           | Unknown        | actionType was not supplied
        | -         | -                 | Unknown        | actionType was not supplied";

    #[test]
    fn the_kind_of_act_and_its_requests_decide_where_nothing_shows() {
        for case in CASES.lines() {
            let cells: Vec<&str> = case.split('|').collect();
            let [_, name, requests, outcome, words] = cells[..] else {
                panic!("{case}");
            };
            let request = |status: &str| SeenRequest {
                endpoint: "/login".to_owned(),
                status: status.to_owned(),
            };
            let seen: Vec<_> = requests.split_whitespace().map(request).collect();
            let (became, why) = classify(Signals {
                action_type: Some(name).filter(|it| it.trim() != "-"),
                requests: Some(&*seen).filter(|_| requests.trim() != "-"),
                has_log_errors: true,
                ..Signals::default()
            });
            assert_eq!(format!("{became:?}"), outcome.trim(), "{case}");
            assert!(why.starts_with(words.trim()), "{case}: {why}");
        }
    }
}
