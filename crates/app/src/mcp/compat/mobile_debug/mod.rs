//! The tools of mobile-debug-mcp, in its names, arguments, defaults and shapes.
//!
//! Not here: behaviour of its own; what it does beyond shapes and words, the lean tools do too.

mod acts;
mod classify;
mod element;
mod expects;
mod find_element;
mod install;
mod logs;
mod network;
mod screen;
mod selector;
mod status;
mod waits;

pub(super) use element::ElementIds;
pub(super) use logs::LogBuffer;
pub(super) use network::NetworkCursor;

use acts::{Cleared, Envelope, Terminated};
use classify::Classified;
use expects::{ScreenProof, StateProof, VisibleProof};
use find_element::FoundElement;
use install::{Artifact, BuildAnswer, InstallAnswer};
use logs::{LogAnswer, StreamRead, StreamStarted, StreamStopped};
use network::NetworkActivity;
use screen::{Captured, CurrentScreen, DebugSnapshot, Fingerprint, UiTree};
use status::{Devices, SystemStatus};
use waits::{ScreenChange, UiAnswer, UiChange};

use retap_model::device::Platform;
use retap_model::verify::ActionType::{LocalState, SideEffect};
use retap_model::verify::FailureCode;

use crate::mcp::tool_spec::Work::{Aside, OnDevice, OnDeviceAndFiles};
use crate::mcp::tool_spec::{Dialect, Steps, ToolSpec, acting, destroying, looking};
use crate::mcp::{Args, DeviceSession, Refusal};
use crate::operation::Operation::{
    BuildApp, Classify, EraseApp, FindElement, GoBack, InstallApp, ListDevices, OpenApp, PressKey,
    Prove, ReadFront, ReadLogs, ReadScreen, ReadTraffic, Scroll, StopApp, Swipe, TakePicture,
    TakeSnapshot, Touch, TypeText, Wait,
};

