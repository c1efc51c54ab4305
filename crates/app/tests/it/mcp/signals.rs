//! A server that is asked to end, or whose client goes, leaves nothing behind: no browser, no folder.

use std::fs;
use std::process::Command;
use std::time::Duration;

use serde_json::json;

use super::kit::{Client, open_project};
use crate::project::Project;

const PAGE: &str = "<!doctype html><title>A</title><h1>Hello</h1><button>Go</button>";

/// A server with a page open in a real browser, whose temporary files are in the project.
fn with_a_page() -> (Project, Client) {
    let project = open_project();
    project.write("page.html", PAGE);
    project.write("scratch/keep", "");
    let url = format!("file://{}", project.path("page.html").display());
    let scratch = project.path("scratch");
    let line = format!("--device web:{url}");
    let mut client = Client::start_in(&project, &line, &[("TMPDIR", &scratch)]);
    client.works("expect", json!({ "text": "Hello" }));
    assert_eq!(browsers(&project).len(), 1, "a browser has its folder");
    assert!(!processes(&project).is_empty());
    (project, client)
}

/// Returns the folders of browsers.
fn browsers(project: &Project) -> Vec<String> {
    let entries = fs::read_dir(project.path("scratch")).unwrap();
    let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
    names
        .filter(|name| name.starts_with("retap-browser"))
        .collect()
}

/// Returns the processes that were started with a folder of this project.
fn processes(project: &Project) -> Vec<String> {
    let scratch = project.path("scratch").display().to_string();
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .filter(|line| line.contains(&scratch))
        .collect()
}

fn leaves_nothing(project: &Project, client: &mut Client) {
    assert!(client.ends_within(Duration::from_secs(20)));
    assert_eq!(browsers(project), Vec::<String>::new());
    assert_eq!(processes(project), Vec::<String>::new());
}

fn signal(client: &Client, name: &str) {
    let pid = client.process().to_string();
    let sent = Command::new("kill").args([name, &pid]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn asked_to_end_the_server_ends_with_its_browser() {
    for name in ["-TERM", "-INT"] {
        let (project, mut client) = with_a_page();
        signal(&client, name);
        leaves_nothing(&project, &mut client);
    }
}

#[test]
fn asked_to_end_in_a_call_the_server_does_not_wait_for_it() {
    let (project, mut client) = with_a_page();
    let patient = json!({ "text": "Nowhere", "timeout_ms": 600_000 });
    let params = json!({ "name": "wait_for", "arguments": patient,
        "_meta": { "progressToken": 1 } });
    client.ask("tools/call", params);
    client.read_notice("notifications/progress");
    signal(&client, "-TERM");
    leaves_nothing(&project, &mut client);
}

#[test]
fn a_client_that_goes_leaves_no_browser_behind() {
    let (project, mut client) = with_a_page();
    client.leave();
    leaves_nothing(&project, &mut client);
}
