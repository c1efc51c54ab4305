//! `retap compile`: runs a skill once, watches, and writes what it saw beside the source.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use retap_learn::compile::{
    Fate, Learned, Lesson, NotLearned, Note, Observation, Unjudged, merge_lessons, unproven_steps,
};
use retap_model::codec::encode;
use retap_model::program::{CompiledProgram, Nature, Pin, Standalone, StepKind};
use retap_model::reason::Reason;
use retap_replay::{Pictures, RunOptions};
use retap_report::Style;

use super::Selected;
use super::evidence::CopyFolders;
use super::forget;
use super::run_args::RunArgs;
use crate::compiled_file::{Compiled, path_to_write, twin};
use crate::devices::{DeviceOpener, Opened};
use crate::discovery::Discovery;
use crate::environment::Environment;
use crate::error::{AppError, Exit, cannot};
use crate::files::{may_write_beside, stays_inside, write_beside};
use crate::interrupt;
use crate::run_folder::RunFolders;
use crate::session::{Runner, Session};
use crate::shared::Shared;
use crate::skill::Skill;
use crate::terminal::{StandardOutput, count, out, talk};
use crate::values::Values;

#[derive(Debug, Args)]
pub(crate) struct CompileArgs {
    /// Files, folders, patterns or names of skills and scenarios
    #[arg(required = true)]
    skills: Vec<String>,

    #[command(flatten)]
    run: RunArgs,

    /// Show the steps that passed too
    #[arg(short, long)]
    verbose: bool,

    /// Keep only what the lesson before saw too, for apps that say something else every time; may have
    /// other values of variables
    #[arg(long)]
    again: bool,

    /// Take what shows for what a `then` means that nobody could judge; look at the evidence first
    #[arg(long)]
    accept_screens: bool,

    /// Run nothing; take this out of what replays expect, as `retap show --expectations` lists it
    #[arg(long, value_name = "EXPECTATION", conflicts_with_all = ["again", "accept_screens"])]
    forget: Vec<String>,

    /// End well although some of the steps need a judgement no rule can make
    #[arg(long)]
    skip_ai: bool,
}

pub(super) fn run(args: &CompileArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = args.run.config(environment)?;
    let discovery = Discovery::search(environment)?;
    let mut selected = Selected::read(&discovery, &args.skills, &[])?;
    if !args.forget.is_empty() {
        // Nothing is run, so values may be missing.
        let exit = selected.print_left_out(environment);
        return forget::run(&selected.skills, &args.forget).map(|forgotten| forgotten.max(exit));
    }
    let advisor = args.run.advisor(&config, environment)?;
    selected.bind(&Values::new(&args.run.settings, environment, &config));
    let stop = interrupt::listen();
    let compiler = Compiler {
        args,
        environment,
        runner: Runner {
            config: &config,
            opener: &Arc::new(DeviceOpener::of_command(environment)),
            advisor,
            stop: stop.clone(),
            secrets: Shared::new(selected.secrets.clone()),
        },
        folders: RunFolders::in_project(environment, &config),
    };
    let mut exit = Exit::Passed;
    for skill in &selected.skills {
        if stop.is_stopped() {
            break;
        }
        exit = exit.max(match compiler.compile(skill) {
            Ok(exit) => exit,
            Err(error) => {
                talk!("{}", error.render(environment.stderr.paint));
                error.exit
            }
        });
    }
    exit = exit.max(selected.print_left_out(environment));
    Ok(match stop.is_stopped() {
        true => Exit::Interrupted,
        false => exit,
    })
}

/// The parts compiling every skill shares.
struct Compiler<'a> {
    args: &'a CompileArgs,
    environment: &'a Environment,
    runner: Runner<'a>,
    folders: RunFolders,
}

