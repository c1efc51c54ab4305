//! The nouns of retap and the pure functions over them.
//!
//! Not here: files, clocks, threads, protocols, terminals. Every other crate can depend on this one,
//! and the same input always gives the same output.

pub mod codec;
pub mod device;
pub mod event;
pub mod geometry;
pub mod phrase;
pub mod program;
pub mod reason;
pub mod screen;
pub mod secret;
pub mod seen;
pub mod select;
pub mod time;
pub mod verdict;
pub mod verify;
mod words;
pub mod yaml;
