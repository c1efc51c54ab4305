//! What a person allows or denies by an ability or by a tool's name holds for every tool and step that does it.

use serde_json::{Value, json};

use super::keep::{buy, keep, password};
use super::kit::{Called, Client};
use crate::assert_contains;
use crate::project::Project;
use crate::site::Site;

const FILE: &str = ".retap/permissions.json";

/// A skill that touches, types and opens an address.
const BUSY: &str = "name: Busy
steps:
  - launch: Shop
  - tap: Email
  - type: { text: Ada, into: Email }
";

fn shop(profile: &str, permissions: &str) -> (Project, Client) {
    let project = Project::with(&[(".retap/skills/busy.yaml", BUSY)]);
    if permissions.contains("skill_far") {
        project.write(".retap/skills/far/busier.yaml", BUSY);
    }
    project.write_home(FILE, permissions);
    let line = format!("--device sim:shop?open=login --profile {profile}");
    let client = Client::start(&project, &line);
    (project, client)
}

fn has_picture(called: &Called) -> bool {
    let blocks = called.0["content"].as_array().unwrap();
    let is_shown = blocks.iter().any(|block| block["type"] == "image");
    is_shown || called.data()["raw"]["screenshot"].is_string()
}

#[test]
fn a_denied_screenshot_is_denied_to_every_tool_that_shows_a_picture() {
    for denied in ["screenshot", "picture", "capture_screenshot", "SCREENSHOT"] {
        let file = json!({ "allow": ["*"], "deny": [denied] }).to_string();
        let (project, mut client) = shop("full", &file);
        for tool in ["screenshot", "capture_screenshot", "start_recording"] {
            let refused = client.call(tool, json!({ "platform": "android" }));
            refused.fails("NOT_PERMITTED").says("permissions.json:1");
        }
        for tool in ["capture_debug_snapshot", "describe_screen", "check_health"] {
            let shown = client.call(tool, json!({}));
            assert!(!has_picture(&shown), "{tool}: {}", shown.0);
            assert_contains(shown.0.to_string(), "not permitted");
        }
        let step = json!({ "steps": ["screenshot: proof"] });
        client.call("do", step).fails("NOT_PERMITTED");
        assert_eq!(project.files().len(), 1, "{:?}", project.files());
    }
}

