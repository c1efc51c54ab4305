//! `retap drift` and `retap heal`: what changed since the lesson, what would stop a step, and files that are healed with
//! nothing lost.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;

use insta::assert_snapshot;
use retap_model::codec::sha256_hex;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::json;

use crate::assert_contains;
use crate::project::{ABOUT, Project};

/// An app whose buttons change in small ways.
const NOTES: &str = "app: Notes
root: main
screens:
  main:
    title: Notes
    items:
      - {heading: Draft, id: draft_heading}
      - {button: Save, id: save_button, go: saved}
      - {button: Publish, id: publish_button, go: published}
      - {button: Print, id: print_button, go: saved}
  saved:
    title: Kept
    items:
      - {text: All is saved, id: saved_text}
      - {button: Undo it, id: undo_button, go: main}
  published:
    title: Out
    items:
      - {text: Everybody reads it, id: out_text}
drift:
  same_meaning: [rename: {element: main/save_button, to: Store}]
  re_id: [re_id: {element: main/publish_button, to: b7}]
  replaced:
    - remove: {element: main/save_button}
    - insert: {screen: main, before: publish_button, items: [{button: Store draft, id: keep_button, go: saved}]}
  other_end:
    - rename: {element: saved/saved_text, to: Done}
    - rename: {element: saved/undo_button, to: Take back}
";

const SAVE: &str = "name: Save\nsteps:\n  - launch: Notes\n  # the draft\n  - tap: Save\n";

const PUBLISH: &str = "name: Publish\nsteps:\n  - launch: Notes\n  - tap: Publish\n  - assert_visible: Everybody reads it\n";

fn about() -> Project {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    project.passes("compile about.yaml --device sim:settings");
    project
}

fn notes() -> Project {
    let files = [
        ("notes.app.yaml", NOTES),
        ("save.yaml", SAVE),
        ("publish.yaml", PUBLISH),
    ];
    let project = Project::with(&files);
    project.passes("compile save.yaml publish.yaml --device sim:notes.app.yaml");
    project
}

/// Returns the files that a healing may touch.
fn written(project: &Project) -> Vec<String> {
    [
        "save.yaml",
        "save.compiled.json",
        "publish.yaml",
        "publish.compiled.json",
    ]
    .map(|file| project.read(file))
    .to_vec()
}

#[test]
fn drift_lists_what_changed_and_which_single_change_would_stop_a_step() {
    let project = about();
    let renamed = project.passes("drift about.yaml --device sim:settings?drift=rename");
    assert_snapshot!(renamed.text);
    let same = project.passes("drift about.yaml --device sim:settings");
    assert_contains(&same.text, "0 of 3 targets changed");
    assert!(!same.text.contains("WRONG"), "{}", same.text);
}

#[test]
fn drift_of_all_skills_leaves_out_those_that_are_not_compiled() {
    let files = [
        (".retap/skills/about.yaml", ABOUT),
        (".retap/skills/later.yaml", ABOUT),
    ];
    let project = Project::with(&files);
    project.passes("compile about --device sim:settings");
    let ran = project.passes("drift --device sim:settings");
    assert_contains(&ran.text, "later.yaml` is not compiled");
    assert_contains(&ran.text, "0 of 3 targets changed");
    let named = project.run("drift later --device sim:settings");
    named.exits(2).says("is not compiled");
}

#[test]
fn drift_tells_programs_the_same() {
    let ran = about().passes("drift about.yaml --device sim:settings?drift=re_id --json");
    let result = ran.json();
    let step = &result["skills"][0]["steps"][0];
    assert_eq!(step["title"], "tap \"General\"");
    assert_eq!(step["differing"], serde_json::json!(["id"]));
    assert_eq!(step["stopsAt"], serde_json::json!(["another name"]));
    assert_eq!(step["wrongAfter"], serde_json::json!([]));
}

#[test]
fn several_skills_are_a_table_and_one_that_fails_fails_the_command() {
    let project = notes();
    let table = project
        .run("drift save.yaml publish.yaml --device sim:notes.app.yaml?drift=replaced")
        .exits(1);
    assert_snapshot!(table.text);
}

#[test]
fn without_a_fresh_compiled_file_both_say_what_to_type() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    for command in ["drift", "heal"] {
        let ran = project
            .run(&format!("{command} about.yaml --device sim:settings"))
            .exits(2);
        assert_contains(&ran.text, "`about.yaml` is not compiled");
        assert_contains(&ran.text, "hint: `retap compile about.yaml` first");
    }
    project.passes("compile about.yaml --device sim:settings");
    project.write(
        "about.yaml",
        &format!("{ABOUT}  - assert_visible: Version\n"),
    );
    let ran = project.run("drift about.yaml --device sim:settings");
    assert_contains(&ran.exits(2).text, "is stale: the source was edited");
}

