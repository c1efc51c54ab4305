//! Building and installing, over the real adb, with a build tool that is a real program.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::super::kit::{ALLOW_ALL, Client};
use super::{ask, block};
use crate::android::{NOTES, Phone, text};
use crate::project::Project;

/// A build tool that does what it is asked and leaves a package where Gradle does.
const GRADLEW: &str = "#!/bin/sh
echo \"ran $*\" > ran.txt
mkdir -p app/build/outputs/apk/debug
cp notes.txt app/build/outputs/apk/debug/app-debug.apk
echo BUILD SUCCESSFUL
";

fn phone() -> (Phone, Client) {
    let files = [
        ALLOW_ALL,
        ("notes.apk", NOTES),
        ("shop/notes.txt", NOTES),
        ("broken/app/build.gradle", ""),
    ];
    let phone = Phone::start("settings", &files);
    phone.project.write_script("shop/gradlew", GRADLEW);
    let failing = "#!/bin/sh\necho 'error: cannot find symbol' >&2\nexit 1\n";
    phone.project.write_script("broken/gradlew", failing);
    let line = format!("--profile mobile-debug --device android:{}", phone.serial);
    let client = Client::start(&phone.project, &line);
    (phone, client)
}

fn has_notes(phone: &Phone) -> bool {
    text(&phone.adb_here(&["shell", "pm list packages"])).contains("org.example.notes")
}

fn of_project(path: &str) -> Value {
    json!({ "platform": "android", "projectType": "native", "projectPath": path })
}

#[test]
fn a_package_is_installed_and_one_that_is_none_says_why_not() {
    let (phone, mut client) = phone();
    assert!(!has_notes(&phone));
    let app = json!({ "platform": "android", "projectType": "native", "appPath": "notes.apk" });
    let installed = ask(&mut client, "install_app", app);
    assert_eq!(installed["installed"], true, "{installed}");
    assert_eq!(installed["output"], "Success");
    assert_eq!(installed["device"]["platform"], "android");
    assert!(has_notes(&phone));
    phone.project.write("bad.apk", "nothing");
    let app = json!({ "platform": "android", "projectType": "native", "appPath": "bad.apk" });
    let refused = client.call("install_app", app);
    assert!(refused.is_error());
    let refused = block(&refused);
    assert_eq!(refused["installed"], false);
    let error = refused["error"].as_str().unwrap();
    assert!(error.contains("INSTALL_PARSE_FAILED"), "{error}");
    let app = json!({ "platform": "ios", "projectType": "native", "appPath": "x.ipa" });
    client
        .call("install_app", app)
        .fails("PLATFORM_NOT_SUPPORTED");
    let app = json!({ "platform": "android", "projectType": "native", "appPath": "no.apk" });
    client.call("install_app", app).fails("INVALID_INPUT");
}

#[test]
fn a_project_is_built_by_its_own_tool_and_told_event_by_event() {
    let (phone, mut client) = phone();
    let built = ask(&mut client, "build_app", of_project("shop"));
    let path = built["artifactPath"].as_str().unwrap();
    assert!(
        path.ends_with("app/build/outputs/apk/debug/app-debug.apk"),
        "{path}"
    );
    assert_eq!(fs::read_to_string(Path::new(path)).unwrap(), NOTES);
    assert_eq!(phone.project.read("shop/ran.txt"), "ran assembleDebug\n");
    let called = client.works("build_and_install", of_project("shop"));
    let blocks = called.0["content"].as_array().unwrap();
    assert_eq!(blocks.len(), 2);
    let told: Vec<(String, String)> = blocks[0]["text"]
        .as_str()
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|event| {
            let word = |key: &str| event[key].as_str().unwrap().to_owned();
            (word("type"), word("status"))
        })
        .collect();
    let order = [
        ("build", "started"),
        ("build", "finished"),
        ("install", "started"),
        ("install", "finished"),
    ];
    assert_eq!(told, order.map(|(a, b)| (a.to_owned(), b.to_owned())));
    let result: Value = serde_json::from_str(blocks[1]["text"].as_str().unwrap()).unwrap();
    assert_eq!(result["success"], true);
    assert!(result["artifactPath"].as_str().unwrap().ends_with(".apk"));
    assert!(has_notes(&phone));
}

