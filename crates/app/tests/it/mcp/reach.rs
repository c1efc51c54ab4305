//! The devices agents may open: those their person named.

use serde_json::json;

use super::kit::{ALLOW_ALL, Client, open_project};
use crate::assert_contains;
use crate::project::Project;
use crate::site::Site;

/// Addresses that stand for a file, for code, or for a person's own browser.
const SPECIAL: [&str; 9] = [
    "web:file:///etc/passwd",
    "web: FILE:///etc/passwd",
    "web:data:text/html,<form action=http://127.0.0.1/><body onload=document.forms[0].submit()>",
    "web:javascript:fetch('http://127.0.0.1/')",
    "web:view-source:file:///etc/passwd",
    "web:chrome://version",
    "web+attach:127.0.0.1:9222",
    "sim:secret.env",
    "sim:/etc/passwd",
];

#[test]
fn devices_do_not_grow_without_bound() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings");
    // Blanks around an address make no other device of it.
    for blanks in ["", "\n", " \n\n"] {
        client.works(
            "screen",
            json!({ "device": format!("sim:settings{blanks}") }),
        );
    }
    for number in 1..32 {
        let device = format!("sim:settings?fault=lost_tap:{number}");
        client.works("screen", json!({ "device": device }));
    }
    let refused = client.call("screen", json!({ "device": "sim:mail" }));
    refused.fails("INVALID_INPUT").says("32 devices are open");
    client.works(
        "screen",
        json!({ "device": "sim:settings?fault=lost_tap:3" }),
    );
}

#[test]
fn what_stands_for_a_file_or_for_code_never_comes_from_an_agent() {
    for project in [Project::new(), open_project()] {
        project.write("secret.env", "TOKEN=tulip-9431\n");
        let mut client = Client::start(&project, "--device sim:shop");
        for device in SPECIAL {
            for tool in ["screen", "screenshot"] {
                let refused = client.call(tool, json!({ "device": device }));
                let refused = refused.fails("NOT_PERMITTED");
                assert!(!refused.0.to_string().contains("tulip"), "{}", refused.0);
            }
        }
        // The device in use stays the one that it was.
        client.works("screen", json!({}));
    }
}

