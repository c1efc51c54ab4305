//! `retap test`: runs skills and says which passed.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use retap_drivers::SystemClock;
use retap_model::device::Clock as _;
use retap_model::event::{Event, FORMAT, Record, RunFinished, RunMode, RunStarted, Tally};
use retap_model::verdict::Outcome;
use retap_replay::RunOptions;
use retap_report::{Console, Runs, Style};

use super::Selected;
use super::evidence::{CopyFolders, Evidence};
use super::run_args::{RunArgs, parse_age};
use super::selected::Skipped;
use super::test_output::{dry_run_json, dry_run_text, print_result};
use crate::config::Config;
use crate::devices::{Address, DeviceOpener};
use crate::discovery::Discovery;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::files::{folder_of, sweep};
use crate::html_files::write_html;
use crate::interrupt;
use crate::kept_runs::KeptRuns;
use crate::plan::Plan;
use crate::results_folder::{Finished, SUMMARY, write_junit, write_results};
use crate::run_folder::RunFolders;
use crate::session::Runner;
use crate::shared::Shared;
use crate::skill::Skill;
use crate::suite::{Ending, Job, Suite};
use crate::terminal::{StandardError, StandardOutput, count, out, outln, talk, talkln};
use crate::values::Values;

#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// Files, folders, patterns or names of skills and scenarios; all of the skills folders when none is given
    pub(crate) skills: Vec<String>,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    /// Ignore compiled files and find every target by its words
    #[arg(long)]
    no_compiled: bool,

    /// Write JUnit XML there
    #[arg(long, value_name = "PATH")]
    junit: Option<PathBuf>,

    /// Write a self-contained HTML report there
    #[arg(long, value_name = "PATH")]
    html: Option<PathBuf>,

    /// Put pictures of failures and of `screenshot` steps there too
    #[arg(long, value_name = "DIR")]
    screenshot_dir: Option<PathBuf>,

    /// Show the steps that passed too
    #[arg(short, long)]
    verbose: bool,

    /// Check and list what would run; open no device, send nothing, write nothing
    #[arg(long)]
    dry_run: bool,

    /// Run this many skills at once [default: one per device]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,

    /// Try a skill that did not pass again this often; a pass then is reported as flaky
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) retries: u32,

    /// Run only skills with one of these tags
    #[arg(long, value_name = "TAG,TAG", value_delimiter = ',')]
    tags: Vec<String>,

    /// Start no further skill after one that did not pass
    #[arg(long)]
    pub(crate) fail_fast: bool,

    /// Let a skill pass although some of its steps need a judgement no rule can make
    #[arg(long)]
    skip_ai: bool,

    /// Keep cookies and local storage there when the skill has passed, for `--storage`; as secret as a
    /// password
    #[arg(long, value_name = "FILE")]
    pub(crate) save_storage: Option<PathBuf>,

    /// Go on with the steps after one that failed
    #[arg(long)]
    keep_going: bool,

    /// Warn of compiled scenarios older than this, such as `30d`
    #[arg(long, value_name = "AGE", value_parser = parse_age)]
    max_age: Option<Duration>,

    /// Write the result as JSON to standard output, and everything else to standard error
    #[arg(long)]
    json: bool,

    /// What to keep of each run; all of scenarios and with --html, else failures, when not said
    #[arg(long, value_enum)]
    evidence: Option<Evidence>,
}

impl TestArgs {
    /// Returns what is kept of a skill's run. A page without pictures is half a page, so `--html` asks
    /// for all of them.
    fn skill_evidence(&self) -> Evidence {
        let usual = match self.html {
            Some(_) => Evidence::All,
            None => Evidence::Failures,
        };
        self.evidence.unwrap_or(usual)
    }

    /// Returns how a skill's runs go about it. The results of a scenario are its evidence.
    pub(crate) fn options(&self, skill: &Skill, config: &Config) -> RunOptions {
        let evidence = match skill.is_scenario() {
            true => self.evidence.unwrap_or(Evidence::All),
            false => self.skill_evidence(),
        };
        let evidence = match (evidence, &self.screenshot_dir) {
            (Evidence::None, Some(_)) => Evidence::Failures,
            (evidence, _) => evidence,
        };
        RunOptions {
            timeout: self.run.timeout(config),
            pictures: evidence.pictures(),
            allow_not_judged: self.skip_ai,
            keep_going: self.keep_going,
            ..RunOptions::default()
        }
    }

