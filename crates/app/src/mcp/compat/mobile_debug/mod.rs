//! The tools of mobile-debug-mcp, in its names, arguments, defaults and shapes.
//!
//! Not here: behaviour of its own; what it does beyond shapes and words, the lean tools do too.

mod acts;
mod apps;
mod classify;
mod element;
mod element_ids;
mod envelope;
mod expects;
mod find_element;
mod guess;
mod install;
mod log_buffer;
mod log_stream;
mod logs;
mod network;
mod selector;
mod snapshot;
mod status;
mod ui_tree;
mod waits;

pub(super) use acts::{ANY_SWIPE, ANY_TAP};
pub(super) use element_ids::ElementIds;
pub(super) use log_buffer::LogBuffer;
pub(super) use network::NetworkCursor;

use retap_model::device::Platform;
use retap_model::verify::FailureCode;

use crate::mcp::tool_spec::{Dialect, ToolSpec, Work};
use crate::mcp::{Args, DeviceSession, Refusal};
use crate::permissions::Access;

/// mobile-debug's tools, in the order it lists them.
pub(crate) static DEBUG: [ToolSpec; 33] = [
    apps::START_APP,
    apps::RESTART_APP,
    apps::TERMINATE_APP,
    apps::RESET_APP_DATA,
    install::INSTALL_APP,
    install::BUILD_APP,
    install::BUILD_AND_INSTALL,
    status::LIST_DEVICES,
    status::GET_SYSTEM_STATUS,
    logs::GET_LOGS,
    log_stream::START_LOG_STREAM,
    log_stream::READ_LOG_STREAM,
    log_stream::STOP_LOG_STREAM,
    snapshot::CAPTURE_SCREENSHOT,
    snapshot::CAPTURE_DEBUG_SNAPSHOT,
    ui_tree::GET_UI_TREE,
    ui_tree::GET_CURRENT_SCREEN,
    ui_tree::GET_SCREEN_FINGERPRINT,
    waits::WAIT_FOR_SCREEN_CHANGE,
    waits::WAIT_FOR_UI_CHANGE,
    waits::WAIT_FOR_UI,
    find_element::FIND_ELEMENT,
    expects::EXPECT_SCREEN,
    expects::EXPECT_ELEMENT_VISIBLE,
    expects::EXPECT_STATE,
    acts::TAP,
    acts::TAP_ELEMENT,
    acts::SWIPE,
    acts::SCROLL_TO_ELEMENT,
    acts::TYPE_TEXT,
    acts::PRESS_BACK,
    classify::CLASSIFY_ACTION_OUTCOME,
    network::GET_NETWORK_ACTIVITY,
];

/// Returns a tool of mobile-debug.
const fn debug_tool(
    name: &'static str,
    about: &'static str,
    access: Access,
    work: Work,
) -> ToolSpec {
    ToolSpec::new(name, about, access, work).in_dialect(Dialect::MobileDebug)
}

/// Refuses a call for another kind of phone than the one it would go to. A simulated phone and a page
/// stand for whichever is asked for.
pub(crate) fn check_platform(session: &DeviceSession, args: &Args) -> Result<(), Refusal> {
    let info = session.info();
    let is_other = match args.text("platform") {
        Some("ios") => info.platform == Platform::Android,
        Some("android") => info.platform == Platform::Ios,
        Some(_) | None => false,
    };
    if !is_other {
        return Ok(());
    }
    let platform = args.text("platform").unwrap_or_default();
    let message = format!("`{}` is no device of platform {platform}", info.address);
    Err(Refusal::new(FailureCode::Unsupported, message))
}
