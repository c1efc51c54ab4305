//! What a page is told of where it is: a phone, a language, a time zone, what it may do; and windows.

use super::site::Site;
use crate::project::Project;

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
    let skill = "name: Here\nsteps:\n  - open_url: URL\n  - assert_visible: ja-JP Asia/Tokyo 412 fingers phone\n  - assert_visible: \"place: granted\"\n";
    project.write("here.yaml", &skill.replace("URL", &site.url));
    project.run("test here.yaml --device web:").exits(0);
    let got = site.got();
    assert!(got[0].headers.contains("accept-language: ja-jp"), "{got:?}");
    let config = "[web]\nviewport = [640, 480]\nlocale = \"de-DE\"\ntimezone = \"UTC\"\n";
    project.write(".retap/config.toml", config);
    let skill = "name: Here\nsteps:\n  - open_url: URL\n  - assert_visible: de-DE UTC 640 mouse desk\n  - assert_not_visible: \"place: granted\"\n";
    project.write("here.yaml", &skill.replace("URL", &site.url));
    project.run("test here.yaml --device web:").exits(0);
}

#[test]
fn a_scenario_says_it_for_itself() {
    let site = Site::page(PAGE);
    let scenario = "name: Here
app: { web: \"URL\" }
config: { viewport: { width: 800, height: 600 }, locale: de-DE, timezone: Europe/Berlin }
steps:
  - id: Look
    actions:
      - do: Launch the app
      - then: \"'de-DE Europe/Berlin 800 mouse desk' is shown\"
";
    let project = Project::with(&[("here.yaml", &scenario.replace("URL", &site.url))]);
    project.run("test here.yaml --device web:").exits(0);
}

#[test]
fn what_the_browser_does_not_know_is_said_so() {
    let site = Site::page(PAGE);
    let project = Project::new();
    for (line, words) in [
        ("timezone = \"Mars/Base\"", "Mars/Base"),
        ("permissions = [\"teleport\"]", "teleport"),
    ] {
        project.write(".retap/config.toml", &format!("[web]\n{line}\n"));
        let ran = project.run(&format!("screen --device web:{}", site.url));
        ran.exits(3).says(words);
    }
}

#[test]
fn a_window_is_asked_for_with_headed_and_a_browser_without_a_screen_is_said_so() {
    let site = Site::page(PAGE);
    let project = Project::new();
    // A browser that says how it was started and is gone.
    project.write_script(
        "browser",
        "#!/bin/sh\necho \"$@\" >> started\necho 'Missing X server or $DISPLAY' >&2\nexit 1\n",
    );
    let browser = project.path("browser").display().to_string();
    for (flags, is_headed) in [("", false), ("--headed", true)] {
        let line = format!(
            "screen --device web:{} --browser {browser} {flags}",
            site.url
        );
        project.run(&line).exits(3).says("Missing X server");
        let started = project.read("started");
        let last = started.lines().last().unwrap();
        assert_eq!(!last.contains("--headless"), is_headed, "{last}");
    }
}
