//! `do`: several steps in one call.

use serde_json::{Value, json};

use super::kit::{Client, open_project};
use crate::project::Project;

/// Signs in and puts a mug into the cart, in the words of skills.
fn buying() -> Value {
    json!({ "steps": [
        { "reset_app": "Shop" },
        { "launch": "Shop" },
        { "type": { "text": "ada@example.org", "into": "Email" } },
        { "type": { "text": "lantern-42", "into": "Password" } },
        "Tap \"Sign In\"",
        { "tap": { "label": "Add", "row": "Enamel Mug Blue" } },
        "tap: Cart",
        { "assert_visible": "Checkout" },
    ] })
}

#[test]
fn steps_are_done_in_one_call_and_kept_as_a_skill() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop");
    let done = client.works("do", buying());
    assert_eq!(done.data()["success"], true);
    assert_eq!(done.data()["done"], 8);
    assert_eq!(done.data()["action_type"], "side_effect");
    assert!(done.text().starts_with("8 of 8 done: "), "{}", done.text());
    done.says("Checkout");
    client.works("keep_skill", json!({ "name": "Cart" }));
    let kept = project.read(".retap/skills/cart.yaml");
    let steps = kept.split("steps:\n").nth(1).unwrap();
    insta::assert_snapshot!(steps, @r#"
      - reset_app: "Shop"
      - launch: "Shop"
      - type: { text: "ada@example.org", into: "Email" }
      - type: { text: "${PASSWORD}", into: "Password" }
      - tap: "Sign In"
      - tap: { label: "Add", row: "Enamel Mug Blue" }
      - tap: "Cart"
      - assert_visible: "Checkout"
    "#);
}

#[test]
fn the_first_step_that_is_not_proven_ends_the_list() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop");
    let steps = json!(["launch: Shop", "tap: Nowhere", "tap: Forgot Password"]);
    let done = client.call("do", json!({ "steps": steps }));
    let done = done.fails("ELEMENT_NOT_FOUND");
    assert_eq!(done.data()["success"], false);
    assert_eq!(done.data()["done"], 1);
    assert!(done.text().starts_with("1 of 3 done: "), "{}", done.text());
}

#[test]
fn a_step_that_cannot_be_read_or_makes_no_sense_alone_lets_nothing_be_done() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop");
    for (step, words) in [
        (json!({ "tpa": "Shop" }), "unknown verb `tpa`"),
        (json!({ "ask": "Is it nice?" }), "`ask` is for skills only"),
        (json!("tap: ${WHERE}"), "the variable `WHERE` has no value"),
    ] {
        let refused = client.call("do", json!({ "steps": ["tap: Shop", step] }));
        let refused = refused.fails("INVALID_INPUT");
        refused.says(words);
    }
    client.call("do", json!({})).fails("INVALID_INPUT");
    let screen = client.works("screen", json!({}));
    assert!(
        screen.text().starts_with("home screen"),
        "{}",
        screen.text()
    );
}

#[test]
fn what_is_denied_to_a_tool_of_any_profile_is_denied_to_a_step() {
    let rows = [
        ("launch_app", "launch: Shop"),
        ("start_app", "launch: Shop"),
        ("press_back", "back"),
        ("press_home", "home"),
        ("terminate_app", "reset_app: Shop"),
        ("capture_screenshot", "screenshot: a"),
        ("tap_element", "tap: Shop"),
        ("scroll_to_element", "scroll_to: Shop"),
        ("type_text", "upload: { file: a.txt, label: Photo }"),
    ];
    let project = Project::new();
    let mut client = Client::start(&project, "--device sim:shop --profile full");
    for (tool, step) in rows {
        let file = json!({ "allow": ["*"], "deny": [tool] }).to_string();
        project.write(".retap/permissions.json", &file);
        client
            .call("do", json!({ "steps": [step] }))
            .fails("NOT_PERMITTED");
    }
}

#[test]
fn what_is_denied_to_a_tool_is_denied_to_a_step() {
    let file = r#"{"allow": ["*"], "deny": ["type_text", "swipe", "check"]}"#;
    let project = Project::with(&[("../home/.retap/permissions.json", file)]);
    let mut client = Client::start(&project, "--device sim:shop");
    let denied = [
        "swipe: up",
        "type: Ada",
        "clear: Email",
        "pull_to_refresh",
        "check: Gift",
    ];
    for step in denied {
        client
            .call("do", json!({ "steps": ["tap: Shop", step] }))
            .fails("NOT_PERMITTED");
    }
    client.works("do", json!({ "steps": ["tap: Shop"] }));
    let file = r#"{"allow": ["*"], "deny": ["tap", "open"]}"#;
    project.write("../home/.retap/permissions.json", file);
    for step in [
        "tap: Shop",
        "check: Gift",
        "upload: { file: a.txt, label: Photo }",
        "measure: { launch: Shop, until: Email, max: 1, name: start }",
    ] {
        client
            .call("do", json!({ "steps": [step] }))
            .fails("NOT_PERMITTED");
    }
}

#[test]
fn the_list_of_tools_names_every_verb_that_makes_sense_alone() {
    let project = open_project();
    let mut client = Client::start(&project, "");
    let answer = client.request("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let tool = tools.iter().find(|tool| tool["name"] == "do").unwrap();
    let about = tool["description"].as_str().unwrap();
    let words: Vec<&str> = about.split_whitespace().collect();
    for verb in ["tap", "drag", "shake", "assert_state", "set_network"] {
        assert!(words.contains(&verb), "{about}");
    }
    assert!(!words.contains(&"repeat") && !words.contains(&"ask"));
}

#[test]
fn a_switch_that_was_turned_on_is_kept_and_proven_by_its_state() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings");
    let steps = json!([{ "reset_app": "Settings" }, { "launch": "Settings" }, { "check": "Airplane Mode" }]);
    client.call("do", json!({ "steps": steps })).works();
    let kept = json!({ "name": "Fly", "prove": true });
    client.call("keep_skill", kept).works();
    project.run("test fly --device sim:settings").exits(0);
}
