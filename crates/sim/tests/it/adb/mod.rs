//! The phone as adb sees it: by a small client of our own, and by the real one.

mod client;
mod commands;
mod noise;
mod phone;
mod real;
mod shell;
mod trouble;
mod wire;
