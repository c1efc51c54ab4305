//! What a compiled file beside a skill means for its runs, and the program that comes of it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_model::device::{Clock as _, DeviceInfo, Platform};
use retap_model::event::RunMode;
use retap_model::program::scenario_ir::{CompiledScenario, ScreenSize};
use retap_model::program::{CompiledSkill, Draft, Place, Program, Step, has_other_values};

use crate::compiled_file::{Compiled, broken};
use crate::error::AppError;
use crate::plural::count;
use crate::skill::{Form, Skill};

/// What a compiled file beside a skill means for its runs.
#[derive(Debug, Clone)]
pub(crate) enum Plan {
    /// Targets are found by their words; what the reader should know about why.
    Live {
        /// Why a compiled file that is there is not used.
        warnings: Vec<String>,
    },
    /// Targets come from a compiled file.
    Compiled(Box<CompiledSkill>),
    /// Steps and targets come from a compiled scenario.
    Scenario {
        /// What it says.
        compiled: Box<CompiledScenario>,
        /// Where it is.
        path: PathBuf,
        /// What the reader should know about it.
        warnings: Vec<String>,
    },
}

/// A program and what surrounds it.
pub(crate) struct Planned {
    /// What is run.
    pub(crate) program: Program,
    /// How its targets are found.
    pub(crate) mode: RunMode,
    /// What the reader should know about it.
    pub(crate) warnings: Vec<String>,
    /// The compiled file it came from.
    pub(crate) compiled_from: Option<PathBuf>,
}

impl Planned {
    fn live(draft: Draft, warnings: Vec<String>) -> Self {
        Self {
            program: Program::live(draft),
            mode: RunMode::Live,
            warnings,
            compiled_from: None,
        }
    }
}

impl Plan {
    /// Returns how the skill is run, or the error that a broken compiled file is.
    pub(crate) fn of(skill: &Skill, max_age: Option<Duration>) -> Result<Self, AppError> {
        match Compiled::beside(skill) {
            Compiled::Absent => Ok(Self::live()),
            Compiled::Fresh { skill, .. } => Ok(Self::Compiled(skill)),
            Compiled::FreshScenario { path, scenario } => Ok(Self::Scenario {
                warnings: age_warning(&scenario, max_age).into_iter().collect(),
                compiled: scenario,
                path,
            }),
            Compiled::Stale { reason, .. } => Ok(Self::Live {
                warnings: vec![stale_warning(&reason)],
            }),
            Compiled::Broken { path, reason } => Err(broken(&path, &reason, &skill.path)),
        }
    }

    /// Returns the plan that looks at no compiled file.
    pub(crate) const fn live() -> Self {
        Self::Live {
            warnings: Vec::new(),
        }
    }

    /// Returns the program for this device, and what to say about it.
    pub(crate) fn program(&self, skill: &Skill, info: &DeviceInfo) -> Planned {
        let draft = skill.draft.clone();
        match self {
            Self::Live { warnings } => Planned::live(draft, warnings.clone()),
            Self::Compiled(compiled) => {
                match Program::join(draft.clone(), compiled, &skill.sha256, info.size) {
                    Ok(program) => Planned {
                        warnings: values_warning(&program.draft, compiled.values.as_deref()),
                        program,
                        mode: RunMode::Compiled,
                        compiled_from: None,
                    },
                    Err(stale) => Planned::live(draft, vec![stale_warning(&stale.to_string())]),
                }
            }
            Self::Scenario {
                compiled,
                path,
                warnings,
            } => scenario_program(skill, info, compiled, (path, warnings)),
        }
    }
}

fn stale_warning(reason: &str) -> String {
    format!("the compiled file is stale and was not used: {reason}")
}

/// Returns the program of a compiled scenario. Another screen or other values are warned of; a file for
/// another platform is not used.
fn scenario_program(
    skill: &Skill,
    info: &DeviceInfo,
    compiled: &CompiledScenario,
    (path, warnings): (&Path, &[String]),
) -> Planned {
    let mut warnings = warnings.to_vec();
    let here = info.platform.as_str();
    let is_elsewhere = info.platform != Platform::Simulated && compiled.platform != here;
    if is_elsewhere && matches!(skill.form, Form::Scenario(_)) {
        let reason = format!("it was compiled for {}, this is {here}", compiled.platform);
        warnings.push(stale_warning(&reason));
        return Planned::live(skill.draft.clone(), warnings);
    }
    warnings.extend(size_warning(compiled, info));
    let mut program = compiled.program(&skill.draft.header.name);
    let name = &skill.draft.header.name;
    program.draft.header.name.clone_from(name);
    program.draft.bind(&skill.values);
    if matches!(skill.form, Form::Scenario(_)) {
        let written = skill.draft.flat();
        let mut places = written.iter().map(|(_, step)| step.place);
        place_steps(&mut program.draft.steps, &mut places);
    }
    warnings.extend(values_warning(&program.draft, compiled.values.as_deref()));
    program.follow_values(compiled.values.as_deref());
    Planned {
        program,
        mode: RunMode::Compiled,
        warnings,
        compiled_from: Some(path.to_path_buf()),
    }
}

fn values_warning(draft: &Draft, learned_with: Option<&str>) -> Vec<String> {
    let warning = "variables have other values than when the compiled file was made, so what \
                   showed after they came into play then is not expected now";
    let warning = has_other_values(draft, learned_with).then(|| warning.to_owned());
    warning.into_iter().collect()
}

/// Gives the steps of a compiled file the lines they have in its source, which has the same steps.
fn place_steps(steps: &mut [Step], places: &mut dyn Iterator<Item = Place>) {
    for step in steps {
        step.place = places.next().unwrap_or(step.place);
        for branch in step.kind.branches_mut() {
            place_steps(branch, places);
        }
    }
}

fn size_warning(compiled: &CompiledScenario, info: &DeviceInfo) -> Option<String> {
    let (then, now) = (compiled.screen_size, ScreenSize::of(info.size));
    let shown = now.map_or_else(|| "no size".to_owned(), |size| size.to_string());
    (now != Some(then)).then(|| {
        format!(
            "the compiled file was made on a screen of {then}, and this one has {shown}; scroll distances may differ"
        )
    })
}

fn age_warning(compiled: &CompiledScenario, max_age: Option<Duration>) -> Option<String> {
    let now = SystemClock::new().timestamp();
    let age = Duration::from_millis(now.0.saturating_sub(compiled.compiled_at.0));
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
