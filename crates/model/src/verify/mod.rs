//! What must hold after an act, and how that is found out from two readings.

mod answer;
mod claim;
mod expectation;
mod mine;

pub use answer::{answered, changed};
pub use claim::{Judged, is_literal, judge};
pub use expectation::{Checked, Expectation, Property, Subject, check};
pub use mine::mine;
