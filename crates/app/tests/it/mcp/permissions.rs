//! Fail-closed: what is not allowed is neither listed nor done, on every path.

use serde_json::json;

use super::full::names::LOOKS;
use super::kit::Client;
use crate::android::{NOTES, Phone, text};
use crate::assert_contains;
use crate::project::Project;
use crate::site::{Answer, Got, Site};

const LOOKING: [&str; 8] = [
    "list_devices",
    "screen",
    "screenshot",
    "wait_for",
    "wait_for_change",
    "expect",
    "list_skills",
    "get_skill",
];

#[test]
fn without_a_permission_file_only_looking_is_listed_and_possible() {
    let project = Project::new();
    let mut client = Client::start(&project, "--device sim:shop");
    assert_eq!(client.tools(), LOOKING);
    let hidden = client
        .call("tap", json!({ "text": "Shop" }))
        .fails("NOT_PERMITTED");
    hidden.says("that takes `{\"allow\": [\"act\"]}` there");
    let screen = client.works("screen", json!({}));
    assert_eq!(screen.text(), "home screen · rev 1\n1 button Shop");
}

#[test]
fn a_broken_file_allows_nothing() {
    let project = Project::with(&[("../home/.retap/permissions.json", "{\"allow\": [\"*\"")]);
    let mut client = Client::start(&project, "--device sim:shop");
    assert_eq!(client.tools(), Vec::<String>::new());
    for (tool, arguments) in [("open", json!({ "app": "Shop" })), ("screen", json!({}))] {
        client
            .call(tool, arguments)
            .fails("NOT_PERMITTED")
            .says("is broken");
    }
    // Nobody knows which apps are blocked, so the command line touches nothing either.
    let tapped = project.run("tap Shop --device sim:shop");
    assert_eq!(tapped.code(), 2, "{}", tapped.text);
    assert_contains(&tapped.text, "permissions.json` is broken");
}

#[test]
fn deny_beats_allow_and_the_list_says_so() {
    let file = r#"{"allow": ["*"], "deny": ["Swipe", "screenshot"]}"#;
    let project = Project::with(&[("../home/.retap/permissions.json", file)]);
    let mut client = Client::start(&project, "--device sim:shop");
    let tools = client.tools();
    assert!(tools.contains(&"tap".to_owned()));
    assert!(!tools.contains(&"swipe".to_owned()));
    client
        .call("swipe", json!({ "direction": "up" }))
        .fails("NOT_PERMITTED");
    client.call("screenshot", json!({})).fails("NOT_PERMITTED");
    let shown = project.run("permissions").exits(0);
    let line = "home/.retap/permissions.json:1`:";
    assert_contains(&shown.text, &format!("{line} `deny` names `screenshot`"));
    assert_contains(&shown.text, &format!("{line} `allow` names `*`"));
}

