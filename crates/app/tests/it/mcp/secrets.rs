//! An agent types secrets; no answer, notice, resource, picture or file has one.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use retap_model::secret::MASK;
use serde_json::{Value, json};

use super::kit::{ALLOW_ALL, Client};
use crate::assert_contains;
use crate::project::Project;
use crate::secrets::search::{shown, views};
use crate::secrets::{ALL, APP, PAGE, VALUES, assert_holds_none, read_picture};
use crate::site::Site;

/// Types every value as a secret, looks in every way, keeps a skill, and searches all that was answered.
fn plant(project: &Project, device: &str) {
    let mut client = Client::start(project, &format!("--device {device} --profile full"));
    let mut said: Vec<Value> = Vec::new();
    let mut call = |client: &mut Client, tool: &str, arguments: Value| {
        said.push(client.call(tool, arguments).0);
    };
    for value in VALUES {
        call(
            &mut client,
            "type_text",
            json!({ "text": value, "into": "Word", "secret": true }),
        );
        call(&mut client, "tap", json!({ "text": "Show" }));
    }
    for (tool, arguments) in [
        ("screenshot", json!({})),
        ("capture_debug_snapshot", json!({ "platform": "android" })),
        ("describe_screen", json!({})),
        ("get_network_activity", json!({ "platform": "android" })),
        ("expect", json!({ "text": VALUES[0] })),
        ("tap", json!({ "text": format!("{} nowhere", VALUES[11]) })),
        ("keep_skill", json!({ "name": "planted" })),
        ("get_skill", json!({ "name": "planted" })),
        ("list_skills", json!({})),
    ] {
        call(&mut client, tool, arguments);
    }
    let picture = said.iter().rev().find_map(picture_in).expect("a picture");
    said.push(client.request("resources/list", json!({})));
    said.append(&mut client.aside);
    drop(client);
    for answer in &said {
        let views = views(without_pictures(answer.clone()).to_string().as_bytes());
        for value in VALUES {
            assert_eq!(shown(&views, value), None, "{value:?} in {answer}");
        }
    }
    let read = read_picture(&picture);
    assert!(read.contains("Lighthouse"), "{read}");
    assert!(!read.contains("aGVsbG8"), "{read}");
    assert_holds_none(project, &ALL);
}

fn picture_in(answer: &Value) -> Option<Vec<u8>> {
    let blocks = answer["content"].as_array()?.iter();
    let data = blocks.filter_map(|block| block["data"].as_str()).next()?;
    STANDARD.decode(data).ok()
}

/// Pictures are read by themselves.
fn without_pictures(mut value: Value) -> Value {
    match &mut value {
        Value::String(text) if text.starts_with("iVBORw0KGgo") => text.clear(),
        Value::String(text) if text.contains("iVBORw0KGgo") => {
            if let Ok(inner) = serde_json::from_str(text) {
                *text = without_pictures(inner).to_string();
            }
        }
        Value::Array(all) => all
            .iter_mut()
            .for_each(|one| *one = without_pictures(one.take())),
        Value::Object(all) => all
            .values_mut()
            .for_each(|one| *one = without_pictures(one.take())),
        _ => {}
    }
    value
}

#[test]
fn what_an_agent_types_into_a_phone_is_told_nowhere() {
    let project = Project::with(&[ALLOW_ALL, ("vault.app.yaml", APP)]);
    plant(&project, "sim:vault.app.yaml?open=");
    let files = project.files();
    let mut names = files.iter().map(|(path, _)| path.to_string_lossy());
    assert!(names.any(|name| name.ends_with("planted.compiled.json")));
}

#[test]
fn what_an_agent_types_into_a_page_is_told_nowhere() {
    let site = Site::page(PAGE);
    let project = Project::with(&[ALLOW_ALL]);
    plant(&project, &format!("web:{}", site.url));
}

/// Runs a skill as an agent on the page of values, with these inputs.
fn logged_in(skill: &str, inputs: &Value) -> (Project, Site, Client) {
    let site = Site::page(PAGE);
    let project = Project::with(&[
        ALLOW_ALL,
        ("s.txt", ""),
        (".retap/skills/login.yaml", skill),
    ]);
    let line = format!("--device web:{} --profile full", site.url);
    let mut client = Client::start(&project, &line);
    client.works("run_skill", json!({ "name": "login", "inputs": inputs }));
    (project, site, client)
}

