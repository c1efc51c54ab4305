//! What an act turns out to do is judged, too: files given to pages, keys in a text, strokes that are touches.

use serde_json::{Value, json};

use super::kit::{Client, open_project};
use crate::project::Project;
use crate::site::{Answer, Got, Site};

const FILE: &str = ".retap/permissions.json";

/// A page that takes files, searches, and presses buttons, telling the server of each.
fn desk() -> Site {
    Site::serve(|got: &Got| {
        match got.line.as_str() {
        "POST /upload" => Answer::page("<h1>Thank you</h1>"),
        _ => Answer::page(
            "<title>Desk</title><form method=post action=/upload enctype=multipart/form-data>
             <label>Letters <input type=file name=letters></label><button>Send</button></form>
             <form action=/found><label>Query <input name=q></label></form>
             <button style='width:300px;height:60px' onclick=\"fetch('/pressed')\">Open account</button>
             <p id=far>Nothing here</p>",
        ),
    }
    })
}

fn started(site: &Site, permissions: &Value) -> (Project, Client) {
    let project = Project::with(&[("own.txt", "tulip-9431")]);
    project.write_home(FILE, &permissions.to_string());
    let line = format!("--device web:{} --profile full", site.url);
    let client = Client::start(&project, &line);
    (project, client)
}

/// Names a file in the dialog of the browser, as a person would.
fn choose_file(client: &mut Client, name: &str) -> super::kit::Called {
    client.works("tap", json!({ "text": "Letters" }));
    client.works("type_text", json!({ "text": name, "into": "File name" }));
    client.call("tap", json!({ "text": "Open" }))
}

#[test]
fn the_dialog_for_files_takes_what_an_upload_takes() {
    let site = desk();
    for permissions in [
        json!({ "allow": ["act", "text"] }),
        json!({ "allow": ["*"], "deny": ["files"] }),
        json!({ "allow": ["tap", "type_text", "press_key"] }),
    ] {
        let (_project, mut client) = started(&site, &permissions);
        let refused = choose_file(&mut client, "own.txt").fails("NOT_PERMITTED");
        refused.says("files");
        let entered = client.call("press_key", json!({ "key": "return" }));
        entered.fails("NOT_PERMITTED");
        let typed = json!({ "text": "own.txt\n", "into": "File name" });
        client.call("type_text", typed);
        client.works("tap", json!({ "text": "Cancel" }));
        client.call("tap", json!({ "text": "Send" }));
        let sent = site.got().into_iter().map(|got| got.body);
        assert!(!sent.collect::<String>().contains("tulip"));
    }
    let (_project, mut client) = started(&site, &json!({ "allow": ["act", "text", "files"] }));
    choose_file(&mut client, "own.txt").works();
    client.works("tap", json!({ "text": "Send" }));
    let sent = site.got().into_iter().map(|got| got.body);
    assert!(sent.collect::<String>().contains("tulip"));
}

fn upload(file: &str) -> Value {
    json!({ "steps": [{ "upload": { "label": "Letters", "file": file } }] })
}

#[test]
fn a_skill_uploads_from_its_own_folder_whoever_runs_it() {
    let site = desk();
    let project = open_project();
    project.write("cookies.json", "tulip-9431");
    project.write(".retap/skills/files/letter.txt", "a letter");
    let skill = |file: &str, go_on: &str| {
        let url = &site.url;
        format!(
            "name: Send\nsteps:\n{go_on}  - open_url: {url}\n  - upload: {{ label: Letters, file: \"{file}\" }}\n  - tap: Send\n"
        )
    };
    let named = "${FILE:-files/letter.txt}";
    project.write(".retap/skills/send.yaml", &skill(named, ""));
    project.write(".retap/skills/grab.yaml", &skill("cookies.json", ""));
    project.write(".retap/skills/up.yaml", &skill("../../cookies.json", ""));
    let switch = format!("  - target: \"web:{}\"\n", site.url);
    project.write(".retap/skills/other.yaml", &skill("cookies.json", &switch));
    let line = format!("--device web:{}", site.url);
    let mut client = Client::start(&project, &line);
    client.works("run_skill", json!({ "name": "send" }));
    for name in ["grab", "up", "other"] {
        let ran = client.call("run_skill", json!({ "name": name }));
        assert!(ran.is_error(), "{name}: {}", ran.0);
    }
    // What an agent gives is nothing that a person typed.
    for file in [
        project.path("cookies.json").to_str().unwrap(),
        "../../cookies.json",
    ] {
        let inputs = json!({ "name": "send", "inputs": { "FILE": file } });
        let ran = client.call("run_skill", inputs);
        assert!(ran.is_error(), "{}", ran.0);
        ran.says("may not be read");
    }
    project.run(&format!("test other {line}")).exits(1);
    let sent: String = site.got().into_iter().map(|got| got.body).collect();
    assert!(
        sent.contains("a letter") && !sent.contains("tulip"),
        "{sent}"
    );
    // A step that the agent says itself starts in the project.
    client.works("open", json!({ "url": site.url }));
    client.works("do", upload("cookies.json"));
    client.works("open", json!({ "url": site.url }));
    let outside = client.call("do", upload("../outside.json"));
    outside.fails("NOT_PERMITTED").says("may not be read");
    let absent = client.call("do", upload("nowhere.json"));
    absent.fails("INVALID_INPUT").says("there is no file");
}

