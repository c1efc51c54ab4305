//! What pages still do once their write was answered: what is taken back then fails a replay, however calm it looked.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::effects::{json, replay};
use super::{project_on, shared_browser};
use crate::site::{Answer, Got, Site};

/// A list that shows a new entry once its server has answered. `LATER` says what it does then.
fn list(later: &str) -> String {
    let page = "<!doctype html><title>List</title><h1>List</h1><button onclick=add()>Add tea</button><ul id=l></ul><p id=p></p><script>
        async function add() {
          const answer = await fetch('/api/items', { method: 'POST', body: '{}' });
          const item = document.createElement('li'); item.textContent = 'Green tea'; l.append(item); p.textContent = 'Added';
          LATER
        }</script>";
    page.replace("LATER", later)
}

const ADD: &str = "  - tap: Add tea\n";

fn accepted() -> Answer {
    Answer {
        status: "202 Accepted",
        ..json("{}")
    }
}

#[test]
fn what_was_only_accepted_and_is_taken_back_fails() {
    let site = |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("POST /api/items", _) => accepted(),
        (_, 0) => Answer::page(list("")),
        _ => Answer::page(list("setTimeout(() => item.remove(), 1200)")),
    };
    replay(site, ADD).exits(1).says("it was taken back");
}

#[test]
fn what_was_only_accepted_and_stays_passes() {
    let site = |got: &Got, _: usize| match got.line.as_str() {
        "POST /api/items" => accepted(),
        _ => Answer::page(list("setTimeout(() => p.textContent = '', 700)")),
    };
    replay(site, ADD).exits(0);
}

/// Asks every 300 ms how far the job is, and takes the entry back where that failed.
const POLLING: &str = "const ask = async () => {
      const job = await (await fetch('/api/jobs/1')).json();
      if (job.state === 'failed') item.remove(); else if (job.state !== 'done') setTimeout(ask, 300);
    }; setTimeout(ask, 300)";

#[test]
fn a_job_that_is_asked_for_and_fails_in_the_end_fails_the_run() {
    for (end, code) in [("done", 0), ("failed", 1)] {
        let asked = Arc::new(AtomicUsize::new(0));
        let site = move |got: &Got, round: usize| match got.line.as_str() {
            "POST /api/items" => {
                asked.store(0, Ordering::SeqCst);
                json("{\"job\": 1}")
            }
            "GET /api/jobs/1" => match (asked.fetch_add(1, Ordering::SeqCst), round) {
                (0, 0) | (0..4, 1) => json("{\"state\": \"running\"}"),
                (_, 0) => json("{\"state\": \"done\"}"),
                _ => json(&format!("{{\"state\": \"{end}\"}}")),
            },
            _ => Answer::page(list(POLLING)),
        };
        replay(site, ADD).exits(code);
    }
}

#[test]
fn an_entry_that_is_gone_when_the_list_is_loaded_again_fails() {
    let again = "const all = await (await read).json();
        l.innerHTML = all.map(it => `<li>${it}</li>`).join('')";
    let page = list(again)
        .replace(
            "async function add() {",
            "async function add() { const read = fetch('/api/items');",
        )
        // Nothing but the entry shows that it was added.
        .replace("p.textContent = 'Added';", "");
    let (written, is_written) = std::sync::mpsc::channel::<()>();
    let (written, is_written) = (Mutex::new(written), Mutex::new(is_written));
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        // The list is under way before the entry is stored, and comes after that.
        ("GET /api/items", _) => {
            is_written.lock().unwrap().recv().unwrap();
            json(if round == 0 { "[\"Green tea\"]" } else { "[]" })
        }
        ("POST /api/items", _) => {
            written.lock().unwrap().send(()).unwrap();
            json("{}")
        }
        _ => Answer::page(page.clone()),
    };
    let ran = replay(site, ADD).exits(1);
    // A slow machine looks first when the entry is gone again.
    let told = ["it was taken back", "expected that"];
    assert!(told.iter().any(|it| ran.text.contains(it)), "{}", ran.text);
}

#[test]
fn a_row_that_never_comes_fails_although_a_message_says_that_it_did() {
    let calm = list("").replace("l.append(item);", "");
    let with_bread = |page: &str| page.replace("<ul id=l>", "<ul id=l><li>Bread</li>");
    let (taught, calm) = (with_bread(&list("")), with_bread(&calm));
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("POST /api/items", _) => json("{}"),
        (_, 0) => Answer::page(taught.clone()),
        _ => Answer::page(calm.clone()),
    };
    let skill = format!("{ADD}  - assert_visible: Added\n");
    replay(site, &skill).exits(1).says("brought a new row");
}

