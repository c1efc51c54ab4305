//! The cost of a step: every call to the device is counted, and the budget is kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use retap_drivers::web::SharedUploads;
use retap_model::device::{Action, Deadline, Device, DeviceError};
use retap_model::device_methods;
use retap_model::screen::Screen;
use retap_sim::SimDevice;
use serde_json::{Value, json};
use tokio::sync::mpsc::channel;

use crate::agent_limits::SharedLimits;
use crate::config::Config;
use crate::devices::{DeviceOpener, Opened};
use crate::environment::Environment;
use crate::mcp::registry::{Profile, find_tool};
use crate::mcp::{ActiveWork, Args, Call, Client, DeviceSession, Host, Notifier, Reply, ToolCall};
use crate::permissions::LivePolicy;
use crate::shared::Shared;

/// How often a device was asked for something that takes a round trip.
#[derive(Debug, Clone, Default)]
struct Count {
    reads: Arc<AtomicU32>,
    acts: Arc<AtomicU32>,
}

impl Count {
    /// Returns readings and acts since the last time.
    fn take(&self) -> (u32, u32) {
        let taken = |count: &AtomicU32| count.swap(0, Ordering::Relaxed);
        (taken(&self.reads), taken(&self.acts))
    }
}

/// A simulated phone that cannot signal changes, like one on a cable, and counts.
struct CountingDevice {
    inner: SimDevice,
    count: Count,
    /// Whether nothing that is sent ever comes back.
    is_hung: bool,
}

impl CountingDevice {
    fn open(address: &str) -> Self {
        Self {
            inner: SimDevice::open(address).unwrap(),
            count: Count::default(),
            is_hung: false,
        }
    }
}

impl Device for CountingDevice {
    device_methods!(forward to inner: info, can, screenshot, wait_for_change);
    device_methods!(
        absent:
        drawn, read_whole, bring_into_view, os_version, dump_tree, type_into, apps_of, reconnect, is_network_in, is_keyboard_shown, field_ends_with, identifiers_at,
        install, process_of, dump_storage, signals_after, wait_until_quiet, read_logs
    );

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        self.count.reads.fetch_add(1, Ordering::Relaxed);
        self.inner.read_screen(deadline)
    }

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        self.count.acts.fetch_add(1, Ordering::Relaxed);
        if self.is_hung {
            return Err(DeviceError::DeadlinePassed {
                device: self.info().address.clone(),
                asked: action.to_string(),
            });
        }
        self.inner.perform(action, deadline)
    }
}

fn session() -> (DeviceSession, Count) {
    let device = CountingDevice::open("settings?signals=off");
    let count = device.count.clone();
    (session_on(device), count)
}

fn session_on(device: CountingDevice) -> DeviceSession {
    DeviceSession::new(Opened {
        clock: Arc::new(device.inner.clock()),
        text_reading: None,
        touch_log: Some(device.inner.touch_log()),
        uploads: SharedUploads::default(),
        limits: SharedLimits::default(),
        device: Box::new(device),
    })
}

fn call(session: &mut DeviceSession, tool: &str, arguments: Value) -> Reply {
    let args = Args::new(arguments.as_object().cloned());
    let tool = find_tool(Profile::Full, tool).unwrap();
    on_device(tool.name, session, &args, |call| {
        tool.work.run(call).unwrap()
    })
}

