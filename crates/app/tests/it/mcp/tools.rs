//! Looking, acting, waiting and proving.

use serde_json::json;

use super::kit::{Client, open_project};

#[test]
fn a_screen_is_told_in_few_words_and_only_what_changed_afterwards() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop");
    client.works("open", json!({ "app": "Shop" }));
    let screen = client.works("screen", json!({}));
    insta::assert_snapshot!(screen.text(), @r#"
    Shop · login · rev 2
    2 # Welcome
    4 image Shop logo
    5 field Email
    6 field Password (password)
    7 button Sign In
    8 button Forgot Password
    "#);
    let again = client.call("screen", json!({ "since_revision": 2 }));
    assert_eq!(again.text(), "unchanged · rev 2");
    assert_eq!(again.data()["changed"], false);
    let typed = client.call(
        "type_text",
        json!({ "text": "ada@example.org", "into": "Email" }),
    );
    typed.works().says("+ 5 field Email = \"ada@example.org\"");
}

#[test]
fn an_act_says_that_it_was_sent_and_whether_the_screen_answered() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings");
    client.works("open", json!({ "app": "Settings" }));
    let tapped = client.works("tap", json!({ "text": "General" }));
    assert_eq!(tapped.data()["success"], true);
    assert_eq!(tapped.data()["verdict"], "passed");
    assert_eq!(tapped.data()["action_type"], "local_state");
    client.works("tap", json!({ "text": "About" }));
    // A text that does nothing: it was touched, and nothing came of it.
    let silent = client.call("tap", json!({ "text": "Serial Number" }));
    assert!(silent.is_error());
    assert_eq!(silent.data()["success"], true);
    assert_eq!(silent.data()["verdict"], "failed");
    assert!(silent.data()["failure_code"].is_null());
}

/// An app that asks for a rating as soon as it is looked at.
const ASKING: &str = "app: Notes
root: main
screens:
  main: {title: Notes, items: [{row: Milk, id: milk}]}
popups:
  rating: {title: Do you like it?, trigger: on_first_describe, buttons: [{label: Rate, id: rate}, {label: Not now, id: later}]}
";

#[test]
fn an_agent_is_told_what_is_in_front_and_what_would_close_it() {
    let project = open_project();
    project.write("notes.app.yaml", ASKING);
    let mut client = Client::start(&project, "--device sim:notes.app.yaml");
    client.works("open", json!({ "app": "Notes" }));
    let tapped = client.call("tap", json!({ "text": "Milk", "timeout_ms": 300 }));
    assert!(tapped.is_error());
    tapped.says("`Do you like it?` is in front");
    tapped.says("touching `Not now` would close it");
    client.works("tap", json!({ "text": "Not now" }));
}

#[test]
fn what_would_not_be_judged_is_not_expected() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings");
    client.call("open", json!({ "app": "Settings" })).works();
    for arguments in [
        json!({ "app": "Settings", "gone": true }),
        json!({ "text": "General", "app": "Mail" }),
        json!({ "text": "General", "element": 99 }),
        json!({ "text": "General", "equals": false }),
        json!({ "text": "General", "gone": "true" }),
        json!({ "text": "General", "visible": false }),
        json!({ "text": "Airplane Mode", "property": "checked", "equals": false, "gone": true }),
    ] {
        let refused = client.call("expect", arguments);
        assert!(refused.is_error(), "{}", refused.text());
        assert_eq!(refused.data()["failure_code"], "INVALID_INPUT");
    }
    let nothing_more = json!({ "text": "General", "app": null, "gone": false });
    client.call("expect", nothing_more).works();
}

#[test]
fn what_cannot_be_touched_is_told_by_a_code_and_nothing_is_sent() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop?open=products");
    client.works("open", json!({ "app": "Shop" }));
    let several = client
        .call("tap", json!({ "text": "Add" }))
        .fails("AMBIGUOUS_TARGET");
    assert!(several.data()["candidates"].as_array().unwrap().len() > 5);
    assert_eq!(several.data()["success"], false);
    assert_eq!(several.data()["retryable"], false);
    let none = client.call("tap", json!({ "text": "Refund", "timeout_ms": 300 }));
    assert_eq!(none.fails("ELEMENT_NOT_FOUND").data()["retryable"], true);
    client
        .call("tap", json!({ "element": 9999 }))
        .fails("STALE_REFERENCE");
    client.call("tap", json!({})).fails("INVALID_INPUT");
    client
        .call("swipe", json!({ "direction": 3 }))
        .fails("INVALID_INPUT");
    let row = json!({ "text": "Add", "row": "Enamel Mug Blue" });
    client.works("tap", row).says("Enamel Mug Blue added");
}

