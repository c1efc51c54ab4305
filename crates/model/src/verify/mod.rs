//! What must hold after an act, and how that is found out from two readings.

mod expectation;
mod mine;

pub use expectation::{Checked, Expectation, Property, Subject, check};
pub use mine::{changed, mine};
