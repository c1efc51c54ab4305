//! `retap test`: runs skills and says which passed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use retap_drivers::SystemClock;
use retap_learn::ai::AdvisorConfig;
use retap_model::device::Clock as _;
use retap_model::event::{
    Event, EventSink, FORMAT, Record, RunFinished, RunMode, RunStarted, Tally,
};
use retap_model::verdict::Outcome;
use retap_replay::RunOptions;
use retap_report::{Console, Style};

use super::evidence::{Collector, Evidence, FileNames};
use super::run_args::{RunArgs, parse_age};
use super::selected::Skipped;
use super::{Selected, dry_run, test_json};
use crate::advice::advisor;
use crate::config::Config;
use crate::devices::{Address, DeviceOpener};
use crate::discovery::Discovery;
use crate::environment::Environment;
use crate::error::{AppError, Exit, cannot_write};
use crate::fan_out::Shared;
use crate::interrupt;
use crate::plan::Plan;
use crate::plural::count;
use crate::results_folder::{Finished, write_results};
use crate::run_folder::{RunFolders, write_atomically};
use crate::skill::Form;
use crate::suite::{Ending, Job, Suite};
use crate::terminal::{outln, talk, talkln};
use crate::values::Values;

/// The arguments of `retap test`.
#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// Files, folders, patterns or names of skills and scenarios; all of the skills folders when none is given
    pub(crate) skills: Vec<String>,

    #[command(flatten)]
    run: RunArgs,

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
    retries: u32,

    /// Run only skills with one of these tags
    #[arg(long, value_name = "TAG,TAG", value_delimiter = ',')]
    tags: Vec<String>,

    /// Start no further skill after one that did not pass
    #[arg(long)]
    fail_fast: bool,

    /// Let a skill pass although some of its steps need a judgement no rule can make
    #[arg(long)]
    skip_ai: bool,

    /// Keep cookies and local storage there when the skill has passed, for `--storage`; as secret as a
    /// password
    #[arg(long, value_name = "FILE")]
    save_storage: Option<PathBuf>,

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

    /// Returns what is kept of a scenario's run, whose results are its evidence.
    fn scenario_evidence(&self) -> Evidence {
        self.evidence.unwrap_or(Evidence::All)
    }

    /// Returns how the runs go about it.
    fn options(&self, config: &Config) -> RunOptions {
        let pictures = match (self.skill_evidence(), &self.screenshot_dir) {
            (Evidence::None, Some(_)) => Evidence::Failures.pictures(),
            (evidence, _) => evidence.pictures(),
        };
        RunOptions {
            timeout: self.run.timeout(config),
            pictures,
            allow_not_judged: self.skip_ai,
            keep_going: self.keep_going,
            ..RunOptions::default()
        }
    }

    /// Refuses to write a report over a skill, or one report over another.
    fn check_outputs(&self, selected: &Selected) -> Result<(), AppError> {
        let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let mut outputs: Vec<PathBuf> = [&self.junit, &self.html, &self.save_storage]
            .into_iter()
            .flatten()
            .map(|path| real(path))
            .collect();
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
        let is_skill = |path: &PathBuf| {
            selected
                .skills
                .iter()
                .any(|skill| real(&skill.path) == *path)
        };
        match outputs.into_iter().find(is_skill) {
            Some(path) => Err(AppError::input(format!(
                "a result would overwrite the skill `{}`",
                path.display()
            ))),
            None => Ok(()),
        }
    }
}

/// A skill with its ending, for what is said afterwards.
pub(super) struct Tested {
    /// The job.
    pub(super) job: Job,
    /// How it ended.
    pub(super) ending: Ending,
}

/// Runs the command.
pub(super) fn run(args: &TestArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = args.run.config(environment)?;
    for device in &args.run.devices {
        Address::parse(device, &config)?;
    }
    let discovery = Discovery::search(environment)?;
    let mut selected = Selected::read(&discovery, &args.skills, &args.tags)?;
    args.check_outputs(&selected)?;
    let advisor = advisor(args.run.agent.as_deref(), &config, environment)?;
    selected.bind(&Values::new(&args.run.settings, environment, &config));
    let jobs = plan(&mut selected, args);
    if args.dry_run {
        match args.json {
            true => dry_run::print_json(&jobs, &selected),
            false => dry_run::print_text(&jobs),
        }
        return Ok(dry_run::print_left_out(&selected, environment));
    }
    let work = Work {
        config,
        advisor,
        jobs,
        left: selected,
    };
    run_jobs(args, environment, work)
}

/// What there is to run.
struct Work {
    config: Config,
    advisor: Option<AdvisorConfig>,
    jobs: Vec<Job>,
    /// What cannot be run.
    left: Selected,
}

