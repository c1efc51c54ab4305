//! Nothing but the element that is meant is ever touched.
//!
//! Each test is named after the mistake it rules out.

use std::time::Duration;

use retap_model::device::*;
use retap_model::event::RunMode;
use retap_model::program::*;
use retap_model::screen::{Element, Role, ScreenSource, sha256_hex};
use retap_model::select::{Evidence, Search, locate};
use retap_model::verdict::Outcome;

use crate::scripted::*;

/// A button's id now says `Cancel`; the recorded text `Continue` stands elsewhere. Two strong
/// signs point to different elements: score.rs promises a stop.
#[test]
fn id_beats_the_recorded_text_elsewhere() {
    let form = |primary: &str| {
        vec![
            with_id(el(Role::Container, "", 0.0, 80.0, 410.0, 600.0), "form"),
            inside(text("Address", 350.0), 0),
            inside(with_id(button(primary, 400.0), "primary_button"), 0),
            inside(text("Your data is safe", 470.0), 0),
        ]
    };
    let then = show_before_and_after(form("Continue"), vec![heading("Review")]);
    let now = show(move |_, acts| match taps(acts) {
        0 => page(
            form("Cancel")
                .into_iter()
                .chain([
                    with_id(el(Role::Container, "", 0.0, 800.0, 410.0, 90.0), "footer"),
                    inside(
                        with_id(
                            el(Role::Button, "Continue", 20.0, 820.0, 120.0, 50.0),
                            "footer_next",
                        ),
                        4,
                    ),
                ])
                .collect(),
        ),
        _ => page(vec![heading("Review")]),
    });
    let skill = skill("  - tap: Continue\n");
    let told = skill.replay(&skill.compile(&then), &now);
    let touched = tapped(&told.acts, &now);
    assert!(
        !touched.contains(&"Cancel".to_owned()),
        "touched {touched:?}, {:?}: {}",
        told.outcome(),
        told.reason()
    );
}

fn platform_button(text: &str, y: f64, id: &str) -> Element {
    Element {
        has_platform_id: true,
        ..with_id(button(text, y), id)
    }
}

/// `android:id/button1` is the first button of every Android dialog.
#[test]
fn generic_id_in_another_dialog() {
    let dialog = |title: &str, yes: &str, no: &str| {
        let mut title = el(Role::Dialog, title, 40.0, 300.0, 330.0, 60.0);
        title.is_clickable = false;
        page(vec![
            title,
            platform_button(no, 400.0, "android:id/button2"),
            platform_button(yes, 460.0, "android:id/button1"),
        ])
    };
    let then = show(move |_, acts| match taps(acts) {
        0 => dialog("Turn on location?", "OK", "No thanks"),
        _ => page(vec![heading("Map")]),
    });
    let now = show(move |_, acts| match taps(acts) {
        0 => dialog("Share contacts with advertisers?", "Share", "Never"),
        _ => page(vec![heading("Map")]),
    });
    let skill = skill("  - tap: OK\n");
    let told = skill.replay(&skill.compile(&then), &now);
    told.must_touch_nothing(&now);
}

/// A rival just below the threshold is dropped before the margin is looked at.
#[test]
fn rival_below_the_threshold_is_forgotten() {
    let recorded = page(vec![with_id(button("Share", 300.0), "action_1")]);
    let evidence = Evidence::of(&recorded, 0);
    let mut holder = el(Role::Container, "", 0.0, 500.0, 410.0, 200.0);
    holder.id = "bar".to_owned();
    let now = page(vec![
        with_id(button("Call", 300.0), "action_1"),
        holder,
        inside(with_id(button("SHARE", 520.0), "action_2"), 1),
    ]);
    let found = locate(&now, &Target::labelled("Share"), Some(&evidence));
    assert!(
        !matches!(&found, Search::Found(found) if found.index == 0),
        "{found:?}"
    );
}

