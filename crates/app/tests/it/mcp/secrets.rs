//! An agent types secrets; no answer, notice, resource, picture or file has one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::kit::{ALLOW_ALL, Client};
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
        call(&mut client, "screen", json!({ "full": true }));
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
