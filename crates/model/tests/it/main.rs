//! The compiled skill form and the event log, from outside.

mod compiled_skill;
mod event_log;
mod locate;
