//! Building and installing, over the real adb, with a build tool that is a real program.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::super::kit::{ALLOW_ALL, Client};
use super::{ask, block};
use crate::android::{NOTES, Phone, text};

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
    let called = client.call("build_and_install", of_project("shop")).works();
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
    let odd = json!({ "projectPath": "shop", "variant": "--offline" });
    let odd = client.call("build_app", odd);
    assert_eq!(odd.data()["error"], "`--offline` is no build variant");
}

#[test]
fn what_cannot_be_installed_on_is_named() {
    let (_phone, mut client) = phone();
    // A bare serial is enough for a phone that is connected; a page takes no apps.
    let serial = &_phone.serial;
    let screen = ask(
        &mut client,
        "get_current_screen",
        json!({ "deviceId": serial }),
    );
    assert_eq!(screen["device"]["id"], format!("android:{serial}"));
}
