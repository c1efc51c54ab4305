//! A draft together with its pins: what the engine runs.

use std::collections::BTreeMap;
use std::fmt;

use crate::event::Tally;
use crate::geometry::Size;
use crate::screen::Fingerprint;

use super::Draft;
use super::pin::{DeviceMark, Pin, SourceMark};
use super::step::{StepId, StepKind};

/// How a program gets its targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// From the words of the source alone.
    Live,
    /// From pins as well.
    Compiled,
}

/// What the engine runs: the steps, and what is pinned to them.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// The steps, as written.
    pub draft: Draft,
    /// What is pinned, by step.
    pub pins: BTreeMap<StepId, Pin>,
    /// How it gets its targets.
    pub mode: Mode,
    /// What the learning run cost, where it is known.
    pub learned: Option<Tally>,
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
    /// What is pinned; `None` for steps that could not be compiled.
    pub pin: Option<Pin>,
}

/// What a compiled file of the skill form says.
#[derive(Debug, Clone, PartialEq)]
pub struct CompiledSkill {
    /// The name of the skill, where the file says.
    pub skill: Option<String>,
    /// Which source it belongs to.
    pub source: SourceMark,
    /// Which screen it belongs to.
    pub device: DeviceMark,
    /// SHA-256 of the variable values its labels were resolved with.
    pub values: Option<String>,
    /// What the first screen said.
    pub fingerprint: Option<Fingerprint>,
    /// What the learning run cost.
    pub learned: Option<Tally>,
    /// The steps, in the file's order.
    pub steps: Vec<CompiledStep>,
}

/// Why a compiled file cannot be used for this source on this device.
#[derive(Debug, Clone, PartialEq)]
pub enum Stale {
    /// The source was edited since.
    Source,
    /// It was compiled from another skill.
    OtherSkill {
        /// The skill it belongs to.
        belongs_to: String,
    },
    /// The screen has another size.
    WindowSize {
        /// The size it was compiled for.
        recorded: Size,
        /// The size now.
        now: Size,
    },
    /// A step is another one than the source has there.
    Step {
        /// Its number, from 0.
        index: usize,
        /// What the file has.
        recorded: String,
        /// What the source has.
        written: String,
    },
    /// The file has another number of steps.
    Steps {
        /// In the file.
        recorded: usize,
        /// In the source.
        written: usize,
    },
}

impl fmt::Display for Stale {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source => out.write_str("the source was edited after it was compiled"),
            Self::OtherSkill { belongs_to } => {
                write!(out, "it was compiled from another skill, `{belongs_to}`")
            }
            Self::WindowSize { recorded, now } => write!(
                out,
                "it was compiled for a screen of {}x{}, this one has {}x{}",
                recorded.width, recorded.height, now.width, now.height
            ),
            Self::Step {
                index,
                recorded,
                written,
            } => write!(
                out,
                "its step {} is `{recorded}`, the source has `{written}`",
                index + 1
            ),
            Self::Steps { recorded, written } => {
                write!(out, "it has {recorded} steps, the source has {written}")
            }
        }
    }
}

impl Program {
    /// Returns a program without pins: every target is found by its words.
    pub fn live(draft: Draft) -> Self {
        Self {
            draft,
            pins: BTreeMap::new(),
            mode: Mode::Live,
            learned: None,
        }
    }

    /// Returns the draft with the pins of a compiled file, or why they do not belong together.
    pub fn join(
        draft: Draft,
        compiled: &CompiledSkill,
        source_sha256: &str,
        screen: Size,
    ) -> Result<Self, Stale> {
        check_source(&draft, compiled, source_sha256)?;
        let recorded = Size::new(compiled.device.width, compiled.device.height);
        if recorded != screen {
            return Err(Stale::WindowSize {
                recorded,
                now: screen,
            });
        }
        let pins = pair(&draft, compiled)?;
        let mut program = Self {
            draft,
            pins,
            mode: Mode::Compiled,
            learned: compiled.learned,
        };
        program.follow_values(compiled.values.as_deref());
        Ok(program)
    }

    /// Returns what is pinned to a step.
    pub fn pin(&self, step: StepId) -> Option<&Pin> {
        self.pins.get(&step)
    }
}

fn check_source(draft: &Draft, compiled: &CompiledSkill, sha256: &str) -> Result<(), Stale> {
    if compiled.source.sha256 == sha256 {
        return Ok(());
    }
    match &compiled.skill {
        Some(skill) if *skill != draft.header.name => Err(Stale::OtherSkill {
            belongs_to: skill.clone(),
        }),
        Some(_) | None => Err(Stale::Source),
    }
}

/// Pairs steps by number, verb and label; a file whose steps are others is stale.
fn pair(draft: &Draft, compiled: &CompiledSkill) -> Result<BTreeMap<StepId, Pin>, Stale> {
    let written = draft.flat();
    if written.len() != compiled.steps.len() {
        return Err(Stale::Steps {
            recorded: compiled.steps.len(),
            written: written.len(),
        });
    }
    let mut pins = BTreeMap::new();
    for (position, ((_, step), recorded)) in written.iter().zip(&compiled.steps).enumerate() {
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
