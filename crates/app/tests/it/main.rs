//! The binary from outside: what people type, what they read, and what it leaves behind.

mod architecture;
mod compile;
mod demo;
mod interrupt;
mod listing;
mod project;
mod run;
mod sim;
