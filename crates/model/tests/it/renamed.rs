//! Controls and fields that go by other words: what the rest of the screen proves is found, and what says something else is not.

use retap_model::screen::Role;

use crate::identity::{Line, button, found};

/// Returns a screen with a button of this name and id between two others, under a heading.
fn between<'a>(heading: &'a str, name: &'a str, id: &'a str) -> [Line<'a>; 4] {
    [
        (Role::Heading, heading, "", &[]),
        button("Print", "print"),
        button(name, id),
        button("Help", "help"),
    ]
}

/// Returns what is found of a button that has another name now, and the same id.
fn found_as(then: &str, now: &str, id: &str) -> String {
    found(
        then,
        &between("Tools", then, id),
        &between("Tools", now, id),
    )
}

#[test]
fn a_word_that_only_says_that_something_is_shown_makes_no_other_name() {
    for (then, now) in [
        ("Details", "Show details"),
        ("Details", "View the details"),
        ("Members", "See members"),
        ("History", "View history"),
        ("Einzelheiten", "Einzelheiten anzeigen"),
        ("Show details", "Details"),
    ] {
        for id in ["", "x7"] {
            assert_eq!(found_as(then, now, id), now, "{then}, id `{id}`");
        }
    }
    for (then, now) in [
        ("Details", "Hide details"),
        ("Archive", "View archive"),
        ("Report", "View report"),
        ("Reply", "Show reply"),
        ("Share", "View share"),
        ("Urgent", "Mute urgent"),
        ("Details", "Delete details"),
        ("Members", "Invite members"),
    ] {
        for id in ["", "x7"] {
            let told = found_as(then, now, id);
            assert!(told != now, "{then}, id `{id}`: {told}");
        }
    }
}

#[test]
fn a_word_between_the_verb_and_what_it_is_done_to_makes_no_other_name() {
    for id in ["", "x7"] {
        assert_eq!(
            found_as("Save member", "Save new member", id),
            "Save new member"
        );
        assert_eq!(found_as("Add new item", "Add item", id), "Add item");
    }
    let with_id = found_as("Save member", "Save library member", "x7");
    assert_eq!(with_id, "Save library member");
    for (then, now, id) in [
        ("Save member", "Save library member", ""),
        ("Save members", "Save all members", "x7"),
        ("Share link", "Share public link", "x7"),
        ("Mark as read", "Mark as not read", "x7"),
        ("Save copy", "Save and publish copy", "x7"),
        ("Delete member", "Delete this member", "x7"),
        ("Delete member", "Delete new member", "x7"),
        ("Save draft", "Save as new draft", ""),
        ("Save", "Save as new", ""),
        ("Save", "Save and publish", "x7"),
        ("Delete", "Delete this", "x7"),
        ("Share", "Share publicly", "x7"),
        ("Follow", "Unfollow", "x7"),
    ] {
        let told = found_as(then, now, id);
        assert!(told != now, "{then}, id `{id}`: {told}");
    }
}

#[test]
fn what_a_verb_is_done_to_may_be_what_the_heading_says_in_the_plural() {
    let then = between("Tools", "Add", "");
    for (heading, now, is_found) in [
        ("Tools", "Add tool", true),
        ("Tools", "Add member card", false),
        ("Entries", "Add entry", true),
    ] {
        let told = found("Add", &then, &between(heading, now, ""));
        assert_eq!(told == now, is_found, "{heading}: {told}");
    }
}

#[test]
fn what_is_new_is_what_is_added() {
    for (then, now) in [
        ("New member", "Add member"),
        ("Create invoice", "New invoice"),
        ("Neuer Kunde", "Kunde hinzufügen"),
    ] {
        assert_eq!(found_as(then, now, ""), now, "{then}");
    }
    for (then, now) in [
        ("Edit member", "New member"),
        ("New member", "Remove member"),
        ("New", "Add"),
        ("New members", "Invite members"),
    ] {
        let told = found_as(then, now, "");
        assert!(told != now, "{then}: {told}");
    }
}

#[test]
fn of_several_that_could_be_the_renamed_one_none_is_taken() {
    let then = between("Tools", "Details", "");
    let now = [
        (Role::Heading, "Tools", "", &[] as &[&str]),
        button("Print", "print"),
        button("Show details", ""),
        button("View details", ""),
        button("Help", "help"),
    ];
    let told = found("Details", &then, &now);
    assert!(!told.ends_with("details"), "{told}");
}

/// Returns rows with a button that can be taken back, each with its texts.
fn rows<'a>(texts: &[&'a [&'a str]]) -> Vec<Line<'a>> {
    let row = |texts: &&'a [&'a str]| (Role::Button, "Lend", "", *texts);
    texts.iter().map(row).collect()
}

