//! The device side of adb's protocol, so that the real `adb` and other people's tools can drive
//! the simulated phone.
//!
//! It translates between adb and the phone. Not here: how the phone behaves. Time comes through a clock that is
//! handed in: the phone's own clock follows it, so a tool that waits two seconds finds a phone that
//! is two seconds older.

mod command;
mod files;
#[doc(hidden)]
pub mod foreign;
mod log_buffer;
mod packet;
mod phone;
mod pipe;
#[cfg(test)]
mod robust;
mod serve;
mod service;
mod shell;
mod shell_v2;
mod state;
mod stream;
mod sync;
mod terminal;
mod transport;

pub use serve::{AdbError, Stop, serve};
