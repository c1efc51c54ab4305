//! Touches that the device keeps back because the screen changed since it was read.

use std::sync::Arc;

use retap_model::device::*;
use retap_model::event::RunMode;
use retap_model::program::Program;
use retap_model::screen::Screen;
use retap_replay::{Parts, RunOptions, RunReport, StopSignal, run};
use retap_sim::{SimDevice, Touched};

use crate::kit::{Memory, draft, launch, tap};

/// A simulated phone on which touches miss for a while.
struct Slippery {
    phone: SimDevice,
    misses: u32,
}

impl Device for Slippery {
    fn info(&self) -> &DeviceInfo {
        self.phone.info()
    }

    fn can(&self, ability: Ability) -> bool {
        self.phone.can(ability)
    }

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        self.phone.read_screen(deadline)
    }

    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError> {
        self.phone.screenshot(deadline)
    }

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        if !matches!(action, Action::Tap(_)) || self.misses == 0 {
            return self.phone.perform(action, deadline);
        }
        self.misses -= 1;
        Err(DeviceError::Missed {
            asked: action.to_string(),
            reason: "it is not stable: it moved away".to_owned(),
        })
    }

    fn wait_for_change(&mut self, deadline: Deadline) -> Result<Change, DeviceError> {
        self.phone.wait_for_change(deadline)
    }
}

/// Touches `General` on a phone on which that misses so often.
fn touched_after(misses: u32) -> (RunReport, Vec<Touched>) {
    let phone = SimDevice::open("settings").unwrap();
    let (clock, log) = (phone.clock(), phone.touch_log());
    let mut sink = Memory::default();
    let parts = Parts {
        device: &mut Slippery { phone, misses },
        clock: Arc::new(clock),
        sink: &mut sink,
        reader: None,
        advisor: None,
        devices: None,
        painter: None,
        stop: StopSignal::default(),
    };
    let program = Program::live(draft(vec![launch("Settings"), tap("General")]));
    let options = RunOptions::new("run", "skill.yaml", RunMode::Live);
    let report = run(&program, parts, &options);
    (report, log.entries())
}

#[test]
fn a_touch_that_was_kept_back_is_aimed_again_and_done_once() {
    let (report, touched) = touched_after(3);
    assert!(report.verdict.is_passed(), "{}", report.verdict);
    let taps = touched.iter().filter(|it| it.element.is_some()).count();
    assert_eq!((taps, report.tally.acts), (1, 2));
}

#[test]
fn a_target_that_is_never_reached_fails_the_step_and_says_why() {
    let (report, touched) = touched_after(u32::MAX);
    assert_eq!(
        report.verdict.reason,
        "step 2: `General` could not be touched: it is not stable: it moved away"
    );
    assert!(!report.is_device_error);
    assert!(touched.iter().all(|it| it.element.is_none()));
}
