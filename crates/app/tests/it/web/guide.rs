//! The example of `docs/guide/web.md` is what happens: learned, replayed, refused by the server, renamed and healed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{project_on, shared_browser};
use crate::site::{Answer, Got, Site};

const GUIDE: &str = include_str!("../../../../../docs/guide/web.md");

/// A form whose page says that all is well, whatever its server answers.
const FORM: &str = "<!doctype html><title>Tools</title><h1>Tools</h1><label>Name <input id=n name=name></label>
<label>Category <select id=c name=category><option>Stone<option>Wood</select></label><button id=save onclick=save()>Save</button><p id=p></p><script>
const save = () => fetch('/tools', { method: 'POST', body: new URLSearchParams({ name: n.value, category: c.value }) })
  .then(() => { p.textContent = n.value + ' is in the list'; });</script>";

/// Returns the block of this language in the section of the example.
fn block(language: &str) -> &'static str {
    let (_, section) = GUIDE
        .split_once("## From the lesson to the healed file")
        .unwrap();
    let (_, block) = section.split_once(&format!("```{language}\n")).unwrap();
    block.split_once("```").unwrap().0
}

#[test]
fn the_example_of_the_guide_is_what_happens() {
    let line = Arc::new(AtomicUsize::new(0));
    let now = Arc::clone(&line);
    let site =
        Site::serve(
            move |got: &Got| match (got.line.as_str(), now.load(Ordering::SeqCst)) {
                ("POST /tools", 2) => Answer::status("500 Internal Server Error"),
                (_, 0..3) => Answer::page(FORM),
                _ => Answer::page(FORM.replace(">Save<", ">Save changes<")),
            },
        );
    let skill = block("yaml").replace("https://tools.example", "SITE");
    let project = project_on(&site, "add.yaml", &skill);
    let says = [
        ("compiled", 0),
        ("1 passed", 0),
        ("500", 1),
        ("renamed from `Save` to `Save changes`", 0),
        ("written: add.compiled.json", 0),
        ("0 of 3 targets changed", 0),
    ];
    let device = format!("--device {}", shared_browser());
    assert_eq!(block("sh").lines().count(), says.len());
    for (number, (command, (words, code))) in block("sh").lines().zip(says).enumerate() {
        line.store(number, Ordering::SeqCst);
        let command = command.split('#').next().unwrap().trim();
        let words_typed = command.strip_prefix("retap ").unwrap();
        let typed = words_typed.replace("--device web:", &device);
        project.run(&typed).exits(code).says(words);
    }
}
