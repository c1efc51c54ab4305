//! The simulated phone as its users drive it: through the `Device` trait.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod adb;
mod addresses;
mod app_files;
mod bounded;
mod corpus;
mod corpus_folder;
mod drift;
mod driver;
mod dump;
mod faults;
mod free_port;
mod login;
mod mail;
mod missing_tool;
mod monkey;
mod pictures;
mod seeded_random;
mod settings;
mod shop;
mod speed;
mod time;
mod touch_and_tree;

/// Asserts that a text has these words in it, and shows the text where it has not.
#[track_caller]
pub(crate) fn assert_contains(text: impl AsRef<str>, words: &str) {
    let text = text.as_ref();
    assert!(text.contains(words), "`{words}` is not in: {text}");
}
