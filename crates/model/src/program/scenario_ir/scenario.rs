//! A compiled scenario and its steps.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::event::Tally;
use crate::program::{Frame, PinnedPlace, StepKind};
use crate::screen::sha256_hex;
use crate::select;
use crate::time::Timestamp;
use crate::verify::Expectation;

use super::screen_size::ScreenSize;
use super::strategy::Strategy;
use super::variable::Variable;

/// How long to wait after a step when the file does not say.
pub const DEFAULT_WAIT_AFTER: Duration = Duration::ZERO;

/// Whether a step is judged strictly when the file does not say.
pub const DEFAULT_STRICT: bool = false;

/// What a compiled file of the scenario form says.
#[derive(Debug, Clone, PartialEq)]
pub struct CompiledScenario {
    /// When it was compiled; the beginning of time when the file does not say it readably.
    pub compiled_at: Timestamp,
    /// The path of the source, as the file says.
    pub source: String,
    /// Which content of the source it belongs to.
    pub source_hash: SourceHash,
    /// What it was compiled on, such as `android`.
    pub platform: String,
    /// The id of the app, by platform.
    pub app: BTreeMap<String, String>,
    /// The screen it was compiled on.
    pub screen_size: ScreenSize,
    /// The variables its steps name.
    pub variables: BTreeMap<String, Variable>,
    /// The steps, in the file's order.
    pub steps: Vec<ScenarioStep>,
    /// The variables of the environment that give variables their values, where retap wrote it.
    pub environment: BTreeMap<String, String>,
    /// The name of the scenario, where retap wrote it.
    pub name: Option<String>,
    /// What holds for the whole run, where retap wrote it; its app is in `app`.
    pub frame: Frame,
    /// SHA-256 of the plain variable values it was compiled with, where retap wrote it.
    pub values: Option<String>,
    /// What the learning run cost, where retap wrote it.
    pub learned: Option<Tally>,
    /// Whether a checksum vouches for the file: always when retap compiled it, not for files of
    /// other writers, which are written back as they were.
    pub is_sealed: bool,
}

/// One step: a sentence, and what stands for it.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioStep {
    /// Its number, from 1.
    pub index: u32,
    /// The section it is in.
    pub section: String,
    /// What sort of sentence it is.
    pub kind: StepType,
    /// The sentence, as written; variables by name.
    pub original: String,
    /// How long to wait after it.
    pub wait: Duration,
    /// Whether the author wanted it judged strictly.
    pub strict: bool,
    /// How it is carried out.
    pub compiled: Strategy,
    /// The step itself, where no strategy can say it; `compiled` is then for other readers.
    pub own: Option<Box<StepKind>>,
    /// What retap found out beyond that.
    pub pin: ScenarioPin,
}

crate::words! {
    /// What a sentence is for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum StepType {
        /// To act.
        Do = "do",
        /// To assert.
        Then = "then",
        /// To repeat earlier sections.
        Replay = "replay",
    }
}

/// What a learning run of retap found out about a step; empty for files of other writers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ScenarioPin {
    /// Where the target was.
    pub place: Option<PinnedPlace>,
    /// What identifies the target.
    pub evidence: Option<select::Evidence>,
    /// How the text of a wait or an assertion matched.
    pub strategy: Option<select::Strategy>,
    /// How long the step took until what it waited for was there.
    pub observed_delay: Option<Duration>,
    /// How many swipes a search needed.
    pub scroll_count: Option<u32>,
    /// What must hold after the act.
    pub expect: Vec<Expectation>,
}

/// The hash of a source; written `sha256:` and hex digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceHash {
    hex: String,
}

impl SourceHash {
    const PREFIX: &'static str = "sha256:";

    /// Returns the hash of these bytes.
    pub fn of(source: &[u8]) -> Self {
        Self {
            hex: sha256_hex(source),
        }
    }

    /// Reads `sha256:` and what follows. Digits that are no hash are fine: they fit no source.
    pub fn from_text(text: &str) -> Option<Self> {
        let hex = text.strip_prefix(Self::PREFIX)?.to_owned();
        Some(Self { hex })
    }

    /// Returns whether the source has exactly these bytes.
    pub fn is_of(&self, source: &[u8]) -> bool {
        self.hex.eq_ignore_ascii_case(&sha256_hex(source))
    }
}

impl fmt::Display for SourceHash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", Self::PREFIX, self.hex)
    }
}
