//! `retap compile`: what it writes, what it refuses, and that twins keep apart.

use insta::assert_snapshot;

use crate::project::{ABOUT, Project, WRONG};

const PROSE: &str = "---\nname: Check About\n---\n\n## Steps\n\n1. Launch **Settings**\n2. Tap \"General\"\n3. Wait for \"About\" to appear\n";

#[test]
fn a_skill_is_compiled_beside_its_source_and_the_same_run_gives_the_same_bytes() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    assert_snapshot!(
        project
            .passes("compile about.yaml --device sim:settings")
            .text
    );
    let but_for_the_time = || {
        let file = project.read("about.compiled.json");
        let lines = file.lines().filter(|line| !line.contains("\"compiledAt\""));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let first = but_for_the_time();
    project.passes("compile about.yaml --device sim:settings");
    assert_eq!(but_for_the_time(), first);
}

#[test]
fn a_run_that_fails_writes_nothing_and_keeps_the_old_file() {
    let project = Project::with(&[("wrong.yaml", WRONG)]);
    assert_snapshot!(
        project
            .run("compile wrong.yaml --device sim:settings")
            .exits(1)
            .text
    );
    assert!(!project.path("wrong.compiled.json").exists());
    project.write("wrong.compiled.json", "old");
    project
        .run("compile wrong.yaml --device sim:settings")
        .exits(1);
    assert_eq!(project.read("wrong.compiled.json"), "old");
}

#[test]
fn a_skill_that_proves_nothing_is_refused() {
    let project = Project::with(&[("v.yaml", "name: Vacuous\nsteps:\n  - wait_for: Settings\n")]);
    assert_snapshot!(
        project
            .run("compile v.yaml --device sim:settings")
            .exits(1)
            .text
    );
    assert!(!project.path("v.compiled.json").exists());
}

#[test]
fn branches_that_did_not_run_are_named() {
    let skill = "name: Branch\nsteps:\n  - launch: Settings\n  - condition:\n      if_visible: Nowhere\n      then:\n        - tap: Nowhere\n  - tap: General\n";
    let project = Project::with(&[("branch.yaml", skill)]);
    assert_snapshot!(
        project
            .passes("compile branch.yaml --device sim:settings")
            .text
    );
}

#[test]
fn twins_do_not_overwrite_each_other() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    project.passes("compile about.yaml --device sim:settings");
    let of_yaml = project.read("about.compiled.json");
    project.write("about.md", PROSE);
    project
        .passes("test about.md --device sim:settings")
        .says("stale");
    assert_snapshot!(
        project
            .passes("compile about.md --device sim:settings")
            .text
    );
    assert_eq!(project.read("about.compiled.json"), of_yaml);
    for file in ["about.md", "about.yaml"] {
        let ran = project.passes(&format!("test {file} --device sim:settings"));
        assert!(ran.stdout().contains("compiled"), "{}", ran.text);
    }
}
