//! Every reader of foreign bytes, each with what must hold whatever the bytes are.
//!
//! A target panics when something does not hold. It runs in the fuzzer, and in a test of the app with every file of
//! `fuzz/cases`. Not here: how anything is read.

mod agents;
mod android;
mod files;
mod pages;
mod phone;
mod sources;

use retap_model::screen::Element;

/// One reader, or several that read the same.
pub(crate) struct Target {
    /// Its name, that of the folder of its cases, and the first word of its line in `fuzz/seeds.txt`.
    pub(crate) name: &'static str,
    /// Reads bytes and checks what must hold.
    pub(crate) run: fn(&[u8]),
}

const fn target(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run }
}

/// All of them.
pub(crate) const TARGETS: &[Target] = &[
    target("skill_yaml", sources::skill_yaml),
    target("skill_md", sources::skill_md),
    target("scenario", sources::scenario),
    target("step", sources::step),
    target("sentence", sources::sentence),
    target("relabel", sources::relabel),
    target("compiled", files::compiled),
    target("healed", files::healed),
    target("diff", files::diff),
    target("event_log", files::event_log),
    target("config", files::config),
    target("permissions", files::permissions),
    target("storage_state", files::storage_state),
    target("client_json", files::client_json),
    target("picture", files::picture),
    target("app_md", phone::app_md),
    target("app_yaml", phone::app_yaml),
    target("sim_address", phone::sim_address),
    target("adb_daemon", phone::adb_daemon),
    target("adb_packets", phone::adb_packets),
    target("adb_sync", phone::adb_sync),
    target("shell", phone::shell),
    target("android_tree", android::tree),
    target("android_answers", android::answers),
    target("adb_client", android::client),
    target("apk", android::apk),
    target("browser_message", pages::message),
    target("page_reading", pages::reading),
    target("write_bodies", pages::bodies),
    target("web_address", pages::address),
    target("ocr_table", pages::ocr_table),
    target("mcp", agents::mcp),
    target("http_request", agents::http_request),
    target("device_address", agents::device_address),
    target("model_answer", agents::model_answer),
];

/// Returns bytes as text, as far as they are.
fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Checks that what an element is in comes before it.
fn check_parents(elements: &[Element]) {
    for (number, element) in elements.iter().enumerate() {
        let is_behind = |parent: usize| parent < number;
        assert!(element.parent.is_none_or(is_behind), "{element:?}");
    }
}

/// How long the lines of a text are, told once for all places in it: a file of nonsense has an error in every line.
struct LineLengths(Vec<usize>);

impl LineLengths {
    fn of(text: &str) -> Self {
        // All ways to end a line count alike.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let lines = text.split('\n');
        Self(lines.map(|line| line.chars().count()).collect())
    }

    /// Checks that a place, both numbers from 1, is in the text or right behind it.
    fn check_place(&self, line: usize, column: usize) {
        let count = self.0.len();
        assert!((1..=count + 1).contains(&line), "line {line} of {count}");
        let length = self.0.get(line - 1).copied().unwrap_or(0);
        assert!(
            (1..=length + 1).contains(&column),
            "column {column} of {length} in line {line}"
        );
    }
}

/// Checks the place `FILE:LINE:COLUMN:` with which a message starts.
fn check_place_of(message: &str, file: &str, text: &str) {
    let rest = message
        .strip_prefix(file)
        .and_then(|rest| rest.strip_prefix(':'));
    let mut numbers = rest
        .unwrap_or_else(|| panic!("no place in: {message}"))
        .split(':');
    let mut number = || numbers.next().and_then(|it| it.parse().ok());
    let (Some(line), Some(column)) = (number(), number()) else {
        panic!("no place in: {message}");
    };
    LineLengths::of(text).check_place(line, column);
}
