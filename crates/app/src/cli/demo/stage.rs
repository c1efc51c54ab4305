//! The runs of the demo, each on a new simulated phone.

use std::path::Path;
use std::time::{Duration, Instant};

use retap_drivers::SystemClock;
use retap_learn::compile::Lesson;
use retap_model::event::{EventSink, Tally};
use retap_model::phrase::Variables;
use retap_model::program::CompiledProgram;
use retap_model::verdict::Outcome;
use retap_replay::{Pictures, RunOptions, RunReport, StopSignal};
use retap_report::Runs;
use retap_sim::{SimAddress, SimDevice, catalog};

use super::Sample;
use super::touches::wrong_touches;
use crate::cli::evidence::Collector;
use crate::config::Config;
use crate::devices::{ConfiguredDevices, DeviceOpener, Opened};
use crate::environment::Environment;
use crate::error::AppError;
use crate::plan::Plan;
use crate::run_folder::RunFolders;
use crate::session::Session;
use crate::skill::Skill;

/// The shop's password on the simulated phone, where it protects nothing.
const PASSWORD: (&str, &str) = ("SHOP_PASSWORD", "lantern-42");

/// One run, as the table shows it.
pub(super) struct Timed {
    /// The title of each step and how long it took on the device.
    pub(super) steps: Vec<(String, Duration)>,
    /// How long all of it took on the device.
    pub(super) took: Duration,
    /// The figures.
    pub(super) tally: Tally,
    /// How long the machine worked, engine and simulated phone together.
    pub(super) real: Duration,
}

/// A skill that was learned and replayed.
pub(super) struct Act {
    /// The skill.
    pub(super) skill: Skill,
    /// The program that was learned.
    pub(super) compiled: CompiledProgram,
    /// The learning run.
    pub(super) learned: Timed,
    /// The replay.
    pub(super) replayed: Timed,
}

/// A replay on a changed app.
pub(super) struct Drifted {
    /// How the app was changed.
    pub(super) name: String,
    /// How it ended.
    pub(super) outcome: Outcome,
    /// Why, or what was noticed.
    pub(super) words: String,
    /// The elements touched that should not have been.
    pub(super) wrong_touches: Vec<String>,
}

/// Where the runs take place; keeps what the report shows.
pub(super) struct Stage {
    report: Collector,
    config: Config,
    opener: DeviceOpener,
    next_run: u32,
}

impl Stage {
    /// Returns an empty stage; what the policy forbids is forbidden here too.
    pub(super) fn new(environment: &Environment) -> Self {
        Self {
            report: Collector::with_pictures(),
            config: Config::default(),
            opener: DeviceOpener::of_command(environment),
            next_run: 1,
        }
    }

    /// Returns the report of everything that was run.
    pub(super) fn page(&self) -> String {
        self.report.html(
            Some("retap demo"),
            &RunFolders::nowhere(&SystemClock::new()),
        )
    }

    /// Learns the sample on its app and replays it, with pictures for the report.
    pub(super) fn show(&mut self, path: &Path, sample: &Sample) -> Result<Act, AppError> {
        let act = self.learn_and_replay(path, sample)?;
        self.learn(&act.skill, sample.app, Pictures::EveryStep)?;
        let plan = Plan::compiled(act.compiled.clone());
        self.replay(&act.skill, &plan, sample.app, Pictures::EveryStep)?;
        Ok(act)
    }

    /// Learns the sample on its app and replays it.
    pub(super) fn learn_and_replay(
        &mut self,
        path: &Path,
        sample: &Sample,
    ) -> Result<Act, AppError> {
        let skill = read(path, sample.text)?;
        let (compiled, learned) = self.learn(&skill, sample.app, Pictures::Never)?;
        let plan = Plan::compiled(compiled.clone());
        let (_, replayed, _) = self.replay(&skill, &plan, sample.app, Pictures::Never)?;
        Ok(Act {
            skill,
            compiled,
            learned,
            replayed,
        })
    }

    /// Replays what was learned on each changed version of the app.
    pub(super) fn drift(&mut self, act: &Act, app: &str) -> Result<Vec<Drifted>, AppError> {
        let apps = catalog();
        let drifts = apps
            .iter()
            .find(|known| known.key == app)
            .map(|known| known.drifts.clone());
        let plan = Plan::compiled(act.compiled.clone());
        let mut all = Vec::new();
        for name in drifts.unwrap_or_default() {
            let address = format!("{app}?drift={name}");
            let (report, _, opened) =
                self.replay(&act.skill, &plan, &address, Pictures::EveryStep)?;
            let log = opened
                .touch_log
                .map(|log| log.entries())
                .unwrap_or_default();
            all.push(Drifted {
                words: self.words(&report),
                name,
                outcome: report.verdict.outcome,
                wrong_touches: wrong_touches(&log),
            });
        }
        Ok(all)
    }

