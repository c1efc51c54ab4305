//! Judges what became of an act from the signals around it; it routes and never replaces a proof.

use serde_json::Value;

use crate::mcp::answer::answer;
use crate::mcp::args::missing;
use crate::mcp::{Answer, Args, Call, Client, Refusal, Reply};

answer! {
    /// What became of an act, and why that is thought.
    pub(super) struct Classified { outcome: ActOutcome, reasoning: String }
    /// What became of an act.
    pub(super) enum ActOutcome { Success = "success", NoOp = "no_op", BackendFailure = "backend_failure",
        UiFailure = "ui_failure", Unknown = "unknown" }
}

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

/// Routes by action type. The same input gives the same bytes.
pub(super) fn classify_action_outcome(_: &Client, args: &Args, _: &Call) -> Answer {
    Ok(Reply::json(classify(args)?))
}

/// Returns what became of an act, and why that is thought. The first rule that applies decides.
fn classify(args: &Args) -> Result<Classified, Refusal> {
    let told = |outcome, words: &str| {
        let reasoning = words.to_owned();
        Ok(Classified { outcome, reasoning })
    };
    let ui_changed = args.is("uiChanged");
    let ui_changed = ui_changed.ok_or_else(|| missing("boolean", "uiChanged"))?;
    if args.is("expectedElementVisible") == Some(true) {
        return told(ActOutcome::Success, "expected element is visible");
    }
    if ui_changed {
        return told(ActOutcome::Success, "UI changed after action");
    }
    let Some(name) = args.words("actionType") else {
        return told(
            ActOutcome::Unknown,
            "actionType was not supplied; pass the runtime action_type so the classifier can \
             distinguish local-state and side-effect routing",
        );
    };
    let text = |one: &Value, key: &str| one[key].as_str().unwrap_or_default().to_owned();
    let requests = args.list("networkRequests");
    let is_bad = |one: &&Value| matches!(&*text(one, "status"), "failure" | "retryable");
    if let Some(bad) = requests.unwrap_or_default().iter().find(is_bad) {
        let (endpoint, status) = (text(bad, "endpoint"), text(bad, "status"));
        let words = format!("network request {endpoint} returned {status}");
        return told(ActOutcome::BackendFailure, &words);
    }
    let logged = match args.is("hasLogErrors") {
        Some(true) => " (log errors present)",
        Some(false) | None => "",
    };
    if LOCAL_ACTS.contains(&name.trim().to_lowercase().as_str()) {
        let words = format!(
            "local-state action{logged}; use expect_state, refreshed snapshot comparison, or \
             expect_element_visible instead of defaulting to network inspection"
        );
        return told(ActOutcome::NoOp, &words);
    }
    match requests {
        None => told(
            ActOutcome::Unknown,
            "side-effect action without network data; inspect network or log signals only if the \
             outcome is still ambiguous",
        ),
        Some([]) => {
            let words = format!("side-effect action and no network activity{logged}");
            told(ActOutcome::NoOp, &words)
        }
        Some(all) if all.iter().all(|one| text(one, "status") == "success") => told(
            ActOutcome::UiFailure,
            "network requests succeeded but UI did not change",
        ),
        Some(_) => told(ActOutcome::Unknown, "signals are inconclusive"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::mcp::schema::fields_of;

    /// Returns what is thought of signals, null of which say nothing.
    fn classified(signals: Value) -> (&'static str, String) {
        let given = fields_of(signals).into_iter();
        let given = given.filter(|(_, value)| !value.is_null()).collect();
        let became = classify(&Args::new(Some(given))).unwrap();
        (became.outcome.as_str(), became.reasoning)
    }

    #[test]
    fn what_shows_beats_every_other_signal() {
        let both = json!({ "uiChanged": true, "expectedElementVisible": true });
        assert_eq!(classified(both).1, "expected element is visible");
        let expected = "UI changed after action".to_owned();
        let changed = json!({ "uiChanged": true });
        assert_eq!(classified(changed), ("success", expected));
    }

    /// Name of the act, its requests, what is thought to have become of it, and why; `-` says nothing.
    const CASES: &str = "\
        | TAP       | -                 | no_op           | local-state action (log errors present); use expect_state
        | type_text |                   | no_op           | local-state action
        | publish   | -                 | unknown         | side-effect action without network data
        | publish   |                   | no_op           | side-effect action and no network activity (log errors
        | tap       | success retryable | backend_failure | network request /login returned retryable
        | start_app | success           | ui_failure      | network requests succeeded
        | start_app | queued            | unknown         | signals are inconclusive
        |           | success           | unknown         | actionType was not supplied
        | -         | -                 | unknown         | actionType was not supplied";

    #[test]
    fn the_kind_of_act_and_its_requests_decide_where_nothing_shows() {
        for case in CASES.lines() {
            let cells: Vec<&str> = case.split('|').collect();
            let [_, name, requests, outcome, words] = cells[..] else {
                panic!("{case}");
            };
            let request = |status: &str| json!({ "endpoint": "/login", "status": status });
            let seen: Vec<Value> = requests.split_whitespace().map(request).collect();
            let (became, why) = classified(json!({
                "uiChanged": false,
                "actionType": Some(name).filter(|it| it.trim() != "-"),
                "networkRequests": Some(seen).filter(|_| requests.trim() != "-"),
                "hasLogErrors": true,
            }));
            assert_eq!(became, outcome.trim(), "{case}");
            assert!(why.starts_with(words.trim()), "{case}: {why}");
        }
    }
}
