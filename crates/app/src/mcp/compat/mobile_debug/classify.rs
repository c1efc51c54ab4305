//! Judges what became of an act from the signals around it; it routes and never replaces a proof.

use serde_json::{Value, json};

use crate::mcp::args::missing;
use crate::mcp::{Answer, Args, Call, Client, Refusal, Reply};

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
    let (outcome, reasoning) = classify(args)?;
    let answer = json!({ "outcome": outcome, "reasoning": reasoning });
    Ok(Reply::json(answer))
}

/// Returns what became of an act, and why that is thought. The first rule that applies decides.
fn classify(args: &Args) -> Result<(&'static str, String), Refusal> {
    let told = |outcome, words: &str| Ok((outcome, words.to_owned()));
    let ui_changed = args.is("uiChanged");
    let ui_changed = ui_changed.ok_or_else(|| missing("boolean", "uiChanged"))?;
    if args.is("expectedElementVisible") == Some(true) {
        return told("success", "expected element is visible");
    }
    if ui_changed {
        return told("success", "UI changed after action");
    }
    let Some(name) = args.words("actionType") else {
        return told(
            "unknown",
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
        return Ok(("backend_failure", words));
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
        return Ok(("no_op", words));
    }
    match requests {
        None => told(
            "unknown",
            "side-effect action without network data; inspect network or log signals only if the \
             outcome is still ambiguous",
        ),
        Some([]) => {
            let words = format!("side-effect action and no network activity{logged}");
            Ok(("no_op", words))
        }
        Some(all) if all.iter().all(|one| text(one, "status") == "success") => told(
            "ui_failure",
            "network requests succeeded but UI did not change",
        ),
        Some(_) => told("unknown", "signals are inconclusive"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::schema::{fields_of, known};

    fn classified(signals: Value) -> (&'static str, String) {
        classify(&Args::new(Some(fields_of(signals)))).unwrap()
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
            let (became, why) = classified(known(json!({
                "uiChanged": false,
                "actionType": Some(name).filter(|it| it.trim() != "-"),
                "networkRequests": Some(seen).filter(|_| requests.trim() != "-"),
                "hasLogErrors": true,
            })));
            assert_eq!(became, outcome.trim(), "{case}");
            assert!(why.starts_with(words.trim()), "{case}: {why}");
        }
    }
}
