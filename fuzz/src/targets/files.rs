//! Files that lie in a project, a home folder or a run.

use std::io;
use std::sync::OnceLock;
use std::time::Duration;

use retap::foreign::{self, Home};
use retap_drivers::{ocr, web::StorageState};
use retap_model::codec::{decode, decode_record, encode, encode_record};
use retap_model::device::{Clock as _, Deadline, Device as _};
use retap_model::event::EventSink as _;
use retap_model::phrase::Phrase;
use retap_model::program::{CompiledProgram, Target};
use retap_model::screen::Screen;
use retap_model::select::{Search, locate};
use retap_model::verify::check;
use retap_report::{
    Console, HtmlOptions, LogReader, Paint, RunFiles, Runs, Style, html, junit, report_md,
    result_json,
};
use retap_sim::SimDevice;
use serde_json::Value;

use super::text;

/// A checksum would keep nearly every change out, so files are read without theirs, too.
pub(super) fn compiled(bytes: &[u8]) {
    check_compiled(bytes);
    let Ok(mut value) = serde_json::from_slice::<Value>(bytes) else {
        return;
    };
    let own = value.get_mut("retap").and_then(Value::as_object_mut);
    if own.and_then(|own| own.remove("checksum")).is_some() {
        check_compiled(value.to_string().as_bytes());
    }
}

fn check_compiled(bytes: &[u8]) {
    match decode(bytes) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(program) => {
            let written = encode(&program);
            let again = decode(&written);
            let again = again.unwrap_or_else(|error| panic!("{error}\n{}", text(&written)));
            assert_eq!(again, program);
            assert_eq!(text(&encode(&again)), text(&written));
            use_pins(&program);
        }
    }
}

/// Looks for everything that was recorded on the screens of an app, as a replay would.
fn use_pins(program: &CompiledProgram) {
    for (step, pin) in program
        .steps
        .iter()
        .filter_map(|it| Some((it, it.pin.as_ref()?)))
    {
        let target = Target {
            label: Phrase::literal(step.label.clone().unwrap_or_default()),
            ..Target::default()
        };
        for screen in screens() {
            let recorded = [&pin.evidence, &pin.destination_evidence];
            for evidence in recorded.into_iter().flatten() {
                if let Search::Found(found) = locate(screen, &target, Some(evidence)) {
                    assert!(found.index < screen.elements.len());
                }
            }
            check(&pin.expect, screen, screen);
        }
    }
}

/// Returns screens of a simulated app.
fn screens() -> &'static [Screen] {
    static SCREENS: OnceLock<Vec<Screen>> = OnceLock::new();
    SCREENS.get_or_init(|| {
        let read = |address: &str| {
            let mut phone = SimDevice::open(address).expect("the app is built in");
            let deadline = Deadline::after(phone.clock().now(), Duration::from_secs(10));
            phone.read_screen(deadline).expect("a phone can be read")
        };
        ["settings?open=main", "shop?open=products"]
            .map(read)
            .to_vec()
    })
}

/// The file of a healing, as far as it says anything.
pub(super) fn healed(bytes: &[u8]) {
    assert!(foreign::healed_hashes(bytes).len() <= 2);
}

/// Two texts with a zero between them: as many lines go and come as they differ by.
pub(super) fn diff(bytes: &[u8]) {
    let text = text(bytes);
    let (old, new) = text.split_once('\0').unwrap_or((&text, ""));
    let diff = foreign::diff(old, new);
    let hunks: Vec<&str> = diff.lines().skip(2).collect();
    let count = |sign: char| hunks.iter().filter(|it| it.starts_with(sign)).count();
    assert_eq!(
        old.lines().count() + count('+'),
        new.lines().count() + count('-'),
        "{diff}"
    );
}

pub(super) fn event_log(bytes: &[u8]) {
    let records: Result<Vec<_>, _> = LogReader::new(bytes).collect();
    let records = match records {
        Err(error) => {
            let lines = bytes.split(|byte| *byte == b'\n').count();
            assert!((1..=lines).contains(&error.line), "{error}");
            return;
        }
        Ok(records) => records,
    };
    for record in &records {
        let again = decode_record(&encode_record(record));
        assert_eq!(again.as_ref().ok(), Some(record), "{again:?}");
    }
    let style = Style {
        paint: Paint::Coloured,
        terminal: true,
        width: 40,
        verbose: true,
    };
    let mut console = Console::new(Box::new(io::sink()), style);
    records.iter().for_each(|record| console.event(record));
    assert!(console.finish().is_ok());
    check_reports(&Runs::from_records(&records));
}

/// No script of a log is in its page, and what programs read is what they expect.
fn check_reports(runs: &Runs) {
    let (mut page, mut xml) = (Vec::new(), Vec::new());
    let options = HtmlOptions {
        title: None,
        files: &NoFiles,
    };
    assert!(html(runs, &options, &mut page).is_ok());
    assert_eq!(text(&page).matches("<script").count(), 1);
    assert!(junit(runs, "x", &NoFiles, &mut xml).is_ok());
    for run in runs.all() {
        report_md(run);
        assert!(serde_json::from_str::<Value>(&result_json(run)).is_ok());
    }
}

/// The files of runs of which nothing is left but the log.
struct NoFiles;

impl RunFiles for NoFiles {
    fn key(&self, _run: &str, _file: &str) -> Option<String> {
        None
    }

    fn read(&self, _run: &str, _file: &str) -> Option<Vec<u8>> {
        None
    }

    fn path(&self, _run: &str, file: &str) -> String {
        file.to_owned()
    }
}

/// Returns a home folder of this process.
pub(super) fn home() -> &'static Home {
    static HOME: OnceLock<Home> = OnceLock::new();
    HOME.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("retap-fuzz-{}", std::process::id()));
        Home::new(&folder).expect("a temporary folder can be made")
    })
}

pub(super) fn config(bytes: &[u8]) {
    let Err(message) = home().config(bytes) else {
        return;
    };
    if std::str::from_utf8(bytes).is_ok() {
        let file = "config.toml";
        let start = message.find(file).unwrap_or_else(|| panic!("{message}"));
        super::check_place_of(&message[start..], file, &text(bytes));
    }
}

/// Nothing is allowed that nobody wrote down, nor what somebody denies.
pub(super) fn permissions(bytes: &[u8]) {
    /// What a tap goes by.
    const TAP: [&str; 3] = ["*", "act", "tap"];
    let value: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let names_tap = |list: &str| {
        let words = value.get(list).and_then(Value::as_array).into_iter();
        let mut words = words.flatten().filter_map(Value::as_str);
        words.any(|word| TAP.iter().any(|tap| tap.eq_ignore_ascii_case(word)))
    };
    assert!(
        !home().may_tap(bytes) || (names_tap("allow") && !names_tap("deny")),
        "a tap is allowed by: {}",
        text(bytes)
    );
}

pub(super) fn storage_state(bytes: &[u8]) {
    if let Ok(state) = StorageState::parse(bytes) {
        let again = StorageState::parse(state.to_json().as_bytes());
        assert!(again.as_ref() == Ok(&state), "{again:?}");
    }
}

pub(super) fn client_json(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(written) = foreign::with_member(&text) {
        assert_eq!(
            foreign::with_member(&written).as_ref(),
            Ok(&written),
            "of {text}"
        );
    }
}

pub(super) fn picture(bytes: &[u8]) {
    if let Ok(painted) = foreign::paint_over(bytes) {
        assert!(foreign::paint_over(&painted).is_ok());
    }
    drop(ocr::flatten(bytes, 1.0));
}