#[test]
fn a_build_that_fails_says_what_its_tool_said_and_installs_nothing() {
    let (phone, mut client) = phone();
    let failed = client.call("build_and_install", of_project("broken"));
    assert!(failed.is_error());
    assert_eq!(failed.data()["success"], false);
    let error = failed.data()["error"].as_str().unwrap();
    assert!(error.contains("cannot find symbol"), "{error}");
    let last = failed.data()["events"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["type"], &last["status"]),
        (&json!("build"), &json!("failed"))
    );
    assert!(!has_notes(&phone));
    let none = client.call("build_app", of_project("broken/app"));
    let error = none.data()["error"].as_str().unwrap().to_owned();
    assert!(error.contains("gradlew"), "{error}");
    let mut odd = of_project("shop");
    odd["variant"] = json!("--offline");
    let odd = client.call("build_app", odd);
    assert_eq!(odd.data()["error"], "`--offline` is no build variant");
}

#[test]
fn a_phone_goes_by_its_bare_serial_and_not_for_another_platform() {
    let (phone, mut client) = phone();
    let serial = &phone.serial;
    let screen = ask(
        &mut client,
        "get_current_screen",
        json!({ "deviceId": serial }),
    );
    assert_eq!(screen["device"]["id"], format!("android:{serial}"));
    client
        .call("get_ui_tree", json!({ "platform": "ios" }))
        .fails("PLATFORM_NOT_SUPPORTED");
}

/// Asks the server for nothing until something is so; every answer takes its time.
fn until(client: &mut Client, is_so: impl Fn() -> bool) {
    for _ in 0..20_000 {
        if is_so() {
            return;
        }
        client.request("ping", json!({}));
    }
    panic!("it never was so");
}

#[test]
fn a_build_that_is_cancelled_ends_with_all_it_started() {
    let project = Project::with(&[ALLOW_ALL]);
    project.write_script(
        "slow/gradlew",
        "#!/bin/sh\nsleep 600 &\necho $! > pid.txt\nwait\n",
    );
    let mut client = Client::start(&project, "--profile mobile-debug");
    let params = json!({ "name": "build_app", "arguments": of_project("slow") });
    let id = client.ask("tools/call", params);
    let file = project.path("slow/pid.txt");
    until(&mut client, || {
        fs::read_to_string(&file).is_ok_and(|text| text.ends_with('\n'))
    });
    let pid = project.read("slow/pid.txt");
    let process = Path::new("/proc").join(pid.trim());
    assert!(process.exists());
    client.notify("notifications/cancelled", json!({ "requestId": id }));
    until(&mut client, || !process.exists());
}

/// A package of `org.example.bank` with nothing in it that could run.
const BANK: &[u8] = include_bytes!("bank.apk");

/// Row 44.
#[test]
fn a_blocked_app_is_not_installed_over_nor_what_nobody_can_tell() {
    let policy = r#"{"allow": ["*"], "blockedApps": ["Bank"]}"#;
    let files = [
        ("../home/.retap/permissions.json", policy),
        ("notes.apk", NOTES),
    ];
    let phone = Phone::start("settings", &files);
    fs::write(phone.project.path("bank.apk"), BANK).unwrap();
    let line = format!("--profile mobile-debug --device android:{}", phone.serial);
    let mut client = Client::start(&phone.project, &line);
    let install = |client: &mut Client, file: &str| {
        let app = json!({ "platform": "android", "projectType": "native", "appPath": file });
        let called = client.call("install_app", app);
        assert!(called.is_error(), "{}", called.0);
        called.data()["error"].as_str().unwrap().to_owned()
    };
    let named = "`blockedApps` names `org.example.bank`";
    assert!(install(&mut client, "bank.apk").contains(named));
    let by_person = format!("install bank.apk --device android:{}", phone.serial);
    let by_person = phone.project.run(&by_person);
    assert!(
        by_person.code() != 0 && by_person.text.contains(named),
        "{}",
        by_person.text
    );
    let unknown = install(&mut client, "notes.apk");
    assert!(unknown.contains("cannot be told"), "{unknown}");
    assert!(!has_notes(&phone));
    // Another app reaches the phone, which says itself what it thinks of it.
    let other = r#"{"allow": ["*"], "blockedApps": ["Mail"]}"#;
    phone
        .project
        .write("../home/.retap/permissions.json", other);
    let refused = install(&mut client, "bank.apk");
    assert!(refused.contains("INSTALL_"), "{refused}");
}
