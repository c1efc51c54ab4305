//! Waits and assertions: they end when their condition holds, and never guess.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::*;
use retap_model::device_methods;
use retap_model::geometry::Rect;
use retap_model::program::*;
use retap_model::screen::{Element, Screen};
use retap_model::verdict::{Outcome, Verdict};
use retap_model::verify::Property;
use retap_replay::{Parts, run};
use retap_sim::SimDevice;

use crate::assert_contains;
use crate::kit::*;

fn update() -> Vec<StepKind> {
    vec![launch("Settings"), tap("General"), tap("Software Update")]
}

#[test]
fn a_wait_ends_when_the_screen_signals_it() {
    let story = live(
        "settings",
        [update(), vec![wait_for("Automatic Updates")]].concat(),
    );
    story.assert_passed();
    assert!(
        story.report.took < Duration::from_secs(4),
        "{:?}",
        story.report.took
    );
}

#[test]
fn a_device_that_cannot_signal_is_polled() {
    let story = live(
        "settings?signals=off",
        [update(), vec![wait_for("Automatic Updates")]].concat(),
    );
    story.assert_passed();
}

#[test]
fn a_wait_that_never_holds_ends_at_its_timeout() {
    let wait = WaitFor {
        target: Target::labelled("Nowhere"),
        timeout: Some(Duration::from_secs(3)),
    };
    for address in ["settings", "settings?signals=off"] {
        let story = live(
            address,
            vec![launch("Settings"), StepKind::WaitFor(wait.clone())],
        );
        story.assert_failed_with("did not appear within 3s");
        assert!(
            story.report.took < Duration::from_secs(6),
            "{:?}",
            story.report.took
        );
    }
}

#[test]
fn absence_is_only_told_on_a_screen_at_rest() {
    let story = live(
        "settings",
        [update(), vec![not_visible("Automatic Updates")]].concat(),
    );
    story.assert_failed();
    assert!(
        story
            .reason()
            .contains("`Automatic Updates` is on the screen"),
        "{}",
        story.reason()
    );
}

#[test]
fn a_covered_target_is_not_touched() {
    let steps = vec![
        launch("Settings"),
        tap("General"),
        tap("Reset All Settings"),
        tap("About"),
    ];
    let story = live("settings", steps);
    story.assert_failed_with("`About` is covered by");
    assert_eq!(story.labels(), ["General", "Reset All Settings"]);
}

/// Every verb that only looks, for the `General` of this number.
fn looks_for(number: u32) -> Vec<StepKind> {
    let target = Target {
        index: Some(number),
        ..Target::labelled("General")
    };
    let test = |presence| Test {
        target: target.clone(),
        presence,
    };
    let wait = WaitFor {
        target: target.clone(),
        timeout: Some(Duration::from_secs(1)),
    };
    let shows = Assert {
        target: target.clone(),
        presence: Presence::Visible,
    };
    let scroll = ScrollTo {
        target: target.clone(),
        ..ScrollTo::default()
    };
    let branch = Condition {
        test: test(Presence::NotVisible),
        then: steps(vec![visible("Nowhere")]),
        otherwise: Vec::new(),
    };
    let claim = TextClaim {
        target: target.clone(),
        presence: Presence::Visible,
    };
    let check = Check {
        claims: vec![Claim::Text(claim)],
        ..Check::default()
    };
    let state = StateClaim {
        target,
        property: Property::Enabled,
        is: true,
    };
    vec![
        wait.into(),
        shows.into(),
        scroll.into(),
        branch.into(),
        check.into(),
        Check::of_state(state).into(),
    ]
}

#[test]
fn a_number_counts_for_verbs_that_only_look() {
    for kind in looks_for(1) {
        live("settings", vec![launch("Settings"), kind]).assert_passed();
    }
    for kind in looks_for(2) {
        let story = live("settings", vec![launch("Settings"), kind.clone()]);
        assert_eq!(
            story.report.verdict.outcome,
            Outcome::Failed,
            "{} {}",
            kind.title(),
            story.reason()
        );
    }
    let story = live("settings", vec![launch("Settings"), looks_for(2).remove(1)]);
    story.assert_failed_with("there are only 1 of `General` on the screen");
    let absent = |number| Assert {
        target: Target {
            index: Some(number),
            ..Target::labelled("General")
        },
        presence: Presence::NotVisible,
    };
    live("settings", vec![launch("Settings"), absent(2).into()]).assert_passed();
    live("settings", vec![launch("Settings"), absent(1).into()]).assert_failed();
}

/// A simulated phone of which somebody knows more, or that says that there is more.
struct Longer {
    phone: SimDevice,
    /// What the whole page shows besides.
    below: Option<&'static str>,
}

