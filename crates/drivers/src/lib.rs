//! Devices of the real world: each translates a platform into the words of the model.
//!
//! Not here: waiting for an effect, retrying, judging; a device translates.

pub mod android;
mod deadline_stream;
#[cfg(test)]
#[path = "../../sim/tests/it/missing_tool.rs"]
mod missing_tool;
pub mod ocr;
pub mod plain_file;
mod process;
mod system_clock;
pub mod unpack;
pub mod web;

pub use process::SystemPrograms;
pub use system_clock::SystemClock;