#[test]
fn a_server_that_was_started_in_the_home_folder_has_no_project() {
    let site = desk();
    let project = Project::with(&[
        (FILE, r#"{"allow": ["*"]}"#),
        ("secret.txt", "tulip-9431"),
        ("c.md", "tulip-9431"),
        ("below/own.txt", "x"),
    ]);
    let line = format!("--device web:{} --profile full", site.url);
    let home = project.path("");
    for above in [home.clone(), home.join("below")] {
        project.write("below/.retap/permissions.json", r#"{"allow": ["*"]}"#);
        let mut client = Client::start_in(&project, &line, &[("HOME", &above)]);
        for file in ["secret.txt", home.join("secret.txt").to_str().unwrap()] {
            let refused = client.call("do", upload(file));
            assert!(refused.is_error(), "{}", refused.0);
        }
        let component = json!({ "component_path": "c.md" });
        let refused = client.call("calibrate_component", component);
        refused.fails("NOT_PERMITTED").says("is none");
        let recorded = client.call("start_recording", json!({ "output_path": "a.png" }));
        recorded.fails("NOT_PERMITTED");
    }
}

#[test]
fn a_text_that_presses_keys_takes_what_keys_take() {
    let site = desk();
    for permissions in [
        json!({ "allow": ["text"] }),
        json!({ "allow": ["*"], "deny": ["press_key"] }),
    ] {
        let (project, mut client) = started(&site, &permissions);
        for text in ["abc\n", "abc\r", "\t", "a\u{1b}b", "a\u{85}", "\u{2028}"] {
            let typed = json!({ "text": text, "into": "Query" });
            client.call("type_text", typed).fails("NOT_PERMITTED");
        }
        let typed = json!({ "text": "abc", "into": "Query" });
        client.works("type_text", typed);
        assert!(site.lines("GET /found").is_empty());
        drop(project);
    }
    let (_project, mut client) = started(&site, &json!({ "allow": ["text", "act"] }));
    client.call("type_text", json!({ "text": "abc\n", "into": "Query" }));
    assert_eq!(site.lines("GET /found").len(), 1);
}

#[test]
fn a_text_that_is_known_only_when_it_is_typed_is_judged_then() {
    let site = Site::page(
        "<textarea aria-label=Note>one&#10;two</textarea><form action=/found><input aria-label=Query name=q></form>",
    );
    let skill = "name: Copy\nsteps:\n  - remember: { name: it, from: Note }\n  - type: { text: \"{it}\", into: Query }\n";
    let project = Project::with(&[(".retap/skills/copy.yaml", skill)]);
    project.write_home(FILE, r#"{"allow": ["*"], "deny": ["press_key"]}"#);
    let mut client = Client::start(&project, &format!("--device web:{}", site.url));
    let ran = client.call("run_skill", json!({ "name": "copy" }));
    assert!(ran.is_error(), "{}", ran.0);
    assert!(site.lines("GET /found").is_empty());
}

#[test]
fn a_stroke_that_is_a_touch_takes_what_a_touch_takes() {
    let site = desk();
    for permissions in [
        json!({ "allow": ["*"], "deny": ["tap"] }),
        json!({ "allow": ["swipe", "drag"] }),
    ] {
        let (_project, mut client) = started(&site, &permissions);
        let found = client.works("find_element", json!({ "query": "Open account" }));
        let bounds = found.data()["element"]["bounds"].clone();
        let at = |part: f64| {
            let along = |low: &str, high: &str| {
                let (low, high) = (
                    bounds[low].as_f64().unwrap(),
                    bounds[high].as_f64().unwrap(),
                );
                low + (high - low) * part
            };
            (along("left", "right"), along("top", "bottom"))
        };
        for (from, to) in [(0.5, 0.5), (0.5, 0.51), (0.1, 0.9)] {
            let ((x1, y1), (x2, y2)) = (at(from), at(to));
            let stroke = json!({ "from_x": x1, "from_y": y1, "to_x": x2, "to_y": y2 });
            client
                .call("drag", stroke)
                .fails("NOT_PERMITTED")
                .says("is a touch");
        }
        let ((x, y), (_, far)) = (at(0.5), at(8.0));
        let stroke = json!({ "from_x": x, "from_y": y, "to_x": x, "to_y": far });
        let dragged = client.call("drag", stroke);
        assert_ne!(dragged.data()["failure_code"], "NOT_PERMITTED");
        client.works("swipe", json!({ "direction": "up" }));
        let one = json!({ "steps": ["drag: {from: Open account, to: Open account}"] });
        let refused = client.call("do", one);
        assert_eq!(refused.data()["failure_code"], "NOT_PERMITTED");
        assert!(site.lines("GET /pressed").is_empty());
    }
}

#[test]
fn a_stroke_on_a_phone_is_judged_in_the_same_way() {
    let project = Project::new();
    project.write_home(FILE, r#"{"allow": ["*"], "deny": ["tap"]}"#);
    let mut client = Client::start(&project, "--device sim:shop?open=login --profile full");
    let before = client.works("screen", json!({})).text().to_owned();
    let found = client.works("find_element", json!({ "query": "Sign In" }));
    let bounds = &found.data()["element"]["bounds"];
    let middle = |low: &str, high: &str| {
        (bounds[low].as_f64().unwrap() + bounds[high].as_f64().unwrap()) / 2.0
    };
    let (x, y) = (middle("left", "right"), middle("top", "bottom"));
    for (across, along) in [(0.0, 0.0), (1.0, 0.0), (0.0, 9.0), (60.0, 0.0)] {
        for (tool, time) in [("swipe", 10), ("swipe", 3000), ("drag", 500)] {
            let stroke = json!({ "x1": x, "y1": y, "x2": x + across, "y2": y + along, "from_x": x, "from_y": y,
                "to_x": x + across, "to_y": y + along, "duration": time, "duration_ms": time });
            client.call(tool, stroke).fails("NOT_PERMITTED");
        }
    }
    assert_eq!(client.works("screen", json!({})).text(), before);
    client.works("swipe", json!({ "direction": "up" }));
}

#[test]
fn typing_touches_nothing_but_fields_where_touching_is_not_permitted() {
    let site = desk();
    for permissions in [
        json!({ "allow": ["*"], "deny": ["tap"] }),
        json!({ "allow": ["text"] }),
        json!({ "allow": ["type_text"] }),
    ] {
        let (_project, mut client) = started(&site, &permissions);
        let shown = client.works("screen", json!({})).text().to_owned();
        let line = shown.lines().find(|line| line.ends_with("Open account"));
        let number: usize = line.unwrap().split(' ').next().unwrap().parse().unwrap();
        client.call("type_text", json!({ "text": "x", "element": number }));
        let typed = json!({ "text": "abc", "into": "Query" });
        let typed = client.works("type_text", typed);
        assert_eq!(typed.data()["details"]["verdict"], "passed", "{}", typed.0);
        for step in [
            "clear: Open account",
            "type: {text: x, into: {label: Open account, role: button}}",
        ] {
            client
                .call("do", json!({ "steps": [step] }))
                .fails("NOT_PERMITTED");
        }
        assert!(site.lines("GET /pressed").is_empty(), "{permissions}");
    }
}

#[test]
fn an_upload_is_kept_where_the_kept_skill_can_do_it_again() {
    let site = desk();
    let project = open_project();
    project.write("letter.txt", "Dear Ada");
    project.write(".retap/skills/letter.txt", "Dear Ada");
    for (file, kept) in [
        ("letter.txt", None),
        (".retap/skills/letter.txt", Some("\"letter.txt\"")),
    ] {
        let mut client = Client::start(&project, "--device web:");
        client.works("open", json!({ "url": site.url }));
        client.works("do", upload(file));
        client.works("tap", json!({ "text": "Send" }));
        let answer = client.call("keep_skill", json!({ "name": "Send", "prove": true }));
        match kept {
            None => answer
                .fails("INVALID_INPUT")
                .says("uploads files of that folder only"),
            Some(name) => {
                answer.works();
                let skill = project.read(".retap/skills/send.yaml");
                assert!(skill.contains(name), "{skill}");
            }
        }
    }
}