/// mobile-debug's tools, in the order it lists them.
pub(crate) static DEBUG: [ToolSpec; 33] = Dialect::MobileDebug.table([
    acting("start_app", &[OpenApp], SideEffect, acts::start_app)
        .about("Launches an app. success means dispatched, not outcome.")
        .takes("App")
        .doing("launch")
        .gives::<Envelope>(),
    acting(
        "restart_app",
        &[StopApp, OpenApp],
        SideEffect,
        acts::restart_app,
    )
    .about("Stops an app, then launches it.")
    .takes("App")
    .doing("launch")
    .gives::<Envelope>(),
    acting("terminate_app", &[StopApp], SideEffect, acts::terminate_app)
        .about("Stops an app.")
        .takes("App")
        .gives::<Terminated>(),
    destroying(
        "reset_app_data",
        &[EraseApp],
        OnDevice(acts::reset_app_data),
    )
    .about("Erases an app's data.")
    .takes("App")
    .gives::<Cleared>(),
    destroying(
        "install_app",
        &[InstallApp],
        OnDeviceAndFiles(install::install_app),
    )
    .about("Installs an app from its .apk, or builds the project of a folder first.")
    .takes("Project appPath!")
    .sometimes(&[BuildApp])
    .gives::<InstallAnswer>(),
    destroying("build_app", &[BuildApp], Aside(install::build_app))
        .about("Builds an Android project with its own Gradle.")
        .takes("Project projectPath! timeout:millis=600000")
        .gives::<Artifact>(),
    destroying(
        "build_and_install",
        &[BuildApp, InstallApp],
        OnDeviceAndFiles(install::build_and_install),
    )
    .about(
        "Builds an Android project and installs it; the first block has a line of JSON for \
         each event.",
    )
    .takes("Project projectPath! timeout:millis=600000")
    .gives::<BuildAnswer>(),
    ToolSpec::new("list_devices", &[ListDevices], Aside(status::list_devices))
        .about("Lists devices.")
        .takes("platform:android|ios")
        .gives::<Devices>(),
    ToolSpec::new(
        "get_system_status",
        &[ListDevices],
        Aside(status::get_system_status),
    )
    .about("Says whether devices can be driven from here. Never fails.")
    .gives::<SystemStatus>(),
    looking("get_logs", &[ReadLogs], logs::get_logs)
        .about("Returns log lines; filters first, then the limit. Diagnosis, never proof.")
        .takes(
            "platform:android|ios! appId deviceId pid:amount tag level contains \
             since_seconds:seconds limit:amount=50 lines:amount",
        )
        .gives::<LogAnswer>(),
    looking("start_log_stream", &[ReadLogs], logs::start_log_stream)
        .about("Starts to collect the log lines of an app.")
        .takes(
            "packageName! platform:android|ios=android level:error|warn|info|debug=error \
             deviceId sessionId:string=default",
        )
        .gives::<StreamStarted>(),
    looking("read_log_stream", &[ReadLogs], logs::read_log_stream)
        .about("Returns what was collected, with a summary of crashes.")
        .takes("sessionId:string=default platform:android|ios limit:amount=100 since")
        .gives::<StreamRead>(),
    looking("stop_log_stream", &[ReadLogs], logs::stop_log_stream)
        .about("Stops to collect log lines.")
        .takes("sessionId:string=default platform:android|ios")
        .gives::<StreamStopped>(),
    looking(
        "capture_screenshot",
        &[TakePicture],
        screen::capture_screenshot,
    )
    .about("Takes a picture.")
    .takes("platform:android|ios! deviceId")
    .gives::<Captured>(),
    looking(
        "capture_debug_snapshot",
        &[ReadScreen, TakeSnapshot],
        screen::capture_debug_snapshot,
    )
    .about(
        "Raw observations (authoritative) and optional semantic hints for planning; fall \
             back to raw when those are absent, unsure or have warnings.",
    )
    .takes("reason includeLogs:boolean=true logLines:amount=200 appId sessionId Phone")
    .sometimes(&[TakePicture, ReadLogs])
    .gives::<DebugSnapshot>(),
    looking("get_ui_tree", &[ReadScreen], screen::get_ui_tree)
        .about("Returns every element with snapshot_revision, captured_at_ms and loading_state.")
        .takes("platform:android|ios! deviceId")
        .gives::<UiTree>(),
    looking(
        "get_current_screen",
        &[ReadFront],
        screen::get_current_screen,
    )
    .about("Returns the app and the screen in front.")
    .takes("deviceId")
    .gives::<CurrentScreen>(),
    looking(
        "get_screen_fingerprint",
        &[ReadFront],
        screen::get_screen_fingerprint,
    )
    .about("Returns a fingerprint that ignores clocks and figures.")
    .takes("Phone")
    .gives::<Fingerprint>(),
    looking(
        "wait_for_screen_change",
        &[Wait],
        waits::wait_for_screen_change,
    )
    .about(
        "Waits for another fingerprint, seen twice. It must not be used alone to confirm \
             action success.",
    )
    .takes("previousFingerprint! timeoutMs:millis=5000 pollIntervalMs:millis=300 Phone")
    .gives::<ScreenChange>(),
    looking("wait_for_ui_change", &[Wait], waits::wait_for_ui_change)
        .about(
            "Waits for a stable change since since_revision, else since now. It must not be used \
             alone to confirm action success.",
        )
        .takes(
            "expected_change:hierarchy_diff|text_change|state_change since_revision:amount \
             timeout_ms:millis=60000 stability_window_ms:millis=250 Phone",
        )
        .gives::<UiChange>(),
    looking("wait_for_ui", &[Wait], waits::wait_for_ui)
        .about(
            "RESOLVE or WAIT for an element. Flow: RESOLVE → ACT → WAIT → EXPECT. It must not be \
             used alone to confirm action success.",
        )
        .takes(
            "selector:Selector condition:exists|not_exists|visible|clickable=exists \
             timeout_ms:millis=60000 poll_interval_ms:millis=300 match:{index:amount} \
             retry:{max_attempts:amount=1 backoff_ms:millis=0} Phone",
        )
        .gives::<UiAnswer>(),
    looking(
        "find_element",
        &[ReadScreen, FindElement],
        find_element::find_element,
    )
    .about("Guesses what a query means, with a confidence and an elementId for tap_element.")
    .takes("query! exact:boolean=false timeoutMs:millis=3000 Phone")
    .gives::<FoundElement>(),
    looking("expect_screen", &[Prove], expects::expect_screen)
        .about("Proves which screen is in front, by fingerprint or name.")
        .takes("fingerprint screen Phone")
        .gives::<ScreenProof>(),
    looking(
        "expect_element_visible",
        &[Prove],
        expects::expect_element_visible,
    )
    .about(
        "Proves that an element is visible. element_id: that very one, while the id is \
             known.",
    )
    .takes(
        "selector:Selector! element_id timeout_ms:millis=5000 poll_interval_ms:millis=300 \
             Phone",
    )
    .gives::<VisibleProof>(),
    looking("expect_state", &[Prove], expects::expect_state)
        .about("Proves a property of an element; read again by count, not by clock.")
        .takes(
            "property! expected:boolean,number,string,object! selector:Selector element_id Phone",
        )
        .gives::<StateProof>(),
    ToolSpec::new("tap", &[Touch], OnDevice(acts::tap))
        .about("Taps a place. success means dispatched.")
        .takes("x:place! y:place! Phone")
        .gives::<Envelope>(),
    ToolSpec::new("tap_element", &[Touch], OnDevice(acts::tap_element))
        .about("Taps an element by the id that wait_for_ui or find_element returned.")
        .takes("elementId!")
        .gives::<Envelope>(),
    acting("swipe", &[Swipe], LocalState, acts::swipe)
        .about("Moves a finger from x1,y1 to x2,y2 in duration milliseconds.")
        .takes(
            "x1:place! y1:place! x2:place! y2:place! duration:millis! \
             platform:android|ios=android deviceId",
        )
        .gives::<Envelope>(),
    acting(
        "scroll_to_element",
        &[Swipe, Scroll],
        LocalState,
        acts::scroll_to_element,
    )
    .about("Scrolls until an element is visible; success is that it is.")
    .takes(
        "platform:android|ios! selector:{text resourceId contentDesc className}! \
             direction:down|up=down maxScrolls:amount=10 scrollAmount:share=0.7 deviceId",
    )
    .gives::<Envelope>(),
    acting("type_text", &[TypeText], LocalState, acts::type_text)
        .about("Types literally into what has the focus, or into a field.")
        .takes("text! into element:count secret:boolean deviceId")
        .doing("type")
        .sometimes(&[PressKey])
        .gives::<Envelope>(),
    acting(
        "press_back",
        &[PressKey, GoBack],
        LocalState,
        acts::press_back,
    )
    .about("Goes back.")
    .takes("deviceId")
    .doing("back")
    .gives::<Envelope>(),
    ToolSpec::new(
        "classify_action_outcome",
        &[Classify],
        Aside(classify::classify_action_outcome),
    )
    .about(
        "Routes by action type; never replaces expect_*. Collect network data only if the \
         result is still ambiguous.",
    )
    .takes(
        "uiChanged:boolean! expectedElementVisible:boolean actionType \
         networkRequests:[{endpoint! status:success|failure|retryable!}] \
         hasLogErrors:boolean",
    )
    .gives::<Classified>(),
    looking(
        "get_network_activity",
        &[ReadTraffic],
        network::get_network_activity,
    )
    .about("Requests of the app since the last act, each told once; auxiliary, no proof.")
    .takes("platform:android|ios! deviceId")
    .gives::<NetworkActivity>(),
]);

/// The tools that take the arguments of every server that has one of their name, where all are listed.
pub(crate) static SHARED: [ToolSpec; 2] = Dialect::MobileDebug.table([
    ToolSpec::new("tap", &[Touch], OnDevice(acts::tap))
        .about(
            "Taps x and y, or one thing by element, text with row or index, or id. success means \
             dispatched.",
        )
        .takes(
            "x:place y:place element:count text row index:count id hold_ms:millis \
             double:boolean hover:boolean timeout_ms:millis=5000 Phone",
        )
        .with_steps(Steps::These(&["hover", "long_press", "double_tap"]))
        .gives::<Envelope>(),
    acting("swipe", &[Swipe], LocalState, acts::swipe)
        .about(
            "Moves a finger from x1,y1 to x2,y2 (or from_x,from_y to to_x,to_y), or in a \
             direction.",
        )
        .takes(
            "x1:place y1:place x2:place y2:place duration:millis from_x:place from_y:place \
             to_x:place to_y:place duration_ms:millis=300 direction:up|down|left|right \
             platform:android|ios=android deviceId",
        )
        .gives::<Envelope>(),
]);

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