    /// Returns how many skills run at once.
    pub(crate) fn workers(&self) -> usize {
        let devices = self.run.devices.len().max(1);
        self.jobs.map_or(devices, |jobs| jobs as usize)
    }

    fn suite<'a>(
        &'a self,
        environment: &Environment,
        runner: Runner<'a>,
        folders: &'a RunFolders,
    ) -> Suite<'a> {
        Suite {
            args: self,
            folders,
            copies: CopyFolders::new(self.screenshot_dir.clone(), runner.config),
            console: Shared::new(self.console(environment, folders)),
            runs: Shared::new(Runs::brief()),
            runner,
        }
    }

    fn console(&self, environment: &Environment, folders: &RunFolders) -> Console {
        let (out, stream): (Box<dyn Write + Send>, _) = match self.json {
            true => (Box::new(StandardError), environment.stderr),
            false => (Box::new(StandardOutput), environment.stdout),
        };
        let style = Style {
            verbose: self.verbose,
            ..stream
        };
        folders.console(out, style)
    }

    /// Refuses to write a report over a skill, or one report over another.
    fn check_outputs(&self, selected: &Selected) -> Result<(), AppError> {
        let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let outputs = [&self.junit, &self.html, &self.save_storage];
        let outputs = outputs.into_iter().flatten().map(|path| real(path));
        let mut outputs: Vec<PathBuf> = outputs.collect();
        outputs.sort();
        if let Some([path, ..]) = outputs.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(AppError::input(format!(
                "two files cannot both be written to `{}`",
                path.display()
            )));
        }
        if self.save_storage.is_some() && selected.skills.len() != 1 {
            return Err(AppError::input(format!(
                "`--save-storage` keeps what one skill leaves, and {} would run",
                selected.skills.len()
            )));
        }
        let skills = &selected.skills;
        let is_skill = |path: &PathBuf| skills.iter().any(|skill| real(&skill.path) == *path);
        match outputs.into_iter().find(is_skill) {
            Some(path) => Err(AppError::input(format!(
                "a result would overwrite the skill `{}`",
                path.display()
            ))),
            None => Ok(()),
        }
    }
}

/// The jobs with their endings, what was left out, and what reports are written from.
pub(super) struct Results {
    /// The jobs in the order they were asked for, with how each ended.
    pub(super) tested: Vec<(Job, Ending)>,
    /// The skills that could not be run.
    pub(super) left: Selected,
    pub(super) runs: Runs,
    pub(super) folders: RunFolders,
    /// The reports that could not be written.
    unwritten: Vec<AppError>,
    pub(super) exit: Exit,
}

impl Results {
    /// Returns the errors of everything that could not be run, by file where one is about a file.
    fn refused(&self) -> impl Iterator<Item = (Option<&Path>, &AppError)> {
        let refused = self.tested.iter().filter_map(|(job, ending)| match ending {
            Ending::Refused(error) => Some((Some(job.skill.path.as_path()), error)),
            Ending::Ran { .. } | Ending::NotRun(_) => None,
        });
        self.left.errors().chain(refused)
    }

    /// Returns all errors: of what could not be run or tried again, of what could not be kept of a run, and of reports that
    /// could not be written.
    pub(super) fn errors(&self) -> impl Iterator<Item = (Option<&Path>, &AppError)> {
        let of_runs = self.tested.iter().flat_map(|(job, ending)| {
            let errors = match ending {
                Ending::Ran { errors, .. } => errors.as_slice(),
                Ending::Refused(_) | Ending::NotRun(_) => &[],
            };
            let path = job.skill.path.as_path();
            errors.iter().map(move |error| (Some(path), error))
        });
        let unwritten = self.unwritten.iter().map(|error| (None, error));
        self.refused().chain(of_runs).chain(unwritten)
    }

    fn has_run(&self) -> bool {
        let mut endings = self.tested.iter().map(|(_, ending)| ending);
        endings.any(|ending| matches!(ending, Ending::Ran { .. }))
    }
}

