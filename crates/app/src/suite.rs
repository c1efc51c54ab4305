//! Many runs: a queue of skills, workers that each drive a device, retries, and one ending a skill.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use retap_model::device::{Ability, Deadline, DeviceError};
use retap_model::verdict::Outcome;
use retap_model::verify::FailureCode;
use retap_replay::{RunOptions, RunReport};
use retap_report::{Console, Runs};

use crate::cli::evidence::CopyFolders;
use crate::cli::test::TestArgs;
use crate::devices::Opened;
use crate::error::{AppError, Exit, guarded};
use crate::files::write_private;
use crate::plan::Plan;
use crate::run_folder::RunFolders;
use crate::session::{Runner, Session};
use crate::shared::Shared;
use crate::skill::Skill;
use crate::terminal::talkln;

/// How long asking for what sites keep may take.
const STORAGE: Duration = Duration::from_secs(30);

/// A skill and how it will be run.
pub(crate) struct Job {
    /// The skill, its variables bound.
    pub(crate) skill: Skill,
    pub(crate) plan: Plan,
}

/// How one skill ended.
pub(crate) enum Ending {
    /// It ran, perhaps more than once.
    Ran {
        /// What the attempt that counts means for the exit code.
        exit: Exit,
        /// The names of its runs, in order.
        runs: Vec<String>,
        /// What could not be written of it, and why it was not tried again. How it ended does not depend on that.
        errors: Vec<AppError>,
        /// Whether it failed because a target of its compiled file was not found.
        is_target_missing: bool,
    },
    /// It could not be run.
    Refused(AppError),
    /// Nobody tried, for this reason.
    NotRun(String),
}

impl Ending {
    /// Returns what it means for the exit code.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Ran { exit, errors, .. } => {
                let errors = errors.iter().map(|error| error.exit);
                errors.fold(*exit, Exit::max)
            }
            Self::Refused(error) => error.exit,
            Self::NotRun(_) => Exit::Passed,
        }
    }
}

impl From<AppError> for Ending {
    fn from(error: AppError) -> Self {
        match error.exit == Exit::Interrupted {
            true => Self::NotRun(error.to_string()),
            false => Self::Refused(error),
        }
    }
}

/// What comes of the attempts at a skill.
#[derive(Default)]
struct Attempts {
    /// The names of their runs, in order.
    runs: Vec<String>,
    /// See [`Ending::Ran`].
    errors: Vec<AppError>,
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

/// Returns whether a run failed because a target was not found or could not be told from others.
fn misses_target(report: &RunReport) -> bool {
    let reason = &report.verdict.reason;
    let is_missing = match reason.failure_code() {
        FailureCode::ElementNotFound | FailureCode::AmbiguousTarget => true,
        _ => reason.kind() == "not_appeared",
    };
    report.verdict.is_failed() && is_missing
}

/// Everything that all runs of a suite have in common.
pub(crate) struct Suite<'a> {
    pub(crate) runner: Runner<'a>,
    pub(crate) args: &'a TestArgs,
    pub(crate) folders: &'a RunFolders,
    /// Where pictures and downloads go besides.
    pub(crate) copies: CopyFolders,
    pub(crate) console: Shared<Console>,
    /// The runs that reports are written from.
    pub(crate) runs: Shared<Runs>,
}

