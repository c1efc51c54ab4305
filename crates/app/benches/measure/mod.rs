//! Measuring, and printing one line a figure: shared by the benches.

#![allow(dead_code, reason = "no bench uses all of it")]

use std::time::{Duration, Instant};

use retap_drivers::SystemClock;
use retap_model::device::*;
use retap_model::device_methods;
use retap_model::event::{EventSink, Record};
use retap_model::geometry::Point;
use retap_model::screen::Screen;

/// Prints a figure beside its budget and whether it is met, where there is one.
pub(crate) fn line(what: &str, figure: &str, budget: &str, is_met: Option<bool>) {
    let mark = match is_met {
        Some(true) => "ok",
        Some(false) => "MISSED",
        None => "",
    };
    println!("{what:<58} {figure:>22}   {budget:<18} {mark}");
}

/// Returns how long work takes.
pub(crate) fn timed(work: impl FnOnce()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}

/// Returns the time in the middle.
pub(crate) fn p50(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Returns how long work takes, as the middle of so many times.
pub(crate) fn p50_of(rounds: usize, mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..rounds).map(|_| timed(&mut work)).collect();
    p50(&mut times)
}

/// Returns `12.3 ms`.
pub(crate) fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

/// A sink that nothing comes out of.
pub(crate) struct Silent;

impl EventSink for Silent {
    fn event(&mut self, _record: &Record) {}
    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}
}

/// A device that keeps the real time spent in it.
pub(crate) struct TimedDevice<D> {
    pub(crate) inner: D,
    pub(crate) spent: Duration,
    /// The clock by which it takes as long as a real one would; none when it may be as fast as it can.
    pub(crate) pace: Option<Box<dyn Clock>>,
}

impl<D: Device> TimedDevice<D> {
    /// Returns the device, which nothing has been done with yet.
    pub(crate) fn new(inner: D) -> Self {
        Self {
            inner,
            spent: Duration::ZERO,
            pace: None,
        }
    }

    fn timed<T>(&mut self, call: impl FnOnce(&mut D) -> T) -> T {
        let now = |pace: &Option<Box<dyn Clock>>| pace.as_ref().map(|clock| clock.now());
        let (began, began_there) = (Instant::now(), now(&self.pace));
        let result = call(&mut self.inner);
        if let (Some(now), Some(began_there)) = (now(&self.pace), began_there) {
            let took = now.since(began_there);
            SystemClock::new().sleep(took.saturating_sub(began.elapsed()));
        }
        self.spent += began.elapsed();
        result
    }
}

impl<D: Device> Device for TimedDevice<D> {
    device_methods!(forward to inner: info, can);
    device_methods!(
        absent:
        drawn, read_whole, bring_into_view, os_version, apps_of, reconnect, is_network_in, is_keyboard_shown, install, process_of,
        dump_storage, signals_after, wait_until_quiet, read_logs, field_ends_with, identifiers_at
    );

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        self.timed(|inner| inner.read_screen(deadline))
    }

    fn dump_tree(&mut self, deadline: Deadline) -> Result<TreeDump, DeviceError> {
        self.timed(|inner| inner.dump_tree(deadline))
    }

    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError> {
        self.timed(|inner| inner.screenshot(deadline))
    }

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        self.timed(|inner| inner.perform(action, deadline))
    }

    fn type_into(
        &mut self,
        at: Point,
        typed: &Typed,
        deadline: Deadline,
    ) -> Result<Landed, DeviceError> {
        self.timed(|inner| inner.type_into(at, typed, deadline))
    }

    fn wait_for_change(&mut self, deadline: Deadline) -> Result<Change, DeviceError> {
        self.timed(|inner| inner.wait_for_change(deadline))
    }
}
