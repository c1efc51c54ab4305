//! Integration tests of retap-learn, one binary.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod ai;
mod compile;
#[path = "../../../sim/tests/it/corpus_folder.rs"]
mod corpus_folder;
mod corpus_packs;
mod drift;
mod expected_files;
mod false_failure;
mod false_pass;
mod interruptions;
mod odd_devices;
mod patience;
mod phone;
mod rejects;
mod scenario;
mod scenario_run;
mod scripted;
mod second_look;
mod secrecy;
mod skills;
mod source;
mod understand;
mod wrong_touch;

/// Asserts that a text has these words in it, and shows the text where it has not.
#[track_caller]
pub(crate) fn assert_contains(text: impl AsRef<str>, words: &str) {
    let text = text.as_ref();
    assert!(text.contains(words), "`{words}` is not in: {text}");
}
