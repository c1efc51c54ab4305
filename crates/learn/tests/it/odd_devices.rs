//! Devices that are slow, blind, restless or broken.
//!
//! Each test is named after the mistake it rules out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use retap_model::device::*;
use retap_model::event::{Event, RunMode};
use retap_model::geometry::{Point, Rect, Size};
use retap_model::program::*;
use retap_model::screen::{Element, Role, Screen};
use retap_model::select::{Search, locate};
use retap_model::verdict::Outcome;

use crate::scripted::*;

#[test]
fn swipe_on_a_screen_without_extent() {
    let ended = catch_unwind(AssertUnwindSafe(|| {
        let mut device = Fake::new(show(|_, _| Screen {
            size: Size::new(0.0, 0.0),
            ..page(vec![heading("Start")])
        }));
        device.info.size = Size::new(0.0, 0.0);
        skill("  - swipe: up\n").live_on(device).outcome()
    }));
    assert!(ended.is_ok(), "the engine panicked");
}

#[test]
fn nan_bounds_are_touched_in_the_middle_of_the_screen() {
    let mut broken = button("Delete", f64::NAN);
    broken.bounds = Rect::new(f64::NAN, f64::NAN, 10.0, 10.0);
    let now = page(vec![button("Pay", 430.0), broken]);
    let found = locate(&now, &Target::labelled("Delete"), None);
    assert!(!matches!(found, Search::Found(_)), "{found:?}");
}

/// Blind replay types into what has the focus, and types `{name}` as braces.
#[test]
fn blind_replay_forgets_the_field_and_the_recall() {
    let of = show(|_, acts| {
        page(vec![
            text("Code", 150.0),
            field("Name", &typed_text(acts), 200.0, taps(acts) > 0),
        ])
    });
    let skill = skill("  - type: { text: Ada, into: Name }\n");
    let compiled = skill.compile(&of);
    let mut blind = Fake::new(of.clone());
    blind.cannot.push(Ability::Tree);
    let told = skill.replay_on(&compiled, blind);
    assert!(
        matches!(told.acts.first(), Some(Action::Tap(_)) | None),
        "acts: {:?}, {}",
        told.acts,
        told.reason()
    );
}

#[test]
fn blind_replay_types_the_braces() {
    let step = |kind| Step {
        id: StepId(0),
        place: Place::default(),
        notes: vec![],
        kind,
        sentence: None,
    };
    let draft = Draft::new(
        Header {
            name: "B".to_owned(),
            ..Header::default()
        },
        vec![
            step(StepKind::Remember(Remember {
                text: "it".into(),
                name: Some("code".to_owned()),
                from: None,
            })),
            step(StepKind::Type(TypeText {
                text: "{code}".into(),
                into: None,
            })),
        ],
    );
    let mut blind = Fake::new(show(|_, _| page(vec![])));
    blind.cannot.push(Ability::Tree);
    let told = run_with(&Program::live(draft), RunMode::Compiled, blind);
    assert_ne!(typed_text(&told.acts), "{code}", "{}", told.reason());
}

#[test]
fn pictures_of_one_label_overwrite_each_other() {
    let mut device = Fake::new(show(|_, _| page(vec![heading("Start")])));
    device
        .cannot
        .retain(|ability| *ability != Ability::Screenshot);
    let told = skill("  - screenshot: Cart\n  - screenshot: Cart\n").live_on(device);
    let files: Vec<&String> = told
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Pictured(picture) => Some(&picture.file),
            _ => None,
        })
        .collect();
    assert_ne!(files[0], files[1]);
}

#[test]
fn a_tap_on_a_moving_list() {
    // Rows slide down as a banner comes in, after the reading and before the touch.
    let of = show(|time, acts| {
        if taps(acts) > 0 {
            return page(vec![heading("Deleted")]);
        }
        let down = (time.as_millis() as f64 / 5.0).min(60.0);
        page(vec![
            heading("List"),
            el(Role::Button, "Remove all", 20.0, 140.0 + down, 370.0, 50.0),
            el(Role::Button, "Rename", 20.0, 200.0 + down, 370.0, 50.0),
        ])
    });
    let told = skill("  - tap: Rename\n").live(&of);
    let Some(Action::Tap(at)) = told.acts.first() else {
        panic!("{}", told.reason())
    };
    let screen = of(Duration::from_secs(5), &[]);
    let hit = screen
        .element_at(Point::new(at.x, at.y))
        .map(|index| screen.elements[index].text.clone());
    assert_eq!(hit.as_deref(), Some("Rename"), "{:?}", told.outcome());
}

