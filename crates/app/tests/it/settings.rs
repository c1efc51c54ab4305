//! Settings that are wrong or not made yet: told at their place, before anything is opened.

use crate::assert_contains;
use crate::project::{ABOUT, Project};
use crate::site::Site;

const LINE: &str = "test about.yaml --device sim:settings";

#[test]
fn a_broken_permission_file_is_told_before_a_device_is_opened() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    project.write_home(".retap/permissions.json", "{\"alow\": []}");
    for line in [
        LINE,
        "screen --device sim:settings",
        "tap General --device sim:settings",
    ] {
        let refused = project.run(line).exits(2);
        assert_contains(&refused.text, ".retap/permissions.json` is broken: ");
        assert!(!refused.text.contains("launch"), "{}", refused.text);
    }
    let doctor = project.run("doctor").exits(3);
    assert_contains(&doctor.text, "failed  permissions ");
    project.write_home(".retap/permissions.json", "{\"allow\": []}");
    project.passes(LINE);
    assert_contains(&project.passes("doctor").text, "passed  permissions ");
}

#[test]
fn what_is_wrong_in_a_configuration_is_told_at_its_line_and_column() {
    let cases = [
        (
            "# x\ntimeout = \"5\"\n",
            "2:11: invalid type: string \"5\", expected a number",
        ),
        (
            "[devices]\nok = \"sim:\"\n  mine = \"web:file:///etc\"\n",
            "3:3: `web:file:///etc` may only be named",
        ),
        (
            "devices.mine = \"web:file:///etc\"\n",
            "1:9: `web:file:///etc` may only be named",
        ),
        (
            "timeout = 5\ndevice = \"web:file:///etc\"\n",
            "2:1: `web:file:///etc` may only be named",
        ),
        (
            "device = \"sim:\"\n[web]\nheaded = true\nbrowser = \"/bin/sh\"\n",
            "4:1: `browser` may only stand",
        ),
        ("ai = { timeout = -1 }\n", "1:8: `timeout` is `-1`"),
    ];
    for (config, expected) in cases {
        let project = Project::with(&[("about.yaml", ABOUT), (".retap/config.toml", config)]);
        let refused = project.run(LINE).exits(2);
        assert_contains(&refused.text, &format!(".retap/config.toml:{expected}"));
        assert!(!refused.text.contains("docs/"), "{}", refused.text);
    }
}

#[test]
fn all_that_a_project_may_not_say_is_refused_at_once_with_what_to_write_where() {
    let config = "trust = [\"/x\"]\n[web]\nbrowser = \"/bin/sh\"\nstorage = \"/etc/x.json\"\n[ai]\nagent = \"x\"\n";
    let project = Project::with(&[("about.yaml", ABOUT), (".retap/config.toml", config)]);
    project
        .run(LINE)
        .exits(2)
        .says(".retap/config.toml:1:1: `trust` may only stand")
        .says(".retap/config.toml:3:1: `browser` may only stand")
        .says(".retap/config.toml:4:1: `storage` must be inside")
        .says(".retap/config.toml:6:1: `agent` may only stand")
        .says("write `browser = …` under `[web]` in `.retap/config.toml` of your home folder")
        .says("write `trust = …` in `.retap/config.toml` of your home folder");
}

#[test]
fn a_skill_of_the_home_folder_without_a_device_says_whose_settings_count() {
    let project = Project::with(&[(".retap/config.toml", "device = \"sim:settings\"\n")]);
    project.write_home(".retap/skills/mine.yaml", ABOUT);
    let ran = project.run("test mine");
    assert_contains(
        &ran.text,
        "`.retap/config.toml` of your home folder names one",
    );
    assert_contains(&ran.text, "mine.yaml");
    project.write_home(".retap/config.toml", "device = \"sim:settings\"\n");
    project.passes("test mine");
}

#[test]
fn a_folder_without_a_log_does_not_keep_others_from_being_reported() {
    let project = Project::with(&[("about.yaml", ABOUT), (".retap/runs/mine/notes.txt", "x")]);
    project.passes(LINE);
    let runs = project.path(".retap/runs");
    let entries = std::fs::read_dir(runs).unwrap().flatten();
    let mut names: Vec<String> = entries
        .map(|it| it.file_name().into_string().unwrap())
        .collect();
    names.retain(|name| !name.starts_with('.'));
    let all: Vec<String> = names
        .iter()
        .map(|name| format!(".retap/runs/{name}"))
        .collect();
    let told = project.passes(&format!("report {}", all.join(" ")));
    assert_contains(&told.text, "1 run: 1 passed");
    assert_contains(
        &told.text,
        "warning: `.retap/runs/mine` has no event log in it",
    );
    project.run("report .retap/runs/mine").exits(2);
}

#[test]
fn a_first_login_begins_without_the_cookies_that_it_keeps() {
    let site = Site::page("<title>Shop</title><h1>Shop</h1>");
    let skill = "name: Sign in\nsteps:\n  - assert_visible: Shop\n";
    let config = "[web]\nstorage = \"state.json\"\n";
    let project = Project::with(&[("in.yaml", skill), (".retap/config.toml", config)]);
    let line = format!("test in.yaml --device web:{}", site.url);
    project
        .run(&line)
        .exits(2)
        .says("--save-storage FILE` makes one");
    project
        .passes(&format!("{line} --save-storage state.json"))
        .says("state.json` is not there yet: the run begins without cookies");
    project.passes(&line);
    project
        .run(&format!(
            "{line} --save-storage state.json --storage no.json"
        ))
        .exits(2);
}
