//! Keeping what is odd: texts that look like variables, secrets in plain fields, names with blanks.

use serde_json::{Value, json};

use super::kit::{Client, open_project};

#[test]
fn a_text_that_looks_like_a_variable_is_kept_and_typed_as_it_is() {
    for text in [
        "${EMAIL:-x}",
        "$${PATH}",
        "a ${HOME} b${x",
        "${$}",
        "${${A}}",
        "{name} ${$}{A}",
    ] {
        let project = open_project();
        let mut client = Client::start(&project, "--device sim:shop");
        client.works("open", json!({ "app": "Shop", "fresh": true }));
        client.works("type_text", json!({ "text": text, "into": "Email" }));
        let kept = client.works("keep_skill", json!({ "name": "Odd", "prove": true }));
        let tools = client.request("tools/list", json!({}));
        let tools = tools["result"]["tools"].as_array().unwrap().clone();
        let tool = tools
            .iter()
            .find(|tool| tool["name"] == "skill_odd")
            .unwrap();
        let inputs = &tool["inputSchema"]["properties"];
        let has_none = inputs.as_object().is_none_or(serde_json::Map::is_empty);
        assert!(has_none, "{text}: {inputs} {}", kept.0);
        client.works("run_skill", json!({ "name": "odd" }));
        let screen = client.works("screen", json!({ "all": true }));
        assert!(screen.text().contains(text), "{text}: {}", screen.text());
    }
}

#[test]
fn a_secret_in_a_plain_field_is_kept_as_an_input() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop");
    client.works("open", json!({ "app": "Shop", "fresh": true }));
    client.works(
        "type_text",
        json!({ "text": "tulip@example.org", "into": "Email", "secret": true }),
    );
    client.works(
        "type_text",
        json!({ "text": "lantern-42", "into": "Password" }),
    );
    client.works("tap", json!({ "text": "Sign In" }));
    client.works("keep_skill", json!({ "name": "Sign in" }));
    for (path, bytes) in project.files() {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("tulip"), "{}", path.display());
    }
    let inputs = json!({ "EMAIL": "ada@example.org", "PASSWORD": "lantern-42" });
    client.works("run_skill", json!({ "name": "sign-in", "inputs": inputs }));
}

#[test]
fn a_kept_skill_is_run_by_the_name_it_was_given() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop");
    client.works("open", json!({ "app": "Shop", "fresh": true }));
    client.works("expect", json!({ "text": "Sign In" }));
    client.works("keep_skill", json!({ "name": "Look at Shop's door" }));
    for name in ["Look at Shop's door", "look-at-shop-s-door"] {
        client.works("run_skill", json!({ "name": name }));
        client.works("get_skill", json!({ "name": name }));
    }
    client
        .call("run_skill", json!({ "name": "Look at it" }))
        .fails("INVALID_INPUT");
}

#[test]
fn an_error_quotes_a_long_argument_in_part() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop --profile full");
    for length in [60_000, 3 << 20] {
        let long = "x".repeat(length);
        let calls = [
            ("tap", json!({ "text": long, "timeout_ms": 1 })),
            ("expect", json!({ "text": long })),
            ("open", json!({ "app": long })),
            ("run_skill", json!({ "name": long })),
            ("screen", json!({ "device": long })),
            ("press_key", json!({ "key": long })),
            ("do", json!({ "steps": [long] })),
            ("launch_app", json!({ "name": long })),
            ("scroll_to", json!({ "text": long, "max": 1 })),
            (&long, json!({})),
        ];
        let calls = calls.map(|(tool, given)| json!({ "name": tool, "arguments": given }));
        let mut requests: Vec<(&str, Value)> = calls.map(|call| ("tools/call", call)).into();
        for uri in [format!("retap://skills/{long}"), long.clone()] {
            requests.push(("resources/read", json!({ "uri": uri })));
        }
        requests.push(("prompts/get", json!({ "name": long })));
        for (method, params) in requests {
            let asked: String = params.to_string().chars().take(60).collect();
            let answer = client.request(method, params).to_string();
            assert!(answer.len() < 20_000, "{asked}: {}", answer.len());
            let is_told = match length {
                60_000 => answer.contains("x… (600"),
                _ => answer.contains(" characters)") || answer.contains("at most 65536 are taken"),
            };
            assert!(is_told, "{asked}: {answer}");
        }
    }
}
