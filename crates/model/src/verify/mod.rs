//! What must hold after an act, and how that is found out from two readings.

mod answer;
mod claim;
mod delta;
mod expectation;
mod failure;
mod mine;
mod particulars;
mod route;
mod state;

pub use answer::{answered, changed, focus_moved};
pub use claim::{Judged, is_literal, judge};
pub use delta::{DeltaKind, ScreenMarks, screen_mark};
pub use expectation::{Checked, Expectation, Property, Subject, check};
pub use failure::{FailureCode, failure_of};
pub use mine::mine;
pub use particulars::{Choice, Particulars};
pub use route::{
    ACTION_TYPES, ACTION_TYPES_VERSION, ActionOutcome, ActionType, SeenRequest, Signals, classify,
};
pub use state::{Expected, StateProperty, matches_state, state_of};
