//! The served phone: its state behind a lock, and the acts that take time.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use retap_model::device::{Action, Clock, Deadline, Device, DeviceError, Moment};

use crate::device::{Reading, SimDevice};
use crate::dump::{LAUNCHER, front_dump, windows_dump};
use crate::latency::Latency;
use crate::lock;

use super::serve::Links;
use super::state::{Refusal, State};

/// The features beyond those of the oldest adb.
const FEATURES: &str = "shell_v2,cmd,fixed_push_mkdir";

/// The longest piece of a wait after which it is asked whether anyone still waits.
const SLICE: Duration = Duration::from_millis(20);

/// Where the deadline of a call lies that has none.
const PATIENCE: Duration = Duration::from_secs(3600);

/// A phone that several adb servers can use at once.
pub(super) struct AdbPhone {
    /// The time of the world, which the phone's follows.
    world: Arc<dyn Clock>,
    /// How long calls take; they are waited for here, without holding the phone.
    latency: Latency,
    state: Mutex<State>,
    links: Links,
}

/// The scope of a dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DumpScope {
    FrontWindow,
    AllWindows,
}

impl AdbPhone {
    /// Returns the phone, plugged in.
    pub(super) fn new(mut device: SimDevice, world: Arc<dyn Clock>) -> Self {
        let latency = device.set_latency(Latency::INSTANT);
        let state = State::new(device, world.now());
        Self {
            world,
            latency,
            state: Mutex::new(state),
            links: Links::default(),
        }
    }

    /// Returns how the phone greets.
    pub(super) fn banner(&self) -> String {
        let state = self.state();
        let get = |key: &str| state.properties.get(key).cloned().unwrap_or_default();
        format!(
            "device::ro.product.name={};ro.product.model={};ro.product.device={};features={FEATURES}",
            get("ro.product.name"),
            get("ro.product.model"),
            get("ro.product.device"),
        )
    }

    /// Returns the state, brought to the present.
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        let mut state = lock(&self.state);
        let now = self.world.now();
        let clock = state.device.clock();
        clock.sleep(now.since(state.brought_to));
        state.brought_to = now.max(state.brought_to);
        state.device.phone_mut().advance(clock.now());
        state.log.now = clock.timestamp();
        state.files.now = clock.timestamp().0 / 1000;
        state
    }

    /// Returns the connections.
    pub(super) const fn links(&self) -> &Links {
        &self.links
    }

    /// Returns the moment in the time of the world.
    pub(super) fn world_now(&self) -> Moment {
        self.world.now()
    }

    /// Takes the cable out for a while.
    pub(super) fn unplug(&self, time: Duration) {
        let back = Moment(self.world.now().0.saturating_add(time));
        self.links.cut(back);
    }

    /// Waits in the time of the world; ends early when nobody waits any more.
    pub(super) fn wait(&self, time: Duration, is_over: &dyn Fn() -> bool) {
        let end = Moment(self.world.now().0.saturating_add(time));
        loop {
            let left = end.since(self.world.now());
            if left.is_zero() || self.links.is_ended() || is_over() {
                return;
            }
            self.world.sleep(left.min(SLICE));
        }
    }

    /// Waits for those who ask again and again; false when nobody waits any more.
    pub(super) fn wait_for_more(&self, time: Duration, is_over: &dyn Fn() -> bool) -> bool {
        self.wait(time, is_over);
        !self.links.is_ended() && !is_over()
    }

    /// Performs an act, unless nobody waits for it any more when its time has come.
    pub(super) fn perform(
        &self,
        action: &Action,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), DeviceError> {
        self.wait(self.latency.of(action), is_over);
        if is_over() {
            return Ok(());
        }
        let mut state = self.state();
        let deadline = deadline(&state);
        // Its time has gone by already.
        let done = state.device.perform_in(Duration::ZERO, action, deadline);
        state.settle();
        drop(state);
        self.noticed(done)
    }

    /// Takes a picture.
    pub(super) fn screenshot(&self) -> Result<Vec<u8>, DeviceError> {
        self.wait(self.latency.screenshot, &|| false);
        let mut state = self.state();
        let deadline = deadline(&state);
        let taken = state.device.screenshot(deadline).map(|picture| picture.0);
        drop(state);
        self.noticed(taken)
    }

    /// Reads the tree as `uiautomator dump` would; `is_over` ends a slow reading.
    pub(super) fn dump(
        &self,
        scope: DumpScope,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Result<String, Refusal>, DeviceError> {
        let delay = self.state().device.reading_delay();
        self.wait(self.latency.read_tree.saturating_add(delay), is_over);
        let mut state = self.state();
        let deadline = deadline(&state);
        let spent = state
            .device
            .spend(Duration::ZERO, deadline, "read the screen");
        let dump = spent.map(|()| dump_now(&mut state, scope));
        drop(state);
        self.noticed(dump)
    }

    /// Cuts the connections when the phone says that it is dead.
    fn noticed<T>(&self, answer: Result<T, DeviceError>) -> Result<T, DeviceError> {
        if let Err(DeviceError::Disconnected { .. }) = &answer {
            self.links.end();
        }
        answer
    }
}

fn deadline(state: &State) -> Deadline {
    Deadline::after(state.device.clock().now(), PATIENCE)
}

fn dump_now(state: &mut State, scope: DumpScope) -> Result<String, Refusal> {
    if let Some((refusal, left)) = state.refusals.iter_mut().find(|(_, left)| **left > 0) {
        *left -= 1;
        return Err(*refusal);
    }
    if !state.is_awake || !state.device.can(retap_model::device::Ability::Tree) {
        return Err(Refusal::NullRoot);
    }
    let (screen, is_half) = match state.device.take_reading() {
        Reading::Whole(screen) => (screen, false),
        Reading::Half(screen) => (screen, true),
    };
    let package = screen.app_id.as_deref().unwrap_or(LAUNCHER);
    let app = state.device.phone().front_app();
    let title = app.map_or("Home", |front| front.app.name());
    let scale = state.scale();
    let mut text = match scope {
        DumpScope::FrontWindow => front_dump(&screen, package, scale),
        DumpScope::AllWindows => windows_dump(&screen, package, title, scale),
    };
    if is_half {
        let mut middle = text.len() / 2;
        while !text.is_char_boundary(middle) {
            middle -= 1;
        }
        text.truncate(middle);
    }
    Ok(text)
}
