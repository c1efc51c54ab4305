//! Real programs that answer on their standard output, or do not.

use std::path::PathBuf;
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::*;

/// An agent that runs a shell script of the test; the shell is the program here, not a helper.
fn script(text: &str, clock: &TestClock) -> Agent {
    let settings = AdvisorSettings {
        agent: "command:my-model".to_owned(),
        command: ["sh", "-c", text, "judge.sh", "$(touch x); a b"]
            .map(str::to_owned)
            .to_vec(),
        limits: with_pictures(),
        ..AdvisorSettings::default()
    };
    agent(settings, clock)
}

fn said(text: &str, within: Duration) -> String {
    let clock = TestClock::default();
    match judge_on(&mut script(text, &clock), &clock, &login(), within) {
        Ok(advice) => format!("{advice:?}"),
        Err(error) => error.reason,
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("retap-ai-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(100);

#[test]
fn a_program_gets_everything_on_its_standard_input_and_its_arguments_as_they_are() {
    let clock = TestClock::default();
    let folder = folder("request");
    let file = folder.join("request.json");
    let text = format!(
        r#"cat > '{}'; printf '{{"verdict": "yes", "reason": "%s"}}' "$1""#,
        file.display()
    );
    let mut agent = script(&text, &clock);
    let reason = "$(touch x); a b".to_owned();
    assert_eq!(judge(&mut agent, &clock).unwrap(), Advice::Yes { reason });
    let bytes = std::fs::read(&file).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(agent.sent()[0].bytes, bytes.len() as u64);
    assert_eq!(
        (&*agent.sent()[0].provider, &*agent.sent()[0].host),
        ("command", "sh")
    );
    let request: Value = serde_json::from_slice(&bytes).unwrap();
    let names: Vec<&String> = request.as_object().unwrap().keys().collect();
    let expected = "data format instructions model picture screen task words";
    assert_eq!(names, expected.split(' ').collect::<Vec<_>>());
    assert_eq!(request["format"], 1);
    assert_eq!(
        [&request["task"], &request["model"], &request["words"]],
        ["judge", "my-model", "is the login screen shown?"]
    );
    let data = STANDARD.decode(request["picture"].as_str().unwrap());
    assert_eq!(data.unwrap(), picture().0);
}

#[test]
fn a_program_that_fails_shows_the_end_of_its_complaints() {
    let text = "seq 1 100000 >&2; echo 'no model loaded' >&2; exit 3";
    let said = said(text, LONG);
    let expected = "`sh` ended with exit status: 3: ";
    assert!(said.starts_with(expected) && said.len() < 350, "{said}");
    assert!(said.ends_with("99999 100000 no model loaded"), "{said}");
}

#[test]
fn garbage_is_unsure_or_an_error_and_never_yes() {
    insta::assert_snapshot!(said("echo yes", LONG), @r#"Unsure { reason: "the answer is not the JSON that was asked for: `yes`" }"#);
    insta::assert_snapshot!(said("true", LONG), @r#"Unsure { reason: "the answer is not the JSON that was asked for: ``" }"#);
    insta::assert_snapshot!(said(r"printf '\377\376'", LONG), @"`sh` answered with bytes that are no text");
    insta::assert_snapshot!(said("yes", LONG), @"`sh` answered with more than 1048576 bytes");
}

#[test]
fn a_program_that_never_ends_is_killed() {
    let said = said("echo thinking >&2; exec sleep 600", SHORT);
    assert!(said.starts_with("no answer from `sh` in time"), "{said}");
}

#[test]
fn what_a_killed_program_started_does_not_live_on() {
    let folder = folder("fifo");
    let fifo = folder.join("open-while-it-lives");
    let made = Command::new("mkfifo").arg(&fifo).status().unwrap();
    assert!(made.success());
    let (sender, ended) = std::sync::mpsc::channel();
    let path = fifo.clone();
    // Reading ends when the last process that has the fifo open for writing is gone.
    std::thread::spawn(move || sender.send(std::fs::read(path)));
    let text = format!("sleep 600 > '{}' & wait", fifo.display());
    assert_eq!(said(&text, SHORT), "no answer from `sh` in time");
    // Lets the reader go on if the shell was killed before it opened the fifo; for both, because
    // opening it for writing alone would wait for a reader.
    let both = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(&fifo);
    drop(both);
    assert!(ended.recv_timeout(LONG).is_ok(), "`sleep` is still running");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_program_that_leaves_something_running_is_not_waited_for() {
    let text = format!("sleep 600 & echo '{}'", verdict("no"));
    assert_eq!(said(&text, LONG), r#"No { reason: "it says Log in" }"#);
}

#[test]
fn a_program_that_closes_its_output_and_goes_on_is_killed() {
    insta::assert_snapshot!(said("exec >&- 2>&-; exec sleep 600", SHORT), @"no answer from `sh` in time");
}

#[test]
fn a_program_that_is_not_there_names_the_setting() {
    let clock = TestClock::default();
    let settings = AdvisorSettings {
        agent: "command".to_owned(),
        command: vec!["/nowhere/judge".to_owned()],
        ..AdvisorSettings::default()
    };
    let mut agent = agent(settings, &clock);
    assert_eq!(agent.name(), "judge");
    insta::assert_snapshot!(judge(&mut agent, &clock).unwrap_err(), @"the advisor did not answer: cannot run `/nowhere/judge`, the program in `command`: No such file or directory (os error 2)");
}