#[test]
fn a_page_that_nobody_named_is_not_opened_by_looking() {
    let site = Site::page("<h1>Shop</h1>");
    let device = json!({ "device": format!("web:{}", site.url) });
    let project = Project::new();
    let mut client = Client::start(&project, "--device sim:shop");
    let refused = client.call("screen", device.clone());
    refused.fails("NOT_PERMITTED").says("you named it neither");
    assert!(site.got().is_empty(), "{:?}", site.got());

    let pattern = format!(r#"{{"devices": ["web:{}*"]}}"#, site.url);
    project.write_home(".retap/permissions.json", &pattern);
    client.works("screen", device.clone());
    project.write(ALLOW_ALL.0, r#"{"allow": ["devices"]}"#);
    Client::start(&project, "").works("screen", device.clone());
    project.write(ALLOW_ALL.0, r#"{"allow": ["tap"]}"#);
    Client::start(&project, "")
        .call("screen", device)
        .fails("NOT_PERMITTED");
}

#[test]
fn a_device_of_the_person_s_own_configuration_is_named() {
    let site = Site::page("<h1>Shop</h1>");
    let project = Project::new();
    let config = format!("[devices]\nshop = \"web:{}\"\n", site.url);
    project.write_home(".retap/config.toml", &config);
    Client::start(&project, "").works("screen", json!({ "device": "shop" }));
}

#[test]
fn a_device_that_only_the_project_names_is_not_opened_for_an_agent() {
    let site = Site::page("<h1>Shop</h1>");
    let page = format!("web:{}", site.url);
    let config =
        format!("device = \"{page}\"\n[devices]\nshop = \"{page}\"\nemulator-5554 = \"{page}\"\n");
    let project = Project::with(&[(".retap/config.toml", &config)]);
    // Her own `shop` is another one.
    project.write_home(".retap/config.toml", "[devices]\nshop = \"sim:shop\"\n");
    let names = r#"{"devices": ["emulator-*", "android:*", "shop"]}"#;
    project.write_home(".retap/permissions.json", names);
    let mut client = Client::start(&project, "");
    for device in [json!({}), json!({ "device": "emulator-5554" })] {
        let refused = client.call("screen", device).fails("NOT_PERMITTED");
        refused.says("you named it neither by `retap mcp --device`");
    }
    client.works("screen", json!({ "device": "shop" }));
    Client::start(&project, "--device shop").works("screen", json!({}));
    assert!(site.got().is_empty());
    Client::start(&project, "--device emulator-5554").works("screen", json!({}));
    let trust = format!("trust = [{:?}]\n", project.path(""));
    project.write_home(".retap/config.toml", &trust);
    Client::start(&project, "").works("screen", json!({}));
}

#[test]
fn a_skill_of_the_home_folder_runs_on_no_device_that_the_project_chose() {
    let [theirs, hers] = [(); 2].map(|()| Site::page("<label>Word <input></label>"));
    let config = format!(
        "device = \"shop\"\n[devices]\nshop = \"web:{}\"\n",
        theirs.url
    );
    let project = Project::with(&[(".retap/config.toml", &config), ALLOW_ALL]);
    let skill = "name: Log in\nvariables: [WORD]\nsteps:\n  - type: { text: \"${WORD:-tulip}\", into: Word }\n";
    project.write_home(".retap/skills/log-in.yaml", skill);
    let own = format!("device = \"web:{}\"\n", hers.url);
    project.write_home(".retap/config.toml", &own);
    let run = |device: Option<&str>| {
        let device = device.map_or(json!(null), |device| json!(device));
        Client::start(&project, "").call("run_skill", json!({ "name": "Log in", "device": device }))
    };
    let told = "the device in use was chosen by the project";
    for device in [None, Some("shop")] {
        run(device).fails("NOT_PERMITTED").says(told);
    }
    let address = format!("web:{}", hers.url);
    let passed = run(Some(&address));
    assert_contains(passed.0.to_string(), "passed");
}

#[test]
fn a_project_does_not_choose_files_or_code_as_a_device() {
    for device in [
        "web:file:///etc/passwd",
        "sim:/etc/passwd",
        "web+attach:127.0.0.1:9222",
    ] {
        let configured = Project::with(&[
            (".retap/config.toml", &format!("device = \"{device}\"\n")),
            (
                "look.yaml",
                "name: Look\nsteps:\n  - assert_visible: root\n",
            ),
        ]);
        let refused = configured.run("test look.yaml").exits(2);
        assert_contains(
            &refused.text,
            "may only be named in the file of your home folder",
        );
        let skill = format!("name: Look\ndevice: \"{device}\"\nsteps:\n  - assert_visible: root\n");
        let project = Project::with(&[("look.yaml", &skill)]);
        let refused = project.run("test look.yaml").exits(2);
        assert_contains(&refused.text, "which a project must not choose");
    }
}

#[test]
fn a_skill_does_not_open_files_or_code() {
    let site = Site::page("<h1>Shop</h1>");
    for url in [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,<h1>Shop</h1>",
    ] {
        let skill =
            format!("name: Open\nsteps:\n  - open_url: \"{url}\"\n  - assert_visible: Shop\n");
        let project = Project::with(&[("open.yaml", &skill)]);
        let line = format!("test open.yaml --device web:{}", site.url);
        let refused = project.run(&line).exits(1);
        assert_contains(&refused.text, "stands for a file or for code");
    }
    let skill = "name: Open\nsteps:\n  - open_url: \"data:text/html,<h1>Shop</h1>\"\n  - assert_visible: Shop\n";
    let project = Project::with(&[("open.yaml", skill)]);
    project.write_home(".retap/permissions.json", r#"{"openSchemes": ["data"]}"#);
    let opened = project.run(&format!("test open.yaml --device web:{}", site.url));
    assert!(!opened.text.contains("stands for"), "{}", opened.text);
}

#[test]
fn where_opening_is_denied_no_device_begins_with_a_page() {
    let site = Site::page("<h1>Hello</h1>");
    let (device, before) = (format!("web:{}", site.url), site.got().len());
    let project = Project::new();
    let allowed = json!({ "allow": ["*"], "deny": ["open"] });
    project.write_home(".retap/permissions.json", &allowed.to_string());
    let mut client = Client::start(&project, "--device sim:shop --profile full");
    for (tool, arguments) in [
        ("screen", json!({ "device": device })),
        ("wait_for", json!({ "device": device, "text": "Hello" })),
        ("switch_target", json!({ "target": device })),
    ] {
        let refused = client.call(tool, arguments).fails("NOT_PERMITTED");
        refused.says("`deny` has the ability `open`");
    }
    assert_eq!(site.got().len(), before);
    client.works("screen", json!({ "device": "sim:shop" }));
    // What the project names as the usual one is no exception.
    project.write(".retap/config.toml", &format!("device = \"{device}\"\n"));
    let refused = Client::start(&project, "")
        .call("screen", json!({}))
        .fails("NOT_PERMITTED");
    refused.says("it begins with a page");
    assert_eq!(site.got().len(), before);
    // What the person named is theirs to open, by whatever name.
    Client::start(&project, &format!("--device {device}")).works("screen", json!({}));
    let own = format!("[devices]\ndesk = \"{device}\"\n");
    project.write_home(".retap/config.toml", &own);
    Client::start(&project, "").works("screen", json!({ "device": "desk" }));
}

#[test]
fn a_skill_runs_on_the_device_it_names_or_not_at_all() {
    let site = Site::page("<h1>Settings</h1>");
    let skill = |device: &str| {
        format!(
            "name: About\ndevice: {device}\nsteps:\n  - launch: Settings\n  - assert_visible: General\n"
        )
    };
    let page = format!("web:{}", site.url);
    let project = Project::with(&[
        (".retap/skills/phone.yaml", &skill("sim:settings")),
        (".retap/skills/page.yaml", &skill(&page)),
    ]);
    project.write_home(
        ".retap/permissions.json",
        r#"{"allow": ["run_skill", "skill_*", "open"]}"#,
    );
    let mut client = Client::start(&project, "--device sim:shop");
    client.works("screen", json!({})).says("Shop");
    client.works("run_skill", json!({ "name": "phone" }));
    let refused = client.call("run_skill", json!({ "name": "page" }));
    refused.fails("NOT_PERMITTED").says("is not opened");
    assert!(site.got().is_empty(), "{:?}", site.got());
    let other = json!({ "name": "phone", "device": "sim:shop" });
    assert!(client.call("run_skill", other).is_error());
}
