//! Numbers that are none, or that no call can mean, are refused by every tool of every profile.

use serde_json::{Value, json};

use super::kit::{Client, open_project};

/// Returns the path of each number in the arguments that a schema describes.
fn numbers(schema: &Value, path: &[String]) -> Vec<Vec<String>> {
    match schema["type"].as_str() {
        Some("number" | "integer") => vec![path.to_vec()],
        Some("object") => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            let inner = fields.flat_map(|(name, schema)| {
                let path = [path, std::slice::from_ref(name)].concat();
                numbers(schema, &path)
            });
            inner.collect()
        }
        Some(_) | None => Vec::new(),
    }
}

/// Returns arguments with this value at a path.
fn with_value(path: &[String], value: &Value) -> Value {
    let inner = path.iter().rev();
    inner.fold(value.clone(), |inner, name| json!({ name: inner }))
}

/// Issue 13: `wait_for_change {timeout_ms: -5}` waited for 15 seconds.
#[test]
fn every_number_of_every_tool_is_refused_where_it_makes_no_sense() {
    let project = open_project();
    let mut checked = 0;
    for profile in ["lean", "mobile-debug", "mirroir", "full"] {
        let line = format!("--profile {profile} --device sim:settings");
        let mut client = Client::start(&project, &line);
        let listed = client.request("tools/list", json!({}));
        for tool in listed["result"]["tools"].as_array().unwrap() {
            let name = tool["name"].as_str().unwrap();
            for path in numbers(&tool["inputSchema"], &[]) {
                for wrong in [json!(-1e300), json!(1e300), json!("soon"), json!([1])] {
                    let called = client.call(name, with_value(&path, &wrong));
                    assert!(called.is_error(), "{profile} {name} {path:?} {wrong}");
                    called.says(path.last().unwrap());
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 400, "{checked}");
}

#[test]
fn a_refused_number_is_told_with_its_range() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings");
    let refused = client.call("wait_for_change", json!({ "timeout_ms": -5 }));
    refused.says("`timeout_ms` is -5, but must be a number from 0 to 600000");
    let refused = client.call("tap", json!({ "element": 1.5 }));
    refused.says("`element` is 1.5, but must be a whole number from 0 to 1000000");
    // As some clients write it.
    client.works("open", json!({ "app": "Settings" }));
    client.works("tap", json!({ "text": "General", "index": 1.0 }));
}

/// A guard that nobody can ask is not taken for one that says yes.
#[test]
fn what_nobody_may_touch_is_not_touched_blindly() {
    let project = open_project();
    let rules = r#"{"allow": ["*"], "skipElements": ["General"]}"#;
    project.write_home(".retap/permissions.json", rules);
    let mut client = Client::start(&project, "--device sim:settings?tree=off&open=main");
    let refused = client.call("tap", json!({ "x": 100, "y": 100 }));
    refused
        .fails("NOT_PERMITTED")
        .says("does not tell what is there");
}
