//! What is told of a screen: the tree, snapshots, guesses.

use serde_json::{Value, json};

use super::super::kit::Client;
use super::{ask, block, client};

/// M20, M22.
#[test]
fn the_tree_is_flat_and_says_its_revision() {
    let (_project, mut client) = client();
    let tree = ask(&mut client, "get_ui_tree", json!({ "platform": "android" }));
    assert!(tree["snapshot_revision"].as_u64().unwrap() > 0);
    assert!(tree["captured_at_ms"].as_u64().unwrap() > 0);
    assert!(tree["loading_state"].is_null());
    let elements = tree["elements"].as_array().unwrap();
    for (index, element) in elements.iter().enumerate() {
        if let Some(parent) = element["parentId"].as_u64() {
            let parent = usize::try_from(parent).unwrap();
            assert!(parent < index);
            let children = elements[parent]["children"].as_array().unwrap();
            assert!(children.contains(&json!(index)));
        }
    }
    let again = ask(&mut client, "get_ui_tree", json!({ "platform": "android" }));
    assert_eq!(again["snapshot_revision"], tree["snapshot_revision"]);
}

/// M18.
#[test]
fn an_element_says_what_identifies_it_and_how_well() {
    let (_project, mut client) = client();
    let tree = ask(&mut client, "get_ui_tree", json!({ "platform": "android" }));
    let elements = tree["elements"].as_array().unwrap();
    let row = elements
        .iter()
        .find(|element| element["resourceId"] == "row_general")
        .unwrap();
    assert_eq!(row["stable_id"], "row_general");
    assert_eq!(row["test_tag"], row["stable_id"]);
    assert_eq!(
        row["selector"],
        json!({ "value": "row_general", "confidence": { "score": 1.0, "reason": "resource_id" } })
    );
    assert_eq!(row["semantic"]["is_clickable"], true);
    let words = elements
        .iter()
        .find(|element| element["text"] == "Personal" && element["resourceId"].is_null());
    if let Some(words) = words {
        assert_eq!(words["selector"]["confidence"]["reason"], "text_match");
    }
}

/// M23, M24: a spinner without words is one, and words about progress are none.
#[test]
fn loading_is_told_by_what_a_thing_is() {
    let app = "app: Load\nroot: main\nscreens:\n  main:\n    title: Load\n    items:\n      - text: Track your progress\n      - row: Wait\n        go: wait\n  wait:\n    title: Wait\n    items:\n      - progress: spinner\n";
    let project = super::open_project();
    project.write("load.app.yaml", app);
    let line = "--profile full --device sim:load.app.yaml";
    let mut client = Client::start(&project, line);
    client.works(
        "start_app",
        json!({ "platform": "android", "appId": "Load" }),
    );
    let plain = ask(&mut client, "get_ui_tree", json!({ "platform": "android" }));
    assert!(
        plain["loading_state"].is_null(),
        "{}",
        plain["loading_state"]
    );
    client.call("tap", json!({ "text": "Wait" }));
    let spinning = ask(&mut client, "get_ui_tree", json!({ "platform": "android" }));
    assert_eq!(
        spinning["loading_state"],
        json!({ "active": true, "signal": "progress_indicator", "source": "ui_tree" })
    );
}

/// M26.
#[test]
fn a_guess_has_its_score_and_something_to_tap() {
    let (_project, mut client) = client();
    let whole = ask(
        &mut client,
        "find_element",
        json!({ "query": "PRIVACY", "exact": true }),
    );
    assert_eq!(
        (&whole["found"], &whole["score"]),
        (&json!(true), &json!(1.0))
    );
    let part = ask(&mut client, "find_element", json!({ "query": "gener" }));
    assert_eq!(part["confidence"], part["score"]);
    assert!(part["score"].as_f64().unwrap() < 0.8, "{part}");
    let at = &part["element"]["tapCoordinates"];
    let sides = &part["element"]["bounds"];
    let middle = |a: &Value, b: &Value| (a.as_i64().unwrap() + b.as_i64().unwrap()) / 2;
    assert!((at["x"].as_i64().unwrap() - middle(&sides["left"], &sides["right"])).abs() <= 1);
    let none = client.call(
        "find_element",
        json!({ "query": "Refund", "timeoutMs": 100 }),
    );
    assert_eq!(
        block(&none),
        json!({ "found": false, "error": "Element not found" })
    );
    let blank = client.call("find_element", json!({ "query": " " }));
    assert_eq!(
        block(&blank),
        json!({ "found": false, "error": "Empty query" })
    );
}