#[test]
fn heal_shows_a_diff_and_writes_nothing() {
    let project = notes();
    let before = written(&project);
    let ran = project.passes("heal save.yaml --device sim:notes.app.yaml?drift=same_meaning");
    assert_contains(&ran.text, "step 2 tap \"Save\": name `Save` -> `Store`");
    assert_contains(&ran.text, "source: \"Save\" -> \"Store\"");
    assert_contains(&ran.text, "-  - tap: Save\n+  - tap: Store\n");
    assert_contains(
        &ran.text,
        "-          \"text\": \"Save\"\n+          \"text\": \"Store\"\n",
    );
    assert_contains(&ran.text, "nothing was written");
    let picture = ran.text.split("before: ").nth(1).unwrap();
    let picture = picture.lines().next().unwrap().replace("<TIME>", "");
    assert!(picture.ends_with("_before.png"), "{picture}");
    assert_eq!(written(&project), before);
}

#[test]
fn what_is_cosmetic_is_applied_without_a_person_and_replays_without_drift() {
    let project = notes();
    let device = "--device sim:notes.app.yaml?drift=same_meaning";
    let ran = project.passes(&format!("heal save.yaml --apply {device}"));
    assert_contains(&ran.text, "proven: the healed file was replayed and passed");
    assert_eq!(
        project.read("save.yaml"),
        SAVE.replace("tap: Save", "tap: Store")
    );
    project.replays(&format!("save.yaml {device}"));
    let drift = project.passes(&format!("drift save.yaml {device}"));
    assert_contains(&drift.text, "0 of 1 target changed");
    let again = project.passes(&format!("heal save.yaml --apply {device}"));
    assert_contains(&again.text, "nothing to heal");
}

#[test]
fn undo_puts_back_the_last_versions_and_refuses_where_a_file_was_edited_since() {
    let project = notes();
    let before = written(&project);
    let device = "--device sim:notes.app.yaml?drift=same_meaning";
    project.passes(&format!("heal save.yaml --apply {device}"));
    let healed = written(&project);
    assert_ne!(healed, before);
    let edited = format!("{}  - back\n", project.read("save.yaml"));
    project.write("save.yaml", &edited);
    let refused = project.run("heal save.yaml --undo").exits(2);
    assert_contains(&refused.text, "`save.yaml` was edited in the meantime");
    assert_eq!(project.read("save.yaml"), edited);
    assert_eq!(project.read("save.compiled.json"), healed[1]);
    project.write("save.yaml", &healed[0]);
    project.passes("heal ./save.yaml --undo");
    assert_eq!(written(&project), before);
    let twice = project.run("heal save.yaml --undo").exits(2);
    assert_contains(&twice.text, "was not healed here");
    let kept = project.files();
    let is_kept = |name: &str| kept.iter().any(|(path, _)| path.ends_with(name));
    assert!(is_kept("source.before") && is_kept("compiled.after"));
}

/// Puts a healing into the project as a clone would bring it along: whoever undoes it would get `source` for the skill.
fn forge(project: &Project, folder: &str, source: &str) {
    let now = sha256_hex(project.read("save.yaml").as_bytes());
    let before = sha256_hex(source.as_bytes());
    let file = json!({ "part": "source", "before": before, "after": now });
    let manifest = json!({ "format": 1, "skill": "save.yaml", "files": [file] });
    let folder = format!(".retap/healed/{folder}");
    project.write(&format!("{folder}/heal.json"), &manifest.to_string());
    project.write(&format!("{folder}/source.before"), source);
}

/// Issue 13.2: a stranger's project changes no file unseen.
#[test]
fn a_healing_that_came_with_the_project_is_shown_and_only_put_back_by_a_person() {
    let project = notes();
    let foreign = SAVE.replace("tap: Save", "tap: Publish");
    forge(&project, "99990101T000000Z-save", &foreign);
    let refused = project.run("heal save.yaml --undo").exits(2);
    assert_contains(&refused.text, "-  - tap: Save\n+  - tap: Publish\n");
    assert_contains(&refused.text, "was not written by your retap here");
    assert_eq!(project.read("save.yaml"), SAVE);
    assert_eq!(answered(&project, "heal save.yaml --undo", "n\n"), Some(2));
    assert_eq!(project.read("save.yaml"), SAVE);
    assert_eq!(answered(&project, "heal save.yaml --undo", "y\n"), Some(0));
    assert_eq!(project.read("save.yaml"), foreign);
}

