//! An engine that stays with its device: what an agent sends one step at a time.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::Action;
use retap_model::event::{Event, EventSink, Record};
use retap_model::program::{Pause, Program, StepKind};
use retap_replay::{Engine, NotSeen, Parts, StopSignal};
use retap_sim::SimDevice;

use crate::kit::*;

struct Silent;

impl EventSink for Silent {
    fn event(&mut self, _record: &Record) {}
    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}
}

fn parts<'a>(device: &'a mut SimDevice, sink: &'a mut Silent, stop: &StopSignal) -> Parts<'a> {
    let clock = Arc::new(device.clock());
    Parts {
        stop: stop.clone(),
        ..Parts::new(device, clock, sink)
    }
}

#[test]
fn the_revision_goes_on_from_one_program_to_the_next() {
    let mut device = SimDevice::open("settings").unwrap();
    let (mut engine, mut sink, stop) = (Engine::default(), Silent, StopSignal::default());
    let options = options();
    let mut revisions = Vec::new();
    for step in [
        launch("Settings"),
        tap("General"),
        visible("About"),
        tap("About"),
    ] {
        let program = Program::live(draft(vec![step]));
        let report = engine.run(&program, parts(&mut device, &mut sink, &stop), &options);
        assert!(report.verdict.is_passed(), "{}", report.verdict);
        let screen = engine.look(parts(&mut device, &mut sink, &stop), &options);
        revisions.push(screen.unwrap().revision);
    }
    assert!(revisions[0] < revisions[1], "{revisions:?}");
    assert_eq!(revisions[1], revisions[2], "looking is no change");
    assert!(revisions[2] < revisions[3], "{revisions:?}");
}

#[test]
fn a_watch_passes_over_readings_that_fail_and_says_what_it_cost() {
    let mut device = SimDevice::open("settings?fault=half_dump:2").unwrap();
    let (mut engine, mut sink, stop) = (Engine::default(), Silent, StopSignal::default());
    let mut judged = 0;
    let watched = engine.watch(
        parts(&mut device, &mut sink, &stop),
        &options(),
        Duration::from_secs(5),
        |_| {
            judged += 1;
            Some(())
        },
    );
    assert!(watched.ended.is_ok());
    assert_eq!((judged, watched.reads), (1, 3));
}

#[test]
fn an_act_that_is_no_step_is_sent_and_makes_the_last_reading_old() {
    let mut device = SimDevice::open("settings").unwrap();
    let (mut engine, mut sink, stop) = (Engine::default(), Silent, StopSignal::default());
    let options = options();
    let screen = engine.look(parts(&mut device, &mut sink, &stop), &options);
    assert_eq!(engine.last(), screen.ok());
    let sent = engine.send(
        parts(&mut device, &mut sink, &stop),
        &options,
        &Action::Home,
    );
    assert_eq!((sent, engine.last()), (Ok(()), None));
}

#[test]
fn nothing_is_looked_at_or_sent_once_somebody_asked_to_stop() {
    let mut device = SimDevice::open("settings").unwrap();
    let (mut engine, mut sink, stop) = (Engine::default(), Silent, StopSignal::default());
    let options = options();
    stop.stop();
    let looked = engine.look(parts(&mut device, &mut sink, &stop), &options);
    assert_eq!(looked.unwrap_err(), NotSeen::Stopped);
    let sent = engine.send(
        parts(&mut device, &mut sink, &stop),
        &options,
        &Action::Home,
    );
    assert_eq!(sent.unwrap_err(), NotSeen::Stopped);
    assert!(device.touch_log().entries().is_empty());
}

/// Asks to stop as soon as a step has begun.
struct StopsAtStep(StopSignal);

impl EventSink for StopsAtStep {
    fn event(&mut self, record: &Record) {
        if matches!(record.event, Event::StepStarted(_)) {
            self.0.stop();
        }
    }

    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}
}

/// A pause that is cut short on a device that shows nothing was a failed step.
#[test]
fn a_pause_that_is_cut_short_is_a_stop_and_no_failure() {
    for address in ["settings", "settings?tree=off"] {
        let mut device = SimDevice::open(address).unwrap();
        let stop = StopSignal::default();
        let mut sink = StopsAtStep(stop.clone());
        let duration = Duration::from_secs(60);
        let program = Program::live(draft(vec![StepKind::Pause(Pause { duration })]));
        let clock = Arc::new(device.clock());
        let parts = Parts {
            stop,
            ..Parts::new(&mut device, clock, &mut sink)
        };
        let report = Engine::default().run(&program, parts, &options());
        assert!(report.is_stopped, "{address}: {}", report.verdict);
        assert_eq!(report.tally.failed, 0, "{address}");
        assert!(report.took < duration, "{address}");
    }
}
