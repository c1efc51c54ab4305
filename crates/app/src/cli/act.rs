//! `retap do` and its shorthands `tap`, `hover`, `type`, `key`: one step at a time, through the same executor as every run.

use std::sync::Arc;

use clap::Args;
use retap_learn::ai::AdvisorConfig;
use retap_learn::source::read_step;
use retap_model::device::Key;
use retap_model::phrase::Phrase;
use retap_model::program::InterruptionPolicy;
use retap_model::program::{
    Back, DoubleTap, Home, Hover, LongPress, PressKey, StepKind, Tap, Target, TouchEffect,
    TypeText, Verb, WantedRole,
};
use retap_model::screen::Role;
use retap_replay::{Pictures, RunOptions};
use retap_report::Style;

use super::evidence::CopyFolders;
use super::run_args::RunArgs;
use crate::config::Config;
use crate::devices::{DeviceOpener, DeviceRequirements, choose};
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::interrupt;
use crate::plan::Plan;
use crate::run_folder::RunFolders;
use crate::session::{Runner, Session};
use crate::shared::Shared;
use crate::skill::Skill;
use crate::suite::exit_of;
use crate::terminal::StandardOutput;
use crate::values::Values;

#[derive(Debug, Args)]
#[command(after_help = verb_list())]
pub(crate) struct DoArgs {
    /// The step as in a skill: `swipe: up`, `type: { text: Ada, into: Name }`, or a sentence such as `Tap "General"`
    step: String,

    #[command(flatten)]
    run: RunArgs,
}

/// Returns every verb with what it does, for the help.
fn verb_list() -> String {
    let line = |verb: &Verb| format!("  {:<20} {}", verb.name, verb.summary);
    let lines: Vec<String> = StepKind::skill_verbs().map(line).collect();
    format!("Verbs:\n{}", lines.join("\n"))
}

/// The arguments that name an element.
#[derive(Debug, Args)]
struct TargetArgs {
    /// Its text
    label: String,

    /// A text in the same row, when several go by that label
    #[arg(long)]
    row: Option<String>,

    /// Which of several, counted from 1
    #[arg(long)]
    index: Option<u32>,

    /// The platform's identifier of it
    #[arg(long)]
    id: Option<String>,
}

