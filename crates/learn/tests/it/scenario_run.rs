//! Scenarios from their sentences to a replay, on the simulated phone.

mod false_fail;
mod false_pass;
mod fingerprints;
mod kit;
mod login;
mod odd_app;
mod odd_files;
mod resolution;
mod running;
mod secrets;
mod seed;
mod sentences;
mod strategies;
mod table;
mod typing;
mod wrong_touch;
