//! A target that is not where it was read any more when the touch arrives.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::*;
use retap_model::device_methods;
use retap_model::event::{Event, RunMode};
use retap_model::program::{Program, StepKind};
use retap_replay::{Parts, RunOptions, RunReport, run};
use retap_sim::SimDevice;

use crate::kit::{Memory, draft, launch, tap, visible};

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
        drawn, read_whole, bring_into_view, os_version, dump_tree, type_into, apps_of, reconnect, is_network_in, is_keyboard_shown, install, process_of, field_ends_with, identifiers_at,
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

/// A list with a question that comes up a moment after it.
const ASKING: &str = "app: Notes
root: main
screens:
  main: {title: Notes, items: [{row: Milk, id: milk, go: milk}]}
  milk: {title: Milk details, back: main, items: [{text: Two litres, id: litres}]}
popups:
  rating: {title: Do you like it?, trigger: 'on_enter:main', delay: 2000, buttons: [{label: Rate, id: rate}, {label: Not now, id: later}]}
";

/// A phone on which the first touch takes so long to arrive that something else came up and it was kept away.
struct Overtaken(SimDevice, Option<Duration>);

impl Device for Overtaken {
    device_methods!(forward to 0: info, can, read_screen, screenshot, wait_for_change);
    device_methods!(
        absent:
        drawn, read_whole, bring_into_view, os_version, dump_tree, type_into, apps_of, reconnect, is_network_in, is_keyboard_shown, install, process_of,
        dump_storage, signals_after, wait_until_quiet, read_logs, field_ends_with, identifiers_at
    );

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        if action.point().is_some()
            && let Some(late) = self.1.take()
        {
            self.0.clock().sleep(late);
            return Err(DeviceError::Missed {
                asked: action.to_string(),
                reason: "Milk is covered".to_owned(),
            });
        }
        self.0.perform(action, deadline)
    }
}

#[test]
fn what_came_up_between_the_look_and_the_touch_is_closed_and_the_target_touched_once() {
    let path = std::env::temp_dir().join(format!("retap-{}-late.app.yaml", std::process::id()));
    std::fs::write(&path, ASKING).unwrap();
    let phone = SimDevice::open(&path.display().to_string()).unwrap();
    std::fs::remove_file(&path).unwrap();
    let (clock, log) = (phone.clock(), phone.touch_log());
    let mut device = Overtaken(phone, Some(Duration::from_secs(3)));
    let mut sink = Memory::default();
    let parts = Parts::new(&mut device, Arc::new(clock), &mut sink);
    let steps = vec![launch("Notes"), tap("Milk"), visible("Two litres")];
    let program = Program::live(draft(steps));
    let report = run(
        &program,
        parts,
        &RunOptions::new("r", "f.yaml", RunMode::Live),
    );
    assert!(report.verdict.is_passed(), "{}", report.verdict.reason);
    let touched = log.entries().into_iter().filter_map(|it| it.element);
    let labels: Vec<String> = touched.map(|it| it.label).collect();
    assert_eq!(labels, ["Not now", "Milk"]);
    assert_eq!(report.tally.interruptions, 1);
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
