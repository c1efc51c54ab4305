//! Drivers from outside: what dumps become, what goes over the wire, what a real adb server and a real
//! browser say. One binary, one browser.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests stop at the first surprise and say what they skip"
)]

mod android_acts;
mod android_device;
mod android_phone;
mod android_protocol;
mod android_sim;
mod android_tree;
mod fake_adb;
#[path = "../../../sim/tests/it/free_port.rs"]
mod free_port;
#[path = "../../../sim/tests/it/missing_tool.rs"]
mod missing_tool;
mod outline;
mod real_adb;
mod web;
