//! One element is found, or the search says why it will not choose.

use retap_model::geometry::{Rect, Size};
use retap_model::program::{Target, WantedRole};
use retap_model::screen::{Element, Role, Screen, State};
use retap_model::select::{By, Evidence, Missing, Search, is_seen, is_shown, locate};

/// A list of products: a row each with a name and the same button.
fn shop(names: &[&str]) -> Screen {
    let mut elements = Vec::new();
    for (row, name) in names.iter().enumerate() {
        let y = 100.0 + 60.0 * row as f64;
        let holder = elements.len();
        elements.push(element(
            Role::Row,
            "",
            "row",
            Rect::new(0.0, y, 400.0, 60.0),
            None,
        ));
        elements.push(element(
            Role::Text,
            name,
            "",
            Rect::new(10.0, y + 10.0, 100.0, 20.0),
            Some(holder),
        ));
        elements.push(element(
            Role::Button,
            "Add",
            "add",
            Rect::new(300.0, y + 10.0, 60.0, 40.0),
            Some(holder),
        ));
    }
    Screen {
        size: Size::new(400.0, 800.0),
        elements,
        ..Screen::default()
    }
}

fn element(role: Role, text: &str, id: &str, bounds: Rect, parent: Option<usize>) -> Element {
    Element {
        role,
        text: text.to_owned(),
        id: id.to_owned(),
        bounds,
        parent,
        is_clickable: matches!(role, Role::Row | Role::Button),
        state: State {
            enabled: true,
            ..State::default()
        },
        ..Element::default()
    }
}

fn add_in(row: &str) -> Target {
    Target {
        row: Some(row.into()),
        ..Target::labelled("Add")
    }
}

fn index_of(search: &Search) -> Option<usize> {
    match search {
        Search::Found(found) => Some(found.index),
        Search::Ambiguous(_) | Search::Missing(_) => None,
    }
}

#[test]
fn look_alikes_are_ambiguous_and_a_row_decides() {
    let screen = shop(&["Tea", "Coffee", "Cocoa"]);
    let Search::Ambiguous(candidates) = locate(&screen, &Target::labelled("Add"), None) else {
        panic!("three buttons are not one");
    };
    let titles: Vec<&str> = candidates
        .iter()
        .map(|candidate| candidate.title.as_str())
        .collect();
    assert_eq!(titles[1], "button `Add` in the row `Coffee` at (330, 190)");
    assert_eq!(index_of(&locate(&screen, &add_in("Coffee"), None)), Some(5));
}

#[test]
fn an_index_counts_in_reading_order_and_says_when_there_are_too_few() {
    let screen = shop(&["Tea", "Coffee"]);
    let nth = |index| Target {
        index: Some(index),
        ..Target::labelled("Add")
    };
    assert_eq!(index_of(&locate(&screen, &nth(2), None)), Some(5));
    assert_eq!(
        locate(&screen, &nth(3), None),
        Search::Missing(Missing::TooFew { there: 2 })
    );
}

#[test]
fn only_the_one_of_the_authors_number_is_shown() {
    let nth = |index| Target {
        index: Some(index),
        ..Target::labelled("Add")
    };
    let screen = shop(&["Tea", "Coffee"]);
    let shown = |index| is_shown(&screen, &nth(index)).map(|found| found.index);
    assert_eq!([1, 2, 3].map(shown), [Some(2), Some(5), None]);
    assert!(is_seen(&screen, &nth(2)) && !is_seen(&screen, &nth(3)));
    // A button and the text in it are one for a reader.
    let mut holder = shop(&["Tea"]);
    let text = element(Role::Text, "Add", "", holder.elements[2].bounds, Some(2));
    holder.elements.push(text);
    assert!(is_shown(&holder, &nth(1)).is_some());
    assert!(is_shown(&holder, &nth(2)).is_none() && !is_seen(&holder, &nth(2)));
    // A field that holds it is the second for who denies it, and none for who asserts it.
    let mut field = element(
        Role::TextField,
        "Add",
        "",
        Rect::new(0.0, 300.0, 90.0, 20.0),
        None,
    );
    field.is_editable = true;
    field.state.value = Some("Add".to_owned());
    holder.elements.push(field);
    assert!(is_seen(&holder, &nth(2)) && !is_seen(&holder, &nth(3)));
}

