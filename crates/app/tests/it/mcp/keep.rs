//! An agent without a model does a task once; what it did is kept and replays without AI.

use std::path::Path;

use serde_json::{Value, json};

use super::kit::{Called, Client, open_project};
use crate::project::Project;

/// How the shop can have changed since.
pub(super) const DRIFTS: &str = "rename re_id move reorder insert wrap remove swap_labels remove_and_lookalike rename_to_danger";

pub(super) fn password() -> Value {
    json!({ "PASSWORD": "lantern-42" })
}

fn typed(text: &str, into: &str) -> Value {
    json!({ "text": text, "into": into })
}

/// Buys a mug as far as the review, with a dead end and two mistakes on the way.
pub(super) fn buy(client: &mut Client) {
    let mut call = |tool: &str, arguments: Value| client.call(tool, arguments);
    call("open", json!({ "app": "Shop", "fresh": true })).works();
    call("type_text", typed("ada@example.org", "Email")).works();
    call("type_text", typed("lantern-42", "Password")).works();
    call("tap", json!({ "text": "Forgot Password" })).works();
    call("tap", json!({ "text": "Cancel" })).works();
    call("tap", json!({ "text": "Sign In" })).works();
    call("tap", json!({ "text": "Add" })).fails("AMBIGUOUS_TARGET");
    call("tap", json!({ "text": "Add", "row": "Enamel Mug Blue" })).works();
    call("tap", json!({ "text": "Refund", "timeout_ms": 200 })).fails("ELEMENT_NOT_FOUND");
    call("tap", json!({ "text": "Cart" })).works();
    call("tap", json!({ "text": "Checkout" })).works();
    call("type_text", typed("Ada Byron", "Full name")).works();
    call("type_text", typed("Lantern Way 4", "Street and number")).works();
    call("type_text", typed("12345", "Postal code")).works();
    call("tap", json!({ "text": "Continue" })).works();
    call("expect", json!({ "text": "Place Order" })).works();
}

pub(super) fn keep(client: &mut Client) -> Called {
    let inputs = json!({ "EMAIL": "ada@example.org", "NAME": "Ada Byron" });
    client.call(
        "keep_skill",
        json!({ "name": "Buy a mug", "inputs": inputs }),
    )
}

fn kept() -> (Project, Client) {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop");
    buy(&mut client);
    keep(&mut client).works();
    (project, client)
}

#[test]
fn a_task_becomes_a_skill_without_dead_ends_and_without_secrets() {
    let (project, _client) = kept();
    insta::assert_snapshot!(project.read(".retap/skills/buy-a-mug.yaml"), @r#"
    name: Buy a mug
    app: Shop
    device: "sim:shop"
    tags: ["kept"]

    steps:
      - reset_app: "Shop"
      - launch: "Shop"
      - type: { text: "${EMAIL:-ada@example.org}", into: { label: "Email", role: text_field } }
      - type: { text: "${PASSWORD}", into: { label: "Password", role: text_field } }
      - tap: "Sign In"
      - tap: { label: "Add", row: "Enamel Mug Blue" }
      - tap: "Cart"
      - tap: "Checkout"
      - type: { text: "${NAME:-Ada Byron}", into: { label: "Full name", role: text_field } }
      - type: { text: "Lantern Way 4", into: { label: "Street and number", role: text_field } }
      - type: { text: "12345", into: { label: "Postal code", role: text_field } }
      - tap: "Continue"
      - assert_visible: "Place Order"
    "#);
    for (path, bytes) in project.files() {
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            !text.contains("lantern-42"),
            "{} holds the secret",
            path.display()
        );
    }
}

