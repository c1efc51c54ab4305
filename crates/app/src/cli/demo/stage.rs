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
use retap_sim::{SimAddress, SimDevice, Touched, catalog};

use super::Sample;
use crate::cli::evidence::Collector;
use crate::config::Config;
use crate::devices::{DeviceOpener, Opened};
use crate::environment::Environment;
use crate::error::AppError;
use crate::fan_out::FanOut;
use crate::plan::Plan;
use crate::run_folder::RunFolders;
use crate::session::{Runner, Session};
use crate::skill::Skill;

/// The shop's password on the simulated phone, where it protects nothing.
const PASSWORD: (&str, &str) = ("SHOP_PASSWORD", "lantern-42");

/// One run, as the table shows it.
pub(super) struct Timed {
    /// The title of each step and how long it took on the device.
    pub(super) steps: Vec<(String, Duration)>,
    /// How long all of it took on the device.
    pub(super) took: Duration,
    pub(super) tally: Tally,
    /// How long the machine worked, engine and simulated phone together.
    pub(super) real: Duration,
}

/// A skill that was learned and replayed.
pub(super) struct Act {
    pub(super) sample: &'static Sample,
    pub(super) skill: Skill,
    pub(super) compiled: CompiledProgram,
    pub(super) learned: Timed,
    pub(super) replayed: Timed,
}

/// A replay on a changed app.
pub(super) struct Drifted {
    /// How the app was changed.
    pub(super) name: String,
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
    /// How many runs there were.
    runs: u32,
}

impl Stage {
    /// Returns an empty stage; what the policy forbids is forbidden here too.
    pub(super) fn new(environment: &Environment) -> Self {
        Self {
            report: Collector::with_pictures(),
            config: Config::default(),
            opener: DeviceOpener::of_command(environment),
            runs: 0,
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
    pub(super) fn show(&mut self, folder: &Path, sample: &'static Sample) -> Result<Act, AppError> {
        let act = self.learn_and_replay(folder, sample)?;
        self.learn(&act.skill, sample.app, Pictures::EveryStep)?;
        let plan = Plan::compiled(act.compiled.clone());
        let replay = |session: Session<'_>| session.test(&act.skill, &plan);
        self.watch(sample.app, Pictures::EveryStep, replay)?;
        Ok(act)
    }

    /// Learns the sample on its app and replays it.
    pub(super) fn learn_and_replay(
        &mut self,
        folder: &Path,
        sample: &'static Sample,
    ) -> Result<Act, AppError> {
        let skill = read(&folder.join(sample.file), sample.text)?;
        let (compiled, learned) = self.learn(&skill, sample.app, Pictures::Never)?;
        let plan = Plan::compiled(compiled.clone());
        let replay = |session: Session<'_>| session.test(&skill, &plan);
        let watched = self.watch(sample.app, Pictures::Never, replay)?;
        let replayed = watched.timed(&watched.result);
        Ok(Act {
            sample,
            skill,
            compiled,
            learned,
            replayed,
        })
    }

    /// Replays what was learned on each changed version of the app.
    pub(super) fn drift(&mut self, act: &Act) -> Result<Vec<Drifted>, AppError> {
        let app = act.sample.app;
        let known = catalog().into_iter().find(|known| known.key == app);
        let plan = Plan::compiled(act.compiled.clone());
        let mut all = Vec::new();
        for name in known.map(|known| known.drifts).unwrap_or_default() {
            let address = format!("{app}?drift={name}");
            let replay = |session: Session<'_>| session.test(&act.skill, &plan);
            let watched = self.watch(&address, Pictures::EveryStep, replay)?;
            let log = watched.opened.touch_log.map(|log| log.entries());
            all.push(Drifted {
                words: self.words(&watched.result),
                name,
                outcome: watched.result.verdict.outcome,
                wrong_touches: wrong_touches(&log.unwrap_or_default()),
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
        let steps = last.into_iter().flat_map(|run| &run.steps);
        let mut known: Vec<&str> = Vec::new();
        for note in steps.flat_map(|step| step.drift()) {
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
        let lesson = Lesson::of_skill(skill.draft.clone(), &skill.bytes);
        let watched = self.watch(app, pictures, |session| session.learn(skill, &lesson))?;
        let timed = watched.timed(&watched.result.report);
        let learned = watched.result;
        match learned.compiled {
            Ok(compiled) => Ok((compiled, timed)),
            Err(reason) => Err(AppError::failed(format!(
                "the demo did not learn on `{app}`: {}",
                learned.report.verdict
            ))
            .because(reason)),
        }
    }

    /// Runs something on a new phone. A run with pictures goes into the report, one without is timed.
    fn watch<T>(
        &mut self,
        app: &str,
        pictures: Pictures,
        run: impl FnOnce(Session<'_>) -> T,
    ) -> Result<Watched<T>, AppError> {
        let mut opened = open(app, &self.opener)?;
        let mut own = Collector::default();
        let mut sinks: Vec<&mut dyn EventSink> = vec![&mut own];
        if pictures == Pictures::EveryStep {
            sinks.push(&mut self.report);
        }
        self.runs += 1;
        let started = Instant::now();
        let result = run(Session {
            runner: &Runner {
                config: &self.config,
                opener: &self.opener,
                advisor: None,
                stop: StopSignal::default(),
            },
            options: RunOptions {
                run: format!("demo-{}", self.runs),
                pictures,
                ..RunOptions::default()
            },
            opened: &mut opened,
            sink: &mut FanOut::new(sinks),
        });
        Ok(Watched {
            result,
            runs: own.runs,
            real: started.elapsed(),
            opened,
        })
    }
}

/// Something that was run on a phone.
struct Watched<T> {
    result: T,
    runs: Runs,
    real: Duration,
    opened: Opened,
}

impl<T> Watched<T> {
    fn timed(&self, report: &RunReport) -> Timed {
        let steps = self.runs.all().iter().flat_map(|run| &run.steps);
        let steps = steps.map(|step| (step.title(), Duration::from_millis(step.took_ms)));
        Timed {
            steps: steps.collect(),
            took: report.took,
            tally: report.tally,
            real: self.real,
        }
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

/// The names of the right element of each touch, as label and identifier, under every drift. The phone's own
/// log decides, whatever the app looks like.
const RIGHT: [&[(&str, &str)]; 2] = [
    &[
        ("General", "row_general"),
        ("General", "pref_general"),
        ("System", "row_general"),
    ],
    &[
        ("About", "row_about"),
        ("About", "pref_about"),
        ("About phone", "row_about"),
    ],
];

/// Returns the touches that hit anything else than they should, in words.
fn wrong_touches(log: &[Touched]) -> Vec<String> {
    let touches = log.iter().filter(|touched| touched.point.is_some());
    touches
        .enumerate()
        .filter(|(number, touched)| !is_right(*number, touched))
        .map(|(_, touched)| match &touched.element {
            Some(element) => format!("{} on `{}`", touched.action, element.label),
            None => format!("{} on nothing", touched.action),
        })
        .collect()
}

fn is_right(number: usize, touched: &Touched) -> bool {
    let (Some(names), Some(element)) = (RIGHT.get(number), &touched.element) else {
        return false;
    };
    names
        .iter()
        .any(|(label, id)| element.label == *label && element.id == *id)
}
