//! The simulated phone as its users drive it: through the `Device` trait.

mod driver;
mod settings;
