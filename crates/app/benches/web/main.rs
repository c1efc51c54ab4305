//! Measures replaying on web pages: beside a raw script, beside Playwright, and a thousand times in a row.
//!
//! Run it with `./bench web`, or `./bench web 1000` for that many replays in a row; `./bench web soak 10000` does nothing
//! but that many, each on a page of its own, and counts what goes wrong and what is left. The flow signs in,
//! opens one of twenty look-alike rows and sends a form; the server of the pages says whether it was
//! done. All browsers are the same program. A figure over its budget is marked, not failed; a flow
//! that goes wrong ends the bench.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a harness prints, reads the clock, and may panic"
)]

#[path = "../measure/mod.rs"]
mod measure;
mod playwright;
mod raw;
mod replay;
mod site;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use measure::{line, millis, p50, p50_of, timed};
use playwright::Playwright;
use raw::{Looks, Raw};
use replay::{Bench, SKILL};
use retap_drivers::web::{Window, find_browsers};
use site::Site;

/// How often each way of doing the flow is measured, in turns.
const ROUNDS: usize = 60;

/// How long an answer of a site on the net takes.
const AFAR: Duration = Duration::from_millis(100);

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
    if std::env::args().any(|word| word == "soak") {
        soak(&mut bench, replays.unwrap_or(IN_A_ROW));
        drop(bench);
        let left = std::fs::read_dir(&scratch.0).unwrap().count();
        line("files left", &left.to_string(), "0", Some(left == 0));
        return;
    }
    flows(&mut bench, &program, &scratch.0, &site);
    bench.engine_time(ROUNDS);
    readings(&mut bench, &site);
    in_a_row(&mut bench, replays.unwrap_or(IN_A_ROW));
    drop(bench);
    whole_program(&scratch.0, &site);
}

/// The same flow in turns by all who can do it.
fn flows(bench: &mut Bench<'_>, program: &Path, scratch: &Path, site: &Site) {
    let flags = bench.flags();
    let mut raw = Raw::start(program, &flags, &scratch.join("raw"), Looks::Never);
    let looking = scratch.join("looking");
    let mut looking = Raw::start(program, &flags, &looking, Looks::AfterEveryAct);
    let mut playwright = Playwright::start(program, site);
    let mut times = Times::default();
    for round in 0..=ROUNDS {
        let own = timed(|| bench.replay());
        let by_raw = timed(|| raw.flow(&site.url));
        site.check("the raw script");
        let by_looking = timed(|| looking.flow(&site.url));
        site.check("the raw script that looks");
        let by_playwright = playwright.as_mut().map(|playwright| playwright.flow(site));
        // The first round warms all of them up.
        if round > 0 {
            times.own.push(own);
            times.raw.push(by_raw);
            times.looking.push(by_looking);
            times.playwright.extend(by_playwright);
        }
    }
    let own = p50(&mut times.own);
    line("the flow by retap, p50", &millis(own), "", None);
    let raw_flow = p50(&mut times.raw);
    line("the flow by raw commands, p50", &millis(raw_flow), "", None);
    // Looking has its price where answers take no time; see decision 0023.
    ratio("retap / raw commands", own, raw_flow, None);
    let looked = p50(&mut times.looking);
    let what = "the flow by raw commands and a reading after each, p50";
    line(what, &millis(looked), "", None);
    let what = "retap / raw commands and a reading after each";
    ratio(what, own, looked, Some(1.0));
    if times.playwright.is_empty() {
        let what = "the flow by Playwright";
        line(what, "not installed", "npm missing?", None);
    } else {
        let by_playwright = p50(&mut times.playwright);
        let what = "the flow by Playwright, p50";
        line(what, &millis(by_playwright), "", None);
        ratio("retap / Playwright", own, by_playwright, Some(1.0));
    }
    from_afar(bench, &mut raw, site);
    beside_ticker(bench, site);
}

/// The flow on pages on which something changes four times a second, beside the same on quiet ones.
fn beside_ticker(bench: &mut Bench<'_>, site: &Site) {
    let (mut quiet, mut ticking) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS / 3 {
        quiet.push(timed(|| bench.replay()));
        site.set_ticking(true);
        ticking.push(timed(|| bench.replay()));
        site.set_ticking(false);
    }
    let what = "the flow beside a ticker / on quiet pages";
    ratio(what, p50(&mut ticking), p50(&mut quiet), Some(1.3));
}

/// The flow on a site whose answers take as long as those of a site on the net.
fn from_afar(bench: &mut Bench<'_>, raw: &mut Raw, site: &Site) {
    site.set_delay(AFAR);
    let (mut ours, mut raws) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS / 3 {
        ours.push(timed(|| bench.replay()));
        raws.push(timed(|| raw.flow(&site.url)));
        site.check("the raw script");
    }
    site.set_delay(Duration::ZERO);
    let what = format!("retap / raw commands, answers take {} ms", AFAR.as_millis());
    ratio(&what, p50(&mut ours), p50(&mut raws), Some(1.10));
}

/// How long each way of doing the flow took.
#[derive(Default)]
struct Times {
    own: Vec<Duration>,
    raw: Vec<Duration>,
    looking: Vec<Duration>,
    playwright: Vec<Duration>,
}

fn ratio(what: &str, own: Duration, other: Duration, budget: Option<f64>) {
    let ratio = own.as_secs_f64() / other.as_secs_f64();
    let figure = format!("{ratio:.2} times");
    let words = budget.map_or(String::new(), |most| format!("<= {most} times"));
    line(what, &figure, &words, budget.map(|most| ratio <= most));
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
    for (what, before, after) in [
        ("targets", before.targets, after.targets),
        ("processes", before.processes, after.processes),
    ] {
        let what = format!("{what} after {early} and after {replays}");
        let figure = format!("{before}, then {after}");
        line(&what, &figure, "flat", Some(after <= before));
    }
}

/// Replays again and again, each time on a page of its own, and counts what goes wrong.
fn soak(bench: &mut Bench<'_>, replays: usize) {
    let early = replays.min(100);
    let began = Instant::now();
    let mut failures: Vec<String> = (0..early).filter_map(|_| bench.replay_anew()).collect();
    let before = bench.size();
    failures.extend((early..replays).filter_map(|_| bench.replay_anew()));
    let after = bench.size();
    let took = began.elapsed().as_secs_f64();
    let what = format!("{replays} replays in a row, each on a page of its own");
    line(&what, &format!("{took:.0} s"), "", None);
    let failed = failures.len();
    line(
        "of these failed",
        &failed.to_string(),
        "0",
        Some(failed == 0),
    );
    failures
        .iter()
        .take(5)
        .for_each(|reason| println!("  {reason}"));
    let figure = format!("{:.1}, then {:.1} MB", before.memory, after.memory);
    let what = format!("memory after {early} and after {replays}");
    line(
        &what,
        &figure,
        "flat",
        Some(after.memory <= before.memory + 2.0),
    );
    let figure = format!("{}, then {}", before.processes, after.processes);
    let what = format!("processes of the browser after {early} and after {replays}");
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
    let test = "test order.yaml --device web: --evidence none";
    let test: Vec<&str> = test.split(' ').collect();
    let took = p50_of(9, || retap(&test));
    let what = "`retap test` from start to end, browser included, p50";
    line(what, &millis(took), "", None);
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