/// Does work on a device as a call of a client that may do everything.
fn on_device<T>(
    tool: &'static str,
    session: &mut DeviceSession,
    args: &Args,
    work: impl FnOnce(&mut ToolCall<'_>) -> T,
) -> T {
    let environment = Environment::of_process();
    let opener = Arc::new(DeviceOpener::without_locks(&environment));
    let client = Client::new(Arc::new(Host {
        policy: LivePolicy {
            environment: environment.clone(),
            allows_all: true,
            guard: opener.guard.clone(),
            warned: Shared::default(),
        },
        environment,
        config: Config::default(),
        opener,
        active_work: ActiveWork::default(),
        notifier: Notifier::default(),
        profile: Profile::Full,
        device: None,
        real_time: false,
        secrets: Shared::default(),
    }));
    let (progress, _told) = channel(1);
    let handle = &Call::new(progress);
    let client = &client;
    work(&mut ToolCall {
        tool,
        called: tool,
        session,
        client,
        args,
        handle,
    })
}

#[test]
fn looking_reads_once_and_the_canonical_step_costs_at_most_ten() {
    let (mut session, count) = session();
    call(&mut session, "start_app", json!({ "appId": "Settings" }));
    count.take();
    call(&mut session, "screen", json!({}));
    assert_eq!(count.take(), (1, 0));
    let before = call(&mut session, "get_screen_fingerprint", json!({}));
    count.take();
    let found = call(
        &mut session,
        "wait_for_ui",
        json!({ "selector": { "text": "General" } }),
    );
    let id = found.data["element"]["elementId"].clone();
    let (waited, _) = count.take();
    let tapped = call(&mut session, "tap_element", json!({ "elementId": id }));
    assert!(!tapped.is_error, "{}", tapped.data);
    let (read, acted) = count.take();
    assert_eq!(acted, 1);
    let previous = json!({ "previousFingerprint": before.data["fingerprint"] });
    let changed = call(&mut session, "wait_for_screen_change", previous);
    let now = json!({ "fingerprint": changed.data["newFingerprint"] });
    assert!(!call(&mut session, "expect_screen", now).is_error);
    let (proven, _) = count.take();
    let all = waited + read + acted + proven;
    assert!(
        all <= 10,
        "{all} round trips: {waited} + {read} + {acted} + {proven}"
    );
}

/// M35: one reading for whatever looks, one act for a tap.
#[test]
fn looking_costs_one_reading_and_a_tap_one_act() {
    let (mut session, count) = session();
    call(&mut session, "start_app", json!({ "appId": "Settings" }));
    for tool in [
        "get_ui_tree",
        "get_screen_fingerprint",
        "get_current_screen",
        "expect_screen",
        "capture_debug_snapshot",
        "screen",
    ] {
        count.take();
        call(&mut session, tool, json!({}));
        assert_eq!(count.take(), (1, 0), "{tool}");
    }
    call(&mut session, "find_element", json!({ "query": "General" }));
    assert_eq!(count.take(), (1, 0));
    call(&mut session, "tap", json!({ "text": "General" }));
    let (read, acted) = count.take();
    assert_eq!(acted, 1);
    assert!(read <= 4, "{read} readings around one tap");
}

/// M7, M28: what cannot be meant costs the device nothing.
#[test]
fn what_says_nothing_and_what_was_never_told_ask_the_device_for_nothing() {
    let (mut session, count) = session();
    let blank = json!({ "selector": { "text": " " } });
    let waited = call(&mut session, "wait_for_ui", blank);
    assert_eq!(waited.data["metrics"]["poll_count"], 0);
    let never = call(&mut session, "tap_element", json!({ "elementId": "el_0" }));
    assert_eq!(never.data["failure_code"], "STALE_REFERENCE");
    assert_eq!(count.take(), (0, 0));
}

/// M4: what a transport that hangs is told as.
#[test]
fn an_act_that_never_comes_back_is_a_timeout() {
    let mut session = session_on(CountingDevice {
        is_hung: true,
        ..CountingDevice::open("settings?open=main")
    });
    for (tool, arguments) in [
        ("tap", json!({ "text": "General" })),
        ("tap", json!({ "x": 200, "y": 5 })),
        ("press_back", json!({})),
    ] {
        let hung = call(&mut session, tool, arguments);
        let code = (&hung.data["failure_code"], &hung.data["retryable"]);
        assert_eq!(code, (&json!("TIMEOUT"), &json!(true)), "{}", hung.data);
        assert_eq!(hung.data["success"], false);
        assert!(hung.data["action_id"].is_string() && hung.is_error);
    }
}

/// M28: at least 256 ids are remembered.
#[test]
fn many_ids_are_remembered() {
    let (mut session, _) = session();
    call(&mut session, "start_app", json!({ "appId": "Settings" }));
    let found = call(&mut session, "find_element", json!({ "query": "General" }));
    let id = found.data["element"]["elementId"].clone();
    let look = |call: &mut ToolCall<'_>| call.look().unwrap();
    let screen = on_device("screen", &mut session, &Args::default(), look);
    for number in 0..256 {
        let mut other = (*screen).clone();
        other.elements[0].id = format!("other_{number}");
        session.compat.element_ids.tell(&other, 0);
    }
    let tapped = call(&mut session, "tap_element", json!({ "elementId": id }));
    assert!(!tapped.is_error, "{}", tapped.data);
}

#[test]
fn a_device_that_cannot_signal_is_looked_at_as_often_as_the_call_says() {
    let (mut session, count) = session();
    call(&mut session, "start_app", json!({ "appId": "Settings" }));
    let mut reads = |poll: u64| {
        count.take();
        let absent = json!({
            "selector": { "text": "Refund" }, "timeout_ms": 6000, "poll_interval_ms": poll,
        });
        let waited = call(&mut session, "wait_for_ui", absent);
        let (read, acted) = count.take();
        assert_eq!(waited.data["metrics"]["poll_count"], read);
        assert_eq!(acted, 0);
        read
    };
    let (often, seldom, clamped) = (reads(100), reads(1_000), reads(60_000));
    assert!(often > 2 * seldom, "{often} and {seldom}");
    assert!(seldom > clamped, "{seldom} and {clamped}");
    // No call may look less often than every two seconds.
    assert!(clamped >= 3, "{clamped}");
}

#[test]
fn scrolling_stays_within_the_screen_and_goes_as_far_as_it_is_told() {
    let device = CountingDevice::open("settings?open=legal");
    let touches = device.inner.touch_log();
    let mut session = session_on(device);
    let height = session.connection.opened.device.info().size.height;
    for share in [0.3, 0.7, 5.0] {
        let before = touches.entries().len();
        let absent = json!({
            "selector": { "text": "Nothing" }, "maxScrolls": 1, "scrollAmount": share,
        });
        call(&mut session, "scroll_to_element", absent);
        let swipe = touches.entries()[before].action.clone();
        let ends: Vec<f64> = swipe
            .split(['(', ')', ','])
            .filter_map(|part| part.trim().parse().ok())
            .collect();
        let [_, from, _, to] = ends[..] else {
            panic!("{swipe}");
        };
        assert!(from <= height * 0.95 && to >= height * 0.05, "{swipe}");
        let gone = (from - to) / height;
        assert!(
            (gone - f64::min(share, 0.7)).abs() < 0.02,
            "{swipe}: {gone}"
        );
    }
}
