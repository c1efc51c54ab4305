//! The engine on the simulated phone.

mod acts;
mod branches;
mod faults;
mod kit;
mod looking;
mod replays;
