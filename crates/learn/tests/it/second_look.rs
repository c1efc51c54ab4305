//! Mistakes that only show between two rules: a negation elsewhere, a group that stood elsewhere, a
//! picture a moment too late.
//!
//! Each test is named after the mistake it rules out.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use retap_model::device::*;
use retap_model::device_methods;
use retap_model::event::{EventSink, Record, RunMode};
use retap_model::geometry::Rect;
use retap_model::program::*;
use retap_model::screen::{Element, Role, Screen};
use retap_model::secret::Masker;
use retap_model::verdict::Outcome;
use retap_replay::{Cover, Painter, Parts, Pictures, RunOptions, run};

use crate::scripted::*;

/// The screen after the app is gone.
fn without_app(screen: Screen) -> Screen {
    Screen {
        app_id: None,
        ..unnamed(screen)
    }
}

#[test]
fn press_key_that_crashes_the_app_passes() {
    let of = show(|_, acts| {
        if acts.is_empty() {
            page(vec![heading("Search"), field("q", "", 200.0, true)])
        } else {
            without_app(page(vec![text("Phone", 700.0), text("Camera", 740.0)]))
        }
    });
    let told = skill("  - press_key: return\n").live(&of);
    assert_ne!(told.outcome(), Outcome::Passed, "live: {}", told.reason());
}

#[test]
fn press_key_that_crashes_the_app_passes_in_replay() {
    let learned = show(|_, acts| {
        let mut all = vec![heading("Search"), field("q", "", 200.0, true)];
        if acts.is_empty() {
            all.push(text("Type something", 300.0));
        }
        page(all)
    });
    let s = skill("  - press_key: return\n");
    let compiled = s.compile(&learned);
    let crash = show(|_, acts| {
        if acts.is_empty() {
            page(vec![
                heading("Search"),
                field("q", "", 200.0, true),
                text("Type something", 300.0),
            ])
        } else {
            without_app(page(vec![text("Phone", 700.0)]))
        }
    });
    s.replay(&compiled, &crash).must_not_pass();
}

#[test]
fn assert_not_visible_is_blind_to_what_a_field_shows() {
    let of = show(|_, _| {
        page(vec![
            heading("Profile"),
            field("name", "Old Name", 200.0, false),
        ])
    });
    skill("  - assert_not_visible: Old Name\n")
        .live(&of)
        .must_fail();
}

#[test]
fn assert_not_visible_is_fooled_by_a_negation_word_elsewhere_in_the_text() {
    for seen in [
        "Error: no connection",
        "Error 12, do not close",
        "Error - tap to stop",
        "Error: 20% off not applied",
    ] {
        let of = show(move |_, _| page(vec![heading("Home"), text(seen, 200.0)]));
        let told = skill("  - assert_not_visible: Error\n").live(&of);
        assert_eq!(told.outcome(), Outcome::Failed, "{seen}: {}", told.reason());
    }
}

#[test]
fn condition_is_fooled_by_a_negation_word() {
    // "if an error shows, stop": the other branch runs.
    let of = show(|_, acts| {
        page(vec![
            heading("Home"),
            text("Error: no connection", 200.0),
            button("Go on", 300.0),
            text(if taps(acts) > 0 { "Went" } else { "Idle" }, 400.0),
        ])
    });
    let told =
        skill("  - condition:\n      if_not_visible: Error\n      then:\n        - tap: Go on\n")
            .live(&of);
    assert_eq!(taps(&told.acts), 0, "{}", told.reason());
}

/// A cart, and after a touch the receipt with this element on it.
fn paid(outcome: Element) -> Show {
    let cart = vec![heading("Cart"), button("Pay", 300.0)];
    let receipt = vec![heading("Receipt"), outcome, button("Done", 300.0)];
    show_before_and_after(cart, receipt)
}

#[test]
fn two_of_three_texts_prove_a_declined_payment() {
    let after = |outcome: &str| paid(text(outcome, 200.0));
    let s = skill("  - tap: Pay\n");
    let compiled = s.compile(&after("Payment accepted"));
    let told = s.replay(&compiled, &after("Payment declined"));
    assert_ne!(
        told.outcome(),
        Outcome::Passed,
        "drifted {}: {}",
        told.report.tally.drifted,
        told.reason()
    );
}

