//! Measures the figures of the speed budget and prints one line each.
//!
//! Run it with `./bench`. Figures are of this machine at this moment; the ones that compare are
//! measured in the same run. Nothing here is a test: a figure over its budget is marked, not failed.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a harness prints, reads the clock, and may panic"
)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use retap_drivers::SystemClock;
use retap_learn::compile::{Lesson, learn};
use retap_learn::source::read_skill;
use retap_model::device::*;
use retap_model::device_methods;
use retap_model::event::{EventSink, Record, RunMode};
use retap_model::geometry::{Rect, Size};
use retap_model::program::{Draft, Program, Target};
use retap_model::screen::{Element, Role, Screen, Signature, State, sha256_hex};
use retap_model::select::{Evidence, locate};
use retap_replay::{Parts, RunOptions, RunReport, run};
use retap_sim::SimDevice;

const SKILL: &str = r#"
name: About this phone
steps:
  - launch: Settings
  - wait_for: General
  - tap: General
  - wait_for: About
  - tap: About
  - wait_for: Model Name
  - assert_visible: Serial Number
  - tap: Name
  - type: { text: Desk Phone, into: Name of this phone }
  - tap: Save
  - assert_visible: Desk Phone
"#;

fn main() {
    engine_time();
    parsing();
    large_screen();
    starting();
    many_devices();
}

fn line(what: &str, figure: &str, budget: &str, is_met: bool) {
    let mark = if is_met { "ok" } else { "OVER" };
    println!("{what:<58} {figure:>22}   {budget:<18} {mark}");
}

struct Silent;

impl EventSink for Silent {
    fn event(&mut self, _record: &Record) {}
    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}
}

/// A device that keeps the real time spent in it, and can take as long as a real one would.
struct TimedDevice {
    inner: SimDevice,
    spent: Arc<AtomicU64>,
    is_paced: bool,
}

impl TimedDevice {
    fn timed<T>(&mut self, call: impl FnOnce(&mut SimDevice) -> T) -> T {
        let (real, virtual_start) = (Instant::now(), self.inner.clock().now());
        let result = call(&mut self.inner);
        let took = self.inner.clock().now().since(virtual_start);
        if self.is_paced {
            SystemClock::new().sleep(took.saturating_sub(real.elapsed()));
        }
        self.spent
            .fetch_add(real.elapsed().as_nanos() as u64, Ordering::Relaxed);
        result
    }
}

impl Device for TimedDevice {
    device_methods!(forward to inner: info, can);
    device_methods!(
        absent:
        os_version, type_into, apps_of, reconnect, is_network_in, is_keyboard_shown, install,
        process_of, dump_storage,
        signals_after, read_logs
    );

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        self.timed(|inner| inner.read_screen(deadline))
    }

    fn dump_tree(&mut self, deadline: Deadline) -> Result<TreeDump, DeviceError> {
        self.timed(|inner| inner.dump_tree(deadline))
    }

    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError> {
        self.timed(|inner| inner.screenshot(deadline))
    }

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        self.timed(|inner| inner.perform(action, deadline))
    }

    fn wait_for_change(&mut self, deadline: Deadline) -> Result<Change, DeviceError> {
        self.timed(|inner| inner.wait_for_change(deadline))
    }
}

fn draft() -> Draft {
    read_skill(Path::new("about.yaml"), SKILL.as_bytes()).unwrap()
}

fn compiled() -> Program {
    let mut device = SimDevice::open("settings").unwrap();
    let clock = Arc::new(device.clock());
    let mut sink = Silent;
    let parts = parts(&mut device, clock, &mut sink);
    let options = RunOptions::new("bench", "about.yaml", RunMode::Learning);
    let compiled = learn(
        &Lesson::of_skill(draft(), SKILL.as_bytes()),
        parts,
        &options,
    )
    .compiled
    .unwrap();
    Program::join(
        draft(),
        &compiled,
        &sha256_hex(SKILL.as_bytes()),
        Size::new(410.0, 898.0),
    )
    .unwrap()
}

fn parts<'a>(
    device: &'a mut dyn Device,
    clock: Arc<dyn Clock>,
    sink: &'a mut dyn EventSink,
) -> Parts<'a> {
    Parts::new(device, clock, sink)
}

