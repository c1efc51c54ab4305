//! Waits and assertions: they end when their condition holds, and never guess.

use std::time::Duration;

use retap_model::program::*;

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
