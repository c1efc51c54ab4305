//! Ctrl-C, a closed terminal and a request to terminate: what ran is reported, what did not is named, and nothing is
//! left half done.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use serde_json::Value;

use crate::assert_contains;
use crate::project::{ABOUT, Project};
use crate::site::{Answer, Site};

/// How long a run may take until it stands still.
const PATIENCE: Duration = Duration::from_secs(120);

/// A page whose button says that it was pressed, and a step that then waits for what does not come.
const START: &str = "<button onclick=\"this.after(' Gone'); fetch('/asked')\">Go</button>";

/// The same, but the page never answers again.
const STUCK: &str = "<button onclick=\"this.after(' Gone'); fetch('/asked').then(() => { while (1) {} })\">Go</button>";

/// A skill that stands still in a step.
const IN_A_STEP: &str =
    "name: Late\ndevice: web:SITE/start\nsteps:\n  - tap: Go\n  - wait_for: Late\n";

/// A skill whose page does not come.
const OPENING: &str = "name: Late\ndevice: web:SITE/late\nsteps:\n  - assert_visible: Late\n";

/// A run that stands still.
pub(crate) struct Standing {
    project: Project,
    child: Child,
    talk: Lines<BufReader<ChildStderr>>,
    /// The page that does not come comes once this is dropped.
    _held: Sender<()>,
    _site: Site,
}

impl Standing {
    /// Starts a suite that stands still in its second skill.
    fn start(late: &str) -> Self {
        let first = format!("device: sim:settings\n{ABOUT}");
        let files = [("a.yaml", &*first), ("b.yaml", late), ("c.yaml", &first)];
        let line = "test a.yaml b.yaml c.yaml --junit junit.xml --html report.html --json";
        Self::of(&files, line)
    }

    /// Starts the binary with the words of `line` in a project, `SITE` being the address of the pages, and
    /// returns once it stands still.
    pub(crate) fn of(files: &[(&str, &str)], line: &str) -> Self {
        Self::started(files, |project, site| {
            let mut command = project.command();
            command.args(line.replace("SITE", site).split_whitespace());
            command
        })
    }

    fn started(files: &[(&str, &str)], start: impl FnOnce(&Project, &str) -> Command) -> Self {
        let (held, gate) = channel::<()>();
        let (asked, is_asked) = channel();
        let gate = Mutex::new(gate);
        let site = Site::serve(move |got| {
            let page = got.line.split(' ').nth(1).unwrap_or_default();
            match page {
                "/start" => return Answer::page(START),
                "/stuck" => return Answer::page(STUCK),
                "/late" | "/asked" => {}
                _ => return Answer::status("404 Not Found"),
            }
            let _ = asked.send(());
            if page == "/late" {
                let _ = gate.lock().unwrap().recv();
            }
            Answer::page("<h1>Late</h1>")
        });
        let project = Project::new();
        let address = site.url.trim_end_matches('/');
        for (path, text) in files {
            project.write(path, &text.replace("SITE", address));
        }
        let mut child = start(&project, address)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let talk = BufReader::new(child.stderr.take().unwrap()).lines();
        is_asked
            .recv_timeout(PATIENCE)
            .expect("the run does not get as far");
        Self {
            project,
            child,
            talk,
            _held: held,
            _site: site,
        }
    }

    /// Presses Ctrl-C and returns once the run has noticed.
    pub(crate) fn interrupt(&mut self) {
        self.send("INT");
        let noticed = |line: std::io::Result<String>| line.unwrap().contains("stopping after");
        assert!(self.talk.any(noticed), "Ctrl-C went unnoticed");
    }

    fn send(&self, signal: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for its end and returns the exit code, what it said to people and its result.
    pub(crate) fn ends(self) -> (Project, Option<i32>, Vec<String>, Value) {
        let left: Vec<String> = self.talk.map(Result::unwrap).collect();
        let output = self.child.wait_with_output().unwrap();
        let result = serde_json::from_slice(&output.stdout).unwrap_or_default();
        (self.project, output.status.code(), left, result)
    }
}

/// Returns how each skill of a result ended.
fn statuses(result: &Value) -> Vec<&str> {
    let skills = result["skills"].as_array().unwrap().iter();
    skills.map(|it| it["status"].as_str().unwrap()).collect()
}

#[test]
fn a_signal_ends_with_a_partial_report() {
    for (signal, code) in [("INT", 130), ("HUP", 129), ("TERM", 143)] {
        let run = Standing::start(IN_A_STEP);
        run.send(signal);
        let (project, ended, left, result) = run.ends();
        let talk = left.join("\n");
        assert_eq!(ended, Some(code), "{talk}");
        assert_eq!(result["exit_code"], code);
        assert_contains(&talk, "1 passed, 1 interrupted");
        assert_contains(&talk, "1 skill did not run");
        assert_eq!(statuses(&result), ["passed", "interrupted", "not run"]);
        for report in ["junit.xml", "report.html"] {
            let text = project.read(report);
            assert_contains(&text, "Late");
            assert_contains(&text, "not run: the command was stopped before its turn");
        }
    }
}

#[test]
fn a_signal_while_a_device_is_opened_ends_the_same_way() {
    let run = Standing::start(OPENING);
    run.send("TERM");
    let (project, ended, left, result) = run.ends();
    assert_eq!(ended, Some(143), "{left:?}");
    assert_eq!(statuses(&result), ["passed", "not run", "not run"]);
    for report in ["junit.xml", "report.html"] {
        let text = project.read(report);
        assert_contains(&text, "not run: stopped while the device was being opened");
        assert_contains(&text, "not run: the command was stopped before its turn");
    }
}

#[test]
fn a_second_signal_ends_at_once() {
    let mut run = Standing::start(&IN_A_STEP.replace("start", "stuck"));
    run.interrupt();
    run.send("TERM");
    let (project, ended, ..) = run.ends();
    assert_eq!(ended, Some(143));
    assert!(!project.path("junit.xml").exists());
}

#[test]
fn one_step_and_compiling_end_while_a_device_is_opened() {
    let lines = ["compile b.yaml", "tap --device web:SITE/late Go"];
    for line in lines {
        let run = Standing::of(&[("b.yaml", OPENING)], line);
        run.send("HUP");
        let (_, ended, left, _) = run.ends();
        assert_eq!(ended, Some(129), "{line}: {left:?}");
    }
}

#[test]
fn a_signal_that_was_ignored_from_the_start_stays_ignored() {
    let run = Standing::started(&[("b.yaml", OPENING)], |project, _| {
        let mut shell = Command::new("sh");
        project.place(&mut shell);
        let program = env!("CARGO_BIN_EXE_retap");
        shell.args(["-c", "trap '' HUP; exec \"$0\" test b.yaml", program]);
        shell
    });
    run.send("HUP");
    run.send("TERM");
    let (_, ended, left, _) = run.ends();
    assert_eq!(ended, Some(143), "{left:?}");
}
