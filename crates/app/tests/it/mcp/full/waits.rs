//! Waits: what they repeat, what they saw, and that a failed reading is no change.

use serde_json::json;

use super::super::kit::Client;
use super::{ask, block, client};

/// M7.
#[test]
fn a_selector_that_says_nothing_is_refused_at_once() {
    let (_project, mut client) = client();
    let blank = client.call("wait_for_ui", json!({ "selector": { "text": " " } }));
    assert_eq!(
        block(&blank),
        json!({
            "status": "timeout",
            "error": {
                "code": "INVALID_SELECTOR",
                "message": "Selector must include at least one non-empty field: text, resource_id, or accessibility_id",
            },
            "metrics": { "latency_ms": 0, "poll_count": 0, "attempts": 0 },
            "requested": { "selector": { "text": " " }, "condition": "exists", "match": null },
            "observed": {
                "matched_count": 0,
                "condition_satisfied": false,
                "selected_index": null,
                "last_matched_element": null,
            },
        })
    );
    let odd = json!({ "selector": { "text": "General" }, "condition": "shiny" });
    let odd = ask(&mut client, "wait_for_ui", odd);
    assert_eq!(odd["error"]["code"], "INVALID_CONDITION");
    assert_eq!(odd["error"]["message"], "Unsupported condition: shiny");
}

/// M8, M9.
#[test]
fn what_was_found_is_told_twice_and_its_number_is_that_of_the_tree() {
    let (_project, mut client) = client();
    let ask_for = json!({ "selector": { "text": "general" }, "condition": "clickable" });
    let found = ask(&mut client, "wait_for_ui", ask_for);
    assert_eq!(found["status"], "success");
    assert_eq!(found["matched"], 1);
    assert_eq!(found["element"], found["observed"]["last_matched_element"]);
    assert_eq!(
        found["element"]["index"],
        found["observed"]["selected_index"]
    );
    let tree = ask(&mut client, "get_ui_tree", json!({ "platform": "android" }));
    let index = usize::try_from(found["element"]["index"].as_u64().unwrap()).unwrap();
    // The words stand on a text; what takes touches is the row that holds it.
    assert_eq!(tree["elements"][index]["clickable"], true);
    assert!(found["metrics"]["poll_count"].as_u64().unwrap() >= 1);
    assert_eq!(found["metrics"]["attempts"], 1);
}

/// M8.
#[test]
fn a_wait_that_ran_out_says_how_many_matched() {
    let (_project, mut client) = client();
    let absent = json!({ "selector": { "text": "Refund" }, "timeout_ms": 200 });
    let absent = ask(&mut client, "wait_for_ui", absent);
    assert_eq!(
        absent["error"],
        json!({
            "code": "ELEMENT_NOT_FOUND",
            "message": "Condition exists not satisfied within timeout; observed 0 match(es)",
        })
    );
    let second = json!({
        "selector": { "text": "General" }, "match": { "index": 1 }, "timeout_ms": 200,
        "retry": { "max_attempts": 2, "backoff_ms": 50 },
    });
    let second = ask(&mut client, "wait_for_ui", second);
    assert_eq!(
        second["error"]["message"],
        "Condition exists not satisfied within timeout; requested match.index=1 but observed 1 match(es)"
    );
    assert_eq!(second["observed"]["matched_count"], 1);
    assert_eq!(second["observed"]["selected_index"], json!(null));
    assert_eq!(second["requested"]["match"], json!({ "index": 1 }));
    assert_eq!(second["metrics"]["attempts"], 2);
    assert!(second["metrics"]["latency_ms"].as_u64().unwrap() >= 450);
    let gone = json!({
        "selector": { "text": "General" }, "match": { "index": 1 }, "condition": "not_exists",
    });
    assert_eq!(ask(&mut client, "wait_for_ui", gone)["status"], "success");
}