impl Compiler<'_> {
    fn compile(&self, skill: &Skill) -> Result<Exit, AppError> {
        let path = path_to_write(skill);
        may_write_beside(&path).map_err(|error| cannot_compile(skill, &path, error))?;
        let typed = self.args.run.devices.first().map(String::as_str);
        let config = self.runner.config.for_skill(&skill.path);
        let address = skill.choose_device(typed, &config)?;
        skill.check_uploads(&self.runner.opener.browsers)?;
        let opened = self.runner.open(&address, &skill.requirements());
        let mut opened = opened.inspect_err(|_| self.runner.opener.browsers.close())?;
        let path = skill.path.display();
        if !skill.has_source() {
            return Err(AppError::input(format!(
                "`{path}` is compiled already, and its source is not beside it"
            )));
        }
        let earlier = self.earlier(skill, &opened)?;
        let shown = self.environment.shown(&skill.path).display().to_string();
        let lesson = Lesson {
            unjudged: match self.args.accept_screens {
                true => Unjudged::AcceptScreen,
                false => Unjudged::StaysOpen,
            },
            ..skill.lesson(&shown, opened.device.info().platform)?
        };
        let learned = self.learn(skill, &mut opened, &lesson)?;
        let refuse = |reason: &NotLearned| refusal(skill, &learned, reason);
        let latest = learned.compiled.as_ref().map_err(refuse)?;
        let mut compiled = latest.clone();
        if let Some(earlier) = &earlier {
            let seen = &learned.observations;
            compiled = merge_lessons(&skill.draft, earlier, latest, seen)
                .map_err(|error| refuse(&NotLearned::Pin(error)))?;
        }
        let path = path_to_write(skill);
        write_beside(&path, &encode(&compiled))?;
        match &compiled.standalone {
            Some(whole) => out!("{}", whole_summary(whole, &learned.notes, &path)),
            None => {
                let lessons: Vec<&CompiledProgram> = earlier.iter().chain([latest]).collect();
                out!("{}", pinned_summary(skill, &compiled, &path));
                let seen = &learned.observations;
                out!("{}", unproven_summary(skill, &compiled, &lessons, seen));
            }
        }
        Ok(self.exit_after(skill, &learned))
    }

    /// Returns how a lesson ends whose file is written: not well where nobody judged a step of it, unless that is allowed.
    fn exit_after(&self, skill: &Skill, learned: &Learned) -> Exit {
        let open = unjudged(skill, learned);
        if open == 0 || self.args.skip_ai {
            return Exit::Passed;
        }
        let steps = count(open, "step");
        out!("  not judged: {steps} of this lesson; `--skip-ai` allows it\n");
        Exit::NotJudged
    }

    /// Returns the lesson before, if this one is to be compared with it.
    fn earlier(&self, skill: &Skill, opened: &Opened) -> Result<Option<CompiledProgram>, AppError> {
        if !self.args.again {
            return Ok(None);
        }
        let Compiled::Fresh { program, .. } = Compiled::beside(skill) else {
            return Err(nothing_before(
                skill,
                "there is no compiled file of it that is fresh",
            ));
        };
        if program.device.size() != opened.device.info().size {
            return Err(nothing_before(
                skill,
                "its compiled file is of a screen of another size",
            ));
        }
        Ok(Some(*program))
    }

    fn learn(
        &self,
        skill: &Skill,
        opened: &mut Opened,
        lesson: &Lesson<'_>,
    ) -> Result<Learned, AppError> {
        let style = Style {
            verbose: self.args.verbose,
            ..self.environment.stdout
        };
        let mut console = self.folders.console(Box::new(StandardOutput), style);
        let mut folder = self.folders.open_run(&skill.stem())?;
        let options = RunOptions {
            run: folder.run.clone(),
            timeout: self.args.run.timeout(self.runner.config),
            pictures: match skill.is_scenario() {
                true => Pictures::EveryStep,
                false => Pictures::OnFailure,
            },
            allow_not_judged: !skill.is_scenario(),
            ..RunOptions::default()
        };
        let folders = CopyFolders::new(None, self.runner.config);
        let mut copies = folders.sink();
        let session = Session {
            runner: &self.runner,
            options,
            opened,
            sinks: vec![&mut folder, &mut console, &mut copies],
        };
        let learned = session.learn(skill, lesson);
        let kept = folder.finish().and_then(|()| copies.finish());
        let path = path_to_write(skill);
        kept.map_err(|error| error.hint(format!("`{}` was not written", path.display())))?;
        Ok(learned)
    }
}

/// Returns how many steps of a lesson nobody judged, but for those that its author or the person accepts so.
fn unjudged(skill: &Skill, learned: &Learned) -> usize {
    let open = match &learned.report.verdict.reason {
        Reason::StepsUnjudged { open } => *open,
        Reason::StepsAllowed { unjudged, .. } if !skill.is_scenario() => *unjudged,
        _ => 0,
    };
    let accepted = learned.notes.iter();
    let accepted = accepted.filter(|note| note.fate == Fate::Accepted).count();
    (open as usize).saturating_sub(accepted)
}

fn nothing_before(skill: &Skill, why: &str) -> AppError {
    let path = skill.path.display();
    AppError::input(format!("`{path}` has no lesson before this one: {why}"))
        .hint(format!("`retap compile {path}` first"))
}