#[test]
fn an_element_is_found_by_its_number_after_it_has_moved() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop?open=products");
    client.works("open", json!({ "app": "Shop" }));
    let text = client.works("screen", json!({})).text().to_owned();
    let line = text
        .lines()
        .find(|line| line.contains("Pencil Set"))
        .unwrap();
    let number: u64 = line.split_whitespace().next().unwrap().parse().unwrap();
    client.works("swipe", json!({ "direction": "up" }));
    // The numbers are of the screen that was shown last, so look, then touch.
    let text = client.works("screen", json!({})).text().to_owned();
    let line = text
        .lines()
        .find(|line| line.contains("Pencil Set"))
        .unwrap();
    let moved: u64 = line.split_whitespace().next().unwrap().parse().unwrap();
    assert!(moved > 0 && number > 0);
    let opened = client.works("tap", json!({ "element": moved }));
    opened.says("Five soft pencils");
}

#[test]
fn a_change_that_already_happened_ends_the_wait_at_once() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings");
    client.works("open", json!({ "app": "Settings" }));
    let before = client.works("screen", json!({})).data()["revision"].clone();
    client.works("tap", json!({ "text": "General" }));
    let changed = client.works("wait_for_change", json!({ "since_revision": before }));
    assert_eq!(changed.data()["observed_change"], "hierarchy_diff");
    assert!(changed.data()["elapsed_ms"].as_u64().unwrap() < 1_000);
    let quiet = client.call("wait_for_change", json!({ "timeout_ms": 500 }));
    quiet.fails("TIMEOUT");
}

#[test]
fn a_reading_that_fails_is_no_change_and_ends_no_wait() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings?fault=half_dump:3@2");
    client.works("open", json!({ "app": "Settings" }));
    client
        .call("wait_for_change", json!({ "timeout_ms": 900 }))
        .fails("TIMEOUT");
    client.works("wait_for", json!({ "text": "General" }));
    client.works("wait_for", json!({ "text": "Nothing", "gone": true }));
    client
        .call(
            "wait_for",
            json!({ "text": "General", "gone": true, "timeout_ms": 300 }),
        )
        .fails("TIMEOUT");
}

#[test]
fn expectations_prove_texts_states_and_apps() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings");
    client.works("open", json!({ "app": "Settings" }));
    client.works("expect", json!({ "text": "General" }));
    client.works("expect", json!({ "text": "Refund", "gone": true }));
    client.works("expect", json!({ "app": "settings" }));
    client
        .call("expect", json!({ "app": "Mail" }))
        .fails("EXPECT_STATE_MISMATCH");
    let switch = json!({ "text": "Airplane Mode", "property": "checked", "equals": false });
    client.works("expect", switch);
    client.works("tap", json!({ "text": "Airplane Mode" }));
    let wrong = json!({ "text": "Airplane Mode", "property": "checked", "equals": false });
    client.call("expect", wrong).fails("EXPECT_STATE_MISMATCH");
    let nobody = json!({ "text": "Refund", "property": "checked", "equals": true });
    client.call("expect", nobody).fails("ELEMENT_NOT_FOUND");
}

#[test]
fn what_a_device_cannot_do_is_an_error_with_both_names() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings --profile full");
    let search = client
        .call("spotlight", json!({}))
        .fails("PLATFORM_NOT_SUPPORTED");
    let words = "`sim:settings` cannot open the search of its home screen";
    assert_eq!(search.text(), words);
    let unknown = client.call("screen", json!({ "device": "fax:1" }));
    unknown.fails("INVALID_INPUT").says("`fax:1`");
}

#[test]
fn a_secret_is_in_no_answer_wherever_the_app_shows_it() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop");
    client.works("open", json!({ "app": "Shop" }));
    let typed = json!({ "text": "tiger-lily-9", "into": "Email", "secret": true });
    let typed = client.works("type_text", typed);
    typed.says("••••");
    for tool in ["screen", "expect"] {
        let answer = client.call(tool, json!({ "text": "tiger-lily-9", "all": true }));
        assert!(
            !answer.0.to_string().contains("tiger-lily-9"),
            "{}",
            answer.0
        );
    }
}

#[test]
fn a_skill_is_shown_with_the_names_of_its_inputs_and_without_its_secrets() {
    let skill = "name: Login\nvariables: [WHO, PIN_CODE]\nsecrets: [PIN_CODE]\nsteps:\n  - type: { text: \"${WHO}\", into: Email }\n  - type: { text: \"${PIN_CODE:-tulip-9431}\", into: Password }\n";
    let project = open_project();
    project.write(".retap/skills/login.yaml", skill);
    let mut client = Client::start_in(
        &project,
        "--device sim:shop",
        &[("WHO", "ada".as_ref()), ("PIN_CODE", "lantern-42".as_ref())],
    );
    let shown = client.works("get_skill", json!({ "name": "login" }));
    shown.says("${WHO}");
    shown.says("${PIN_CODE");
    let all = shown.0.to_string();
    assert!(
        !all.contains("lantern") && !all.contains("tulip") && !all.contains("ada"),
        "{all}"
    );
    let refused = client.call("run_skill", json!({ "name": "docs/login.yaml" }));
    refused
        .fails("INVALID_INPUT")
        .says("is not the name of a skill");
}
