//! The typed steps of a skill, and what a learning run pinned to them.

mod compiled;
mod draft;
mod outline;
mod pin;
pub mod scenario_ir;
mod step;
mod values;

pub use compiled::{CompiledSkill, CompiledStep, Mode, Program, Stale};
pub use draft::{Draft, Frame, Header, Unset};
pub use outline::outline;
pub use pin::{CompiledAction, DeviceMark, Pin, PinnedPlace, PinnedScroll, SourceMark};
pub use step::*;
pub use values::{has_other_values, has_values, label_values};
