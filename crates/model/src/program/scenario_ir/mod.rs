//! What a compiled file of the scenario form says: sentences, and the strategy that stands for each.
//!
//! Typed data and pure functions only. How it looks in a file is `codec/scenario.rs`; how a strategy
//! is carried out is nothing these types know.

mod bounds;
mod check;
mod element_metadata;
mod of_kind;
mod program;
mod scenario;
mod screen_size;
mod strategy;
mod to_kind;
mod variable;

pub use bounds::Bounds;
pub use check::{
    Check, ClassExists, DEFAULT_MIN_COUNT, ElementCount, ResourceIdExists, Selector, TextCheck,
    UnknownCheck,
};
pub use element_metadata::ElementMetadata;
pub use of_kind::{own_step, strategy_of};
pub use scenario::{
    CompiledScenario, DEFAULT_STRICT, DEFAULT_WAIT_AFTER, ScenarioPin, ScenarioStep, SourceHash,
    StepType,
};
pub use screen_size::ScreenSize;
pub use strategy::*;
pub use variable::Variable;

/// Android's number for the home key.
pub(crate) const KEYCODE_HOME: u32 = 3;

/// Android's number for the back key.
pub(crate) const KEYCODE_BACK: u32 = 4;
