//! `retap drift`: replays compiled skills and tells what changed since they were learned, and how robust each step is.

use std::cmp::Reverse;
use std::sync::Arc;

use clap::Args;
use retap_learn::heal::{StepDrift, drift};
use retap_model::select::{Change, EvidenceKind, Robustness};
use retap_replay::Pictures;
use serde_json::{Value, json};

use super::Selected;
use super::run_args::{OutputArgs, RunArgs};
use crate::compiled_file::Compiled;
use crate::devices::DeviceOpener;
use crate::discovery::Discovery;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::interrupt;
use crate::run_folder::RunFolders;
use crate::session::Runner;
use crate::shared::Shared;
use crate::skill::Skill;
use crate::suite::exit_of;
use crate::terminal::{Paint, Tone, count, talk, talkln};
use crate::values::Values;
use crate::watched_run::{Watcher, fresh, program_on};

#[derive(Debug, Args)]
pub(crate) struct DriftArgs {
    /// Files, folders, patterns or names of skills and scenarios; all of the skills folders when none is given
    skills: Vec<String>,

    #[command(flatten)]
    run: RunArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &DriftArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = args.run.config(environment)?;
    let discovery = Discovery::search(environment)?;
    let mut selected = Selected::read(&discovery, &args.skills, &[])?;
    let advisor = args.run.advisor(&config, environment)?;
    selected.bind(&Values::new(&args.run.settings, environment, &config));
    let stop = interrupt::listen();
    let watcher = Watcher {
        runner: Runner {
            config: &config,
            opener: &Arc::new(DeviceOpener::of_command(environment)),
            advisor,
            stop: stop.clone(),
            secrets: Shared::new(selected.secrets.clone()),
        },
        folders: RunFolders::in_project(environment, &config),
        device: args.run.devices.first().map(String::as_str),
        timeout: args.run.timeout(&config),
        pictures: Pictures::OnFailure,
    };
    let mut exit = Exit::Passed;
    let mut all = Vec::new();
    for skill in &selected.skills {
        if stop.is_stopped() {
            break;
        }
        // Who names none asks about those that are compiled.
        if args.skills.is_empty() && matches!(Compiled::beside(skill), Compiled::Absent) {
            talkln!("left out: `{}` is not compiled", skill.path.display());
            continue;
        }
        match drift_of(&watcher, skill) {
            Ok(own) => all.push(own),
            Err(error) => {
                talk!("{}", error.render(environment.stderr.paint));
                exit = exit.max(error.exit);
            }
        }
    }
    watcher.runner.opener.browsers.close();
    exit = all.iter().map(|own| own.exit).fold(exit, Exit::max);
    exit = exit.max(selected.print_left_out(environment));
    if !all.is_empty() {
        let paint = environment.stdout.paint;
        args.output.print(|| as_json(&all), || as_text(&all, paint));
    }
    Ok(match stop.is_stopped() {
        true => Exit::Interrupted,
        false => exit,
    })
}

/// What a replay of one skill told.
struct SkillDrift {
    file: String,
    device: String,
    exit: Exit,
    /// Why the replay did not pass.
    failure: Option<String>,
    /// Worst first.
    steps: Vec<StepDrift>,
}

impl SkillDrift {
    fn changed(&self) -> usize {
        let changed = self.steps.iter().filter(|it| !it.changes.is_empty());
        changed.count()
    }
}

fn drift_of(watcher: &Watcher<'_>, skill: &Skill) -> Result<SkillDrift, AppError> {
    let (_, compiled) = fresh(skill)?;
    let mut opened = watcher.open(skill)?;
    let skill = skill.on(opened.device.info().platform)?;
    let program = program_on(&skill, &compiled, &opened)?;
    let watched = watcher.watch(&skill, &program, &mut opened)?;
    let report = &watched.observed.report;
    let secrets = watcher.runner.secrets.lock().clone();
    let mut steps = drift(&program, &watched.observed.seen.observations, &secrets);
    steps.sort_by_key(|it| Reverse(badness(it)));
    let is_passed = report.verdict.is_passed();
    let reason = || {
        secrets
            .mask(&report.verdict.reason.to_string())
            .into_owned()
    };
    Ok(SkillDrift {
        file: skill.path.display().to_string(),
        device: opened.device.info().address.clone(),
        exit: exit_of(report),
        failure: (!is_passed).then(reason),
        steps,
    })
}

/// Returns what orders steps: those that could go wrong first, then those that a change stops, then those that changed.
fn badness(step: &StepDrift) -> (usize, usize, usize) {
    let robustness = step.robustness.as_ref();
    let mistakes = robustness.map_or(0, |it| it.mistakes().count());
    let stops = robustness.map_or(0, |it| it.stops().count());
    (mistakes, stops, step.changes.len())
}

fn as_text(all: &[SkillDrift], paint: Paint) -> String {
    match all {
        [one] => one_skill(one, paint),
        many => table(many, paint),
    }
}

