//! Proofs by their exact objects, and routing by its exact words.

use serde_json::{Value, json};

use super::super::kit::Client;
use super::super::kit::open_project;
use super::{ask, client};

/// M13.
#[test]
fn a_screen_is_proven_by_its_fingerprint_or_its_name() {
    let (_project, mut client) = client();
    let mark = ask(&mut client, "get_screen_fingerprint", json!({}));
    let (mark, name) = (mark["fingerprint"].clone(), mark["activity"].clone());
    let text = mark.as_str().unwrap();
    let proven = ask(&mut client, "expect_screen", json!({ "fingerprint": text }));
    assert_eq!(
        proven,
        json!({
            "success": true,
            "observed_screen": { "fingerprint": mark, "screen": name },
            "expected_screen": { "fingerprint": mark, "screen": null },
            "confidence": 1,
            "comparison": {
                "basis": "fingerprint",
                "matched": true,
                "reason": format!("observed fingerprint matches expected fingerprint {text}"),
            },
        })
    );
    let other = ask(&mut client, "expect_screen", json!({ "fingerprint": "x" }));
    assert_eq!(
        other["comparison"]["reason"],
        format!("expected fingerprint x but observed {text}")
    );
    let none = ask(&mut client, "expect_screen", json!({}));
    assert_eq!(
        (&none["success"], &none["confidence"]),
        (&json!(false), &json!(0))
    );
    assert_eq!(
        none["comparison"],
        json!({
            "basis": "none",
            "matched": false,
            "reason": "No fingerprint or screen expectation provided",
        })
    );
    let home = ask(&mut client, "expect_screen", json!({ "screen": "Nowhere" }));
    assert_eq!(home["comparison"]["basis"], "screen");
    assert_eq!(home["success"], false);
    let named = ask(&mut client, "expect_screen", json!({ "screen": name }));
    assert_eq!(named["success"], true, "{named}");
}

/// M14, M17.
#[test]
fn what_is_visible_is_proven_with_what_was_seen() {
    let (_project, mut client) = client();
    let general = json!({ "selector": { "text": "General" } });
    let proven = ask(&mut client, "expect_element_visible", general);
    let element = &proven["element"];
    assert_eq!(
        proven,
        json!({
            "success": true,
            "selector": { "text": "General" },
            "element_id": element["elementId"],
            "expected_condition": "visible",
            "element": element,
            "observed": {
                "status": "success",
                "matched_count": 1,
                "condition_satisfied": true,
                "selected_index": element["index"],
                "last_matched_element": element,
            },
            "reason": "selector is visible",
        })
    );
    let missing = json!({ "selector": { "text": "Missing" }, "timeout_ms": 100 });
    let missing = ask(&mut client, "expect_element_visible", missing);
    assert_eq!(
        missing,
        json!({
            "success": false,
            "selector": { "text": "Missing" },
            "element_id": null,
            "expected_condition": "visible",
            "observed": {
                "status": "timeout",
                "matched_count": 0,
                "condition_satisfied": false,
                "selected_index": null,
                "last_matched_element": null,
            },
            "reason": "Condition visible not satisfied within timeout; observed 0 match(es)",
            "failure_code": "TIMEOUT",
            "retryable": true,
        })
    );
    let blank = client.call("expect_element_visible", json!({ "selector": {} }));
    let blank = blank.fails("INVALID_SELECTOR");
    assert_eq!(blank.data()["retryable"], false);
    let absent = client.call("expect_element_visible", json!({}));
    assert_eq!(
        absent.data()["error"]["message"],
        "Missing or invalid object argument: selector"
    );
}

/// An id says which of those that the selector fits is meant.
#[test]
fn a_proof_by_id_is_about_that_very_element() {
    let (_project, mut client) = client();
    let find = |client: &mut Client, text: &str| {
        let found = ask(
            client,
            "wait_for_ui",
            json!({ "selector": { "text": text } }),
        );
        found["element"]["elementId"].clone()
    };
    let privacy = find(&mut client, "Privacy");
    let visible = |id: &Value, text: &str| {
        json!({
            "selector": { "text": text, "contains": true }, "element_id": id, "timeout_ms": 100,
        })
    };
    let its_own = ask(
        &mut client,
        "expect_element_visible",
        visible(&privacy, "priv"),
    );
    assert_eq!(
        (&its_own["success"], &its_own["element_id"]),
        (&json!(true), &privacy)
    );
    assert_eq!(its_own["element"]["text"], "Privacy", "{its_own}");
    let other = client.call("expect_element_visible", visible(&privacy, "general"));
    let other = other.fails("TIMEOUT");
    assert!(
        other.data()["reason"]
            .as_str()
            .unwrap()
            .contains("element_id")
    );
    // An id that nobody knows says nothing; what was proven is told by its own.
    let unknown = ask(
        &mut client,
        "expect_element_visible",
        visible(&json!("el_0"), "priv"),
    );
    assert_eq!(
        (&unknown["success"], &unknown["element_id"]),
        (&json!(true), &privacy)
    );
    client.works("tap", json!({ "text": "General" }));
    let gone = client.call("expect_element_visible", visible(&privacy, "a"));
    gone.fails("TIMEOUT");
}

fn state(client: &mut Client, property: &str, expected: Value, text: &str) -> Value {
    let ask_for = json!({
        "property": property, "expected": expected, "selector": { "text": text },
    });
    ask(client, "expect_state", ask_for)
}

