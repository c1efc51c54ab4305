//! The conditions that must hold after an act, and how they are found out from two readings.
//!
//! Not here: looking again or waiting; two readings come in, an answer goes out.

mod answer;
mod claim;
mod effect;
mod error_message;
mod error_words;
mod expectation;
mod expected_write;
mod failure;
mod kept_text;
mod mine;
mod row_gain;
mod run_specifics;
mod self_changes;
mod state;
mod write_place;

pub use answer::{Answer, answer};
pub use claim::{Judged, is_literal, judge};
pub use effect::{ActionType, DeltaKind, ScreenMarks, changed, focus_moved, shows_effect};
pub use error_message::{ErrorMessage, new_errors, page_errors, says_error};
pub use expectation::{
    ChangedWords, Checked, Expectation, ExpectedState, Property, Subject, check,
};
pub use expected_write::{
    ExpectedWrite, WriteAnswer, WriteContext, WriteFault, chosen_mark, is_meant,
};
pub use failure::FailureCode;
pub use kept_text::{ShownIn, shows_typed};
pub use mine::mine;
pub use row_gain::{RowFault, RowGain};
pub use run_specifics::{Choice, RunSpecifics};
pub use self_changes::{SelfChanges, least_rest};
pub use state::{Expected, StateProperty, matches_state, state_of};
pub use write_place::WritePlace;