pub(super) fn run(args: &TestArgs, environment: &Environment) -> Result<Exit, AppError> {
    let mut config = args.run.config(environment)?;
    if args.save_storage.is_some() {
        args.run.forget_missing_storage(&mut config);
    }
    for device in &args.run.devices {
        Address::parse(device, &config)?;
    }
    let discovery = Discovery::search(environment)?;
    let mut left = Selected::read(&discovery, &args.skills, &args.tags)?;
    args.check_outputs(&left)?;
    let advisor = args.run.advisor(&config, environment)?;
    left.bind(&Values::new(&args.run.settings, environment, &config));
    let jobs = plan(&mut left, args);
    if args.dry_run {
        match args.json {
            true => outln!("{}", dry_run_json(&jobs, &left)),
            false => out!("{}", dry_run_text(&jobs)),
        }
        return Ok(left.print_left_out(environment));
    }
    let runner = Runner {
        config: &config,
        opener: &Arc::new(DeviceOpener::of_command(environment)),
        advisor,
        stop: interrupt::listen(),
        secrets: Shared::new(left.secrets.clone()),
    };
    let folders = folders(args.skill_evidence(), environment, &config);
    let suite = args.suite(environment, runner, &folders);
    sweep_folders(&jobs);
    let results = run_jobs(&suite, jobs, left);
    Ok(finish(args, environment, results))
}

fn run_jobs(suite: &Suite<'_>, jobs: Vec<Job>, left: Selected) -> Results {
    let endings = suite.run(&jobs);
    // Also one that somebody still waits for: the run was stopped.
    suite.runner.opener.browsers.close();
    let of_runs = endings.iter().map(Ending::exit);
    let stopped = match suite.runner.stop.is_stopped() {
        true => Exit::Interrupted,
        false => Exit::Passed,
    };
    let results = Results {
        exit: of_runs.fold(left.exit().max(stopped), Exit::max),
        tested: jobs.into_iter().zip(endings).collect(),
        left,
        runs: std::mem::take(&mut suite.runs.lock()),
        folders: suite.folders.clone(),
        unwritten: Vec::new(),
    };
    if results.has_run() {
        // Neither of the two streams fails.
        let _ = suite.console.lock().finish();
    }
    results
}

fn folders(evidence: Evidence, environment: &Environment, config: &Config) -> RunFolders {
    match evidence {
        Evidence::None => RunFolders::nowhere(),
        Evidence::Failures | Evidence::All => RunFolders::in_project(environment, config),
    }
}

/// Removes what a command that was killed left beside the skills.
fn sweep_folders(jobs: &[Job]) {
    let folders = jobs.iter().map(|job| folder_of(&job.skill.path));
    let folders: BTreeSet<&Path> = folders.collect();
    folders.into_iter().for_each(sweep);
}

/// Decides for each skill whether its compiled file is used; a broken one is an error of its own.
fn plan(selected: &mut Selected, args: &TestArgs) -> Vec<Job> {
    let mut jobs = Vec::new();
    for skill in std::mem::take(&mut selected.skills) {
        // What was compiled is all there is of a scenario without its source.
        let plan = match args.no_compiled && skill.has_source() {
            true => Ok(Plan::default()),
            false => Plan::of(&skill, args.max_age),
        };
        match plan {
            Ok(plan) => jobs.push(Job { skill, plan }),
            Err(error) => selected.errors.push((Some(skill.path), error)),
        }
    }
    jobs
}

/// Says what was left, writes the reports, and returns how the command ends. A report that cannot be written keeps no
/// other from being written.
fn finish(args: &TestArgs, environment: &Environment, mut results: Results) -> Exit {
    say_what_is_left(&results);
    for skipped in &results.left.skipped {
        talk!("{}", skipped.render(environment.stderr.paint));
    }
    for (_, error) in results.errors() {
        talk!("{}", error.render(environment.stderr.paint));
    }
    for record in unrun_records(&results) {
        results.runs.add(&record);
    }
    results.unwritten = write_reports(args, environment, &results);
    for error in &results.unwritten {
        talk!("{}", error.render(environment.stderr.paint));
        results.exit = results.exit.max(error.exit);
    }
    if args.json {
        print_result(&results);
    }
    results.exit
}

/// Writes every report that was asked for and returns what could not be written.
fn write_reports(args: &TestArgs, environment: &Environment, results: &Results) -> Vec<AppError> {
    let Results { runs, folders, .. } = results;
    let files = KeptRuns::of_command(folders);
    let mut unwritten = Vec::new();
    if let Some(path) = &args.junit {
        unwritten.extend(write_junit(path, runs, &files).err());
    }
    if let Some(path) = &args.html {
        unwritten.extend(write_html(path, runs, &files).err());
    }
    let scenarios = finished_scenarios(results);
    match write_results(environment, folders, runs, &scenarios) {
        Ok(Some(folder)) => talkln!("results: {}", folder.join(SUMMARY).display()),
        Ok(None) => {}
        Err(error) => unwritten.push(error),
    }
    unwritten
}