#[test]
fn wait_for_takes_the_opposite_outcome_as_a_new_name() {
    let after = |outcome: &str| paid(with_id(text(outcome, 140.0), "status"));
    let s = skill("  - tap: Pay\n  - wait_for: Order confirmed\n");
    let compiled = s.compile(&after("Order confirmed"));
    s.replay(&compiled, &after("Order failed")).must_not_pass();
}

#[test]
fn a_row_tiled_with_its_own_buttons_is_touched_in_the_middle_one() {
    let of = show(|_, acts| {
        let mut row = el(Role::Row, "", 0.0, 200.0, 410.0, 60.0);
        row.description = "Mail from Bob".to_owned();
        let b = |name: &str, x: f64| inside(el(Role::Button, name, x, 200.0, 137.0, 60.0), 1);
        page(vec![
            heading("Inbox"),
            row,
            b("Archive", 0.0),
            b("Delete", 136.5),
            b("Flag", 273.0),
            text(
                if taps(acts) > 0 {
                    "Deleted"
                } else {
                    "One mail"
                },
                400.0,
            ),
        ])
    });
    let told = skill("  - tap: Mail from Bob\n").live(&of);
    told.must_touch_nothing(&of);
}

fn choices(first: &'static str) -> Show {
    show(move |_, acts| {
        let mut now = first;
        for act in acts {
            if let Action::Tap(at) = act {
                now = match at.y as i64 {
                    200..=259 => "Light",
                    260..=319 => "Dark",
                    _ => "System",
                };
            }
        }
        let row = |name: &str, y: f64| {
            let mut e = with_id(
                el(Role::Radio, name, 20.0, y, 370.0, 50.0),
                &name.to_lowercase(),
            );
            e.is_clickable = true;
            e.state.checked = Some(name == now);
            e
        };
        page(vec![
            heading("Theme"),
            row("Light", 205.0),
            row("Dark", 265.0),
            row("System", 325.0),
        ])
    })
}

#[test]
fn a_radio_whose_group_was_elsewhere_is_not_touched() {
    let s = skill("  - tap: Dark\n");
    let compiled = s.compile(&choices("Light"));
    // Now `System` is chosen, so `Light` is already off, and the tap is refused.
    s.replay(&compiled, &choices("System")).must_pass();
}

#[test]
fn a_tab_from_another_tab() {
    let tabs = |first: &'static str| {
        show(move |_, acts| {
            let now = if taps(acts) > 0 { "Orders" } else { first };
            let tab = |name: &str, x: f64| {
                let mut e = el(Role::Tab, name, x, 800.0, 130.0, 60.0);
                e.state.selected = Some(name == now);
                e
            };
            page(vec![
                heading(now),
                tab("Home", 0.0),
                tab("Orders", 140.0),
                tab("Me", 280.0),
            ])
        })
    };
    let s = skill("  - tap: { label: Orders, role: tab }\n");
    let compiled = s.compile(&tabs("Home"));
    s.replay(&compiled, &tabs("Me")).must_pass();
}

#[test]
fn state_in_the_label_reads_as_its_opposite() {
    // TalkBack and VoiceOver descriptions put the state behind the name.
    for label in [
        "Airplane mode, Off",
        "Wi-Fi, Not connected",
        "Cart, no items",
        "Bluetooth: off",
    ] {
        let name = label.split([',', ':']).next().unwrap();
        let of = show(move |_, acts| {
            page(vec![
                heading("Start"),
                button(label, 200.0),
                text(if taps(acts) > 0 { "Opened" } else { "Idle" }, 400.0),
            ])
        });
        let told = skill(&format!("  - tap: {name}\n")).live(&of);
        assert_eq!(
            told.outcome(),
            Outcome::Passed,
            "{label}: {}",
            told.reason()
        );
    }
}

#[test]
fn a_permission_dialog_of_another_app_never_comes_to_rest() {
    // Android's permission dialog belongs to another package. It comes up a moment after the launch.
    let of = show(|now, _| {
        if now < Duration::from_millis(400) {
            page(vec![heading("Camera")])
        } else {
            Screen {
                app: Some("Permission controller".to_owned()),
                ..page(vec![
                    text("Allow Camera to record audio?", 300.0),
                    button("While using the app", 400.0),
                ])
            }
        }
    });
    let told = skill("  - launch: App\n  - condition:\n      if_visible: Sign in\n      then:\n        - back: true\n  - assert_not_visible: Crash\n").live(&of);
    assert_eq!(
        told.outcome(),
        Outcome::Passed,
        "{} after {:?}",
        told.reason(),
        told.took
    );
}

