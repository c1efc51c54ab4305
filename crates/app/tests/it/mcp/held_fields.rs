//! What fields hold of a secret that a skill typed: an agent sees none of it and gets none of it out.

use std::path::Path;

use serde_json::{Value, json};

use super::kit::{ALLOW_ALL, Client};
use crate::project::Project;
use crate::site::{Answer, Site};

const SECRET: &str = "kP7xQz92vLmT";

/// Fields that keep a part of what is typed, change its case, or go on with another field.
const FIELDS: &str = "<!doctype html><label>Word <input id=w maxlength=8></label>\
    <label>Code <input id=c oninput=\"this.value=this.value.slice(0,9).toUpperCase()+'…'\"></label>\
    <label>Split <input id=a maxlength=6 oninput='if(this.value.length==6)b.focus()'></label><input id=b aria-label=Rest>\
    <button onclick=\"o.textContent=[w.value,c.value,a.value,b.value].join(' ; ')\">Show</button><p id=o></p>";

const PLAIN: &str = "<!doctype html><label>Word <input id=w></label><label>Note <input id=n></label>\
    <button onclick='o.textContent=w.value'>Show</button><p id=o></p>";

/// An agent that may do everything on a page into whose field a skill of the project typed the secret.
struct Agent {
    client: Client,
    _project: Project,
    site: Site,
}

impl Agent {
    fn after_typing_into(page: &'static str, field: &str) -> Self {
        let site = Site::serve(move |got| match got.line.as_str() {
            "GET /other" => Answer::page("<h1>Other</h1>"),
            _ => Answer::page(page),
        });
        let skill = format!(
            "name: Log in\nsecrets: [WORD]\nsteps:\n  - type: {{ text: \"${{WORD}}\", into: {{ id: {field} }} }}\n"
        );
        let project = Project::with(&[(".retap/skills/log-in.yaml", &skill), ALLOW_ALL]);
        let device = format!("--device web:{}", site.url);
        let client = Client::start_in(&project, &device, &[("WORD", Path::new(SECRET))]);
        let mut agent = Self {
            client,
            _project: project,
            site,
        };
        agent.client.works("screen", json!({}));
        agent.told("run_skill", json!({ "name": "Log in" }));
        agent
    }

    /// Calls a tool; what it answers has none of the secret in it.
    fn told(&mut self, tool: &str, arguments: Value) -> String {
        let told = self.client.call(tool, arguments.clone()).0.to_string();
        assert!(!told.contains("INVALID_INPUT"), "{told}");
        let lower = told.to_lowercase();
        for part in SECRET.to_lowercase().as_bytes().windows(4) {
            let part = std::str::from_utf8(part).unwrap();
            assert!(
                !lower.contains(part),
                "{tool} {arguments}: {part} in {told}"
            );
        }
        told
    }

    /// Lets the page show what its fields hold.
    fn show(&mut self) {
        self.told("screen", json!({ "all": true }));
        self.told("tap", json!({ "text": "Show" }));
        self.told("screen", json!({ "all": true }));
    }
}

#[test]
fn what_a_field_keeps_of_a_secret_is_as_secret() {
    for field in ["w", "c", "a"] {
        Agent::after_typing_into(FIELDS, field).show();
    }
}

#[test]
fn an_agent_changes_no_part_of_a_secret_in_its_field() {
    let mut agent = Agent::after_typing_into(PLAIN, "w");
    agent.told("tap", json!({ "id": "w" }));
    for key in ["delete", "left", "q", "a+control", "x+control", "z+control"] {
        let told = agent.told("press_key", json!({ "key": key }));
        assert!(told.contains("holds a secret"), "{key}: {told}");
    }
    agent.told("type_text", json!({ "text": "x" }));
    agent.show();
    // All of it at once may be replaced, and what the agent typed is its own.
    let typed = json!({ "text": "mine", "into": "Word" });
    agent.client.works("type_text", typed);
    assert!(agent.told("screen", json!({})).contains("mine"));
    agent.told("press_key", json!({ "key": "z+control" }));
    agent.show();
}

#[test]
fn what_is_dragged_or_copied_out_of_a_field_gives_nothing() {
    let mut agent = Agent::after_typing_into(PLAIN, "w");
    for verb in ["double_tap", "tap"] {
        agent.told("do", json!({ "steps": [{ verb: { "id": "w" } }] }));
        agent.told("press_key", json!({ "key": "c+control" }));
        agent.told("tap", json!({ "id": "n" }));
        agent.told("press_key", json!({ "key": "v+control" }));
        agent.told("screen", json!({}));
    }
    let dragged = json!({ "from": "Word", "to": "Note" });
    agent.told("do", json!({ "steps": [{ "drag": dragged }] }));
    agent.told("screen", json!({}));
}

#[test]
fn a_form_that_the_browser_fills_in_again_is_as_secret() {
    for field in ["w", "a"] {
        let mut agent = Agent::after_typing_into(FIELDS, field);
        let other = format!("{}other", agent.site.url);
        agent.client.works("open", json!({ "url": other }));
        agent.told("screen", json!({}));
        agent.told("do", json!({ "steps": ["back"] }));
        agent.show();
    }
}
