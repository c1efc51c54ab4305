//! The binary from outside: what people type, what they read, and what it leaves behind.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "in a test a panic is the message, and the environment is the one under test"
)]

mod android;
mod architecture;
mod broken_log;
mod check_scenario;
mod compile;
#[path = "../../../sim/tests/it/corpus_folder.rs"]
mod corpus_folder;
mod demo;
mod docs;
mod drift_bench;
mod expectations;
#[path = "../../../learn/tests/it/expected_files.rs"]
mod expected_files;
#[path = "../../../sim/tests/it/free_port.rs"]
mod free_port;
mod full_disk;
mod fuzz;
mod heal;
mod hostile;
mod hostile_text;
#[path = "../harness/http_server.rs"]
mod http_server;
mod interrupt;
mod killed;
mod links;
mod listing;
mod mcp;
#[path = "../../../sim/tests/it/missing_tool.rs"]
mod missing_tool;
mod one_step;
#[path = "../harness/project.rs"]
mod project;
mod retention;
mod run;
mod scenario;
mod secrets;
#[path = "../../../sim/tests/it/seeded_random.rs"]
mod seeded_random;
#[path = "../harness/served.rs"]
mod served;
mod settings;
mod sim;
#[path = "../harness/site.rs"]
mod site;
mod stranger;
mod web;
mod web_tough;
#[path = "../harness/whole_files.rs"]
mod whole_files;

/// Asserts that a text has these words in it, and shows the text where it has not.
#[track_caller]
pub(crate) fn assert_contains(text: impl AsRef<str>, words: &str) {
    let text = text.as_ref();
    assert!(text.contains(words), "`{words}` is not in: {text}");
}
