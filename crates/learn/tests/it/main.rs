//! Integration tests of retap-learn, one binary.

mod compile;
mod drift;
mod phone;
mod rejects;
mod skills;
mod source;
