//! How long a replay waits on a screen at rest for what does not come.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::*;
use retap_model::device_methods;
use retap_model::event::RunMode;
use retap_model::program::{Program, StepKind, Target, WaitFor};
use retap_replay::{Parts, RunOptions, run};
use retap_sim::SimDevice;

use crate::kit::{Memory, draft, launch, tap, wait_for};

/// A simulated phone that tells of requests: none, or one that is never answered.
struct Telling {
    phone: SimDevice,
    open: Vec<Signal>,
}

impl Device for Telling {
    device_methods!(forward to phone: info, read_screen, screenshot, wait_for_change, perform);
    device_methods!(
        absent:
        drawn, read_whole, bring_into_view, os_version, dump_tree, type_into, apps_of, reconnect, is_network_in, is_keyboard_shown, install, process_of, field_ends_with,
        dump_storage, wait_until_quiet, read_logs, identifiers_at
    );

    fn can(&self, ability: Ability) -> bool {
        ability == Ability::Requests || self.phone.can(ability)
    }

    fn signals_after(&mut self, _number: u64) -> Result<Vec<Signal>, DeviceError> {
        Ok(self.open.clone())
    }
}

fn unanswered() -> Signal {
    let request = Request {
        method: "GET".to_owned(),
        host: "example.com".to_owned(),
        path: "/list".to_owned(),
        is_own_site: true,
        initiator: Initiator::Script,
        kind: "Fetch".to_owned(),
        end: RequestEnd::Pending,
        duration: Duration::ZERO,
        write: None,
    };
    Signal {
        number: 1,
        began: 1,
        is_habit: false,
        is_after_act: true,
        what: Happening::Requested(request),
    }
}

/// Returns after how many seconds a replay stops whose second step finds nothing.
fn stops_after(step: StepKind, timeout: Duration, open: Vec<Signal>) -> u64 {
    let phone = SimDevice::open("settings").unwrap();
    let clock = phone.clock();
    let mut device = Telling { phone, open };
    let mut sink = Memory::default();
    let parts = Parts::new(&mut device, Arc::new(clock), &mut sink);
    let program = Program {
        draft: draft(vec![launch("Settings"), step]),
        pins: BTreeMap::new(),
        learned: None,
    };
    let options = RunOptions {
        timeout,
        ..RunOptions::new("r", "f.yaml", RunMode::Compiled)
    };
    let report = run(&program, parts, &options);
    assert!(!report.verdict.is_passed());
    report.took.as_secs()
}

#[test]
fn a_timeout_that_somebody_gave_is_the_most_on_a_screen_at_rest() {
    for timeout in [4, 10, 15].map(Duration::from_secs) {
        let took = stops_after(tap("Garden"), timeout, Vec::new());
        assert!(took < 4, "{took} of {timeout:?}");
    }
    // Whoever gives more than is usual knows of something slow.
    let took = stops_after(tap("Garden"), Duration::from_secs(30), Vec::new());
    assert!(took >= 30, "{took}");
}

#[test]
fn what_is_waited_for_and_what_is_under_way_have_the_whole_time() {
    let given = Duration::from_secs(10);
    let took = stops_after(wait_for("Garden"), given, Vec::new());
    assert!(took >= 10, "{took}");
    let own = StepKind::WaitFor(WaitFor {
        target: Target::labelled("Garden"),
        timeout: Some(Duration::from_secs(8)),
    });
    let took = stops_after(own, given, Vec::new());
    assert!((8..10).contains(&took), "{took}");
    let took = stops_after(tap("Garden"), given, vec![unanswered()]);
    assert!(took >= 10, "{took}");
}
