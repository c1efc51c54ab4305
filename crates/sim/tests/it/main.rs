//! The simulated phone as its users drive it: through the `Device` trait.

mod addresses;
mod app_files;
mod corpus;
mod drift;
mod driver;
mod faults;
mod mail;
mod pictures;
mod settings;
mod shop;
mod speed;
mod time;
