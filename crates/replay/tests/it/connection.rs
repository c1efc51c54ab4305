//! A device that is lost in the middle of a run.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::*;
use retap_model::device_methods;
use retap_model::event::{Event, RunMode};
use retap_model::program::{Program, StepKind};
use retap_model::screen::Screen;
use retap_replay::{Parts, RunOptions, RunReport, run};
use retap_sim::{SimDevice, Touched};

use crate::kit::{Memory, draft, launch, tap};

/// A simulated phone whose cable is pulled at some of its calls.
struct Cable {
    phone: SimDevice,
    /// How many calls it still answers.
    left: u32,
    /// Whether the act during which it is pulled still arrives.
    arrives: bool,
    /// Whether it is plugged in again.
    comes_back: bool,
    is_out: bool,
}

impl Cable {
    fn call(&mut self) -> Result<(), DeviceError> {
        let was_there = self.left > 0 && !self.is_out;
        self.left = self.left.saturating_sub(1);
        if was_there {
            return Ok(());
        }
        self.is_out = true;
        Err(DeviceError::Disconnected {
            device: "sim:cable".to_owned(),
            reason: "the cable is out".to_owned(),
        })
    }
}

impl Device for Cable {
    device_methods!(forward to phone: info, can);
    device_methods!(
        absent:
        drawn, read_whole, bring_into_view, os_version, dump_tree, type_into, apps_of, is_network_in, is_keyboard_shown, install, process_of, dump_storage, field_ends_with, identifiers_at,
        signals_after, wait_until_quiet, read_logs
    );

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        self.call()?;
        self.phone.read_screen(deadline)
    }

    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError> {
        self.call()?;
        self.phone.screenshot(deadline)
    }

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        let called = self.call();
        if called.is_ok() || self.arrives {
            self.phone.perform(action, deadline)?;
        }
        called
    }

    fn wait_for_change(&mut self, deadline: Deadline) -> Result<Change, DeviceError> {
        self.call()?;
        self.phone.wait_for_change(deadline)
    }

    fn reconnect(&mut self, _deadline: Deadline) -> Result<(), DeviceError> {
        self.phone.clock().sleep(Duration::from_secs(2));
        if !self.comes_back {
            return self.call();
        }
        self.is_out = false;
        self.left = 1000;
        Ok(())
    }
}

struct Told {
    report: RunReport,
    warnings: Vec<String>,
    touched: Vec<Touched>,
}

/// Runs the steps on a phone whose cable is pulled at its call number `at`.
fn told(steps: Vec<StepKind>, at: u32, arrives: bool, comes_back: bool) -> Told {
    let phone = SimDevice::open("settings").unwrap();
    let (clock, log) = (phone.clock(), phone.touch_log());
    let mut device = Cable {
        phone,
        left: at,
        arrives,
        comes_back,
        is_out: false,
    };
    let mut sink = Memory::default();
    let parts = Parts::new(&mut device, Arc::new(clock), &mut sink);
    let program = Program::live(draft(steps));
    let options = RunOptions::new("run", "skill.yaml", RunMode::Live);
    let report = run(&program, parts, &options);
    let warnings = sink.events.into_iter().filter_map(|event| match event {
        Event::Warned { message } => Some(message),
        _ => None,
    });
    Told {
        report,
        warnings: warnings.collect(),
        touched: log.entries(),
    }
}

fn steps() -> Vec<StepKind> {
    vec![launch("Settings"), tap("General")]
}

#[test]
fn a_device_that_comes_back_lets_the_run_go_on_and_this_is_told() {
    for at in 0..30 {
        let told = told(steps(), at, true, true);
        let verdict = &told.report.verdict;
        assert!(verdict.is_passed(), "lost at call {at}: {verdict:?}");
        let taps = told.touched.iter().filter(|it| it.element.is_some());
        assert_eq!(taps.count(), 1, "lost at call {at}");
        let is_told = told.warnings.iter().any(|it| it.contains("there again"));
        assert!(is_told || told.warnings.is_empty(), "{:?}", told.warnings);
    }
}

#[test]
fn an_act_that_never_arrived_is_not_sent_again_and_does_not_pass() {
    let lost = (0..30).map(|at| told(steps(), at, false, true));
    let failed: Vec<Told> = lost.filter(|it| it.report.verdict.is_failed()).collect();
    assert!(!failed.is_empty(), "no call of these was an act");
    for told in failed {
        assert!(!told.report.is_device_error(), "{:?}", told.report.verdict);
    }
}

#[test]
fn a_device_that_stays_away_ends_the_run_as_the_devices_fault() {
    for at in [0, 3, 6] {
        let told = told(steps(), at, true, false);
        assert!(told.report.is_device_error(), "{:?}", told.report.verdict);
    }
}
