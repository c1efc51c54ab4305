//! The surroundings a page is told of: a phone, a language, a time zone, what it may do; and windows.

use std::path::Path;
use std::process::{Command, Stdio};

use super::project_on;
use crate::missing_tool::skip_without;
use crate::project::Project;
use crate::served::Served;
use crate::site::Site;

const PAGE: &str = "<meta name=viewport content='width=device-width'><title>Here</title><p id=p>-</p><p id=q>-</p><script>
p.textContent = [navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, innerWidth, navigator.maxTouchPoints > 0 ? 'fingers' : 'mouse',
  /Mobile/.test(navigator.userAgent) ? 'phone' : 'desk'].join(' ');
navigator.permissions.query({name: 'geolocation'}).then((answer) => q.textContent = 'place: ' + answer.state);
</script>";

#[test]
fn the_configuration_says_what_a_page_is_told() {
    let site = Site::page(PAGE);
    let config = "[web]\nlocale = \"ja-JP\"\ntimezone = \"Asia/Tokyo\"\nmobile = true\npermissions = [\"geolocation\"]\n";
    let project = Project::with(&[(".retap/config.toml", config)]);
    let skill = "name: Here\nsteps:\n  - open_url: SITE\n  - assert_visible: ja-JP Asia/Tokyo 412 fingers phone\n  - assert_visible: \"place: granted\"\n";
    project.write("here.yaml", &skill.replace("SITE", &site.url));
    project.passes("test here.yaml --device web:");
    let got = site.got();
    assert!(got[0].headers.contains("accept-language: ja-jp"), "{got:?}");
    let config = "[web]\nviewport = [640, 480]\nlocale = \"de-DE\"\ntimezone = \"UTC\"\n";
    project.write(".retap/config.toml", config);
    let skill = "name: Here\nsteps:\n  - open_url: SITE\n  - assert_visible: de-DE UTC 640 mouse desk\n  - assert_not_visible: \"place: granted\"\n";
    project.write("here.yaml", &skill.replace("SITE", &site.url));
    project.passes("test here.yaml --device web:");
}

#[test]
fn no_page_is_larger_than_any_screen() {
    for size in ["[60000, 60000]", "[0, 800]"] {
        let config = format!("[web]\nviewport = {size}\n");
        let project = Project::with(&[(".retap/config.toml", &config)]);
        let ran = project
            .run("screen --device web:http://127.0.0.1:1/")
            .exits(2);
        ran.says("both must be from 1 to 5000");
    }
}

#[test]
fn a_scenario_says_it_for_itself() {
    let site = Site::page(PAGE);
    let scenario = "name: Here
app: { web: \"SITE\" }
config: { viewport: { width: 800, height: 600 }, locale: de-DE, timezone: Europe/Berlin }
steps:
  - id: Look
    actions:
      - do: Launch the app
      - then: \"'de-DE Europe/Berlin 800 mouse desk' is shown\"
";
    let project = project_on(&site, "here.yaml", scenario);
    project.passes("test here.yaml --device web:");
}

#[test]
fn what_the_browser_does_not_know_is_said_so() {
    let site = Site::page(PAGE);
    let project = Project::new();
    for (line, words) in [
        ("timezone = \"Mars/Base\"", "Mars/Base"),
        ("permissions = [\"teleport\"]", "teleport"),
    ] {
        project.write_home(".retap/config.toml", &format!("[web]\n{line}\n"));
        let ran = project.run(&format!("screen --device web:{}", site.url));
        ran.exits(3).says(words);
    }
}

#[test]
fn a_window_is_asked_for_with_headed_and_needs_a_screen() {
    let site = Site::page(PAGE);
    let project = Project::new();
    // A browser that says how it was started and is gone.
    project.write_script(
        "browser",
        "#!/bin/sh\necho \"$@\" >> started\necho 'no such screen' >&2\nexit 1\n",
    );
    let browser = project.path("browser").display().to_string();
    let line = format!("screen --device web:{} --browser {browser}", site.url);
    for (flags, is_headed) in [("", false), ("--headed", true)] {
        let ran = project.run_in(&[("DISPLAY", ":4711")], &format!("{line} {flags}"));
        ran.exits(3).says("no such screen");
        let started = project.read("started");
        let last = started.lines().last().unwrap();
        assert_eq!(!last.contains("--headless"), is_headed, "{last}");
    }
    project
        .run(&format!("{line} --headed"))
        .exits(3)
        .says("neither `DISPLAY` nor `WAYLAND_DISPLAY` names one");
    assert_eq!(project.read("started").lines().count(), 2);
}

/// Starts a screen without a monitor, where the machine has one; its line is the number of it.
pub(crate) fn start_screen() -> Option<Served> {
    let mut command = Command::new("Xvfb");
    command.args(["-displayfd", "1", "-nolisten", "tcp"]);
    let screen = Served::try_start(command.stderr(Stdio::null()));
    screen.filter(|screen| !screen.line.is_empty())
}

#[test]
fn a_skill_runs_in_a_window() {
    let has_windows = Path::new("/usr/lib/chromium/chromium").exists();
    let Some(screen) = start_screen().filter(|_| has_windows) else {
        return skip_without("Xvfb or a Chromium with windows");
    };
    let site = Site::page("<button onclick=\"this.textContent = 'Done'\">Go</button>");
    let skill = "name: Go\nsteps:\n  - open_url: SITE\n  - tap: Go\n  - assert_visible: Done\n";
    let project = project_on(&site, "go.yaml", skill);
    let display = format!(":{}", screen.line);
    let variables = [("DISPLAY", display.as_str())];
    project
        .run_in(&variables, "test go.yaml --device web: --headed")
        .exits(0);
}

#[test]
fn browsers_that_the_binary_starts_know_only_the_fonts_of_this_repository() {
    let page = include_str!("../../../../drivers/tests/it/web/fonts.html");
    let site = Site::page(page);
    let line = format!("screen --device web:{}", site.url);
    Project::new().run(&line).exits(0).says("One family");
}
