//! The typed steps of a program, and what a learning run pinned to them.
//!
//! Not here: the bytes of files (`codec`) and how a step is carried out (`retap-replay`).

mod compiled;
mod draft;
mod element_metadata;
mod faithful;
mod obstacle;
mod pin;
mod step;

pub use compiled::{
    CompiledProgram, CompiledStep, Program, Stale, Standalone, Variable, has_other_values,
    has_values, label_values,
};
pub use draft::{Draft, Frame, Header, KEPT, NoValue, Unset, UsedVariable, outline};
pub use element_metadata::{Bounds, ElementMetadata};
pub use obstacle::{InterruptionPolicy, Obstacle};
pub use pin::{CompiledAction, DeviceMark, Pin, PinnedPlace, PinnedScroll, SourceMark};
pub use step::*;
