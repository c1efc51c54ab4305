//! The engine on the simulated phone.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod acts;
mod branches;
mod choices;
mod connection;
mod engine;
mod faults;
mod kit;
mod looking;
mod missing;
mod replays;
