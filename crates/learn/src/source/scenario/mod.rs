//! Scenario YAML: sections of plain sentences, read, checked, mended and expanded.
//!
//! Not here: understanding a sentence, which is `phrase/`.

mod check;
mod document;
mod expand;
mod fix;
mod read;
mod rule;

pub use check::check_scenario;
pub use document::{
    Action, ActionKind, AppIds, Replay, Scenario, ScenarioConfig, Section, Variable,
    VariableSource, Verify,
};
pub use expand::{ExpandedSection, Replayed, expand};
pub use fix::{Fixed, Mended, fix};
pub use read::{is_scenario, read_scenario};
pub use rule::Rule;
