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

#[path = "../../model/tests/it/changed_search.rs"]
mod changed_search;
#[path = "../../model/tests/it/generated_screen.rs"]
mod generated_screen;
mod measure;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use retap_learn::compile::{Lesson, learn};
use retap_learn::source::read_skill;
use retap_model::device::Clock;
use retap_model::event::RunMode;
use retap_model::geometry::{Rect, Size};
use retap_model::program::{Draft, Program, Target};
use retap_model::screen::{Element, Role, Screen, Signature, State, sha256_hex};
use retap_model::select::{Evidence, locate};
use retap_replay::{Parts, RunOptions, run};
use retap_sim::SimDevice;

use changed_search::{Ended, look_for_recorded};
use measure::{Silent, TimedDevice, line, p50, timed};

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
    changed_screens();
    starting();
    many_devices();
}

fn draft() -> Draft {
    read_skill(Path::new("about.yaml"), SKILL.as_bytes()).unwrap()
}

fn compiled() -> Program {
    let mut device = SimDevice::open("settings").unwrap();
    let clock = Arc::new(device.clock());
    let mut sink = Silent;
    let parts = Parts::new(&mut device, clock, &mut sink);
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

/// Replays on a new phone and returns the real time spent in it.
fn replay(program: &Program, is_paced: bool) -> Duration {
    let phone = SimDevice::open("settings").unwrap();
    let clock: Arc<dyn Clock> = Arc::new(phone.clock());
    let mut device = TimedDevice::new(phone);
    if is_paced {
        device.pace = Some(Box::new(device.inner.clock()));
    }
    let options = RunOptions::new("bench", "about.yaml", RunMode::Compiled);
    let report = run(
        program,
        Parts::new(&mut device, clock, &mut Silent),
        &options,
    );
    assert!(report.verdict.is_passed(), "{}", report.verdict.reason);
    device.spent
}

fn engine_time() {
    const RUNS: u32 = 500;
    let program = compiled();
    let steps = program.draft.flat().len() as u32;
    replay(&program, false);
    let (mut opening, mut spent) = (Duration::ZERO, Duration::ZERO);
    let started = Instant::now();
    for _ in 0..RUNS {
        opening += timed(|| drop(SimDevice::open("settings").unwrap()));
        spent += replay(&program, false);
    }
    let device = spent + opening * 2;
    let engine = started.elapsed().saturating_sub(device) / (RUNS * steps);
    let millis = engine.as_secs_f64() * 1000.0;
    let what = "engine time per replayed step, device time excluded";
    line(
        what,
        &format!("{millis:.3} ms"),
        "1 ms",
        Some(millis <= 1.0),
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
    let is_met = took < Duration::from_secs(2);
    line("read 10,000 skills", &figure, "2 s", Some(is_met));
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
    let evidence = Evidence::recorded(&screen, 250 * 4 + 3);
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
    for (what, took) in [
        ("fingerprint and revision", print + sign),
        ("locate by words", words),
        ("locate by evidence, 500 look-alikes", pinned),
    ] {
        let what = format!("2,000 elements: {what}");
        line(&what, &format!("{took:.2} ms"), "3 ms", Some(took <= 3.0));
    }
}

/// Looks for what was recorded on random screens that have changed since.
fn changed_screens() {
    const SEEDS: u64 = 100_000;
    let started = Instant::now();
    let (mut right, mut stopped, mut wrong) = (0, 0, Vec::new());
    for seed in 0..SEEDS {
        match look_for_recorded(seed) {
            Ended::Right => right += 1,
            Ended::Stopped => stopped += 1,
            Ended::Wrong(what) => wrong.push(format!("{seed}: {what}")),
        }
    }
    let took = started.elapsed().as_secs_f64();
    let first: Vec<&str> = wrong.iter().take(5).map(String::as_str).collect();
    let figure = format!(
        "{right} right, {stopped} stopped, {} wrong {} in {took:.0} s",
        wrong.len(),
        first.join("; ")
    );
    let what = "100,000 random screens, changed: the true element or a stop";
    line(what, &figure, "0 wrong", Some(wrong.is_empty()));
}

fn starting() {
    let binary = env!("CARGO_BIN_EXE_retap");
    let folder = std::env::temp_dir().join(format!("retap-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("about.yaml"), SKILL).unwrap();
    let median = |arguments: &[&str]| {
        let run = |_| spawn(binary, &folder, arguments).0;
        p50(&mut (0..15).map(run).collect::<Vec<_>>()).as_secs_f64() * 1000.0
    };
    let skill = ["about.yaml", "--device", "sim:settings"];
    let replay = [&["test"], &skill[..], &["--evidence", "none"]].concat();
    let version = median(&["--version"]);
    spawn(binary, &folder, &[&["compile"], &skill[..]].concat());
    let whole = median(&replay);
    let size = std::fs::metadata(binary).unwrap().len() as f64 / 1e6;
    let peaks = (0..5).map(|_| spawn(binary, &folder, &replay).1);
    let peak = peaks.max().unwrap_or(0) as f64 / 1000.0;
    for (what, figure, unit, budget, most) in [
        (
            "start to finish of `retap --version`",
            version,
            "ms",
            "20 ms",
            20.0,
        ),
        (
            "start to finish of a whole replay, 11 steps",
            whole,
            "ms",
            "(start ≤ 20 ms)",
            40.0,
        ),
        ("size of the binary", size, "MB", "20 MB", 20.0),
        ("memory while replaying, peak", peak, "MB", "30 MB", 30.0),
    ] {
        let is_met = Some(figure <= most);
        line(what, &format!("{figure:.1} {unit}"), budget, is_met);
    }
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
    let what = "200 simulated phones at once: the slowest run";
    line(what, &figure, "2 times", Some(slower <= 2.0));
}

/// Returns the real time of the slowest of so many replays at once.
fn timed_replays(program: &Program, phones: usize) -> Duration {
    std::thread::scope(|scope| {
        let start = |_| {
            scope.spawn(|| {
                timed(|| {
                    replay(program, true);
                })
            })
        };
        let runs: Vec<_> = (0..phones).map(start).collect();
        runs.into_iter()
            .map(|run| run.join().unwrap())
            .max()
            .unwrap_or_default()
    })
}
