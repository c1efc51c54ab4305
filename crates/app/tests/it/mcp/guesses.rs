//! An agent guesses a secret: no answer and no picture tells whether it was right.

use std::path::Path;

use retap_model::secret::MASK;
use serde_json::{Value, json};

use super::http_client::HttpClient;
use super::kit::{ALLOW_ALL, Called, Client};
use crate::http_server::HttpServer;
use crate::project::Project;
use crate::site::Site;

const PAGE: &str =
    "<!doctype html><label>Word <input id=w></label><label>Note <input id=n></label><p>Room";

const SKILLS: [(&str, &str); 2] = [
    (
        ".retap/skills/log-in.yaml",
        "name: Log in\nsecrets: [PIN]\nsteps:\n  - type: { text: \"${PIN}\", into: Word }\n",
    ),
    (
        ".retap/skills/note.yaml",
        "name: Note\nvariables: [X]\nsteps:\n  - type: { text: \"${X}\", into: Note }\n  - wait_for: { label: \"${X} is there\", timeout: 0.01 }\n",
    ),
];

/// Ways to say a guess. `1234` stands for it, so that it can be a number.
const ASKED: [(&str, &str); 17] = [
    (
        "wait_for_change",
        r#"{"since_revision": 1234, "timeout_ms": 1}"#,
    ),
    (
        "wait_for",
        r#"{"text": "q 1233 1234 1235", "timeout_ms": 1}"#,
    ),
    (
        "expect_state",
        r#"{"selector": {"text": "Word"}, "property": "value", "expected": 1234}"#,
    ),
    (
        "expect_state",
        r#"{"selector": {"text": "Word"}, "property": "x", "expected": [1233, 1234, 1235]}"#,
    ),
    (
        "expect_state",
        r#"{"selector": {"1234": "Word"}, "property": "1234", "expected": 1}"#,
    ),
    (
        "wait_for_ui",
        r#"{"selector": {"contains": [1233, 1234]}, "timeout_ms": 1}"#,
    ),
    (
        "wait_for_ui",
        r#"{"selector": {"0 1234 0": 1}, "timeout_ms": 1}"#,
    ),
    ("expect_screen", r#"{"screen": "1233 1234 1235"}"#),
    (
        "expect",
        r#"{"element": 1234, "property": "value", "equals": "x"}"#,
    ),
    ("tap", r#"{"text": "1233 1234"}"#),
    (
        "do",
        r#"{"steps": ["Wait for '1233 1234 1235' to show within 1 second"]}"#,
    ),
    ("do", r#"{"steps": [{"1234": "x"}]}"#),
    (
        "do",
        r#"{"steps": [{"wait_for": {"label": "x", "1234": 1}}]}"#,
    ),
    (
        "do",
        r#"{"steps": [{"wait_for": {"label": "12${X:-34}", "timeout": 0.01}}]}"#,
    ),
    ("run_skill", r#"{"name": "note", "inputs": {"1234": "x"}}"#),
    (
        "run_skill",
        r#"{"name": "note", "inputs": {"X": "1233 1234 1235"}}"#,
    ),
    ("type_text", r#"{"text": "1233 1234 1235", "into": "Note"}"#),
];

/// Returns the arguments with a guess in them.
fn guessing(arguments: &str, guess: &str) -> Value {
    let arguments = arguments.replace("1234", guess);
    let arguments = arguments.replace(
        "12${X:-34}",
        &format!("{}${{X:-{}}}", &guess[..2], &guess[2..]),
    );
    serde_json::from_str(&arguments).unwrap()
}

/// Returns how many masks an answer has; what says that it is data is.
fn masks(called: &Called) -> usize {
    let text = called.text();
    let data: Result<Value, _> = serde_json::from_str(text);
    assert!(!text.starts_with('{') || data.is_ok(), "{text}");
    called.0.to_string().matches(MASK).count()
}

struct Agent {
    client: Client,
    _project: Project,
    _site: Site,
}

impl Agent {
    /// Starts an agent on a page into which a skill typed this.
    fn after_typing(secret: &str) -> Self {
        let site = Site::page(PAGE);
        let project = Project::with(&[SKILLS[0], SKILLS[1], ALLOW_ALL]);
        let device = format!("--device web:{} --profile full", site.url);
        let mut client = Client::start_in(&project, &device, &[("PIN", Path::new(secret))]);
        client.works("run_skill", json!({ "name": "Log in" }));
        Self {
            client,
            _project: project,
            _site: site,
        }
    }
}

#[test]
fn an_answer_is_the_same_for_every_guess() {
    let mut agent = Agent::after_typing("4711");
    for (tool, arguments) in ASKED {
        let mut ask = |guess: &str| {
            let answer = agent.client.call(tool, guessing(arguments, guess));
            let shown = agent.client.works("screen", json!({ "all": true }));
            (masks(&answer), masks(&shown), answer.0)
        };
        // The first answer also tells what is new on the screen.
        ask("4913");
        let (right, wrong) = (ask("4711"), ask("4812"));
        assert_eq!(
            (right.0, right.1),
            (wrong.0, wrong.1),
            "{tool} {arguments}: {}\n{}",
            right.2,
            wrong.2
        );
    }
}

#[test]
fn a_field_shows_what_the_agent_typed_into_it() {
    let mut agent = Agent::after_typing("4711");
    agent.client.works("tap", json!({ "text": "Note" }));
    let mut keys = |keys: &str| {
        for key in keys.chars() {
            let key = match key {
                '<' => "delete".to_owned(),
                key => key.to_string(),
            };
            agent.client.works("press_key", json!({ "key": key }));
        }
        agent
            .client
            .works("screen", json!({ "all": true }))
            .0
            .to_string()
    };
    assert!(keys("4711").contains("4711"));
    assert!(keys("<<<x711").contains("4x711"));
    assert!(keys("<<<<711").contains("4711"));
}

#[test]
fn a_picture_is_painted_over_whatever_the_agent_typed() {
    let mut agent = Agent::after_typing("kP7xQz92vLmT");
    let mut pictures = ["kP7", "vLm", "zzz", "kP7xQz92vLmT", "kP7xQz92vLmX"].map(|guess| {
        agent
            .client
            .works("type_text", json!({ "text": guess, "into": "Note" }));
        let shown = agent.client.works("screenshot", json!({}));
        let blocks = shown.0["content"].as_array().unwrap().clone();
        blocks
            .iter()
            .find_map(|block| block["data"].as_str().map(str::to_owned))
            .unwrap()
    });
    // What is grey is the same whatever stands beneath.
    pictures.sort_unstable();
    assert!(pictures.windows(2).all(|two| two[0] != two[1]));
}

#[test]
fn a_secret_of_one_client_is_not_told_by_the_answers_of_another() {
    let site = Site::page(PAGE);
    let project = Project::with(&[SKILLS[0], ALLOW_ALL]);
    let server = HttpServer::start(
        &project,
        &format!("--profile full --device web:{}", site.url),
    );
    let (mut one, mut other) = (HttpClient::start(&server), HttpClient::start(&server));
    let inputs = json!({ "PIN": "4711" });
    one.works("run_skill", json!({ "name": "Log in", "inputs": inputs }));
    let mut ask = |guess: u32| {
        let expected: Vec<u32> = (guess - 9..guess + 9).collect();
        let asked = json!({ "device": "sim:settings", "selector": { "text": "General" }, "property": "x", "expected": expected });
        masks(&other.call("expect_state", asked))
    };
    assert_eq!(ask(4711), ask(5811));
}
