//! Compiled programs: what pins allow, and what they never excuse.

use std::collections::BTreeMap;
use std::time::Duration;

use retap_model::event::RunMode;
use retap_model::geometry::Point;
use retap_model::program::*;
use retap_model::verdict::Outcome;
use retap_model::verify::Expectation;
use retap_replay::RunOptions;

use crate::kit::*;

fn compiled(kinds: Vec<StepKind>, pins: Vec<Option<Pin>>) -> Program {
    let draft = draft(kinds);
    let pins: BTreeMap<StepId, Pin> = pins
        .into_iter()
        .enumerate()
        .filter_map(|(index, pin)| pin.map(|pin| (StepId(index), pin)))
        .collect();
    Program {
        draft,
        pins,
        learned: None,
    }
}

fn replay_options() -> RunOptions {
    RunOptions {
        mode: RunMode::Compiled,
        ..options()
    }
}

fn expecting(expect: Vec<Expectation>) -> Option<Pin> {
    Some(Pin {
        expect,
        ..Pin::new(CompiledAction::Tap)
    })
}

#[test]
fn a_wait_in_a_replay_is_a_check_and_not_a_sleep() {
    let pin = Pin {
        observed_delay: Some(Duration::from_secs(60)),
        ..Pin::new(CompiledAction::Sleep)
    };
    let program = compiled(
        vec![launch("Settings"), wait_for("General")],
        vec![None, Some(pin.clone())],
    );
    let story = run_program("settings", &program, &replay_options());
    story.assert_passed();
    assert!(
        story.report.took < Duration::from_secs(2),
        "{:?}",
        story.report.took
    );
    let absent = compiled(
        vec![launch("Settings"), wait_for("Garden")],
        vec![None, Some(pin)],
    );
    run_program("settings", &absent, &replay_options()).assert_failed();
}

#[test]
fn a_replay_fails_when_what_was_learned_does_not_happen() {
    let pins = vec![
        None,
        expecting(vec![Expectation::Shows("Astronomy".to_owned())]),
    ];
    let program = compiled(vec![launch("Settings"), tap("General")], pins);
    let story = run_program("settings", &program, &replay_options());
    story.assert_failed_with("expected that `Astronomy` shows");
}

#[test]
fn what_was_just_verified_is_not_read_again() {
    let kinds = || {
        vec![
            launch("Settings"),
            wait_for("General"),
            visible("Wi-Fi"),
            tap("General"),
            wait_for("About"),
        ]
    };
    let program = compiled(kinds(), Vec::new());
    let replayed = run_program("settings", &program, &replay_options());
    let live = live("settings", kinds());
    replayed.assert_passed();
    assert_eq!(
        replayed.report.tally.reads, 2,
        "after the launch, after the tap"
    );
    assert!(replayed.report.tally.reads < live.report.tally.reads);
    assert!(replayed.report.took < live.report.took);
}

#[test]
fn without_elements_a_replay_does_as_recorded_and_judges_nothing() {
    let mut pin = Pin::new(CompiledAction::Tap);
    pin.place = Some(PinnedPlace {
        point: Point::new(71.0, 577.0),
        confidence: None,
        strategy: None,
    });
    let program = compiled(
        vec![launch("Settings"), tap("General")],
        vec![None, Some(pin)],
    );
    let story = run_program("settings?tree=off", &program, &replay_options());
    assert_eq!(story.report.verdict.outcome, Outcome::NotJudged);
    assert_eq!(
        (story.report.tally.reads, story.report.tally.text_reads),
        (0, 0)
    );
    assert_eq!(story.touched.len(), 2);
}

#[test]
fn a_place_recorded_without_confidence_in_it_is_not_touched_blindly() {
    let mut pin = Pin::new(CompiledAction::Tap);
    pin.place = Some(PinnedPlace {
        point: Point::new(71.0, 577.0),
        confidence: Some(0.4),
        strategy: None,
    });
    let program = compiled(
        vec![launch("Settings"), tap("General")],
        vec![None, Some(pin)],
    );
    let story = run_program("settings?tree=off", &program, &replay_options());
    story.assert_failed();
    assert_eq!(story.touched.len(), 1, "only the launch");
}