#[test]
fn rows_whose_name_stands_elsewhere_in_them_are_known_where_all_were_built_anew() {
    let then = rows(&[
        &["Tile cutter", "Stone", "Shelf B"],
        &["Band saw", "Wood", "Shelf A"],
    ]);
    let anew = rows(&[
        &["Wood", "Band saw", "Shelf A"],
        &["Stone", "Tile cutter", "Shelf B"],
    ]);
    assert_eq!(found("Lend", &then, &anew), "Lend");
    for other in [
        // Only what the other tool is made for is the same, and it goes with the recorded one.
        rows(&[
            &["Wood", "Band saw", "Shelf A"],
            &["Paper", "Tile cutter", "Office"],
        ]),
        rows(&[
            &["Band saw", "Wood", "Shelf A"],
            &["Case", "Tile cutter", "Shelf B"],
        ]),
        rows(&[
            &["Wood", "Band saw", "Shelf A"],
            &["Stone", "Table saw", "Shelf B"],
        ]),
    ] {
        let told = found("Lend", &then, &other);
        assert!(told != "Lend", "{told}");
    }
}

#[test]
fn a_verb_with_the_thing_of_its_page_is_the_same_button() {
    for (heading, then, now) in [
        ("Books", "Lend", "Lend book"),
        ("Our books", "Lend", "Lend this book"),
        ("Loan 7", "Renew", "Renew loan"),
        ("Claims", "Approve", "Approve claim"),
    ] {
        let screen = |name| between(heading, name, "");
        assert_eq!(found(then, &screen(then), &screen(now)), now, "{heading}");
    }
    for (headings, then, now) in [
        (["Books", "Books"], "Lend", "Lend magazine"),
        (["Books", "Books"], "Lend", "Lend all books"),
        (["Books", "Books"], "Lend", "Lend and return books"),
        (["Book", "Book"], "Lend", "Lend book"),
        (["Books", "Books"], "Lend", "Lend & book books"),
        (["Books", "Books"], "Lend", "Unlend book"),
        (["Books", "Books"], "Lend", "Send book"),
        (["Tools", "Books"], "Lend", "Lend book"),
        (["Shopping", "Shopping"], "Continue", "Continue shopping"),
        (["Orders", "Orders"], "Order", "Order orders"),
    ] {
        let [old, new] = headings;
        let told = found(then, &between(old, then, ""), &between(new, now, ""));
        assert!(told != now, "{now}: {told}");
    }
    // Of two that say what the verb is done to, either could be it.
    let then = between("Books", "Lend", "");
    let now = [
        (Role::Heading, "Books", "", &[] as &[&str]),
        button("Print", "print"),
        button("Lend book", ""),
        button("Lend magazine", ""),
        button("Help", "help"),
    ];
    let told = found("Lend", &then, &now);
    assert!(!told.starts_with("Lend"), "{told}");
}

#[test]
fn a_box_only_says_what_is_to_be_done() {
    let told = |role: Role| {
        let screen = |name| {
            let mut screen = between("Loan", name, "");
            screen[2].0 = role;
            screen
        };
        let (then, now) = (screen("Send a reminder"), screen("Send reminder"));
        found("Send a reminder", &then, &now)
    };
    assert_eq!(told(Role::Checkbox), "Send reminder");
    for role in [Role::Button, Role::Switch] {
        assert!(told(role).contains("Irreversible"), "{}", told(role));
    }
}

#[test]
fn a_new_column_in_which_all_rows_say_the_same_makes_no_row_another() {
    let then = rows(&[&["Ann", "Adult"], &["Ben", "Child"], &["Cora", "Child"]]);
    let active = rows(&[&["Ann", "Active"], &["Ben", "Active"], &["Cora", "Active"]]);
    assert_eq!(found("Lend", &then, &active), "Lend");
    for other in [
        rows(&[&["Ann", "Child"], &["Ben", "Child"], &["Cora", "Adult"]]),
        rows(&[&["Ann", "Child"], &["Ben", "Child"]]),
        rows(&[
            &["Ann", "Child", "Active"],
            &["Ben", "Child", "Active"],
            &["Cora", "Adult", "Active"],
        ]),
    ] {
        let told = found("Lend", &then, &other);
        assert!(told != "Lend", "{told}");
    }
}

/// Returns a form with a field of each of these labels between two others, and a button.
fn form<'a>(labels: &[&'a str]) -> Vec<Line<'a>> {
    let field = |label: &&'a str| -> Line<'a> { (Role::TextField, *label, "", &[]) };
    let mut lines = vec![(Role::Heading, "Table", "", &[] as &[&str])];
    lines.push(field(&"Day"));
    lines.extend(labels.iter().map(field));
    lines.push(field(&"Remarks"));
    lines.push(button("Reserve", "go"));
    lines
}

#[test]
fn a_hint_in_a_label_makes_no_other_field() {
    for now in [
        "Guests As on the paper form.",
        "Guests (with you and children)",
        "Guests: Only those who dine.",
    ] {
        assert_eq!(found("Guests", &form(&["Guests"]), &form(&[now])), now);
    }
    for now in [
        &["Guests of honour"][..],
        &["Guests Phone number."],
        &["Guests As on the form.", "Guests As last time."],
        &["Waiters As on the paper form."],
    ] {
        let told = found("Guests", &form(&["Guests"]), &form(now));
        assert!(!now.contains(&told.as_str()), "{now:?}: {told}");
    }
}
