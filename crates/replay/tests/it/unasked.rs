//! A device that cannot be asked what an act depends on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use retap_model::device::*;
use retap_model::device_methods;
use retap_model::event::RunMode;
use retap_model::geometry::Point;
use retap_model::program::{CompiledAction, Pin, Program, StepId};
use retap_replay::{Parts, RunOptions, run};
use retap_sim::SimDevice;

use crate::kit::{Memory, draft, launch, tap};

/// A simulated phone that should tell what something is about, and does not answer.
struct Silent(SimDevice);

impl Device for Silent {
    device_methods!(forward to 0: info, read_screen, screenshot, wait_for_change, perform);
    device_methods!(
        absent:
        drawn, read_whole, bring_into_view, os_version, dump_tree, type_into, apps_of, reconnect, is_network_in, is_keyboard_shown, install, process_of, field_ends_with,
        dump_storage, signals_after, wait_until_quiet, read_logs
    );

    fn can(&self, ability: Ability) -> bool {
        ability == Ability::Requests || self.0.can(ability)
    }

    fn identifiers_at(
        &mut self,
        _place: Point,
        _deadline: Deadline,
    ) -> Result<Identifiers, DeviceError> {
        Err(DeviceError::DeadlinePassed {
            device: "sim".to_owned(),
            asked: "ask what something is about".to_owned(),
        })
    }
}

#[test]
fn what_may_be_about_another_thing_is_not_touched_where_nobody_can_tell() {
    let phone = SimDevice::open("settings").unwrap();
    let (clock, log) = (phone.clock(), phone.touch_log());
    let mut device = Silent(phone);
    let mut sink = Memory::default();
    let parts = Parts::new(&mut device, Arc::new(clock), &mut sink);
    let pin = Pin {
        entities: BTreeSet::from([entity_mark("42")]),
        ..Pin::new(CompiledAction::Tap)
    };
    let program = Program {
        draft: draft(vec![launch("Settings"), tap("General")]),
        pins: BTreeMap::from([(StepId(1), pin)]),
        learned: None,
    };
    let options = RunOptions::new("r", "f.yaml", RunMode::Compiled);
    let report = run(&program, parts, &options);
    assert!(!report.verdict.is_passed());
    let touched = log.entries().into_iter().filter_map(|it| it.element);
    assert_eq!(touched.count(), 0, "nothing was touched");
}
