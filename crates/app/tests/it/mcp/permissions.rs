//! Fail-closed: what is not allowed is neither listed nor done, on every path.

use serde_json::json;

use super::full::names::LOOKS;
use super::kit::Client;
use crate::project::Project;

const LOOKING: [&str; 8] = [
    "list_devices",
    "screen",
    "screenshot",
    "wait_for",
    "wait_for_change",
    "expect",
    "list_skills",
    "get_skill",
];

#[test]
fn without_a_permission_file_only_looking_is_listed_and_possible() {
    let project = Project::new();
    let mut client = Client::start(&project, "--device sim:shop");
    assert_eq!(client.tools(), LOOKING);
    let hidden = client
        .call("tap", json!({ "text": "Shop" }))
        .fails("NOT_PERMITTED");
    assert!(
        hidden.text().contains("permissions.json"),
        "{}",
        hidden.text()
    );
    let screen = client.call("screen", json!({})).works();
    assert_eq!(screen.text(), "home screen · rev 1\n1 button Shop");
}

#[test]
fn a_broken_file_allows_nothing_but_looking() {
    let project = Project::with(&[(".retap/permissions.json", "{\"allow\": [\"*\"")]);
    let mut client = Client::start(&project, "--device sim:shop");
    assert_eq!(client.tools(), LOOKING);
    client
        .call("open", json!({ "app": "Shop" }))
        .fails("NOT_PERMITTED");
    // Nobody knows which apps are blocked, so the command line touches nothing either.
    let tapped = project.run("tap Shop --device sim:shop");
    assert_eq!(tapped.code(), 1, "{}", tapped.text);
    assert!(
        tapped.text.contains("permissions.json` is broken"),
        "{}",
        tapped.text
    );
}

#[test]
fn deny_beats_allow_and_the_list_says_so() {
    let file = r#"{"allow": ["*"], "deny": ["Swipe", "screenshot"]}"#;
    let project = Project::with(&[(".retap/permissions.json", file)]);
    let mut client = Client::start(&project, "--device sim:shop");
    let tools = client.tools();
    assert!(tools.contains(&"tap".to_owned()));
    assert!(!tools.contains(&"swipe".to_owned()));
    client
        .call("swipe", json!({ "direction": "up" }))
        .fails("NOT_PERMITTED");
    client.call("screenshot", json!({})).fails("NOT_PERMITTED");
    let shown = project.run("permissions").exits(0);
    assert!(
        shown
            .text
            .contains("refused  swipe: `deny` of `.retap/permissions.json` names it")
    );
    assert!(shown.text.contains("allowed  tap: `allow` names it"));
}

