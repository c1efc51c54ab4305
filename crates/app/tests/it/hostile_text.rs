//! Text of strangers on a terminal: no command, whatever it prints, lets a character of a file, a name or a page act on
//! the terminal; and none minds that its reader goes away.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Output, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::assert_contains;
use crate::project::{ABOUT, Project};
use crate::site::{Answer, Site};

/// Clears the screen, names the window, is an old escape, turns text around, hides, breaks lines, rings.
const HOSTILE: &str = "x\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}\u{2066}\u{200b}\u{200f}\u{61c}\u{ad}\u{3164}\u{180e}\u{2028}\r\u{7f}\u{8}\u{e0041}y";

/// The same in double quotes of YAML and TOML.
const QUOTED: &str = "\"x\\u001b[2J\\u001b]0;owned\\u0007\\u009b31m\\u202e\\u2066\\u200b\\u2028\\r\\u007f\\u0008\\U000E0041y\"";

/// A project in which every text that can be hostile is.
fn hostile_project(site: &str) -> Project {
    let skill = format!(
        "name: {QUOTED}\ndescription: {QUOTED}\ntags: [{QUOTED}]\nsteps:\n  - tap: {QUOTED}\n  - assert_visible: {QUOTED}\n"
    );
    let app = format!(
        "app: {QUOTED}\nroot: main\nscreens:\n  main:\n    title: {QUOTED}\n    items:\n      - row: {QUOTED}\n      \
         - button: {QUOTED}\n"
    );
    let log: String = [
        r#"{"run":"R","at_ms":0,"event":{"kind":"run_started","format":1,"skill":"R","file":"R","mode":"live","device":"R","device_name":"R","size":[1.0,1.0],"steps":1,"attempt":1,"started_at":"R"}}"#,
        r#"{"run":"R","at_ms":0,"event":{"kind":"warned","message":"R"}}"#,
        r#"{"run":"R","at_ms":0,"event":{"kind":"step_started","step":0,"depth":0,"rounds":[],"verb":"R","title":"R","line":1}}"#,
        r#"{"run":"R","at_ms":0,"event":{"kind":"pictured","purpose":"failure","file":"R.png","label":"R","point":null}}"#,
        r#"{"run":"R","at_ms":1,"event":{"kind":"step_finished","step":0,"outcome":"failed","reason":"R","took_ms":1,"reads":1}}"#,
        r#"{"run":"R","at_ms":1,"event":{"kind":"R"}}"#,
    ]
    .map(|line| line.replace("\"R", &QUOTED[..QUOTED.len() - 1].replace("\\U000E0041", "\\udb40\\udc41")) + "\n")
    .concat();
    let project = Project::with(&[
        ("bad.yaml", &skill),
        ("good.yaml", ABOUT),
        ("app.app.yaml", &app),
        ("log.jsonl", &log),
        (
            "page.yaml",
            &format!("name: P\ndevice: web:{site}\nsteps:\n  - tap: Nowhere\n"),
        ),
        (
            "broken.yaml",
            &format!("name: x\nsteps:\n  - {QUOTED}: y\n"),
        ),
        ("broken.jsonl", "{\u{1b}[2J\n"),
    ]);
    // A name of a file may have any byte in it.
    for ending in [".yaml", ".app.yaml", ".jsonl"] {
        let name = [HOSTILE.as_bytes(), b"\xff", ending.as_bytes()].concat();
        std::fs::write(project.path("").join(OsStr::from_bytes(&name)), &skill).unwrap();
    }
    project.write(&format!(".retap/skills/{HOSTILE}.yaml"), &skill);
    project
}

/// A page that says hostile things wherever a page can.
fn hostile_site() -> Site {
    let words = HOSTILE.replace('\r', "&#13;");
    let page = format!(
        "<!doctype html><meta charset=utf-8><title>{words}</title><h1>{words}</h1>\
         <button aria-label='{words}' id='{words}'>{words}</button><input value='{words}'>\
         <script>console.log(document.title + '\\x1b[2J\\u202e')</script>"
    );
    Site::serve(move |_| Answer::page(page.clone()))
}

/// Lines that together use every command; `F` is the name of a file, `S` the address of the page.
const LINES: &[&str] = &[
    "demo --out demo",
    "test bad.yaml --device sim:app.app.yaml --timeout 1",
    "test bad.yaml --device sim:app.app.yaml --timeout 1 --json --junit j.xml --html h.html --verbose",
    "test bad.yaml good.yaml page.yaml F.yaml broken.yaml --device sim:settings --timeout 1 --json",
    "test page.yaml --timeout 1",
    "test F --dry-run",
    "test bad.yaml --dry-run --json",
    "test bad.yaml --device F",
    "test --device sim:F.app.yaml bad.yaml",
    "test --F",
    "compile bad.yaml --device sim:app.app.yaml --timeout 1",
    "drift bad.yaml F.yaml --device sim:app.app.yaml --timeout 1",
    "heal bad.yaml --device sim:app.app.yaml --timeout 1",
    "heal F --undo",
    "check bad.yaml F.yaml broken.yaml",
    "check F --json",
    "list",
    "list --json",
    "show bad.yaml",
    "show F.yaml",
    "show F --json",
    "migrate bad.yaml --force",
    "migrate F.yaml",
    "sim list",
    "sim screenshot F",
    "devices",
    "devices --json",
    "screen --device sim:app.app.yaml",
    "screen --device sim:app.app.yaml --json",
    "screen --device web:S",
    "screen --device web:S --json",
    "screen --device F",
    "do --device sim:app.app.yaml tap:F",
    "tap --device sim:app.app.yaml F --timeout 1",
    "tap --device web:S F --timeout 1",
    "hover --device web:S F --timeout 1",
    "type --device sim:app.app.yaml F --into F --timeout 1",
    "key --device sim:app.app.yaml F",
    "install F --device sim:",
    "logs --device web:S",
    "mcp install F",
    "permissions",
    "permissions --explain F",
    "doctor",
    "doctor --json",
    "report log.jsonl --junit k.xml --html k.html --verbose",
    "report broken.jsonl",
    "report F.jsonl F",
    "completions bash",
];

