//! Pages that were rebuilt between the lesson and the replay: fields under other labels, tables that became cards.

use super::effects::replay;
use crate::project::Ran;
use crate::site::{Answer, Got};

/// Returns a form for a tool; its controls have the names of form fields and no ids.
fn form([name, kind, box_label]: [&str; 3], box_state: &str) -> String {
    format!(
        "<!doctype html><title>Tools</title><h1>New tool</h1><form onsubmit=\"event.preventDefault(); p.textContent = kind.value + ' ' + training.checked\">
        <label>{name} <input name=name></label>
        <label>{kind} <select id=kind name=category><option>Hand tools<option>Power tools<option>Garden</select></label>
        <label><input type=checkbox id=training name=training {box_state}> {box_label}</label>
        <label>Notes <input name=notes></label><button>Keep</button></form><p id=p></p>"
    )
}

/// Fills in the form as it was, and replays it with these labels.
fn fill_in(labels: [&'static str; 3], box_state: &'static str) -> Ran {
    let then = ["Name", "Category", "Needs training"];
    let site = move |_: &Got, round: usize| match round {
        0 => Answer::page(form(then, "")),
        _ => Answer::page(form(labels, box_state)),
    };
    let steps = "  - type: { text: Saw, into: Name }\n  - select: { label: Category, option: Garden }\n  \
        - tap: Needs training\n  - tap: Keep\n  - assert_visible: Garden true\n";
    replay(site, steps)
}

#[test]
fn fields_of_all_kinds_are_known_under_other_labels() {
    fill_in(["Name", "Kind of tool", "Needs training"], "").exits(0);
    fill_in(["What it is called", "Category", "Needs training"], "").exits(0);
    fill_in(["Name", "Category", "Only after a course"], "").exits(0);
}

#[test]
fn fields_that_are_others_are_not_touched() {
    for (labels, state, step) in [
        (["Name", "Country", "Needs training"], "", "  3/6 "),
        (["Name", "Category", "Hide it from members"], "", "  4/6 "),
        (
            ["Name", "Category", "Only after a course"],
            "checked",
            "  4/6 ",
        ),
        (["Company", "Category", "Needs training"], "", "  2/6 "),
    ] {
        fill_in(labels, state).exits(1).says(step);
    }
}

/// Returns a sign-in whose fields have these labels.
fn sign_in(password: &str) -> Answer {
    Answer::page(format!(
        "<!doctype html><title>Desk</title><h1>Desk</h1><label>Email <input name=email></label>
        <label>{password} <input type=password name=secret></label><button onclick=\"p.textContent = 'Welcome'\">Go</button><p id=p></p>"
    ))
}

#[test]
fn a_field_for_a_password_is_known_under_another_label() {
    let steps = "  - type: { text: ines, into: Email }\n  - type: { text: tulip-9, into: Password }\n  - tap: Go\n  - assert_visible: Welcome\n";
    for (label, code) in [("Your passphrase", 0), ("Verification code", 1)] {
        let site =
            move |_: &Got, round: usize| sign_in(if round == 0 { "Password" } else { label });
        replay(site, steps).exits(code);
    }
}

/// A tool of the list: its name, what it is for, where it is, and what it says when it is lent.
type Tool = [&'static str; 3];

const SAWS: [Tool; 3] = [
    ["Band saw", "Wood", "Shelf A"],
    ["Tile cutter", "Stone", "Shelf B"],
    ["Hedge trimmer", "Garden", "Shelf C"],
];

fn page(tools: String) -> Answer {
    Answer::page(format!(
        "<!doctype html><title>Tools</title><h1>Tools</h1><a href=/members>Members</a>{tools}<p id=p></p>"
    ))
}

fn lend(name: &str) -> String {
    format!("<button onclick=\"p.textContent = '{name} is lent'\">Lend</button>")
}

fn table(tools: &[Tool]) -> Answer {
    let rows = tools.iter().map(|[name, material, shelf]| {
        format!(
            "<tr><td>{name}</td><td>{material}</td><td>{shelf}</td><td>{}</td></tr>",
            lend(name)
        )
    });
    let rows: String = rows.collect();
    page(format!(
        "<table><tr><th>Tool<th>For<th>Where<th></tr>{rows}</table>"
    ))
}

/// How a card is made of a tool and its number.
type Card = fn(usize, &Tool) -> String;

fn plain_card(_: usize, [name, material, shelf]: &Tool) -> String {
    format!(
        "<div class=card><h3>{name}</h3><p>{material}</p><p>{shelf}</p>{}</div>",
        lend(name)
    )
}

/// Something stands above the name, and not on every card.
fn marked_card(number: usize, [name, material, shelf]: &Tool) -> String {
    let mark = if number == 1 { "<em>Popular</em>" } else { "" };
    format!(
        "<div class=card>{mark}<p>{material}</p><h3>{name}</h3><p>{shelf}</p><footer>{}</footer></div>",
        lend(name)
    )
}

fn article_card(_: usize, [name, material, shelf]: &Tool) -> String {
    format!(
        "<article class=tool><header><span>{material}</span><h3>{name}</h3></header><p>{shelf}</p>{}</article>",
        lend(name)
    )
}

fn cards(card: Card, tools: &[Tool]) -> Answer {
    let cards = tools
        .iter()
        .enumerate()
        .map(|(number, tool)| card(number, tool));
    page(format!("<section>{}</section>", cards.collect::<String>()))
}

/// Lends the tile cutter in a table, and replays it on cards of these tools.
fn lend_on_cards(card: Card, tools: &'static [Tool]) -> Ran {
    let site = move |_: &Got, round: usize| match round {
        0 => table(&SAWS),
        _ => cards(card, tools),
    };
    replay(
        site,
        "  - tap: { label: Lend, row: Tile cutter }\n  - assert_visible: Tile cutter is lent\n",
    )
}

#[test]
fn a_table_that_became_cards_is_known_by_what_its_rows_say() {
    for card in [plain_card as Card, marked_card, article_card] {
        lend_on_cards(card, &SAWS).exits(0);
    }
}

#[test]
fn a_card_of_another_thing_is_not_touched() {
    const OTHERS: [Tool; 3] = [
        ["Band saw", "Wood", "Shelf A"],
        ["Tile cutter", "Paper", "Office"],
        ["Hedge trimmer", "Garden", "Shelf C"],
    ];
    const GONE: [Tool; 2] = [
        ["Band saw", "Wood", "Shelf A"],
        ["Hedge trimmer", "Stone", "Shelf B"],
    ];
    for card in [plain_card as Card, marked_card, article_card] {
        lend_on_cards(card, &OTHERS).exits(1).says("  2/3 ");
        lend_on_cards(card, &GONE).exits(1).says("  2/3 ");
    }
}