#[test]
fn a_tooltip_and_the_placeholder_of_a_filled_field_are_not_shown() {
    let place = Rect::new(0.0, 100.0, 90.0, 20.0);
    let button = |text: &str| Element {
        description: "Opens the list".to_owned(),
        is_described_by_tip: true,
        ..element(Role::Button, text, "", place, None)
    };
    let field = |value: &str| Element {
        is_editable: true,
        state: State {
            value: Some(value.to_owned()),
            ..State::default()
        },
        ..button(value)
    };
    let screen = |element: Element| Screen {
        size: Size::new(400.0, 800.0),
        elements: vec![element],
        ..Screen::default()
    };
    let target = Target::labelled("Opens the list");
    for (element, is) in [
        (button("More"), false),
        (button(""), true),
        (field("no"), false),
        (field(""), true),
    ] {
        let screen = screen(element);
        assert_eq!(is_shown(&screen, &target).is_some(), is);
        assert_eq!(is_seen(&screen, &target), is);
        // Who acts may call it so.
        assert_eq!(index_of(&locate(&screen, &target, None)), Some(0));
    }
    // The placeholder of an empty field is there to see, whatever the field is called.
    let mut named = field("");
    named.is_described_by_tip = false;
    named.text = "Find".to_owned();
    let screen = screen(named);
    assert!(is_seen(&screen, &Target::labelled("Find")));
}

#[test]
fn the_recorded_row_decides_wherever_it_moved() {
    let then = shop(&["Tea", "Coffee", "Cocoa"]);
    let evidence = Evidence::of(&then, 5);
    assert_eq!(evidence.row.as_deref(), Some("Coffee"));
    let now = shop(&["Coffee", "Juice", "Tea"]);
    let search = locate(&now, &Target::labelled("Add"), Some(&evidence));
    assert_eq!(index_of(&search), Some(2));
    let Search::Found(found) = search else {
        unreachable!()
    };
    assert_eq!(found.by, By::Evidence);
}

#[test]
fn without_the_recorded_row_no_look_alike_is_touched() {
    let evidence = Evidence::of(&shop(&["Tea", "Coffee"]), 5);
    for now in [shop(&["Tea", "Juice"]), shop(&["Tea"])] {
        let search = locate(&now, &Target::labelled("Add"), Some(&evidence));
        assert_eq!(
            search,
            Search::Missing(Missing::OtherRow {
                wanted: "Coffee".to_owned()
            })
        );
    }
}

#[test]
fn a_row_with_its_price_in_one_text_goes_by_its_name() {
    let screen = shop(&["Milk 6.50", "Bread 3.00", "2 × Rye, 400 g", "Milk 2.5"]);
    for (row, index) in [("Bread", 5), ("bread", 5), ("Rye", 8), ("Milk 6.50", 2)] {
        assert_eq!(
            index_of(&locate(&screen, &add_in(row), None)),
            Some(index),
            "{row}"
        );
    }
    let evidence = Evidence::of(&screen, 5);
    let now = shop(&["Milk 6.50", "Bread 3.20"]);
    let search = locate(&now, &add_in("Bread"), Some(&evidence));
    assert_eq!(index_of(&search), Some(5));
}

#[test]
fn a_row_that_may_be_another_is_not_chosen() {
    let unclear = |names: &[&str], row: &str, rows: &[&str]| {
        let search = locate(&shop(names), &add_in(row), None);
        let rows = rows.iter().map(|row| (*row).to_owned()).collect();
        assert_eq!(
            search,
            Search::Missing(Missing::UnclearRow { rows }),
            "{names:?}"
        );
    };
    unclear(
        &["Milk 6.50", "Oat Milk 7.00"],
        "Milk",
        &["Milk 6.50", "Oat Milk 7.00"],
    );
    // The milk is sold out.
    unclear(&["Oat Milk 7.00", "Bread"], "Milk", &["Oat Milk 7.00"]);
    unclear(&["Milk Chocolate 1.20"], "Milk", &["Milk Chocolate 1.20"]);
    unclear(&["Milk 2.5"], "Milk 2", &["Milk 2.5"]);
    unclear(&["1.5 kg"], "5 kg", &["1.5 kg"]);
    unclear(&["Not connected"], "Connected", &["Not connected"]);
    let numbered = Target {
        index: Some(1),
        ..add_in("Milk")
    };
    let search = locate(&shop(&["Milk 6.50", "Oat Milk 7.00"]), &numbered, None);
    assert!(matches!(
        search,
        Search::Missing(Missing::UnclearRow { .. })
    ));
}

