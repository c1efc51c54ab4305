//! Acts: the envelope, references, scrolling.

use serde_json::json;

use super::super::kit::Client;
use super::{ask, block, client};

/// M5.
#[test]
fn an_act_answers_with_the_whole_envelope() {
    let (_project, mut client) = client();
    let tapped = client.works("tap", json!({ "text": "General" }));
    let envelope = block(&tapped);
    let id = envelope["action_id"].as_str().unwrap();
    let parts: Vec<&str> = id.split('_').collect();
    assert!(
        matches!(parts[..], ["tap", ms, n] if ms.parse::<u64>().is_ok() && n.parse::<u64>().is_ok()),
        "{id}"
    );
    assert_eq!(envelope["action_type"], "tap");
    assert_eq!(envelope["success"], true);
    assert_eq!(envelope["device"]["id"], "sim:settings");
    assert!(envelope["timestamp"].as_str().unwrap().ends_with('Z'));
    assert_ne!(
        envelope["ui_fingerprint_before"],
        envelope["ui_fingerprint_after"]
    );
    assert!(envelope.get("failure_code").is_none() && envelope.get("retryable").is_none());
    let resolved = &envelope["target"]["resolved"];
    assert_eq!(resolved["text"], "General");
    assert!(resolved["elementId"].as_str().unwrap().starts_with("el_"));
}

/// M5: success is that it was sent, whatever the screen makes of it.
#[test]
fn a_touch_that_changes_nothing_was_sent_all_the_same() {
    let (_project, mut client) = client();
    let touched = ask(&mut client, "tap", json!({ "x": 205, "y": 5 }));
    assert_eq!(touched["success"], true, "{touched}");
    assert_eq!(
        touched["target"]["selector"],
        json!({ "x": 205.0, "y": 5.0 })
    );
    assert_eq!(touched["details"]["verdict"], "failed");
    assert_eq!(touched["message"], "Tapped at (205, 5)");
}

#[test]
fn what_the_answer_repeats_of_a_call_is_what_was_asked() {
    let (_project, mut client) = client();
    let back = ask(&mut client, "press_back", json!({}));
    assert_eq!(back["target"]["selector"], json!({ "key": "back" }));
    let corners = json!({ "x1": 200, "y1": 600, "x2": 200, "y2": 300, "duration": 250 });
    let swiped = ask(&mut client, "swipe", corners);
    assert_eq!(
        swiped["target"]["selector"],
        json!({ "x1": 200.0, "y1": 600.0, "x2": 200.0, "y2": 300.0, "duration": 250.0 })
    );
    assert_eq!(swiped["message"], "Swiped from (200,600) to (200,300)");
}

#[test]
fn starting_an_app_says_what_is_in_front_and_how_long_it_really_took() {
    let (_project, mut client) = client();
    let again = json!({ "platform": "android", "appId": "Settings" });
    let restarted = ask(&mut client, "restart_app", again);
    let details = &restarted["details"];
    assert_eq!(details["terminated_before_restart"], true);
    assert!(details["launch_time_ms"].as_u64().unwrap() > 0);
    assert_eq!(details["observed_app"]["matchedTarget"], true, "{details}");
    let nobody = json!({ "platform": "android", "appId": "com.example.nobody" });
    let failed = client.call("start_app", nobody);
    let failed = block(&failed);
    assert_eq!(
        failed["details"]["observed_app"]["matchedTarget"], false,
        "{failed}"
    );
    let error = failed["details"]["error"].as_str().unwrap();
    assert!(error.contains("com.example.nobody"), "{error}");
}

/// M27, M28.
#[test]
fn an_id_survives_a_move_and_one_that_was_never_told_touches_nothing() {
    let (_project, mut client) = client();
    let find = json!({ "query": "Battery", "exact": true });
    let found = ask(&mut client, "find_element", find);
    let id = found["element"]["elementId"].clone();
    let top = found["element"]["bounds"]["top"].clone();
    let corners = json!({ "x1": 200, "y1": 600, "x2": 200, "y2": 450, "duration": 300 });
    client.works("swipe", corners);
    let find = json!({ "query": "Battery", "exact": true });
    let moved = ask(&mut client, "find_element", find);
    assert_ne!(moved["element"]["bounds"]["top"], top, "it did not move");
    assert_eq!(moved["element"]["elementId"], id);
    client.works("tap_element", json!({ "elementId": id }));
    let never = client.call("tap_element", json!({ "elementId": "el_never" }));
    let envelope = block(&never.fails("STALE_REFERENCE"));
    assert!(
        envelope["action_id"]
            .as_str()
            .unwrap()
            .starts_with("tap_element_")
    );
    assert_eq!(envelope["retryable"], true);
    assert_eq!(
        envelope["target"],
        json!({ "selector": { "elementId": "el_never" }, "resolved": null })
    );
    for mark in ["ui_fingerprint_before", "ui_fingerprint_after"] {
        assert!(envelope[mark].is_null(), "{envelope}");
    }
    // It stands on another screen now.
    client
        .call("tap_element", json!({ "elementId": id }))
        .fails("STALE_REFERENCE");
}

fn scroll(client: &mut Client, text: &str, share: f64) -> serde_json::Value {
    let ask_for = json!({
        "platform": "android", "selector": { "text": text }, "scrollAmount": share,
    });
    ask(client, "scroll_to_element", ask_for)
}

