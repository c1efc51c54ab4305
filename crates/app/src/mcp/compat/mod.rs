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

/// The state that tools of other servers keep of a device.
#[derive(Debug, Default)]
pub(crate) struct CompatState {
    /// The ids of elements that were told.
    element_ids: ElementIds,
    /// The lines of the log that were read.
    log: LogBuffer,
    /// The part of the network's activity that was told.
    network: NetworkCursor,
    /// The recording under way.
    recording: Option<AnimatedPng>,
    /// The skill that is being written from what is done.
    generating: Option<Generating>,
}

#[cfg(test)]
impl CompatState {
    /// Tells the id of an element.
    pub(super) fn tell_id(&mut self, screen: &retap_model::screen::Screen, index: usize) -> String {
        self.element_ids.tell(screen, index)
    }
}