/// Runs a line of the table.
fn run(project: &Project, site: &str, line: &str, stdout: Stdio) -> Output {
    let words = line.split(' ').map(|word| {
        let word = word.replace('S', site);
        let word = if word.contains(site) {
            word
        } else {
            word.replace('F', HOSTILE)
        };
        OsStr::new(&word).to_owned()
    });
    let mut command = project.command();
    command.args(words).stdout(stdout).stderr(Stdio::piped());
    command.spawn().unwrap().wait_with_output().unwrap()
}

/// Returns the characters of an output that act on a terminal.
fn acting(bytes: &[u8]) -> Vec<char> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let hostile: BTreeSet<char> = HOSTILE.chars().filter(|c| !c.is_ascii_graphic()).collect();
    let acts =
        |c: &char| (c.is_control() && !"\n\t".contains(*c)) || hostile.contains(c) && *c != ' ';
    text.chars().filter(acts).collect()
}

#[test]
fn every_command_shows_what_would_act_on_a_terminal() {
    let site = hostile_site();
    let project = hostile_project(&site.url);
    let mut has_shown = false;
    for line in LINES {
        let output = run(&project, &site.url, line, Stdio::piped());
        for bytes in [&output.stdout, &output.stderr] {
            let acting = acting(bytes);
            assert!(
                acting.is_empty(),
                "retap {line}: {acting:?} in {}",
                String::from_utf8_lossy(bytes)
            );
            has_shown |= String::from_utf8_lossy(bytes).contains("\\u001b");
        }
        let code = output.status.code();
        assert!(matches!(code, Some(0..=4)), "retap {line}: {code:?}");
        let talk = String::from_utf8_lossy(&output.stderr);
        assert!(!talk.contains("panicked"), "retap {line}: {talk}");
        if line.contains("--json") && !output.stdout.is_empty() {
            let told: Result<serde_json::Value, _> = serde_json::from_slice(&output.stdout);
            assert!(told.is_ok(), "retap {line}: {told:?}");
        }
    }
    assert!(has_shown, "nothing hostile was printed at all");
    for report in ["j.xml", "k.xml", "h.html", "k.html"] {
        assert_eq!(acting(project.read(report).as_bytes()), [], "{report}");
    }
    let listed = project.run("list --json").json();
    let names = listed["skills"].as_array().unwrap().iter();
    let names: Vec<&str> = names.filter_map(|skill| skill["file"].as_str()).collect();
    assert!(
        names.iter().any(|name| name.contains(HOSTILE)),
        "programs read what is: {names:?}"
    );
}

/// A command that is new here has no line above, and so nobody has looked at what it prints.
#[test]
fn every_command_is_among_the_lines() {
    let help = Project::new().passes("--help").stdout();
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && *name != "help");
    for name in names {
        let mut lines = LINES.iter();
        assert!(
            lines.any(|line| line.split(' ').next() == Some(name)),
            "`{name}` has no line"
        );
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let site = hostile_site();
    let project = hostile_project(&site.url);
    for line in LINES {
        let usual = run(&project, &site.url, line, Stdio::null());
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let closed = run(&project, &site.url, line, Stdio::from(writer));
        let talk = String::from_utf8_lossy(&closed.stderr).into_owned();
        assert_eq!(
            closed.status.code(),
            usual.status.code(),
            "retap {line}: {talk}"
        );
        assert!(
            !talk.contains("panicked") && !talk.contains("roken pipe"),
            "{talk}"
        );
    }
}

/// Runs a suite on a terminal with these variables and returns what the terminal got.
fn on_terminal(variables: &[(&str, &str)]) -> String {
    let project = Project::with(&[("good.yaml", ABOUT)]);
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let theirs = File::options()
        .read(true)
        .write(true)
        .open(OsStr::from_bytes(name.to_bytes()));
    let theirs: OwnedFd = theirs.unwrap().into();
    let mut command = project.command();
    command.args(["test", "good.yaml", "--device", "sim:settings", "--verbose"]);
    command
        .envs(variables.iter().copied())
        .stdout(theirs)
        .stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // The command holds the other end of the terminal as well; once it is gone too, reading ends.
    drop(command);
    let mut ours = File::from(ours);
    let mut got = Vec::new();
    let mut piece = [0; 4096];
    // The end of a terminal that nobody has open is an error.
    while let Ok(length @ 1..) = ours.read(&mut piece) {
        got.write_all(&piece[..length]).unwrap();
    }
    assert!(child.wait().unwrap().success());
    String::from_utf8(got).unwrap()
}

#[test]
fn nothing_is_drawn_where_colours_are_not_wanted() {
    assert_contains(on_terminal(&[("TERM", "xterm")]), "\u{1b}[J");
    for variables in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let got = on_terminal(&[variables]);
        assert!(!got.contains('\u{1b}'), "{got}");
        assert_contains(&got, "1 run: 1 passed");
    }
}