impl Device for Longer {
    device_methods!(forward to phone: info, can, perform, wait_for_change, screenshot);
    device_methods!(
        absent:
        drawn, os_version, dump_tree, type_into, apps_of, reconnect, is_network_in, is_keyboard_shown, install, process_of,
        dump_storage, signals_after, wait_until_quiet, read_logs, field_ends_with, identifiers_at
    );

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        let screen = self.phone.read_screen(deadline)?;
        let has_more_below = true;
        Ok(Screen {
            has_more_below,
            ..screen
        })
    }

    fn read_whole(&mut self, deadline: Deadline) -> Result<Option<Screen>, DeviceError> {
        let mut screen = self.phone.read_screen(deadline)?;
        let Some(below) = self.below else {
            return Ok(None);
        };
        screen.elements.push(Element {
            text: below.to_owned(),
            bounds: Rect::new(0.0, 5000.0, 100.0, 20.0),
            ..Element::default()
        });
        Ok(Some(screen.showing_all()))
    }

    fn bring_into_view(&mut self, _: usize, _: Deadline) -> Result<(), DeviceError> {
        panic!("no step that only looks scrolls");
    }
}

/// Returns how a step about what is not in view ends.
fn on_longer(below: Option<&'static str>, step: StepKind) -> Verdict {
    let phone = SimDevice::open("settings").unwrap();
    let clock = phone.clock();
    let mut device = Longer { phone, below };
    let mut sink = Memory::default();
    let parts = Parts::new(&mut device, Arc::new(clock), &mut sink);
    let program = Program::live(draft(vec![launch("Settings"), step]));
    run(&program, parts, &options()).verdict
}

/// Returns the two steps that say that something is absent.
fn absences(label: &str, presence: Presence) -> [StepKind; 2] {
    let target = Target::labelled(label);
    let claims = vec![Claim::Text(TextClaim {
        target: target.clone(),
        presence,
    })];
    let check = Check {
        claims,
        ..Check::default()
    };
    [Assert { target, presence }.into(), check.into()]
}

#[test]
fn what_is_out_of_view_is_there_unless_the_author_means_the_window() {
    let holds = |below, step: &StepKind| on_longer(Some(below), step.clone()).is_passed();
    for step in absences("Last row", Presence::Visible) {
        assert!(holds("Last row", &step));
        assert!(!holds("Another row", &step));
    }
    for step in absences("Last row", Presence::InView) {
        assert!(!holds("Last row", &step));
    }
}

#[test]
fn what_is_out_of_view_is_not_absent() {
    for step in absences("Deleted row", Presence::NotVisible) {
        let verdict = on_longer(Some("Deleted row"), step.clone());
        assert_contains(
            verdict.reason.to_string(),
            "`Deleted row` is on the page, out of view",
        );
        assert!(on_longer(Some("Another row"), step).is_passed());
    }
}

#[test]
fn absence_cannot_be_told_where_the_page_goes_on_and_nobody_knows_it() {
    for step in absences("Deleted row", Presence::NotVisible) {
        let verdict = on_longer(None, step);
        assert_contains(
            verdict.reason.to_string(),
            "cannot be told that `Deleted row` is absent",
        );
    }
}

#[test]
fn an_author_may_mean_the_window_alone() {
    for step in absences("Deleted row", Presence::NotInView) {
        assert!(on_longer(Some("Deleted row"), step.clone()).is_passed());
        assert!(on_longer(None, step).is_passed());
    }
}

#[test]
fn that_something_is_not_in_a_row_that_is_not_there_proves_nothing() {
    let absent = |row: &str| Assert {
        target: Target {
            row: Some(row.into()),
            ..Target::labelled("Nowhere")
        },
        presence: Presence::NotVisible,
    };
    let story = |row: &str| live("settings", vec![launch("Settings"), absent(row).into()]);
    story("General").assert_passed();
    story("Generous").assert_failed_with(
        "`Generous` is not on the screen, so that `Nowhere` is not in it proves nothing",
    );
    let claims = |row: &str| {
        let Assert { target, presence } = absent(row);
        let claims = vec![Claim::Text(TextClaim { target, presence })];
        let check = Check {
            claims,
            ..Check::default()
        };
        live("settings", vec![launch("Settings"), check.into()])
    };
    claims("General").assert_passed();
    claims("Generous").assert_failed_with("`Generous` is not on the screen itself");
}

#[test]
fn a_part_of_a_target_that_says_nothing_is_refused() {
    for target in [
        Target::by_id("".into()),
        Target {
            id: Some("".into()),
            ..Target::labelled("Nowhere")
        },
        Target {
            row: Some(" ".into()),
            ..Target::labelled("Nowhere")
        },
    ] {
        let presence = Presence::NotVisible;
        let absent = Assert { target, presence };
        let story = live("settings", vec![launch("Settings"), absent.into()]);
        story.assert_failed_with("is empty");
    }
}
