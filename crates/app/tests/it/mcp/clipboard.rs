//! What is copied on a device is pasted on that device, and the clipboard of the machine stays its person's.

use std::path::Path;

use serde_json::json;

use super::http_client::HttpClient;
use super::kit::{ALLOW_ALL, Client};
use crate::http_server::HttpServer;
use crate::missing_tool::skip_without;
use crate::project::Project;
use crate::site::Site;
use crate::web::surroundings::start_screen;

const PAGE: &str = "<!doctype html><label>Word <input id=w></label><label>Note <input id=n></label><p id=o></p>\
    <button onclick=\"navigator.clipboard.writeText('by script').then(() => o.textContent = 'copied')\">Copy</button>\
    <button onclick=\"w.select(); document.execCommand('copy')\">Copy word</button>\
    <button onclick=\"navigator.clipboard.readText().then((t) => o.textContent = t, () => o.textContent = 'not read')\">Read</button>\
    <script>addEventListener('paste', (event) => { if (event.clipboardData.getData('text') === 'mine') { event.preventDefault(); o.textContent = 'taken' } });</script>";

const PASTE: &str = "name: Paste
steps:
  - open_url: SITE
  - tap: { id: n }
  - press_key: v+control
  - remember: { name: got, from: { id: n } }
";

#[test]
fn what_is_copied_is_pasted_by_keys_and_by_scripts() {
    let site = Site::page(PAGE);
    let project = Project::with(&[ALLOW_ALL]);
    let mut client = Client::start(&project, &format!("--device web:{}", site.url));
    let mut note_after = |steps: serde_json::Value| {
        // A key that marks or copies changes nothing that can be seen, which ends a list of steps.
        for step in steps.as_array().unwrap() {
            client.call("do", json!({ "steps": [step] }));
        }
        client.works("tap", json!({ "id": "n" }));
        for key in ["a+control", "v+control"] {
            client.call("press_key", json!({ "key": key }));
        }
        let shown = client.works("screen", json!({ "all": true }));
        shown.text().to_owned()
    };
    let typed = |text: &str| json!({ "type": { "text": text, "into": "Word" } });
    let keys =
        json!([typed("one two"), { "press_key": "a+control" }, { "press_key": "c+control" }]);
    let shown = note_after(keys);
    assert!(shown.contains("#n = \"one two\""), "{shown}");
    let cut = json!([typed("three"), { "press_key": "a+control" }, { "press_key": "x+control" }]);
    let shown = note_after(cut);
    assert!(
        shown.contains("#n = \"three\"") && !shown.contains("#w ="),
        "{shown}"
    );
    let shown = note_after(json!([{ "tap": "Copy" }]));
    assert!(shown.contains("#n = \"by script\""), "{shown}");
    let shown = note_after(json!([typed("four"), { "tap": "Copy word" }]));
    assert!(shown.contains("#n = \"four\""), "{shown}");
    let shown = note_after(json!([{ "tap": "Read" }]));
    assert!(shown.contains("not read"), "{shown}");
    let shown = note_after(json!([typed("mine"), { "tap": "Copy word" }]));
    assert!(shown.contains("taken"), "{shown}");
}

#[test]
fn clients_of_one_server_have_clipboards_of_their_own() {
    let site = Site::page(PAGE);
    let project = Project::with(&[ALLOW_ALL]);
    let server = HttpServer::start(&project, &format!("--device web:{}", site.url));
    let (mut one, mut other) = (HttpClient::start(&server), HttpClient::start(&server));
    one.works("type_text", json!({ "text": "private", "into": "Word" }));
    for key in ["a+control", "c+control"] {
        one.call("press_key", json!({ "key": key }));
    }
    other.works("tap", json!({ "id": "n" }));
    other.call("press_key", json!({ "key": "v+control" }));
    let shown = other.works("screen", json!({ "all": true })).0.to_string();
    assert!(!shown.contains("private"), "{shown}");
}

#[test]
fn what_a_person_copied_is_pasted_only_where_they_lend_it() {
    let has_windows = Path::new("/usr/lib/chromium/chromium").exists();
    let Some(screen) = start_screen().filter(|_| has_windows) else {
        return skip_without("Xvfb or a Chromium with windows");
    };
    let display = format!(":{}", screen.line);
    let display = [("DISPLAY", display.as_str())];
    let site = Site::page(PAGE);
    let lent = "[web]\nheaded = true\npermissions = [\"clipboardReadWrite\"]\n";
    // The person copies something in a browser that stays open.
    let person = Project::with(&[ALLOW_ALL]);
    person.write_home(".retap/config.toml", lent);
    let variables = display.map(|(name, value)| (name, Path::new(value)));
    let mut client = Client::start_in(&person, &format!("--device web:{}", site.url), &variables);
    client.works("type_text", json!({ "text": "hunter2", "into": "Word" }));
    for key in ["a+control", "c+control"] {
        client.call("press_key", json!({ "key": key }));
    }
    let paste = PASTE.replace("SITE", &site.url);
    let project = Project::with(&[
        ("paste.yaml", &paste),
        (".retap/config.toml", "[web]\nheaded = true\n"),
    ]);
    let line = "test paste.yaml --device web: --timeout 4";
    let holds = |project: &Project| {
        let mut files = project.files().into_iter();
        files.any(|(_, bytes)| String::from_utf8_lossy(&bytes).contains("hunter2"))
    };
    project.run_in(&display, line).exits(1);
    assert!(!holds(&project));
    project.write_home(".retap/config.toml", lent);
    project.run_in(&display, line).exits(0);
    assert!(holds(&project));
}
