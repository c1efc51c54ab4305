//! Projects of people who mean harm, each a folder of `tests/fixtures/hostile`: what `retap` says to each, and that nothing
//! outside of the project was read, written, sent or started.
//!
//! `CASE` has the command, the variables of the environment and the links, which not every checkout can hold. In files
//! `SITE` stands for a server of the test, `HOME` for the home folder, and `SHA256(FILE)` for the hash of a file; `home` has files of the person.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use retap_model::codec::sha256_hex;

use crate::project::Project;
use crate::site::Site;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/hostile");

/// Files of the person, each with what nobody may see.
const OF_PERSON: [(&str, &str); 5] = [
    (".ssh/id_rsa", "CANARY-KEY\n"),
    (".aws/credentials", "[default]\nkey = \"CANARY-AWS\"\n"),
    (".config/token.json", "{\"version\": \"CANARY-TOKEN\"}\n"),
    ("notes.yaml", "CANARY-NOTES: [\n"),
    (".bashrc", "# mine\n"),
];

/// A page that sends away every file it is given.
const PAGE: &str = "<title>Shop</title><h1>Shop</h1><input type=file aria-label=Photo \
    onchange=\"fetch('/stolen', {method: 'POST', body: this.files[0]})\">";

/// How many cases run at a time.
const WORKERS: usize = 3;

/// A hostile project that was run.
struct Ran {
    text: String,
    project: Project,
    site: Site,
    /// Everything that was there before, in the project and in the home folder.
    before: BTreeMap<PathBuf, Vec<u8>>,
}

/// Returns the plain files below a folder; links are not followed.
fn files_in(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            files.extend(files_in(&entry.path()));
        } else if kind.is_file() {
            files.insert(entry.path(), fs::read(entry.path()).unwrap());
        }
    }
    files
}

/// Makes the project of a fixture, with what stands for other things in its files filled in.
fn prepare(fixture: &Path, project: &Project, site: &Site) {
    let from = fixture.join("project");
    let home = project.path("../home").canonicalize().unwrap();
    let fill = |text: String| {
        let text = text.replace("SITE", &site.url);
        text.replace("HOME", &home.display().to_string())
    };
    let mut hashed = Vec::new();
    for (path, bytes) in files_in(&from) {
        let name = path
            .strip_prefix(&from)
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        let text = fill(String::from_utf8(bytes).unwrap());
        project.write(&name, &text);
        fs::set_permissions(
            project.path(&name),
            fs::metadata(&path).unwrap().permissions(),
        )
        .unwrap();
        hashed.push((format!("SHA256({name})"), sha256_hex(text.as_bytes())));
    }
    for (path, bytes) in files_in(&project.path("")) {
        let text = String::from_utf8(bytes).unwrap();
        let filled = hashed
            .iter()
            .fold(text, |text, (mark, hash)| text.replace(mark, hash));
        fs::write(path, filled).unwrap();
    }
    let of_home = fixture.join("home");
    for (path, bytes) in files_in(&of_home) {
        let name = path.strip_prefix(&of_home).unwrap().to_str().unwrap();
        project.write_home(name, &fill(String::from_utf8(bytes).unwrap()));
    }
    for (file, text) in OF_PERSON {
        project.write_home(file, text);
    }
}

fn run(fixture: &Path) -> Ran {
    let (project, site) = (Project::new(), Site::page(PAGE));
    prepare(fixture, &project, &site);
    let case = fs::read_to_string(fixture.join("CASE")).unwrap();
    let values = |key: &str| -> Vec<String> {
        let lines = case.lines().filter_map(|line| line.strip_prefix(key));
        lines.map(|line| line.trim().to_owned()).collect()
    };
    for link in values("link:") {
        let (path, target) = link.split_once(" -> ").unwrap();
        symlink(target, project.path(path)).unwrap();
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let mut variables = vec![("AWS_SECRET_ACCESS_KEY".to_owned(), "CANARY-ENV".to_owned())];
    for variable in values("env:") {
        let (name, value) = variable.split_once('=').unwrap();
        variables.push((name.to_owned(), value.replace(":PATH", &format!(":{path}"))));
    }
    let variables: Vec<(&str, &str)> = variables
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    let before = files_in(&project.path(".."));
    let line = values("run:").remove(0).replace("SITE", &site.url);
    let ran = project.run_in(&variables, &line);
    Ran {
        text: said(&ran.text, &site),
        project,
        site,
        before,
    }
}

/// Returns what was said, without addresses, durations and how often a real browser was looked at.
fn said(text: &str, site: &Site) -> String {
    let text = text.replace(&site.url, "SITE/");
    let is_figure = |line: &&str| !line.contains("screen read") && !line.contains("on the device");
    let lines = text.lines().filter(is_figure).map(|line| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for place in 1..words.len() {
            if matches!(words[place], "s" | "s:" | "s,") && words[place - 1].parse::<f64>().is_ok()
            {
                words[place - 1] = "<N>";
            }
        }
        words.join(" ").trim_end().to_owned() + "\n"
    });
    lines.collect()
}

/// Checks that nothing left the person's folders or changed there, and that nothing was started.
fn check_harmless(name: &str, ran: &Ran) {
    let Ran {
        text,
        project,
        site,
        before,
    } = ran;
    assert!(!text.contains("CANARY"), "{name} shows it:\n{text}");
    for got in site.got() {
        let sent = format!("{}\n{}\n{}", got.line, got.headers, got.body);
        assert!(
            !sent.contains("CANARY") && !sent.contains("stolen"),
            "{name} sends it: {sent}"
        );
    }
    let home = project.path("../home");
    let of_home = before.iter().filter(|(path, _)| path.starts_with(&home));
    let of_home = of_home.map(|(path, bytes)| (path.clone(), bytes.clone()));
    assert_eq!(
        files_in(&home),
        of_home.collect(),
        "{name} changes files of the person"
    );
    for (path, bytes) in files_in(&project.path("..")) {
        let is_new = before.get(&path) != Some(&bytes);
        let holds = String::from_utf8_lossy(&bytes).contains("CANARY");
        assert!(!is_new || !holds, "{name} keeps it in {}", path.display());
        assert!(!path.ends_with("started"), "{name} starts a program");
    }
}

#[test]
fn no_hostile_project_takes_or_breaks_anything() {
    let mut fixtures: Vec<PathBuf> = fs::read_dir(FIXTURES)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    fixtures.sort();
    assert!(fixtures.len() >= 20, "{fixtures:?}");
    let mut all = BTreeMap::new();
    for some in fixtures.chunks(WORKERS) {
        let ran = std::thread::scope(|scope| {
            let runs: Vec<_> = some
                .iter()
                .map(|fixture| scope.spawn(|| run(fixture)))
                .collect();
            runs.into_iter()
                .map(|run| run.join().unwrap())
                .collect::<Vec<_>>()
        });
        for (fixture, ran) in some.iter().zip(ran) {
            let name = fixture.file_name().unwrap().to_str().unwrap().to_owned();
            check_harmless(&name, &ran);
            all.insert(name, ran.text);
        }
    }
    let text: String = all
        .iter()
        .map(|(name, text)| format!("== {name}\n{text}\n"))
        .collect();
    insta::assert_snapshot!(text);
}