fn run_jobs(args: &TestArgs, environment: &Environment, work: Work) -> Result<Exit, AppError> {
    let folders = folders(args.skill_evidence(), environment);
    let collector = Shared::new(match args.html {
        Some(_) => Collector::with_pictures(),
        None => Collector::brief(),
    });
    let console = Shared::new(console(args, environment, &folders));
    let stop = interrupt::listen();
    let devices = &args.run.devices;
    let suite = Suite {
        options: args.options(&work.config),
        advisor: work.advisor,
        scenario_pictures: args.scenario_evidence().pictures(),
        config: &work.config,
        opener: &DeviceOpener::of_command(environment),
        folders: &folders,
        devices,
        workers: args.jobs.map_or(devices.len().max(1), |jobs| jobs as usize),
        retries: args.retries,
        fail_fast: args.fail_fast,
        screenshots: args.screenshot_dir.clone(),
        save_storage: args.save_storage.clone(),
        picture_names: FileNames::default(),
        download_names: FileNames::default(),
        console: console.clone(),
        collector: collector.clone(),
        stop: stop.clone(),
    };
    let endings = suite.run(&work.jobs);
    let tested = work.jobs.into_iter().zip(endings);
    let results = Results {
        tested: tested.map(|(job, ending)| Tested { job, ending }).collect(),
        left: work.left,
        console,
        collector,
        is_stopped: stop.is_stopped(),
    };
    finish(args, environment, &folders, results)
}

fn folders(evidence: Evidence, environment: &Environment) -> RunFolders {
    let clock = SystemClock::new();
    match evidence {
        Evidence::None => RunFolders::nowhere(&clock),
        Evidence::Failures | Evidence::All => RunFolders::in_project(environment, &clock),
    }
}

/// Decides for each skill whether its compiled file is used; a broken one is an error of its own.
fn plan(selected: &mut Selected, args: &TestArgs) -> Vec<Job> {
    let mut jobs = Vec::new();
    for skill in std::mem::take(&mut selected.skills) {
        // What was compiled is all there is of a scenario without its source.
        let plan = if args.no_compiled && !matches!(skill.form, Form::Compiled(_)) {
            Ok(Plan::live())
        } else {
            Plan::of(&skill, args.max_age)
        };
        match plan {
            Ok(plan) => jobs.push(Job { skill, plan }),
            Err(error) => selected.errors.push((Some(skill.path), error)),
        }
    }
    jobs
}

fn console(args: &TestArgs, environment: &Environment, folders: &RunFolders) -> Console {
    let folders = folders.clone();
    let (out, stream): (Box<dyn Write + Send>, _) = if args.json {
        (Box::new(std::io::stderr()), environment.stderr)
    } else {
        (Box::new(std::io::stdout()), environment.stdout)
    };
    let style = Style {
        verbose: args.verbose,
        ..stream.style()
    };
    Console::new(out, style)
        .with_evidence_path(move |run, file| folders.path_of(run, file).display().to_string())
}

/// The results when everything has run.
struct Results {
    tested: Vec<Tested>,
    /// The skills that could not be run.
    left: Selected,
    console: Shared<Console>,
    collector: Shared<Collector>,
    /// Whether somebody pressed Ctrl-C, be it between two runs.
    is_stopped: bool,
}

fn finish(
    args: &TestArgs,
    environment: &Environment,
    folders: &RunFolders,
    mut results: Results,
) -> Result<Exit, AppError> {
    let has_run = results
        .tested
        .iter()
        .any(|tested| matches!(tested.ending, Ending::Ran { .. }));
    if has_run {
        let ended = results.console.lock().finish();
        // A reader that went away, as `| head` does, is no reason to fail.
        ended
            .or_else(ignore_closed_pipe)
            .map_err(|error| AppError::device("cannot write the report").because(error))?;
    }
    say_what_is_left(&results.tested, folders);
    for skipped in &results.left.skipped {
        talk!("{}", skipped.render(environment.err_tone()));
        note_skipped(&mut results.collector.lock(), skipped);
    }
    take_refusals(&mut results);
    for (file, error) in &results.left.errors {
        note_refusal(&mut results.collector.lock(), file.as_deref(), error);
        talk!("{}", error.render(environment.err_tone()));
    }
    write_reports(args, folders, &results.collector.lock())?;
    let scenarios = finished_scenarios(&results);
    let kept = write_results(environment, folders, &results.collector.lock(), &scenarios)?;
    if let Some(folder) = &kept {
        talkln!("results: {}", folder.join("summary.md").display());
    }
    let exit = exit_of(&results);
    if args.json {
        outln!(
            "{}",
            test_json::result(
                &results.tested,
                &results.left,
                exit,
                &results.collector.lock(),
                folders
            )
        );
    }
    Ok(exit)
}

