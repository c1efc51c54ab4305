//! A draft together with its pins: what the engine runs.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::device::Platform;
use crate::event::Tally;
use crate::geometry::Size;
use crate::phrase::Variables;
use crate::screen::Fingerprint;

use super::element_metadata::ElementMetadata;
use super::faithful::{check_target, in_place_of};
use super::pin::{DeviceMark, Pin, SourceMark};
use super::step::{Step, StepId, StepKind};
use super::{Draft, NoValue};

/// The steps that the engine runs, and what is pinned to them.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// The steps, as written.
    pub draft: Draft,
    /// The pins, by step.
    pub pins: BTreeMap<StepId, Pin>,
    /// The cost of the learning run, where it is known.
    pub learned: Option<Tally>,
}

/// The content of a compiled file, whichever of the two forms it has.
#[derive(Debug, Clone, PartialEq)]
pub struct CompiledProgram {
    /// The name of the skill or scenario, where the file says.
    pub name: Option<String>,
    /// Which source it belongs to.
    pub source: SourceMark,
    /// Which device it belongs to.
    pub device: DeviceMark,
    /// SHA-256 of the plain variable values in labels, where the file says.
    pub values: Option<String>,
    /// The fingerprint of the first screen.
    pub fingerprint: Option<Fingerprint>,
    /// The cost of the learning run.
    pub learned: Option<Tally>,
    /// The steps in the order they run, nested ones included.
    pub steps: Vec<CompiledStep>,
    /// The part of a file that can be run without its source.
    pub standalone: Option<Standalone>,
}

/// One step of a compiled file.
#[derive(Debug, Clone, PartialEq)]
pub struct CompiledStep {
    /// Its number, as the file says.
    pub index: usize,
    /// The verb.
    pub verb: String,
    /// The words, variables by name.
    pub label: Option<String>,
    /// The pin; `None` for steps that could not be compiled.
    pub pin: Option<Pin>,
    /// The marks by which other readers find its element.
    pub metadata: Option<ElementMetadata>,
    /// How another program wrote that the step is carried out, for writing it back.
    pub foreign: Option<Map<String, Value>>,
}

/// The content of a compiled file that can be run without its source.
#[derive(Debug, Clone, PartialEq)]
pub struct Standalone {
    /// The steps themselves; variables have no values yet.
    pub draft: Draft,
    /// The id of the app, by platform.
    pub app: BTreeMap<String, String>,
    /// The variables its steps name.
    pub variables: BTreeMap<String, Variable>,
    /// The variables of the environment that give variables their values.
    pub environment: BTreeMap<String, String>,
    /// Whether a checksum vouches for the file: always when retap compiled it, not for files of
    /// other writers, which are written back as they were.
    pub is_sealed: bool,
}

/// A variable of a compiled file before a run gives it a value, by what the file says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Variable {
    /// It has this value unless the caller gives another.
    Fixed(String),
    /// It gets its value before the run.
    Placeholder,
    /// It gets its value before the run, by asking.
    Prompt {
        /// The question to ask.
        prompt: String,
        /// The value when nobody can be asked.
        default: Option<String>,
    },
    /// It gets its value before the run and that is never written: there is no place for it here.
    Secret {
        /// The question to ask, where the author gave one.
        prompt: Option<String>,
    },
}

impl Variable {
    /// Returns the value to use when nobody can be asked, for those that have one.
    pub fn value(&self) -> Option<&str> {
        match self {
            Self::Fixed(value) => Some(value),
            Self::Prompt { default, .. } => default.as_deref(),
            Self::Placeholder | Self::Secret { .. } => None,
        }
    }

    /// Returns whether its value must not be shown.
    pub const fn is_secret(&self) -> bool {
        matches!(self, Self::Secret { .. })
    }
}

/// Why a compiled file cannot be used for this source on this device.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Stale {
    /// The source was edited since.
    #[error("the source was edited after it was compiled")]
    Source,
    /// It was compiled from another skill.
    #[error("it was compiled from another skill, `{belongs_to}`")]
    OtherSkill {
        /// The skill it belongs to.
        belongs_to: String,
    },
    /// The screen has another size.
    #[error("it was compiled for a screen of {}x{}, this one has {}x{}", recorded.width, recorded.height, now.width, now.height)]
    WindowSize {
        /// The size it was compiled for.
        recorded: Size,
        /// The size now.
        now: Size,
    },
    /// It is for another platform.
    #[error("it was compiled for {recorded}, this is {now}")]
    Platform {
        /// The platform it was compiled for.
        recorded: String,
        /// The platform of the device.
        now: &'static str,
    },
    /// Its texts become too long by the values that they name.
    #[error("its texts become too long by the values of their variables")]
    TooLong,
    /// A step is another one than the source has there.
    #[error("its step {} is `{recorded}`, the source has `{written}`", index + 1)]
    Step {
        /// Its number, from 0.
        index: usize,
        /// The step in the file.
        recorded: String,
        /// The step in the source.
        written: String,
    },
    /// What was recorded of a step's element is that of another one than the source names.
    #[error("its step {} goes for \"{recorded}\", the source names \"{written}\"", index + 1)]
    Target {
        /// Its number, from 0.
        index: usize,
        /// What the element was called.
        recorded: String,
        /// What the source calls it.
        written: String,
    },
    /// A step says more than the sentence it stands for.
    #[error("its step {} does what the source does not say: {recorded}", index + 1)]
    Unsaid {
        /// Its number, from 0.
        index: usize,
        /// The step in the file.
        recorded: String,
    },
    /// A secret stands elsewhere than in text to type.
    #[error("its `{verb}` has the secret `{name}` in it, which the source only types")]
    Secret {
        /// The variable.
        name: String,
        /// The verb of the step.
        verb: &'static str,
    },
    /// The file has another number of steps.
    #[error("it has {recorded} steps, the source has {written}")]
    Steps {
        /// In the file.
        recorded: usize,
        /// In the source.
        written: usize,
    },
}

