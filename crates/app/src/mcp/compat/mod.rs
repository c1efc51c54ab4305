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

/// The shapes that several tools take or give, by the names that rows of the tables call them by.
///
/// An act tells of the element it touched only what `SameElement` says: to say all of it, which `wait_for_ui` does,
/// with every act would be a third of the list of tools. An `object` is told nowhere for the same reason.
pub(super) const SHAPES: [&str; 19] = [
    "Phone = platform:android|ios deviceId",
    "App = platform:android|ios! appId! deviceId",
    "Project = platform:android|ios! projectType:native|kmp|react-native|flutter! \
     variant:string=debug deviceId",
    "Selector = text resource_id accessibility_id contains:boolean=false",
    "Place = x:number! y:number! cursor_mode:direct|preserving target",
    "Stroke = from_x:number! from_y:number! to_x:number! to_y:number! \
     cursor_mode:direct|preserving target",
    "Act = success:boolean! verdict! action_type! revision:integer?! Failure reason:string?",
    "Failure = failure_code retryable:boolean",
    "Device = platform! id! osVersion! model! simulator:boolean!",
    "Envelope = action_id! timestamp! action_type! device:Device! target:{selector:object! \
     resolved:SameElement?!}! success:boolean! message:string? ui_fingerprint_before:string?! \
     ui_fingerprint_after:string?! details:object! Failure",
    "Element = elementId! index:integer! text:string?! resource_id:string?! \
     accessibility_id:string?! class:string?! bounds:[integer]! state:object! Identity",
    "SameElement = elementId! index:integer!",
    "Identity = stable_id:string?! test_tag:string?! role:string?! selector:{value:string?! \
     confidence:{score:number! \
     reason:resource_id|content_description|text_match|class_match!}!}! \
     semantic:{is_clickable:boolean! is_container:boolean!}!",
    "Sides = left:integer! top:integer! right:integer! bottom:integer!",
    "Point = x:integer! y:integer!",
    "Loading = active:boolean! \
     signal:progress_indicator|spinner|busy_indicator|skeleton|loading_indicator! \
     source:ui_tree|snapshot!",
    "Observed = status:success|timeout? matched_count:integer! condition_satisfied:boolean! \
     selected_index:integer?! last_matched_element:SameElement?!",
    "Proof = success:boolean! reason! element_id:string?! element:Element? Failure",
    "Line = timestamp:string?! level! tag! pid:integer?! message! crash:boolean!",
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
