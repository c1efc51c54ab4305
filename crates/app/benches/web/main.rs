//! Measures replaying on web pages: beside a raw script, beside Playwright, and a thousand times in a row.
//!
//! Run it with `./bench web`, or `./bench web 1000` for that many replays in a row. The flow signs in,
//! opens one of twenty look-alike rows and sends a form; the server of the pages says whether it was
//! done. All browsers are the same program. A figure over its budget is marked, not failed; a flow
//! that goes wrong ends the bench.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a harness prints, reads the clock, and may panic"
)]

mod playwright;
mod raw;
mod replay;
mod site;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use playwright::Playwright;
use raw::Raw;
use replay::{Bench, SKILL};
use retap_drivers::web::{Window, find_browsers};
use site::Site;

/// How often each way of doing the flow is measured, in turns.
const ROUNDS: usize = 60;

/// How often reading a page is measured.
const READS: usize = 60;

/// How many replays in a row when nobody says.
const IN_A_ROW: usize = 200;

fn main() {
    let Some(program) = find_browsers(Window::Headless, &[]).into_iter().next() else {
        println!("no Chromium is installed; nothing was measured");
        return;
    };
    let replays = std::env::args().find_map(|word| word.parse().ok());
    let scratch = Scratch::make();
    let site = Site::serve();
    let mut bench = Bench::start(&program, &scratch.0, &site);
    flows(&mut bench, &program, &scratch.0, &site);
    bench.engine_time(ROUNDS);
    readings(&mut bench, &site);
    in_a_row(&mut bench, replays.unwrap_or(IN_A_ROW));
    drop(bench);
    whole_program(&scratch.0, &site);
}

/// The same flow in turns by all who can do it.
fn flows(bench: &mut Bench<'_>, program: &Path, scratch: &Path, site: &Site) {
    let mut raw = Raw::start(program, &bench.flags(), &scratch.join("raw"));
    let mut playwright = Playwright::start(program, site);
    let (mut ours, mut raws, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let own = timed(|| bench.replay());
        let by_raw = timed(|| raw.flow(&site.url));
        site.check("the raw script");
        let by_playwright = playwright.as_mut().map(|playwright| playwright.flow(site));
        // The first round warms all of them up.
        if round > 0 {
            ours.push(own);
            raws.push(by_raw);
            theirs.extend(by_playwright);
        }
    }
    let (own, raw) = (p50(&mut ours), p50(&mut raws));
    line("the flow by retap, p50", &millis(own), "", None);
    line("the flow by raw commands, p50", &millis(raw), "", None);
    let ratio = own.as_secs_f64() / raw.as_secs_f64();
    let figure = format!("{ratio:.2} times");
    line(
        "retap / raw commands",
        &figure,
        "<= 1.15 times",
        Some(ratio <= 1.15),
    );
    if theirs.is_empty() {
        line(
            "the flow by Playwright",
            "not installed",
            "npm missing?",
            None,
        );
        return;
    }
    let playwright = p50(&mut theirs);
    line("the flow by Playwright, p50", &millis(playwright), "", None);
    let ratio = own.as_secs_f64() / playwright.as_secs_f64();
    let figure = format!("{ratio:.2} times");
    line(
        "retap / Playwright",
        &figure,
        "< 1 times",
        Some(ratio < 1.0),
    );
}

fn readings(bench: &mut Bench<'_>, site: &Site) {
    for (name, path, budget) in [
        ("reading a usual page, 600 nodes", "usual", 5),
        ("reading a dense page, 2,000 nodes in view", "dense", 50),
        ("reading a large page, 10,000 nodes", "large", 50),
    ] {
        let mut times = bench.readings(&site.page(path), READS);
        let took = p50(&mut times);
        let budget = Duration::from_millis(budget);
        let words = format!("<= {} ms", budget.as_millis());
        line(name, &millis(took), &words, Some(took <= budget));
    }
}

/// Replays again and again; nothing may grow and every one must reach the server.
fn in_a_row(bench: &mut Bench<'_>, replays: usize) {
    let early = replays.min(100);
    let began = Instant::now();
    (0..early).for_each(|_| bench.replay());
    let before = bench.size();
    (early..replays).for_each(|_| bench.replay());
    let after = bench.size();
    let took = began.elapsed().as_secs_f64();
    let what = format!("{replays} replays in a row, all as the server received");
    line(&what, &format!("{took:.0} s"), "all", Some(true));
    let figure = format!("{:.1}, then {:.1} MB", before.memory, after.memory);
    let is_flat = after.memory <= before.memory + 2.0;
    let what = format!("memory after {early} and after {replays}");
    line(&what, &figure, "flat", Some(is_flat));
    let figure = format!("{}, then {}", before.targets, after.targets);
    let what = format!("targets after {early} and after {replays}");
    line(
        &what,
        &figure,
        "flat",
        Some(after.targets <= before.targets),
    );
    let figure = format!("{}, then {}", before.processes, after.processes);
    let what = format!("processes after {early} and after {replays}");
    line(
        &what,
        &figure,
        "flat",
        Some(after.processes <= before.processes),
    );
}

/// The program as a user starts it, with its browser.
fn whole_program(scratch: &Path, site: &Site) {
    let source = SKILL.replace("URL", &site.url);
    std::fs::write(scratch.join("order.yaml"), source).unwrap();
    let retap = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_retap"))
            .args(words)
            .current_dir(scratch)
            .output()
            .unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
        site.check("the program");
    };
    retap(&["compile", "order.yaml", "--device", "web:"]);
    let test = [
        "test",
        "order.yaml",
        "--device",
        "web:",
        "--evidence",
        "none",
    ];
    let mut times: Vec<Duration> = (0..9).map(|_| timed(|| retap(&test))).collect();
    let what = "`retap test` from start to end, browser included, p50";
    line(what, &millis(p50(&mut times)), "", None);
}

/// A folder that goes when the bench does.
struct Scratch(PathBuf);

impl Scratch {
    fn make() -> Self {
        let folder = std::env::temp_dir().join(format!("retap-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}

fn p50(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

fn line(what: &str, figure: &str, budget: &str, is_met: Option<bool>) {
    let mark = match is_met {
        Some(true) => "ok",
        Some(false) => "MISSED",
        None => "",
    };
    println!("{what:<58} {figure:>22}   {budget:<18} {mark}");
}
