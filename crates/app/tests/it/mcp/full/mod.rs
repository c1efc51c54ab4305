//! The full profiles: names, defaults and shapes of the reference servers, with their faults mended.

mod acts;
mod compile;
mod install;
mod logs;
mod look;
mod mirroir;
pub(super) mod names;
mod proofs;
mod schemas;
mod waits;

use serde_json::{Value, json};

use super::kit::{Called, Client, open_project};
use crate::project::Project;

/// A client of the server with all tools, on the simulated phone's settings.
fn client() -> (Project, Client) {
    client_with("--device sim:settings --profile full")
}

fn client_with(line: &str) -> (Project, Client) {
    let project = open_project();
    let mut client = Client::start(&project, line);
    let open = json!({ "platform": "android", "appId": "Settings" });
    client.works("start_app", open);
    (project, client)
}

/// Returns the data that the one block of text holds.
fn block(called: &Called) -> Value {
    let blocks = called.0["content"].as_array().unwrap();
    assert_eq!(blocks.len(), 1, "{}", called.0);
    serde_json::from_str(called.text()).unwrap_or_else(|_| panic!("no JSON: {}", called.text()))
}

/// Returns the data of a call whose answer is one block of JSON.
fn ask(client: &mut Client, tool: &str, arguments: Value) -> Value {
    block(&client.call(tool, arguments))
}

/// Returns the tools that are listed, with their schemas.
fn listed(client: &mut Client) -> Vec<Value> {
    let answer = client.request("tools/list", json!({}));
    answer["result"]["tools"].as_array().unwrap().clone()
}
