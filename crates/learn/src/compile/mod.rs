//! Learning: a draft is run once under observation and becomes a program.
//!
//! [`learn`] drives the run, [`pin`] is the pure function at its heart, and a
//! [`CompilationSession`] takes the same observations from an agent that runs the steps itself.

mod again;
mod learning;
mod observation;
mod particulars;
mod pinning;
mod recording;
mod scrub;
mod session;

pub use again::both;
pub use learning::{Learned, NotLearned, Observed, learn, observe};
pub use observation::{Observation, Reported};
pub(crate) use particulars::personal_texts;
pub use pinning::{PinError, pin};
pub(crate) use scrub::holds;
pub use session::{CompilationSession, SessionError, StepReport};
