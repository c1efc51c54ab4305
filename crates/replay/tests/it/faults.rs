//! A device that misbehaves is never mistaken for an app that does.

use retap_model::program::*;

use crate::kit::*;

fn about() -> Vec<retap_model::program::StepKind> {
    vec![
        launch("Settings"),
        tap("General"),
        tap("About"),
        visible("Model Name"),
    ]
}

#[test]
fn a_dead_connection_is_a_device_error() {
    for call in 1..12 {
        let story = live(&format!("settings?fault=dead:1@{call}"), about());
        assert!(
            story.report.is_device_error(),
            "call {call}: {}",
            story.reason()
        );
        story.assert_failed();
    }
}

#[test]
fn half_written_readings_are_read_again() {
    let story = live("settings?fault=half_dump:3", about());
    story.assert_passed();
    assert_eq!(story.labels(), ["General", "About"]);
}

#[test]
fn a_device_that_never_gives_a_reading_fails_the_step() {
    let story = live("settings?fault=half_dump:100000", about());
    story.assert_failed_with("the screen could not be read");
    assert!(story.labels().is_empty());
}

#[test]
fn stale_frames_are_waited_out_and_nothing_is_touched_twice() {
    for count in 1..6 {
        let story = live(&format!("settings?fault=stale_frame:{count}"), about());
        story.assert_passed();
        assert_eq!(story.labels(), ["General", "About"]);
    }
}

#[test]
fn a_lost_touch_fails_and_is_not_repeated() {
    let story = live("settings?fault=lost_tap:1", about());
    story.assert_failed_with("nothing changed");
}

#[test]
fn an_old_reading_of_another_app_decides_nothing() {
    for first in 1..8 {
        let allow = StepKind::Condition(Condition {
            test: Test {
                target: Target::labelled("Don't Allow"),
                presence: Presence::Visible,
            },
            then: steps(vec![tap("Don't Allow")]),
            otherwise: Vec::new(),
        });
        let address = format!("mail?fault=stale_frame:10@{first}");
        let story = live(&address, vec![launch("Mail"), allow, not_visible("Unread")]);
        assert!(
            !story.report.verdict.is_passed(),
            "{address}: {}",
            story.reason()
        );
    }
}