impl Suite<'_> {
    /// Runs every job and returns their endings in the order of the jobs.
    pub(crate) fn run(&self, jobs: &[Job]) -> Vec<Ending> {
        let next = AtomicUsize::new(0);
        let has_failed = AtomicBool::new(false);
        let not_run = jobs.iter().map(|_| None).collect();
        let endings: Shared<Vec<Option<Ending>>> = Shared::new(not_run);
        let work = |worker: usize| {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let is_over = self.args.fail_fast && has_failed.load(Ordering::Relaxed);
                let Some(job) = jobs.get(place) else { break };
                if is_over || self.runner.stop.is_stopped() {
                    break;
                }
                let ending = guarded(|| self.run_job(job, worker));
                let ending = ending.unwrap_or_else(Ending::from);
                has_failed.fetch_or(ending.exit() != Exit::Passed, Ordering::Relaxed);
                endings.lock()[place] = Some(ending);
            }
        };
        std::thread::scope(|scope| {
            for worker in 1..self.args.workers().min(jobs.len()) {
                let work = &work;
                scope.spawn(move || work(worker));
            }
            work(0);
        });
        let why = match self.runner.stop.is_stopped() {
            true => "the command was stopped before its turn",
            false => "an earlier skill did not pass, and `--fail-fast` ends with that",
        };
        let endings = std::mem::take(&mut *endings.lock()).into_iter();
        endings
            .map(|ending| ending.unwrap_or_else(|| Ending::NotRun(why.to_owned())))
            .collect()
    }

    fn run_job(&self, job: &Job, worker: usize) -> Result<Ending, AppError> {
        // A worker takes the device of its number, round and round.
        let mut typed = self.args.run.devices.iter().cycle();
        let typed = typed.nth(worker).map(String::as_str);
        let config = self.runner.config.for_skill(&job.skill.path);
        let address =
            job.skill
                .choose_device(typed, &config)
                .map_err(|error| {
                    match config.is_of_home {
            true => error.hint(format!(
                "for `{}`, a skill of your home folder, the project's settings do not count",
                job.skill.path.display()
            )),
            false => error,
        }
                })?;
        job.skill.check_uploads(&self.runner.opener.browsers)?;
        let requirements = job.skill.requirements();
        let open = || self.runner.open(&address, &requirements);
        let mut opened = open()?;
        let skill = job.skill.on(opened.device.info().platform)?;
        if self.args.save_storage.is_some() && !opened.device.can(Ability::Storage) {
            let device = opened.device.info().address.clone();
            let ability = Ability::Storage;
            let error = DeviceError::Unsupported { device, ability };
            return Err(AppError::input("`--save-storage` is for pages").because(error));
        }
        let mut attempts = Attempts::default();
        loop {
            let report = self.run_once(&skill, &job.plan, &mut opened, &mut attempts)?;
            let exit = exit_of(&report);
            let is_last = attempts.runs.len() > self.args.retries as usize || report.is_stopped;
            // The connection may be what failed; a retry on a dead one would prove nothing.
            let again = match report.is_device_error() && !is_last {
                true => open().map(|new| opened = new),
                false => Ok(()),
            };
            if exit == Exit::Passed || is_last || again.is_err() {
                let Attempts { runs, mut errors } = attempts;
                errors.extend(again.err());
                errors.extend(self.keep_storage(exit, &mut opened).err());
                return Ok(Ending::Ran {
                    exit,
                    runs,
                    errors,
                    is_target_missing: job.plan.compiled.is_some() && misses_target(&report),
                });
            }
        }
    }

    /// Keeps what sites store, for runs that begin where this one ended. What a run that did not pass
    /// leaves is kept by nobody: it would take the place of a good one.
    fn keep_storage(&self, exit: Exit, opened: &mut Opened) -> Result<(), AppError> {
        let Some(path) = &self.args.save_storage else {
            return Ok(());
        };
        if exit != Exit::Passed {
            talkln!("`{}` was not written: the run did not pass", path.display());
            return Ok(());
        }
        let deadline = Deadline::after(opened.clock.now(), STORAGE);
        let state = opened.device.dump_storage(deadline).map_err(|error| {
            AppError::device(format!("cannot write `{}`", path.display())).because(error)
        })?;
        write_private(path, &state)
    }

    /// Runs a skill once more.
    fn run_once(
        &self,
        skill: &Skill,
        plan: &Plan,
        opened: &mut Opened,
        attempts: &mut Attempts,
    ) -> Result<RunReport, AppError> {
        let mut folder = self.folders.open_run(&skill.stem())?;
        attempts.runs.push(folder.run.clone());
        let options = RunOptions {
            run: folder.run.clone(),
            attempt: u32::try_from(attempts.runs.len()).unwrap_or(u32::MAX),
            ..self.args.options(skill, self.runner.config)
        };
        let mut copies = self.copies.sink();
        // The log comes first: what people see is already safe.
        let (mut console, mut runs) = (self.console.clone(), self.runs.clone());
        let session = Session {
            runner: &self.runner,
            options,
            opened,
            sinks: vec![&mut folder, &mut console, &mut runs, &mut copies],
        };
        let report = session.test(skill, plan);
        attempts.errors.extend(folder.finish().err());
        attempts.errors.extend(copies.finish().err());
        Ok(report)
    }
}
