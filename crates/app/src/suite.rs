//! Many runs: a queue of skills, workers that each drive a device, retries, and one ending a skill.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use retap_learn::ai::AdvisorConfig;
use retap_model::device::{Ability, Deadline, DeviceError};
use retap_model::event::EventSink;
use retap_model::verdict::Outcome;
use retap_replay::{Pictures, RunOptions, RunReport, StopSignal};
use retap_report::Console;

use crate::cli::evidence::{Collector, DownloadFolder, FileNames, ScreenshotFolder};
use crate::config::Config;
use crate::devices::{ConfiguredDevices, DeviceOpener, Opened, choose};
use crate::error::{AppError, Exit, cannot_write};
use crate::fan_out::{FanOut, Shared};
use crate::plan::Plan;
use crate::run_folder::{RunFolders, write_private};
use crate::session::Session;
use crate::skill::Skill;
use crate::terminal::talkln;

/// How long asking for what sites keep may take.
const STORAGE: Duration = Duration::from_secs(30);

/// A skill and how it will be run.
pub(crate) struct Job {
    /// The skill, its variables bound.
    pub(crate) skill: Skill,
    /// The effect of its compiled file.
    pub(crate) plan: Plan,
}

/// A job on the device it runs on.
struct JobOnDevice<'a> {
    skill: &'a Skill,
    plan: &'a Plan,
}

/// How one skill ended.
pub(crate) enum Ending {
    /// It ran, perhaps more than once.
    Ran {
        /// How the attempt that counts ended.
        report: Box<RunReport>,
        /// The names of its runs, in order.
        runs: Vec<String>,
    },
    /// It could not be run.
    Refused(AppError),
    /// Nobody tried.
    NotRun,
}

impl Ending {
    /// Returns what it means for the exit code.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Ran { report, .. } => exit_of(report),
            Self::Refused(error) => error.kind().exit(),
            Self::NotRun => Exit::Passed,
        }
    }
}

/// Returns what a run means for the exit code.
pub(crate) fn exit_of(report: &RunReport) -> Exit {
    match report.verdict.outcome {
        Outcome::Failed if report.is_stopped => Exit::Interrupted,
        Outcome::Failed if report.is_device_error() => Exit::Device,
        Outcome::Failed => Exit::Failed,
        Outcome::NotJudged | Outcome::Skipped => Exit::NotJudged,
        Outcome::Passed => Exit::Passed,
    }
}

/// Everything that all runs of a suite have in common.
pub(crate) struct Suite<'a> {
    /// How runs go about it.
    pub(crate) options: RunOptions,
    /// Which model is asked what no rule can judge.
    pub(crate) advisor: Option<AdvisorConfig>,
    /// Which pictures runs of scenarios keep.
    pub(crate) scenario_pictures: Pictures,
    /// The configuration.
    pub(crate) config: &'a Config,
    /// The opener of devices.
    pub(crate) opener: &'a DeviceOpener,
    /// Where runs are kept.
    pub(crate) folders: &'a RunFolders,
    /// The devices that were typed; a worker takes the one of its number, round and round.
    pub(crate) devices: &'a [String],
    /// How many skills run at once.
    pub(crate) workers: usize,
    /// How often a skill that did not pass is tried again.
    pub(crate) retries: u32,
    /// Whether the first skill that does not pass is the last to start.
    pub(crate) fail_fast: bool,
    /// Where pictures of failures and `screenshot` steps go besides.
    pub(crate) screenshots: Option<PathBuf>,
    /// Where cookies and local storage are kept after a pass.
    pub(crate) save_storage: Option<PathBuf>,
    /// The names of pictures in that folder.
    pub(crate) picture_names: FileNames,
    /// The names of files in the folder for downloads.
    pub(crate) download_names: FileNames,
    /// The console people see.
    pub(crate) console: Shared<Console>,
    /// The collector that reports are written from.
    pub(crate) collector: Shared<Collector>,
    /// Set by Ctrl-C.
    pub(crate) stop: StopSignal,
}

