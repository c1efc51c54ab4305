//! The flow by retap: learned once, then replayed with all checks on a page that stays open.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use retap_drivers::SystemClock;
use retap_drivers::web::{Browser, BrowserConfig, WebDevice, WebOptions};
use retap_learn::compile::{Lesson, learn};
use retap_learn::source::read_skill;
use retap_model::device::{Clock, Deadline, Device};
use retap_model::event::RunMode;
use retap_model::program::{Draft, Program};
use retap_model::screen::sha256_hex;
use retap_replay::{Parts, RunOptions, RunReport, run};

use crate::measure::{Silent, TimedDevice, line, millis, p50, p50_of, timed};
use crate::site::Site;

/// The flow; `URL` is where it begins.
pub(crate) const SKILL: &str = "name: Order milk
steps:
  - open_url: URL
  - type: { text: ada@example.org, into: Email }
  - type: { text: lantern-42, into: Password }
  - tap: Log in
  - tap: { label: Open, row: Milk }
  - type: { text: Ada Lovelace, into: Name }
  - type: { text: 12 St James Square, into: Street }
  - tap: Express delivery
  - tap: Send
  - assert_visible: Order 7 is on its way
";

/// How much there is of things that must not grow.
pub(crate) struct Sizes {
    /// The memory of this process, in megabytes.
    pub(crate) memory: f64,
    /// The pages, frames and workers of the browser.
    pub(crate) targets: usize,
    /// The processes of the browser.
    pub(crate) processes: usize,
}

/// A browser with a page open, and the flow as it was learned there.
pub(crate) struct Bench<'a> {
    browser: Browser,
    device: TimedDevice<WebDevice>,
    clock: Arc<dyn Clock>,
    program: Program,
    site: &'a Site,
}

impl<'a> Bench<'a> {
    /// Starts a browser and learns the flow.
    pub(crate) fn start(program: &Path, scratch: &Path, site: &'a Site) -> Self {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let config = BrowserConfig {
            program: Some(program.to_owned()),
            scratch: scratch.to_owned(),
            ..BrowserConfig::default()
        };
        let began = Instant::now();
        let browser = Browser::launch(&config, Arc::clone(&clock)).unwrap();
        let mut device = open(&browser, "", &clock);
        let figure = millis(began.elapsed());
        line("start of a browser to an open page", &figure, "", None);
        let figure = millis(p50_of(9, || drop(open(&browser, "", &clock))));
        line("another page in that browser", &figure, "", None);
        let source = SKILL.replace("URL", &site.url);
        let program = learned(&source, &mut device, &clock);
        site.check("learning");
        Self {
            browser,
            device,
            clock,
            program,
            site,
        }
    }

    /// Replays the flow once, on a page of its own; returns why it did not pass.
    pub(crate) fn replay_anew(&mut self) -> Option<String> {
        self.device = open(&self.browser, "", &self.clock);
        let verdict = self.run().verdict;
        self.site.check("retap");
        (!verdict.is_passed()).then(|| verdict.reason.to_string())
    }

    /// Replays the flow once.
    pub(crate) fn replay(&mut self) {
        let report = self.run();
        assert!(report.verdict.is_passed(), "{}", report.verdict.reason);
        self.site.check("retap");
    }

    fn run(&mut self) -> RunReport {
        let options = RunOptions::new("bench", "order.yaml", RunMode::Compiled);
        let mut sink = Silent;
        let parts = Parts::new(&mut self.device, Arc::clone(&self.clock), &mut sink);
        run(&self.program, parts, &options)
    }

    /// Prints what the engine takes of a step by itself.
    pub(crate) fn engine_time(&mut self, rounds: usize) {
        let steps = self.program.draft.flat().len();
        let mut times: Vec<Duration> = (0..rounds)
            .map(|_| {
                self.device.spent = Duration::ZERO;
                let began = Instant::now();
                self.replay();
                began.elapsed().saturating_sub(self.device.spent) / steps as u32
            })
            .collect();
        let took = p50(&mut times).as_secs_f64() * 1000.0;
        let what = "engine time per step, device time excluded, p50";
        line(what, &format!("{took:.3} ms"), "<= 5 ms", Some(took <= 5.0));
    }

    /// Returns how long readings of a page take.
    pub(crate) fn readings(&mut self, url: &str, rounds: usize) -> Vec<Duration> {
        let mut device = open(&self.browser, url, &self.clock);
        let deadline = Deadline::after(self.clock.now(), Duration::from_secs(60));
        // What is not loaded is not measured.
        while device.read_screen(deadline).unwrap().elements.len() < 20 {
            device.wait_for_change(deadline).unwrap();
        }
        (0..rounds)
            .map(|_| timed(|| drop(device.read_screen(deadline).unwrap())))
            .collect()
    }

    /// Returns how much there is of what must not grow.
    pub(crate) fn size(&mut self) -> Sizes {
        let deadline = Deadline::after(self.clock.now(), Duration::from_secs(10));
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes: f64 = resident
            .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
            .unwrap_or_default();
        Sizes {
            memory: kilobytes / 1000.0,
            targets: self.device.inner.count_targets(deadline).unwrap(),
            processes: processes_of(self.browser.process_id().unwrap()),
        }
    }

    /// Returns the arguments its browser was started with, but for its folder and first page.
    pub(crate) fn flags(&self) -> Vec<String> {
        let file = format!("/proc/{}/cmdline", self.browser.process_id().unwrap());
        let words = std::fs::read(file).unwrap();
        words
            .split(|byte| *byte == 0)
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .filter(|word| word.starts_with("--") && !word.starts_with("--user-data-dir"))
            .collect()
    }
}

/// Returns how many processes are in the group of a process.
fn processes_of(group: u32) -> usize {
    let group = group.to_string();
    let is_of_group = |entry: std::fs::DirEntry| {
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name of the program is in brackets and may hold spaces.
        let (_, rest) = stat.rsplit_once(')')?;
        (rest.split_whitespace().nth(2) == Some(&group)).then_some(())
    };
    let entries = std::fs::read_dir("/proc").unwrap();
    entries.flatten().filter_map(is_of_group).count()
}

fn learned(source: &str, device: &mut TimedDevice<WebDevice>, clock: &Arc<dyn Clock>) -> Program {
    let size = device.info().size;
    let options = RunOptions::new("bench", "order.yaml", RunMode::Learning);
    let mut sink = Silent;
    let parts = Parts::new(device, Arc::clone(clock), &mut sink);
    let learned = learn(
        &Lesson::of_skill(draft(source), source.as_bytes()),
        parts,
        &options,
    );
    let verdict = &learned.report.verdict;
    assert!(verdict.is_passed(), "learning: {}", verdict.reason);
    let compiled = learned.compiled.unwrap();
    let hash = sha256_hex(source.as_bytes());
    Program::join(draft(source), &compiled, &hash, size).unwrap()
}

fn draft(source: &str) -> Draft {
    read_skill(Path::new("order.yaml"), source.as_bytes()).unwrap()
}

fn open(browser: &Browser, url: &str, clock: &Arc<dyn Clock>) -> TimedDevice<WebDevice> {
    let deadline = Deadline::after(clock.now(), Duration::from_secs(20));
    TimedDevice::new(WebDevice::open(browser, WebOptions::new(url), deadline).unwrap())
}
