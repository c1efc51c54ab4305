//! Projects of strangers: what their files are must not take, break or hang anything.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::assert_contains;
use crate::project::{ABOUT, Project};

/// Files that a project brings along, and a command that reads each.
const READ: [(&str, &str); 6] = [
    ("skill.yaml", "test skill.yaml --device sim:settings"),
    (
        "about.compiled.json",
        "test about.yaml --device sim:settings",
    ),
    (".retap/config.toml", "list"),
    ("app.app.yaml", "screen --device sim:app.app.yaml"),
    (
        "state.json",
        "test about.yaml --device web: --storage state.json",
    ),
    ("events.jsonl", "report events.jsonl"),
];

/// Makes something at a path that is no plain file, or too large a one.
type Plant = fn(&Project, &str);

const PLANTS: [(&str, Plant, &str); 3] = [
    ("a pipe", pipe, "it is a pipe or a device, not a file"),
    (
        "an endless device",
        endless,
        "it is a pipe or a device, not a file",
    ),
    ("a huge file", huge, "it is larger than"),
];

fn pipe(project: &Project, file: &str) {
    let made = Command::new("mkfifo").arg(project.path(file)).status();
    assert!(made.unwrap().success());
}

fn endless(project: &Project, file: &str) {
    symlink("/dev/zero", project.path(file)).unwrap();
}

fn huge(project: &Project, file: &str) {
    let file = fs::File::create(project.path(file)).unwrap();
    file.set_len(1 << 40).unwrap();
}

#[test]
fn what_is_no_plain_file_of_a_sensible_size_is_refused_at_once() {
    for (file, line) in READ {
        for (what, plant, reason) in PLANTS {
            let project = Project::with(&[("about.yaml", ABOUT), (".retap/README", "")]);
            plant(&project, file);
            let ran = project.run(line);
            assert!(
                matches!(ran.code(), 2 | 3),
                "{what} as {file}: {}",
                ran.text
            );
            assert!(ran.text.contains(reason), "{what} as {file}: {}", ran.text);
        }
    }
}

#[test]
fn a_compiled_file_is_not_written_through_a_link_that_leads_out() {
    let project = Project::with(&[("skills/about.yaml", ABOUT)]);
    project.write_home(".bashrc", "# mine\n");
    symlink(
        "../../home/.bashrc",
        project.path("skills/about.compiled.json"),
    )
    .unwrap();
    let refused = project.run("compile skills/about.yaml --device sim:settings");
    assert_ne!(refused.code(), 0, "{}", refused.text);
    assert_contains(&refused.text, "leads out of the project");
    assert_eq!(project.read("../home/.bashrc"), "# mine\n");
}

#[test]
fn runs_are_not_kept_through_a_link_that_leads_out() {
    let project = Project::with(&[("about.yaml", ABOUT), (".retap/README", "")]);
    symlink("../../home", project.path(".retap/runs")).unwrap();
    let refused = project.run("test about.yaml --device sim:settings");
    assert_ne!(refused.code(), 0, "{}", refused.text);
    assert_contains(&refused.text, "leads out of the project");
    assert_eq!(fs::read_dir(project.path("../home")).unwrap().count(), 0);
}

#[test]
fn settings_of_a_project_do_not_lead_out_of_it() {
    for (key, value) in [
        ("storage", "../home/state.json"),
        ("downloads", "/tmp"),
        ("downloads", "not/../../x"),
    ] {
        let config = format!("[web]\n{key} = \"{value}\"\n");
        let project = Project::with(&[("about.yaml", ABOUT), (".retap/config.toml", &config)]);
        let refused = project.run("list").exits(2);
        let expected =
            format!(".retap/config.toml:2:1: `{key}` must be inside of the project's folder");
        assert_contains(&refused.text, &expected);
    }
}
