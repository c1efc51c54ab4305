//! Tools whose names several servers have, where all of them are listed: they take the arguments of each.

use retap_model::verify::ActionType::LocalState;

use super::debug;
use super::mobile_debug::{swipe, tap};
use crate::mcp::compat::outputs::ENVELOPE;
use crate::mcp::registry::ToolSpec;
use crate::mcp::registry::Work::OnDevice;
use crate::permissions::Access::Acts;

/// The tools that take the arguments of every server that has one of their name.
pub(crate) static SHARED: [ToolSpec; 2] = [
    debug(
        "tap",
        "Taps x and y, or one thing by element, text with row or index, or id. success means dispatched.",
        Acts,
        OnDevice(tap),
    )
    .takes(
        r#"{"x":{"type":"number"},"y":{"type":"number"},"element":{"type":"integer"},"text":{"type":"string"},"row":{"type":"string"},"index":{"type":"integer"},"id":{"type":"string"},"hold_ms":{"type":"number"},"double":{"type":"boolean"},"hover":{"type":"boolean"},"timeout_ms":{"type":"number","default":5000},"platform":{"enum":["android","ios"]},"deviceId":{"type":"string"}}"#,
        &[],
    )
    .gives(ENVELOPE),
    debug(
        "swipe",
        "Moves a finger from x1,y1 to x2,y2 (or from_x,from_y to to_x,to_y), or in a direction.",
        Acts,
        OnDevice(swipe),
    )
    .takes(
        r#"{"x1":{"type":"number"},"y1":{"type":"number"},"x2":{"type":"number"},"y2":{"type":"number"},"duration":{"type":"number"},"from_x":{"type":"number"},"from_y":{"type":"number"},"to_x":{"type":"number"},"to_y":{"type":"number"},"duration_ms":{"type":"number","default":300},"direction":{"enum":["up","down","left","right"]},"platform":{"enum":["android","ios"],"default":"android"},"deviceId":{"type":"string"}}"#,
        &[],
    )
    .gives(ENVELOPE)
    .touching(LocalState),
];