fn replay(program: &Program, is_paced: bool, spent: &Arc<AtomicU64>) -> RunReport {
    let inner = SimDevice::open("settings").unwrap();
    let clock: Arc<dyn Clock> = Arc::new(inner.clock());
    let mut device = TimedDevice {
        inner,
        spent: Arc::clone(spent),
        is_paced,
    };
    let options = RunOptions::new("bench", "about.yaml", RunMode::Compiled);
    let report = run(program, parts(&mut device, clock, &mut Silent), &options);
    assert!(report.verdict.is_passed(), "{}", report.verdict.reason);
    report
}

fn engine_time() {
    const RUNS: u32 = 500;
    let program = compiled();
    let steps = program.draft.flat().len() as u32;
    let spent = Arc::new(AtomicU64::new(0));
    replay(&program, false, &spent);
    spent.store(0, Ordering::Relaxed);
    let mut opening = Duration::ZERO;
    let started = Instant::now();
    for _ in 0..RUNS {
        let open = Instant::now();
        drop(SimDevice::open("settings").unwrap());
        opening += open.elapsed();
        replay(&program, false, &spent);
    }
    let device = Duration::from_nanos(spent.load(Ordering::Relaxed)) + opening * 2;
    let engine = started.elapsed().saturating_sub(device) / (RUNS * steps);
    let millis = engine.as_secs_f64() * 1000.0;
    line(
        "engine time per replayed step, device time excluded",
        &format!("{millis:.3} ms"),
        "1 ms",
        millis <= 1.0,
    );
}

fn parsing() {
    const FILES: usize = 10_000;
    let prose = "---\nname: N\n---\n\n## Steps\n\n1. Launch **Settings**\n2. Wait for \"General\" to appear\n3. Tap \"General\"\n4. If \"About\" is visible:\n   1. Tap \"About\"\n   Otherwise:\n   1. Screenshot: \"none\"\n5. Verify \"Model Name\" is visible\n";
    let started = Instant::now();
    let mut steps = 0;
    for number in 0..FILES {
        let (name, text) = if number % 2 == 0 {
            ("a.yaml", SKILL)
        } else {
            ("a.md", prose)
        };
        let text = text.replace("General", &format!("General {number}"));
        steps += read_skill(Path::new(name), text.as_bytes())
            .unwrap()
            .flat()
            .len();
    }
    let took = started.elapsed();
    let figure = format!("{:.2} s, {} steps", took.as_secs_f64(), steps);
    line(
        "read 10,000 skills",
        &figure,
        "2 s",
        took < Duration::from_secs(2),
    );
}

/// A list of 500 rows of four elements each.
fn big_screen() -> Screen {
    let mut elements = Vec::new();
    let enabled = State {
        enabled: true,
        ..State::default()
    };
    for row in 0..500 {
        let y = f64::from(row) * 1.7;
        let holder = elements.len();
        let base = Element {
            state: enabled.clone(),
            bounds: Rect::new(0.0, y, 400.0, 1.6),
            ..Element::default()
        };
        elements.push(Element {
            role: Role::Row,
            id: "row".into(),
            is_clickable: true,
            ..base.clone()
        });
        for (column, text) in [
            format!("Product {row} of many"),
            format!("{row}.50"),
            "Add".to_owned(),
        ]
        .into_iter()
        .enumerate()
        {
            elements.push(Element {
                role: if column == 2 {
                    Role::Button
                } else {
                    Role::Text
                },
                is_clickable: column == 2,
                text,
                parent: Some(holder),
                bounds: Rect::new(column as f64 * 120.0, y, 100.0, 1.6),
                ..base.clone()
            });
        }
    }
    Screen {
        size: Size::new(410.0, 898.0),
        elements,
        ..Screen::default()
    }
}

