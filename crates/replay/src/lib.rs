//! The engine: look, locate, act, verify.
//!
//! One executor runs drafts and compiled programs alike; they differ by their pins. It drives a
//! [`Device`](retap_model::device::Device) and speaks through events. It knows no platform, no
//! file, no AI and no report.

mod act;
mod blind;
mod connection;
mod context;
mod engine;
mod evidence;
mod explain;
mod eyes;
mod find;
mod observer;
mod owed;
mod picture;
mod run;
mod signals;
mod step;
mod wait;

pub use context::{DeviceSource, OpenDevice, Painter, Parts, Pictures, RunOptions, StopSignal};
pub use engine::{Engine, Unseen, Watched};
pub use observer::{Fact, Observer};
pub use run::{RunReport, run};