#[test]
fn a_name_that_goes_on_behind_a_sign_or_a_figure_is_another() {
    for (shown, row) in [
        ("Milk (oat) 7.00", "Milk"),
        ("Milk, chocolate 1.20", "Milk"),
        ("Milk-free bar 2.00", "Milk"),
        ("Milk & Honey 3.00", "Milk"),
        ("حليب، شوفان 7", "حليب"),
        ("牛乳・オーツ 200円", "牛乳"),
        ("iPhone 15 Pro 999 €", "iPhone"),
        ("Order 12 345", "Order 12"),
        ("Size 4 1/2", "Size 4"),
        ("Size 4 ½", "Size 4"),
        ("Size 4 – 5", "Size 4"),
        ("3 × 5 kg", "5 kg"),
        ("Shirt L", "Shirt"),
    ] {
        let search = locate(&shop(&[shown]), &add_in(row), None);
        let rows = vec![shown.to_owned()];
        assert_eq!(search, Search::Missing(Missing::UnclearRow { rows }));
    }
}

#[test]
fn figures_and_their_units_are_no_part_of_a_name() {
    for (shown, row) in [
        ("Milk 6.50 €", "Milk"),
        ("6,50 EUR – Milk", "Milk"),
        ("Milk, 1 l, 1.20 EUR", "Milk"),
        ("Milk 500ml (2 pcs)", "Milk"),
        ("牛乳 200円", "牛乳"),
        ("חלב 6.50 ₪", "חלב"),
        ("Inbox (5)", "Inbox"),
        ("Inbox 5", "Inbox"),
        ("Milk 2 – €6.50", "Milk 2"),
    ] {
        let search = locate(&shop(&[shown]), &add_in(row), None);
        assert_eq!(index_of(&search), Some(2), "{shown}: {search:?}");
    }
}

/// The milk is there and sold out; what is like it is not.
#[test]
fn a_row_without_what_is_wanted_is_not_replaced_by_one_like_it() {
    let mut screen = shop(&["Milk 6.50", "Milk 2 7.00"]);
    screen.elements[2].text = "Sold out".to_owned();
    let search = locate(&screen, &add_in("Milk"), None);
    assert_eq!(index_of(&search), None, "{search:?}");
    // The evidence of the lesson, where it was the only one, does not change that.
    let lesson = shop(&["Milk 6.50"]);
    let evidence = Evidence::of(&lesson, 2);
    let search = locate(&screen, &add_in("Milk"), Some(&evidence));
    assert_eq!(index_of(&search), None, "{search:?}");
}

#[test]
fn a_row_of_exactly_that_name_is_the_row() {
    let screen = shop(&["Oat Milk 7.00", "Milk", "Milk 6.50"]);
    assert_eq!(index_of(&locate(&screen, &add_in("Milk"), None)), Some(5));
}

#[test]
fn the_part_that_is_missing_is_named() {
    let screen = shop(&["Milk 6.50", "Bread 3.00"]);
    let missing = |target: &Target| match locate(&screen, target, None) {
        Search::Missing(missing) => missing,
        other => panic!("{other:?}"),
    };
    let rows = vec!["Milk 6.50".to_owned(), "Bread 3.00".to_owned()];
    assert_eq!(missing(&add_in("Tea")), Missing::NoSuchRow { rows });
    let remove = |row: &str| Target {
        label: "Remove".into(),
        ..add_in(row)
    };
    assert_eq!(missing(&remove("Milk")), Missing::NotInRow);
    assert_eq!(missing(&remove("Tea")), Missing::Absent);
    // A row that has the name and nothing else is meant, even if what is wanted is in another.
    let mut bare = shop(&["Oat Milk 7.00", "Milk"]);
    bare.elements.truncate(5);
    let search = locate(&bare, &add_in("Milk"), None);
    assert_eq!(search, Search::Missing(Missing::NotInRow));
}

#[test]
fn what_may_be_in_the_row_is_neither_shown_nor_absent() {
    let screen = shop(&["Milk 6.50", "Oat Milk 7.00"]);
    assert_eq!(is_shown(&screen, &add_in("Milk")), None);
    assert!(is_seen(&screen, &add_in("Milk")));
    assert!(is_seen(&shop(&["Milk 6.50"]), &add_in("Milk")));
    assert!(!is_seen(&shop(&["Bread 6.50"]), &add_in("Milk")));
}

