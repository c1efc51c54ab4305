//! The rules of the house (`ARCHITECTURE.md`), each kept by a test.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use retap_learn::source::read_skill;
use retap_model::device::{Deadline, Device, DeviceError, NetworkMode, Png, TreeDump};
use retap_model::device_methods;
use retap_model::event::{Event, EventSink, Record, RunMode};
use retap_model::program::Program;
use retap_model::screen::Screen;
use retap_model::verdict::Outcome;
use retap_replay::{Parts, RunOptions, run};
use retap_sim::SimDevice;

/// Which crate may use which of ours.
const MAY_USE: [(&str, &[&str]); 7] = [
    ("model", &[]),
    ("sim", &["model"]),
    ("drivers", &["model"]),
    ("report", &["model"]),
    ("replay", &["model"]),
    ("learn", &["model", "replay"]),
    (
        "app",
        &["model", "sim", "drivers", "report", "replay", "learn"],
    ),
];

/// Everything the engine is made of: no network, no AI, no protocol.
const REPLAY_IS_MADE_OF: [&str; 27] = [
    "retap-replay",
    "retap-model",
    "arraydeque",
    "block-buffer",
    "cfg-if",
    "cpufeatures",
    "crypto-common",
    "digest",
    "hybrid-array",
    "itoa",
    "libc",
    "memchr",
    "proc-macro2",
    "quote",
    "saphyr-parser",
    "serde",
    "serde_core",
    "serde_derive",
    "serde_json",
    "sha2",
    "syn",
    "thiserror",
    "thiserror-impl",
    "tinyvec",
    "typenum",
    "unicode-ident",
    "unicode-normalization",
];

/// The formatter of numbers inside `serde_json`; it changes names between versions.
const FORMATS_NUMBERS: [&str; 2] = ["ryu", "zmij"];

/// Files that may be longer than [`LONGEST_FILE`], and why.
const LONG_FILES: [(&str, &str); 0] = [];

/// How many lines a file may have, its tests aside.
const LONGEST_FILE: usize = 600;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(workspace().join(path)).unwrap()
}

#[test]
fn the_engine_has_no_network_and_no_ai_in_it() {
    let tree = Command::new(env!("CARGO"))
        .args([
            "tree",
            "-p",
            "retap-replay",
            "-e",
            "normal",
            "--prefix",
            "none",
            "--offline",
        ])
        .current_dir(workspace())
        .output()
        .unwrap();
    assert!(
        tree.status.success(),
        "{}",
        String::from_utf8_lossy(&tree.stderr)
    );
    let text = String::from_utf8(tree.stdout).unwrap();
    let used: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(used.contains("retap-model"));
    let strangers: Vec<&&str> = used
        .iter()
        .filter(|name| !REPLAY_IS_MADE_OF.contains(name) && !FORMATS_NUMBERS.contains(name))
        .collect();
    assert!(strangers.is_empty(), "the engine may not use {strangers:?}");
}

/// What is shipped is told: every crate that is linked, with its licence and where it is from.
#[test]
fn the_bill_of_materials_names_all_that_the_binary_is_made_of() {
    let printed = Command::new(workspace().join("sbom")).output().unwrap();
    let talk = String::from_utf8_lossy(&printed.stderr);
    assert!(printed.status.success(), "{talk}");
    let bill: serde_json::Value = serde_json::from_slice(&printed.stdout).unwrap();
    let components = bill["components"].as_array().unwrap();
    for name in ["clap", "rmcp", "retap-model", "rustls", "serde_json"] {
        let component = components.iter().find(|it| it["name"] == name).unwrap();
        assert!(
            component["licenses"][0]["expression"].is_string(),
            "{component}"
        );
        let is_ours = name.starts_with("retap");
        assert_eq!(component["hashes"].is_array(), !is_ours, "{component}");
    }
    let is_for_tests = |it: &serde_json::Value| it["name"] == "insta" || it["name"] == "syn";
    assert!(!components.iter().any(is_for_tests));
}

#[test]
fn crates_use_only_what_they_may() {
    for (name, allowed) in MAY_USE {
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        for used in dependencies(&manifest) {
            if let Some(ours) = used.strip_prefix("retap-") {
                assert!(allowed.contains(&ours), "{name} may not use {ours}");
            }
        }
    }
    assert_eq!(
        fs::read_dir(workspace().join("crates")).unwrap().count(),
        MAY_USE.len()
    );
}