/// M15, M17.
#[test]
fn a_state_is_proven_by_the_rules_of_its_property() {
    let (_project, mut client) = client();
    let off = state(&mut client, "checked", json!(false), "Airplane Mode");
    assert_eq!(off["success"], true, "{off}");
    assert_eq!(off["reason"], "checked matches expected value");
    assert_eq!(
        off["observed_state"],
        json!({ "property": "checked", "value": false, "raw_value": false })
    );
    assert_eq!(off["element_id"], off["element"]["elementId"]);
    let on = state(&mut client, "checked", json!(true), "Airplane Mode");
    assert_eq!(
        (&on["success"], &on["reason"], &on["retryable"]),
        (
            &json!(false),
            &json!("expected checked=true but observed false"),
            &json!(false)
        )
    );
    assert_eq!(on["failure_code"], "UNKNOWN");
    let word = state(&mut client, "checked", json!("yes"), "Airplane Mode");
    assert_eq!(word["reason"], "expected checked must be boolean");
    let nobody = state(&mut client, "checked", json!(true), "Refund");
    assert_eq!(
        (
            &nobody["reason"],
            &nobody["failure_code"],
            &nobody["retryable"]
        ),
        (
            &json!("element not found"),
            &json!("ELEMENT_NOT_FOUND"),
            &json!(true)
        )
    );
    let odd = state(&mut client, "shininess", json!(1), "General");
    assert_eq!(
        odd["reason"],
        "unsupported or unavailable state property: shininess"
    );
    let none = state(&mut client, "checked", json!(false), "General");
    assert_eq!(none["reason"], "checked state unavailable");
    let nothing = client.call(
        "expect_state",
        json!({ "property": "checked", "expected": true }),
    );
    assert_eq!(
        nothing.data()["error"]["message"],
        "Missing selector or element_id argument"
    );
}

/// M27: several are reported with their names, and none is chosen.
#[test]
fn a_state_of_several_is_no_state() {
    let (_project, mut client) = client();
    let many = json!({
        "property": "enabled", "expected": true, "selector": { "text": "a", "contains": true },
    });
    let many = ask(&mut client, "expect_state", many);
    assert_eq!(many["failure_code"], "AMBIGUOUS_TARGET", "{many}");
    assert!(many["candidates"].as_array().unwrap().len() > 1);
}

/// M6: all eight rows, by their exact words.
#[test]
fn outcomes_are_routed_by_the_table() {
    let project = open_project();
    let mut client = Client::start(&project, "--profile mobile-debug");
    let request = |endpoint: &str, status: &str| json!({ "endpoint": endpoint, "status": status });
    let local = "local-state action; use expect_state, refreshed snapshot comparison, or \
                 expect_element_visible instead of defaulting to network inspection";
    let logged = local.replacen("action;", "action (log errors present);", 1);
    let rows = [
        (
            json!({ "uiChanged": true, "expectedElementVisible": true }),
            "success",
            "expected element is visible",
        ),
        (
            json!({ "uiChanged": false, "expectedElementVisible": true }),
            "success",
            "expected element is visible",
        ),
        (
            json!({ "uiChanged": true, "networkRequests": [request("/x", "failure")] }),
            "success",
            "UI changed after action",
        ),
        (
            json!({ "uiChanged": false }),
            "unknown",
            "actionType was not supplied; pass the runtime action_type so the classifier can distinguish local-state and side-effect routing",
        ),
        (
            json!({ "uiChanged": false, "actionType": "  " }),
            "unknown",
            "actionType was not supplied; pass the runtime action_type so the classifier can distinguish local-state and side-effect routing",
        ),
        (
            json!({ "uiChanged": false, "actionType": "start_app", "networkRequests": [request("/ok", "success"), request("/login", "failure")] }),
            "backend_failure",
            "network request /login returned failure",
        ),
        (
            json!({ "uiChanged": false, "actionType": " TAP ", "networkRequests": [request("/pay", "retryable")] }),
            "backend_failure",
            "network request /pay returned retryable",
        ),
        (
            json!({ "uiChanged": false, "actionType": "tap" }),
            "no_op",
            local,
        ),
        (
            json!({ "uiChanged": false, "actionType": "type_text", "networkRequests": [], "hasLogErrors": true }),
            "no_op",
            &*logged,
        ),
        (
            json!({ "uiChanged": false, "actionType": "start_app" }),
            "unknown",
            "side-effect action without network data; inspect network or log signals only if the outcome is still ambiguous",
        ),
        (
            json!({ "uiChanged": false, "actionType": "somersault", "networkRequests": [] }),
            "no_op",
            "side-effect action and no network activity",
        ),
        (
            json!({ "uiChanged": false, "actionType": "start_app", "networkRequests": [], "hasLogErrors": true }),
            "no_op",
            "side-effect action and no network activity (log errors present)",
        ),
        (
            json!({ "uiChanged": false, "actionType": "restart_app", "networkRequests": [request("/a", "success")] }),
            "ui_failure",
            "network requests succeeded but UI did not change",
        ),
        (
            json!({ "uiChanged": false, "actionType": "restart_app", "networkRequests": [request("/a", "queued")] }),
            "unknown",
            "signals are inconclusive",
        ),
    ];
    for (signals, outcome, reasoning) in rows {
        let routed = client.works("classify_action_outcome", signals.clone());
        let again = client.call("classify_action_outcome", signals.clone());
        assert_eq!(routed.text(), again.text());
        let exact = json!({ "outcome": outcome, "reasoning": reasoning });
        assert_eq!(super::block(&routed), exact, "{signals}");
    }
}

/// M16: readings that take ten seconds each say nothing about the state.
#[test]
fn a_state_is_proven_on_a_slow_device_too() {
    let project = open_project();
    let line = "--profile full --device sim:settings?open=main&fault=slow_read:99";
    let mut client = Client::start(&project, line);
    let off = state(&mut client, "checked", json!(false), "Airplane Mode");
    assert_eq!(off["success"], true, "{off}");
}
