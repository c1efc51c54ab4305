//! What an ordinary user writes on the first day works.
//!
//! Each test is named after the mistake it rules out.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use retap_model::device::{Ability, Action, RequestEnd};
use retap_model::geometry::Rect;
use retap_model::screen::{Element, Role};
use retap_model::verdict::Outcome;

use crate::assert_contains;
use crate::scripted::*;

/// `row:` names any text of the row live, only its first text in a replay.
#[test]
fn row_by_another_text_than_the_first() {
    let of = show(|_, acts| {
        let row = |y: f64| el(Role::Row, "", 0.0, y, 410.0, 80.0);
        let mut elements = vec![];
        for (number, (name, subject)) in [("Alice", "Invoice"), ("Bob", "Lunch")]
            .into_iter()
            .enumerate()
        {
            let y = 200.0 + 100.0 * number as f64;
            elements.push(row(y));
            let parent = elements.len() - 1;
            elements.push(inside(
                el(Role::Text, name, 20.0, y + 5.0, 200.0, 30.0),
                parent,
            ));
            elements.push(inside(
                el(Role::Text, subject, 20.0, y + 40.0, 200.0, 30.0),
                parent,
            ));
            elements.push(inside(
                el(Role::Button, "Open", 300.0, y + 20.0, 90.0, 40.0),
                parent,
            ));
        }
        if taps(acts) > 0 {
            page(vec![heading("Message")])
        } else {
            page(elements)
        }
    });
    let mut reasons = Vec::new();
    for row in ["Invoice", "alice"] {
        let skill = skill(&format!("  - tap: {{ label: Open, row: {row} }}\n"));
        let told = skill.replay(&skill.compile(&of), &of);
        if told.outcome() != Outcome::Passed {
            reasons.push(format!("row {row}: {}", told.reason()));
        }
    }
    assert!(reasons.is_empty(), "{reasons:?}");
}

/// Platforms without list entries (web tables, desktop): every `row:` target fails in replay.
#[test]
fn row_on_platforms_without_rows() {
    let of = show(|_, acts| {
        if taps(acts) > 0 {
            return page(vec![heading("Message")]);
        }
        page(vec![
            el(Role::Text, "Alice", 20.0, 200.0, 200.0, 40.0),
            el(Role::Button, "Open", 300.0, 200.0, 90.0, 40.0),
            el(Role::Text, "Bob", 20.0, 300.0, 200.0, 40.0),
            el(Role::Button, "Open", 300.0, 300.0, 90.0, 40.0),
        ])
    });
    let skill = skill("  - tap: { label: Open, row: Bob }\n");
    skill.replay(&skill.compile(&of), &of).must_pass();
}

/// Search, then touch the result of the same name.
#[test]
fn search_then_tap_the_result() {
    let of = show(|_, acts| {
        if taps(acts) > 0 {
            return page(vec![heading("Opening hours")]);
        }
        search_page(acts, "Library")
    });
    skill("  - type: Library\n  - tap: Library\n")
        .live(&of)
        .must_pass();
}

/// First and last name side by side, without ids.
#[test]
fn two_fields_in_one_line() {
    let of = show(|_, acts| {
        let side = |value: &str, x: f64, is_focused: bool| {
            let mut element = field("", value, 200.0, is_focused);
            element.bounds = Rect::new(x, 200.0, 180.0, 50.0);
            element
        };
        page(vec![
            side("Ada", 20.0, false),
            side(&typed_text(acts), 210.0, true),
        ])
    });
    skill("  - type: Berg\n").live(&of).must_pass();
}

/// The app by its identifier, as the docs of `Launch` allow.
#[test]
fn launch_by_identifier() {
    let of = show(|_, acts| {
        if acts.is_empty() {
            unnamed(page(vec![text("Clock", 300.0)]))
        } else {
            page(vec![heading("Start")])
        }
    });
    skill("  - launch: com.example.app\n").live(&of).must_pass();
}

/// The same on the built-in phone, which opens apps by their package.
#[test]
fn launch_by_identifier_on_the_sim() {
    let skill = crate::phone::Skill::yaml("name: X\nsteps:\n  - launch: dev.retap.settings\n", &[]);
    let verdict = skill.live("settings").report.verdict;
    assert!(verdict.is_passed(), "{verdict}");
}

/// A radio needs a moment.
#[test]
fn a_radio_that_takes_a_second() {
    let mut device = Fake::new(show(|_, _| page(vec![heading("Start")])));
    device.radio_from = Duration::from_secs(1);
    skill("  - set_network: wifi_off\n")
        .live_on(device)
        .must_pass();
}

/// A cart's badge in a page's top bar: the only effect of `Add`.
#[test]
fn a_figure_at_the_top_of_a_page() {
    let of = show(|_, acts| {
        page(vec![
            el(
                Role::Text,
                &(3 + taps(acts)).to_string(),
                370.0,
                20.0,
                30.0,
                30.0,
            ),
            heading("Lamp"),
            button("Add", 300.0),
        ])
    });
    skill("  - tap: Add\n").live(&of).must_pass();
}

