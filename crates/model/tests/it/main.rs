//! The compiled forms and the event log, from outside.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod changed_search;
mod compiled_scenario;
mod compiled_scenario_properties;
mod compiled_skill;
#[path = "../../../sim/tests/it/corpus_folder.rs"]
mod corpus_folder;
mod event_log;
mod format_page;
mod generated_screen;
mod identity;
mod locate;
mod rejected;
mod renamed;
mod secret_forms;