#[test]
fn names_that_an_agent_or_a_page_chose_take_nothing_from_the_environment() {
    let project = open_project();
    let value = Path::new("canary-of-the-server");
    let variables = [("DATABASE_URL", value), ("FULL_NAME", value)];
    let mut client = Client::start_in(&project, "--device sim:shop", &variables);
    buy(&mut client);
    let again = json!({ "text": "Ada Lovelace", "into": "Full name", "secret": true });
    client.works("press_key", json!({ "key": "back" }));
    client.works("type_text", again);
    let inputs = json!({ "DATABASE_URL": "12345" });
    client.works("keep_skill", json!({ "name": "leak", "inputs": inputs }));
    let given = json!({ "PASSWORD": "lantern-42", "FULL_NAME": "Ada" });
    let ran = client.works("run_skill", json!({ "name": "leak", "inputs": given }));
    assert!(!ran.0.to_string().contains("canary"), "{}", ran.0);
    let given = json!({ "PASSWORD": "lantern-42", "DATABASE_URL": "54321" });
    let ran = client.call("run_skill", json!({ "name": "leak", "inputs": given }));
    let refused = ran.fails("INVALID_INPUT");
    assert!(
        !refused.0.to_string().contains("environment"),
        "{}",
        refused.0
    );
    project.run("check --fix").exits(0);
    assert!(
        !project
            .read(".retap/skills/leak.yaml")
            .contains("variables")
    );
    let line = "test leak --set PASSWORD --set FULL_NAME --set DATABASE_URL=54321";
    let command = |line: &str| {
        let mut command = project.command();
        command.envs([("PASSWORD", "lantern-42"), ("FULL_NAME", "Ada Byron")]);
        command.args(line.split(' ')).output().unwrap()
    };
    assert_eq!(command("test leak --set PASSWORD").status.code(), Some(2));
    let ran = command(line);
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

#[test]
fn a_kept_skill_replays_without_ai_through_both_doors() {
    let (project, mut client) = kept();
    let ran = client.call(
        "run_skill",
        json!({ "name": "buy-a-mug", "inputs": password() }),
    );
    let ran = ran.works();
    assert_eq!(ran.data()["mode"], "compiled");
    assert_eq!(ran.data()["ai_calls"], 0);
    assert_eq!(ran.data()["text_reads"], 0);
    assert!(ran.text().len() < 900, "{}", ran.text());
    // What a replay typed is a secret from then on; a field shows what an agent typed all the same, else it would tell a
    // right guess.
    client.call("press_key", json!({ "key": "back" }));
    for guess in ["lantern-42", "lantern-43"] {
        let typed = json!({ "text": guess, "into": "Full name" });
        let shown = client.works("type_text", typed);
        assert!(shown.0.to_string().contains(guess), "{}", shown.0);
    }
    project
        .run("test buy-a-mug --set PASSWORD=lantern-42")
        .exits(0);
    let unknown = client
        .call("run_skill", json!({ "name": "buy-a-mug" }))
        .fails("INVALID_INPUT");
    unknown.says("`PASSWORD` has no value");
}

#[test]
fn a_kept_skill_is_a_tool_of_its_own_and_clients_are_told() {
    let (_project, mut client) = kept();
    let is_told = |message: &Value| message["method"] == "notifications/tools/list_changed";
    assert!(client.aside.iter().any(is_told), "{:?}", client.aside);
    let answer = client.request("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let tool = tools
        .iter()
        .find(|tool| tool["name"] == "skill_buy_a_mug")
        .unwrap();
    assert_eq!(tool["inputSchema"]["required"], json!(["PASSWORD"]));
    let email = &tool["inputSchema"]["properties"]["EMAIL"];
    assert_eq!(
        *email,
        json!({ "type": "string", "default": "ada@example.org", "description": "typed into \"Email\"" })
    );
    let secret = &tool["inputSchema"]["properties"]["PASSWORD"];
    assert_eq!(secret["writeOnly"], true);
    assert_eq!(
        secret["description"],
        "typed into \"Password\"; secret, shown and kept nowhere"
    );
    assert!(secret["default"].is_null());
    assert_eq!(tool["outputSchema"]["required"], json!(["success"]));
    client.works("skill_buy_a_mug", password());
}

#[test]
fn on_a_changed_app_a_replay_passes_or_stops_and_never_acts_wrongly() {
    let (project, mut client) = kept();
    for drift in DRIFTS.split(' ') {
        let device = format!("sim:shop?drift={drift}");
        let asked = json!({ "name": "buy-a-mug", "inputs": password(), "device": device });
        let ran = client.call("run_skill", asked);
        assert_eq!(ran.data()["ai_calls"], 0, "{drift}");
        assert_eq!(ran.data()["text_reads"], 0, "{drift}");
        let page = client.call("screen", json!({})).data()["page"].clone();
        // It passes where the review is, and stops where the form still is; nowhere else.
        let expected = if ran.is_error() { "checkout" } else { "review" };
        assert_eq!(page, expected, "{drift}: {}", ran.text());
        let line = format!("test buy-a-mug --set PASSWORD=lantern-42 --device {device}");
        let code = if ran.is_error() { 1 } else { 0 };
        project.run(&line).exits(code);
    }
}

#[test]
fn what_cannot_be_verified_is_not_stored() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop");
    client
        .call("keep_skill", json!({ "name": "Nothing" }))
        .fails("INVALID_INPUT");
    client.works("open", json!({ "app": "Shop", "fresh": true }));
    client.call("tap", json!({ "x": 20, "y": 600 }));
    let nameless = client
        .call("keep_skill", json!({ "name": "Blind" }))
        .fails("INVALID_INPUT");
    nameless.says("nothing has a name");
    project.write(".retap/skills/mine.yaml", "name: Mine\nsteps:\n  - home\n");
    client.works("open", json!({ "app": "Shop", "fresh": true }));
    let taken = client
        .call("keep_skill", json!({ "name": "Mine" }))
        .fails("INVALID_INPUT");
    taken.says("was not kept by an agent");
    assert!(!project.path(".retap/skills/blind.yaml").exists());
}

#[test]
fn a_state_that_was_proven_is_proven_again_by_every_replay() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings");
    let mut call = |tool: &str, arguments: Value| client.works(tool, arguments);
    call("open", json!({ "app": "Settings", "fresh": true }));
    let on = json!({ "text": "Airplane Mode", "property": "checked", "equals": true });
    let off = json!({ "text": "Airplane Mode", "property": "checked", "equals": false });
    call("expect", off);
    call("tap", json!({ "text": "Airplane Mode" }));
    call("expect", on);
    let untyped = json!({ "name": "Fly", "inputs": { "EMAIL": "zzz" } });
    assert!(client.call("keep_skill", untyped).is_error());
    let mut call = |tool: &str, arguments: Value| client.call(tool, arguments).works();
    call("keep_skill", json!({ "name": "Fly" }));
    let unknown = json!({ "name": "fly", "inputs": { "NOPE": "1" } });
    let refused = client.call("run_skill", unknown);
    assert!(refused.is_error() && refused.text().contains("NOPE"));
    insta::assert_snapshot!(project.read(".retap/skills/fly.yaml"), @r#"
    name: Fly
    app: Settings
    device: "sim:settings"
    tags: ["kept"]

    steps:
      - reset_app: "Settings"
      - launch: "Settings"
      - assert_state: { label: "Airplane Mode", checked: false }
      - tap: "Airplane Mode"
      - assert_state: { label: "Airplane Mode", checked: true }
    "#);
    project.run("test fly --device sim:settings").exits(0);
    // On this phone it is on already, which is not what the skill begins with.
    let again = client.call("run_skill", json!({ "name": "fly" }));
    assert!(again.is_error());
    again.says("\"Airplane Mode\" is not checked");
}

#[test]
fn what_no_skill_has_words_for_is_told_when_keeping() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop");
    let mut call = |tool: &str, arguments: Value| client.works(tool, arguments);
    call("open", json!({ "app": "Shop", "fresh": true }));
    call("type_text", json!({ "text": "ada", "into": "Email" }));
    call(
        "expect",
        json!({ "text": "Email", "property": "text_value", "equals": "ada" }),
    );
    let kept = call("keep_skill", json!({ "name": "Begin" }));
    assert_eq!(
        kept.data()["not_kept"],
        json!(["text_value of \"Email\" is `ada`"])
    );
}