/// A ticking clock keeps every screen from "coming to rest".
#[test]
fn a_ticking_clock_never_rests() {
    let of = show(|time, _| {
        page(vec![
            heading("Player"),
            text(
                &format!(
                    "1:{:02}.{}",
                    time.as_secs() % 60,
                    time.as_millis() / 100 % 10
                ),
                500.0,
            ),
        ])
    });
    skill("  - assert_not_visible: Error\n")
        .live(&of)
        .must_pass();
}

/// What was remembered in the learning run is pinned as what must show for ever.
#[test]
fn a_remembered_value_is_pinned() {
    let of = |code: &'static str| {
        show(move |_, acts| {
            let typed = typed_text(acts);
            let mut elements = vec![
                heading("Confirm"),
                el(Role::Text, "Code", 20.0, 150.0, 100.0, 30.0),
                el(Role::Text, code, 200.0, 150.0, 200.0, 30.0),
                field("Repeat", &typed, 200.0, taps(acts) == 0),
                button("Go", 300.0),
            ];
            if taps(acts) > 0 {
                elements.push(text(&format!("Thanks for {typed}"), 400.0));
            }
            page(elements)
        })
    };
    let skill = skill(
        "  - remember: { text: the code, from: Code, name: code }\n  - type: \"{code}\"\n  - tap: Go\n",
    );
    let compiled = skill.compile(&of("ALPHA"));
    skill.replay(&compiled, &of("OMEGA")).must_pass();
}

/// A page that asks for more at its end, and shows what it got when it is scrolled again.
struct Feed {
    swipes: usize,
    rows: usize,
    asked: Option<Duration>,
}

impl Feed {
    const ANSWER: Duration = Duration::from_secs(4);

    fn swiped(&mut self, time: Duration, acts: &[Action]) {
        let has_more = self.asked.is_some_and(|asked| time >= asked + Self::ANSWER);
        for _ in self.swipes..acts.len() {
            match self.rows {
                0 => self.rows = 5,
                5 if has_more => self.rows = 10,
                _ => self.asked = self.asked.or(Some(time)),
            }
        }
        self.swipes = acts.len();
    }
}

#[test]
fn a_page_that_takes_its_time_to_load_more() {
    let feed = Arc::new(Mutex::new(Feed {
        swipes: 0,
        rows: 0,
        asked: None,
    }));
    let shown = Arc::clone(&feed);
    let mut device = Fake::new(show(move |time, acts| {
        let mut feed = shown.lock().unwrap();
        feed.swiped(time, acts);
        let rows = (feed.rows..feed.rows + 5).enumerate();
        page(
            rows.map(|(at, row)| text(&format!("Row {row}"), 100.0 + 60.0 * at as f64))
                .collect(),
        )
    }));
    device.cannot = vec![Ability::Screenshot];
    device.asks = Some(Arc::new(move |time| {
        let asked = feed.lock().unwrap().asked?;
        let is_answered = time >= asked + Feed::ANSWER;
        Some(if is_answered {
            RequestEnd::Status(200)
        } else {
            RequestEnd::Pending
        })
    }));
    skill("  - scroll_to: Row 12\n").live_on(device).must_pass();
}

#[test]
fn a_page_that_never_gets_more_has_an_end() {
    let mut device = Fake::new(show(|_, _| page(vec![text("Row 1", 100.0)])));
    device.cannot = vec![Ability::Screenshot];
    device.asks = Some(Arc::new(|_| Some(RequestEnd::Pending)));
    let acts = Arc::clone(&device.acts);
    let told = skill("  - scroll_to: Row 12\n").live_on(device);
    told.must_fail();
    assert!(acts.lock().unwrap().len() <= 2);
}

/// A dialog gives its first field the focus while it still slides into its place.
#[test]
fn a_field_that_has_the_focus_and_moves_a_little() {
    let of = show(|time, acts| {
        let y = if time < Duration::from_millis(400) {
            198.0
        } else {
            200.0
        };
        let still = if acts.is_empty() { y } else { 199.0 };
        page(vec![
            heading("Add server"),
            field("Name", &typed_text(acts), still, true),
        ])
    });
    skill("  - type: { text: shop, into: Name }\n")
        .live(&of)
        .must_pass();
}

/// A key moves the focus from a field to a button, which no device tells.
#[test]
fn a_key_that_takes_the_focus_from_a_field() {
    let of = show(|_, acts| page(vec![field("Name", "Ada", 200.0, acts.is_empty())]));
    skill("  - press_key: tab\n").live(&of).must_pass();
}

/// Two things of one name can be told apart by what they are, and the failure says so.
#[test]
fn a_failure_offers_what_would_help() {
    let link = el(Role::Link, "Save", 20.0, 400.0, 370.0, 50.0);
    let link = Element {
        is_clickable: true,
        ..link
    };
    let of = show(move |_, _| page(vec![button("Save", 200.0), link.clone()]));
    let told = skill("  - tap: Save\n").live(&of);
    let offer = "say which with `role:`, `row:` or `index:`";
    assert_contains(told.reason(), offer);
    let of = show(|_, _| page(vec![button("Save", 200.0), button("Save", 400.0)]));
    let told = skill("  - tap: Save\n").live(&of);
    let offer = "say which with `row:` or `index:`";
    assert_contains(told.reason(), offer);
}