/// M10.
#[test]
fn another_screen_counts_when_it_was_seen_twice() {
    let (_project, mut client) = client();
    let before = ask(&mut client, "get_screen_fingerprint", json!({}));
    let before = before["fingerprint"].clone();
    let stays = json!({ "previousFingerprint": before, "timeoutMs": 400 });
    let stays = ask(&mut client, "wait_for_screen_change", stays);
    assert_eq!(
        (
            &stays["success"],
            &stays["reason"],
            &stays["lastFingerprint"]
        ),
        (&json!(false), &json!("timeout"), &before)
    );
    client.works("tap", json!({ "text": "General" }));
    let waited = json!({ "previousFingerprint": before });
    let changed = ask(&mut client, "wait_for_screen_change", waited);
    assert_eq!(changed["success"], true);
    assert_eq!(
        changed["newFingerprint"],
        changed["observed_screen"]["fingerprint"]
    );
    assert!(changed.get("reason").is_none(), "{changed}");
}

/// M11, M12: what already happened succeeds at once, and a reading that failed is none.
#[test]
fn a_change_is_told_by_its_kind_and_a_broken_reading_is_none() {
    let (_project, mut client) = client();
    let tree = ask(&mut client, "get_ui_tree", json!({ "platform": "android" }));
    let since = tree["snapshot_revision"].clone();
    client.works("tap", json!({ "text": "Airplane Mode" }));
    let wait =
        json!({ "since_revision": since, "expected_change": "state_change", "timeout_ms": 500 });
    let changed = ask(&mut client, "wait_for_ui_change", wait);
    assert_eq!(changed["observed_change"], "state_change", "{changed}");
    assert_eq!(changed["expected_change"], "state_change");
    assert_eq!(changed["reason"], "UI change observed");
    assert!(changed["snapshot_revision"].as_u64() > since.as_u64());
    let still = json!({ "timeout_ms": 400, "expected_change": "text_change" });
    let still = ask(&mut client, "wait_for_ui_change", still);
    assert_eq!(
        (
            &still["success"],
            &still["observed_change"],
            &still["timeout"],
            &still["reason"]
        ),
        (&json!(false), &json!(null), &json!(true), &json!("timeout"))
    );
    let project = super::open_project();
    let line = "--profile full --device sim:settings?fault=half_dump:3@2";
    let mut broken = Client::start(&project, line);
    let still = broken.call("wait_for_ui_change", json!({ "timeout_ms": 3000 }));
    assert_eq!(block(&still)["success"], false, "{}", still.0);
}

#[test]
fn a_device_that_is_gone_is_an_error_of_its_own() {
    let project = super::open_project();
    let line = "--profile full --device sim:settings?fault=dead:99@2";
    let mut client = Client::start(&project, line);
    client.works("get_ui_tree", json!({ "platform": "android" }));
    let waited = client.call("wait_for_ui", json!({ "selector": { "text": "General" } }));
    let waited = block(&waited);
    assert_eq!(waited["status"], "timeout");
    assert_eq!(waited["error"]["code"], "INTERNAL_ERROR", "{waited}");
    let proof = json!({ "selector": { "text": "General" } });
    let proof = client.call("expect_element_visible", proof);
    let proof = proof.fails("DEVICE_ERROR");
    assert_eq!(proof.data()["expected_condition"], "visible");
    assert_eq!(proof.data()["retryable"], false);
}

/// M10: readings that fail are passed over.
#[test]
fn another_screen_is_seen_through_readings_that_fail() {
    let project = super::open_project();
    let line = "--profile full --device sim:settings?fault=half_dump:2@4";
    let mut client = Client::start(&project, line);
    let before = ask(&mut client, "get_screen_fingerprint", json!({}));
    let before = before["fingerprint"].clone();
    let open = json!({ "platform": "android", "appId": "Settings" });
    client.works("start_app", open);
    let waited = json!({ "previousFingerprint": before });
    let changed = ask(&mut client, "wait_for_screen_change", waited);
    assert_eq!(changed["success"], true, "{changed}");
}

/// M12: which kind of change came since a screen that is not remembered, nobody knows.
#[test]
fn a_change_since_a_forgotten_screen_is_of_no_known_kind() {
    let (_project, mut client) = client();
    client.works("tap", json!({ "text": "General" }));
    let since = |kind: serde_json::Value| json!({ "since_revision": 0, "timeout_ms": 300, "expected_change": kind });
    let any = ask(&mut client, "wait_for_ui_change", since(json!(null)));
    assert_eq!(any["observed_change"], "hierarchy_diff", "{any}");
    let state = client.call("wait_for_ui_change", since(json!("state_change")));
    state.fails("STALE_REFERENCE");
}
