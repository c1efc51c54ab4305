//! The chore by retap in a browser: learned once on the unchanged application, replayed on every change.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_drivers::web::{Browser, BrowserConfig, WebDevice, WebOptions};
use retap_learn::compile::{Lesson, learn};
use retap_learn::source::read_skill;
use retap_model::codec::{decode, encode};
use retap_model::device::{Action, Clock, Deadline, Device};
use retap_model::event::{EventSink, RunMode};
use retap_model::program::Program;
use retap_model::screen::sha256_hex;
use retap_replay::{Parts, RunOptions, run};
use retap_report::JsonLines;

use super::application::Application;
use super::catalogue::Change;
use super::judge::{Finding, Said, judge};
use super::site::Site;

/// How long a wait lasts at the most when a step does not say.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(4);

/// Where skills say the application is.
const ADDRESS: &str = "http://app.example/";

/// A browser, the server, and the chore as it was learned.
pub(crate) struct RetapOnPages {
    browser: Browser,
    clock: Arc<dyn Clock>,
    site: Site,
    application: Arc<Application>,
    program: Program,
    /// Where the events of every replay go.
    reports: PathBuf,
}

impl RetapOnPages {
    /// Learns the chore; `root` is the folder `benches/drift`, `scratch` is for the browser.
    pub(crate) fn learn(
        root: &Path,
        application: Arc<Application>,
        scratch: &Path,
        reports: PathBuf,
    ) -> Result<Self, String> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let config = BrowserConfig {
            scratch: scratch.to_owned(),
            ..BrowserConfig::default()
        };
        let browser = Browser::launch(&config, Arc::clone(&clock)).map_err(|it| it.to_string())?;
        let site = Site::serve(root, Arc::clone(&application));
        let name = &application.manifest.chore.skill;
        let source = application.file(name).expect("the skill");
        let source = source.replace(ADDRESS, &site.url);
        let mut device = open(&browser, &clock);
        std::fs::create_dir_all(&reports).unwrap();
        let log = reports.join("lesson.jsonl");
        let program = learned(name, &source, &mut device, &clock, &log)?;
        let learned = Self {
            browser,
            clock,
            site,
            application,
            program,
            reports,
        };
        learned.check_lesson(device)?;
        Ok(learned)
    }

    /// Checks that the lesson did the work: a chore that was learned wrong says nothing about replays.
    fn check_lesson(&self, mut device: WebDevice) -> Result<(), String> {
        let touches = self.touches(&mut device);
        let said = Said {
            passed: true,
            drifted: false,
            reason: String::new(),
            took: Duration::ZERO,
        };
        let accepted = self.site.accepted();
        let change = Change::none();
        let finding = judge(&self.application, &change, &said, &accepted, touches.as_ref());
        match finding.outcome.is_ideal() && touches.is_some() {
            true => Ok(()),
            false => Err(format!("the lesson was wrong: {}", finding.wrong)),
        }
    }

    /// Replays the chore under a change.
    pub(crate) fn replay(&self, change: &Change) -> (Said, Finding) {
        self.site.load(change, false);
        let mut device = open(&self.browser, &self.clock);
        let file = self.report_of(change);
        let mut sink = JsonLines::new(std::fs::File::create(&file).unwrap());
        let options = options(&self.application.manifest.chore.skill, RunMode::Compiled);
        let parts = Parts::new(&mut device, Arc::clone(&self.clock), &mut sink);
        let report = run(&self.program, parts, &options);
        let said = Said {
            passed: report.verdict.is_passed(),
            drifted: report.tally.drifted > 0,
            reason: report.verdict.reason.to_string(),
            took: report.took,
        };
        let accepted = self.site.accepted();
        let touches = self.touches(&mut device);
        let mut finding = judge(&self.application, change, &said, &accepted, touches.as_ref());
        if touches.is_none() {
            finding.wrong += " (the page did not tell what was touched)";
        }
        (said, finding)
    }

    /// Returns where the events of a replay are kept.
    pub(crate) fn report_of(&self, change: &Change) -> PathBuf {
        self.reports.join(format!("{}.jsonl", change.name))
    }

    fn touches(&self, device: &mut WebDevice) -> Option<Vec<String>> {
        let deadline = Deadline::after(self.clock.now(), Duration::from_secs(5));
        let _ = device.perform(&Action::OpenUrl(self.site.end()), deadline);
        self.site.touches()
    }
}

fn options(file: &str, mode: RunMode) -> RunOptions {
    RunOptions {
        timeout: TIMEOUT,
        ..RunOptions::new("drift", file, mode)
    }
}

fn learned(
    name: &str,
    source: &str,
    device: &mut WebDevice,
    clock: &Arc<dyn Clock>,
    log: &Path,
) -> Result<Program, String> {
    let size = device.info().size;
    let options = options(name, RunMode::Learning);
    let mut sink = JsonLines::new(std::fs::File::create(log).unwrap());
    let parts = Parts::new(device, Arc::clone(clock), &mut sink as &mut dyn EventSink);
    let draft = read_skill(Path::new(name), source.as_bytes()).map_err(|it| it.to_string())?;
    let lesson = Lesson::of_skill(draft.clone(), source.as_bytes());
    let learned = learn(&lesson, parts, &options);
    let verdict = &learned.report.verdict;
    if !verdict.is_passed() {
        return Err(format!("the lesson did not pass: {}", verdict.reason));
    }
    let compiled = learned.compiled.map_err(|error| error.to_string())?;
    // What is replayed is what a file holds.
    let compiled = decode(&encode(&compiled)).map_err(|error| error.to_string())?;
    let hash = sha256_hex(source.as_bytes());
    Program::join(draft, &compiled, &hash, size).map_err(|error| error.to_string())
}

fn open(browser: &Browser, clock: &Arc<dyn Clock>) -> WebDevice {
    let deadline = Deadline::after(clock.now(), Duration::from_secs(20));
    WebDevice::open(browser, WebOptions::new(""), deadline).unwrap()
}