/// Returns why the compiled file of a skill cannot be written, before anything is done on a device.
fn cannot_compile(skill: &Skill, path: &Path, error: std::io::Error) -> AppError {
    let refused = cannot("write", path, error);
    match std::fs::canonicalize(&skill.path) {
        Ok(real) if stays_inside(Path::new("."), &real).is_err() => refused.hint(format!(
            "compile the skill where it is: `retap compile {}`",
            real.display()
        )),
        Ok(_) | Err(_) => refused,
    }
}

/// Says what was compiled and what became of each sentence no rule decides.
fn whole_summary(whole: &Standalone, notes: &[Note], path: &Path) -> String {
    let mut text = format!(
        "  compiled {} into {}\n",
        count(whole.draft.steps.len(), "step"),
        path.display()
    );
    for note in notes {
        text.push_str(&format!("  {note}\n"));
    }
    if notes.iter().any(|note| note.fate == Fate::Open) {
        text.push_str(
            "  hint: quote what the screen shows, add `--agent PROVIDER:MODEL` to have it judged once, \
             or `--accept-screens` to take what showed\n",
        );
    }
    text
}

fn refusal(skill: &Skill, learned: &Learned, reason: &NotLearned) -> AppError {
    let message = format!("`{}` was not compiled: {reason}", skill.path.display());
    match reason {
        NotLearned::RunNotPassed if learned.report.is_device_error() => AppError::device(message),
        NotLearned::RunNotPassed | NotLearned::Pin(_) => AppError::failed(message),
        NotLearned::Unfinished => AppError::not_judged(message)
            .hint("say it so that a rule understands it, or add `--agent PROVIDER:MODEL`"),
    }
}

/// Says how many steps are pinned, and why others are not.
fn pinned_summary(skill: &Skill, compiled: &CompiledProgram, path: &Path) -> String {
    let pins = || compiled.steps.iter().filter_map(|step| step.pin.as_ref());
    let pinned = pins().count();
    let places = pins().filter(|pin| pin.place.is_some()).count();
    let checks = pins().flat_map(Pin::checks).count();
    let writes = pins().map(|pin| pin.effects.len()).sum();
    let mut text = format!(
        "  compiled {pinned} of {} into {}: {}, {}{}\n",
        count(compiled.steps.len(), "step"),
        path.display(),
        count(places, "place"),
        count(checks, "check"),
        match writes {
            0 => String::new(),
            writes => format!(", {}", count(writes, "request")),
        },
    );
    for (step, (_, written)) in compiled.steps.iter().zip(skill.draft.flat()) {
        if let (None, Some(why)) = (&step.pin, why_not_pinned(&written.kind)) {
            let title = written.kind.title();
            text.push_str(&format!(
                "  not pinned: step {}, {title}: {why}\n",
                step.index + 1
            ));
        }
    }
    if let Some(twin) = twin(&skill.path) {
        text.push_str(&format!(
            "  named after the whole file because `{}` has the same stem\n",
            twin.display()
        ));
    }
    text
}

/// Says which acts are proven by nothing but that the screen changes, and what the lessons saw that is not kept.
fn unproven_summary(
    skill: &Skill,
    compiled: &CompiledProgram,
    lessons: &[&CompiledProgram],
    seen: &[Observation],
) -> String {
    let mut text = String::new();
    for (step, written) in unproven_steps(&skill.draft, compiled, seen) {
        let pins = lessons
            .iter()
            .filter_map(|it| it.steps.get(step.index)?.pin.as_ref());
        let lost: Vec<String> = pins
            .flat_map(Pin::checks)
            .map(ToString::to_string)
            .collect();
        let lost = match lost.is_empty() {
            true => String::new(),
            false => format!("; the lessons do not agree: {}", lost.join(", ")),
        };
        text.push_str(&format!(
            "  hardly checked: step {}, {}: only that the screen changes{lost}\n",
            step.index + 1,
            written.kind.title()
        ));
    }
    if !text.is_empty() {
        text.push_str("  hint: add `assert_visible` with what must show after it\n");
    }
    text
}

/// Returns why a step has no pin; nothing for those that have none by nature.
fn why_not_pinned(kind: &StepKind) -> Option<&'static str> {
    match kind.nature() {
        Nature::Block => None,
        Nature::Question => Some("no rule can judge it"),
        Nature::Record if matches!(kind, StepKind::Remember(_)) => {
            Some("what it reads is new in every run")
        }
        Nature::Touch | Nature::Act | Nature::Scroll | Nature::Proof | Nature::Record => {
            Some("it did not run")
        }
    }
}
