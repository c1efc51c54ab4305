//! Learning: a draft is run once under observation and becomes a program.
//!
//! [`learn`] drives the run, [`pin`] is the pure function at its heart, and a
//! [`CompilationSession`] takes the same observations from an agent that runs the steps itself.
//!
//! Not here: carrying steps out, which is the engine, and the forms of compiled files, which are the
//! codec.

mod chosen;
mod effects;
mod fingerprint;
mod identifiers;
mod known_ids;
mod learning;
mod observation;
mod pinning;
mod run_specifics;
mod scrub;
mod session;
mod settle;
mod shared_claims;
mod standalone;

pub use learning::{
    Learned, Lesson, NotLearned, Observed, ScenarioSource, Unjudged, learn, observe,
};
pub use observation::{FoundTarget, Observation, Recording, Reported, SeenWrite};
pub(crate) use pinning::pins_of;
pub use pinning::{PinError, merge_lessons, pin, unproven_steps};
pub use session::{CompilationSession, SessionError, StepReport};
pub use settle::{Fate, Note};
