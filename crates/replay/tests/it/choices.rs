//! Switches are brought into a state, options are chosen, and both are read back.

use std::time::Duration;

use insta::assert_snapshot;
use retap_model::event::Event;
use retap_model::program::*;
use retap_model::verdict::Outcome;
use retap_replay::RunOptions;

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

fn language(option: &str) -> StepKind {
    StepKind::Select(Select {
        target: Target::labelled("言語と地域"),
        option: option.into(),
    })
}

#[test]
fn an_option_that_the_field_holds_already_is_not_touched() {
    let story = in_settings([language("日本語")]);
    story.assert_passed();
    assert!(story.labels().is_empty());
    assert_snapshot!(last_reason(&story), @r#""言語と地域" holds "日本語" already, so nothing was touched"#);
}

#[test]
fn an_option_that_is_not_there_fails_with_those_that_are() {
    let story = in_settings([language("Latin")]);
    story.assert_failed();
    assert_eq!(story.labels().len(), 1);
    assert_snapshot!(story.reason(), @r#"step 2: `言語と地域` has no option "Latin"; its options: `<`, `言語と地域`, `優先する言語`, `日本語`, `使用中`, `English`, `Français`, `地域`, `日本`, `暦法`, `西暦`, `温度`, `摂氏`"#);
}

#[test]
fn choosing_takes_no_longer_than_a_wait() {
    let steps = vec![launch("Settings"), language("Latin")];
    let options = RunOptions {
        timeout: Duration::from_secs(1),
        ..options()
    };
    let story = run_program("settings", &Program::live(draft(steps)), &options);
    story.assert_failed_with("has no option");
    let ended = story.events.iter().rev().find_map(|event| match event {
        Event::StepFinished(step) => Some(step.took_ms),
        _ => None,
    });
    // Finding the field and seeing that the list opens takes a part of it.
    assert!(ended.unwrap() < 3000, "{ended:?}");
}

#[test]
fn an_option_that_leaves_the_field_out_of_sight_does_not_pass() {
    let story = in_settings([language("English")]);
    assert_ne!(story.report.verdict.outcome, Outcome::Passed);
    assert_eq!(story.labels().len(), 2);
    assert_snapshot!(last_reason(&story), @r#"touched the option "English", but what `言語と地域` holds cannot be read"#);
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
