//! The tools of mobile-debug-mcp, in its names, arguments, defaults and shapes.
//!
//! Not here: behaviour of its own; what it does beyond shapes and words, the lean tools do too.

mod acts;
mod apps;
mod classify;
mod element;
mod envelope;
mod expects;
mod find_element;
mod guess;
mod install;
mod log_stream;
mod logs;
mod network;
mod selector;
mod snapshot;
mod status;
mod ui_tree;
mod waits;

pub(super) use element::ElementIds;
pub(super) use log_stream::LogBuffer;
pub(super) use network::NetworkCursor;

use retap_model::device::Platform;
use retap_model::verify::ActionType::{LocalState, SideEffect};
use retap_model::verify::FailureCode;

use crate::mcp::tool_spec::Work::{self, Aside, OnDevice, OnDeviceAndFiles};
use crate::mcp::tool_spec::{Dialect, ToolSpec};
use crate::mcp::{Args, DeviceSession, Refusal};
use crate::permissions::Access::{self, Acts, Destroys, Looks};
use envelope::Envelope;

/// The arguments that name an app.
const APP: &str = "platform:android|ios! appId! deviceId";

/// The arguments that name a project.
const PROJECT: &str = "platform:android|ios! projectType:native|kmp|react-native|flutter! \
                       projectPath! variant:string=debug timeout:number=600000 deviceId";

