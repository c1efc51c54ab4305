//! Ctrl-C: what ran is reported, what did not is said, and nothing is left half done.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};

use crate::project::{ABOUT, Project};
use crate::site::{Answer, Site};

/// A run that stands still where it opens a page that does not come.
pub(crate) struct Standing {
    pub(crate) project: Project,
    pub(crate) child: Child,
    pub(crate) talk: Lines<BufReader<ChildStderr>>,
    /// The page comes once this is dropped.
    pub(crate) held: Sender<()>,
    _site: Site,
}

impl Standing {
    /// Starts a suite that stands still in its second skill.
    fn start() -> Self {
        let late = "name: Late\ndevice: web:SITE\nsteps:\n  - assert_visible: Late\n";
        let first = format!("device: sim:settings\n{ABOUT}");
        let files = [("a.yaml", &*first), ("b.yaml", late), ("c.yaml", &first)];
        Self::of(&files, "test a.yaml b.yaml c.yaml --junit junit.xml")
    }

    /// Starts the binary with the words of `line` in a project, `SITE` being the address of the page, and
    /// returns once it stands still.
    pub(crate) fn of(files: &[(&str, &str)], line: &str) -> Self {
        let (held, gate) = channel::<()>();
        let (asked, is_asked) = channel();
        let gate = Mutex::new(gate);
        let site = Site::serve(move |_| {
            // Whoever asks later finds the gate open.
            let _ = asked.send(());
            let _ = gate.lock().unwrap().recv();
            Answer::page("<h1>Late</h1>")
        });
        let project = Project::new();
        for (path, text) in files {
            project.write(path, &text.replace("SITE", &site.url));
        }
        let mut command = project.command();
        command.args(line.replace("SITE", &site.url).split_whitespace());
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let talk = BufReader::new(child.stderr.take().unwrap()).lines();
        is_asked.recv().unwrap();
        Self {
            project,
            child,
            talk,
            held,
            _site: site,
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
    drop(run.held);
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