/// M29.
#[test]
fn scrolling_goes_as_far_as_it_is_told_and_says_why_it_ended() {
    let (_project, mut client) = client();
    let near = scroll(&mut client, "General", 0.7);
    assert_eq!(near["details"]["scrollsPerformed"], 0, "{near}");
    scroll(&mut client, "Legal", 0.7);
    client.works("tap", json!({ "text": "Legal" }));
    let short = scroll(&mut client, "Regulatory", 0.1);
    assert_eq!(short["success"], true, "{short}");
    assert_eq!(short["target"]["resolved"]["text"], "Regulatory");
    client.works("press_back", json!({}));
    scroll(&mut client, "Legal", 0.7);
    client.works("tap", json!({ "text": "Legal" }));
    let long = scroll(&mut client, "Regulatory", 0.7);
    let swipes = |it: &serde_json::Value| it["details"]["scrollsPerformed"].as_u64().unwrap();
    assert!(swipes(&long) < swipes(&short), "{long}\n{short}");
    let absent = scroll(&mut client, "Refund", 0.7);
    assert_eq!(absent["success"], false);
    assert_eq!(absent["failure_code"], "NAVIGATION_NO_CHANGE");
    assert_eq!(absent["retryable"], true);
    let nothing = json!({ "platform": "android", "selector": {} });
    let nothing = client
        .call("scroll_to_element", nothing)
        .fails("INVALID_SELECTOR");
    assert_eq!(block(&nothing)["action_type"], "scroll_to_element");
    // One swipe that moves nothing is enough to know.
    let once = json!({ "platform": "android", "selector": { "text": "Refund" }, "maxScrolls": 1 });
    let once = ask(&mut client, "scroll_to_element", once);
    assert_eq!(once["failure_code"], "NAVIGATION_NO_CHANGE", "{once}");
}

/// Returns what comes of a search, from the top of the page, for what is not there.
fn scroll_from_the_top(most: u64) -> serde_json::Value {
    let project = super::open_project();
    let line = "--profile full --device sim:settings?open=legal";
    let mut client = Client::start(&project, line);
    let absent = json!({
        "platform": "android", "selector": { "text": "Refund" }, "maxScrolls": most,
        "scrollAmount": 0.1,
    });
    ask(&mut client, "scroll_to_element", absent)
}

/// M29: whichever swipe it is that moves nothing.
#[test]
fn a_page_that_stands_still_at_the_last_swipe_allowed_stands_still() {
    let swipes = |it: &serde_json::Value| it["details"]["scrollsPerformed"].as_u64().unwrap();
    let needed = swipes(&scroll_from_the_top(50));
    assert!(needed > 1, "{needed}");
    let still = scroll_from_the_top(needed);
    assert_eq!(swipes(&still), needed);
    assert_eq!(still["failure_code"], "NAVIGATION_NO_CHANGE", "{still}");
    assert_eq!(still["retryable"], true);
    // One swipe fewer, and the page still moved with the last one; without any nothing was tried.
    for too_few in [needed - 1, 0] {
        let moved = scroll_from_the_top(too_few);
        assert_eq!(moved["failure_code"], "UNKNOWN", "{moved}");
        assert_eq!(moved["retryable"], false);
    }
}

#[test]
fn a_call_for_another_kind_of_phone_is_refused() {
    let project = super::open_project();
    let mut client = Client::start(&project, "--profile full --device sim:settings");
    // The simulated phone stands for either.
    client.works("get_ui_tree", json!({ "platform": "ios" }));
    let odd = json!({ "selector": { "text": "x" }, "platform": "windows" });
    let odd = block(&client.call("wait_for_ui", odd));
    assert_eq!(odd["error"]["code"], "PLATFORM_NOT_SUPPORTED");
    assert_eq!(odd["error"]["message"], "Unsupported platform: windows");
}

const FORM: &str = "app: Form
root: main
state:
  ready: no
screens:
  main:
    title: Form
    items:
      - row: Mug
        id: mug
        go: mug
      - button: Send
        id: send
        enabled: ready == yes
  mug:
    title: Mug
    items:
      - text: A mug
";

fn form() -> (crate::project::Project, Client) {
    let project = super::open_project();
    project.write("form.app.yaml", FORM);
    let mut client = Client::start(&project, "--profile full --device sim:form.app.yaml");
    let open = json!({ "platform": "android", "appId": "Form" });
    client.works("start_app", open);
    (project, client)
}

fn id_of(client: &mut Client, selector: &serde_json::Value) -> serde_json::Value {
    let found = ask(client, "wait_for_ui", json!({ "selector": selector }));
    found["element"]["elementId"].clone()
}

/// M28.
#[test]
fn what_takes_no_touch_is_not_touched_by_its_id() {
    let (_project, mut client) = form();
    let id = id_of(&mut client, &json!({ "resource_id": "send" }));
    let disabled = client.call("tap_element", json!({ "elementId": id }));
    let disabled = disabled.fails("ELEMENT_NOT_INTERACTABLE");
    assert_eq!(disabled.data()["retryable"], true);
    assert_eq!(disabled.data()["success"], false);
}
