//! Healing what happens on pages: the work is done once, and not once more to prove it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{project_on, shared_browser};
use crate::assert_contains;
use crate::project::{Project, Ran};
use crate::site::{Answer, Got, Site};

const FORM: &str = "<!doctype html><title>Notes</title><h1>Notes</h1>
<label>Title <input id=title></label><button id=print>Print</button>
<button id=save onclick=\"fetch('/notes', {method: 'POST', body: 'x'}).then(() => p.textContent = 'All is kept')\">Save</button>
<button id=help>Help</button><p id=p></p>";

const SKILL: &str =
    "name: Notes\nsteps:\n  - open_url: SITE\n  - tap: Save\n  - assert_visible: All is kept\n";

/// Returns how often something was written.
fn writes(site: &Site) -> usize {
    let got = site.got().into_iter();
    got.filter(|it| it.line.starts_with("POST")).count()
}

#[test]
fn a_page_that_writes_is_healed_without_doing_its_work_once_more() {
    let is_changed = Arc::new(AtomicBool::new(false));
    let now = Arc::clone(&is_changed);
    let site = Site::serve(move |_: &Got| {
        Answer::page(match now.load(Ordering::SeqCst) {
            true => FORM.replace(">Save<", ">Save changes<"),
            false => FORM.to_owned(),
        })
    });
    let project = project_on(&site, "notes.yaml", SKILL);
    let device = format!("--device {}", shared_browser());
    project.passes(&format!("compile notes.yaml {device}"));
    is_changed.store(true, Ordering::SeqCst);
    let before = writes(&site);
    let drift = project.passes(&format!("drift notes.yaml {device}"));
    assert_contains(&drift.text, "renamed from `Save` to `Save changes`");
    let healed = project.passes(&format!("heal notes.yaml --apply {device}"));
    assert_contains(&healed.text, "cosmetic");
    assert_contains(
        &healed.text,
        "not replayed once more: it writes to a server",
    );
    assert_eq!(writes(&site), before + 2);
    let after = project.passes(&format!("drift notes.yaml {device}"));
    assert_contains(&after.text, "0 of 1 target changed");
    assert_eq!(project.read("notes.yaml"), SKILL.replace("SITE", &site.url));
}

#[test]
fn a_page_that_wrote_already_is_not_run_again_to_learn_a_step_anew() {
    let is_changed = Arc::new(AtomicBool::new(false));
    let now = Arc::clone(&is_changed);
    let site = Site::serve(move |_: &Got| {
        Answer::page(match now.load(Ordering::SeqCst) {
            true => FORM.replace("All is kept", "Done"),
            false => FORM.to_owned(),
        })
    });
    let skill = SKILL.replace("  - assert_visible: All is kept\n", "");
    let project = project_on(&site, "notes.yaml", &skill);
    let device = format!("--device {}", shared_browser());
    project.passes(&format!("compile notes.yaml {device}"));
    is_changed.store(true, Ordering::SeqCst);
    let before = writes(&site);
    let refused = project.run(&format!(
        "heal notes.yaml --apply --accept 2 --timeout 2 {device}"
    ));
    let text = refused.exits(1).text;
    assert_contains(
        &text,
        "not run again to try something: it wrote to a server",
    );
    assert_contains(&text, "then `retap compile notes.yaml`");
    assert_eq!(writes(&site), before + 1);
}

const SIGN_IN: &str = "<!doctype html><title>Desk</title><h1>Desk</h1><form method=post action=/login>
<label>Name <input name=user></label><label>Password <input type=password name=password></label><button>Log in</button></form>";

const TOOL: &str = "<!doctype html><title>Tool</title><h1>Tool</h1><button id=print>Print</button>
<button id=facts onclick=\"p.textContent = 'Made of oak'\">Facts</button><button id=help>Help</button><p id=p></p>";

/// Learns what is behind a sign-in, and heals it once its button is called otherwise.
fn heal_behind_sign_in() -> (Ran, Project) {
    let is_changed = Arc::new(AtomicBool::new(false));
    let now = Arc::clone(&is_changed);
    let site = Site::serve(move |got: &Got| match got.line.as_str() {
        "POST /login" => Answer::status("303 See Other").with("Location: /tool"),
        "GET /tool" => Answer::page(match now.load(Ordering::SeqCst) {
            true => TOOL.replace(">Facts<", ">What it is made of<"),
            false => TOOL.to_owned(),
        }),
        _ => Answer::page(SIGN_IN),
    });
    let skill = "name: Facts\nsteps:\n  - open_url: SITE\n  - type: { text: ines, into: Name }\n  \
        - type: { text: tulip-9, into: Password }\n  - tap: Log in\n  - tap: Facts\n  - assert_visible: Made of oak\n";
    let project = project_on(&site, "facts.yaml", skill);
    let device = format!("--device {}", shared_browser());
    project.passes(&format!("compile facts.yaml {device}"));
    is_changed.store(true, Ordering::SeqCst);
    project
        .run(&format!("test facts.yaml --timeout 3 {device}"))
        .exits(1);
    let ran = project.run(&format!(
        "heal facts.yaml --apply --accept 4 --accept 5 --timeout 3 {device}"
    ));
    (ran, project)
}

#[test]
fn behind_a_sign_in_a_step_that_failed_is_learned_anew() {
    let (ran, project) = heal_behind_sign_in();
    ran.exits(0);
    assert_contains(project.read("facts.yaml"), "What it is made of");
}

#[test]
fn what_an_act_brings_now_is_proposed_where_the_next_step_proved_it() {
    let is_changed = Arc::new(AtomicBool::new(false));
    let now = Arc::clone(&is_changed);
    let page = |heading: &str| {
        Answer::page(format!(
            "<!doctype html><title>Shop</title><h1>{heading}</h1><label for=n>Name</label><input id=n name=n>
            <label for=s>Street</label><input id=s name=s><button id=go onclick=\"p.textContent='Kept'\">Keep</button><p id=p></p>"
        ))
    };
    let site = Site::serve(move |got: &Got| match got.line.as_str() {
        "GET /checkout" if now.load(Ordering::SeqCst) => page("Where to"),
        "GET /checkout" => page("Your address"),
        _ => Answer::page(
            "<!doctype html><title>Shop</title><h1>Cart</h1><a href=/checkout>Checkout</a>",
        ),
    });
    let skill = "name: Shop\nsteps:\n  - open_url: SITE\n  - tap: Checkout\n  - type: { text: Rosa, into: Name }\n  - tap: Keep\n  - assert_visible: Kept\n";
    let project = project_on(&site, "shop.yaml", skill);
    let device = format!("--device {}", shared_browser());
    project.passes(&format!("compile shop.yaml {device}"));
    let listed = project
        .passes("compile shop.yaml --forget Keep --forget Name --forget Street")
        .text;
    assert_contains(&listed, "fewer");
    is_changed.store(true, Ordering::SeqCst);
    let drifted = project.passes(&format!("test shop.yaml {device}"));
    assert_contains(&drifted.text, "not as in the lesson: `Your address` shows");
    let left = project.run(&format!("heal shop.yaml --apply {device}"));
    left.exits(1).says("expected from now on: `Where to` shows");
    project.passes(&format!("heal shop.yaml --apply --accept 2 {device}"));
    let healed = project.passes(&format!("test shop.yaml {device}")).text;
    assert!(!healed.contains("not as in the lesson"), "{healed}");
}
