//! Ctrl-C: what ran is reported, what did not is said, and nothing is left half done.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStderr, Command, Stdio};

use crate::project::{ABOUT, Project};

pub(crate) const APP: &str = "app: Late\nroot: main\nscreens:\n  main:\n    title: Late\n";

/// A run that stands still where it opens `late.app.yaml`, a pipe nobody writes to.
pub(crate) struct Standing {
    pub(crate) project: Project,
    pub(crate) child: Child,
    pub(crate) talk: Lines<BufReader<ChildStderr>>,
    pub(crate) pipe: File,
}

impl Standing {
    /// Starts a suite that stands still in its second skill.
    fn start() -> Self {
        let late = "name: Late\ndevice: sim:./late.app.yaml\nsteps:\n  - launch: Late\n";
        let first = format!("device: sim:settings\n{ABOUT}");
        let project = Project::with(&[("a.yaml", &first), ("b.yaml", late), ("c.yaml", &first)]);
        Self::of(project, "test a.yaml b.yaml c.yaml --junit junit.xml")
    }

    /// Starts the binary with the words of `line` and returns once it stands still.
    pub(crate) fn of(project: Project, line: &str) -> Self {
        let path = project.path("late.app.yaml");
        assert!(
            Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
        let mut command = project.command();
        command.args(line.split_whitespace());
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let talk = BufReader::new(child.stderr.take().unwrap()).lines();
        // Opening the writing end returns once the run has opened the other: it waits for the text.
        let pipe = OpenOptions::new().write(true).open(path).unwrap();
        Self {
            project,
            child,
            talk,
            pipe,
        }
    }

    /// Presses Ctrl-C and returns once the run has noticed.
    pub(crate) fn interrupt(&mut self) {
        self.press();
        let noticed = |line: std::io::Result<String>| line.unwrap().contains("stopping after");
        assert!(self.talk.any(noticed), "Ctrl-C went unnoticed");
    }

    fn press(&self) {
        let pid = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-INT", &pid])
                .status()
                .unwrap()
                .success()
        );
    }
}

#[test]
fn ctrl_c_ends_with_a_partial_report() {
    let mut run = Standing::start();
    run.interrupt();
    run.pipe.write_all(APP.as_bytes()).unwrap();
    drop(run.pipe);
    let left: Vec<String> = run.talk.map(Result::unwrap).collect();
    let output = run.child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(
        said.contains("1 passed, 1 interrupted") && said.contains("stopped on request"),
        "{said}"
    );
    assert!(
        left.iter().any(|line| line == "1 skill did not run"),
        "{left:?}"
    );
    let xml = run.project.read("junit.xml");
    assert!(xml.contains("Check About") && xml.contains("Late"), "{xml}");
}

#[test]
fn a_second_ctrl_c_ends_at_once() {
    let mut run = Standing::start();
    run.interrupt();
    run.press();
    assert_eq!(run.child.wait().unwrap().code(), Some(130));
    assert!(!run.project.path("junit.xml").exists());
}
