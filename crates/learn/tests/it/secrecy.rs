//! What is secret is nowhere but on the device.
//!
//! Each test is named after the mistake it rules out.

use retap_model::phrase::Variables;
use retap_model::program::*;

use crate::scripted::*;

const TOKEN: &str = "s3cr3t-t0ken";

fn plain_field() -> Show {
    show(|_, acts| {
        page(vec![
            heading("Connect"),
            field("Key", &typed_text(acts), 200.0, true),
            button("Connect it", 300.0),
        ])
    })
}

/// A skill that types the secret into the plain field, and then does this.
fn typing_then(step: &str) -> Told {
    let steps = format!("  - type: \"${{API_TOKEN}}\"\n  - {step}\n");
    skill_with(&steps, &[("API_TOKEN", TOKEN)]).live(&plain_field())
}

#[test]
fn a_typed_secret_in_the_texts_of_a_later_failure() {
    let told = typing_then("tap: Nowhere");
    assert!(!told.all().contains(TOKEN), "{}", told.reason());
}

#[test]
fn a_typed_secret_in_located_and_captured() {
    let touched = typing_then("type: { text: x, into: Key }");
    let captured = typing_then("remember: { text: it, from: Key, name: key }");
    let asserted = typing_then("assert_not_visible: Error");
    let leaks = [
        ("located", touched),
        ("captured", captured),
        ("asserted", asserted),
    ]
    .map(|(name, told)| (name, told.all().contains(TOKEN), told.reason().to_owned()));
    assert!(leaks.iter().all(|(_, leaks, _)| !leaks), "{leaks:?}");
}

#[test]
fn a_secret_in_a_url() {
    let of = show(|_, acts| {
        page(vec![heading(if acts.is_empty() {
            "Start"
        } else {
            "Signed in"
        })])
    });
    let told = skill_with(
        "  - open_url: \"app://login?t=${API_TOKEN}\"\n",
        &[("API_TOKEN", TOKEN)],
    )
    .live(&of);
    assert!(!told.all().contains(TOKEN), "{}", told.all());
}

#[test]
fn an_echoed_secret_in_a_compiled_file() {
    let of = show(|_, acts| {
        let typed = typed_text(acts);
        let done = taps(acts) > 0;
        let mut elements = vec![field("Key", &typed, 200.0, !done)];
        if !typed.is_empty() {
            elements.push(text(&format!("Using {typed}"), 260.0));
        }
        elements.push(button("Connect it", 300.0));
        if done {
            elements.push(text("It works", 400.0));
        }
        page(elements)
    });
    let compiled = skill_with(
        "  - type: \"${API_TOKEN}\"\n  - tap: Connect it\n",
        &[("API_TOKEN", TOKEN)],
    )
    .compile(&of);
    let json = file(&compiled);
    let line = json
        .lines()
        .find(|line| line.contains(TOKEN))
        .unwrap_or_default()
        .trim()
        .to_owned();
    assert!(line.is_empty(), "{line}");
}

#[test]
fn what_a_field_holds_in_the_fingerprint() {
    let of = show(|_, acts| {
        let done = taps(acts) > 0;
        page(vec![
            heading("Connect"),
            field("Key", TOKEN, 200.0, !done),
            button("Connect it", 300.0),
            text(if done { "It works" } else { "Ready" }, 400.0),
        ])
    });
    let compiled = skill_with(
        "  - tap: Connect it\n  - open_url: \"${API_TOKEN:-x}\"\n",
        &[("API_TOKEN", TOKEN)],
    );
    let compiled = Written {
        draft: Draft {
            steps: compiled.draft.steps[..1].to_vec(),
            ..compiled.draft
        },
        source: compiled.source,
    }
    .compile(&of);
    let json = file(&compiled);
    assert!(
        !json.contains(TOKEN),
        "{}",
        json.lines()
            .find(|line| line.contains(TOKEN))
            .unwrap()
            .trim()
    );
}

#[test]
fn in_debug_output() {
    let mut variables = Variables::new();
    variables.set("API_TOKEN", TOKEN);
    let mut phrase = retap_model::phrase::Phrase::parse(&format!("${{API_TOKEN:-{TOKEN}}}"));
    phrase.bind(&Variables::new(), &mut std::collections::BTreeSet::new());
    assert!(
        !format!("{variables:?}").contains(TOKEN),
        "Variables: {variables:?}"
    );
    assert!(!format!("{phrase:?}").contains(TOKEN), "Phrase: {phrase:?}");
}