#[test]
fn ones_own_healing_is_undone_without_a_question_and_before_any_that_came_with_the_project() {
    let project = notes();
    let before = written(&project);
    let device = "--device sim:notes.app.yaml?drift=same_meaning";
    project.passes(&format!("heal save.yaml --apply {device}"));
    let foreign = SAVE.replace("tap: Save", "tap: Publish");
    forge(&project, "99990101T000000Z-save", &foreign);
    let undone = project.passes("heal save.yaml --undo");
    assert_contains(&undone.text, "-  - tap: Store\n+  - tap: Save\n");
    assert_eq!(written(&project), before);
    // A copy of one's own elsewhere is none.
    project.passes(&format!("heal save.yaml --apply {device}"));
    let own = names_in(&project, ".retap/healed");
    let is_own = |name: &&String| name.starts_with('2') && !name.ends_with("-undone");
    let own = own.iter().find(is_own);
    let own = project.path(".retap/healed").join(own.unwrap());
    std::fs::rename(&own, own.with_file_name("20990101T000000Z-save")).unwrap();
    let refused = project.run("heal save.yaml --undo").exits(2);
    assert_contains(&refused.text, "was not written by your retap here");
}

/// Issue 13.7: nothing grows without bound.
#[test]
fn healings_are_kept_as_long_as_runs_and_those_that_a_person_changed_stay() {
    let project = notes();
    project.write(".retap/config.toml", "keep = \"1 run\"\n");
    for stamp in [
        "20200101T000000Z",
        "20200102T000000Z-undone",
        "20200103T000000Z",
    ] {
        let folder = format!(".retap/healed/{stamp}");
        project.write(&format!("{folder}/heal.json"), "{}");
        project.write(
            &format!("{folder}/.written"),
            &format!("{stamp}\n2 heal.json\n"),
        );
    }
    project.write(".retap/healed/20200103T000000Z/notes.txt", "mine");
    let heal = "heal save.yaml --apply --device sim:notes.app.yaml?drift=same_meaning";
    project.passes(heal);
    let test = "test save.yaml --device sim:notes.app.yaml?drift=same_meaning";
    let told = project.passes(test).text;
    let kept = names_in(&project, ".retap/healed");
    assert_eq!(kept.len(), 2, "{kept:?}");
    assert_eq!(kept[0], "20200103T000000Z");
    assert_contains(&told, "kept 1 folder of old healings: `");
    // The newest one is ours, and was left whole: it can be undone.
    project.passes("heal save.yaml --undo");
}