#[test]
fn a_label_leads_to_its_slider() {
    let app = "app: Timer\nroot: main\nscreens:\n  main:\n    title: Timer\n    items:\n      - text: \"Duration: 5 min\"\n      - slider: \"\"\n        id: duration\n        value: 0.5\n";
    let project = super::open_project();
    project.write("timer.app.yaml", app);
    let mut client = Client::start(&project, "--profile full --device sim:timer.app.yaml");
    client.works(
        "start_app",
        json!({ "platform": "android", "appId": "Timer" }),
    );
    let found = ask(&mut client, "find_element", json!({ "query": "duration:" }));
    assert_eq!(found["element"]["telemetry"]["sliderLike"], true, "{found}");
    assert_eq!(found["element"]["role"], "slider");
    let hint = &found["element"]["interactionHint"];
    assert_eq!(
        (&hint["kind"], &hint["axis"]),
        (&json!("slider"), &json!("horizontal"))
    );
    assert_eq!(hint["trackBounds"], found["element"]["bounds"]);
}

/// M32.
#[test]
fn a_snapshot_has_its_raw_layer_always_and_names_what_failed() {
    let (_project, mut client) = client();
    let ask_for = json!({ "includeLogs": false, "reason": "why" });
    let data = ask(&mut client, "capture_debug_snapshot", ask_for);
    let raw = &data["raw"];
    assert_eq!((&raw["logs"], &raw["reason"]), (&json!([]), &json!("why")));
    assert_eq!(
        raw["snapshot_revision"],
        raw["ui_tree"]["snapshot_revision"]
    );
    assert!(
        raw["screenshot"]
            .as_str()
            .unwrap()
            .starts_with("iVBORw0KGgo")
    );
    assert!(data["semantic"]["warnings"].is_array());
    let sure = data["semantic"]["confidence"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&sure));
    assert!(
        data["semantic"]["actions_available"]
            .as_array()
            .unwrap()
            .len()
            <= 10
    );
    let project = super::open_project();
    let line = "--profile full --device sim:settings?fault=half_dump:99";
    let mut broken = Client::start(&project, line);
    let data = ask(&mut broken, "capture_debug_snapshot", json!({}));
    assert!(data["raw"]["ui_tree"].is_null());
    assert!(data["raw"]["ui_tree_error"].is_string(), "{}", data["raw"]);
    assert!(data["raw"]["screenshot"].is_string());
}

/// M25.
#[test]
fn a_screen_that_cannot_be_read_has_no_fingerprint() {
    let project = super::open_project();
    let line = "--profile full --device sim:settings?fault=half_dump:99";
    let mut client = Client::start(&project, line);
    let tree = client.call("get_ui_tree", json!({ "platform": "android" }));
    assert!(tree.is_error());
    let tree = block(&tree);
    assert_eq!(tree["elements"], json!([]));
    assert_eq!(tree["resolution"], json!({ "width": 0.0, "height": 0.0 }));
    assert!(tree["error"].as_str().unwrap().contains("dump"), "{tree}");
    let mark = client.call("get_screen_fingerprint", json!({}));
    let mark = block(&mark);
    assert!(mark["fingerprint"].is_null());
    assert!(mark["error"].as_str().unwrap().contains("dump"), "{mark}");
}

/// M2.
#[test]
fn a_picture_is_two_blocks() {
    let (_project, mut client) = client();
    let shot = client.works("capture_screenshot", json!({ "platform": "android" }));
    let blocks = shot.0["content"].as_array().unwrap();
    assert_eq!(blocks.len(), 2);
    let about: Value = serde_json::from_str(blocks[0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(about["result"]["mimeType"], blocks[1]["mimeType"]);
    assert!(about["result"]["resolution"]["width"].as_u64().unwrap() > 0);
}
