//! Scenarios from their sentences to a replay, on the simulated phone.

mod kit;
mod login;
mod resolution;
mod seed;
mod strategies;
mod table;
mod typing;
