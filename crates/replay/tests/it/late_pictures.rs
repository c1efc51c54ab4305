//! Pictures that a device does not give in time.

use std::sync::Arc;

use retap_model::device::*;
use retap_model::device_methods;
use retap_model::event::{Event, RunMode};
use retap_model::program::Program;
use retap_replay::{Parts, Pictures, RunOptions, run};
use retap_sim::SimDevice;

use crate::kit::{Memory, draft, launch, tap};

/// A simulated phone that never has a picture in time.
struct Late {
    phone: SimDevice,
}

impl Device for Late {
    device_methods!(
        forward to phone:
        info, can, read_screen, perform, wait_for_change, reconnect
    );
    device_methods!(
        absent:
        drawn, read_whole, bring_into_view, os_version, dump_tree, type_into, apps_of, is_network_in, is_keyboard_shown, install, process_of, dump_storage, field_ends_with, identifiers_at,
        signals_after, wait_until_quiet, read_logs
    );

    fn screenshot(&mut self, _deadline: Deadline) -> Result<Png, DeviceError> {
        Err(DeviceError::DeadlinePassed {
            device: "sim:late".to_owned(),
            asked: "take a screenshot".to_owned(),
        })
    }
}

#[test]
fn a_picture_that_is_not_there_in_time_is_a_warning() {
    let phone = SimDevice::open("settings").unwrap();
    let clock = phone.clock();
    let mut device = Late { phone };
    let mut sink = Memory::default();
    let parts = Parts::new(&mut device, Arc::new(clock), &mut sink);
    let program = Program::live(draft(vec![launch("Settings"), tap("General")]));
    let mut options = RunOptions::new("run", "skill.yaml", RunMode::Live);
    options.pictures = Pictures::EveryStep;
    let report = run(&program, parts, &options);
    assert!(report.verdict.is_passed(), "{:?}", report.verdict);
    let is_told = |event: &Event| matches!(event, Event::Warned { message } if message.contains("did not answer in time"));
    assert!(sink.events.iter().any(is_told), "{:?}", sink.events);
}
