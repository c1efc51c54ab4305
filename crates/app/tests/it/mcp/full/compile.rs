//! Compiling by an agent's own reports, as the seed tells it.

use serde_json::{Value, json};

use super::super::kit::{ALLOW_ALL, Client};
use crate::project::{ABOUT, Project};

fn client() -> (Project, Client) {
    let project = Project::with(&[ALLOW_ALL, (".retap/skills/check-about.yaml", ABOUT)]);
    let client = Client::start(&project, "--profile mirroir --device sim:settings");
    (project, client)
}

fn last_line(client: &mut Client) -> String {
    let shown = client.works("get_skill", json!({ "name": "check-about" }));
    shown.text().lines().last().unwrap().to_owned()
}

fn file(project: &Project) -> Value {
    serde_json::from_str(&project.read(".retap/skills/check-about.compiled.json")).unwrap()
}

const STEPS: [(&str, &str); 5] = [
    ("launch", "Settings"),
    ("tap", "General"),
    ("wait_for", "About"),
    ("tap", "About"),
    ("assert_visible", "Model Name"),
];

/// Row 38: a confidence that was not said is unknown, and not zero.
#[test]
fn the_first_run_of_an_agent_is_the_compilation() {
    let (project, mut client) = client();
    assert_eq!(
        last_line(&mut client),
        "[Not compiled — use record_step after each step to compile]"
    );
    for (index, (verb, label)) in STEPS.into_iter().enumerate() {
        let mut report = json!({ "step_index": index, "type": verb, "label": label });
        match verb {
            "launch" => {
                client.works("launch_app", json!({ "name": label }));
            }
            "tap" => {
                let seen = client.works("describe_screen", json!({}));
                let elements = seen.data()["elements"].as_array().unwrap();
                let at = elements.iter().find(|it| it["text"] == label).unwrap();
                client.works("tap", json!({ "x": at["x"], "y": at["y"] }));
                report["tap_x"] = at["x"].clone();
                report["tap_y"] = at["y"].clone();
                report["match_strategy"] = json!("exact");
            }
            _ => report["elapsed_ms"] = json!(120),
        }
        let recorded = client.works("record_step", report);
        let start = format!("Recorded step {index}: {verb} '{label}' (");
        assert!(recorded.text().starts_with(&start), "{}", recorded.text());
    }
    let saved = client.works("save_compiled", json!({ "skill_name": "check-about" }));
    saved.says("Steps: 5 total, 5 compiled");
    assert_eq!(last_line(&mut client), "[Compiled: fresh]");
    let compiled = file(&project);
    let hints = &compiled["steps"][1]["hints"];
    assert_eq!(hints["compiledAction"], "tap");
    assert!(
        hints.get("confidence").is_none_or(Value::is_null),
        "{hints}"
    );
    let replayed = project
        .run("test check-about --device sim:settings --json")
        .exits(0);
    let result: Value = serde_json::from_str(&replayed.stdout()).unwrap();
    assert_eq!(result["skills"][0]["mode"], "compiled");
    project.write(
        ".retap/skills/check-about.yaml",
        &format!("{ABOUT}  - home\n"),
    );
    assert!(last_line(&mut client).starts_with("[Compiled: stale — "));
}

/// Row 46.
#[test]
fn reports_are_bound_to_one_skill_and_its_own_steps() {
    let (project, mut client) = client();
    let early = json!({ "step_index": 0, "type": "launch", "label": "Settings" });
    client
        .call("record_step", early.clone())
        .fails("INVALID_INPUT");
    client
        .call("save_compiled", json!({ "skill_name": "check-about" }))
        .fails("INVALID_INPUT");
    last_line(&mut client);
    let far = json!({ "step_index": 9, "type": "tap", "label": "General" });
    let far = client.call("record_step", far).fails("INVALID_INPUT");
    far.says("the skill has steps 0 to 4");
    let other = json!({ "step_index": 1, "type": "tap", "label": "Wi-Fi" });
    client.call("record_step", other).fails("INVALID_INPUT");
    let nothing = client.call("save_compiled", json!({ "skill_name": "check-about" }));
    nothing.fails("INVALID_INPUT");
    last_line(&mut client);
    for y in [100, 340] {
        let report = json!({
            "step_index": 1, "type": "tap", "label": "General",
            "tap_x": 205, "tap_y": y, "confidence": 0.98, "match_strategy": "exact",
        });
        client.works("record_step", report);
    }
    let wrong = client.call("save_compiled", json!({ "skill_name": "another" }));
    wrong.fails("INVALID_INPUT");
    // What was reported is still there after a name that was mistyped.
    client.works("save_compiled", json!({ "skill_name": "check-about" }));
    let compiled = file(&project);
    let step = &compiled["steps"][1];
    assert_eq!(
        (&step["index"], &step["hints"]["tapY"]),
        (&json!(1), &json!(340.0)),
        "{step}"
    );
    let again = client.call("save_compiled", json!({ "skill_name": "check-about" }));
    again.fails("INVALID_INPUT");
}