/// Returns the names under `[dependencies]`, not those only tests use.
fn dependencies(manifest: &str) -> Vec<String> {
    let manifest: toml::Table = manifest.parse().unwrap();
    let table = manifest.get("dependencies").and_then(toml::Value::as_table);
    table
        .map(|table| table.keys().cloned().collect())
        .unwrap_or_default()
}

#[test]
fn every_crate_keeps_the_lints_that_forbid_printing_and_real_time() {
    for (name, _) in MAY_USE {
        let manifest: toml::Table = read(&format!("crates/{name}/Cargo.toml")).parse().unwrap();
        assert_eq!(
            manifest["lints"]["workspace"].as_bool(),
            Some(true),
            "{name}"
        );
    }
    let workspace: toml::Table = read("Cargo.toml").parse().unwrap();
    let lints = &workspace["workspace"]["lints"]["clippy"];
    for lint in [
        "print_stdout",
        "print_stderr",
        "exit",
        "unwrap_used",
        "disallowed_methods",
    ] {
        assert!(lints.get(lint).is_some(), "{lint}");
    }
    let disallowed = read("clippy.toml");
    for method in [
        "thread::sleep",
        "env::var",
        "env::vars",
        "SystemTime::now",
        "Instant::now",
    ] {
        assert!(
            disallowed.contains(&format!("std::{method}\""))
                || disallowed.contains(&format!("time::{method}\"")),
            "{method}"
        );
    }
}

#[test]
fn files_are_short_enough_to_be_read() {
    let mut files = Vec::new();
    for (name, _) in MAY_USE {
        collect(&workspace().join(format!("crates/{name}/src")), &mut files);
    }
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(
            text.starts_with("//!"),
            "{} does not say what it is for",
            file.display()
        );
        let lines = text
            .lines()
            .take_while(|line| *line != "#[cfg(test)]")
            .count();
        let is_listed = LONG_FILES.iter().any(|(known, _)| file.ends_with(known));
        assert!(
            lines <= LONGEST_FILE || is_listed,
            "{} has {lines} lines",
            file.display()
        );
    }
}

/// What opens a file by itself, and would wait for ever where that is a pipe.
const OPENING: [&str; 8] = [
    "File::open(",
    "File::create(",
    "File::options(",
    "OpenOptions::new(",
    "fs::read(",
    "fs::read_to_string(",
    "fs::write(",
    "fs::copy(",
];

/// Who opens files by itself, and why none of them can be a pipe of a stranger.
const OPENERS: [(&str, &str); 10] = [
    ("drivers/src/plain_file.rs", "it is the place"),
    (
        "app/src/files.rs",
        "files that are new, and folders, which are no pipes",
    ),
    ("app/src/unnamed_log.rs", "files that are new"),
    ("drivers/src/web/upload_copies.rs", "files that are new"),
    (
        "drivers/src/web/private_folder.rs",
        "folders, and nothing else",
    ),
    ("app/src/open_folder.rs", "folders, and files that are new"),
    ("app/src/cli/mcp.rs", "/dev/urandom"),
    ("app/src/interrupt.rs", "/proc/self/status"),
    ("app/src/foreign.rs", "files that fuzzing makes"),
    ("sim/src/address.rs", "only what was seen to be a file"),
];

#[test]
fn files_are_opened_in_one_place() {
    let mut files = Vec::new();
    for (name, _) in MAY_USE {
        collect(&workspace().join(format!("crates/{name}/src")), &mut files);
    }
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap();
        let is_listed = OPENERS.iter().any(|(known, _)| file.ends_with(known));
        let opening = OPENING.iter().find(|it| code.contains(**it));
        assert!(
            opening.is_none() || is_listed,
            "{}: {opening:?}; `retap_drivers::plain_file` waits for nobody",
            file.display()
        );
    }
}

#[test]
fn every_folder_says_what_may_not_live_in_it() {
    let mut files = Vec::new();
    for (name, _) in MAY_USE {
        collect(&workspace().join(format!("crates/{name}/src")), &mut files);
    }
    let folders: BTreeSet<&Path> = files.iter().filter_map(|file| file.parent()).collect();
    for folder in folders {
        let inside = ["mod.rs", "lib.rs", "main.rs"].map(|name| folder.join(name));
        let beside = folder.with_extension("rs");
        let own = inside.into_iter().chain([beside]).find(|it| it.is_file());
        let text = fs::read_to_string(own.unwrap()).unwrap();
        let mut header = text.lines().take_while(|line| line.starts_with("//!"));
        assert!(
            header.any(|line| line.contains("Not here:")),
            "{} does not say what may not live there",
            folder.display()
        );
    }
}