impl Program {
    /// Returns a program without pins: every target is found by its words.
    pub fn live(draft: Draft) -> Self {
        Self {
            draft,
            pins: BTreeMap::new(),
            learned: None,
        }
    }

    /// Returns the program of a compiled file for this source on a screen of this size, or why they do
    /// not belong together.
    pub fn join(
        draft: Draft,
        compiled: &CompiledProgram,
        source_sha256: &str,
        screen: Size,
    ) -> Result<Self, Stale> {
        compiled.check_source(&draft, source_sha256)?;
        compiled.on_screen(draft, &Variables::new(), screen)
    }

    /// Returns what is pinned to a step.
    pub fn pin(&self, step: StepId) -> Option<&Pin> {
        self.pins.get(&step)
    }
}

impl CompiledProgram {
    /// Returns what a compiled file of this program says.
    pub fn of(program: &Program, source: SourceMark, device: DeviceMark) -> Self {
        let steps = program.draft.flat().into_iter().enumerate();
        let steps = steps.map(|(index, (_, step))| CompiledStep {
            index,
            pin: program.pin(step.id).cloned(),
            ..CompiledStep::new(&step.kind)
        });
        Self {
            name: Some(program.draft.header.name.clone()),
            source,
            device,
            values: Some(label_values(&program.draft)),
            fingerprint: None,
            learned: program.learned,
            steps: steps.collect(),
            standalone: None,
        }
    }

    /// Returns why it does not belong to this source: a hash only says for which source somebody made the file.
    pub fn check_source(&self, draft: &Draft, sha256: &str) -> Result<(), Stale> {
        if !self.source.sha256.eq_ignore_ascii_case(sha256) {
            let stale = match &self.name {
                Some(name) if self.standalone.is_none() && *name != draft.header.name => {
                    let belongs_to = name.clone();
                    Stale::OtherSkill { belongs_to }
                }
                Some(_) | None => Stale::Source,
            };
            return Err(stale);
        }
        match &self.standalone {
            Some(_) => in_place_of(self, draft).map(|_| ()),
            None => pair(draft, &self.steps).map(|_| ()),
        }
    }

    /// Returns the program on a screen of this size, with these values of variables; `written` is the
    /// draft of its source, or its own.
    ///
    /// Only steps that cannot be run without their source need the screen they were compiled on.
    pub fn on_screen(
        &self,
        written: Draft,
        values: &Variables,
        screen: Size,
    ) -> Result<Program, Stale> {
        let mut program = match &self.standalone {
            Some(_) => in_place_of(self, &written)?,
            None => self.pinned_to(written, screen)?,
        };
        let unset = program.draft.bind(values);
        if unset.iter().any(|it| it.why == NoValue::TooLong) {
            return Err(Stale::TooLong);
        }
        program.follow_values(self.values.as_deref());
        Ok(program)
    }

    fn pinned_to(&self, written: Draft, screen: Size) -> Result<Program, Stale> {
        let (recorded, now) = (self.device.size(), screen);
        if recorded != now {
            return Err(Stale::WindowSize { recorded, now });
        }
        Ok(Program {
            pins: pair(&written, &self.steps)?,
            draft: written,
            learned: self.learned,
        })
    }

