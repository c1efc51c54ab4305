//! Nothing passes that did not happen.
//!
//! Each test is named after the mistake it rules out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use retap_model::device::{Ability, Action};
use retap_model::event::Event;
use retap_model::screen::{Element, Role, Screen};
use retap_model::verdict::Outcome;

use crate::assert_contains;
use crate::scripted::*;

/// A title bar keeps its id on every screen, so `wait_for` ends on the wrong one.
#[test]
fn wait_for_takes_any_title_as_renamed() {
    let title = |text: &str| with_id(heading(text), "toolbar_title");
    let of = move |ending: &'static str| {
        show(move |_, acts| {
            if acts.is_empty() {
                unnamed(page(vec![text("Clock", 300.0)]))
            } else {
                page(vec![title(ending), button("Help", 500.0)])
            }
        })
    };
    let skill = skill("  - launch: App\n  - wait_for: Inbox\n");
    let told = skill.replay(&skill.compile(&of("Inbox")), &of("Account locked"));
    let reasons: Vec<_> = told
        .events
        .iter()
        .filter_map(|event| match event {
            Event::StepFinished(step) => Some(step.reason.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(
        told.outcome(),
        Outcome::Failed,
        "{reasons:?} after {:?}",
        told.took
    );
}

/// What the learning run saw come was already there, and the touch is lost.
#[test]
fn the_learned_effect_was_already_there() {
    let then = show(|_, acts| {
        let mut elements = vec![heading("Note"), button("Save", 300.0)];
        if taps(acts) > 0 {
            elements.push(text("All changes saved", 400.0));
        }
        page(elements)
    });
    // The note was saved once before; this touch gets lost.
    let now = show(|_, _| {
        page(vec![
            heading("Note"),
            button("Save", 300.0),
            text("All changes saved", 400.0),
        ])
    });
    let skill = skill("  - tap: Save\n");
    skill.replay(&skill.compile(&then), &now).must_not_pass();
}

/// A browser focuses whatever is clicked; a dead button is not alive because of that.
#[test]
fn focus_counts_as_the_effect_of_a_button() {
    let of = show(|_, acts| {
        page(vec![
            heading("Order"),
            focused(with_id(button("Place it", 300.0), "buy"), taps(acts) > 0),
        ])
    });
    let skill = skill("  - tap: Place it\n");
    let told = skill.live(&of);
    let compiled = catch_unwind(AssertUnwindSafe(|| skill.compile(&of)));
    assert_ne!(
        told.outcome(),
        Outcome::Passed,
        "live: {}; compiled: {}",
        told.reason(),
        compiled.map_or("no".to_owned(), |c| format!(
            "{:?}",
            c.steps[0].pin.as_ref().unwrap().expect
        ))
    );
}

/// The app crashes to the home screen: "the screen changed".
#[test]
fn a_crash_is_an_answer_live() {
    let of = show(|_, acts| match taps(acts) {
        0 => page(vec![heading("Cart"), button("Place it", 300.0)]),
        _ => unnamed(page(vec![text("Clock", 300.0), text("Camera", 400.0)])),
    });
    skill("  - tap: Place it\n").live(&of).must_not_pass();
}

/// Learned: the row goes away. Replayed: everything goes away, the app crashed.
#[test]
fn a_crash_hides_what_should_be_hidden() {
    let list = |has_row: bool| {
        let mut elements = vec![heading("Inbox"), button("Archive", 500.0)];
        if has_row {
            elements.push(text("Road works", 200.0));
        }
        page(elements)
    };
    let then = show(move |_, acts| list(taps(acts) == 0));
    let now = show(move |_, acts| match taps(acts) {
        0 => list(true),
        _ => unnamed(page(vec![text("Clock", 300.0)])),
    });
    let skill = skill("  - tap: Archive\n  - assert_not_visible: Road works\n");
    skill.replay(&skill.compile(&then), &now).must_not_pass();
}

/// A player's clock ticks; the touch is lost.
#[test]
fn a_ticking_clock_is_an_answer() {
    let of = show(|time, _| {
        page(vec![
            heading("Player"),
            button("Like", 300.0),
            text(&format!("1:{:02}", time.as_secs() % 60), 500.0),
        ])
    });
    skill("  - tap: Like\n").live(&of).must_not_pass();
}

/// Live, a toast that goes is no answer; in a replay whose check is "the screen changes" it is.
#[test]
fn a_toast_that_goes_is_an_answer_in_replay() {
    let picture = |x: f64| el(Role::Image, "", x, 300.0, 80.0, 80.0);
    let then = show(move |_, acts| {
        page(vec![
            heading("Board"),
            button("Next", 500.0),
            picture(20.0 + 100.0 * taps(acts) as f64),
        ])
    });
    let now = show(move |time, _| {
        let mut elements = vec![heading("Board"), button("Next", 500.0), picture(20.0)];
        if time < Duration::from_secs(2) {
            elements.push(el(Role::Toast, "Copied", 100.0, 800.0, 200.0, 40.0));
        }
        page(elements)
    });
    let skill = skill("  - tap: Next\n");
    assert_eq!(skill.live(&now).outcome(), Outcome::Failed, "live stops");
    skill.replay(&skill.compile(&then), &now).must_not_pass();
}

/// Part of the words on the screen proves the whole.
#[test]
fn assert_visible_is_satisfied_by_a_part_of_its_words() {
    for (wanted, there) in [
        ("Not connected", "Connected"),
        ("Payment failed", "Payment"),
        ("No errors found", "errors found"),
        ("Order 1234 shipped", "Order 1234"),
    ] {
        let of = show(move |_, _| page(vec![heading(there)]));
        let told = skill(&format!("  - assert_visible: {wanted}\n")).live(&of);
        assert_ne!(
            told.outcome(),
            Outcome::Passed,
            "shown `{there}`: {}",
            told.reason()
        );
    }
}

/// The other way round: `Connected` is proven by `Not connected`.
#[test]
fn assert_visible_is_satisfied_by_its_negation() {
    let of = show(|_, _| page(vec![text("Not connected", 300.0)]));
    skill("  - assert_visible: Connected\n")
        .live(&of)
        .must_not_pass();
}

/// Typing a query proves that it was found.
#[test]
fn assert_sees_what_was_typed() {
    let of = show(|_, acts| {
        page(vec![
            field("search", &typed_text(acts), 100.0, true),
            text("No results", 300.0),
        ])
    });
    skill("  - type: Order 1234\n  - assert_visible: Order 1234\n")
        .live(&of)
        .must_not_pass();
}

/// The field already held the address, so now it holds it twice.
#[test]
fn typing_into_a_filled_field() {
    let of = show(|_, acts| {
        page(vec![field(
            "Email",
            &format!("ada@example.org{}", typed_text(acts)),
            200.0,
            true,
        )])
    });
    let told = skill("  - type: { text: ada@example.org, into: Email }\n").live(&of);
    let held = format!("ada@example.org{}", typed_text(&told.acts));
    assert!(
        told.outcome() != Outcome::Passed || held == "ada@example.org",
        "field holds {held}: {}",
        told.all().contains("typed, and the field holds it")
    );
}

/// The field already ended with the text and the typing got lost.
#[test]
fn typing_is_lost_but_the_field_ends_with_it() {
    let of = show(|_, _| page(vec![field("Amount", "100", 200.0, true)]));
    let told = skill("  - type: \"0\"\n").live(&of);
    assert_ne!(told.outcome(), Outcome::Passed, "{}", told.all());
}

/// Nothing is typed, and that passes.
#[test]
fn an_empty_text_is_typed() {
    let of = show(|_, _| page(vec![field("Name", "", 200.0, true)]));
    let told = skill_with("  - type: \"${GUEST}\"\n", &[("GUEST", "")]).live(&of);
    assert_ne!(told.outcome(), Outcome::Passed, "{}", told.all());
}

/// A lost password passes.
#[test]
fn a_lost_password() {
    let of = show(|_, _| {
        let mut password = field("Password", "", 200.0, true);
        password.is_password = true;
        password.state.value = None;
        page(vec![password])
    });
    skill_with("  - type: \"${PASSWORD}\"\n", &[("PASSWORD", "hunter2")])
        .live(&of)
        .must_not_pass();
}

/// Two fields with one id: the first is read back, not the one that was typed into.
#[test]
fn and_false_failure_fields_that_share_an_id() {
    let of = show(|_, acts| {
        page(vec![
            with_id(field("First name", "Ada", 200.0, false), "edit_text"),
            with_id(
                field("Last name", &typed_text(acts), 300.0, true),
                "edit_text",
            ),
        ])
    });
    let lost = show(|_, _| {
        page(vec![
            with_id(field("First name", "Ada", 200.0, false), "edit_text"),
            with_id(field("Last name", "", 300.0, true), "edit_text"),
        ])
    });
    let lost_told = skill("  - type: Ada\n").live(&lost);
    let told = skill("  - type: Berg\n").live(&of);
    assert!(
        lost_told.outcome() == Outcome::Failed && told.outcome() == Outcome::Passed,
        "lost: {:?}; typed: {:?} {}",
        lost_told.outcome(),
        told.outcome(),
        told.reason()
    );
}

/// The figure of a measurement whose end was there before it began.
#[test]
fn measure_until_something_already_there() {
    let of = show(|_, _| page(vec![heading("Home"), button("Reload", 300.0)]));
    skill("  - measure: { tap: Reload, until: Home }\n")
        .live(&of)
        .must_not_pass();
}

/// A device that cannot name its apps: `home` passes though nothing happens.
#[test]
fn home_without_app_names() {
    let of = show(|_, _| unnamed(page(vec![heading("Shop"), button("Buy", 300.0)])));
    let mut device = Fake::new(of);
    device.cannot.push(Ability::NamesApps);
    skill("  - home\n").live_on(device).must_not_pass();
}

/// Another app in front is not the home screen.
#[test]
fn home_when_another_app_comes_to_the_front() {
    let of = show(|_, acts| match acts.len() {
        0 => page(vec![heading("Shop")]),
        _ => Screen {
            app: Some("Phone".to_owned()),
            ..page(vec![heading("Incoming call")])
        },
    });
    skill("  - home\n").live(&of).must_not_pass();
}

/// An app stopped by its identifier is still in front under its name.
#[test]
fn reset_app_by_identifier_or_without_app_names() {
    let named = show(|_, _| page(vec![heading("Shop")]));
    let told = skill("  - reset_app: com.example.app\n").live(&named);
    let unnamed = show(|_, _| unnamed(page(vec![heading("Shop")])));
    let mut device = Fake::new(unnamed);
    device.cannot.push(Ability::NamesApps);
    let other = skill("  - reset_app: Shop\n").live_on(device);
    assert!(
        told.outcome() != Outcome::Passed && other.outcome() != Outcome::Passed,
        "{} | {}",
        told.reason(),
        other.reason()
    );
}

/// A dialog over the error message: "the error is not visible".
#[test]
fn absence_behind_a_dialog() {
    let of = show(|_, _| {
        let mut error = text("Payment failed", 300.0);
        error.is_covered = true;
        page(vec![
            error,
            el(Role::Dialog, "Rate this app", 40.0, 300.0, 330.0, 60.0),
        ])
    });
    skill("  - assert_not_visible: Payment failed\n")
        .live(&of)
        .must_not_pass();
}

/// Already in the app, written in another case: vacuous, but compiled.
#[test]
fn vacuous_launch_in_another_case() {
    let of = show(|_, _| page(vec![heading("General")]));
    let exact = skill("  - launch: App\n  - assert_visible: General\n");
    assert!(
        catch_unwind(AssertUnwindSafe(|| exact.compile(&of))).is_err(),
        "refused as vacuous"
    );
    let lower = skill("  - launch: app\n  - assert_visible: General\n");
    assert!(
        catch_unwind(AssertUnwindSafe(|| lower.compile(&of))).is_err(),
        "compiled although vacuous"
    );
}

/// On the built-in phone: a field typed into twice holds both texts, and both steps pass.
#[test]
fn typing_twice_on_the_sim() {
    let skill = crate::phone::Skill::yaml(
        "name: X\nsteps:\n  - launch: Shop\n  - type: { text: ada@example.org, into: Email }\n  - type: { text: ada@example.org, into: Email }\n  - remember: { name: email, from: Email }\n",
        &[],
    );
    let story = skill.live("shop");
    assert!(story.report.verdict.is_passed(), "{}", story.report.verdict);
    let held = Event::Captured {
        name: "email".to_owned(),
        text: "ada@example.org".to_owned(),
    };
    assert!(story.events.contains(&held), "{:?}", story.events);
}

/// On the built-in phone: part of the words is enough.
#[test]
fn a_part_of_the_words_on_the_sim() {
    let skill = crate::phone::Skill::yaml(
        "name: X\nsteps:\n  - launch: Settings\n  - assert_visible: No Bluetooth\n",
        &[],
    );
    let verdict = skill.live("settings").report.verdict;
    assert!(verdict.is_failed(), "{verdict}");
}

/// What may come up after an act hides what the act led to; when it is gone, that shows.
#[test]
fn what_came_up_hides_another_end() {
    let of = |end: &'static str, asks: bool| {
        show(move |_, acts| match taps(acts) {
            0 => page(vec![heading("Basket"), button("Pay", 300.0)]),
            1 if asks => page(vec![text("Rate us", 300.0), button("Later", 400.0)]),
            _ => page(vec![heading(end)]),
        })
    };
    let skill = skill(
        "  - tap: Pay\n  - condition:\n      if_visible: Rate us\n      then:\n        - tap: Later\n",
    );
    let compiled = skill.compile(&of("Thank you", false));
    let told = skill.replay(&compiled, &of("Thank you", true));
    assert_eq!(told.outcome(), Outcome::Passed, "{}", told.all());
    let told = skill.replay(&compiled, &of("Card declined", true));
    assert_ne!(told.outcome(), Outcome::Passed, "{}", told.all());
}

/// What an input chooses among stands beside what an act before it brings.
#[test]
fn a_message_beside_the_choices_is_one_of_them() {
    let holder = || el(Role::Unknown, "", 0.0, 80.0, 410.0, 700.0);
    let of = |message: &'static str| {
        show(move |_, acts| match taps(acts) {
            0 => page(vec![holder(), inside(button("Send", 300.0), 0)]),
            1 => {
                let choice = |name: &str, y: f64| Element {
                    is_clickable: true,
                    ..inside(text(name, y), 0)
                };
                page(vec![
                    holder(),
                    inside(text(message, 100.0), 0),
                    choice("Ada", 200.0),
                    choice("Bob", 250.0),
                ])
            }
            _ => page(vec![heading("Done")]),
        })
    };
    let skill = skill_with("  - tap: Send\n  - tap: ${who}\n", &[("who", "Ada")]);
    let compiled = skill.compile(&of("Money sent"));
    let told = skill.replay(&compiled, &of("Money lost"));
    assert_ne!(told.outcome(), Outcome::Passed, "{}", told.all());
}

/// A button that does nothing still takes the focus from the field that was filled in.
#[test]
fn a_field_that_loses_the_focus_is_taken_for_an_answer() {
    let of = show(|_, acts| {
        let typed = typed_text(acts);
        let last = acts.iter().rev().find_map(|act| match act {
            Action::Tap(at) => Some(at.y),
            _ => None,
        });
        let is_focused = last.is_some_and(|y| y < 300.0);
        page(vec![
            heading("Note"),
            field("Title", &typed, 200.0, is_focused),
            button("Save", 400.0),
        ])
    });
    let told = skill("  - type: { text: Milk, into: Title }\n  - tap: Save\n").live(&of);
    told.must_fail();
    assert_contains(told.reason(), "nothing changed");
}