fn large_screen() {
    const ROUNDS: u32 = 50;
    let screen = big_screen();
    let target = Target {
        row: Some("Product 250 of many".into()),
        ..Target::labelled("Add")
    };
    let evidence = Evidence::of(&screen, 250 * 4 + 3);
    let time = |work: &dyn Fn()| {
        let started = Instant::now();
        (0..ROUNDS).for_each(|_| work());
        started.elapsed().as_secs_f64() * 1000.0 / f64::from(ROUNDS)
    };
    let print = time(&|| drop(std::hint::black_box(screen.fingerprint())));
    let sign = time(&|| drop(std::hint::black_box(Signature::of(&screen))));
    let words = time(&|| drop(std::hint::black_box(locate(&screen, &target, None))));
    let pinned = time(&|| {
        drop(std::hint::black_box(locate(
            &screen,
            &target,
            Some(&evidence),
        )))
    });
    let all = print + sign;
    line(
        "2,000 elements: fingerprint and revision",
        &format!("{all:.2} ms"),
        "3 ms",
        all <= 3.0,
    );
    line(
        "2,000 elements: locate by words",
        &format!("{words:.2} ms"),
        "3 ms",
        words <= 3.0,
    );
    line(
        "2,000 elements: locate by evidence, 500 look-alikes",
        &format!("{pinned:.2} ms"),
        "3 ms",
        pinned <= 3.0,
    );
}

fn starting() {
    let binary = env!("CARGO_BIN_EXE_retap");
    let folder = std::env::temp_dir().join(format!("retap-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("about.yaml"), SKILL).unwrap();
    let median = |arguments: &[&str]| {
        let mut times: Vec<Duration> = (0..15)
            .map(|_| spawn(binary, &folder, arguments).0)
            .collect();
        times.sort();
        times[times.len() / 2].as_secs_f64() * 1000.0
    };
    let version = median(&["--version"]);
    let replay = [
        "test",
        "about.yaml",
        "--device",
        "sim:settings",
        "--evidence",
        "none",
    ];
    spawn(
        binary,
        &folder,
        &["compile", "about.yaml", "--device", "sim:settings"],
    );
    let whole = median(&replay);
    line(
        "start to finish of `retap --version`",
        &format!("{version:.1} ms"),
        "20 ms",
        version <= 20.0,
    );
    line(
        "start to finish of a whole replay, 11 steps",
        &format!("{whole:.1} ms"),
        "(start ≤ 20 ms)",
        whole <= 40.0,
    );
    let size = std::fs::metadata(binary).unwrap().len() as f64 / 1e6;
    line(
        "size of the binary",
        &format!("{size:.1} MB"),
        "20 MB",
        size <= 20.0,
    );
    let peak = (0..5)
        .map(|_| spawn(binary, &folder, &replay).1)
        .max()
        .unwrap_or(0) as f64
        / 1000.0;
    line(
        "memory while replaying, peak",
        &format!("{peak:.1} MB"),
        "30 MB",
        peak <= 30.0,
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Runs the program to its end; returns how long it took and its peak memory in kB.
fn spawn(binary: &str, folder: &Path, arguments: &[&str]) -> (Duration, u64) {
    let started = Instant::now();
    let mut child = Command::new(binary)
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        peak = peak.max(peak_memory(&status).unwrap_or(0));
        if let Some(ended) = child.try_wait().unwrap() {
            assert!(ended.success(), "{arguments:?}: {ended}");
            return (started.elapsed(), peak);
        }
    }
}

fn peak_memory(status: &str) -> Option<u64> {
    let text = std::fs::read_to_string(status).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Replays on one phone and on 200 at once; the phones take as long as real ones would.
fn many_devices() {
    const PHONES: usize = 200;
    let program = compiled();
    let one = timed_replays(&program, 1);
    let many = timed_replays(&program, PHONES);
    let slower = many.as_secs_f64() / one.as_secs_f64();
    let figure = format!("{slower:.2} times one");
    line(
        "200 simulated phones at once: the slowest run",
        &figure,
        "2 times",
        slower <= 2.0,
    );
}

/// Returns the real time of the slowest of so many replays at once.
fn timed_replays(program: &Program, phones: usize) -> Duration {
    std::thread::scope(|scope| {
        let start = |_| {
            scope.spawn(|| {
                let spent = Arc::new(AtomicU64::new(0));
                let started = Instant::now();
                replay(program, true, &spent);
                started.elapsed()
            })
        };
        let runs: Vec<_> = (0..phones).map(start).collect();
        runs.into_iter()
            .map(|run| run.join().unwrap())
            .max()
            .unwrap_or_default()
    })
}