#[test]
fn a_secret_is_not_found_by_a_part_of_it() {
    let skill = "name: Login\nsecrets: [WORD]\nsteps:\n  - type: { text: \"${WORD}\", into: Word }\n  - tap: Show\n";
    let inputs = json!({ "WORD": "kP7xQz92vLmT" });
    let (_project, _site, mut client) = logged_in(skill, &inputs);
    // What is asked for, and the same of a text that nobody hides.
    for (asked, is_there) in [("xQz92", false), ("kP7xQz92vLmT", false), ("Sho", true)] {
        for (tool, arguments) in [
            ("find_element", json!({ "query": asked })),
            (
                "wait_for_ui",
                json!({ "selector": { "text": asked, "contains": true }, "timeout_ms": 1 }),
            ),
            (
                "expect_element_visible",
                json!({ "selector": { "text": asked, "contains": true }, "timeout_ms": 1 }),
            ),
        ] {
            let answer = client.call(tool, arguments).0.to_string();
            let is_found = answer.contains("Show");
            assert_eq!(is_found, is_there, "{tool} {asked}: {answer}");
        }
    }
    let expected = json!({ "text": "kP7xQz92vLmT" });
    assert!(client.call("expect", expected).is_error());
}

#[test]
fn a_guess_is_told_again_as_it_was_made() {
    let skill = "name: Login\nsecrets: [PIN]\nsteps:\n  - type: { text: \"${PIN}\", into: Word }\n";
    let inputs = json!({ "PIN": "4711" });
    let (_project, _site, mut client) = logged_in(skill, &inputs);
    let shown = client.works("screen", json!({})).0.to_string();
    assert!(!shown.contains("4711"), "{shown}");
    for (tool, arguments) in [
        ("wait_for", json!({ "text": "GUESS", "timeout_ms": 1 })),
        ("expect", json!({ "text": "GUESS" })),
        ("find_element", json!({ "query": "GUESS" })),
        ("tap", json!({ "target": "GUESS" })),
        (
            "do",
            json!({ "steps": [{ "wait_for": { "label": "GUESS", "timeout": 0.01 } }] }),
        ),
    ] {
        let mut answer = |guess: &str| {
            let arguments = arguments.to_string().replace("GUESS", guess);
            let arguments = serde_json::from_str(&arguments).unwrap();
            let told = client.call(tool, arguments).0.to_string();
            told.replace(guess, "GUESS")
        };
        for [right, wrong] in [["4711", "4712"], ["a 4710 b 4711 c", "a 4710 b 4712 c"]] {
            let [right, wrong] = [answer(right), answer(wrong)];
            let masks = |told: &str| told.matches(MASK).count();
            assert_eq!(masks(&right), masks(&wrong), "{tool}: {right}\n{wrong}");
        }
    }
}

