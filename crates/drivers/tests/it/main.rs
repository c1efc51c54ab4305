//! Drivers from outside: what dumps become, what goes over the wire, what a real adb server says.

mod android_device;
mod android_protocol;
mod android_tree;
mod fake_adb;
mod outline;
mod real_adb;