    /// Returns what the last run noticed, or why it stopped.
    fn words(&self, report: &RunReport) -> String {
        if !report.verdict.is_passed() {
            return report.verdict.reason.to_string();
        }
        let last = self.report.runs.all().last();
        let notes = last
            .into_iter()
            .flat_map(|run| run.steps.iter().flat_map(|step| step.drift()));
        let mut known: Vec<&str> = Vec::new();
        for note in notes {
            if !known.contains(&note) {
                known.push(note);
            }
        }
        match known.as_slice() {
            [] => "nothing that identifies its targets had changed".to_owned(),
            [only] => format!("although {only}"),
            [first, others @ ..] => format!("although {first}, and {} more", others.len()),
        }
    }

    fn learn(
        &mut self,
        skill: &Skill,
        app: &str,
        pictures: Pictures,
    ) -> Result<(CompiledProgram, Timed), AppError> {
        let mut opened = open(app, &self.opener)?;
        let mut probe = Probe::new(pictures, &mut self.report);
        let options = options(self.next_run, pictures);
        self.next_run += 1;
        let started = Instant::now();
        let devices = ConfiguredDevices {
            config: &self.config,
            opener: &self.opener,
        };
        let session = session(options, devices, &mut opened, &mut probe);
        let learned = session.learn(skill, &Lesson::of_skill(skill.draft.clone(), &skill.bytes));
        let timed = probe.timed(&learned.report, started.elapsed());
        match learned.compiled {
            Ok(compiled) => Ok((compiled, timed)),
            Err(reason) => Err(AppError::failed(format!(
                "the demo did not learn on `{app}`: {}",
                learned.report.verdict
            ))
            .because(reason)),
        }
    }

    fn replay(
        &mut self,
        skill: &Skill,
        plan: &Plan,
        app: &str,
        pictures: Pictures,
    ) -> Result<(RunReport, Timed, Opened), AppError> {
        let mut opened = open(app, &self.opener)?;
        let mut probe = Probe::new(pictures, &mut self.report);
        let options = options(self.next_run, pictures);
        self.next_run += 1;
        let started = Instant::now();
        let devices = ConfiguredDevices {
            config: &self.config,
            opener: &self.opener,
        };
        let session = session(options, devices, &mut opened, &mut probe);
        let report = session.test(skill, plan);
        let timed = probe.timed(&report, started.elapsed());
        Ok((report, timed, opened))
    }
}

fn session<'a>(
    options: RunOptions,
    devices: ConfiguredDevices<'a>,
    opened: &'a mut Opened,
    sink: &'a mut dyn EventSink,
) -> Session<'a> {
    Session {
        options,
        advisor: None,
        devices,
        opened,
        sink,
        stop: StopSignal::default(),
    }
}

fn options(run: u32, pictures: Pictures) -> RunOptions {
    RunOptions {
        run: format!("demo-{run}"),
        pictures,
        ..RunOptions::default()
    }
}

fn read(path: &Path, text: &str) -> Result<Skill, AppError> {
    let mut variables = Variables::new();
    variables.set(PASSWORD.0, PASSWORD.1);
    let mut skill = Skill::of_text(path, text)?;
    skill.draft.bind(&variables);
    Ok(skill)
}

/// Opens a phone on which pictures for the report take no time, so that they do not show in timings.
fn open(address: &str, opener: &DeviceOpener) -> Result<Opened, AppError> {
    let refused = |error: retap_sim::OpenError| {
        AppError::device("cannot open the simulated phone").because(error)
    };
    let mut setup = SimAddress::parse(address).map_err(refused)?;
    setup.options.latency.screenshot = Duration::ZERO;
    let device = SimDevice::new(&format!("sim:{address}"), setup).map_err(refused)?;
    Ok(opener.guarded(Opened::of_sim(device)))
}

/// Sees the events of one run; a run with pictures goes into the report, one without is timed.
struct Probe<'a> {
    own: Runs,
    report: Option<&'a mut Collector>,
}

impl<'a> Probe<'a> {
    fn new(pictures: Pictures, report: &'a mut Collector) -> Self {
        let report = match pictures {
            Pictures::EveryStep => Some(report),
            Pictures::Never | Pictures::OnFailure => None,
        };
        Self {
            own: Runs::default(),
            report,
        }
    }

    fn timed(&self, report: &RunReport, real: Duration) -> Timed {
        let steps = self.own.all().iter().flat_map(|run| &run.steps);
        let steps = steps.map(|step| (step.title(), Duration::from_millis(step.took_ms)));
        Timed {
            steps: steps.collect(),
            took: report.took,
            tally: report.tally,
            real,
        }
    }
}

impl EventSink for Probe<'_> {
    fn event(&mut self, record: &retap_model::event::Record) {
        self.own.add(record);
        if let Some(report) = &mut self.report {
            report.event(record);
        }
    }

    fn evidence(&mut self, run: &str, file: &str, bytes: &[u8]) {
        if let Some(report) = &mut self.report {
            report.evidence(run, file, bytes);
        }
    }
}