/// Returns the scenarios with the run that counts; those that were skipped come last.
fn finished_scenarios(results: &Results) -> Vec<Finished> {
    let tested = results.tested.iter().filter_map(|(job, ending)| {
        let run = match ending {
            Ending::Ran { runs, .. } => runs.last().cloned(),
            Ending::NotRun(_) => Some(unrun(&job.skill.path)),
            Ending::Refused(_) => None,
        };
        Some(Finished {
            stem: job.skill.stem(),
            run: run.filter(|_| job.skill.is_scenario())?,
        })
    });
    let skipped = results.left.skipped.iter().map(|skipped| Finished {
        stem: skipped.skill.stem(),
        run: unrun(&skipped.skill.path),
    });
    tested.chain(skipped).collect()
}

/// Returns what tells the reports of skills that could not be run or whose turn did not come, each as a run without
/// steps, and of scenarios nobody could answer the questions of.
fn unrun_records(results: &Results) -> Vec<Record> {
    let skipped = results.left.skipped.iter().flat_map(|skipped| {
        let Skipped { skill, reason } = skipped;
        let started = RunStarted {
            is_scenario: true,
            ..unrun_start(&skill.path, &skill.draft.header.name)
        };
        records_of(started, unrun_end(Outcome::Skipped, reason.to_string()))
    });
    let refused = results.refused().flat_map(|(file, error)| {
        let file = file?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let finished = RunFinished {
            is_device_error: error.exit == Exit::Device,
            ..unrun_end(Outcome::Failed, error.to_string())
        };
        Some(records_of(unrun_start(file, &stem), finished))
    });
    let not_run = results.tested.iter().flat_map(|(job, ending)| {
        let Ending::NotRun(why) = ending else {
            return None;
        };
        let started = RunStarted {
            is_scenario: job.skill.is_scenario(),
            ..unrun_start(&job.skill.path, &job.skill.draft.header.name)
        };
        let finished = unrun_end(Outcome::Skipped, format!("not run: {why}"));
        Some(records_of(started, finished))
    });
    let not_run = not_run.flatten();
    skipped.chain(refused.flatten()).chain(not_run).collect()
}

fn records_of(started: RunStarted, finished: RunFinished) -> [Record; 2] {
    let run = unrun(Path::new(&started.file));
    [Event::RunStarted(started), Event::RunFinished(finished)].map(|event| Record {
        run: run.clone(),
        at_ms: 0,
        event,
    })
}

/// Returns the start of a skill's run that had no device.
fn unrun_start(file: &Path, name: &str) -> RunStarted {
    RunStarted {
        format: FORMAT,
        skill: name.to_owned(),
        file: file.display().to_string(),
        mode: RunMode::Live,
        device: "none".to_owned(),
        device_name: "none".to_owned(),
        size: [0.0, 0.0],
        steps: 0,
        attempt: 1,
        started_at: SystemClock::new().timestamp().to_rfc3339(),
        is_scenario: false,
        compiled_from: None,
    }
}

fn unrun_end(outcome: Outcome, reason: String) -> RunFinished {
    RunFinished {
        outcome,
        reason,
        why: None,
        took_ms: 0,
        tally: Tally::default(),
        is_device_error: false,
        is_stopped: false,
    }
}

/// Returns the name that stands for the run of a file that was not run.
fn unrun(file: &Path) -> String {
    format!("refused-{}", file.display())
}

fn say_what_is_left(results: &Results) {
    let mut left = 0;
    for (job, ending) in &results.tested {
        match ending {
            Ending::Ran {
                runs,
                errors,
                is_target_missing,
                ..
            } if ending.exit() != Exit::Passed && errors.is_empty() => {
                for folder in runs.iter().filter_map(|run| results.folders.folder_of(run)) {
                    talkln!("kept: {}", folder.display());
                }
                if *is_target_missing && !job.skill.is_scenario() {
                    let path = job.skill.path.display();
                    talkln!(
                        "hint: `retap heal {path}` shows what comes nearest, and what to write"
                    );
                }
            }
            Ending::Ran { .. } | Ending::Refused(_) => {}
            Ending::NotRun(_) => left += 1,
        }
    }
    if left > 0 {
        talkln!("{} did not run", count(left, "skill"));
    }
}