fn ending(skill: &SkillDrift, paint: Paint) -> String {
    match &skill.failure {
        None => paint.word(Tone::Good, "passed"),
        Some(_) => paint.word(Tone::Bad, skill.exit.as_str()),
    }
}

fn one_skill(skill: &SkillDrift, paint: Paint) -> String {
    let mut text = format!(
        "{} on {}: {}, {} of {} changed since the lesson\n",
        skill.file,
        skill.device,
        ending(skill, paint),
        skill.changed(),
        count(skill.steps.len(), "target")
    );
    if let Some(failure) = &skill.failure {
        text.push_str(&format!("  {failure}\n"));
        text.push_str(&format!("  hint: `retap heal {}`\n", skill.file));
    }
    let width = skill.steps.iter().map(|it| heading(it).chars().count());
    let width = width.max().unwrap_or_default();
    for step in &skill.steps {
        let mark = match step.changes.is_empty() {
            true => " ",
            false => "!",
        };
        let line = format!("{mark} {:<width$}  {}", heading(step), judged(step));
        text.push_str(&format!("{}\n", line.trim_end()));
        for change in &step.changes {
            text.push_str(&format!("      {change}\n"));
        }
        for mistake in mistakes(step) {
            let line = format!("WRONG: after {mistake}");
            text.push_str(&format!("      {}\n", paint.word(Tone::Bad, &line)));
        }
    }
    text
}

fn heading(step: &StepDrift) -> String {
    format!("{} {}", step.step.0 + 1, step.title)
}

/// Returns the figures of a step, and what would stop it.
fn judged(step: &StepDrift) -> String {
    let Some(robustness) = &step.robustness else {
        return "not judged: its words are only known while it runs".to_owned();
    };
    let (agree, survive) = figures(robustness);
    let stops: Vec<&str> = robustness.stops().map(Change::as_str).collect();
    let stops = match stops.is_empty() {
        true => String::new(),
        false => format!("  stops at: {}", stops.join("; ")),
    };
    format!("{agree} agree  {survive} survived{stops}")
}

/// Returns how many kinds of evidence agree, and how many single changes are survived, each of how many.
fn figures(robustness: &Robustness) -> (String, String) {
    let agreeing = robustness.agreeing.len();
    let all = agreeing + robustness.changed.len();
    let (survived, tried) = (robustness.survived(), robustness.trials.len());
    (format!("{agreeing}/{all}"), format!("{survived}/{tried}"))
}

/// Returns what would be taken for the target of a step after a single change, in words.
fn mistakes(step: &StepDrift) -> Vec<String> {
    let mistakes = step.robustness.iter().flat_map(Robustness::mistakes);
    mistakes
        .map(|(change, title)| format!("{}, it would take {title}", change.as_str()))
        .collect()
}

/// Returns a line a skill: how its replay ended, what changed, and its weakest step.
fn table(all: &[SkillDrift], paint: Paint) -> String {
    let width = all.iter().map(|it| it.file.chars().count()).max();
    let width = width.unwrap_or_default();
    let mut text = String::new();
    for skill in all {
        let changed = format!("{}/{} changed", skill.changed(), skill.steps.len());
        let weakest = skill.steps.first().map_or_else(String::new, |step| {
            format!("weakest: {}, {}", heading(step), judged(step))
        });
        let wrong = skill.steps.iter().flat_map(mistakes).count();
        let line = format!(
            "{:<width$}  {}  {changed}  {weakest}",
            skill.file,
            ending(skill, paint)
        );
        text.push_str(&format!("{}\n", line.trim_end()));
        if wrong > 0 {
            let line = format!(
                "WRONG: {} could lead to another element",
                count(wrong, "change")
            );
            text.push_str(&format!("  {}\n", paint.word(Tone::Bad, &line)));
        }
        if let Some(failure) = &skill.failure {
            text.push_str(&format!("  {failure}\n"));
        }
    }
    text + "`retap drift NAME` tells more of one of them\n"
}

fn as_json(all: &[SkillDrift]) -> Value {
    let skills: Vec<Value> = all
        .iter()
        .map(|skill| {
            json!({
                "file": skill.file,
                "device": skill.device,
                "result": skill.exit.as_str(),
                "reason": skill.failure,
                "changed": skill.changed(),
                "steps": skill.steps.iter().map(step_json).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({ "format": 1, "skills": skills })
}

fn step_json(step: &StepDrift) -> Value {
    let robustness = step.robustness.clone().unwrap_or_default();
    let kinds =
        |kinds: &[EvidenceKind]| -> Vec<&str> { kinds.iter().map(|kind| kind.as_str()).collect() };
    json!({
        "number": step.step.0 + 1,
        "title": step.title,
        "found": step.found,
        "changes": step.changes,
        "judged": step.robustness.is_some(),
        "agreeing": kinds(&robustness.agreeing),
        "differing": kinds(&robustness.changed),
        "tried": robustness.trials.len(),
        "survived": robustness.survived(),
        "stopsAt": robustness.stops().map(Change::as_str).collect::<Vec<_>>(),
        "wrongAfter": mistakes(step),
    })
}