#[test]
fn what_only_covers_the_proof_is_closed_and_takes_nothing_back() {
    let rating = "document.body.insertAdjacentHTML('beforeend', `<div role=dialog aria-modal=true style='position:fixed;inset:0;background:#fff'>
        <h2>Do you like it here?</h2><button>Rate now</button> <button onclick=this.parentNode.remove()>Not now</button></div>`)";
    let (taught, asking) = (list(""), list(rating));
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("POST /api/items", _) => json("{}"),
        (_, 0) => Answer::page(taught.clone()),
        _ => Answer::page(asking.clone()),
    };
    replay(site, ADD).exits(0);
}

#[test]
fn a_lesson_keeps_how_long_its_page_goes_on() {
    for (later, is_late) in [
        ("", false),
        ("setTimeout(() => p.textContent = 'Stored', 900)", true),
        (
            "setInterval(() => p.textContent = String(Math.random()), 100)",
            false,
        ),
    ] {
        let page = list(later);
        let site = Site::serve(move |got: &Got| match got.line.as_str() {
            "POST /api/items" => json("{}"),
            _ => Answer::page(page.clone()),
        });
        let skill = format!("name: Add\nsteps:\n  - open_url: SITE\n{ADD}");
        let project = project_on(&site, "add.yaml", &skill);
        let device = shared_browser();
        project.passes(&format!("compile add.yaml --device {device}"));
        let compiled = project.read("add.compiled.json");
        assert_eq!(compiled.contains("lateMs"), is_late, "{later}: {compiled}");
        project.replays(&format!("add.yaml --device {device}"));
    }
}

/// A list that stores what was typed and shows what its server has.
const STORED: &str = "<!doctype html><title>List</title><h1>List</h1><label>Name <input id=n></label><button onclick=add()>Add</button>
    <ul id=l><li>Bread</li></ul><div id=recent></div><p id=p></p><script>
    async function add() {
      const all = await (await fetch('/api/items', { method: 'POST', body: JSON.stringify({ name: n.value }) })).json();
      l.innerHTML = all.map(it => `<li>${it}</li>`).join(''); p.textContent = 'Added'; RECENT; n.value = '';
    }</script>";

const TYPE_AND_ADD: &str = "  - type: { text: Green tea, into: Name }\n  - tap: Add\n";

/// Replays adding an entry to a list that its server then has like this.
fn add_to(stored: &'static str, recent: &'static str) -> crate::project::Ran {
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("POST /api/items", 0) => json("[\"Bread\", \"Green tea\"]"),
        ("POST /api/items", _) => json(stored),
        (_, 0) => Answer::page(STORED.replace("RECENT", "")),
        _ => Answer::page(STORED.replace("RECENT", recent)),
    };
    replay(site, TYPE_AND_ADD)
}

#[test]
fn one_write_that_is_stored_twice_fails() {
    let ran = add_to("[\"Bread\", \"Green tea\", \"Green tea\"]", "");
    ran.exits(1).says("more than once, and once in the lesson");
    add_to("[\"Bread\", \"Rice\", \"Green tea\"]", "").exits(0);
}

#[test]
fn what_was_typed_must_show_in_the_list_and_not_only_beside_it() {
    let recent = "recent.textContent = 'Recent: ' + n.value";
    let ran = add_to("[\"Bread\", \"Untitled\"]", recent);
    ran.exits(1).says("is in no row that step 3 brought");
    add_to("[\"Green tea\", \"Bread\"]", recent).exits(0);
}

/// A page that renames an entry, says so in a message, and shows what its server has: in its list, or on another page.
fn rename(stored: &'static str, leads: &'static str) -> crate::project::Ran {
    let list =
        |name: &str, said: &str| format!("<ul><li>Bread</li><li>{name}</li></ul><p>{said}</p>");
    let form = "<!doctype html><title>List</title><h1>List</h1><label>Name <input id=n></label><button onclick=save()>Save</button><div id=l>LIST</div><script>
        async function save() {
          const answer = await (await fetch('/api/items/1', { method: 'PUT', body: JSON.stringify({ name: n.value }) })).json();
          LEADS
        }</script>";
    let form = form
        .replace("LEADS", leads)
        .replace("LIST", &list("Rice", ""));
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("PUT /api/items/1", 0) => json("{\"name\": \"Green tea\"}"),
        ("PUT /api/items/1", _) => json(&format!("{{\"name\": \"{stored}\"}}")),
        ("GET /next", 0) => Answer::page(list("Green tea", "Saved Green tea")),
        ("GET /next", _) => Answer::page(list(stored, "Saved Green tea")),
        _ => Answer::page(form.clone()),
    };
    replay(
        site,
        "  - type: { text: Green tea, into: Name }\n  - tap: Save\n",
    )
}

#[test]
fn a_message_that_it_was_saved_does_not_make_up_for_a_row_that_says_something_else() {
    let same = "l.innerHTML = `<ul><li>Bread</li><li>${answer.name}</li></ul><p>Saved ${n.value}</p>`; n.value = ''";
    let next = "location.href = '/next'";
    for (stored, leads, code) in [
        ("Green tea", same, 0),
        ("Rice", same, 1),
        ("Green tea", next, 0),
        ("Rice", next, 1),
    ] {
        let ran = rename(stored, leads);
        assert_eq!(ran.code(), code, "{stored} {leads}: {}", ran.text);
    }
}

/// A page that makes its write again a moment after the answer, or once the list is read anew.
#[test]
fn a_write_that_is_made_again_while_the_end_is_read_fails() {
    for (later, code) in [
        ("", 0),
        (
            "await fetch('/api/other'); fetch('/api/items', { method: 'POST', body: '{}' })",
            1,
        ),
    ] {
        let taught = list("await fetch('/api/other')");
        let now = list(if later.is_empty() {
            "await fetch('/api/other')"
        } else {
            later
        });
        let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
            ("POST /api/items", _) | ("GET /api/other", _) => json("{}"),
            (_, 0) => Answer::page(taught.clone()),
            _ => Answer::page(now.clone()),
        };
        let ran = replay(site, ADD);
        assert_eq!(ran.code(), code, "{later}: {}", ran.text);
    }
}

#[test]
fn a_list_of_another_make_may_show_it() {
    let cards = STORED
        .replace(
            "<ul id=l><li>Bread</li></ul>",
            "<div id=l><div>Bread</div></div>",
        )
        .replace("<li>${it}</li>", "<div>${it}</div>")
        .replace("RECENT", "");
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("POST /api/items", _) => json("[\"Green tea\", \"Bread\"]"),
        (_, 0) => Answer::page(STORED.replace("RECENT", "")),
        _ => Answer::page(cards.clone()),
    };
    replay(site, TYPE_AND_ADD).exits(0);
}
