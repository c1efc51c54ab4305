//! The typed steps of a program, and what a learning run pinned to them.
//!
//! Not here: the bytes of files (`codec`) and how a step is carried out (`retap-replay`).

mod bounds;
mod compiled;
mod draft;
mod element_metadata;
mod outline;
mod pin;
mod sentence_mark;
mod step;
mod values;
mod variable;

pub use bounds::Bounds;
pub use compiled::{CompiledProgram, CompiledStep, Mode, Program, Stale, Standalone};
pub use draft::{Draft, Frame, Header, Unset};
pub use element_metadata::ElementMetadata;
pub use outline::outline;
pub use pin::{CompiledAction, DeviceMark, Pin, PinnedPlace, PinnedScroll, SourceMark};
pub use step::*;
pub use values::{has_other_values, has_values, label_values};
pub use variable::Variable;