#[test]
fn the_project_s_file_counts_before_the_one_at_home() {
    let project = Project::with(&[("../home/.retap/permissions.json", r#"{"allow": ["tap"]}"#)]);
    let mut client = Client::start(&project, "--device sim:shop");
    assert!(client.tools().contains(&"tap".to_owned()));
    project.write(".retap/permissions.json", r#"{"allow": []}"#);
    let mut client = Client::start(&project, "--device sim:shop");
    assert_eq!(client.tools(), LOOKING);
}

#[test]
fn blocked_apps_and_skipped_elements_hold_for_tools_skills_and_commands() {
    let file = r#"{"allow": ["*"], "blockedApps": ["mail"], "skipElements": ["forgot"]}"#;
    let skill = "name: Peek\nsteps:\n  - launch: Mail\n";
    let project = Project::with(&[
        (".retap/permissions.json", file),
        (".retap/skills/peek.yaml", skill),
    ]);
    let mut client = Client::start(&project, "--device sim:");
    let opened = client.call("open", json!({ "app": "Mail" }));
    assert!(opened.is_error());
    assert!(
        opened.text().contains("`blockedApps` names `Mail`"),
        "{}",
        opened.text()
    );
    let icon = client.call("tap", json!({ "text": "Mail" }));
    assert!(icon.is_error(), "{}", icon.0);
    let ran = client.call("run_skill", json!({ "name": "peek" }));
    assert!(
        ran.text().contains("`blockedApps` names `Mail`"),
        "{}",
        ran.text()
    );
    let tested = project.run("test peek --device sim:").exits(1);
    assert!(
        tested.text.contains("`blockedApps` names `Mail`"),
        "{}",
        tested.text
    );
    client.call("open", json!({ "app": "Shop" })).works();
    let skipped = client.call("tap", json!({ "text": "Forgot Password" }));
    assert!(
        skipped.text().contains("skipElements"),
        "{}",
        skipped.text()
    );
}

#[test]
fn blocked_apps_hold_for_commands_that_need_no_configuration() {
    let file = r#"{"blockedApps": ["Shop", "Settings"]}"#;
    let project = Project::with(&[(".retap/permissions.json", file)]);
    for line in [
        "sim screenshot shop -o shop.png",
        "sim serve settings",
        "demo --out demo",
        "screen --device sim:shop?open=products",
    ] {
        let ran = project.run(line);
        let is_refused = ran.code() != 0 && ran.text.contains("`blockedApps` names");
        // Looking at what is in front touches nothing.
        assert_eq!(
            is_refused,
            !line.starts_with("screen"),
            "{line}: {}",
            ran.text
        );
    }
    assert!(!project.path("shop.png").exists());
}

#[test]
fn a_skipped_element_is_touched_by_no_way_of_naming_it() {
    let file = r#"{"allow": ["*"], "skipElements": ["forgot"]}"#;
    let project = Project::with(&[(".retap/permissions.json", file)]);
    let mut client = Client::start(&project, "--device sim:shop --profile full");
    client.call("launch_app", json!({ "name": "Shop" })).works();
    let outline = client.call("screen", json!({ "all": true })).works();
    let line = outline.text().lines().find(|line| line.contains("Forgot"));
    let number: u64 = line.unwrap().split(' ').next().unwrap().parse().unwrap();
    let found = client.call("find_element", json!({ "query": "Forgot Password" }));
    let element = &found.data()["element"];
    let tap = &element["tapCoordinates"];
    for (tool, arguments) in [
        ("tap", json!({ "element": number })),
        ("tap", json!({ "text": "Forgot Password" })),
        ("tap", json!({ "x": tap["x"], "y": tap["y"] })),
        ("tap_element", json!({ "elementId": element["elementId"] })),
        ("long_press", json!({ "x": tap["x"], "y": tap["y"] })),
        ("double_tap", json!({ "x": tap["x"], "y": tap["y"] })),
    ] {
        let refused = client.call(tool, arguments.clone());
        assert!(refused.is_error(), "{tool} {arguments}: {}", refused.0);
    }
    let page = client.call("screen", json!({})).works();
    assert_eq!(page.data()["page"], "login", "{}", page.0);
}

#[test]
fn the_full_profile_without_a_file_has_the_eleven_tools_of_the_reference_that_look() {
    let project = Project::new();
    let mut client = Client::start(&project, "--profile full --device sim:shop");
    let tools = client.tools();
    for name in LOOKS {
        assert!(tools.contains(&name.to_owned()), "{name}");
    }
    for name in [
        "tap",
        "launch_app",
        "record_step",
        "start_app",
        "reset_app_data",
        "run_skill",
    ] {
        assert!(!tools.contains(&name.to_owned()), "{name}");
        client.call(name, json!({})).fails("NOT_PERMITTED");
    }
}

/// Row 44: the same wall for every tool that opens, stops or erases an app, by its name or its identifier.
#[test]
fn a_blocked_app_is_reached_by_no_tool() {
    let file = r#"{"allow": ["*"], "blockedApps": ["Mail"]}"#;
    let project = Project::with(&[(".retap/permissions.json", file)]);
    let mut client = Client::start(&project, "--device sim: --profile full");
    let screen = client.call("get_current_screen", json!({})).works();
    for name in ["Mail", "dev.retap.mail"] {
        let app = json!({ "platform": "android", "appId": name });
        for (tool, arguments) in [
            ("open", json!({ "app": name })),
            ("open", json!({ "app": name, "fresh": true })),
            ("launch_app", json!({ "name": name })),
            ("reset_app", json!({ "name": name })),
            (
                "measure",
                json!({ "action": format!("launch:{name}"), "until": "Inbox" }),
            ),
            (
                "generate_skill",
                json!({ "action": "start", "app_name": name }),
            ),
            (
                "generate_skill",
                json!({ "action": "explore", "app_name": name }),
            ),
            ("start_app", app.clone()),
            ("restart_app", app.clone()),
            ("terminate_app", app.clone()),
            ("reset_app_data", app.clone()),
        ] {
            let refused = client.call(tool, arguments);
            assert!(refused.is_error(), "{tool} {name}: {}", refused.0);
            let said = refused.0.to_string();
            assert!(
                said.contains("`blockedApps` names"),
                "{tool} {name}: {said}"
            );
        }
    }
    let after = client.call("get_current_screen", json!({})).works();
    assert_eq!(after.data()["package"], screen.data()["package"]);
}