#[test]
fn a_skill_is_proven_by_a_replay_before_it_is_stored() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop");
    buy(&mut client);
    let proven = json!({ "name": "Proven", "prove": true });
    client.works("keep_skill", proven);
    assert!(project.path(".retap/skills/proven.compiled.json").exists());
    // From the middle of a task it does not replay: what it starts with is not there.
    let from = client.works("tap", json!({ "text": "Place Order" })).data()["act"].clone();
    let middle = json!({ "name": "Middle", "from": from, "prove": true });
    assert!(client.call("keep_skill", middle).is_error());
    assert!(!project.path(".retap/skills/middle.yaml").exists());
}

#[test]
fn an_agent_that_runs_a_skill_itself_compiles_it_step_by_step() {
    let skill = "name: About\nsteps:\n  - reset_app: Settings\n  - launch: Settings\n  - tap: General\n  - assert_visible: About\n";
    let project = open_project();
    project.write(".retap/skills/about.yaml", skill);
    let mut client = Client::start(&project, "--device sim:settings --profile full");
    client
        .call("record_step", json!({ "step_index": 0, "type": "launch" }))
        .fails("INVALID_INPUT");
    let shown = client.works("get_skill", json!({ "name": "about" }));
    assert!(
        shown
            .text()
            .ends_with("[Not compiled — use record_step after each step to compile]")
    );
    client.works("reset_app", json!({ "name": "Settings" }));
    client.works("launch_app", json!({ "name": "Settings" }));
    let step = |index: u64, verb: &str, label: &str| json!({ "step_index": index, "type": verb, "label": label });
    client.works("record_step", step(0, "reset_app", "Settings"));
    client.works("record_step", step(1, "launch", "Settings"));
    client.works("tap", json!({ "text": "General" }));
    client
        .call("record_step", step(2, "tap", "Generous"))
        .fails("INVALID_INPUT");
    client
        .call("record_step", step(9, "tap", "General"))
        .fails("INVALID_INPUT");
    client.works("record_step", step(2, "tap", "General"));
    client.works("record_step", step(2, "tap", "General"));
    client.works("record_step", step(3, "assert_visible", "About"));
    client
        .call("save_compiled", json!({ "skill_name": "other" }))
        .fails("INVALID_INPUT");
    client.works("save_compiled", json!({ "skill_name": "about" }));
    let shown = client.works("get_skill", json!({ "name": "about" }));
    assert!(
        shown.text().ends_with("[Compiled: fresh]"),
        "{}",
        shown.text()
    );
    let ran = client.works("run_skill", json!({ "name": "about" }));
    assert_eq!(ran.data()["mode"], "compiled");
}