/// `tap: Save` with only `Don't Save` in view.
#[test]
fn the_negation_of_the_words() {
    for (wanted, there) in [
        ("Save", "Don't Save"),
        ("Allow", "Don't Allow"),
        ("Accept", "Do not accept"),
        ("保存", "保存しない"),
    ] {
        let of = show(move |_, acts| match taps(acts) {
            0 => page(vec![
                heading("Close the document?"),
                button(there, 400.0),
                button("Back to editing", 460.0),
            ]),
            _ => page(vec![heading("Documents")]),
        });
        let told = skill(&format!("  - tap: {wanted}\n")).live(&of);
        told.must_touch_nothing(&of);
    }
}

/// A row half under a bottom bar: the middle of its visible part belongs to the bar.
#[test]
fn what_lies_in_front_of_the_touch_point() {
    let of = show(|_, acts| match taps(acts) {
        0 => page(vec![
            heading("Files"),
            button("Report.pdf", 845.0),
            el(Role::Tab, "Trash", 0.0, 850.0, 410.0, 48.0),
        ]),
        _ => page(vec![heading("Trash")]),
    });
    let told = skill("  - tap: Report.pdf\n").live(&of);
    let touched = tapped(&told.acts, &of);
    assert!(
        touched.is_empty() || touched == ["Report.pdf"],
        "touched {touched:?}, {:?}: {}",
        told.outcome(),
        told.reason()
    );
}

/// The author's `id:` and `role:` are forgotten once there is evidence.
#[test]
fn the_authors_id_and_role_are_ignored_in_replay() {
    let recorded = page(vec![with_id(button("Pay", 300.0), "pay_now")]);
    let evidence = Evidence::of(&recorded, 0);
    let now = page(vec![with_id(button("Pay", 300.0), "pay_in_instalments")]);
    let target = Target {
        id: Some("pay_now".into()),
        ..Target::labelled("Pay")
    };
    assert!(
        matches!(locate(&now, &target, None), Search::Missing(_)),
        "live stops"
    );
    let replayed = locate(&now, &target, Some(&evidence));
    assert!(!matches!(replayed, Search::Found(_)), "{replayed:?}");
}

/// A PIN pad: the taps of another PIN are replayed, and the PIN is in the compiled file.
#[test]
fn secret_labels_are_pinned() {
    let pad = show(|_, acts| {
        let mut keys: Vec<Element> = (0..10)
            .map(|digit| {
                let (row, column) = (f64::from(digit / 3), f64::from(digit % 3));
                el(
                    Role::Button,
                    &format!("Key {digit}"),
                    20.0 + 120.0 * column,
                    300.0 + 80.0 * row,
                    100.0,
                    60.0,
                )
            })
            .collect();
        keys.push(heading(
            ["Enter PIN", "One digit", "Two digits"][taps(acts).min(2)],
        ));
        page(keys)
    });
    let steps = "  - tap: \"Key ${PIN_1}\"\n  - tap: \"Key ${PIN_2}\"\n";
    let first = skill_with(steps, &[("PIN_1", "1"), ("PIN_2", "2")]);
    let compiled = first.compile(&pad);
    let other = skill_with(steps, &[("PIN_1", "8"), ("PIN_2", "9")]);
    let sha = sha256_hex(&other.source);
    let program = Program::join(other.draft.clone(), &compiled, &sha, SIZE).unwrap();
    let told = run_with(&program, RunMode::Compiled, Fake::new(pad.clone()));
    assert_eq!(
        tapped(&told.acts, &pad),
        ["Key 8", "Key 9"],
        "{}",
        told.reason()
    );
    assert!(
        !told.all().contains("Key 8") && !told.all().contains("point: Some"),
        "{}",
        told.all()
    );
    let pins = compiled.steps.iter().filter_map(|step| step.pin.as_ref());
    assert!(
        pins.into_iter()
            .all(|pin| pin.place.is_none() && pin.evidence.is_none())
    );
}