#[test]
fn a_recording_leaves_out_what_may_no_longer_be_seen() {
    let (project, mut client) = shop("mirroir", r#"{"allow": ["*"]}"#);
    client.works("start_recording", json!({ "output_path": "a.png" }));
    project.write_home(FILE, r#"{"allow": ["*"], "deny": ["picture"]}"#);
    client.works("press_home", json!({}));
    client
        .call("stop_recording", json!({}))
        .fails("NOT_PERMITTED");
    project.write_home(FILE, r#"{"allow": ["*"]}"#);
    let stopped = client.works("stop_recording", json!({}));
    assert_eq!(stopped.data()["frames"], 2);
    stopped.says("1 frames were left out");
}

#[test]
fn a_skill_does_no_more_than_the_abilities_of_its_steps() {
    let run = json!({ "name": "busy" });
    for (allowed, missing) in [
        (json!(["skills"]), Some("launch")),
        (json!(["skills", "open"]), Some("tap")),
        (json!(["skills", "open", "act"]), Some("type")),
        (json!(["skills", "open", "act", "text"]), None),
        (json!(["run_skill"]), None),
        (
            json!(["skill_busy", "skills", "act", "text"]),
            Some("launch"),
        ),
    ] {
        let (project, mut client) = shop("lean", &json!({ "allow": allowed }).to_string());
        let before = client.works("screen", json!({})).text().to_owned();
        let ran = client.call("run_skill", run.clone());
        match missing {
            None => assert!(!ran.is_error(), "{allowed}: {}", ran.0),
            Some(verb) => {
                ran.fails("NOT_PERMITTED").says(&format!("`{verb}`"));
                assert_eq!(client.works("screen", json!({})).text(), before);
                assert_eq!(project.files().len(), 1);
            }
        }
    }
}

#[test]
fn what_a_skill_denies_nobody_does_by_another_door() {
    for (denied, tool, arguments) in [
        ("type_text", "run_skill", json!({ "name": "busy" })),
        ("launch_app", "run_skill", json!({ "name": "busy" })),
        ("skill_busy", "run_skill", json!({ "name": "busy" })),
        (
            "skill_far_busier",
            "run_skill",
            json!({ "name": "far/busier" }),
        ),
        ("skills", "get_skill", json!({ "name": "busy" })),
        ("launch_app", "open", json!({ "app": "Shop" })),
        ("open_url", "open", json!({ "url": "https://shop.example" })),
        (
            "terminate_app",
            "open",
            json!({ "app": "Shop", "fresh": true }),
        ),
        ("press_back", "press_key", json!({ "key": "back" })),
        ("type_text", "press_key", json!({ "key": "a" })),
        ("text", "do", json!({ "steps": ["type: Ada"] })),
        ("look", "tap", json!({ "text": "Sign In" })),
        ("*", "screen", json!({})),
    ] {
        let file = json!({ "allow": ["*"], "deny": [denied] }).to_string();
        let (_project, mut client) = shop("lean", &file);
        let refused = client.call(tool, arguments);
        let refused = refused.fails("NOT_PERMITTED");
        assert_contains(refused.0.to_string(), "permissions.json:1");
    }
}

#[test]
fn resources_take_the_abilities_of_the_tools_that_tell_the_same() {
    let (project, mut client) = shop("lean", r#"{"allow": ["*"]}"#);
    let ran = client.works("run_skill", json!({ "name": "busy" }));
    let run = format!("retap://runs/{}", ran.data()["run"].as_str().unwrap());
    let report = format!("{run}/report");
    for (denied, uri) in [
        ("skills", "retap://skills/busy"),
        ("get_skill", "retap://skills/busy"),
        ("look", &run),
        ("look", &report),
        ("picture", &report),
        ("capture_screenshot", &report),
        ("*", &run),
    ] {
        let file = json!({ "allow": ["*"], "deny": [denied] }).to_string();
        project.write_home(FILE, &file);
        let read = client.request("resources/read", json!({ "uri": uri }));
        let code = &read["error"]["data"]["failure_code"];
        assert_eq!(code, "NOT_PERMITTED", "{denied} {uri}: {read}");
        let listed = client.request("resources/list", json!({})).to_string();
        assert!(
            !listed.contains(&format!("\"{uri}\"")),
            "{denied}: {listed}"
        );
    }
}

#[test]
fn a_proof_of_what_is_kept_needs_what_a_run_needs() {
    let (project, mut client) = shop("lean", r#"{"allow": ["*"], "deny": ["run_skill"]}"#);
    client.works("open", json!({ "app": "Shop", "fresh": true }));
    client.works(
        "type_text",
        json!({ "text": "ada@example.org", "into": "Email" }),
    );
    let kept = json!({ "name": "Mail", "prove": true });
    client.call("keep_skill", kept).fails("NOT_PERMITTED");
    assert_eq!(project.files().len(), 1);
    client.works("keep_skill", json!({ "name": "Mail" }));
}

#[test]
fn a_skill_goes_on_with_no_device_that_the_agent_could_not_open() {
    let site = Site::page("<h1>Shop</h1>");
    for device in ["web:file:///etc/passwd", &format!("web:{}", site.url)] {
        let skill =
            format!("name: Away\nsteps:\n  - target: \"{device}\"\n  - assert_visible: Shop\n");
        let project = Project::with(&[(".retap/skills/away.yaml", &skill)]);
        project.write_home(FILE, r#"{"allow": ["run_skill"]}"#);
        let mut client = Client::start(&project, "--device sim:shop");
        client
            .call("run_skill", json!({ "name": "away" }))
            .fails("NOT_PERMITTED");
        assert!(site.got().is_empty());
    }
    let skill =
        "name: Away\nsteps:\n  - target: \"web:file:///etc/passwd\"\n  - assert_visible: root\n";
    let project = Project::with(&[("away.yaml", skill)]);
    let refused = project.run("test away.yaml --device sim:shop");
    assert_ne!(refused.code(), 0);
    assert_contains(&refused.text, "which a project must not choose");
}

#[test]
fn the_line_that_decides_is_explained() {
    let (project, _client) = shop(
        "lean",
        "{\n  \"allow\": [\"act\"],\n  \"deny\": [\n    \"screenshot\"\n  ]\n}\n",
    );
    let explain = |name: &str| {
        project
            .passes(&format!("permissions --explain {name}"))
            .text
    };
    assert_contains(
        explain("tap_element"),
        "permissions.json:2`: `allow` has `act`",
    );
    let denied = "permissions.json:4`: `deny` names `screenshot`, which does the same";
    assert_contains(explain("capture_screenshot"), denied);
    assert_contains(explain("capture_debug_snapshot"), denied);
    assert_contains(explain("picture"), denied);
    assert_contains(explain("skill_busy"), "has neither the ability `skills`");
    let elsewhere = "where it takes devices (open devices that nobody named to retap):\n  refused";
    for tool in ["screen", "tap_element", "do"] {
        assert_eq!(explain(tool).matches(elsewhere).count(), 1, "{tool}");
    }
    assert!(!explain("list_devices").contains("takes devices"));
    project
        .run("permissions --explain screenshots")
        .exits(2)
        .says("is no tool, no ability and no verb");
    let json = project.passes("permissions --profile full --json").json();
    for tool in json["tools"].as_array().unwrap() {
        assert_ne!(tool["abilities"], json!([]), "{tool}");
    }
}

#[test]
fn a_word_that_denies_nothing_closes_the_file_and_the_command_line_goes_on() {
    let (project, mut client) = shop("lean", r#"{"allow": ["*"], "deny": ["screenshots"]}"#);
    let refused = client.call("screen", json!({}));
    refused
        .fails("NOT_PERMITTED")
        .says("`deny` has `screenshots`");
    assert_contains(
        &project.passes("permissions").text,
        "`deny` has `screenshots`",
    );
    project.passes("test busy --device sim:shop");
    project.write_home(FILE, r#"{"allow": ["tapp"]}"#);
    let shown = project.passes("permissions").text;
    assert_contains(
        shown,
        "permissions.json:1`: `tapp` in `allow` is no ability",
    );
}

#[test]
fn files_that_a_call_names_stay_inside_of_the_project() {
    let (project, mut client) = shop("full", r#"{"allow": ["*"]}"#);
    project.write("../secret.md", "tulip-9431: 1\n");
    std::os::unix::fs::symlink("../secret.md", project.path("link.md")).unwrap();
    for path in [
        "../secret.md",
        "link.md",
        "/etc/passwd.md",
        "a/../../secret.md",
    ] {
        let refused = client.call("calibrate_component", json!({ "component_path": path }));
        let refused = refused.fails("NOT_PERMITTED");
        assert!(!refused.0.to_string().contains("tulip"), "{}", refused.0);
    }
    let path = json!({ "platform": "android", "projectType": "native", "projectPath": ".." });
    let built: Value = client.call("build_app", path).data().clone();
    assert_eq!(built["failure_code"], "NOT_PERMITTED", "{built}");
}

/// A verb that is denied, a tool that does it, the arguments by which it does, and whether it does nothing else.
const DENIED_VERBS: [(&str, &str, &str, bool); 14] = [
    ("home", "press_home", "{}", true),
    ("home", "press_key", r#"{"key": "home"}"#, false),
    ("back", "press_back", "{}", true),
    ("back", "press_key", r#"{"key": "back"}"#, false),
    (
        "type",
        "type_text",
        r#"{"text": "x", "into": "Email"}"#,
        true,
    ),
    ("launch", "launch_app", r#"{"name": "Shop"}"#, true),
    (
        "launch",
        "start_app",
        r#"{"appId": "Shop", "platform": "android"}"#,
        true,
    ),
    ("launch", "open", r#"{"app": "Shop"}"#, false),
    (
        "reset_app",
        "open",
        r#"{"app": "Shop", "fresh": true}"#,
        false,
    ),
    (
        "hover",
        "tap",
        r#"{"text": "Sign In", "hover": true}"#,
        false,
    ),
    ("assert_visible", "expect", r#"{"text": "Email"}"#, false),
    ("check", "do", r#"{"steps": ["check: Email"]}"#, false),
    ("type", "run_skill", r#"{"name": "busy"}"#, false),
    (
        "launch",
        "restart_app",
        r#"{"appId": "Shop", "platform": "android"}"#,
        true,
    ),
];

#[test]
fn a_denied_verb_is_told_of_every_tool_that_does_it() {
    for (verb, tool, arguments, is_always) in DENIED_VERBS {
        let file = json!({ "allow": ["*"], "deny": [verb] }).to_string();
        let (project, mut client) = shop("full", &file);
        let arguments: Value = serde_json::from_str(arguments).unwrap();
        let called = client.call(tool, arguments);
        assert_contains(called.0.to_string(), "NOT_PERMITTED");
        let line = format!("permissions --explain {tool} --json");
        let told = project.passes(&line).json();
        assert_eq!(told["allowed"], !is_always, "{verb}, {tool}: {told}");
        assert_eq!(client.tools().iter().any(|it| it == tool), !is_always);
        let parts = told["sometimes"].as_array().unwrap();
        let is_told = |part: &Value| part["name"] == verb && part["allowed"] == false;
        assert!(
            is_always || parts.iter().any(is_told),
            "{verb}, {tool}: {told}"
        );
        let told = project.passes(&format!("permissions --explain {verb}"));
        assert_contains(&told.text, "refused");
    }
}

#[test]
fn a_denied_step_is_told_as_denied_where_its_ability_is_missing_too() {
    let (_project, mut client) = shop("lean", r#"{"allow": ["act"], "deny": ["type"]}"#);
    let refused = client.call("type_text", json!({ "text": "x", "into": "Email" }));
    refused.fails("NOT_PERMITTED").says("`deny` names `type`");
}

#[test]
fn a_verb_is_explained_as_a_tool_is() {
    let (project, _client) = shop("lean", r#"{"allow": ["act"]}"#);
    let explain = |name: &str| {
        let told = project.passes(&format!("permissions --explain {name}"));
        told.text
    };
    assert_contains(explain("hover"), "allowed  hover: ");
    assert_contains(explain("clear"), "has neither the ability `text`");
    assert_contains(explain("upload"), "it takes look, act, text, files");
}

#[test]
fn a_word_that_a_skill_and_a_compiled_file_have_for_two_things_is_the_skill_s() {
    let steps = json!({ "steps": ["check: Email"] });
    for (denied, is_refused) in [
        ("assert_state", false),
        ("expect", false),
        ("uncheck", false),
        ("check", true),
        ("set_checked", true),
        ("tap", true),
        ("look", true),
    ] {
        let file = json!({ "allow": ["*"], "deny": [denied] }).to_string();
        let (project, mut client) = shop("full", &file);
        let told = project.passes("permissions --explain check");
        let word = if is_refused {
            "refused  check"
        } else {
            "allowed  check"
        };
        assert_contains(&told.text, word);
        let called = client.call("do", steps.clone()).0.to_string();
        assert_eq!(
            called.contains("NOT_PERMITTED"),
            is_refused,
            "{denied}: {called}"
        );
    }
    let (project, _client) = shop("lean", r#"{"allow": ["*"], "deny": ["look"]}"#);
    for name in ["open", "launch", "type", "hover", "back"] {
        let told = project.passes(&format!("permissions --explain {name}"));
        assert_contains(&told.text, &format!("refused  {name}"));
    }
}

#[test]
fn all_that_is_missing_is_told_at_once() {
    let steps = json!({ "steps": ["launch: Shop", "tap: Email", "type: Ada"] });
    let run = json!({ "name": "busy" });
    for (allowed, tool, arguments, missing) in [
        (None, "do", &steps, "[\"act\", \"open\", \"text\"]"),
        (
            None,
            "run_skill",
            &run,
            "[\"act\", \"open\", \"skills\", \"text\"]",
        ),
        (Some("act"), "do", &steps, "`open` and `text`"),
        (
            Some("skills"),
            "run_skill",
            &run,
            "`open` and `act` and `text`",
        ),
        (Some("open"), "do", &steps, "`act` and `text`"),
    ] {
        let (project, mut client) = shop("lean", "{}");
        match allowed {
            Some(word) => project.write_home(FILE, &json!({ "allow": [word] }).to_string()),
            None => std::fs::remove_file(project.path("../home/.retap/permissions.json")).unwrap(),
        }
        let refused = client.call(tool, arguments.clone());
        refused.fails("NOT_PERMITTED").says(missing);
    }
    // What is denied is not looked into.
    let (_project, mut client) = shop("lean", r#"{"deny": ["skills"]}"#);
    let refused = client.call("run_skill", run).fails("NOT_PERMITTED");
    refused.says("`deny` has the ability `skills`");
}

#[test]
fn the_name_of_a_skill_s_tool_stands_for_no_skill_of_a_project_that_was_cloned() {
    let project = Project::new();
    project.write_home(FILE, r#"{"allow": ["*"]}"#);
    let mut client = Client::start(&project, "--device sim:shop");
    buy(&mut client);
    keep(&mut client).works();
    let run = |client: &mut Client| client.call("skill_buy_a_mug", password());
    let why = "stands for a skill of your own";
    for name in ["SKILL_Buy_a_mug", "skill_buy_a_mug"] {
        project.write_home(FILE, &json!({ "allow": [name] }).to_string());
        run(&mut client).fails("NOT_PERMITTED").says(why);
    }
    let explained = project.run("permissions --explain skill_buy_a_mug");
    assert_contains(explained.text, why);
    let trust = format!("trust = [{:?}]\n", project.path("."));
    project.write_home(".retap/config.toml", &trust);
    run(&mut client).works();
    project.write_home(".retap/config.toml", "");
    for file in ["buy-a-mug.yaml", "buy-a-mug.compiled.json"] {
        let path = format!(".retap/skills/{file}");
        project.write_home(&path, &project.read(&path));
        std::fs::remove_file(project.path(&path)).unwrap();
    }
    run(&mut client).works();
}

#[test]
fn a_verb_is_explained_as_the_tool_for_steps_does_it() {
    let (project, mut client) = shop("lean", r#"{"allow": ["text"]}"#);
    let steps = json!({ "steps": [{ "type": { "text": "Ada", "into": "Email" } }] });
    client
        .call("do", steps)
        .fails("NOT_PERMITTED")
        .says("`act`");
    let explained = project.run("permissions --explain type");
    assert_contains(explained.text, "refused  type");
}
