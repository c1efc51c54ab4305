//! Devices of the real world.