/// Reading order goes by exact y: half a unit turns the first of a line into the second.
#[test]
fn index_follows_half_a_unit_of_y() {
    let now = page(vec![
        el(Role::Button, "Add", 20.0, 300.5, 150.0, 50.0),
        el(Role::Button, "Add", 220.0, 300.0, 150.0, 50.0),
    ]);
    let target = Target {
        index: Some(1),
        ..Target::labelled("Add")
    };
    let Search::Found(found) = locate(&now, &target, None) else {
        panic!()
    };
    assert_eq!(found.index, 0, "number 1 is the left one");
}

/// What was typed into a search field is taken for the search's result.
#[test]
fn the_search_field_is_taken_for_the_result() {
    let of = show(|_, acts| search_page(acts, "Town Hall"));
    let told = skill("  - type: Town\n  - tap: Town\n").live(&of);
    let touched = tapped(&told.acts, &of);
    assert!(
        told.outcome() == Outcome::Failed || touched == ["Town Hall"],
        "touched {touched:?}, {:?}: {}",
        told.outcome(),
        told.reason()
    );
}

/// `type: {into}` types into whatever has the focus.
#[test]
fn wrong_field_typing_does_not_check_which_field_has_the_focus() {
    let of = show(|time, acts| {
        let typed = typed_text(acts);
        // `Name` does not take the focus; meanwhile an advertisement changes.
        let ad = if time.as_millis() / 300 % 2 == 0 {
            "Ad: shoes"
        } else {
            "Ad: hats"
        };
        page(vec![
            field("Name", "", 200.0, false),
            field("Public comment", &typed, 300.0, true),
            text(ad, 700.0),
        ])
    });
    let told = skill("  - type: { text: Ada, into: Name }\n").live(&of);
    assert_ne!(
        told.outcome(),
        Outcome::Passed,
        "typed into `Public comment`: {}",
        told.reason()
    );
}

/// Letters are enough to touch on a device read from pixels.
#[test]
fn letters_inside_a_word_on_pixels() {
    let mut now = page(vec![text("Book now", 300.0)]);
    now.source = ScreenSource::Pixels;
    let found = locate(&now, &Target::labelled("OK"), None);
    assert!(!matches!(found, Search::Found(_)), "{found:?}");
}

/// The two ends of a drag are found on two readings.
#[test]
fn wrong_drag_ends_come_from_different_screens() {
    let of = show(|time, acts| {
        if !acts.is_empty() {
            return page(vec![text("Moved", 300.0)]);
        }
        // A banner comes in after the first reading and pushes everything down by one row.
        let down = if time < Duration::from_millis(40) {
            0.0
        } else {
            60.0
        };
        page(vec![
            button("Keep", 200.0 + down),
            button("Work", 260.0 + down),
            button("Bin", 320.0 + down),
        ])
    });
    let told = skill("  - drag: { from: Keep, to: Work }\n").live(&of);
    let Some(Action::Drag(_, to, _)) = told.acts.first() else {
        panic!("{}", told.reason())
    };
    let screen = of(Duration::from_secs(1), &[]);
    let hit = screen
        .element_at(*to)
        .map(|index| screen.elements[index].text.clone());
    assert_eq!(hit.as_deref(), Some("Work"), "{:?}", told.outcome());
}

/// The option that was chosen last is recorded in place of the field that the step names.
#[test]
fn option_recorded_as_the_field() {
    let size = |value: &str| {
        let mut size = with_id(button("Size", 200.0), "size");
        size.description = "Size".to_owned();
        size.state.value = Some(value.to_owned());
        size
    };
    let of = show(move |_, acts| match taps(acts) {
        0 => page(vec![size("Small")]),
        1 => page(vec![button("Small", 400.0), button("Large", 460.0)]),
        _ => page(vec![size("Large")]),
    });
    let compiled = skill("  - select: { label: Size, option: Large }\n").compile(&of);
    let pin = compiled.steps[0].pin.as_ref().unwrap();
    let place = pin.place.as_ref().map(|place| place.point.y);
    assert_eq!(place, Some(225.0), "{pin:?}");
    assert_eq!(
        pin.evidence.as_ref().map(|it| it.id.clone()),
        Some("size".to_owned())
    );
}