/// mobile-debug's tools, in the order it lists them.
pub(crate) static DEBUG: [ToolSpec; 33] = [
    debug_tool("start_app", Acts, OnDevice(apps::start_app))
        .about("Launches an app. success means dispatched, not outcome.")
        .takes(APP)
        .gives::<Envelope>()
        .touching(SideEffect),
    debug_tool("restart_app", Acts, OnDevice(apps::restart_app))
        .about("Stops an app, then launches it.")
        .takes(APP)
        .gives::<Envelope>()
        .touching(SideEffect),
    debug_tool("terminate_app", Acts, OnDevice(apps::terminate_app))
        .about("Stops an app.")
        .takes(APP)
        .gives::<apps::Terminated>()
        .touching(SideEffect),
    debug_tool("reset_app_data", Destroys, OnDevice(apps::reset_app_data))
        .about("Erases an app's data.")
        .takes(APP)
        .gives::<apps::Cleared>()
        .touching(SideEffect),
    debug_tool(
        "install_app",
        Destroys,
        OnDeviceAndFiles(install::install_app),
    )
    .about("Installs an app from its .apk, or builds the project of a folder first.")
    .takes(
        "platform:android|ios! projectType:native|kmp|react-native|flutter! appPath! \
             variant:string=debug deviceId",
    )
    .gives::<install::Installed>()
    .touching(SideEffect),
    debug_tool("build_app", Destroys, Aside(install::build_app))
        .about("Builds an Android project with its own Gradle.")
        .takes(PROJECT)
        .gives::<install::Built>()
        .touching(SideEffect),
    debug_tool(
        "build_and_install",
        Destroys,
        OnDeviceAndFiles(install::build_and_install),
    )
    .about(
        "Builds an Android project and installs it; the first block has a line of JSON for \
             each event.",
    )
    .takes(PROJECT)
    .gives::<install::BuiltAndInstalled>()
    .touching(SideEffect),
    debug_tool("list_devices", Looks, Aside(status::list_devices))
        .about("Lists devices.")
        .takes("platform:android|ios")
        .gives::<status::Devices>(),
    debug_tool("get_system_status", Looks, Aside(status::get_system_status))
        .about("Says whether devices can be driven from here. Never fails.")
        .gives::<status::SystemStatus>(),
    debug_tool("get_logs", Looks, OnDevice(logs::get_logs))
        .about("Returns log lines; filters first, then the limit. Diagnosis, never proof.")
        .takes(
            "platform:android|ios! appId deviceId pid:number tag level contains \
             since_seconds:number limit:number=50 lines:number",
        )
        .gives::<logs::Logs>(),
    debug_tool(
        "start_log_stream",
        Looks,
        OnDevice(log_stream::start_log_stream),
    )
    .about("Starts to collect the log lines of an app.")
    .takes(
        "packageName! platform:android|ios=android level:error|warn|info|debug=error deviceId \
             sessionId:string=default",
    )
    .gives::<log_stream::Started>(),
    debug_tool(
        "read_log_stream",
        Looks,
        OnDevice(log_stream::read_log_stream),
    )
    .about("Returns what was collected, with a summary of crashes.")
    .takes("sessionId:string=default platform:android|ios limit:number=100 since")
    .gives::<log_stream::Collected>(),
    debug_tool(
        "stop_log_stream",
        Looks,
        OnDevice(log_stream::stop_log_stream),
    )
    .about("Stops to collect log lines.")
    .takes("sessionId:string=default platform:android|ios")
    .gives::<log_stream::Stopped>(),
    debug_tool(
        "capture_screenshot",
        Looks,
        OnDevice(snapshot::capture_screenshot),
    )
    .about("Takes a picture.")
    .takes("platform:android|ios! deviceId")
    .gives::<snapshot::Picture>(),
    debug_tool(
        "capture_debug_snapshot",
        Looks,
        OnDevice(snapshot::capture_debug_snapshot),
    )
    .about(
        "Raw observations (authoritative) and optional semantic hints for planning; fall back \
             to raw when those are absent, unsure or have warnings.",
    )
    .takes(
        "reason includeLogs:boolean=true logLines:number=200 platform:android|ios appId \
             deviceId sessionId",
    )
    .gives::<snapshot::Snapshot>(),
    debug_tool("get_ui_tree", Looks, OnDevice(ui_tree::get_ui_tree))
        .about("Returns every element with snapshot_revision, captured_at_ms and loading_state.")
        .takes("platform:android|ios! deviceId")
        .gives::<ui_tree::UiTree>(),
    debug_tool(
        "get_current_screen",
        Looks,
        OnDevice(ui_tree::get_current_screen),
    )
    .about("Returns the app and the screen in front.")
    .takes("deviceId")
    .gives::<ui_tree::CurrentScreen>(),
    debug_tool(
        "get_screen_fingerprint",
        Looks,
        OnDevice(ui_tree::get_screen_fingerprint),
    )
    .about("Returns a fingerprint that ignores clocks and figures.")
    .takes("platform:android|ios deviceId")
    .gives::<ui_tree::Fingerprint>(),
    debug_tool(
        "wait_for_screen_change",
        Looks,
        OnDevice(waits::wait_for_screen_change),
    )
    .about(
        "Waits for another fingerprint, seen twice. It must not be used alone to confirm \
             action success.",
    )
    .takes(
        "previousFingerprint! platform:android|ios timeoutMs:number=5000 \
             pollIntervalMs:number=300 deviceId",
    )
    .gives::<waits::ScreenChange>(),
    debug_tool(
        "wait_for_ui_change",
        Looks,
        OnDevice(waits::wait_for_ui_change),
    )
    .about(
        "Waits for a stable change since since_revision, else since now. It must not be used \
             alone to confirm action success.",
    )
    .takes(
        "platform:android|ios deviceId \
             expected_change:hierarchy_diff|text_change|state_change since_revision:number \
             timeout_ms:number=60000 stability_window_ms:number=250",
    )
    .gives::<waits::UiChange>(),
    debug_tool("wait_for_ui", Looks, OnDevice(waits::wait_for_ui))
        .about(
            "RESOLVE or WAIT for an element. Flow: RESOLVE → ACT → WAIT → EXPECT. It must not be \
             used alone to confirm action success.",
        )
        .takes(
            "selector:{text resource_id accessibility_id contains:boolean=false} \
             condition:exists|not_exists|visible|clickable=exists timeout_ms:number=60000 \
             poll_interval_ms:number=300 match:{index:number} retry:{max_attempts:number=1 \
             backoff_ms:number=0} platform:android|ios deviceId",
        )
        .gives::<waits::UiWait>(),
    debug_tool("find_element", Looks, OnDevice(find_element::find_element))
        .about("Guesses what a query means, with a confidence and an elementId for tap_element.")
        .takes("query! exact:boolean=false timeoutMs:number=3000 platform:android|ios deviceId")
        .gives::<find_element::Found>(),
    debug_tool("expect_screen", Looks, OnDevice(expects::expect_screen))
        .about("Proves which screen is in front, by fingerprint or name.")
        .takes("fingerprint screen platform:android|ios deviceId")
        .gives::<expects::ScreenProof>(),
    debug_tool(
        "expect_element_visible",
        Looks,
        OnDevice(expects::expect_element_visible),
    )
    .about("Proves that an element is visible. element_id: that very one, while the id is known.")
    .takes(
        "selector:{text resource_id accessibility_id contains:boolean=false}! element_id \
             timeout_ms:number=5000 poll_interval_ms:number=300 platform:android|ios deviceId",
    )
    .gives::<expects::VisibleProof>(),
    debug_tool("expect_state", Looks, OnDevice(expects::expect_state))
        .about("Proves a property of an element; read again by count, not by clock.")
        .takes(
            "property! expected:boolean,number,string,object! selector:{text resource_id \
             accessibility_id contains:boolean=false} element_id platform:android|ios deviceId",
        )
        .gives::<expects::StateProof>(),
    debug_tool("tap", Acts, OnDevice(acts::tap))
        .about("Taps a place. success means dispatched.")
        .takes("x:number! y:number! platform:android|ios deviceId")
        .gives::<Envelope>(),
    debug_tool("tap_element", Acts, OnDevice(acts::tap_element))
        .about("Taps an element by the id that wait_for_ui or find_element returned.")
        .takes("elementId!")
        .gives::<Envelope>(),
    debug_tool("swipe", Acts, OnDevice(acts::swipe))
        .about("Moves a finger from x1,y1 to x2,y2 in duration milliseconds.")
        .takes(
            "x1:number! y1:number! x2:number! y2:number! duration:number! \
             platform:android|ios=android deviceId",
        )
        .gives::<Envelope>()
        .touching(LocalState),
    debug_tool("scroll_to_element", Acts, OnDevice(acts::scroll_to_element))
        .about("Scrolls until an element is visible; success is that it is.")
        .takes(
            "platform:android|ios! selector:{text resourceId contentDesc className}! \
             direction:down|up=down maxScrolls:number=10 scrollAmount:number=0.7 deviceId",
        )
        .gives::<Envelope>()
        .touching(LocalState),
    debug_tool("type_text", Acts, OnDevice(acts::type_text))
        .about("Types literally into what has the focus, or into a field.")
        .takes("text! into element:integer secret:boolean deviceId")
        .gives::<Envelope>()
        .touching(LocalState),
    debug_tool("press_back", Acts, OnDevice(acts::press_back))
        .about("Goes back.")
        .takes("deviceId")
        .gives::<Envelope>()
        .touching(LocalState),
    debug_tool(
        "classify_action_outcome",
        Looks,
        Aside(classify::classify_action_outcome),
    )
    .about(
        "Routes by action type; never replaces expect_*. Collect network data only if the \
             result is still ambiguous.",
    )
    .takes(
        "uiChanged:boolean! expectedElementVisible:boolean actionType \
             networkRequests:[{endpoint! status:success|failure|retryable!}] hasLogErrors:boolean",
    )
    .gives::<classify::Classified>(),
    debug_tool(
        "get_network_activity",
        Looks,
        OnDevice(network::get_network_activity),
    )
    .about("Requests of the app since the last act, each told once; auxiliary, no proof.")
    .takes("platform:android|ios! deviceId")
    .gives::<network::Activity>(),
];

/// The tools that take the arguments of every server that has one of their name, where all are listed.
pub(crate) static SHARED: [ToolSpec; 2] = [
    debug_tool("tap", Acts, OnDevice(acts::tap))
        .about(
            "Taps x and y, or one thing by element, text with row or index, or id. success means \
             dispatched.",
        )
        .takes(
            "x:number y:number element:integer text row index:integer id hold_ms:number \
             double:boolean hover:boolean timeout_ms:number=5000 platform:android|ios deviceId",
        )
        .gives::<Envelope>(),
    debug_tool("swipe", Acts, OnDevice(acts::swipe))
        .about("Moves a finger from x1,y1 to x2,y2 (or from_x,from_y to to_x,to_y), or in a direction.")
        .takes(
            "x1:number y1:number x2:number y2:number duration:number from_x:number from_y:number \
             to_x:number to_y:number duration_ms:number=300 direction:up|down|left|right \
             platform:android|ios=android deviceId",
        )
        .gives::<Envelope>()
        .touching(LocalState),
];

/// Returns a tool of mobile-debug.
const fn debug_tool(name: &'static str, access: Access, work: Work) -> ToolSpec {
    ToolSpec::new(name, access, work).in_dialect(Dialect::MobileDebug)
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
