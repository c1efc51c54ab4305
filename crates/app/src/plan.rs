//! The effect a compiled file beside a skill has on its runs, and the program that comes of it.

use std::path::PathBuf;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_learn::source::{Finding, stray_variables};
use retap_model::device::{Clock as _, DeviceInfo};
use retap_model::event::RunMode;
use retap_model::geometry::Size;
use retap_model::program::{
    Ask, CompiledProgram, Draft, Nature, Program, Question, Stale, Step, StepKind, UsedVariable,
    has_other_values,
};

use crate::compiled_file::{Compiled, broken};
use crate::error::AppError;
use crate::skill::Skill;
use crate::terminal::count;

/// The effect a compiled file beside a skill has on its runs. Without one, targets are found by their words.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plan {
    /// The content of the compiled file that targets come from.
    pub(crate) compiled: Option<Box<CompiledProgram>>,
    /// Where it is, if its steps are run and not those of the source.
    path: Option<PathBuf>,
    /// Remarks for the reader, whatever the device.
    pub(crate) warnings: Vec<String>,
}

/// A program and what surrounds it.
pub(crate) struct PlannedRun {
    pub(crate) program: Program,
    pub(crate) mode: RunMode,
    /// Remarks for the reader about it.
    pub(crate) warnings: Vec<String>,
    /// The compiled file its steps came from.
    pub(crate) compiled_from: Option<PathBuf>,
}

impl Plan {
    /// Returns how the skill is run, or the error that a broken compiled file is.
    pub(crate) fn of(skill: &Skill, max_age: Option<Duration>) -> Result<Self, AppError> {
        match Compiled::beside(skill) {
            Compiled::Absent => Ok(Self::default()),
            Compiled::Fresh { path, program } => Ok(Self {
                path: program.standalone.is_some().then_some(path),
                warnings: age_warning(&program, max_age).into_iter().collect(),
                compiled: Some(program),
            }),
            Compiled::Stale { reason, .. } => Ok(Self {
                warnings: vec![stale_warning(&reason)],
                ..Self::default()
            }),
            Compiled::Broken { path, reason } => Err(broken(&path, &reason, &skill.path)),
        }
    }

    /// Returns the plan of a program that was just compiled.
    pub(crate) fn compiled(program: CompiledProgram) -> Self {
        Self {
            compiled: Some(Box::new(program)),
            ..Self::default()
        }
    }

    /// Returns how targets are found, as far as can be told without the device.
    pub(crate) fn mode(&self) -> RunMode {
        match self.compiled {
            Some(_) => RunMode::Compiled,
            None => RunMode::Live,
        }
    }

    /// Returns the program for this device, and what to say about it.
    pub(crate) fn on_device(&self, skill: &Skill, info: &DeviceInfo) -> PlannedRun {
        let mut warnings = self.warnings.clone();
        warnings.extend(stray_warnings(&skill.draft));
        if let Some(compiled) = &self.compiled {
            match joined(skill, compiled, info) {
                Ok(program) => {
                    warnings.extend(size_warning(compiled, info.size));
                    warnings.extend(values_warning(&program.draft, compiled.values.as_deref()));
                    warnings.extend(answer_warnings(&skill.draft, &program.draft));
                    return PlannedRun {
                        program,
                        mode: RunMode::Compiled,
                        warnings,
                        compiled_from: self.path.clone(),
                    };
                }
                Err(stale) => warnings.push(stale_warning(&stale.to_string())),
            }
        }
        PlannedRun {
            program: Program::live(skill.draft.clone()),
            mode: RunMode::Live,
            warnings,
            compiled_from: None,
        }
    }
}

/// Returns the program on this device. A file for another platform is not used while there is a source.
fn joined(skill: &Skill, compiled: &CompiledProgram, info: &DeviceInfo) -> Result<Program, Stale> {
    if skill.has_source() {
        compiled.check_platform(info.platform)?;
    }
    let program = compiled.on_screen(skill.draft.clone(), &skill.values, info.size)?;
    match program.draft.misplaced_secrets().into_iter().next() {
        None => Ok(program),
        Some(UsedVariable { name, verb, .. }) => Err(Stale::Secret { name, verb }),
    }
}

/// Returns what a file does where the source has a sentence that no rule reads.
fn answer_warnings(written: &Draft, program: &Draft) -> Vec<String> {
    let written = written.flat().into_iter().map(|(_, step)| step);
    let program = program.flat().into_iter().map(|(_, step)| step);
    let answered = written.zip(program).filter(|(written, step)| {
        let is_guess = |ask: &Ask| ask.guess.as_deref() == Some(&step.kind);
        let is_open = matches!(&written.kind, StepKind::Ask(ask) if ask.question == Question::Do && !is_guess(ask));
        is_open && step.kind.nature() != Nature::Question
    });
    let told = |(written, step): (&Step, &Step)| {
        let (line, sentence, title) = (written.place.line, written.title(), step.kind.title());
        format!("line {line}: the compiled file takes \"{sentence}\" to mean: {title}")
    };
    answered.map(told).collect()
}

/// Returns what looks like a variable in the source and is none.
fn stray_warnings(draft: &Draft) -> Vec<String> {
    let told = |found: Finding| {
        let line = found.place.map_or(0, |place| place.line);
        format!("line {line}: {}", found.message)
    };
    stray_variables(draft).into_iter().map(told).collect()
}

fn stale_warning(reason: &str) -> String {
    format!("the compiled file is stale and was not used: {reason}")
}

fn values_warning(draft: &Draft, learned_with: Option<&str>) -> Option<String> {
    let warning = "variables have other values than when the compiled file was made, so what \
                   showed after they came into play then is not expected now";
    has_other_values(draft, learned_with).then(|| warning.to_owned())
}

/// Returns what to say when the screen has another number of pixels, for files that may be used then.
fn size_warning(compiled: &CompiledProgram, now: Size) -> Option<String> {
    let pixels = |size: Size| (size.width.round(), size.height.round());
    let (then, now) = (pixels(compiled.device.size()), pixels(now));
    let shown = match now.0 < 1.0 || now.1 < 1.0 {
        true => "no size".to_owned(),
        false => format!("{}x{}", now.0, now.1),
    };
    (now != then && compiled.standalone.is_some()).then(|| {
        format!(
            "the compiled file was made on a screen of {}x{}, and this one has {shown}; scroll distances may differ",
            then.0, then.1
        )
    })
}

/// Returns what to say of a file that is too old. One that cannot be run without its source has no age:
/// the source tells whether it is still good.
fn age_warning(compiled: &CompiledProgram, max_age: Option<Duration>) -> Option<String> {
    compiled.standalone.as_ref()?;
    let now = SystemClock::new().timestamp();
    let age = Duration::from_millis(now.0.saturating_sub(compiled.source.compiled_at.0));
    (age > max_age?).then(|| {
        let old = in_words(age);
        format!("the compiled file is {old} old, more than --max-age allows; compile it again")
    })
}

/// Returns `3 days`, `5 hours` or `1 minute`.
fn in_words(age: Duration) -> String {
    let minutes = age.as_secs() as usize / 60;
    match (minutes / 60 / 24, minutes / 60) {
        (0, 0) => count(minutes, "minute"),
        (0, hours) => count(hours, "hour"),
        (days, _) => count(days, "day"),
    }
}
