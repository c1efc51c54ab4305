//! `retap compile`: runs a skill once, watches, and writes what it saw beside the source.

use std::path::Path;

use clap::Args;
use retap_drivers::SystemClock;
use retap_learn::compile::{Learned, NotLearned};
use retap_model::codec::encode_skill;
use retap_model::event::EventSink;
use retap_model::program::{CompiledSkill, StepKind};
use retap_replay::{Pictures, StopSignal};
use retap_report::Console;

use super::Selected;
use super::run_args::RunArgs;
use crate::compiled_file::{path_to_write, twin};
use crate::config::Config;
use crate::devices::{Opened, choose};
use crate::discovery::Discovery;
use crate::environment::Environment;
use crate::error::{AppError, Exit, cannot_write};
use crate::fan_out::FanOut;
use crate::interrupt;
use crate::plural::count;
use crate::run_folder::{RunFolders, write_atomically};
use crate::session::{Session, Settings};
use crate::skill::{Skill, variables};
use crate::terminal::{out, talk};

/// What was typed after `retap compile`.
#[derive(Debug, Args)]
pub(crate) struct CompileArgs {
    /// Files, folders, patterns or names of skills
    #[arg(required = true)]
    skills: Vec<String>,

    #[command(flatten)]
    run: RunArgs,

    /// Show the steps that passed too
    #[arg(short, long)]
    verbose: bool,
}

/// Runs the command.
pub(super) fn run(args: &CompileArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = Config::load(environment)?;
    let discovery = Discovery::search(environment)?;
    let mut selected = Selected::read(&discovery, &args.skills, &[])?;
    selected.bind(&variables(&args.run.settings, environment, &config));
    let compiler = Compiler {
        args,
        environment,
        config: &config,
        folders: RunFolders::in_project(environment, &SystemClock::new()),
        stop: interrupt::listen(),
    };
    let mut exit = Exit::Passed;
    for skill in &selected.skills {
        if compiler.stop.is_stopped() {
            break;
        }
        if let Err(error) = compiler.compile(skill) {
            talk!("{}", error.render(environment.err_tone()));
            exit = exit.worse(error.kind().exit());
        }
    }
    for (_, error) in &selected.errors {
        talk!("{}", error.render(environment.err_tone()));
        exit = exit.worse(error.kind().exit());
    }
    Ok(if compiler.stop.is_stopped() {
        Exit::Interrupted
    } else {
        exit
    })
}

/// What compiling every skill has in common.
struct Compiler<'a> {
    args: &'a CompileArgs,
    environment: &'a Environment,
    config: &'a Config,
    folders: RunFolders,
    stop: StopSignal,
}

impl Compiler<'_> {
    fn compile(&self, skill: &Skill) -> Result<(), AppError> {
        let typed = self.args.run.devices.first().map(String::as_str);
        let header = skill.draft.header.device.as_deref();
        let mut opened = choose(typed, header, self.config)?.open()?;
        let learned = self.learn(skill, &mut opened)?;
        let compiled = learned
            .compiled
            .as_ref()
            .map_err(|reason| refusal(skill, &learned, reason))?;
        let path = path_to_write(&skill.path);
        write_atomically(&path, &encode_skill(compiled))
            .map_err(|error| cannot_write("write", &path, error))?;
        out!("{}", summary(skill, compiled, &path));
        Ok(())
    }

    fn learn(&self, skill: &Skill, opened: &mut Opened) -> Result<Learned, AppError> {
        let folders = self.folders.clone();
        let style = self.environment.stdout.style(self.args.verbose);
        let mut console = Console::new(Box::new(std::io::stdout()), style)
            .with_evidence_path(move |run, file| folders.path_of(run, file).display().to_string());
        let mut folder = self.folders.open_run(&skill.stem())?;
        let run = folder.run.clone();
        let settings = Settings {
            timeout: self.args.run.timeout(self.config),
            pictures: Pictures::OnFailure,
            allow_not_judged: true,
        };
        let sinks: Vec<&mut dyn EventSink> = vec![&mut folder, &mut console];
        let session = Session {
            settings: &settings,
            config: self.config,
            opened,
            sink: &mut FanOut::new(sinks),
            stop: self.stop.clone(),
            run: &run,
            attempt: 1,
        };
        let learned = session.learn(skill);
        folder.finish()?;
        Ok(learned)
    }
}

fn refusal(skill: &Skill, learned: &Learned, reason: &NotLearned) -> AppError {
    let message = format!("`{}` was not compiled: {reason}", skill.path.display());
    match reason {
        NotLearned::RunNotPassed if learned.report.is_device_error => AppError::device(message),
        NotLearned::RunNotPassed | NotLearned::Pin(_) => AppError::failed(message),
    }
}

fn summary(skill: &Skill, compiled: &CompiledSkill, path: &Path) -> String {
    let pinned = compiled
        .steps
        .iter()
        .filter(|step| step.pin.is_some())
        .count();
    let pins = || compiled.steps.iter().filter_map(|step| step.pin.as_ref());
    let places = pins().filter(|pin| pin.place.is_some()).count();
    let checks: usize = pins().map(|pin| pin.expect.len()).sum();
    let mut text = format!(
        "  compiled {pinned} of {} into {}: {}, {}\n",
        count(compiled.steps.len(), "step"),
        path.display(),
        count(places, "place"),
        count(checks, "check"),
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

/// Returns why a step has no pin; nothing for those that have none by nature.
fn why_not_pinned(kind: &StepKind) -> Option<&'static str> {
    match kind {
        StepKind::Condition(_) | StepKind::Repeat(_) | StepKind::Group(_) => None,
        StepKind::Ask(_) => Some("no rule can judge it"),
        StepKind::Remember(_) => Some("what it reads is new in every run"),
        StepKind::Launch(_)
        | StepKind::Tap(_)
        | StepKind::DoubleTap(_)
        | StepKind::LongPress(_)
        | StepKind::Drag(_)
        | StepKind::Type(_)
        | StepKind::PressKey(_)
        | StepKind::Swipe(_)
        | StepKind::ScrollTo(_)
        | StepKind::WaitFor(_)
        | StepKind::Assert(_)
        | StepKind::Screenshot(_)
        | StepKind::Home
        | StepKind::Back
        | StepKind::Shake
        | StepKind::OpenUrl(_)
        | StepKind::ResetApp(_)
        | StepKind::SetNetwork(_)
        | StepKind::Measure(_)
        | StepKind::Target(_)
        | StepKind::RestartApp(_)
        | StepKind::Clear(_)
        | StepKind::ScrollToEdge(_)
        | StepKind::Pause(_)
        | StepKind::Check(_)
        | StepKind::KeepEvidence(_)
        | StepKind::Unsupported(_) => Some("it did not run"),
    }
}
