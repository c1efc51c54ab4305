//! The tools of two other servers under their own names, arguments, defaults and shapes. A tool here turns
//! arguments and answers into ours and back. Not here: how to look, act, wait or judge.

mod fingerprint;
mod mirroir;
mod mobile_debug;
#[cfg(test)]
mod sketch;

pub(super) use mirroir::{Compiling, MIRROR};
pub(super) use mobile_debug::{DEBUG, SHARED, check_platform};

use fingerprint::screen_mark;
use mirroir::{AnimatedPng, Generating};
use mobile_debug::{ElementIds, LogBuffer, NetworkCursor};

/// The shapes that several tools take, by the names that rows of the tables call them by.
pub(super) const SHAPES: [&str; 6] = [
    "Phone = platform:android|ios deviceId",
    "App = platform:android|ios! appId! deviceId",
    "Project = platform:android|ios! projectType:native|kmp|react-native|flutter! \
     variant:string=debug deviceId",
    "Selector = text resource_id accessibility_id contains:boolean=false",
    "Place = x:place! y:place! cursor_mode:direct|preserving target",
    "Stroke = from_x:place! from_y:place! to_x:place! to_y:place! \
     cursor_mode:direct|preserving target",
];

/// The state that tools of other servers keep of a device.
#[derive(Debug, Default)]
pub(crate) struct CompatState {
    /// The ids of elements that were told.
    pub(super) element_ids: ElementIds,
    /// The lines of the log that were read.
    log: LogBuffer,
    /// The part of the network's activity that was told.
    network: NetworkCursor,
    /// The recording under way.
    recording: Option<AnimatedPng>,
    /// The skill that is being written from what is done.
    generating: Option<Generating>,
}
