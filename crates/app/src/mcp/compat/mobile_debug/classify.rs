//! Judges what became of an act from the signals around it; it routes and never replaces a proof.

use retap_model::verify::ActionType;

/// The type of every known act, for callers that say none themselves.
const ACTION_TYPES: [(&str, ActionType); 20] = [
    ("local_state", ActionType::LocalState),
    ("side_effect", ActionType::SideEffect),
    ("tap", ActionType::LocalState),
    ("tap_element", ActionType::LocalState),
    ("double_tap", ActionType::LocalState),
    ("long_press", ActionType::LocalState),
    ("swipe", ActionType::LocalState),
    ("drag", ActionType::LocalState),
    ("scroll_to", ActionType::LocalState),
    ("scroll_to_element", ActionType::LocalState),
    ("type_text", ActionType::LocalState),
    ("press_back", ActionType::LocalState),
    ("press_key", ActionType::LocalState),
    ("start_app", ActionType::SideEffect),
    ("restart_app", ActionType::SideEffect),
    ("terminate_app", ActionType::SideEffect),
    ("reset_app_data", ActionType::SideEffect),
    ("install_app", ActionType::SideEffect),
    ("build_app", ActionType::SideEffect),
    ("build_and_install", ActionType::SideEffect),
];

/// A request that was seen on the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SeenRequest {
    /// Where it went.
    pub(super) endpoint: String,
    /// `success`, `failure`, `retryable`, or a word nobody knows.
    pub(super) status: String,
}

/// What was seen around an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Signals<'a> {
    /// The screen looks different.
    pub(super) ui_changed: bool,
    /// What was expected shows.
    pub(super) expected_element_visible: bool,
    /// The name or type of the act; blank counts as not said.
    pub(super) action_type: Option<&'a str>,
    /// The requests, where somebody looked.
    pub(super) requests: Option<&'a [SeenRequest]>,
    /// The log has errors; it changes words only.
    pub(super) has_log_errors: bool,
}

retap_model::words! {
    /// What became of an act.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum ActionOutcome {
        /// It had an effect.
        Success = "success",
        /// It had none.
        NoOp = "no_op",
        /// A server refused it.
        BackendFailure = "backend_failure",
        /// A server took it and the screen does not show that.
        UiFailure = "ui_failure",
        /// Nothing can be told.
        Unknown = "unknown",
    }
}

/// Returns what became of an act, and why that is thought. The first rule that applies decides.
pub(super) fn classify(signals: Signals<'_>) -> (ActionOutcome, String) {
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

/// Returns the type of the act of this name; what the table does not know has side effects.
fn action_type_of(name: &str) -> ActionType {
    let name = name.trim().to_lowercase();
    let known = ACTION_TYPES.iter().find(|(known, _)| *known == name);
    known.map_or(ActionType::SideEffect, |(_, kind)| *kind)
}

fn told(outcome: ActionOutcome, words: &str) -> (ActionOutcome, String) {
    (outcome, words.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(status: &str) -> SeenRequest {
        SeenRequest {
            endpoint: "/login".to_owned(),
            status: status.to_owned(),
        }
    }

    fn of(
        name: Option<&str>,
        requests: Option<&[SeenRequest]>,
        logged: bool,
    ) -> (&'static str, String) {
        let (outcome, words) = classify(Signals {
            action_type: name,
            requests,
            has_log_errors: logged,
            ..Signals::default()
        });
        (outcome.as_str(), words)
    }

    #[test]
    fn what_shows_beats_every_other_signal() {
        let bad = [request("failure")];
        let both = Signals {
            ui_changed: true,
            expected_element_visible: true,
            requests: Some(&bad),
            ..Signals::default()
        };
        assert_eq!(classify(both).1, "expected element is visible");
        let changed = Signals {
            expected_element_visible: false,
            ..both
        };
        assert_eq!(classify(changed).1, "UI changed after action");
        assert_eq!(classify(changed).0, ActionOutcome::Success);
    }

    #[test]
    fn a_local_act_without_effect_does_not_send_anybody_to_the_network() {
        let (outcome, words) = of(Some(" TAP "), None, true);
        assert_eq!(outcome, "no_op");
        assert!(words.starts_with("local-state action (log errors present); use expect_state"));
        assert_eq!(of(Some("type_text"), Some(&[]), false).0, "no_op");
    }

    #[test]
    fn an_unknown_act_has_side_effects() {
        assert_eq!(of(Some("publish"), None, false).0, "unknown");
        assert_eq!(
            of(Some("publish"), Some(&[]), true),
            (
                "no_op",
                "side-effect action and no network activity (log errors present)".to_owned()
            )
        );
    }

    #[test]
    fn a_failed_request_decides_even_for_a_local_act() {
        let seen = [request("success"), request("retryable")];
        let expected = "network request /login returned retryable".to_owned();
        assert_eq!(
            of(Some("tap"), Some(&seen), false),
            ("backend_failure", expected)
        );
    }

    #[test]
    fn requests_that_went_well_blame_the_screen_and_strange_ones_nobody() {
        let good = [request("success")];
        assert_eq!(of(Some("start_app"), Some(&good), false).0, "ui_failure");
        let strange = [request("queued")];
        assert_eq!(of(Some("start_app"), Some(&strange), false).0, "unknown");
        assert_eq!(of(Some("  "), Some(&good), false).0, "unknown");
        assert_eq!(of(None, None, false).0, "unknown");
    }
}