impl TargetArgs {
    fn target(&self) -> Target {
        Target {
            label: Phrase::literal(self.label.clone()),
            row: self.row.clone().map(Phrase::literal),
            index: self.index,
            id: self.id.clone().map(Phrase::literal),
            ..Target::default()
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct TapArgs {
    #[command(flatten)]
    target: TargetArgs,

    /// Touch it twice
    #[arg(long, conflicts_with = "long")]
    double: bool,

    /// Hold it
    #[arg(long)]
    long: bool,

    #[command(flatten)]
    run: RunArgs,
}

#[derive(Debug, Args)]
pub(crate) struct HoverArgs {
    #[command(flatten)]
    target: TargetArgs,

    #[command(flatten)]
    run: RunArgs,
}

#[derive(Debug, Args)]
pub(crate) struct TypeArgs {
    /// The text, exactly
    text: String,

    /// The field to touch and empty first; without it, the one that has the focus
    #[arg(long, value_name = "FIELD")]
    into: Option<String>,

    #[command(flatten)]
    run: RunArgs,
}

#[derive(Debug, Args)]
pub(crate) struct KeyArgs {
    /// The key: home, back, return, tab, escape, up, volume_up … or one character
    key: String,

    #[command(flatten)]
    run: RunArgs,
}

pub(super) fn run_do(args: &DoArgs, environment: &Environment) -> Result<Exit, AppError> {
    let step = read_step(&args.step)?;
    let run = StepRun::new(&args.run, environment)?;
    let mut skill = Skill::of_step(step.kind).declaring_all();
    let bound = skill.bind(&Values::new(&args.run.settings, environment, &run.config));
    bound.map_err(|unbound| AppError {
        exit: Exit::Input,
        ..unbound
    })?;
    let advisor = args.run.advisor(&run.config, environment)?;
    run.perform(&skill, advisor)
}

pub(super) fn run_tap(args: &TapArgs, environment: &Environment) -> Result<Exit, AppError> {
    let target = args.target.target();
    let kind = match (args.double, args.long) {
        (true, _) => StepKind::DoubleTap(DoubleTap { target }),
        (false, true) => StepKind::LongPress(LongPress {
            target,
            duration: None,
        }),
        (false, false) => StepKind::Tap(Tap {
            target,
            effect: TouchEffect::Visible,
            ..Tap::default()
        }),
    };
    run(kind, &args.run, environment)
}

pub(super) fn run_hover(args: &HoverArgs, environment: &Environment) -> Result<Exit, AppError> {
    let kind = StepKind::Hover(Hover {
        target: args.target.target(),
        effect: TouchEffect::Visible,
    });
    run(kind, &args.run, environment)
}

pub(super) fn run_type(args: &TypeArgs, environment: &Environment) -> Result<Exit, AppError> {
    let field = |label: &String| Target {
        role: WantedRole::Only(Role::TextField),
        ..Target::labelled(Phrase::literal(label.clone()))
    };
    let kind = StepKind::Type(TypeText {
        text: Phrase::literal(args.text.clone()),
        into: args.into.as_ref().map(field),
    });
    run(kind, &args.run, environment)
}

pub(super) fn run_key(args: &KeyArgs, environment: &Environment) -> Result<Exit, AppError> {
    run(key_step(&args.key)?, &args.run, environment)
}

/// Returns the step that presses a key with what is held with it, as `l+command`.
pub(crate) fn key_step(text: &str) -> Result<StepKind, AppError> {
    let key = match text.trim().to_lowercase().as_str() {
        "home" => return Ok(StepKind::Home(Home)),
        "back" => return Ok(StepKind::Back(Back)),
        _ => PressKey::parse(text),
    };
    key.map(StepKind::PressKey).ok_or_else(|| {
        let known = Key::NAMES.join(", ");
        AppError::input(format!("`{text}` is no key"))
            .hint(format!("known keys: {known}, or one character"))
    })
}

fn run(kind: StepKind, args: &RunArgs, environment: &Environment) -> Result<Exit, AppError> {
    StepRun::new(args, environment)?.perform(&Skill::of_step(kind), None)
}

/// The parts one step is run with.
struct StepRun<'a> {
    args: &'a RunArgs,
    environment: &'a Environment,
    config: Config,
}

impl<'a> StepRun<'a> {
    fn new(args: &'a RunArgs, environment: &'a Environment) -> Result<Self, AppError> {
        Ok(Self {
            args,
            environment,
            config: args.config(environment)?,
        })
    }

    fn perform(&self, skill: &Skill, advisor: Option<AdvisorConfig>) -> Result<Exit, AppError> {
        let config = &self.config;
        let typed = self.args.devices.first().map(String::as_str);
        let runner = Runner {
            config,
            opener: &Arc::new(DeviceOpener::of_command(self.environment)),
            advisor,
            stop: interrupt::listen(),
            secrets: Shared::default(),
        };
        let address = choose(typed, None, config)?;
        let opened = runner.open(&address, &DeviceRequirements::of_person());
        let mut opened = opened.inspect_err(|_| runner.opener.browsers.close())?;
        let style = Style {
            verbose: true,
            ..self.environment.stdout
        };
        let folders = RunFolders::nowhere();
        let mut console = folders.console(Box::new(StandardOutput), style);
        let copy_folders = CopyFolders::new(None, config);
        let mut copies = copy_folders.sink();
        let session = Session {
            runner: &runner,
            options: RunOptions {
                run: folders.open_run("step")?.run,
                timeout: self.args.timeout(config),
                pictures: Pictures::Never,
                interruptions: InterruptionPolicy::Stop,
                ..RunOptions::default()
            },
            opened: &mut opened,
            sinks: vec![&mut console, &mut copies],
        };
        let report = session.test(skill, &Plan::default());
        copies.finish()?;
        Ok(exit_of(&report))
    }
}