/// A page that names a file says where it is: as `crates/…`, as `model/…` for what is in the sources of a crate, or as
/// a link. Names with a `<part>`, `{a,b}` or `*` in them stand for several.
#[test]
fn documents_name_files_that_are_there() {
    let mut pages = vec!["ARCHITECTURE.md".into(), "CONTRIBUTING.md".into()];
    for folder in ["docs/decisions", "docs/recipes"] {
        let entries = fs::read_dir(workspace().join(folder)).unwrap();
        pages.extend(entries.map(|entry| PathBuf::from(folder).join(entry.unwrap().file_name())));
    }
    for page in pages {
        let text = read(page.to_str().unwrap());
        let is_missing = |file: &PathBuf| !workspace().join(file).exists();
        let missing: Vec<PathBuf> = named_files(&page, &text).filter(is_missing).collect();
        assert!(missing.is_empty(), "{} names {missing:?}", page.display());
    }
}

/// Returns the files that a page names.
fn named_files<'a>(page: &'a Path, text: &'a str) -> impl Iterator<Item = PathBuf> + 'a {
    let links = text.split("](").skip(1).filter_map(|rest| {
        let (link, _) = rest.split_once(')')?;
        let is_file = !link.starts_with('#') && !link.contains("://") && !link.contains(' ');
        is_file.then(|| page.parent().unwrap().join(link))
    });
    let quoted = text.split('`').skip(1).step_by(2).filter_map(|name| {
        let (part, path) = name.split_once('/')?;
        let is_one = !name.contains(['<', '{', '*', '…', ' ']) && name.contains('.');
        match part {
            "crates" | "docs" if is_one => Some(PathBuf::from(name)),
            _ if is_one && MAY_USE.iter().any(|(known, _)| *known == part) => {
                Some(Path::new("crates").join(part).join("src").join(path))
            }
            _ => None,
        }
    });
    links.chain(quoted)
}

/// How many files somebody opens who follows a tap.
const FILES_OF_A_TAP: usize = 45;

#[test]
fn a_tap_is_followed_through_few_files_each_entered_from_one_before_it() {
    let text = read("ARCHITECTURE.md");
    let (_, list) = text.split_once("## A tap, end to end").unwrap();
    let (list, _) = list.split_once("\n## ").unwrap();
    let rows: Vec<Vec<&str>> = list
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split('`').collect())
        .collect();
    assert!(
        (30..=FILES_OF_A_TAP).contains(&rows.len()),
        "{}",
        rows.len()
    );
    let mut above = String::new();
    let mut known = BTreeSet::new();
    for row in rows {
        let (file, function) = (row[1], row[3]);
        let (part, path) = file.split_once('/').unwrap();
        let text = read(&format!("crates/{part}/src/{path}"));
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        assert!(known.insert(file), "{file} is listed twice");
        let definition = format!("fn {function}");
        assert!(text.contains(&definition), "{file} has no `{function}`");
        assert!(
            above.is_empty() || is_used(&above, function),
            "nothing above {file} uses `{function}`"
        );
        above.push_str(text);
    }
}

/// Returns whether code calls or names a function, its definitions aside.
fn is_used(code: &str, function: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(function).any(|(start, _)| {
        let (before, after) = (&code[..start], &code[start + function.len()..]);
        !before.ends_with("fn ") && !before.ends_with(is_word) && after.starts_with(['(', ')', ','])
    })
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

/// The names a platform has for ids and widgets are told by its driver, through fields of an element.
#[test]
fn only_drivers_know_the_words_of_a_platform() {
    let words = ["android.", "androidx", "\"android:", "XCUI", "RecyclerView"];
    for part in ["model", "learn"] {
        let mut files = Vec::new();
        collect(
            &workspace().join("crates").join(part).join("src"),
            &mut files,
        );
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let known = words.iter().find(|word| text.contains(**word));
            assert_eq!(known, None, "{}", file.display());
        }
    }
}

