//! Devices of the real world: each translates a platform into the words of the model.

pub mod ocr;
mod system_clock;
pub mod web;

pub use system_clock::SystemClock;
