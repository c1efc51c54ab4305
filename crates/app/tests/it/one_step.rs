//! `retap do`: any one step of a skill, at once.

use crate::project::{Project, Ran};

/// Does one step, as a person would quote it for a shell.
fn do_step(project: &Project, step: &str, more: &[&str]) -> Ran {
    let words = [&["do", step, "--device", "sim:settings"], more].concat();
    project.run_words(&[], &words)
}

#[test]
fn a_step_is_done_as_yaml_and_as_a_sentence_like_the_command_for_it() {
    let project = Project::new();
    let tapped = project.passes("tap Settings --device sim:settings");
    for step in [
        "tap: Settings",
        "Tap \"Settings\"",
        "「Settings」をタップする",
    ] {
        let done = do_step(&project, step, &[]).exits(0);
        assert_eq!(done.text, tapped.text, "{step}");
    }
    do_step(&project, "launch: Settings", &[]).exits(0);
}

#[test]
fn a_step_that_fails_and_one_that_cannot_be_read_have_their_exit_codes() {
    let project = Project::new();
    do_step(&project, "tap: Nowhere", &["--timeout", "1"])
        .exits(1)
        .says("Nowhere");
    do_step(&project, "tpa: Settings", &[])
        .exits(2)
        .says("unknown verb `tpa`");
    do_step(&project, "tap: ${NAME}", &[])
        .exits(2)
        .says("the variable `NAME` has no value");
    do_step(&project, "tap: ${NAME}", &["--set", "NAME=Settings"]).exits(0);
}

#[test]
fn the_help_lists_every_verb_that_skills_have() {
    let help = Project::new().run("do --help").exits(0).text;
    for verb in retap_model::program::StepKind::skill_verbs() {
        assert!(help.contains(verb.name), "{}", verb.name);
        assert!(help.contains(verb.summary), "{}", verb.summary);
    }
}