#[test]
fn a_transparent_touch_layer_over_a_card() {
    let of = show(|_, acts| {
        let mut layer = el(Role::Button, "", 10.0, 190.0, 390.0, 80.0);
        layer.role = Role::Container;
        layer.is_clickable = true;
        page(vec![
            heading("News"),
            el(Role::Container, "", 10.0, 190.0, 390.0, 80.0),
            inside(text("Rain tomorrow", 200.0), 1),
            inside(layer, 1),
            text(if taps(acts) > 0 { "Article" } else { "List" }, 400.0),
        ])
    });
    skill("  - tap: Rain tomorrow\n").live(&of).must_pass();
}

/// The digits of a card as apps show them: in groups of four.
fn in_groups(digits: &str) -> String {
    let digits = digits.chars().enumerate();
    digits
        .flat_map(|(i, c)| (i > 0 && i % 4 == 0).then_some(' ').into_iter().chain([c]))
        .collect()
}

#[test]
fn a_field_that_formats() {
    let of = show(|_, acts| {
        let digits = typed_text(acts);
        let shown = in_groups(&digits);
        page(vec![
            heading("Card"),
            field("Card number", &shown, 200.0, true),
        ])
    });
    skill("  - type: { text: \"4111111111111111\", into: Card number }\n")
        .live(&of)
        .must_pass();
}

#[test]
fn secret_one_secret_inside_another_leaves_the_rest() {
    let secrets = Masker::from_iter(["lantern", "lantern-42!x9"]);
    assert_eq!(secrets.mask("pw lantern-42!x9"), "pw ••••");
}

#[test]
fn secret_with_a_newline_in_the_texts_of_a_failure() {
    let of = show(|_, acts| {
        page(vec![
            heading("Key"),
            field("Key", typed_text(acts).trim_end(), 200.0, true),
        ])
    });
    for value in [
        "s3cr3t-t0ken\n",
        "s3cr3t-t0ken ",
        "line-one-s3cr3t-t0ken\nline-two",
    ] {
        let told = skill_with(
            "  - type: \"${API_TOKEN}\"\n  - tap: Nowhere\n",
            &[("API_TOKEN", value)],
        )
        .live(&of);
        assert!(
            !told.all().contains("s3cr3t-t0ken"),
            "{value:?}: {}",
            told.reason()
        );
    }
}

#[test]
fn secret_shown_in_groups_by_the_app() {
    let of = show(|_, acts| {
        let digits = typed_text(acts);
        let shown = in_groups(&digits);
        page(vec![
            heading("Card"),
            field("Card number", &digits, 200.0, true),
            text(&format!("Card {shown}"), 300.0),
        ])
    });
    let told = skill_with(
        "  - type: \"${CARD_SECRET}\"\n  - tap: Nowhere\n",
        &[("CARD_SECRET", "4111222233334444")],
    )
    .live(&of);
    assert!(!told.all().contains("4111 2222"), "{}", told.reason());
}

#[test]
fn secret_literal_typed_into_a_password_field_is_in_the_events() {
    let of = show(|_, acts| {
        let mut f = field("Password", "", 200.0, true);
        f.is_password = true;
        f.state.value = None;
        f.text = "•".repeat(typed_text(acts).chars().count());
        page(vec![heading("Sign in"), f])
    });
    let told = skill("  - type: { text: lantern-42, into: Password }\n").live(&of);
    told.must_pass();
    assert!(!told.all().contains("lantern-42"), "{}", told.all());
}

struct Areas(Mutex<Vec<Vec<Rect>>>);
impl Painter for Areas {
    fn paint_over(&self, picture: &Png, cover: &Cover) -> Result<Png, String> {
        self.0.lock().unwrap().push(cover.areas.clone());
        Ok(picture.clone())
    }
}

#[derive(Default)]
struct Kept(usize);
impl EventSink for Kept {
    fn event(&mut self, _: &Record) {}
    fn evidence(&mut self, _: &str, _: &str, _: &[u8]) {
        self.0 += 1;
    }
}