#[test]
fn every_format_is_described_with_its_version() {
    let pages: Vec<PathBuf> = fs::read_dir(workspace().join("docs/formats"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    for name in [
        "compiled-scenario",
        "compiled-skill",
        "config",
        "events",
        "junit",
        "result",
        "result-json",
        "scenario",
        "skill-md",
        "skill-yaml",
        "app-md",
        "app-yaml",
    ] {
        let page = pages
            .iter()
            .find(|page| page.file_stem().is_some_and(|stem| stem == name));
        let page = page.unwrap_or_else(|| panic!("docs/formats/{name}.md is missing"));
        let text = fs::read_to_string(page).unwrap();
        assert!(
            text.to_lowercase().contains("version"),
            "{} names no version",
            page.display()
        );
    }
    for folder in [
        "crates/model/tests/it/fixtures",
        "crates/model/tests/it/rejects",
        "crates/learn/tests/it/rejects",
    ] {
        let count = fs::read_dir(workspace().join(folder)).unwrap().count();
        assert!(count > 0, "{folder} is empty");
    }
}

/// Every kind of step the simulated phone can do, to see that each of them looks.
const EVERY_KIND: &str = concat!(
    include_str!("../../../learn/tests/it/every_verb.yaml"),
    "  - condition:\n      if_visible: Nowhere\n      then:\n        - home\n"
);

#[test]
fn no_step_passes_without_looking() {
    let draft = read_skill(Path::new("every.yaml"), EVERY_KIND.as_bytes()).unwrap();
    let program = Program::live(draft);
    let phone = SimDevice::open("").unwrap();
    let clock = Arc::new(phone.clock());
    let looks = Arc::default();
    let mut device = Watched {
        phone,
        looks: Arc::clone(&looks),
    };
    let mut sink = Looked {
        looks,
        open: Vec::new(),
        passed: 0,
    };
    let parts = Parts::new(&mut device, clock, &mut sink);
    let report = run(
        &program,
        parts,
        &RunOptions::new("run", "every.yaml", RunMode::Live),
    );
    assert!(report.verdict.is_passed(), "{}", report.verdict);
    assert!(sink.passed > 25, "{}", sink.passed);
}

/// How often the device was looked at.
type Looks = Arc<std::sync::atomic::AtomicUsize>;

/// A phone that counts how often anybody looks at it.
struct Watched {
    phone: SimDevice,
    looks: Looks,
}

impl Watched {
    fn look(&self) {
        self.looks
            .fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }
}

impl Device for Watched {
    device_methods!(forward to phone: info, can, perform, wait_for_change);
    device_methods!(
        absent:
        drawn, read_whole, bring_into_view, os_version, type_into, apps_of, reconnect, install, process_of, dump_storage, signals_after, wait_until_quiet, field_ends_with, identifiers_at,
        read_logs
    );

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        self.look();
        self.phone.read_screen(deadline)
    }

    fn dump_tree(&mut self, deadline: Deadline) -> Result<TreeDump, DeviceError> {
        // A dump is kept for people; nothing is decided on it, so it is no look.
        self.phone.dump_tree(deadline)
    }

    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError> {
        self.look();
        self.phone.screenshot(deadline)
    }

    fn is_network_in(
        &mut self,
        mode: NetworkMode,
        deadline: Deadline,
    ) -> Result<bool, DeviceError> {
        self.look();
        self.phone.is_network_in(mode, deadline)
    }

    fn is_keyboard_shown(&mut self, deadline: Deadline) -> Result<bool, DeviceError> {
        self.look();
        self.phone.is_keyboard_shown(deadline)
    }
}

/// Compares the looks at the start and at the end of every step.
struct Looked {
    looks: Looks,
    open: Vec<(String, usize)>,
    passed: usize,
}

impl EventSink for Looked {
    fn event(&mut self, record: &Record) {
        let looks = self.looks.load(std::sync::atomic::Ordering::Relaxed);
        match &record.event {
            Event::StepStarted(step) => self.open.push((step.title.clone(), looks)),
            Event::StepFinished(step) => {
                let (title, before) = self.open.pop().unwrap();
                if step.outcome == Outcome::Passed {
                    assert!(
                        looks > before,
                        "{title} passed without a look: {}",
                        step.reason
                    );
                    self.passed += 1;
                }
            }
            _ => {}
        }
    }

    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}
}
