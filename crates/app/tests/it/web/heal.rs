//! Healing what happens on pages: the work is done once, and not once more to prove it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{project_on, shared_browser};
use crate::assert_contains;
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