/// Every swipe waits the whole timeout for a screen that ticks.
#[test]
fn slow_scroll_to_on_a_ticking_screen() {
    let of = show(|time, acts| {
        let row = acts.len() * 3;
        let mut elements: Vec<Element> = (0..6)
            .map(|n| text(&format!("Row {}", row + n), 200.0 + 60.0 * n as f64))
            .collect();
        if row >= 24 {
            elements.push(text("Imprint", 600.0));
        }
        elements.push(text(&format!("{} ms", time.as_millis()), 700.0));
        page(elements)
    });
    let told = skill("  - scroll_to: Imprint\n").live(&of);
    assert!(
        told.took < Duration::from_secs(30),
        "took {:?}: {}",
        told.took,
        told.reason()
    );
}

/// `scroll_to: Legal` stops at `Illegal content`, and a part of the words is enough, too.
#[test]
fn scroll_to_stops_at_letters_and_parts() {
    let mut wrong = Vec::new();
    for (wanted, there) in [("Legal", "Illegal content"), ("Delete account", "Account")] {
        let of = show(move |_, _| page(vec![text(there, 300.0)]));
        let told = skill(&format!("  - scroll_to: {wanted}\n")).live(&of);
        if told.outcome() == Outcome::Passed {
            wrong.push((wanted, there));
        }
    }
    assert!(wrong.is_empty(), "found: {wrong:?}");
}

/// Half of the learned texts is enough, and a title that success and failure share is half.
#[test]
fn half_of_the_texts_is_the_title() {
    let of = |result: &'static str| {
        show(move |_, acts| match taps(acts) {
            0 => page(vec![heading("Cart"), button("Go on", 300.0)]),
            _ => page(vec![heading("Payment"), text(result, 300.0)]),
        })
    };
    let skill = skill("  - tap: Go on\n");
    let told = skill.replay(
        &skill.compile(&of("Thank you for your order")),
        &of("Your card was declined"),
    );
    assert_ne!(told.outcome(), Outcome::Passed, "{:?}", told.all());
}

/// A phone whose dumps do not tell a hint from what a field holds: what shows before typing may be
/// either, so the text alone counts as well.
#[test]
fn a_hint_is_taken_for_what_the_field_held() {
    let of = show(|_, acts| {
        let typed = typed_text(acts);
        let shown = match typed.is_empty() {
            true => "Search here",
            false => &typed,
        };
        let mut field = field("", shown, 200.0, true);
        field.state.value = None;
        page(vec![heading("Start"), field])
    });
    let told = skill("  - type: Ada\n").live_on(Fake::new(of));
    told.must_pass();
    let replaced = show(|_, acts| {
        let mut field = field("", &typed_text(acts), 200.0, true);
        field.state.value = Some("Bob".to_owned());
        field.text = "Bob".to_owned();
        page(vec![heading("Start"), field])
    });
    skill("  - type: Ada\n")
        .live_on(Fake::new(replaced))
        .must_fail();
}

#[test]
fn a_screen_that_turns_between_the_reading_and_the_touch_is_told() {
    let of = show(|_, acts| {
        let mut now = page(vec![button("Pay", 430.0), text("Total", 200.0)]);
        if taps(acts) > 0 {
            now.elements.push(heading("Paid"));
            now.size = Size::new(now.size.height, now.size.width);
        }
        now
    });
    let told = skill("  - tap: Pay\n").live_on(Fake::new(of));
    let is_told = told.events.iter().any(
        |event| matches!(event, Event::Warned { message } if message.contains("the screen turned")),
    );
    assert!(is_told, "{:?}", told.events);
}
