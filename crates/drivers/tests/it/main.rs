//! The drivers against real programs: one binary, one browser.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "tests stop at the first surprise and say what they skip"
)]

mod web;
