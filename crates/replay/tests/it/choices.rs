//! Switches are brought into a state, and read back.

use insta::assert_snapshot;
use retap_model::event::Event;
use retap_model::program::*;

use crate::kit::*;

fn set(label: &str, is: bool) -> StepKind {
    StepKind::SetChecked(SetChecked {
        target: Target::labelled(label),
        is,
    })
}

fn in_settings(steps: impl IntoIterator<Item = StepKind>) -> Story {
    let steps = [launch("Settings")].into_iter().chain(steps);
    live("settings", steps.collect())
}

/// Returns why the last step ended as it did.
fn last_reason(story: &Story) -> String {
    let reason = |event: &Event| match event {
        Event::StepFinished(step) => Some(step.reason.clone()),
        _ => None,
    };
    story.events.iter().rev().find_map(reason).unwrap()
}

#[test]
fn a_switch_is_turned_on_and_off_again() {
    let story = in_settings([set("Focus", true), set("Focus", false)]);
    story.assert_passed();
    assert_eq!(story.labels().len(), 2, "{:?}", story.labels());
}

#[test]
fn a_switch_that_is_in_the_state_already_is_not_touched() {
    let story = in_settings([set("Focus", false)]);
    story.assert_passed();
    assert!(story.labels().is_empty());
    assert_snapshot!(last_reason(&story), @r#""Focus" is not checked already, so nothing was touched"#);
}

#[test]
fn what_does_not_tell_its_state_is_not_touched() {
    let story = in_settings([set("General", true)]);
    story.assert_failed();
    assert!(story.labels().is_empty());
    let reason = story.reason();
    assert_snapshot!(reason.split(';').next().unwrap(), @r#"step 2: expected that "General" is checked, but nothing says whether it is, so nothing was touched"#);
}

#[test]
fn a_switch_that_does_not_follow_the_touch_fails() {
    let steps = vec![launch("Settings"), set("Focus", true)];
    let story = live("settings?fault=lost_tap:1", steps);
    story.assert_failed();
    let reason = story.reason();
    assert!(
        reason.contains("expected that \"Focus\" is checked"),
        "{reason}"
    );
}
