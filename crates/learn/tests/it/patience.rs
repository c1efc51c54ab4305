//! How long a replay waits: while something can still come, and no longer.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::RequestEnd;
use retap_model::screen::{Element, Role};

use crate::scripted::*;

/// What a replay waits for on a screen at rest, with a reading or two.
const STOP: Duration = Duration::from_secs(3);

/// A page on which `Go` comes after this time.
fn late(after: Duration) -> Show {
    show(move |time, acts| match taps(acts) {
        0 if time < after => page(vec![heading("Start"), button("Back", 200.0)]),
        0 => page(vec![
            heading("Start"),
            button("Back", 200.0),
            button("Go", 300.0),
        ]),
        _ => page(vec![heading("Done")]),
    })
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

#[test]
fn a_target_that_is_gone_from_a_screen_at_rest_is_not_waited_for() {
    let skill = skill("  - tap: Go\n");
    let compiled = skill.compile(&late(Duration::ZERO));
    let told = skill.replay(&compiled, &late(Duration::MAX));
    told.must_fail();
    assert!(told.took < STOP, "{:?}", told.took);
    let told = skill.live(&late(Duration::MAX));
    assert!(
        told.took > seconds(14),
        "nothing is known in a live run: {:?}",
        told.took
    );
}

#[test]
fn what_comes_late_is_waited_for() {
    let skill = skill("  - tap: Go\n");
    let compiled = skill.compile(&late(Duration::ZERO));
    skill.replay(&compiled, &late(seconds(2))).must_pass();
    // As long again, and again, as the lesson waited.
    let compiled = skill.compile(&late(seconds(4)));
    skill.replay(&compiled, &late(seconds(10))).must_pass();
}

/// A page on which a touch of `Go` brings `Done` after this time.
fn slow(after: Duration) -> Show {
    let touched = Arc::new(std::sync::Mutex::new(None));
    show(move |time, acts| {
        let mut touched = touched.lock().unwrap();
        if taps(acts) == 0 {
            *touched = None;
            return page(vec![heading("Start"), button("Go", 300.0)]);
        }
        let since = *touched.get_or_insert(time);
        match time.saturating_sub(since) < after {
            true => page(vec![heading("Start"), button("Go", 300.0)]),
            false => page(vec![heading("Done"), button("Home", 300.0)]),
        }
    })
}

#[test]
fn what_an_act_does_not_bring_to_a_screen_at_rest_is_not_waited_for() {
    let skill = skill("  - tap: Go\n");
    let compiled = skill.compile(&slow(Duration::ZERO));
    let told = skill.replay(&compiled, &slow(Duration::MAX));
    told.must_fail();
    assert!(told.took < STOP, "{:?}", told.took);
    skill.replay(&compiled, &slow(seconds(2))).must_pass();
    // As long again, and again, as it took in the lesson.
    let compiled = skill.compile(&slow(seconds(4)));
    skill.replay(&compiled, &slow(seconds(8))).must_pass();
}

#[test]
fn while_a_request_is_open_something_may_come() {
    let skill = skill("  - tap: Go\n");
    let compiled = skill.compile(&late(Duration::ZERO));
    let mut device = Fake::new(late(seconds(7)));
    device.asks = Some(Arc::new(|time| match time < seconds(6) {
        true => Some(RequestEnd::Pending),
        false => None,
    }));
    skill.replay_on(&compiled, device).must_pass();
}

#[test]
fn a_switch_that_is_as_wanted_is_not_switched_back() {
    let urgent = |is_on: bool| Element {
        state: retap_model::screen::State {
            enabled: true,
            checked: Some(is_on),
            ..Default::default()
        },
        ..el(Role::Switch, "Urgent", 300.0, 200.0, 80.0, 40.0)
    };
    let of = |was_on: bool| {
        show(move |_, acts| {
            let is_on = was_on ^ (taps(acts) % 2 == 1);
            page(vec![heading("Ticket"), urgent(is_on)])
        })
    };
    let skill = skill("  - tap: Urgent\n");
    let compiled = skill.compile(&of(false));
    skill.replay(&compiled, &of(false)).must_pass();
    let told = skill.replay(&compiled, &of(true));
    told.must_touch_nothing(&of(true));
    assert!(
        told.reason().contains("not in the state"),
        "{}",
        told.reason()
    );
}