    /// Returns why it cannot be used on a device of this platform, for those that know theirs.
    pub fn check_platform(&self, platform: Platform) -> Result<(), Stale> {
        let now = platform.as_str();
        match &self.device.platform {
            Some(recorded) if platform != Platform::Simulated && recorded != now => {
                let recorded = recorded.clone();
                Err(Stale::Platform { recorded, now })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Returns the program, called `name` where the file has no name, if it needs no source. Variables
    /// have no values yet.
    pub fn standalone_program(&self, name: &str) -> Option<Program> {
        let mut draft = self.standalone.as_ref()?.draft.clone();
        draft.header.name = self.name.clone().unwrap_or_else(|| name.to_owned());
        let steps = draft.flat();
        let pinned = steps.iter().zip(&self.steps);
        let pin = |((_, step), recorded): (&(usize, &Step), &CompiledStep)| {
            Some((step.id, recorded.pin.clone()?))
        };
        Some(Program {
            pins: pinned.filter_map(pin).collect(),
            draft,
            learned: self.learned,
        })
    }

    /// Returns the id of the app on the platform it was compiled on.
    pub fn app_id(&self) -> Option<&str> {
        let (whole, platform) = (self.standalone.as_ref()?, self.device.platform.as_ref()?);
        whole.app.get(platform).map(String::as_str)
    }
}

impl CompiledStep {
    /// Returns the first step of a file, with nothing known of it but what it is.
    pub fn new(kind: &StepKind) -> Self {
        Self {
            index: 0,
            verb: kind.verb().to_owned(),
            label: kind.label_text(),
            pin: None,
            metadata: None,
            foreign: None,
        }
    }
}

/// Pairs steps by number, verb and label; a file whose steps are others is stale.
fn pair(draft: &Draft, recorded: &[CompiledStep]) -> Result<BTreeMap<StepId, Pin>, Stale> {
    let written = draft.flat();
    if written.len() != recorded.len() {
        return Err(Stale::Steps {
            recorded: recorded.len(),
            written: written.len(),
        });
    }
    let mut pins = BTreeMap::new();
    for (position, ((_, step), recorded)) in written.iter().zip(recorded).enumerate() {
        let is_same = recorded.index == position
            && recorded.verb == step.kind.verb()
            && has_label(&step.kind, recorded.label.as_deref());
        if !is_same {
            return Err(Stale::Step {
                index: position,
                recorded: describe(&recorded.verb, recorded.label.as_deref()),
                written: describe(step.kind.verb(), step.kind.label_text().as_deref()),
            });
        }
        if let Some(pin) = &recorded.pin {
            check_target(step, pin)?;
            pins.insert(step.id, pin.clone());
        }
    }
    Ok(pins)
}

/// Returns whether the file's label is this step's: as written, or with values filled in as
/// other writers of the format do. A label the file leaves out matches any.
fn has_label(step: &StepKind, recorded: Option<&str>) -> bool {
    let Some(recorded) = recorded else {
        return true;
    };
    step.label_text().is_some_and(|label| label == recorded)
        || step
            .label()
            .is_some_and(|label| !label.is_secret() && label.reveal() == recorded)
}

fn describe(verb: &str, label: Option<&str>) -> String {
    match label {
        Some(label) => format!("{verb} \"{label}\""),
        None => verb.to_owned(),
    }
}

impl Program {
    /// Forgets what belongs to the values it was learned with, if its variables have others now.
    ///
    /// A target with a variable in its words is another element now, and what such a step and those
    /// behind it brought need not come again; what is in front of the first of them has nothing to do
    /// with the values.
    pub fn follow_values(&mut self, learned_with: Option<&str>) {
        if !has_other_values(&self.draft, learned_with) {
            return;
        }
        let mut is_behind = false;
        for (_, step) in self.draft.flat() {
            let is_given = has_values(&step.kind);
            is_behind |= is_given;
            let Some(pin) = self.pins.get_mut(&step.id) else {
                continue;
            };
            if is_behind {
                pin.forget_entities();
            }
            if is_given {
                let effects = std::mem::take(&mut pin.effects);
                *pin = Pin {
                    effects,
                    ..pin.without_target()
                };
            } else if is_behind {
                pin.expect.clear();
            }
        }
    }
}

/// Returns whether the variables in labels have other values than those of which [`label_values`] said
/// `learned_with`.
pub fn has_other_values(draft: &Draft, learned_with: Option<&str>) -> bool {
    learned_with.is_some_and(|then| then != label_values(draft))
}

/// Returns the SHA-256 of the plain variable values that stand in labels.
///
/// Typed text is left out: another text to type does not move anything. Secrets are left out:
/// a hash of a short secret would give it away.
pub fn label_values(draft: &Draft) -> String {
    let steps = draft.flat();
    let mut values: Vec<String> = steps
        .iter()
        .flat_map(|(_, step)| values_in(&step.kind))
        .collect();
    values.sort();
    values.dedup();
    crate::codec::sha256_hex(values.join("\n").as_bytes())
}

/// Returns whether the words of a step that are not typed have variables in them.
pub fn has_values(kind: &StepKind) -> bool {
    !values_in(kind).is_empty()
}

/// Returns the plain variables in the words of a step that are not typed, with their values.
fn values_in(kind: &StepKind) -> Vec<String> {
    let mut values = Vec::new();
    kind.clone().naming_phrases_mut(&mut |phrase| {
        values.extend(
            phrase
                .plain_values()
                .map(|(name, value)| format!("{name}={value}")),
        );
    });
    values
}