#[test]
fn a_project_s_file_can_only_take_away() {
    let project = Project::with(&[(".retap/permissions.json", r#"{"allow": ["*"]}"#)]);
    let tools = || Client::start(&project, "--device sim:shop").tools();
    let has = |tools: &[String], name: &str| tools.iter().any(|tool| tool == name);
    assert_eq!(tools(), LOOKING);
    let shown = project.passes("permissions").text;
    assert_contains(&shown, "a project cannot allow");
    assert_contains(&shown, "allowed of it: list_skills, get_skill");
    let explained = project.passes("permissions --explain skills").text;
    assert_contains(&explained, "where it does `list_skills`:\n  allowed");
    project.write_home(".retap/permissions.json", r#"{"allow": ["tap", "swipe"]}"#);
    assert!(has(&tools(), "tap") && !has(&tools(), "type_text"));
    project.write(
        ".retap/permissions.json",
        r#"{"allow": ["tap"], "deny": ["screenshot"]}"#,
    );
    let both = tools();
    assert!(has(&both, "tap") && !has(&both, "swipe") && !has(&both, "screenshot"));
}

#[test]
fn the_file_of_a_project_that_its_person_trusts_counts_whole() {
    let project = Project::with(&[(".retap/permissions.json", r#"{"allow": ["tap"]}"#)]);
    for folder in ["../project", "~/../project"] {
        project.write_home(".retap/config.toml", &format!("trust = [\"{folder}\"]\n"));
        let tools = Client::start(&project, "--device sim:shop").tools();
        assert!(
            tools.iter().any(|tool| tool == "tap"),
            "{folder}: {tools:?}"
        );
    }
    let stranger = Project::with(&[(".retap/config.toml", "trust = [\".\"]\n")]);
    let refused = stranger.run("list").exits(2);
    assert_contains(
        &refused.text,
        ".retap/config.toml:1:1: `trust` may only stand in the file of your home folder",
    );
}

#[test]
fn a_permission_file_of_any_wrong_shape_allows_nothing() {
    let huge = format!("{{\"allow\": [\"*\"]}}{}", " ".repeat(2 << 20));
    for text in [
        r#"[["*"]]"#,
        "[]",
        r#"[["*"], [], [], [], [], []]"#,
        "null",
        "",
        &huge,
    ] {
        let project = Project::with(&[("../home/.retap/permissions.json", text)]);
        closes_everything(&project);
    }
    let folder = Project::new();
    std::fs::create_dir_all(folder.path("../home/.retap/permissions.json")).unwrap();
    closes_everything(&folder);
    let dangling = Project::with(&[("../home/.retap/config.toml", "")]);
    let link = dangling.path("../home/.retap/permissions.json");
    std::os::unix::fs::symlink("nowhere.json", link).unwrap();
    closes_everything(&dangling);

    let folder = Project::with(&[("../home/note.txt", "")]);
    std::os::unix::fs::symlink("/nowhere", folder.path("../home/.retap")).unwrap();
    closes_everything(&folder);
}

fn closes_everything(project: &Project) {
    let mut client = Client::start(project, "--device sim:shop");
    assert_eq!(client.tools(), Vec::<String>::new());
    client
        .call("tap", json!({ "text": "Log In" }))
        .fails("NOT_PERMITTED");
    let shown = project.passes("permissions").text;
    assert_contains(&shown, "is broken");
    let touched = project.run("tap Settings --device sim:");
    assert!(
        touched.code() != 0 && touched.text.contains("is broken"),
        "{}",
        touched.text
    );
}

#[test]
fn blocked_apps_and_skipped_elements_hold_for_tools_skills_and_commands() {
    let file = r#"{"allow": ["*"], "blockedApps": ["mail"], "skipElements": ["forgot"]}"#;
    let skill = "name: Peek\nsteps:\n  - launch: Mail\n";
    let project = Project::with(&[
        ("../home/.retap/permissions.json", file),
        (".retap/skills/peek.yaml", skill),
    ]);
    let mut client = Client::start(&project, "--device sim:");
    let opened = client.call("open", json!({ "app": "Mail" }));
    assert!(opened.is_error());
    opened.says("`blockedApps` names `Mail`");
    let icon = client.call("tap", json!({ "text": "Mail" }));
    assert!(icon.is_error(), "{}", icon.0);
    let ran = client.call("run_skill", json!({ "name": "peek" }));
    ran.says("`blockedApps` names `Mail`");
    let tested = project.run("test peek --device sim:").exits(1);
    assert_contains(&tested.text, "`blockedApps` names `Mail`");
    client.works("open", json!({ "app": "Shop" }));
    let skipped = client.call("tap", json!({ "text": "Forgot Password" }));
    skipped.says("skipElements");
}

#[test]
fn blocked_apps_hold_for_commands_that_need_no_configuration() {
    let file = r#"{"blockedApps": ["Shop", "Settings"]}"#;
    let project = Project::with(&[("../home/.retap/permissions.json", file)]);
    for line in [
        "sim screenshot shop -o shop.png",
        "sim serve settings",
        "demo --out demo",
        "screen --device sim:shop?open=products",
    ] {
        let ran = project.run(line);
        let is_refused = ran.code() != 0 && ran.text.contains("`blockedApps` names");
        // Looking at what is in front touches nothing.
        assert_eq!(
            is_refused,
            !line.starts_with("screen"),
            "{line}: {}",
            ran.text
        );
    }
    assert!(!project.path("shop.png").exists());
}

#[test]
fn a_skipped_element_is_touched_by_no_way_of_naming_it() {
    let file = r#"{"allow": ["*"], "skipElements": ["forgot"]}"#;
    let project = Project::with(&[("../home/.retap/permissions.json", file)]);
    let mut client = Client::start(&project, "--device sim:shop --profile full");
    client.works("launch_app", json!({ "name": "Shop" }));
    let outline = client.works("screen", json!({ "all": true }));
    let line = outline.text().lines().find(|line| line.contains("Forgot"));
    let number: u64 = line.unwrap().split(' ').next().unwrap().parse().unwrap();
    let found = client.call("find_element", json!({ "query": "Forgot Password" }));
    let element = &found.data()["element"];
    let tap = &element["tapCoordinates"];
    for (tool, arguments) in [
        ("tap", json!({ "element": number })),
        ("tap", json!({ "text": "Forgot Password" })),
        ("tap", json!({ "x": tap["x"], "y": tap["y"] })),
        ("tap_element", json!({ "elementId": element["elementId"] })),
        ("long_press", json!({ "x": tap["x"], "y": tap["y"] })),
        ("double_tap", json!({ "x": tap["x"], "y": tap["y"] })),
    ] {
        let refused = client.call(tool, arguments.clone());
        assert!(refused.is_error(), "{tool} {arguments}: {}", refused.0);
    }
    let page = client.works("screen", json!({}));
    assert_eq!(page.data()["page"], "login", "{}", page.0);
}

#[test]
fn the_full_profile_without_a_file_has_the_tools_of_the_reference_that_look() {
    let project = Project::new();
    let mut client = Client::start(&project, "--profile full --device sim:shop");
    let tools = client.tools();
    for name in LOOKS {
        assert!(tools.contains(&name.to_owned()), "{name}");
    }
    for name in [
        "tap",
        "launch_app",
        "record_step",
        "start_app",
        "reset_app_data",
        "run_skill",
    ] {
        assert!(!tools.contains(&name.to_owned()), "{name}");
        client.call(name, json!({})).fails("NOT_PERMITTED");
    }
}

/// Row 44: the same wall for every tool that opens, stops or erases an app, by its name or its identifier.
#[test]
fn a_blocked_app_is_reached_by_no_tool() {
    let file = r#"{"allow": ["*"], "blockedApps": ["Mail"]}"#;
    let project = Project::with(&[("../home/.retap/permissions.json", file)]);
    let mut client = Client::start(&project, "--device sim: --profile full");
    let screen = client.works("get_current_screen", json!({}));
    for name in ["Mail", "dev.retap.mail"] {
        let app = json!({ "platform": "android", "appId": name });
        for (tool, arguments) in [
            ("open", json!({ "app": name })),
            ("open", json!({ "app": name, "fresh": true })),
            ("launch_app", json!({ "name": name })),
            ("reset_app", json!({ "name": name })),
            (
                "measure",
                json!({ "action": format!("launch:{name}"), "until": "Inbox" }),
            ),
            (
                "generate_skill",
                json!({ "action": "start", "app_name": name }),
            ),
            (
                "generate_skill",
                json!({ "action": "explore", "app_name": name }),
            ),
            ("start_app", app.clone()),
            ("restart_app", app.clone()),
            ("terminate_app", app.clone()),
            ("reset_app_data", app.clone()),
        ] {
            let refused = client.call(tool, arguments);
            assert!(refused.is_error(), "{tool} {name}: {}", refused.0);
            let said = refused.0.to_string();
            assert!(
                said.contains("`blockedApps` names"),
                "{tool} {name}: {said}"
            );
        }
    }
    let after = client.works("get_current_screen", json!({}));
    assert_eq!(after.data()["package"], screen.data()["package"]);
}

/// Row 44: a link says nothing of the app that opens it, so the device is asked.
#[test]
fn a_blocked_app_is_reached_by_no_link() {
    let file = r#"{"allow": ["*"], "blockedApps": ["dev.retap.mail"]}"#;
    let link = |url: &str| format!("name: Link\nsteps:\n  - open_url: {url}\n");
    let project = Project::with(&[
        ("../home/.retap/permissions.json", file),
        (
            ".retap/skills/host.yaml",
            &link("https://mail.example/inbox"),
        ),
        (".retap/skills/scheme.yaml", &link("app://Mail/compose")),
        (".retap/skills/about.yaml", &link("app://settings/about")),
    ]);
    let mut client = Client::start(&project, "--device sim: --profile full");
    let said = "`blockedApps` names `Mail`, which may open it";
    for url in ["https://mail.example/inbox", "app://Mail/compose"] {
        for tool in ["open", "open_url"] {
            let refused = client.call(tool, json!({ "url": url }));
            assert!(refused.is_error(), "{tool} {url}: {}", refused.0);
            assert!(refused.0.to_string().contains(said), "{}", refused.0);
        }
    }
    for skill in ["host", "scheme"] {
        let ran = client.call("run_skill", json!({ "name": skill }));
        ran.says(said);
        let line = format!("test {skill} --device sim:");
        let tested = project.run(&line).exits(1);
        assert_contains(&tested.text, said);
        let line = format!("compile {skill} --device sim:");
        assert_ne!(project.run(&line).code(), 0);
    }
    let home = client.works("screen", json!({}));
    assert!(home.text().starts_with("home screen"), "{}", home.text());
    // What leads elsewhere is opened.
    project.run("test about --device sim:").exits(0);
    client.works("open", json!({ "url": "app://settings/about" }));
    // What no app opens is refused by the phone itself.
    let nobody = client.call("open", json!({ "url": "https://nobody.example/" }));
    assert!(
        nobody.text().contains("no app opens addresses"),
        "{}",
        nobody.0
    );
}

/// Row 44, on a phone over the real adb.
#[test]
fn a_phone_is_asked_who_would_open_a_link() {
    let file = r#"{"allow": ["*"], "blockedApps": ["Mail"]}"#;
    let link = "name: Link\nsteps:\n  - open_url: https://mail.example/inbox\n";
    let files = [
        ("../home/.retap/permissions.json", file),
        (".retap/skills/link.yaml", link),
    ];
    let phone = Phone::start("settings,mail", &files);
    let address = format!("android:{}", phone.serial);
    let tested = phone
        .project
        .run(&format!("test link --device {address}"))
        .exits(1);
    let said = "`blockedApps` names `dev.retap.mail`, which may open it";
    assert_contains(&tested.text, said);
    let mut client = Client::start(&phone.project, &format!("--device {address}"));
    let refused = client.call("open", json!({ "url": "https://mail.example/" }));
    assert!(refused.0.to_string().contains(said), "{}", refused.0);
    let touches = text(&phone.adb_here(&["shell", "retap-touches"]));
    assert!(!touches.contains("mail"), "{touches}");
    client.works("open", json!({ "url": "app://settings/about" }));
}

/// Row 44: an app that goes by several words of its package is the same app by each of them.
#[test]
fn a_blocked_app_of_a_phone_is_reached_by_none_of_its_names() {
    let file = r#"{"allow": ["*"], "blockedApps": ["Notes"]}"#;
    let files = [
        ("../home/.retap/permissions.json", file),
        ("notes.app.yaml", NOTES),
    ];
    let phone = Phone::start("notes.app.yaml", &files);
    let line = format!("--device android:{} --profile full", phone.serial);
    let mut client = Client::start(&phone.project, &line);
    for name in ["Notes", "org.example.notes", "Example"] {
        for tool in ["launch_app", "reset_app"] {
            let refused = client.call(tool, json!({ "name": name }));
            let said = refused.0.to_string();
            assert!(
                refused.is_error() && said.contains("`blockedApps` names"),
                "{tool} {name}: {said}"
            );
        }
    }
}

/// Row 44: an app of a browser is a site.
#[test]
fn a_blocked_site_is_reached_by_no_address() {
    let shop = Site::serve(|got: &Got| Answer::page(format!("<h1>{}</h1>", got.line)));
    let bank = Site::page("<h1>Money</h1>");
    let blocked = bank
        .url
        .strip_prefix("http://")
        .unwrap()
        .trim_end_matches('/');
    let file = json!({ "allow": ["*"], "blockedApps": [blocked] }).to_string();
    let project = Project::with(&[("../home/.retap/permissions.json", &file)]);
    let line = format!("--device web:{} --profile full", shop.url);
    let mut client = Client::start(&project, &line);
    client.works("screen", json!({}));
    let user = bank.url.replace("http://", "HTTP://me@");
    let addresses = [bank.url.as_str(), blocked, &user];
    for address in addresses {
        for (tool, arguments) in [
            ("open", json!({ "url": address })),
            ("open_url", json!({ "url": address })),
            ("open", json!({ "app": address })),
            ("launch_app", json!({ "name": address })),
            (
                "start_app",
                json!({ "platform": "android", "appId": address }),
            ),
            ("reset_app", json!({ "name": address })),
        ] {
            let refused = client.call(tool, arguments);
            let said = refused.0.to_string();
            assert!(
                refused.is_error() && said.contains("`blockedApps` names"),
                "{tool} {address}: {said}"
            );
        }
    }
    for odd in ["javascript:location='x'", "view-source:http://127.1/"] {
        let refused = client.call("open", json!({ "url": odd }));
        let said = refused.0.to_string();
        assert!(
            said.contains("stands for a file or for code"),
            "{odd}: {said}"
        );
    }
    // Nor does a device begin there.
    let looked = project.run(&format!("screen --device web:{}", bank.url));
    assert_eq!(looked.code(), 2, "{}", looked.text);
    assert_contains(&looked.text, "`blockedApps` names");
    assert!(bank.got().is_empty(), "{:?}", bank.got());
    let mugs = format!("{}mugs", shop.url);
    client.works("open", json!({ "url": mugs }));
}

/// A question that comes up at the start, and a project that wants it answered by what its person forbids.
const ASKING: &str = "app: Notes
root: main
screens:
  main: {title: Notes, items: [{row: Milk, id: milk, go: milk}]}
  milk: {title: Milk details, back: main, items: [{text: Two litres, id: litres}]}
popups:
  account: {title: Account, trigger: 'on_enter:main', delay: 0, buttons: [{label: Delete account, id: del}, {label: Keep, id: keep}]}
";

#[test]
fn what_a_project_wants_touched_in_its_way_is_not_touched_where_the_person_forbids_it() {
    let skill = "name: S\nobstacles:\n  - {when: Account, tap: Delete account}\nsteps:\n  - launch: Notes\n  - tap: Milk\n";
    let project = Project::with(&[("notes.app.yaml", ASKING), ("s.yaml", skill)]);
    let line = "test s.yaml --timeout 2 --device sim:notes.app.yaml";
    let closed = "closed `Account` by touching `Delete account`";
    assert_contains(&project.passes(line).text, closed);
    project.write_home(".retap/permissions.json", r#"{"skipElements": ["Delete"]}"#);
    let refused = project.run(line).exits(1);
    assert!(!refused.text.contains(closed), "{}", refused.text);
    assert_contains(&refused.text, "`Account` is in front");
}
