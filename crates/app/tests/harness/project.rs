//! A project in a temporary folder, and the binary run in it.

use std::ffi::OsString;
use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

use crate::free_port::free_port;

/// A skill for the simulated settings app that passes.
pub(crate) const ABOUT: &str = "name: Check About
tags: [smoke]
steps:
  - launch: Settings
  - tap: General
  - wait_for: About
  - tap: About
  - assert_visible: Model Name
";

/// A skill for the simulated settings app that fails at its last step.
pub(crate) const WRONG: &str = "name: Wrong Model
tags: [broken]
steps:
  - launch: Settings
  - tap: General
  - assert_visible: Modem
";

/// A skill with a question no rule can answer.
pub(crate) const QUESTION: &str = "name: Question
steps:
  - launch: Settings
  - verify: the page looks calm
";

/// A permission file that allows everything.
pub(crate) const ALLOW_ALL: (&str, &str) =
    ("../home/.retap/permissions.json", r#"{"allow": ["*"]}"#);

/// Makes a project in which agents may do everything.
pub(crate) fn open_project() -> Project {
    Project::with(&[ALLOW_ALL])
}

/// A project in a temporary folder that goes away with it.
pub(crate) struct Project {
    root: PathBuf,
    /// Where this project's own adb server is, if one is started.
    adb_port: u16,
}

impl Project {
    /// Makes an empty project, with an empty home folder beside it.
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("retap-it-{}-{number}", std::process::id()));
        fs::create_dir_all(root.join("project")).unwrap();
        fs::create_dir_all(root.join("home")).unwrap();
        let adb_port = free_port();
        Self { root, adb_port }
    }

    /// Makes a project with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let project = Self::new();
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    /// Returns the path of a file of the project.
    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.root.join("project").join(file)
    }

    /// Writes a file of the project.
    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes a file of the home folder.
    pub(crate) fn write_home(&self, file: &str, text: &str) {
        self.write(&format!("../home/{file}"), text);
    }

    /// Writes a program of the project that a shell can run.
    pub(crate) fn write_script(&self, file: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt as _;
        self.write(file, text);
        fs::set_permissions(self.path(file), fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Reads a file of the project.
    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    /// Returns every file of the project, sorted, with its bytes.
    pub(crate) fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        collect(&self.path(""), &mut files);
        files.sort();
        files
    }

    /// Returns the binary, ready to be started in the project with nothing of the real environment.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_retap"));
        self.place(&mut command);
        command
    }

    /// Puts a command into the project, with nothing of the real environment but the fonts of the tests.
    pub(crate) fn place(&self, command: &mut Command) {
        command
            .current_dir(self.path(""))
            .env_clear()
            .env("HOME", self.root.join("home"))
            .env("ANDROID_ADB_SERVER_PORT", self.adb_port.to_string())
            .envs(["PATH", "FONTCONFIG_FILE"].map(|name| (name, inherited(name))));
    }

    /// Runs the binary with the words of `line`.
    pub(crate) fn run(&self, line: &str) -> Ran {
        self.run_in(&[], line)
    }

    /// Runs the binary with the words of `line`, which must pass.
    pub(crate) fn passes(&self, line: &str) -> Ran {
        self.run(line).exits(0)
    }

    /// Runs what was compiled, as `line` says, and checks that it was a replay.
    pub(crate) fn replays(&self, line: &str) {
        let result = self.passes(&format!("test {line} --json")).json();
        assert_eq!(result["skills"][0]["mode"], "compiled", "{result:#}");
    }

    /// Runs the binary with the words of `line` and these variables in its environment.
    pub(crate) fn run_in(&self, variables: &[(&str, &str)], line: &str) -> Ran {
        let words: Vec<&str> = line.split_whitespace().collect();
        self.run_words(variables, &words)
    }

    /// Runs the binary with these words, which may have spaces, and these variables in its environment.
    pub(crate) fn run_words(&self, variables: &[(&str, &str)], words: &[&str]) -> Ran {
        let output = self
            .command()
            .envs(variables.iter().copied())
            .args(words)
            .output()
            .unwrap();
        Ran {
            line: words.join(" "),
            text: self.shown(&output),
            output,
        }
    }

    fn shown(&self, output: &Output) -> String {
        let mut text = String::from_utf8(output.stdout.clone()).unwrap();
        let talk = String::from_utf8(output.stderr.clone()).unwrap();
        if !talk.is_empty() {
            text.push_str("--- stderr\n");
            text.push_str(&talk);
        }
        text.push_str(&format!(
            "--- exit {}\n",
            output.status.code().unwrap_or(-1)
        ));
        self.normal(&text)
    }

    /// Returns the text with folders, times of day and measured milliseconds replaced.
    pub(crate) fn normal(&self, text: &str) -> String {
        let text = text.replace(&self.root.display().to_string(), "<ROOT>");
        text.lines().map(|line| normal_line(line) + "\n").collect()
    }
}