/// Returns the scenarios with the run that counts; those that were skipped come last.
fn finished_scenarios(results: &Results) -> Vec<Finished> {
    let tested = results.tested.iter().filter_map(|one| {
        let Ending::Ran { runs, .. } = &one.ending else {
            return None;
        };
        let run = runs.last().filter(|_| one.job.skill.is_scenario())?;
        Some(Finished {
            stem: one.job.skill.stem(),
            run: run.clone(),
        })
    });
    let skipped = results.left.skipped.iter().map(|skipped| Finished {
        stem: skipped.skill.stem(),
        run: unrun(&skipped.skill.path),
    });
    tested.chain(skipped).collect()
}

fn ignore_closed_pipe(error: std::io::Error) -> std::io::Result<()> {
    match error.kind() {
        std::io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error),
    }
}

/// Moves the errors of skills that could not be run to the other errors.
fn take_refusals(results: &mut Results) {
    for tested in &mut results.tested {
        if let Ending::Refused(_) = tested.ending
            && let Ending::Refused(error) = std::mem::replace(&mut tested.ending, Ending::NotRun)
        {
            let errors = &mut results.left.errors;
            errors.push((Some(tested.job.skill.path.clone()), error));
        }
    }
}

/// Tells the reports of a skill that could not be run, as a run that failed before its first step.
fn note_refusal(collector: &mut Collector, file: Option<&Path>, error: &AppError) {
    let Some(file) = file else { return };
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let finished = RunFinished {
        outcome: Outcome::Failed,
        reason: error.to_string(),
        why: None,
        took_ms: 0,
        tally: Tally::default(),
        is_device_error: error.kind().exit() == Exit::Device,
        is_stopped: false,
    };
    let started = unrun_start(file, &stem);
    note_unrun(collector, file, started, finished);
}

/// Tells the reports of a scenario nobody could answer the questions of.
fn note_skipped(collector: &mut Collector, skipped: &Skipped) {
    let finished = RunFinished {
        outcome: Outcome::Skipped,
        reason: skipped.reason.clone(),
        why: None,
        took_ms: 0,
        tally: Tally::default(),
        is_device_error: false,
        is_stopped: false,
    };
    let skill = &skipped.skill;
    let name = &skill.draft.header.name;
    let started = RunStarted {
        is_scenario: true,
        ..unrun_start(&skill.path, name)
    };
    note_unrun(collector, &skill.path, started, finished);
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

fn note_unrun(collector: &mut Collector, file: &Path, started: RunStarted, finished: RunFinished) {
    let run = unrun(file);
    for event in [Event::RunStarted(started), Event::RunFinished(finished)] {
        collector.event(&Record {
            run: run.clone(),
            at_ms: 0,
            event,
        });
    }
}

/// Returns the name that stands for the run of a file that was not run.
fn unrun(file: &Path) -> String {
    format!("refused-{}", file.display())
}

fn say_what_is_left(tested: &[Tested], folders: &RunFolders) {
    let mut left = 0;
    for one in tested {
        match &one.ending {
            Ending::Ran { runs, .. } if one.ending.exit() != Exit::Passed => {
                for folder in runs.iter().filter_map(|run| folders.folder_of(run)) {
                    talkln!("kept: {}", folder.display());
                }
            }
            Ending::Ran { .. } | Ending::Refused(_) => {}
            Ending::NotRun => left += 1,
        }
    }
    if left > 0 {
        talkln!("{} did not run", count(left, "skill"));
    }
}

fn write_reports(
    args: &TestArgs,
    folders: &RunFolders,
    collector: &Collector,
) -> Result<(), AppError> {
    let reports = [
        (
            &args.junit,
            args.junit.as_ref().map(|_| collector.junit(folders)),
        ),
        (
            &args.html,
            args.html.as_ref().map(|_| collector.html(None, folders)),
        ),
    ];
    for (path, text) in reports {
        if let (Some(path), Some(text)) = (path, text) {
            write_atomically(path, text.as_bytes())
                .map_err(|error| cannot_write("write", path, error))?;
        }
    }
    Ok(())
}

fn exit_of(results: &Results) -> Exit {
    let of_runs = results.tested.iter().map(|tested| tested.ending.exit());
    let ended = of_runs.fold(results.left.exit(), Exit::worse);
    if results.is_stopped {
        ended.worse(Exit::Interrupted)
    } else {
        ended
    }
}