fn names_in(project: &Project, folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(project.path(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name != ".gitignore").collect();
    names.sort();
    names
}

#[test]
fn another_meaning_is_left_out_without_a_person_and_taken_when_it_is_accepted() {
    let project = about();
    let device = "--device sim:settings?drift=rename";
    let before = project.read("about.compiled.json");
    let ran = project
        .run(&format!("heal about.yaml --apply {device}"))
        .exits(1);
    assert_contains(
        &ran.text,
        "left out: another meaning: not written without a person",
    );
    assert_contains(&ran.text, "nothing was written");
    assert_eq!(project.read("about.compiled.json"), before);
    let some = project
        .run(&format!("heal about.yaml --apply --accept 2 {device}"))
        .exits(1);
    assert_contains(&some.text, "written: about.yaml");
    let expected = "no longer expected: `About` can be touched; expected from now on: `About phone` can be touched";
    assert_contains(&some.text, expected);
    assert_contains(
        project.read("about.yaml"),
        "- tap: System\n  - wait_for: About\n",
    );
    project.passes(&format!("heal about.yaml --apply --yes {device}"));
    assert_contains(project.read("about.yaml"), "- wait_for: About phone\n");
    project.replays(&format!("about.yaml {device}"));
    let drift = project.passes(&format!("drift about.yaml {device}"));
    assert_contains(&drift.text, "0 of 3 targets changed");
    project.passes("heal about.yaml --undo");
    project.passes("heal about.yaml --undo");
    assert_eq!(project.read("about.yaml"), ABOUT);
    assert_eq!(project.read("about.compiled.json"), before);
}

#[test]
fn what_cannot_be_taken_back_is_never_healed_unless_its_step_is_named() {
    let project = notes();
    let before = written(&project);
    let heal = "heal publish.yaml --apply --device sim:notes.app.yaml?drift=re_id";
    let ran = project.run(&format!("{heal} --yes")).exits(1);
    assert_contains(&ran.text, "id `publish_button` -> `b7`");
    assert_contains(&ran.text, "left out: cannot be taken back");
    assert_eq!(written(&project), before);
    project.passes(&format!("{heal} --accept 2"));
    assert_contains(project.read("publish.compiled.json"), "\"b7\"");
}

/// Runs a line with somebody at the terminal who types `answer`, and returns the exit code.
fn answered(project: &Project, line: &str, answer: &str) -> Option<i32> {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let theirs = File::options()
        .read(true)
        .write(true)
        .open(OsStr::from_bytes(name.to_bytes()));
    let theirs: OwnedFd = theirs.unwrap().into();
    let mut ours = File::from(ours);
    ours.write_all(answer.as_bytes()).unwrap();
    let mut command = project.command();
    command.args(line.split(' ')).stdin(theirs);
    command.output().unwrap().status.code()
}

#[test]
fn somebody_at_the_terminal_is_asked_about_what_cannot_be_taken_back() {
    let project = notes();
    let before = written(&project);
    let heal = "heal publish.yaml --apply --yes --device sim:notes.app.yaml?drift=re_id";
    assert_eq!(answered(&project, heal, "n\n"), Some(1));
    assert_eq!(written(&project), before);
    assert_eq!(answered(&project, heal, "y\n"), Some(0));
    assert_contains(project.read("publish.compiled.json"), "\"b7\"");
}

#[test]
fn a_target_that_is_gone_is_told_with_the_nearest_and_only_tried_when_accepted() {
    let project = notes();
    let before = written(&project);
    let heal = "heal save.yaml --apply --device sim:notes.app.yaml?drift=replaced";
    let told = project.run(&format!("{heal} --yes")).exits(1);
    assert_snapshot!(told.text);
    assert_eq!(written(&project), before);
    project.passes(&format!("{heal} --accept 2"));
    assert_eq!(
        project.read("save.yaml"),
        SAVE.replace("tap: Save", "tap: Store draft")
    );
    let compiled = project.read("save.compiled.json");
    assert_contains(&compiled, "\"All is saved\"");
    project.replays("save.yaml --device sim:notes.app.yaml?drift=replaced");
}

#[test]
fn what_an_act_brings_is_learned_anew_only_when_accepted() {
    let project = notes();
    let before = written(&project);
    let heal = "heal save.yaml --apply --device sim:notes.app.yaml?drift=other_end";
    let told = project.run(&format!("{heal} --yes")).exits(1);
    assert_contains(&told.text, "`--accept 2` learns anew what step 2 brings");
    assert_eq!(written(&project), before);
    let ran = project.passes(&format!("{heal} --accept 2"));
    assert_contains(&ran.text, "no longer expected: `All is saved` shows");
    assert_contains(&ran.text, "expected from now on: `Done` shows");
    assert_eq!(project.read("save.yaml"), SAVE);
}

#[test]
fn a_stop_at_a_missing_target_says_that_it_can_be_healed() {
    let project = notes();
    let ran = project
        .run("test save.yaml --device sim:notes.app.yaml?drift=replaced")
        .exits(1);
    assert_contains(
        &ran.text,
        "hint: `retap heal save.yaml` shows what comes nearest",
    );
    let live = project
        .run("test save.yaml --no-compiled --device sim:notes.app.yaml?drift=replaced --timeout 1")
        .exits(1);
    assert!(!live.text.contains("retap heal"), "{}", live.text);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let project = notes();
    let device = "--device sim:notes.app.yaml";
    let ran = project.run(&format!("heal save.yaml --accept 7 {device}"));
    assert_contains(&ran.exits(2).text, "has 2 steps, and no step 7");
    let ran = project.run(&format!("heal save.yaml publish.yaml --accept 2 {device}"));
    assert_contains(&ran.exits(2).text, "names a step of one skill");
}

#[test]
fn a_secret_is_not_told() {
    let skill = "name: Sign\nvariables: [SHOP_PASSWORD]\nsteps:\n  - launch: Shop\n  - type: {into: Email, text: ada@example.org}\n  - type: {into: Password, text: \"${SHOP_PASSWORD}\"}\n  - tap: Sign In\n  - wait_for: Products\n";
    let project = Project::with(&[("sign.yaml", skill)]);
    let secret = [("SHOP_PASSWORD", "lantern-42")];
    project
        .run_in(&secret, "compile sign.yaml --device sim:shop")
        .exits(0);
    let device = "--device sim:shop?drift=rename";
    for command in [
        "drift sign.yaml",
        "drift sign.yaml --json",
        "heal sign.yaml --apply",
    ] {
        let ran = project
            .run_in(&secret, &format!("{command} {device}"))
            .exits(0);
        assert_contains(&ran.text, "Log In");
        assert!(!ran.text.contains("lantern-42"), "{}", ran.text);
    }
    for (path, bytes) in project.files() {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("lantern-42"), "{}", path.display());
    }
    assert_contains(project.read("sign.yaml"), "- tap: Log In\n");
}