#[test]
fn a_skill_that_may_not_be_run_makes_nothing_a_secret() {
    let skill = "name: Login\nsecrets: [PIN]\nsteps:\n  - type: { text: \"${PIN}\", into: Word }\n";
    let site = Site::page("<label>Word <input></label><p>Room 4711</p>");
    let project = Project::with(&[(".retap/skills/login.yaml", skill)]);
    project.write_home(".retap/permissions.json", r#"{"allow": ["skills"]}"#);
    let device = format!("--device web:{}", site.url);
    let value = Path::new("4711");
    let mut client = Client::start_in(&project, &device, &[("PIN", value)]);
    let refused = client.call("run_skill", json!({ "name": "login" }));
    refused.fails("NOT_PERMITTED");
    let shown = client.works("screen", json!({})).0.to_string();
    assert_contains(shown, "Room 4711");
}

#[test]
fn a_secret_that_an_agent_types_is_proven_by_its_field() {
    let project = Project::with(&[ALLOW_ALL, ("vault.app.yaml", APP)]);
    let mut client = Client::start(&project, "--device sim:vault.app.yaml?open=");
    let typed = json!({ "text": "kP7xQz92vLmT", "into": "Word", "secret": true });
    for _ in 0..2 {
        let answer = client.works("type_text", typed.clone());
        assert_eq!(answer.data()["verdict"], "passed", "{}", answer.0);
    }
}

#[test]
fn what_is_left_of_a_secret_in_its_field_is_told_nowhere() {
    let site = Site::page(
        "<label>Query <input value=''></label><button onclick='this.textContent=1'>Save</button><p>Saved",
    );
    let skill = "name: Log in\nsecrets: [WORD]\nsteps:\n  - type: { text: \"${WORD}\", into: Query }\n  - press_key: delete\n  - remember: { name: q, from: Query }\n  - tap: Save\n  - screenshot: all\n";
    let project = Project::with(&[(".retap/skills/log-in.yaml", skill), ALLOW_ALL]);
    let value = Path::new("kP7xQz92vLmT");
    let device = format!("--device web:{}", site.url);
    let mut client = Client::start_in(&project, &device, &[("WORD", value)]);
    let mut told = client
        .call("run_skill", json!({ "name": "Log in" }))
        .0
        .to_string();
    // Letter by letter, until one is left.
    for _ in 0..10 {
        let pressed = client.call("press_key", json!({ "key": "delete" }));
        told.push_str(&pressed.0.to_string());
        told.push_str(&client.call("screen", json!({})).0.to_string());
    }
    for (path, bytes) in project.files() {
        told.push_str(&format!(
            "\n{}: {}",
            path.display(),
            String::from_utf8_lossy(&bytes)
        ));
    }
    for piece in ["kP7xQz92vLm", "kP7x", "kP", "= \\\"k"] {
        assert!(!told.contains(piece), "{piece}: {told}");
    }
}

#[test]
fn what_is_secret_on_one_device_is_secret_on_every_other() {
    let one = Site::page("<label>Word <input></label>");
    let two = Site::page("<p>Your word is kP7xQz92vLmT</p>");
    let skill =
        "name: Log in\nsecrets: [WORD]\nsteps:\n  - type: { text: \"${WORD}\", into: Word }\n";
    let project = Project::with(&[(".retap/skills/log-in.yaml", skill), ALLOW_ALL]);
    let mut client = Client::start(&project, &format!("--device web:{}", one.url));
    let other = json!({ "device": format!("web:{}", two.url) });
    let before = client.works("screen", other.clone());
    assert_contains(before.0.to_string(), "kP7xQz92vLmT");
    let run = json!({ "name": "Log in", "inputs": { "WORD": "kP7xQz92vLmT" }, "device": format!("web:{}", one.url) });
    client.works("run_skill", run);
    let after = client.works("screen", other).0.to_string();
    assert!(!after.contains("kP7xQz92vLmT"), "{after}");
}

#[test]
fn what_is_typed_over_a_secret_tells_nothing_of_it() {
    let page = "<label>Query <input id=q></label><div style='height:3000px'></div><p>End</p>";
    let site = Site::page(page);
    let skill =
        "name: Log in\nsecrets: [WORD]\nsteps:\n  - type: { text: \"${WORD}\", into: Query }\n";
    let project = Project::with(&[(".retap/skills/log-in.yaml", skill), ALLOW_ALL]);
    let device = format!("--device web:{}", site.url);
    let value = Path::new("kP7xQz92vLmT");
    let mut client = Client::start_in(&project, &device, &[("WORD", value)]);
    for guess in ["k", "kPa", "zzz"] {
        client.works("run_skill", json!({ "name": "Log in" }));
        client.works("type_text", json!({ "text": guess, "into": "Query" }));
        let shown = client.works("screen", json!({})).0.to_string();
        assert_contains(shown, &format!("Query = \\\"{guess}\\\""));
    }
    // Out of view it still has the focus.
    client.works("run_skill", json!({ "name": "Log in" }));
    client.works("swipe", json!({ "direction": "up" }));
    client.works("screen", json!({}));
    let mut told = client
        .call("press_key", json!({ "key": "delete" }))
        .0
        .to_string();
    told.push_str(
        &client
            .call("swipe", json!({ "direction": "down" }))
            .0
            .to_string(),
    );
    told.push_str(&client.works("screen", json!({})).0.to_string());
    assert!(!told.contains("kP7x"), "{told}");
}
