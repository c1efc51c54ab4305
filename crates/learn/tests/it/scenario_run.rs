//! Scenarios from their sentences to a replay, on the simulated phone.

mod false_fail;
mod false_pass;
mod kit;
mod login;
mod resolution;
mod seed;
mod strategies;
mod table;
mod typing;
mod wrong_touch;
