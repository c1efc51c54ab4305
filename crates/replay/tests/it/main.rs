//! The engine on the simulated phone.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod acts;
mod branches;
mod choices;
mod connection;
mod downloads;
mod engine;
mod faults;
mod kit;
mod late_pictures;
mod looking;
mod missing;
mod patience;
mod replays;
mod unasked;

/// Asserts that a text has these words in it, and shows the text where it has not.
#[track_caller]
pub(crate) fn assert_contains(text: impl AsRef<str>, words: &str) {
    let text = text.as_ref();
    assert!(text.contains(words), "`{words}` is not in: {text}");
}