impl Suite<'_> {
    /// Runs every job and returns their endings in the order of the jobs.
    pub(crate) fn run(&self, jobs: &[Job]) -> Vec<Ending> {
        let next = AtomicUsize::new(0);
        let has_failed = AtomicBool::new(false);
        let endings: Vec<Mutex<Ending>> = jobs.iter().map(|_| Mutex::new(Ending::NotRun)).collect();
        let work = |worker: usize| {
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed).min(jobs.len())) {
                let is_over = self.fail_fast && has_failed.load(Ordering::Relaxed);
                if is_over || self.stop.is_stopped() {
                    break;
                }
                let ending = self.run_job(job, worker);
                has_failed.fetch_or(ending.exit() != Exit::Passed, Ordering::Relaxed);
                let place = jobs.iter().position(|other| std::ptr::eq(other, job));
                if let Some(place) = place {
                    *endings[place]
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner) = ending;
                }
            }
        };
        std::thread::scope(|scope| {
            for worker in 1..self.workers.min(jobs.len()) {
                let work = &work;
                scope.spawn(move || work(worker));
            }
            work(0);
        });
        let endings = endings.into_iter();
        endings
            .map(|ending| ending.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect()
    }

    fn run_job(&self, job: &Job, worker: usize) -> Ending {
        let typed =
            (!self.devices.is_empty()).then(|| self.devices[worker % self.devices.len()].as_str());
        let header = job.skill.draft.header.device.as_deref();
        let address = match choose(typed, header, self.config) {
            Ok(address) => address,
            Err(error) => return Ending::Refused(error),
        };
        let requirements = job.skill.requirements();
        let mut opened = match self.opener.open(&address, &requirements) {
            Ok(opened) => opened,
            Err(error) => return Ending::Refused(error),
        };
        let skill = match job.skill.on(opened.device.info().platform) {
            Ok(skill) => skill,
            Err(error) => return Ending::Refused(error),
        };
        if self.save_storage.is_some() && !opened.device.can(Ability::Storage) {
            let device = opened.device.info().address.clone();
            let ability = Ability::Storage;
            let error = DeviceError::Unsupported { device, ability };
            return Ending::Refused(
                AppError::input("`--save-storage` is for pages").because(error),
            );
        }
        let job = &JobOnDevice {
            skill: &skill,
            plan: &job.plan,
        };
        let mut runs = Vec::new();
        for attempt in 1.. {
            let report = match self.run_once(job, &mut opened, attempt, &mut runs) {
                Ok(report) => report,
                Err(error) => return Ending::Refused(error),
            };
            let is_last = attempt > self.retries || report.is_stopped;
            if exit_of(&report) == Exit::Passed || is_last {
                return match self.keep_storage(&report, &mut opened) {
                    Ok(()) => Ending::Ran {
                        report: Box::new(report),
                        runs,
                    },
                    Err(error) => Ending::Refused(error),
                };
            }
            // The connection may be what failed; a retry on a dead one would prove nothing.
            if report.is_device_error() {
                match self.opener.open(&address, &requirements) {
                    Ok(fresh) => opened = fresh,
                    Err(error) => return Ending::Refused(error),
                }
            }
        }
        Ending::NotRun
    }

    /// Keeps what sites store, for runs that begin where this one ended. What a run that did not pass
    /// leaves is kept by nobody: it would take the place of a good one.
    fn keep_storage(&self, report: &RunReport, opened: &mut Opened) -> Result<(), AppError> {
        let Some(path) = &self.save_storage else {
            return Ok(());
        };
        if exit_of(report) != Exit::Passed {
            talkln!("`{}` was not written: the run did not pass", path.display());
            return Ok(());
        }
        let deadline = Deadline::after(opened.clock.now(), STORAGE);
        let told = opened.device.dump_storage(deadline);
        let state = told.map_err(|error| {
            AppError::device(format!("cannot write `{}`", path.display())).because(error)
        })?;
        write_private(path, &state).map_err(|error| cannot_write("write", path, error))
    }

    fn run_once(
        &self,
        job: &JobOnDevice<'_>,
        opened: &mut Opened,
        attempt: u32,
        runs: &mut Vec<String>,
    ) -> Result<RunReport, AppError> {
        let mut folder = self.folders.open_run(&job.skill.stem())?;
        let run = folder.run.clone();
        runs.push(run.clone());
        let names = self.picture_names.clone();
        let mut screenshots = self
            .screenshots
            .clone()
            .map(|folder| ScreenshotFolder::new(folder, names));
        let names = self.download_names.clone();
        let downloads = self.config.web.downloads.clone();
        let mut downloads = downloads.map(|folder| DownloadFolder::new(folder, names));
        // The log comes first: what people see is already safe.
        let (mut console, mut collector) = (self.console.clone(), self.collector.clone());
        let mut sinks: Vec<&mut dyn EventSink> = vec![&mut folder, &mut console, &mut collector];
        sinks.extend(screenshots.as_mut().map(|it| it as &mut dyn EventSink));
        sinks.extend(downloads.as_mut().map(|it| it as &mut dyn EventSink));
        let report = self.run_into(job, opened, attempt, &run, &mut FanOut::new(sinks));
        folder.finish()?;
        screenshots.map_or(Ok(()), ScreenshotFolder::finish)?;
        downloads.map_or(Ok(()), DownloadFolder::finish)?;
        Ok(report)
    }

    fn run_into(
        &self,
        job: &JobOnDevice<'_>,
        opened: &mut Opened,
        attempt: u32,
        run: &str,
        sink: &mut dyn EventSink,
    ) -> RunReport {
        let pictures = match job.skill.is_scenario() {
            true => self.scenario_pictures,
            false => self.options.pictures,
        };
        let session = Session {
            options: RunOptions {
                run: run.to_owned(),
                attempt,
                pictures,
                ..self.options.clone()
            },
            advisor: self.advisor.clone(),
            devices: ConfiguredDevices {
                config: self.config,
                opener: self.opener,
            },
            opened,
            sink,
            stop: self.stop.clone(),
        };
        session.test(job.skill, job.plan)
    }
}