/// Returns how many pictures were kept and what was painted over.
fn pictures(s: &Written, of: &Show) -> (usize, Vec<Vec<Rect>>) {
    let mut device = Fake::new(of.clone());
    device.cannot = vec![Ability::SignalsChange];
    let clock = device.clock.clone();
    let painter = Areas(Mutex::default());
    let mut sink = Kept::default();
    let parts = Parts {
        painter: Some(&painter),
        ..Parts::new(&mut device, Arc::new(clock), &mut sink)
    };
    let mut options = RunOptions::new("run", "s.yaml", RunMode::Live);
    options.pictures = Pictures::OnFailure;
    let program = Program::live(s.draft.clone());
    run(&program, parts, &options);
    (sink.0, painter.0.into_inner().unwrap())
}

#[test]
fn secret_behind_a_dialog_is_not_painted_over() {
    let of = show(|_, acts| {
        let typed = typed_text(acts);
        let mut f = field("Key", &typed, 200.0, true);
        let mut all: Vec<Element> = vec![heading("Connect")];
        if typed.is_empty() {
            all.push(f);
        } else {
            // A dialog covers the page, which still shines through.
            f.is_covered = true;
            all.push(f);
            all.push(el(Role::Dialog, "Saved", 50.0, 500.0, 300.0, 150.0));
        }
        page(all)
    });
    let s = skill_with(
        "  - type: \"${API_TOKEN}\"\n  - screenshot: it\n",
        &[("API_TOKEN", "s3cr3t-t0ken")],
    );
    let mut draft = s.draft.clone();
    // The field is covered as soon as it holds the text, so only the picture matters here.
    draft.steps.rotate_left(0);
    let (kept, painted) = pictures(&s, &of);
    assert!(
        kept == 0 || painted.iter().flatten().count() > 0,
        "kept {kept}, painted {painted:?}"
    );
}

#[test]
fn secret_that_moved_between_the_reading_and_the_picture() {
    // The page scrolls by itself; what is painted over is where the text was at the last reading.
    let at = |now: Duration| {
        if now < Duration::from_millis(400) {
            200.0
        } else {
            600.0
        }
    };
    let of = show(move |now, acts| {
        page(vec![
            heading("Connect"),
            field("Key", &typed_text(acts), at(now), true),
        ])
    });
    struct Slow(Fake, Arc<Mutex<Vec<f64>>>);
    impl Device for Slow {
        device_methods!(
            forward to 0:
            info, can, read_screen, dump_tree, perform, wait_for_change, is_network_in
        );
        device_methods!(
            absent:
            drawn, read_whole, bring_into_view, os_version, type_into, apps_of, reconnect, is_keyboard_shown, install, process_of, field_ends_with, identifiers_at,
            dump_storage, signals_after, wait_until_quiet, read_logs
        );

        fn screenshot(&mut self, d: Deadline) -> Result<Png, DeviceError> {
            // A picture takes as long as `screencap` does.
            self.0.clock.add(Duration::from_millis(500));
            let y = (self.0.show)(self.0.clock.time(), &self.0.acts()).elements[1]
                .bounds
                .y;
            self.1.lock().unwrap().push(y);
            self.0.screenshot(d)
        }
    }
    let s = skill_with(
        "  - type: \"${API_TOKEN}\"\n  - screenshot: it\n",
        &[("API_TOKEN", "s3cr3t-t0ken")],
    );
    let mut fake = Fake::new(of);
    fake.cannot = vec![Ability::SignalsChange];
    let clock = fake.clock.clone();
    let shown_at = Arc::new(Mutex::new(Vec::new()));
    let mut device = Slow(fake, shown_at.clone());
    let painter = Areas(Mutex::default());
    let mut sink = Kept::default();
    let parts = Parts {
        painter: Some(&painter),
        ..Parts::new(&mut device, Arc::new(clock), &mut sink)
    };
    let options = RunOptions::new("run", "s.yaml", RunMode::Live);
    let program = Program::live(s.draft.clone());
    run(&program, parts, &options);
    let painted: Vec<f64> = painter
        .0
        .into_inner()
        .unwrap()
        .concat()
        .iter()
        .map(|a| a.y)
        .collect();
    let shown = shown_at.lock().unwrap().clone();
    assert!(
        shown.iter().all(|y| painted.contains(y)),
        "shown at {shown:?}, painted at {painted:?}, kept {}",
        sink.0
    );
}