#[test]
fn a_unique_id_survives_a_new_name_and_is_drift() {
    let screen = |text: &str| Screen {
        size: Size::new(400.0, 800.0),
        elements: vec![
            element(
                Role::Button,
                text,
                "save",
                Rect::new(10.0, 10.0, 80.0, 40.0),
                None,
            ),
            element(
                Role::Text,
                "Last change today",
                "",
                Rect::new(10.0, 60.0, 80.0, 20.0),
                None,
            ),
        ],
        ..Screen::default()
    };
    let evidence = Evidence::of(&screen("Save"), 0);
    let Search::Found(found) = locate(&screen("Store"), &Target::labelled("Save"), Some(&evidence))
    else {
        panic!("a unique id beside the same text is enough");
    };
    assert_eq!(found.drift, ["renamed from `Save` to `Store`"]);
    let danger = locate(
        &screen("Delete everything"),
        &Target::labelled("Save"),
        Some(&evidence),
    );
    assert!(
        matches!(danger, Search::Missing(Missing::Dangerous { .. })),
        "{danger:?}"
    );
}

#[test]
fn place_kind_and_neighbours_alone_are_never_enough() {
    let screen = |text: &str, id: &str| Screen {
        size: Size::new(400.0, 800.0),
        elements: vec![
            element(
                Role::Text,
                "Above",
                "",
                Rect::new(10.0, 50.0, 80.0, 20.0),
                None,
            ),
            element(
                Role::Button,
                text,
                id,
                Rect::new(10.0, 100.0, 80.0, 40.0),
                None,
            ),
        ],
        ..Screen::default()
    };
    let evidence = Evidence::of(&screen("Save", "save"), 1);
    let search = locate(
        &screen("Print", "print"),
        &Target::labelled("Save"),
        Some(&evidence),
    );
    assert_eq!(search, Search::Missing(Missing::Absent));
}

#[test]
fn what_reacts_to_touches_is_meant_before_a_heading_of_the_same_name() {
    let mut screen = shop(&["Tea"]);
    screen.elements.insert(
        0,
        element(
            Role::Heading,
            "Add",
            "",
            Rect::new(0.0, 20.0, 100.0, 30.0),
            None,
        ),
    );
    for element in &mut screen.elements[1..] {
        element.parent = element.parent.map(|parent| parent + 1);
    }
    assert_eq!(
        index_of(&locate(&screen, &Target::labelled("Add"), None)),
        Some(3)
    );
}

#[test]
fn a_label_and_a_role_mean_the_control_of_that_row() {
    let mut screen = shop(&["Tea", "Coffee"]);
    for element in &mut screen.elements {
        if element.role == Role::Button {
            element.role = Role::Switch;
            element.text = String::new();
        }
    }
    let target = Target {
        role: WantedRole::Only(Role::Switch),
        ..Target::labelled("Coffee")
    };
    assert_eq!(index_of(&locate(&screen, &target, None)), Some(5));
    let none = Target {
        role: WantedRole::Only(Role::Slider),
        ..Target::labelled("Coffee")
    };
    assert_eq!(index_of(&locate(&screen, &none, None)), None);
}

/// An instruction, and the buttons it speaks of.
fn instruction(buttons: &[&str]) -> Screen {
    let text = "Choose a date and hit submit.";
    let bounds = |row: usize| Rect::new(10.0, 50.0 * row as f64, 200.0, 40.0);
    let mut elements = vec![element(Role::Text, text, "query", bounds(0), None)];
    for (row, name) in buttons.iter().enumerate() {
        elements.push(element(Role::Button, name, "", bounds(row + 1), None));
    }
    Screen {
        size: Size::new(400.0, 800.0),
        elements,
        ..Screen::default()
    }
}

#[test]
fn a_text_that_speaks_of_the_target_is_not_touched_for_it() {
    let Search::Missing(missing) = locate(&instruction(&[]), &Target::labelled("Submit"), None)
    else {
        panic!("an instruction is not a button");
    };
    let text = "Choose a date and hit submit.".to_owned();
    assert_eq!(missing, Missing::OnlySpokenOf { text });
}

#[test]
fn what_has_more_words_is_not_touched_while_the_target_itself_is_covered() {
    let mut screen = instruction(&["Submit", "Submit all"]);
    screen.elements[1].is_covered = true;
    let search = locate(&screen, &Target::labelled("Submit"), None);
    assert_eq!(search, Search::Missing(Missing::Covered { by: None }));
}
