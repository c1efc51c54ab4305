//! A target that is not where it was read any more when the touch arrives.

use std::sync::Arc;

use retap_model::device::*;
use retap_model::device_methods;
use retap_model::event::{Event, RunMode};
use retap_model::program::{Program, StepKind};
use retap_replay::{Parts, RunOptions, RunReport, run};
use retap_sim::SimDevice;

use crate::kit::{Memory, draft, launch, tap};

/// A simulated phone that keeps some touches from the app, as a browser does when the page moved.
struct Shifting {
    phone: SimDevice,
    /// How many touches still miss.
    misses: u32,
}

impl Device for Shifting {
    device_methods!(forward to phone: info, can, read_screen, screenshot, wait_for_change);
    device_methods!(
        absent:
        drawn, os_version, dump_tree, type_into, field_ends_with, apps_of, reconnect, is_network_in, is_keyboard_shown, install, process_of,
        dump_storage, signals_after, wait_until_quiet, read_logs
    );

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        if action.point().is_some() && self.misses > 0 {
            self.misses -= 1;
            return Err(DeviceError::Missed {
                asked: action.to_string(),
                reason: "General has moved".to_owned(),
            });
        }
        self.phone.perform(action, deadline)
    }
}

struct Told {
    report: RunReport,
    events: Vec<Event>,
    /// What was really touched.
    labels: Vec<String>,
}

fn told(steps: Vec<StepKind>, misses: u32) -> Told {
    let phone = SimDevice::open("settings").unwrap();
    let (clock, log) = (phone.clock(), phone.touch_log());
    let mut device = Shifting { phone, misses };
    let mut sink = Memory::default();
    let parts = Parts::new(&mut device, Arc::new(clock), &mut sink);
    let program = Program::live(draft(steps));
    let report = run(
        &program,
        parts,
        &RunOptions::new("r", "f.yaml", RunMode::Live),
    );
    let touched = log.entries().into_iter().filter_map(|it| it.element);
    Told {
        report,
        events: sink.events,
        labels: touched.map(|it| it.label).collect(),
    }
}

#[test]
fn a_touch_that_missed_is_sent_again_after_another_look() {
    let told = told(vec![launch("Settings"), tap("General")], 2);
    assert!(
        told.report.verdict.is_passed(),
        "{}",
        told.report.verdict.reason
    );
    assert_eq!(told.labels, ["General"], "only the last one arrived");
    let is_act = |event: &&Event| matches!(event, Event::Acted { point: Some(_), .. });
    assert_eq!(told.events.iter().filter(is_act).count(), 1);
    let warnings = told.events.iter().filter_map(|event| match event {
        Event::Warned { message } => Some(message.as_str()),
        _ => None,
    });
    let all: Vec<&str> = warnings.collect();
    assert_eq!(all.len(), 1, "it is told once: {all:?}");
    assert!(
        all[0].ends_with("General has moved; nothing was touched; looking for it again"),
        "{all:?}"
    );
}

#[test]
fn a_target_that_is_always_missed_fails_in_time() {
    let told = told(vec![launch("Settings"), tap("General")], u32::MAX);
    assert!(told.report.verdict.is_failed());
    assert!(told.labels.is_empty());
    let reason = &told.report.verdict.reason.to_string();
    assert!(
        reason.ends_with("General has moved; nothing was touched"),
        "{reason}"
    );
}
