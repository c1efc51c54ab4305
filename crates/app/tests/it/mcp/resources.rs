//! What can be read: pages, templates, and nothing that may not be seen.

use serde_json::{Value, json};

use super::kit::{Client, open_project};
use crate::assert_contains;
use crate::project::{ABOUT, Project};

fn uris(page: &Value) -> Vec<String> {
    let listed = page["result"]["resources"].as_array().unwrap();
    let uri = |it: &Value| it["uri"].as_str().unwrap().to_owned();
    listed.iter().map(uri).collect()
}

#[test]
fn a_long_list_comes_in_pages_and_nothing_is_left_out() {
    let project = open_project();
    for number in 0..120 {
        project.write(&format!(".retap/skills/s{number:03}.yaml"), ABOUT);
    }
    let mut client = Client::start(&project, "--device sim:settings");
    let mut all = Vec::new();
    let mut params = json!({});
    loop {
        let page = client.request("resources/list", params);
        all.extend(uris(&page));
        match page["result"]["nextCursor"].as_str() {
            Some(next) => params = json!({ "cursor": next }),
            None => break,
        }
    }
    assert_eq!(all.len(), 120);
    assert_eq!(all[119], "retap://skills/s119");
    for (method, cursor) in [
        ("resources/list", "retap://skills/s500"),
        ("tools/list", "x"),
        ("prompts/list", "x"),
        ("resources/templates/list", "x"),
    ] {
        let wrong = client.request(method, json!({ "cursor": cursor }));
        assert_eq!(wrong["error"]["code"], -32602, "{method}: {wrong}");
    }
}

#[test]
fn templates_say_how_addresses_are_made() {
    let project = open_project();
    project.write(".retap/skills/the shop/überall.yaml", ABOUT);
    let mut client = Client::start(&project, "--device sim:settings");
    let answer = client.request("resources/templates/list", json!({}));
    let templates = answer["result"]["resourceTemplates"].as_array().unwrap();
    let uri = |it: &Value| it["uriTemplate"].as_str().unwrap().to_owned();
    let uris_of_templates: Vec<String> = templates.iter().map(uri).collect();
    assert_eq!(
        uris_of_templates,
        [
            "retap://skills/{+name}",
            "retap://runs/{run}",
            "retap://runs/{run}/report",
            "retap://runs/{run}/{picture}"
        ]
    );
    let listed = uris(&client.request("resources/list", json!({})));
    assert_eq!(listed, ["retap://skills/the%20shop/%C3%BCberall"]);
    let read = client.request("resources/read", json!({ "uri": listed[0] }));
    assert_eq!(read["result"]["contents"][0]["text"], ABOUT);
}

#[test]
fn what_a_tool_may_not_show_no_resource_shows() {
    let file = r#"{"allow": ["run_skill"]}"#;
    let wrong = "name: Wrong\nsteps:\n  - launch: Settings\n  - assert_visible: Modem\n";
    let project = Project::with(&[
        ("../home/.retap/permissions.json", file),
        (".retap/skills/wrong.yaml", wrong),
    ]);
    let mut client = Client::start(&project, "--device sim:settings");
    let ran = client.call("run_skill", json!({ "name": "wrong" }));
    let run = ran.data()["run"].as_str().unwrap().to_owned();
    let file = r#"{"allow": ["run_skill"], "deny": ["screenshot", "get_skill"]}"#;
    project.write_home(".retap/permissions.json", file);
    let listed = uris(&client.request("resources/list", json!({})));
    assert_eq!(listed, [format!("retap://runs/{run}")]);
    let pictures = std::fs::read_dir(project.path(&format!(".retap/runs/{run}"))).unwrap();
    let is_picture = |name: &String| name.ends_with(".png");
    let names = pictures.map(|it| it.unwrap().file_name().into_string().unwrap());
    let picture = names.into_iter().find(is_picture).expect("a picture");
    for uri in [
        "retap://skills/wrong".to_owned(),
        format!("retap://runs/{run}/report"),
        format!("retap://runs/{run}/{picture}"),
    ] {
        let read = client.request("resources/read", json!({ "uri": uri }));
        let error = &read["error"];
        assert_eq!(
            error["data"]["failure_code"], "NOT_PERMITTED",
            "{uri}: {read}"
        );
        assert!(error.to_string().contains("permissions.json:1"), "{read}");
    }
    // Nor does a run take what nobody may see.
    let ran = client.call("run_skill", json!({ "name": "wrong" }));
    let run = ran.data()["run"].as_str().unwrap().to_owned();
    let kept = std::fs::read_dir(project.path(&format!(".retap/runs/{run}"))).unwrap();
    let names = kept.map(|it| it.unwrap().file_name().into_string().unwrap());
    assert!(!names.into_iter().any(|name| is_picture(&name)));
}

#[test]
fn a_skill_is_called_by_its_name_and_never_by_a_path() {
    let project = open_project();
    project.write("elsewhere.yaml", ABOUT);
    let mut client = Client::start(&project, "--device sim:settings");
    for tool in ["get_skill", "run_skill"] {
        for name in ["elsewhere.yaml", "/etc/passwd", "../project/elsewhere.yaml"] {
            let refused = client.call(tool, json!({ "name": name }));
            let refused = refused.fails("INVALID_INPUT");
            assert!(!refused.text().contains("root:"), "{}", refused.text());
        }
    }
}

#[test]
fn a_log_of_any_size_is_told_by_its_beginning_and_its_end_and_what_is_missing_is_said() {
    let project = open_project();
    let line = |number: u32| {
        let event = json!({ "run": "20260101T000000Z-x", "at_ms": number, "event": { "type": "warned", "message": "m" } });
        format!("{event}\n")
    };
    let short: String = (0..9).map(line).collect();
    project.write(".retap/runs/20260101T000000Z-short/events.jsonl", &short);
    let path = project.path(".retap/runs/20260101T000000Z-x/events.jsonl");
    project.write(".retap/runs/20260101T000000Z-x/events.jsonl", &short);
    // Nothing can hold the whole of it: most of it is a hole.
    let mut log = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    std::io::Seek::seek(&mut log, std::io::SeekFrom::Start(8 << 30)).unwrap();
    std::io::Write::write_all(&mut log, format!("\n{}", line(77)).as_bytes()).unwrap();
    let mut client = Client::start(&project, "--device sim:settings");
    let mut read = |run: &str| {
        let uri = format!("retap://runs/20260101T000000Z-{run}");
        let read = client.request("resources/read", json!({ "uri": uri }));
        read["result"]["contents"][0]["text"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(read("short"), short);
    let told = read("x");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 11, "{told:.2000}");
    assert_eq!((lines[0], lines[10]), (line(0).trim(), line(77).trim()));
    let gap: Value = serde_json::from_str(lines[9]).unwrap();
    assert!(
        gap.to_string().contains("bytes of events are left out here; `.retap/runs/20260101T000000Z-x/events.jsonl` has them all"),
        "{gap}"
    );
}

#[test]
fn a_report_that_would_take_too_long_is_refused() {
    let project = open_project();
    let run = "20260101T000000Z-long";
    let log = format!(".retap/runs/{run}/events.jsonl");
    project.write(&log, "");
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(project.path(&log));
    file.unwrap().set_len((16 << 20) + 1).unwrap();
    let mut client = Client::start(&project, "--device sim:settings");
    let uri = format!("retap://runs/{run}/report");
    let read = client.request("resources/read", json!({ "uri": uri }));
    let told = read["error"]["message"].as_str().unwrap();
    assert_contains(
        told,
        "longer than 16 MB; `retap report` in a terminal tells it",
    );
}
