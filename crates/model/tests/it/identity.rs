//! Whatever changed: what is found is what was recorded, or nothing is found.

use retap_model::geometry::{Rect, Size};
use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::screen::{Element, Role, Screen, State};
use retap_model::select::{Evidence, Missing, Search, locate};

use crate::changed_search::{Ended, look_for_recorded};

/// How many screens are tried; `./bench` tries 100,000.
const SEEDS: u64 = 1000;

#[test]
fn on_a_changed_screen_the_true_element_is_found_or_none() {
    let (mut right, mut stopped, mut wrong) = (0, 0, Vec::new());
    for seed in 0..SEEDS {
        match look_for_recorded(seed) {
            Ended::Right => right += 1,
            Ended::Stopped => stopped += 1,
            Ended::Wrong(what) => wrong.push(what),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {SEEDS} wrong, {right} right, {stopped} stopped; the first: {}",
        wrong.len(),
        wrong[0]
    );
    assert!(right > stopped, "{right} right, {stopped} stopped");
}

/// A line of a screen: kind, name, id, and the texts beside it in its row.
pub(crate) type Line<'a> = (Role, &'a str, &'a str, &'a [&'a str]);

/// Returns a screen of these lines, one below the other; those with texts beside them are rows.
fn screen_of(lines: &[Line<'_>]) -> Screen {
    let mut elements: Vec<Element> = Vec::new();
    for (number, (role, name, id, texts)) in lines.iter().enumerate() {
        let y = 20.0 + 60.0 * number as f64;
        let mut parent = None;
        if !texts.is_empty() {
            elements.push(element(
                Role::Row,
                "",
                "",
                Rect::new(0.0, y, 400.0, 50.0),
                None,
            ));
            parent = Some(elements.len() - 1);
        }
        for (at, text) in texts.iter().enumerate() {
            let bounds = Rect::new(10.0 + 70.0 * at as f64, y, 60.0, 20.0);
            elements.push(element(Role::Text, text, "", bounds, parent));
        }
        let bounds = Rect::new(300.0, y, 80.0, 30.0);
        elements.push(element(*role, name, id, bounds, parent));
    }
    Screen {
        size: Size::new(400.0, 2000.0),
        elements,
        ..Screen::default()
    }
}

fn element(role: Role, text: &str, id: &str, bounds: Rect, parent: Option<usize>) -> Element {
    let is_field = role == Role::TextField;
    let words = || text.to_owned();
    Element {
        role,
        text: if is_field { String::new() } else { words() },
        description: if is_field { words() } else { String::new() },
        id: id.to_owned(),
        bounds,
        parent,
        is_editable: is_field,
        is_clickable: !matches!(role, Role::Text | Role::Heading | Role::Row),
        state: State {
            enabled: true,
            ..State::default()
        },
        ..Element::default()
    }
}

/// Records what is called `name` on the first screen and returns what is found of it on the second, in words.
pub(crate) fn found(name: &str, then: &[Line<'_>], now: &[Line<'_>]) -> String {
    found_for(&Target::labelled(name), name, then, now)
}

/// Does the same for an author who says more, or other words.
fn found_for(target: &Target, name: &str, then: &[Line<'_>], now: &[Line<'_>]) -> String {
    let recorded = screen_of(then);
    let is_it = |it: &Element| it.caption() == name && it.reacts_to_touches();
    let index = recorded.elements.iter().position(is_it).unwrap();
    let evidence = Evidence::recorded(&recorded, index);
    let screen = screen_of(now);
    match locate(&screen, target, Some(&evidence)) {
        Search::Found(found) => found.text,
        Search::Ambiguous(all) => format!("any of {}", all.len()),
        Search::Missing(missing) => format!("{missing:?}"),
    }
}

const TITLE: Line<'_> = (Role::Heading, "Ticket", "", &[]);

pub(crate) fn button<'a>(name: &'a str, id: &'a str) -> Line<'a> {
    (Role::Button, name, id, &[])
}

#[test]
fn an_id_that_counts_does_not_lead_to_the_neighbour() {
    let then = [
        TITLE,
        button("Assign", "btn-1"),
        button("Mark resolved", "btn-2"),
        button("Snooze", "btn-3"),
    ];
    let shifted = [
        TITLE,
        button("Print", "btn-1"),
        button("Assign", "btn-2"),
        button("Mark resolved", "btn-3"),
        button("Snooze", "btn-4"),
    ];
    assert_eq!(found("Mark resolved", &then, &shifted), "Mark resolved");
    let gone = [TITLE, button("Assign", "btn-1"), button("Snooze", "btn-2")];
    assert!(
        found("Mark resolved", &then, &gone).contains("OtherControl"),
        "{}",
        found("Mark resolved", &then, &gone)
    );
}

#[test]
fn an_id_that_the_author_names_is_enough_where_only_figures_are_others() {
    let by_id = Target {
        id: Some(Phrase::literal("ui-id-1")),
        ..Target::default()
    };
    let then = [button("Section #36", "ui-id-1"), button("Submit", "go")];
    let now = |name| [button(name, "ui-id-1"), button("Submit", "go")];
    let found = |name| found_for(&by_id, "Section #36", &then, &now(name));
    assert_eq!(found("Section #9"), "Section #9");
    assert!(found("Archive").starts_with("NotTheSame"));
}

#[test]
fn a_button_that_is_used_for_something_else_is_not_touched() {
    let then = [
        TITLE,
        button("Cancel", "secondary"),
        button("Continue", "primary"),
    ];
    for now in ["Start trial", "Unsubscribe from it", "Back up"] {
        let now = [TITLE, button("Cancel", "secondary"), button(now, "primary")];
        assert!(
            found("Continue", &then, &now).contains("NotTheSame"),
            "{}",
            found("Continue", &then, &now)
        );
    }
    let follow = [
        TITLE,
        button("Share", "share"),
        button("Follow", "follow-btn"),
    ];
    for now in ["Unfollow", "Following"] {
        let now = [TITLE, button("Share", "share"), button(now, "follow-btn")];
        assert!(
            found("Follow", &follow, &now).contains("NotTheSame"),
            "{}",
            found("Follow", &follow, &now)
        );
    }
}

#[test]
fn a_look_alike_with_other_details_is_not_touched() {
    let row = |texts: &'static [&'static str]| (Role::Button, "Approve", "", texts);
    let then = [
        row(&["Alex Kim", "Travel · Lyon · 2 h ago", "€ 120"]),
        row(&["Bo Chen", "Rent · Oslo", "€ 80"]),
    ];
    let values = [
        row(&["Bo Chen", "Rent · Oslo", "€ 10"]),
        row(&["Alex Kim", "Travel · Lyon · 3 h ago", "€ 95"]),
    ];
    assert_eq!(found("Approve", &then, &values), "Approve");
    let other = [
        row(&["Alex Kim", "Hotel · Porto · 2 h ago", "€ 120"]),
        row(&["Bo Chen", "Rent · Oslo", "€ 80"]),
    ];
    assert!(
        found("Approve", &then, &other).contains("OtherDetails"),
        "{}",
        found("Approve", &then, &other)
    );
    let twins = [
        row(&["Alex Kim", "Hotel · Porto"]),
        row(&["Alex Kim", "Travel · Lyon · now"]),
    ];
    assert_eq!(found("Approve", &then, &twins), "Approve");
}

#[test]
fn what_the_rest_of_the_screen_proves_is_found_under_another_name() {
    let then = [
        TITLE,
        (Role::TextField, "Email", "f1", &[]),
        button("Save", ""),
        button("Print", ""),
    ];
    for now in [
        "Save changes",
        "SAVE",
        "💾 Save",
        "Speichern",
        "保存",
        "Store",
    ] {
        let screen = [
            TITLE,
            (Role::TextField, "E-Mail", "f1", &[]),
            button(now, ""),
            button("Print", ""),
        ];
        assert_eq!(found("Save", &then, &screen), now);
        assert_eq!(found("Email", &then, &screen), "E-Mail");
    }
    for now in ["Save all", "Save as template", "Export"] {
        let screen = [
            TITLE,
            (Role::TextField, "Email", "f1", &[]),
            button(now, ""),
            button("Print", ""),
        ];
        let found = found("Save", &then, &screen);
        assert!(
            found.contains("Absent")
                || found.contains("NotTheSame")
                || found.contains("AnotherOne"),
            "{now}: {found}"
        );
    }
}

#[test]
fn what_cannot_be_taken_back_needs_its_very_name() {
    let then = [TITLE, button("Print", "print"), button("Delete", "delete")];
    for (now, is_found) in [
        ("DELETE", true),
        ("Delete…", true),
        ("Delete this", false),
        ("Remove", false),
    ] {
        let screen = [TITLE, button("Print", "print"), button(now, "delete")];
        let found = found("Delete", &then, &screen);
        assert_eq!(found == now, is_found, "{now}: {found}");
    }
    let link = (Role::Link, "Delete", "", &[] as &[&str]);
    let screen = [TITLE, button("Print", "print"), link];
    assert_eq!(found("Delete", &then, &screen), "Delete");
}

#[test]
fn names_win_over_ids_that_changed_places_where_that_can_be_told() {
    let screen = |ids: [&'static str; 3]| {
        let [emoji, save, leave] = ids;
        [
            TITLE,
            button("Emoji", emoji),
            button("Save", save),
            button("Leave", leave),
            button("Print", "print"),
            button("Share", "share"),
        ]
    };
    let swapped = |ids: [&'static str; 3]| {
        let [emoji, save, leave] = ids;
        found("Save", &screen(ids), &screen([save, emoji, leave]))
    };
    assert_eq!(swapped(["left", "middle", "right"]), "Save");
    assert_eq!(swapped(["emoji", "save", "leave"]), "Save");
    // Where the names stand in another order, whether they or the ids changed places cannot be told.
    let then = screen(["emoji", "save", "leave"]);
    let mut now = then;
    (now[1].1, now[2].1) = (then[2].1, then[1].1);
    let told = found("Save", &then, &now);
    assert!(
        told.starts_with("any of") || told.starts_with("NotTheSame"),
        "{told}"
    );
}

#[test]
fn a_mark_or_a_count_behind_a_name_makes_no_other_of_it() {
    let form = |name| {
        [
            TITLE,
            (Role::Text, name, "", &[] as &[&str]),
            (Role::TextField, name, "full-name", &[]),
            button("Next", ""),
        ]
    };
    assert_eq!(
        found("Full name", &form("Full name"), &form("Full name *")),
        "Full name *"
    );
    let people = |ada| {
        let row = |name, texts| (Role::Button, name, "", texts);
        [
            TITLE,
            row("Follow", &["Jonas Weber", "Logistics"] as &[&str]),
            row(ada, &["Ada Park", "Design"]),
            row("Follow", &["Luis Ortega", "Finance"]),
        ]
    };
    let recorded = screen_of(&people("Follow"));
    let follows = |it: &Element| it.text == "Follow";
    let second = |(_, it): &(usize, &Element)| follows(it);
    let mut all = recorded.elements.iter().enumerate().filter(second);
    let (index, _) = all.nth(1).unwrap();
    let evidence = Evidence::recorded(&recorded, index);
    let now = screen_of(&people("Follow (1)"));
    let search = locate(&now, &Target::labelled("Follow"), Some(&evidence));
    assert!(
        matches!(&search, Search::Found(it) if it.text == "Follow (1)"),
        "{search:?}"
    );
}

#[test]
fn a_namesake_under_a_new_heading_is_another_one() {
    let then = [
        TITLE,
        button("Emoji", ""),
        button("Join", ""),
        button("Leave", ""),
    ];
    let moved = [
        TITLE,
        button("Join", ""),
        button("Emoji", ""),
        button("Leave", ""),
    ];
    assert_eq!(found("Join", &then, &moved), "Join");
    let other = [
        TITLE,
        button("Emoji", ""),
        button("Leave", ""),
        (Role::Heading, "Newsletter", "", &[]),
        button("Join", ""),
    ];
    assert!(
        found("Join", &then, &other).contains("NotTheSame"),
        "{}",
        found("Join", &then, &other)
    );
}

#[test]
fn an_unchanged_screen_of_equal_controls_has_each_in_its_place() {
    let then = [
        TITLE,
        button("Add", "btn-1"),
        button("Add", "btn-2"),
        button("Add", "btn-3"),
    ];
    let recorded = screen_of(&then);
    let target = Target::labelled("Add");
    for index in 1..4 {
        let evidence = Evidence::recorded(&recorded, index);
        let search = locate(&recorded, &target, Some(&evidence));
        assert!(
            matches!(&search, Search::Found(found) if found.index == index),
            "{search:?}"
        );
        let fewer = screen_of(&then[..3]);
        let search = locate(&fewer, &target, Some(&evidence));
        assert!(!matches!(search, Search::Found(_)), "{search:?}");
    }
}

#[test]
fn a_name_that_goes_on_is_the_same_control_by_its_id() {
    let then = [
        TITLE,
        button("Print", "print"),
        button("Reply", "reply-btn"),
        button("Archive", "archive"),
    ];
    let now = |name, id| {
        [
            TITLE,
            button("Print", "print"),
            button(name, id),
            button("Archive", "archive"),
        ]
    };
    let found = |name, id| found("Reply", &then, &now(name, id));
    assert_eq!(found("Reply to sender", "reply-btn"), "Reply to sender");
    for (name, id) in [
        ("Reply to sender", "other"),
        ("Auto reply", "reply-btn"),
        ("Reply all", "reply-btn"),
        ("Forward", "reply-btn"),
    ] {
        let found = found(name, id);
        assert!(found != name, "{name}: {found}");
    }
}

#[test]
fn a_field_with_another_label_is_known_by_its_id_and_its_place() {
    let field = |name, id| (Role::TextField, name, id, &[] as &[&str]);
    let then = [
        TITLE,
        field("Name", "name"),
        field("Spending limit", "limit"),
        button("Save", "save"),
    ];
    let now = |name, id| {
        [
            TITLE,
            field("Name", "name"),
            field(name, id),
            button("Save", "save"),
        ]
    };
    let found = |name, id| found("Spending limit", &then, &now(name, id));
    assert_eq!(found("Upper bound", "limit"), "Upper bound");
    for (name, id) in [
        ("Upper bound", "x1"),
        ("Discount code", "limit"),
        ("Company", "limit"),
    ] {
        let found = found(name, id);
        assert!(found != name, "{name}: {found}");
    }
    let moved = [
        TITLE,
        field("Upper bound", "limit"),
        button("Save", "save"),
        field("Name", "name"),
    ];
    let found = self::found("Spending limit", &then, &moved);
    assert!(found != "Upper bound", "{found}");
}

#[test]
fn a_field_that_counts_in_another_unit_is_another_field() {
    let field = |name| [TITLE, (Role::TextField, name, "limit", &[] as &[&str])];
    let target = Target::labelled("Limit");
    let found = |then, now| found_for(&target, then, &field(then), &field(now));
    assert_eq!(found("Limit (EUR)", "Limit (EUR) *"), "Limit (EUR) *");
    for (then, now) in [
        ("Limit (EUR)", "Limit (cents)"),
        ("Limit in €", "Limit in $"),
        ("Limit, minutes", "Limit, hours"),
    ] {
        let found = found(then, now);
        assert!(found.contains("NotTheSame"), "{now}: {found}");
    }
}

/// Returns a list of rows that take touches, each with a name and one text.
fn list_of(entries: [[&str; 2]; 3]) -> Screen {
    let texts = entries.each_ref().map(|texts| texts.as_slice());
    let mut screen = screen_of(&texts.map(|texts| (Role::Image, "", "", texts)));
    for element in &mut screen.elements {
        element.is_clickable = element.role == Role::Row;
    }
    screen
}

/// Returns what is found of the first entry of a list when its text is another one.
fn first_with(entries: [[&str; 2]; 3], text: &str) -> Search {
    let recorded = list_of(entries);
    let [[name, _], ..] = entries;
    let index = recorded.elements.iter().position(|it| it.text == name);
    let evidence = Evidence::recorded(&recorded, index.unwrap());
    let now = list_of([[name, text], entries[1], entries[2]]);
    locate(&now, &Target::labelled(name), Some(&evidence))
}

#[test]
fn one_text_beside_a_name_identifies_it_where_it_tells_the_whole_list_apart() {
    let notes = [
        ["Groceries", "Home"],
        ["Plan", "Office"],
        ["Trip", "Family"],
    ];
    let is_found = |entries, text| matches!(first_with(entries, text), Search::Found(_));
    assert!(is_found(notes, "Home"));
    let other = first_with(notes, "Cabin");
    assert!(
        matches!(other, Search::Missing(Missing::OtherDetails { .. })),
        "{other:?}"
    );
    // What some entries have and others do not, or several say alike, is a state.
    let settings = [["Wi-Fi", "HomeNet"], ["General", ""], ["Bluetooth", "On"]];
    assert!(is_found(settings, "CafeNet"));
    let printers = [
        ["North", "Ready"],
        ["South", "Offline"],
        ["East", "Offline"],
    ];
    assert!(is_found(printers, "Busy"));
}

#[test]
fn the_words_by_which_an_author_names_a_row_do_not_identify_it() {
    let row = |texts: &'static [&'static str]| (Role::Button, "Open", "", texts);
    let target = Target {
        row: Some(Phrase::literal("Marlow Books")),
        ..Target::labelled("Open")
    };
    let then = [
        row(&["1041", "Lark Hotel", "York"]),
        row(&["1042", "Marlow Books", "Cardiff"]),
    ];
    let found = |now: &[Line<'_>]| found_for(&target, "Open", &then[1..], now);
    assert_eq!(found(&then), "Open");
    let other = [
        row(&["1041", "Lark Hotel", "York"]),
        row(&["1091", "Marlow Books", "Aberdeen"]),
    ];
    assert!(found(&other).contains("OtherDetails"), "{}", found(&other));
    let one = [
        row(&["Lark Hotel", "York"]),
        row(&["Marlow Books", "Cardiff"]),
    ];
    let recorded = screen_of(&one);
    let open = |screen: &Screen| screen.elements.iter().rposition(|it| it.text == "Open");
    let evidence = Evidence::recorded(&recorded, open(&recorded).unwrap());
    let now = screen_of(&[
        row(&["Lark Hotel", "York"]),
        row(&["Marlow Books", "Aberdeen"]),
    ]);
    let search = locate(&now, &target, Some(&evidence));
    assert!(
        matches!(search, Search::Missing(Missing::OtherDetails { .. })),
        "{search:?}"
    );
}

#[test]
fn a_namesake_in_a_section_of_its_own_is_not_it() {
    let heading = |name| (Role::Heading, name, "", &[] as &[&str]);
    let then = [
        TITLE,
        button("Use voucher", "voucher"),
        button("Place order", "order"),
    ];
    let now = [
        TITLE,
        button("Use voucher", "voucher"),
        heading("Newsletter"),
        button("Place order", ""),
    ];
    let found = found("Place order", &then, &now);
    assert!(found.contains("NotTheSame"), "{found}");
}

#[test]
fn a_name_that_says_more_than_it_did_is_not_it() {
    let then = [
        TITLE,
        button("Print", "print"),
        button("Share", "act"),
        button("Archive", "archive"),
    ];
    for name in [
        "Share publicly",
        "Share with everyone",
        "Share and publish",
        "Share all",
    ] {
        let now = [
            TITLE,
            button("Print", "print"),
            button(name, "act"),
            button("Archive", "archive"),
        ];
        let found = found("Share", &then, &now);
        assert!(found != name, "{name}: {found}");
    }
}

#[test]
fn a_label_whose_qualifier_is_another_is_another_field() {
    let form = |name| {
        [
            TITLE,
            (Role::TextField, "Name", "name", &[] as &[&str]),
            (Role::TextField, name, "f", &[]),
            button("Save", "save"),
        ]
    };
    for (then, now) in [
        ("Daily limit", "Monthly limit"),
        ("From account", "To account"),
        ("Net weight", "Gross weight"),
        ("Sender", "Recipient"),
        ("Home phone", "Emergency phone"),
    ] {
        let found = found(then, &form(then), &form(now));
        assert!(found != now, "{now}: {found}");
    }
    let found = found("Limit", &form("Limit"), &form("Spending limit"));
    assert_eq!(found, "Spending limit");
}

#[test]
fn evidence_of_a_control_with_another_name_is_not_of_the_words_around_it() {
    let screen = screen_of(&[button("Follow", "f"), button("Delete account", "del")]);
    let is_it = |it: &Element| it.text == "Delete account";
    let index = screen.elements.iter().position(is_it).unwrap();
    let evidence = Evidence::recorded(&screen, index);
    assert!(evidence.contradicts(&Target::labelled("Follow")));
    assert!(!evidence.contradicts(&Target::labelled("Delete account")));
    let forged = Evidence {
        description: "Follow".to_owned(),
        ..evidence
    };
    assert!(forged.contradicts(&Target::labelled("Follow")));
}

#[test]
fn a_row_under_the_heading_of_other_rows_is_another_one() {
    let heading = |name: &'static str| -> Line<'static> { (Role::Heading, name, "", &[]) };
    let row =
        |texts: &'static [&'static str]| -> Line<'static> { (Role::Button, "Remove", "", texts) };
    let (ann, bob, cid) = (row(&["Ann"]), row(&["Bob"]), row(&["Cid"]));
    let then = [TITLE, heading("Team A"), ann, heading("Team B"), bob, cid];
    for row in [Some("Ann"), None] {
        let target = Target {
            row: row.map(Phrase::literal),
            ..Target::labelled("Remove")
        };
        let found = |now: &[Line<'_>]| found_for(&target, "Remove", &then, now);
        assert_eq!(found(&then), "Remove");
        let moved = [TITLE, heading("Team A"), heading("Team B"), bob, ann, cid];
        assert!(found(&moved).contains("OtherSection"), "{}", found(&moved));
        let left = [TITLE, heading("Team B"), ann, bob, cid];
        assert!(found(&left).contains("OtherSection"), "{}", found(&left));
        let both = [TITLE, heading("Team B"), ann, bob, heading("Team A"), ann];
        let end = found(&both);
        assert!(end == "Remove" || end.contains("any of"), "{end}");
        let renamed = [TITLE, heading("Crew A"), ann, heading("Crew B"), bob, cid];
        assert_eq!(found(&renamed), "Remove");
        let turned = [TITLE, heading("Team B"), bob, cid, heading("Team A"), ann];
        assert_eq!(found(&turned), "Remove");
        let inserted = [
            TITLE,
            heading("Team A"),
            heading("Pinned"),
            ann,
            heading("Team B"),
            bob,
            cid,
        ];
        assert_eq!(found(&inserted), "Remove");
        let plain = [
            TITLE,
            (Role::Text, "Team A", "", &[] as &[&str]),
            ann,
            heading("Team B"),
            bob,
            cid,
        ];
        assert_eq!(found(&plain), "Remove");
    }
}

#[test]
fn a_row_of_today_may_be_one_of_yesterday() {
    let heading = |name: &'static str| -> Line<'static> { (Role::Heading, name, "", &[]) };
    let row =
        |texts: &'static [&'static str]| -> Line<'static> { (Role::Button, "Open", "", texts) };
    let (ann, bob) = (row(&["Ann"]), row(&["Bob"]));
    let then = [heading("Today"), ann, heading("Yesterday"), bob];
    let now = [heading("Today"), bob, heading("Yesterday"), ann];
    let target = Target {
        row: Some(Phrase::literal("Ann")),
        ..Target::labelled("Open")
    };
    assert_eq!(found_for(&target, "Open", &then, &now), "Open");
    let then = [heading("Today"), ann, heading("Archived"), bob];
    let now = [heading("Today"), bob, heading("Archived"), ann];
    let end = found_for(&target, "Open", &then, &now);
    assert!(end.contains("OtherSection"), "{end}");
}
