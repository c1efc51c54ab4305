//! One replay of a compiled skill that is watched: what drift and heal are worked out from.

use std::path::PathBuf;
use std::time::Duration;

use retap_learn::compile::{Observation, Observed, SeenWrite};
use retap_model::device::Platform;
use retap_model::event::{Event, EventSink, Purpose, Record, RunMode};
use retap_model::program::{CompiledProgram, Program};
use retap_model::select::Evidence;
use retap_replay::{Pictures, RunOptions};

use crate::compiled_file::{Compiled, broken};
use crate::devices::Opened;
use crate::error::AppError;
use crate::plan::Plan;
use crate::run_folder::RunFolders;
use crate::session::{Runner, Session};
use crate::skill::Skill;
use crate::terminal::talkln;

/// The parts that all watched replays of a command share.
pub(crate) struct Watcher<'a> {
    pub(crate) runner: Runner<'a>,
    pub(crate) folders: RunFolders,
    /// The device that was typed.
    pub(crate) device: Option<&'a str>,
    pub(crate) timeout: Duration,
    pub(crate) pictures: Pictures,
}

/// A replay that is over, with what was seen.
pub(crate) struct Watched {
    pub(crate) observed: Observed,
    /// The pictures that were kept.
    pub(crate) pictures: KeptPictures,
}

impl Watcher<'_> {
    /// Opens the device that a skill is replayed on.
    pub(crate) fn open(&self, skill: &Skill) -> Result<Opened, AppError> {
        let config = self.runner.config.for_skill(&skill.path);
        let address = skill.choose_device(self.device, &config)?;
        skill.check_uploads(&self.runner.opener.browsers)?;
        self.runner.open(&address, &skill.requirements())
    }

    /// Replays a program of the skill.
    pub(crate) fn watch(
        &self,
        skill: &Skill,
        program: &Program,
        opened: &mut Opened,
    ) -> Result<Watched, AppError> {
        let mut folder = self.folders.open_run(&skill.stem())?;
        let options = RunOptions {
            run: folder.run.clone(),
            timeout: self.timeout,
            pictures: self.pictures,
            ..RunOptions::default()
        };
        let mut pictures = KeptPictures {
            folders: self.folders.clone(),
            run: folder.run.clone(),
            step: 0,
            kept: Vec::new(),
        };
        let session = Session {
            runner: &self.runner,
            options,
            opened,
            sinks: vec![&mut folder, &mut pictures],
        };
        let observed = session.watch(skill, program);
        folder.finish()?;
        Ok(Watched { observed, pictures })
    }
}

/// Returns the compiled file of a skill, which must be fresh, or what to type.
pub(crate) fn fresh(skill: &Skill) -> Result<(PathBuf, Box<CompiledProgram>), AppError> {
    let name = skill.path.display();
    let compile = format!("`retap compile {name}` first");
    match Compiled::beside(skill) {
        Compiled::Fresh { path, program } => Ok((path, program)),
        Compiled::Absent => Err(AppError::input(format!("`{name}` is not compiled")).hint(compile)),
        Compiled::Stale { reason, .. } => Err(AppError::input(format!(
            "the compiled file of `{name}` is stale: {reason}"
        ))
        .hint(compile)),
        Compiled::Broken { path, reason } => Err(broken(&path, &reason, &skill.path)),
    }
}

/// Returns the program of a compiled file on a device; one that cannot be used there is an error.
pub(crate) fn program_on(
    skill: &Skill,
    compiled: &CompiledProgram,
    opened: &Opened,
) -> Result<Program, AppError> {
    let planned = Plan::compiled(compiled.clone()).on_device(skill, opened.device.info());
    if planned.mode == RunMode::Compiled {
        for warning in &planned.warnings {
            talkln!("warning: {}: {warning}", skill.path.display());
        }
        return Ok(planned.program);
    }
    let name = skill.path.display();
    let why = planned.warnings.last().cloned().unwrap_or_default();
    Err(AppError::input(format!("`{name}`: {why}"))
        .hint(format!("`retap compile {name}` on this device first")))
}

/// The pictures of a run, by step.
pub(crate) struct KeptPictures {
    folders: RunFolders,
    run: String,
    step: usize,
    kept: Vec<(usize, Purpose, String)>,
}

impl KeptPictures {
    /// Returns where the pictures before and after a step are, with which is which.
    pub(crate) fn of_step(&self, step: usize) -> Vec<(&'static str, PathBuf)> {
        let own = self.kept.iter().filter(|(of, ..)| *of == step);
        own.filter_map(|(_, purpose, file)| {
            let word = match purpose {
                Purpose::Before => "before",
                Purpose::After => "after",
                Purpose::Failure => "failure",
                Purpose::Asked => return None,
            };
            Some((word, self.folders.path_of(&self.run, file)))
        })
        .collect()
    }
}

impl EventSink for KeptPictures {
    fn event(&mut self, record: &Record) {
        if let Event::StepStarted(started) = &record.event {
            self.step = started.step;
        }
        if let Event::Pictured(picture) = &record.event {
            let file = picture.file.clone();
            self.kept.push((self.step, picture.purpose, file));
        }
    }

    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}
}

/// Returns what a run that failed has done already that must not be done once more by the same command, if anything.
pub(crate) fn harm_done(
    platform: Platform,
    compiled: &CompiledProgram,
    observed: &Observed,
) -> Option<&'static str> {
    let seen = &observed.seen;
    let is_irreversible = |it: &Observation| {
        let pin = compiled.steps.get(it.step.0);
        let evidence = pin.and_then(|step| step.pin.as_ref()?.evidence.as_ref());
        !it.acts.is_empty() && evidence.is_some_and(Evidence::is_irreversible)
    };
    let all = seen.observations.iter().chain(&seen.failed);
    match platform {
        // Each run has a new phone.
        Platform::Simulated => None,
        Platform::Android | Platform::Ios | Platform::Web | Platform::Desktop => {
            // Signing in is not the work, and every run does it.
            let is_work = |it: &SeenWrite| !it.request.signs_in();
            let has_written = || all.clone().any(|it| it.writes.iter().any(is_work));
            match all.clone().any(is_irreversible) {
                true => Some("it did what cannot be taken back"),
                false => has_written().then_some("it wrote to a server"),
            }
        }
    }
}

/// Returns why a skill is not run once more just to prove something, if so: nobody knows what doing it twice does.
pub(crate) fn why_not_again(
    platform: Platform,
    compiled: &CompiledProgram,
    observed: &Observed,
) -> Option<&'static str> {
    let pins = || compiled.steps.iter().filter_map(|step| step.pin.as_ref());
    let mut evidence = pins().filter_map(|pin| pin.evidence.as_ref());
    let is_irreversible = evidence.any(|it| it.is_irreversible());
    let has_written = pins().any(|pin| !pin.effects.is_empty())
        || observed
            .seen
            .observations
            .iter()
            .any(|it| !it.writes.is_empty());
    match platform {
        // Each run has a new phone.
        Platform::Simulated => None,
        Platform::Web if is_irreversible => Some("one of its steps cannot be taken back"),
        Platform::Web if has_written => Some("it writes to a server"),
        Platform::Web => None,
        Platform::Android | Platform::Ios | Platform::Desktop => {
            Some("this device does not tell whether it changes anything for good")
        }
    }
}