/// Returns a variable of the real environment.
fn inherited(name: &str) -> OsString {
    std::env::var_os(name).unwrap_or_default()
}

impl Drop for Project {
    fn drop(&mut self) {
        if TcpStream::connect(("127.0.0.1", self.adb_port)).is_ok() {
            let port = self.adb_port.to_string();
            let _ = Command::new("adb")
                .args(["-P", &port, "kill-server"])
                .output();
        }
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// The output of the binary.
pub(crate) struct Ran {
    line: String,
    /// Standard output, standard error and exit code, with what differs each time replaced.
    pub(crate) text: String,
    output: Output,
}

impl Ran {
    /// Returns the exit code.
    pub(crate) fn code(&self) -> i32 {
        self.output.status.code().unwrap_or(-1)
    }

    /// Returns standard output.
    pub(crate) fn stdout(&self) -> String {
        String::from_utf8(self.output.stdout.clone()).unwrap()
    }

    /// Returns standard error.
    pub(crate) fn stderr(&self) -> String {
        String::from_utf8(self.output.stderr.clone()).unwrap()
    }

    /// Returns standard output as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// Checks the exit code and returns itself.
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code(), code, "retap {}\n{}", self.line, self.text);
        self
    }

    /// Checks that it said these words and returns itself.
    pub(crate) fn says(self, words: &str) -> Self {
        assert!(
            self.text.contains(words),
            "retap {}\n{}",
            self.line,
            self.text
        );
        self
    }
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            let bytes = fs::read(&path).unwrap();
            files.push((path, bytes));
        }
    }
}

/// Replaces `20260115T094100Z`, `2026-01-15T09:41:00Z` and `12.3 ms`.
fn normal_line(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if is_stamp(rest) {
            let (name, behind) = after_stamp(&rest[16..]);
            text.push_str("<TIME>");
            text.push_str(name);
            rest = behind;
        } else if is_time(rest) {
            text.push_str("<TIME>");
            rest = &rest[20..];
        } else if c.is_ascii_digit() && measured(rest) > 0 {
            text.push_str("<MS>");
            rest = &rest[measured(rest)..];
        } else {
            text.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    // What is replaced has another width, and so do the blanks that align it.
    if text.contains("<MS>") {
        text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    text
}

fn is_stamp(text: &str) -> bool {
    let Some(head) = text.as_bytes().get(..16) else {
        return false;
    };
    head.iter().enumerate().all(|(index, byte)| match index {
        8 => *byte == b'T',
        15 => *byte == b'Z',
        _ => byte.is_ascii_digit(),
    })
}

/// Returns what stands behind the time in the name of a folder, without the number that a second one of
/// the same second has, and the rest.
fn after_stamp(text: &str) -> (&str, &str) {
    let end = text.find(['/', ' ']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    match name.rsplit_once('-') {
        Some((name, number))
            if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) =>
        {
            (name, rest)
        }
        Some(_) | None => (name, rest),
    }
}

fn is_time(text: &str) -> bool {
    let Some(head) = text.as_bytes().get(..20) else {
        return false;
    };
    let form = b"dddd-dd-ddTdd:dd:ddZ".iter();
    let mut pairs = head.iter().zip(form);
    pairs.all(|(byte, form)| match form {
        b'd' => byte.is_ascii_digit(),
        mark => byte == mark,
    })
}

/// Returns the length of `12.3 ms` at the start of the text, or 0.
fn measured(text: &str) -> usize {
    let number = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    if text[number..].starts_with(" ms") {
        number + 3
    } else {
        0
    }
}
