//! A disk that takes no more: what was not written is said, what ran keeps its verdict, and the other reports are written.

use std::process::Command;

use crate::assert_contains;
use crate::project::{ABOUT, Project, WRONG};
use crate::site::Site;

/// Runs the binary where no file may grow beyond some blocks, as on a full disk.
fn run_limited(project: &Project, blocks: u32, line: &str) -> (i32, String, String) {
    let mut shell = Command::new("sh");
    project.place(&mut shell);
    let script = format!("ulimit -f {blocks}; exec \"$0\" {line}");
    let output = shell
        .args(["-c", &script, env!("CARGO_BIN_EXE_retap")])
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap_or(-1),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn a_run_that_passed_has_passed_although_it_could_not_be_kept() {
    let project = Project::with(&[("a.yaml", ABOUT), ("b.yaml", WRONG)]);
    let line = "test a.yaml b.yaml --device sim:settings --evidence all --json --junit j.xml";
    let (code, told, talk) = run_limited(&project, 2, line);
    assert_eq!(code, 3, "{talk}");
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["skills"][0]["status"], "passed", "{told:#}");
    assert_eq!(told["skills"][1]["status"], "failed", "{told:#}");
    assert_contains(&talk, "1 passed, 1 failed");
    assert_contains(&talk, "cannot keep the run in `.retap/runs/");
    assert!(!talk.contains("did not run"), "{talk}");
    assert!(!talk.contains("kept: "), "{talk}");
    let warnings = told["skills"][0]["warnings"].to_string();
    assert_contains(&warnings, "not every step of this run is shown");
}

#[test]
fn compiling_says_that_the_compiled_file_was_not_written() {
    let project = Project::with(&[("a.yaml", ABOUT)]);
    let (code, _, talk) = run_limited(&project, 2, "compile a.yaml --device sim:settings");
    assert_eq!(code, 3, "{talk}");
    assert_contains(&talk, "cannot keep the run in `.retap/runs/");
    assert_contains(&talk, "`a.compiled.json` was not written");
    assert!(!project.path("a.compiled.json").exists());
}

#[test]
fn a_report_that_cannot_be_written_keeps_no_other_from_being_written() {
    let project = Project::with(&[("a.yaml", ABOUT)]);
    let line = "test a.yaml --device sim:settings --junit /dev/full --html report.html --json";
    let ran = project.run(line).exits(3);
    let told = ran.json();
    assert_eq!(told["skills"][0]["status"], "passed");
    assert_contains(told["errors"].to_string(), "cannot write `/dev/full`");
    assert_contains(
        &ran.text,
        "error: cannot write `/dev/full`: No space left on device",
    );
    assert_contains(project.read("report.html"), "Check About");
}

#[test]
fn a_file_that_cannot_be_copied_for_a_page_is_told_and_not_sent() {
    let site = Site::page("<title>Desk</title><label>Letter <input type=file></label>");
    let skill =
        "name: Send\nsteps:\n  - open_url: SITE\n  - upload: { label: Letter, file: large.bin }\n";
    let project = Project::with(&[("send.yaml", &skill.replace("SITE", &site.url))]);
    std::fs::write(project.path("large.bin"), vec![0; 24 << 20]).unwrap();
    // The browser has files of its own, which are smaller.
    let (code, told, talk) = run_limited(&project, 40_000, "test send.yaml --device web:");
    assert_eq!(code, 1, "{talk}");
    assert_contains(told + &talk, "`large.bin` cannot be copied into");
    project.passes("test send.yaml --device web:");
}

#[test]
fn output_that_cannot_be_written_is_told() {
    let project = Project::with(&[("a.yaml", ABOUT)]);
    let mut command = project.command();
    command.args([
        "test",
        "a.yaml",
        "--device",
        "sim:settings",
        "--junit",
        "j.xml",
    ]);
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = command.stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let talk = String::from_utf8(output.stderr).unwrap();
    assert_contains(talk, "not everything could be written to standard output");
    assert_contains(project.read("j.xml"), "Check About");
}
