//! Ctrl-C: what ran is reported, what did not is said, and nothing is left half done.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::project::{ABOUT, Project};

const APP: &str = "app: Late\nroot: main\nscreens:\n  main:\n    title: Late\n";

/// The second skill's app is a pipe nobody writes to, so the run stands still there for certain.
#[test]
fn ctrl_c_ends_with_a_partial_report() {
    let late = "name: Late\ndevice: sim:./late.app.yaml\nsteps:\n  - launch: Late\n";
    let first = format!("device: sim:settings\n{ABOUT}");
    let project = Project::with(&[("a.yaml", &first), ("b.yaml", late), ("c.yaml", &first)]);
    let made = Command::new("mkfifo")
        .arg(project.path("late.app.yaml"))
        .status()
        .unwrap();
    assert!(made.success());

    let mut child = project
        .command()
        .args(["test", "a.yaml", "b.yaml", "c.yaml", "--junit", "junit.xml"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let said = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut talk = BufReader::new(child.stderr.take().unwrap()).lines();
    // Opening the writing end returns once the run has opened the other: it now waits for the text.
    let mut pipe = OpenOptions::new()
        .write(true)
        .open(project.path("late.app.yaml"))
        .unwrap();
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
    wait_for(&mut talk, "stopping after the step under way");
    pipe.write_all(APP.as_bytes()).unwrap();
    drop(pipe);

    let rest: Vec<String> = said.map(Result::unwrap).collect();
    let left: Vec<String> = talk.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?} {left:?}");
    assert!(
        rest.iter().any(|line| line.contains("stopped on request")),
        "{rest:?}"
    );
    assert!(
        left.iter().any(|line| line == "1 skill did not run"),
        "{left:?}"
    );
    let xml = project.read("junit.xml");
    assert!(xml.contains("Check About") && xml.contains("Late"), "{xml}");
}

fn wait_for(lines: &mut impl Iterator<Item = std::io::Result<String>>, text: &str) {
    let found = lines.any(|line| line.unwrap().contains(text));
    assert!(found, "the end came before `{text}`");
}
