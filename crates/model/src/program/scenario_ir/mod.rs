//! What a compiled file of the scenario form says: sentences, and the strategy that stands for each.
//!
//! Typed data and pure functions only. How it looks in a file is `codec/scenario.rs`; how a strategy
//! is carried out is nothing these types know.

mod bounds;
mod check;
mod element_metadata;
mod interpolation;
mod scenario;
mod screen_size;
mod strategy;
mod texts;
mod variable;

pub use bounds::Bounds;
pub use check::{
    Check, ClassExists, DEFAULT_MIN_COUNT, ElementCount, ResourceIdExists, Selector, TextCheck,
    UnknownCheck,
};
pub use element_metadata::ElementMetadata;
pub use interpolation::{UndefinedVariable, escape, fill};
pub use scenario::{
    CompiledScenario, DEFAULT_STRICT, DEFAULT_WAIT_AFTER, ScenarioPin, ScenarioStep, SourceHash,
    StepType,
};
pub use screen_size::ScreenSize;
pub use strategy::*;
pub use variable::Variable;
