//! Drivers from outside: what dumps become, what goes over the wire, what a real adb server says.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

mod android_acts;
mod android_device;
mod android_phone;
mod android_protocol;
mod android_sim;
mod android_tree;
mod fake_adb;
mod outline;
mod real_adb;
