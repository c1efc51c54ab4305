//! mirroir's tools: sentences as that server says them, and nothing that only pretends.

use serde_json::{Value, json};

use super::super::kit::{Called, Client, open_project};
use crate::project::Project;

fn client() -> (Project, Client) {
    let project = open_project();
    let mut client = Client::start(&project, "--profile mirroir --device sim:settings");
    let launched = client.works("launch_app", json!({ "name": "Settings" }));
    assert_eq!(first_line(&launched), "Launched 'Settings'");
    (project, client)
}

fn first_line(called: &Called) -> &str {
    called.text().lines().next().unwrap_or_default()
}

/// Returns where `describe_screen` says a text is.
fn place_of(client: &mut Client, text: &str) -> (i64, i64) {
    let described = client.works("describe_screen", json!({}));
    let start = format!("- \"{text}\" at (");
    let line = described
        .text()
        .lines()
        .find(|line| line.starts_with(&start));
    let rest = line.unwrap_or_else(|| panic!("no {text}: {}", described.text()));
    let (x, y) = rest[start.len()..]
        .trim_end_matches(')')
        .split_once(", ")
        .unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

/// Row 45.
#[test]
fn a_screen_is_described_from_top_to_bottom_with_places_that_can_be_tapped() {
    let (_project, mut client) = client();
    let described = client.works("describe_screen", json!({}));
    let lines: Vec<&str> = described.text().lines().collect();
    assert_eq!(lines[0], "Screen elements (tap coordinates in points):");
    let last = lines.last().unwrap();
    assert!(
        last.starts_with("_meta: ocr_time_ms=0 recognition_level=tree element_count="),
        "{last}"
    );
    let elements = described.data()["elements"].as_array().unwrap();
    let tops: Vec<f64> = elements
        .iter()
        .map(|it| it["y"].as_f64().unwrap())
        .collect();
    assert!(tops.is_sorted());
    assert!(elements.iter().all(|it| it["confidence"].is_number()));
    assert_eq!(described.0["content"][1]["mimeType"], "image/png");
    let (x, y) = place_of(&mut client, "General");
    let tapped = client.works("tap", json!({ "x": x, "y": y }));
    assert_eq!(first_line(&tapped), format!("Tapped at ({x}, {y})"));
    place_of(&mut client, "About");
}

#[test]
fn a_whole_page_is_described_and_left_where_it_was() {
    let (_project, mut client) = client();
    let found = client.works("scroll_to", json!({ "label": "Legal" }));
    assert!(first_line(&found).starts_with("Found 'Legal' after "));
    let (x, y) = place_of(&mut client, "Legal");
    client.works("tap", json!({ "x": x, "y": y }));
    let before = client.works("describe_screen", json!({}));
    assert!(
        !before.text().contains("\"Regulatory\""),
        "the page is short"
    );
    let page = client.works("describe_screen", json!({ "scroll": true }));
    page.says("- \"Regulatory\" at (");
    let meta = page.text().lines().last().unwrap();
    assert!(meta.starts_with("_meta: scroll_count="), "{meta}");
    let elements = page.data()["elements"].as_array().unwrap();
    let rows = ["Fonts", "Maps", "Printing", "Warranty", "Regulatory"];
    let mut last = 0.0;
    for row in rows {
        let found: Vec<&Value> = elements.iter().filter(|it| it["text"] == row).collect();
        assert_eq!(found.len(), 1, "{row}");
        let top = found[0]["y"].as_f64().unwrap();
        assert!(top > last, "{row}");
        last = top;
    }
    let after = client.works("describe_screen", json!({}));
    assert_eq!(before.data()["elements"], after.data()["elements"]);
    // Whoever may not swipe may not do it by looking.
    let closed = Project::new();
    let mut reader = Client::start(&closed, "--profile mirroir --device sim:settings");
    reader
        .call("describe_screen", json!({ "scroll": true }))
        .fails("NOT_PERMITTED");
}

#[test]
fn acts_say_that_they_were_sent_in_the_words_agents_know() {
    let (_project, mut client) = client();
    let mut says = |tool: &str, arguments: Value| {
        let called = client.works(tool, arguments);
        first_line(&called).to_owned()
    };
    let corners = json!({ "from_x": 200, "from_y": 600, "to_x": 200, "to_y": 400 });
    assert_eq!(says("swipe", corners), "Swiped from (200,600) to (200,400)");
    let corners = json!({ "from_x": 200, "from_y": 400, "to_x": 200, "to_y": 600 });
    assert_eq!(
        says("drag", corners),
        "Dragged from (200,400) to (200,600) over 1000ms"
    );
    let place = json!({ "x": 200, "y": 5 });
    assert_eq!(
        says("double_tap", place.clone()),
        "Double-tapped at (200, 5)"
    );
    assert_eq!(
        says("long_press", place),
        "Long pressed at (200, 5) for 500ms"
    );
    assert_eq!(
        says("scroll_to", json!({ "label": "General" })),
        "'General' is already visible on screen"
    );
    assert_eq!(
        says("press_key", json!({ "key": "l", "modifiers": ["command"] })),
        "Pressed command+l"
    );
    assert_eq!(
        says("press_home", json!({})),
        "Pressed Home — navigated to home screen"
    );
    assert_eq!(
        says("reset_app", json!({ "name": "Settings" })),
        "Force-quit 'Settings'"
    );
    let measured = says(
        "measure",
        json!({ "action": "launch:Settings", "until": "General", "name": "start" }),
    );
    let time = measured
        .strip_prefix("start: ")
        .unwrap()
        .strip_suffix('s')
        .unwrap();
    assert_eq!(time.split_once('.').unwrap().1.len(), 3, "{measured}");
    assert_eq!(
        says("set_network", json!({ "mode": "airplane_on" })),
        "Set airplane_on"
    );
    assert_eq!(
        says("get_orientation", json!({})),
        "Orientation: portrait (window: 410x898)"
    );
    assert!(
        says("status", json!({}))
            .starts_with("Connected — sim:settings (window: 410x898, portrait)")
    );
    assert_eq!(says("check_health", json!({})), "All checks passed");
}

#[test]
fn what_the_phone_cannot_do_names_it_and_the_ability() {
    let (_project, mut client) = client();
    for (tool, ability) in [
        ("press_app_switcher", "open its app switcher"),
        ("spotlight", "open the search of its home screen"),
    ] {
        let refused = client.call(tool, json!({})).fails("PLATFORM_NOT_SUPPORTED");
        assert_eq!(refused.text(), format!("`sim:settings` cannot {ability}"));
    }
    let absent = client.call("scroll_to", json!({ "label": "Refund", "max_scrolls": 2 }));
    assert!(absent.is_error());
    assert!(
        first_line(&absent).starts_with("'Refund' not found after "),
        "{}",
        absent.text()
    );
    let slow = json!({ "action": "fly:Home", "until": "x" });
    client.call("measure", slow).fails("INVALID_INPUT");
}

#[test]
fn the_device_is_switched_and_listed() {
    let project = open_project();
    project.write(".retap/config.toml", "[devices]\ndesk = \"sim:shop\"\n");
    let mut client = Client::start(&project, "--profile mirroir --device sim:settings");
    let switched = client.works("switch_target", json!({ "target": "desk" }));
    assert!(
        switched.text().starts_with("Switched to 'desk' — sim:shop"),
        "{}",
        switched.text()
    );
    let listed = client.works("list_targets", json!({}));
    assert_eq!(listed.text(), "- desk: sim:shop (active)");
}

#[test]
fn what_was_done_becomes_the_text_of_a_skill() {
    let (_project, mut client) = client();
    let nothing = client.call("generate_skill", json!({ "action": "capture" }));
    nothing.fails("INVALID_INPUT");
    let start = json!({ "action": "start", "app_name": "Settings", "goal": "check the model" });
    let started = client.works("generate_skill", start);
    assert!(
        started.text().starts_with(
            "Exploration started for 'Settings' (Goal-driven mode). Screen 1 captured."
        )
    );
    let same = client.works("generate_skill", json!({ "action": "capture" }));
    assert!(
        same.text().starts_with("Screen unchanged"),
        "{}",
        same.text()
    );
    for (number, row) in ["General", "About"].into_iter().enumerate() {
        let (x, y) = place_of(&mut client, row);
        client.works("tap", json!({ "x": x, "y": y }));
        let capture = json!({ "action": "capture", "arrived_via": row, "action_type": "tap" });
        let captured = client.works("generate_skill", capture);
        let words = format!("Screen {} captured (arrived via \"{row}\").", number + 2);
        assert!(captured.text().starts_with(&words), "{}", captured.text());
    }
    let finished = client.works("generate_skill", json!({ "action": "finish" }));
    let skill = finished.data()["skill"].as_str().unwrap();
    insta::assert_snapshot!(skill);
    // It runs as it is.
    let project = Project::with(&[("skill.md", skill)]);
    project.run("test skill.md --device sim:settings").exits(0);
}

#[test]
fn a_component_is_tried_on_every_row() {
    let (project, mut client) = client();
    let rule = "---\nname: Heading\nplatform: ios\n---\n# Heading\n\n## Match Rules\n- zone: content\n- max_elements: 1\n- has_numeric_value: false\n";
    project.write("heading.md", rule);
    let tried = client.works(
        "calibrate_component",
        json!({ "component_path": "heading.md" }),
    );
    tried.says("\"General\" — matches");
    tried.says("too many elements: need ≤1, got 2");
    let matches = tried.data()["matches"].as_array().unwrap().len();
    let rows = tried.data()["rows"].as_u64().unwrap();
    let last = tried.text().lines().last().unwrap();
    assert_eq!(last, format!("Heading matched {matches} of {rows} rows"));
    project.write("odd.md", "## Match Rules\n- colour: red\n");
    let odd = client.call("calibrate_component", json!({ "component_path": "odd.md" }));
    odd.fails("INVALID_INPUT")
        .says("line 2: `colour` is no key");
    let text = client.call("calibrate_component", json!({ "component_path": "x.txt" }));
    text.fails("INVALID_INPUT");
}

#[test]
fn a_recording_is_an_animated_picture_inside_the_project() {
    let (project, mut client) = client();
    for bad in ["../x.png", "/etc/x.png", "film.mov"] {
        let refused = client.call("start_recording", json!({ "output_path": bad }));
        refused.fails("INVALID_INPUT");
    }
    client
        .call("stop_recording", json!({}))
        .fails("INVALID_INPUT");
    let started = client.works("start_recording", json!({ "output_path": "film.png" }));
    assert_eq!(started.text(), "Recording started");
    let (x, y) = place_of(&mut client, "General");
    client.works("tap", json!({ "x": x, "y": y }));
    let (x, y) = place_of(&mut client, "About");
    client.works("tap", json!({ "x": x, "y": y }));
    let stopped = client.works("stop_recording", json!({}));
    assert!(
        stopped.text().starts_with("Recording saved to: "),
        "{}",
        stopped.text()
    );
    assert_eq!(stopped.data()["frames"], 3);
    let bytes = std::fs::read(project.path("film.png")).unwrap();
    assert!(bytes.windows(4).any(|it| it == b"acTL"));
    let again = client.call("start_recording", json!({ "output_path": "film.png" }));
    again.fails("INVALID_INPUT");
}

#[test]
fn a_recording_has_what_is_secret_painted_over() {
    let project = open_project();
    let mut client = Client::start(&project, "--profile full --device sim:shop");
    let open = json!({ "platform": "android", "appId": "Shop" });
    client.works("start_app", open);
    let started = json!({ "output_path": "film.png" });
    client.works("start_recording", started);
    let typed = json!({ "text": "tiger-lily-9", "into": "Email", "secret": true });
    client.works("type_text", typed);
    let stopped = client.works("stop_recording", json!({}));
    assert_eq!(stopped.data()["frames"], 2, "{}", stopped.text());
}

#[test]
fn what_has_no_words_is_told_by_its_place_and_skills_by_whose_they_are() {
    let app = "app: Icons\nroot: main\nscreens:\n  main:\n    title: Icons\n    items:\n      - row: Named\n      - image: \"✎\"\n        go: main\n";
    let project = Project::with(&[
        super::super::kit::ALLOW_ALL,
        ("icons.app.yaml", app),
        (".retap/skills/about.yaml", crate::project::ABOUT),
    ]);
    project.write_home(".retap/skills/mine.yaml", crate::project::WRONG);
    let mut client = Client::start(&project, "--profile mirroir --device sim:icons.app.yaml");
    client.works("launch_app", json!({ "name": "Icons" }));
    let described = client.works("describe_screen", json!({}));
    let icons = described
        .text()
        .split("Unlabeled icons:\n")
        .nth(1)
        .unwrap_or_default();
    assert!(icons.starts_with("- Icon at ("), "{}", described.text());
    assert!(
        described
            .text()
            .lines()
            .last()
            .unwrap()
            .starts_with("_meta: ")
    );
    let listed = client.works("list_skills", json!({}));
    assert_eq!(listed.text(), "- about:   [local]\n- mine:   [global]");
}

#[test]
fn an_app_is_explored_without_touching_what_has_effects() {
    let app = "app: Tour
root: main
state: {sold: \"no\", quiet: off}
lists:
  guides:
    - {name: Ada}
    - {name: Bob}
screens:
  main:
    title: Tour
    items:
      - row: Rooms
        go: rooms
      - row: Quiet
        toggle: quiet
      - list: guides
        row:
          label: \"{name}\"
          id: guide
          do:
            - toast: \"{name} comes along\"
      - button: Delete tour
        do:
          - set: {sold: \"yes\"}
      - row: Help
        go: help
      - text: Come in
      - text: Look around
      - text: Mind the step
      - text: Leave by the front door
  rooms:
    title: All rooms
    back: history
    items:
      - row: Kitchen
        go: kitchen
      - text: A house has many rooms
      - text: Most of them have a door
      - text: Some have windows
      - row: Cellar
        go: cellar
  kitchen:
    title: The kitchen
    back: history
    items:
      - text: A stove
  cellar:
    title: The cellar
    back: history
    items:
      - text: A rat
  help:
    title: How it works
    back: history
    items:
      - text: \"Sold: {sold}\"
";
    let project = open_project();
    project.write("tour.app.yaml", app);
    let mut client = Client::start(&project, "--profile mirroir --device sim:tour.app.yaml");
    let explore = json!({ "action": "explore", "app_name": "Tour" });
    let explored = client.works("generate_skill", explore);
    assert_eq!(explored.data()["screens"], 5, "{}", explored.text());
    let names: Vec<&str> = explored
        .text()
        .lines()
        .filter_map(|line| line.strip_prefix("name: "))
        .collect();
    let ways = [
        "\"Tour: Rooms, Kitchen\"",
        "\"Tour: Rooms, Cellar\"",
        "\"Tour: Help\"",
    ];
    assert_eq!(names, ways);
    let alone = explored.data()["left_alone"].to_string();
    assert!(
        alone.contains("`Delete tour` was left alone (delete)"),
        "{alone}"
    );
    assert!(!explored.text().contains("Quiet"), "{}", explored.text());
    // That one of them did something is told, and the other is not touched.
    assert_eq!(
        alone.matches("changed the screen it stands on").count(),
        1,
        "{alone}"
    );
    assert!(alone.contains("Ada") && !alone.contains("Bob"), "{alone}");
    // What it wrote runs, and nothing was sold.
    for (number, skill) in explored.data()["skills"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
    {
        let file = format!("way{number}.md");
        project.write(&file, skill.as_str().unwrap());
        project
            .run(&format!("test {file} --device sim:tour.app.yaml"))
            .exits(0);
    }
    client.works("launch_app", json!({ "name": "Tour" }));
    let (x, y) = place_of(&mut client, "Help");
    client.works("tap", json!({ "x": x, "y": y }));
    place_of(&mut client, "Sold: no");
    let short = json!({ "action": "explore", "app_name": "Tour", "max_screens": 2 });
    let short = client.works("generate_skill", short);
    assert_eq!(short.data()["screens"], 2);
}
