//! A login that is kept once and used again.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use crate::missing_tool::skip_without;
use crate::project::Project;
use crate::site::{Answer, Got, Site};

/// A site that knows who comes by a cookie, and greets by what it stored itself before its first script.
const HOME: &str =
    "<!doctype html><title>Shop</title><script>const name = localStorage.getItem('name')</script>
<h1>Welcome</h1><p id=p></p><script>p.textContent = 'Hello ' + name</script>";

const LOGIN: &str = "<!doctype html><title>Shop</title><h1>Sign in</h1>
<form method=post action=/login><label>Name <input name=name></label><button>Log in</button></form>
<script>document.querySelector('form').onsubmit = () => localStorage.setItem('name', document.querySelector('input').value)</script>";

fn shop() -> Site {
    Site::serve(|got: &Got| match got.line.as_str() {
        "POST /login" => Answer::status("303 See Other")
            .with("Location: /")
            .with("Set-Cookie: sid=s3cret-sid; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400"),
        _ if got.headers.contains("sid=s3cret-sid") => Answer::page(HOME),
        _ => Answer::page(LOGIN),
    })
}

fn skills(site: &Site) -> Project {
    let login = "name: Sign in\nsteps:\n  - open_url: SITE\n  - type: { text: Ada, into: Name }\n  - tap: Log in\n  - assert_visible: Hello Ada\n";
    let home = "name: Home\nsteps:\n  - open_url: SITE\n  - assert_visible: Hello Ada\n";
    Project::with(&[
        ("login.yaml", &login.replace("SITE", &site.url)),
        ("home.yaml", &home.replace("SITE", &site.url)),
    ])
}

#[test]
fn a_login_is_kept_in_a_private_file_and_used_by_every_device_that_is_given_it() {
    let site = shop();
    let project = skills(&site);
    let without = project.run("test home.yaml --device web: --timeout 2");
    without.exits(1);
    project.passes("test login.yaml --device web: --save-storage state.json");
    let mode = std::fs::metadata(project.path("state.json")).unwrap();
    assert_eq!(mode.permissions().mode() & 0o777, 0o600);
    let state: serde_json::Value = serde_json::from_str(&project.read("state.json")).unwrap();
    assert_eq!(state["cookies"][0]["name"], "sid");
    assert_eq!(state["cookies"][0]["httpOnly"], true);
    let origin = site.url.trim_end_matches('/');
    assert_eq!(state["origins"][0]["origin"], origin);
    assert_eq!(state["origins"][0]["localStorage"][0]["value"], "Ada");
    project.passes("test home.yaml home.yaml --device web: --device web: --storage state.json");
    project.write(".retap/config.toml", "[web]\nstorage = \"state.json\"\n");
    project.passes("test home.yaml --device web:");
    project
        .passes(&format!("screen --device web:{}", site.url))
        .says("Hello Ada");
    for (file, bytes) in project.files() {
        let has_secret = bytes.windows(10).any(|part| part == b"s3cret-sid");
        assert!(
            !has_secret || file.ends_with("state.json"),
            "{}",
            file.display()
        );
    }
}

#[test]
fn a_file_that_cannot_be_used_or_written_is_said_so_and_nothing_is_lost() {
    let site = shop();
    let project = skills(&site);
    project.write(
        "state.json",
        "{\"cookies\": [{\"name\": \"a\"}], \"origins\": []}",
    );
    project
        .run("test home.yaml --device web: --storage state.json")
        .exits(2)
        .says("state.json: missing field `value`");
    project
        .run("test home.yaml --device web: --storage nowhere.json")
        .exits(2);
    project
        .run("test home.yaml --device web: --timeout 2 --save-storage state.json")
        .exits(1)
        .says("`state.json` was not written: the run did not pass");
    assert!(project.read("state.json").contains("\"name\": \"a\""));
    project
        .run("test home.yaml --device web+attach:127.0.0.1:1 --storage state.json")
        .exits(2)
        .says("has the cookies of its person");
    project
        .run("test home.yaml login.yaml --device web: --save-storage state.json")
        .exits(2);
    project
        .run("test home.yaml --device web: --save-storage home.yaml")
        .exits(2);
    project
        .run("test home.yaml --device sim: --save-storage state.json")
        .exits(2);
}

/// Runs the real Playwright on a site with a file; returns whether it is installed.
fn playwright(project: &Project, site: &Site, what: &str) -> bool {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let module = here.join("../../.tools/playwright/node_modules/playwright-core");
    let browser = Path::new("/usr/lib/chromium/chromium-headless-shell");
    if !module.exists() || !browser.exists() {
        skip_without("Playwright or its browser");
        return false;
    }
    let mut command = Command::new("node");
    command.arg(here.join("tests/clients/playwright_storage.js"));
    command.arg(module).arg(browser);
    command.args([&site.url, "theirs.json", what]);
    project.place(&mut command);
    let output = command.output().unwrap();
    let talk = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what}: {talk}");
    true
}

#[test]
fn files_are_exchanged_with_playwright_in_both_directions() {
    let site = shop();
    let project = skills(&site);
    if !playwright(&project, &site, "write") {
        return;
    }
    project.passes("test home.yaml --device web: --storage theirs.json");
    project.passes("test login.yaml --device web: --save-storage theirs.json");
    playwright(&project, &site, "read");
}
