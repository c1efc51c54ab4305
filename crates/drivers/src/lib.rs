//! Devices of the real world: each translates a platform into the words of the model.

pub mod android;
pub mod ocr;
mod process;
mod system_clock;
pub mod web;

pub use system_clock::SystemClock;
