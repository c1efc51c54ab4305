//! What a write is about: the thing of the lesson and no other, wherever its identifier stands, and before anything is touched
//! where that can be told.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::effects::{json, replay};
use super::{project_on, shared_browser};
use crate::site::{Answer, Got, Site};

/// Returns a row of a list with a link to the thing.
fn row(id: usize, customer: &str, city: &str) -> String {
    format!("<tr><td>{customer}</td><td>{city}</td><td><a href=/orders/{id}>Open</a></td></tr>")
}

fn list(rows: &[String]) -> Answer {
    let rows = rows.concat();
    Answer::page(format!(
        "<!doctype html><title>Orders</title><h1>Orders</h1><table>{rows}</table>"
    ))
}

/// An order, with a button that ships the one of this number.
fn order(id: usize) -> Answer {
    Answer::page(format!(
        "<!doctype html><title>Order</title><h1>Order</h1><form method=post action=/orders/{id}/ship><button>Ship</button></form>"
    ))
}

const SIGN_IN: &str = "<!doctype html><title>Desk</title><h1>Desk</h1><form method=post action=/login>
<label>Name <input name=user></label><label>Password <input type=password name=password></label><button>Log in</button></form>";

const SHIP: &str = "  - type: { text: ines, into: Name }\n  - type: { text: tulip-9, into: Password }\n  - tap: Log in\n  \
    - tap: { label: Open, row: Marlow Books }\n  - tap: Ship\n  - assert_visible: Shipped\n";

/// Ships the order of Marlow Books behind a sign-in, which is number 42 in the lesson; `listed` and `sent` say which it is in
/// the list and on its page in a replay.
fn ship(listed: usize, sent: usize) -> crate::project::Ran {
    let redirect = |to: &str| Answer::status("303 See Other").with(&format!("Location: {to}"));
    let site = move |got: &Got, round: usize| {
        let (listed, sent) = if round == 0 { (42, 42) } else { (listed, sent) };
        match got.line.as_str() {
            "POST /login" => redirect("/orders"),
            "GET /orders" => list(&[
                row(41, "Lark Hotel", "York"),
                row(listed, "Marlow Books", "Cardiff"),
            ]),
            "GET /done" => Answer::page("<!doctype html><title>Done</title><h1>Shipped</h1>"),
            line if line.ends_with("/ship") => redirect("/done"),
            line if line.starts_with("GET /orders/") => order(sent),
            _ => Answer::page(SIGN_IN),
        }
    };
    replay(site, SHIP)
}

#[test]
fn behind_a_sign_in_a_write_must_be_about_the_same_thing() {
    ship(42, 42).exits(0);
    let ran = ship(42, 43).exits(1);
    ran.says("about another thing than in the lesson");
}

#[test]
fn a_row_of_the_same_words_that_leads_to_another_thing_is_not_touched() {
    let ran = ship(91, 91).exits(1);
    ran.says("  5/7 ")
        .says("would be about another thing than in the lesson");
}

/// Ships an order of a list whose numbers in the lesson are 41 to 44; in a replay they begin at another one, and the page of the
/// order sends `sent` more than it should.
fn ship_from(first: usize, sent: usize) -> crate::project::Ran {
    let redirect = |to: &str| Answer::status("303 See Other").with(&format!("Location: {to}"));
    let site = move |got: &Got, round: usize| {
        let (first, sent) = if round == 0 { (41, 0) } else { (first, sent) };
        let customers = ["Lark Hotel", "Marlow Books", "Otter Tea", "Quay Bikes"];
        let cities = ["York", "Cardiff", "Leeds", "Bath"];
        let rows = customers.iter().zip(cities).enumerate();
        match got.line.as_str() {
            "GET /done" => Answer::page("<!doctype html><title>Done</title><h1>Shipped</h1>"),
            line if line.ends_with("/ship") => redirect("/done"),
            line if line.starts_with("GET /orders/") => order(first + 1 + sent),
            _ => list(
                &rows
                    .map(|(place, (customer, city))| row(first + place, customer, city))
                    .collect::<Vec<_>>(),
            ),
        }
    };
    replay(
        site,
        "  - tap: { label: Open, row: Marlow Books }\n  - tap: Ship\n  - assert_visible: Shipped\n",
    )
}

#[test]
fn where_a_list_was_filled_anew_things_go_by_their_words() {
    ship_from(41, 0).exits(0);
    let ran = ship_from(91, 0).exits(0);
    ran.says("the identifiers of what is listed are all others");
    // The write is about the order beside the one that was opened.
    let ran = ship_from(91, 1).exits(1);
    ran.says("about another thing than in the lesson");
    // One of them is still there: it is another order that has the words.
    let ran = ship_from(43, 0).exits(1);
    ran.says("would be about another thing than in the lesson");
}

/// A list that a script draws from data; no element has an identifier.
const DRAWN: &str = "<!doctype html><title>Jobs</title><h1>Jobs</h1><ul id=l></ul><p id=p></p><script>
    const done = (job) => fetch('/api/jobs/done', { method: 'POST', body: JSON.stringify({ id: job.id }) }).then(() => { p.textContent = 'Marked'; });
    fetch('/api/jobs').then((it) => it.json()).then(({ jobs }) => jobs.forEach((job) => {
      const item = document.createElement('li');
      item.innerHTML = `<div>${job.title}</div><div>${job.place}</div><button>Done</button>`;
      item.querySelector('button').onclick = () => done(job);
      l.append(item);
    }));</script>";

#[test]
fn what_a_page_was_told_of_a_thing_tells_which_it_is() {
    let jobs = |all: &[(usize, &str, &str)]| {
        let all = all.iter().map(|(id, title, place)| {
            format!("{{\"id\": {id}, \"title\": \"{title}\", \"place\": \"{place}\"}}")
        });
        format!("{{\"jobs\": [{}]}}", all.collect::<Vec<_>>().join(","))
    };
    let lesson = jobs(&[
        (31, "Paint", "Hall"),
        (32, "Roof repair", "House"),
        (33, "Gutter", "Shed"),
    ]);
    let filled_anew = jobs(&[
        (71, "Paint", "Hall"),
        (72, "Roof repair", "House"),
        (73, "Gutter", "Shed"),
    ]);
    // The words are the same, and it is another one.
    let look_alike = jobs(&[
        (31, "Paint", "Hall"),
        (39, "Roof repair", "House"),
        (33, "Gutter", "Shed"),
    ]);
    for (now, code, said) in [
        (lesson.clone(), 0, ""),
        (
            filled_anew,
            0,
            "the identifiers of what is listed are all others",
        ),
        (look_alike, 1, "would be about another thing"),
    ] {
        let lesson = lesson.clone();
        let site = move |got: &Got, round: usize| match got.line.as_str() {
            "GET /api/jobs" => json(if round == 0 { &lesson } else { &now }),
            "POST /api/jobs/done" => json("{}"),
            _ => Answer::page(DRAWN),
        };
        let steps = "  - tap: { label: Done, row: Roof repair }\n  - assert_visible: Marked\n";
        replay(site, steps).exits(code).says(said);
    }
}

#[test]
fn a_thing_may_be_named_in_the_body_of_a_write() {
    const PAGE: &str = "<!doctype html><title>Tasks</title><h1>Tasks</h1><ul><li data-id=7>Water the plants</li></ul>
        <button onclick=done()>Done</button><p id=p></p><script>
        function done() {
          fetch('/api/tasks', { method: 'POST', headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ task: { id: ID, state: 'done' }, session_id: SESSION }) }).then(() => { p.textContent = 'Marked'; });
        }</script>";
    for (id, code) in [("7", 0), ("8", 1)] {
        let site = move |got: &Got, round: usize| match got.line.as_str() {
            "POST /api/tasks" => json("{}"),
            _ => {
                let id = if round == 0 { "7" } else { id };
                let session = if round == 0 { "7" } else { "93" };
                Answer::page(
                    PAGE.replace("ID,", &format!("{id},"))
                        .replace("SESSION", session),
                )
            }
        };
        let ran = replay(site, "  - tap: Done\n  - assert_visible: Marked\n").exits(code);
        let is_told = ran.text.contains("about another thing than in the lesson");
        assert_eq!(is_told, code == 1, "{}", ran.text);
    }
}

#[test]
fn a_thing_that_only_the_script_knows_must_be_the_same() {
    const PAGE: &str = "<!doctype html><title>Rooms</title><h1>Rooms</h1><button onclick=book()>Book</button><p id=p></p><script>
        const book = () => fetch('/api/rooms/ROOM/book', { method: 'POST', body: new URLSearchParams({ hour: 'HOUR', at: Date.now() }) })
          .then(() => { p.textContent = 'Booked'; });</script>";
    for (room, hour, code) in [("503", "h14", 0), ("502", "h14", 1), ("503", "h20", 1)] {
        let site = move |got: &Got, round: usize| match got.line.starts_with("POST ") {
            true => json("{}"),
            false => {
                let (room, hour) = if round == 0 {
                    ("503", "h14")
                } else {
                    (room, hour)
                };
                Answer::page(PAGE.replace("ROOM", room).replace("HOUR", hour))
            }
        };
        let ran = replay(site, "  - tap: Book\n  - assert_visible: Booked\n").exits(code);
        let is_told = ran.text.contains("about another thing than in the lesson");
        assert_eq!(is_told, code == 1, "{}", ran.text);
    }
}

/// A list of loans beside members whose numbers are those that new loans get; each run adds one, and gives one back.
fn lend(row: &str, old: fn(usize) -> usize) -> crate::project::Ran {
    let made = AtomicUsize::new(3);
    let redirect = |to: &str| Answer::status("303 See Other").with(&format!("Location: {to}"));
    let site = move |got: &Got, round: usize| {
        let last = made.load(Ordering::SeqCst);
        match got.line.as_str() {
            "GET /done" => Answer::page("<!doctype html><title>Done</title><h1>Returned</h1>"),
            "POST /loans" => {
                made.store(last + 1, Ordering::SeqCst);
                redirect("/loans?added")
            }
            line if line.ends_with("/return") => redirect("/done"),
            line if line.starts_with("GET /loans/") => {
                let id = line.trim_start_matches("GET /loans/");
                Answer::page(format!(
                    "<!doctype html><title>Loan</title><h1>Loan</h1><form method=post action=/loans/{id}/return><button>Return</button></form>"
                ))
            }
            line => {
                let member = |id: usize| format!("<p>Member <a href=/members/{id}>Card</a></p>");
                let members: String = (1..=9).map(member).collect();
                let loan = |id: usize, title: &str| {
                    format!("<tr><td>{title}</td><td><a href=/loans/{id}>Open</a></td></tr>")
                };
                let new = if line.contains("added") {
                    loan(last, "Dune")
                } else {
                    String::new()
                };
                let (kept, old) = (loan(2, "Ubik"), loan(old(round), "Solaris"));
                Answer::page(format!("<!doctype html><title>Loans</title><h1>Loans</h1><form method=post action=/loans><label>Title <input name=title></label>
                    <button>Lend</button></form><table>{kept}{old}{new}</table>{members}"))
            }
        }
    };
    let steps = "  - type: { text: Dune, into: Title }\n  - tap: Lend\n  - tap: { label: Open, row: ROW }\n  - tap: Return\n  - assert_visible: Returned\n";
    replay(site, &steps.replace("ROW", row))
}

#[test]
fn what_a_run_made_may_have_the_number_of_another_kind_of_thing() {
    lend("Dune", |_| 3).exits(0);
    // What was there before has the number of its own kind, and must be the same.
    lend("Solaris", |_| 4).exits(0);
    let ran = lend("Solaris", |round| 4 + 4 * round).exits(1);
    ran.says("would be about another thing");
}

#[test]
fn the_answer_that_made_a_thing_tells_which_it_is() {
    const PAGE: &str = "<!doctype html><title>Loans</title><h1>Loans</h1><ul><li data-id=4>Ann</li><li data-id=5>Ben</li></ul>
        <button onclick=lend()>Lend</button><button onclick=back()>Return</button><p id=p></p><script>
        let loan = OLD;
        const send = (path) => fetch(path, { method: 'POST' }).then((it) => it.json());
        const lend = () => send('/api/loans').then((it) => { NOTED; p.textContent = 'Lent'; });
        const back = () => send('/api/loans/' + loan + '/return').then(() => { p.textContent = 'Returned'; });</script>";
    for (noted, old, code) in [
        ("loan = it.id", [4, 4], 0),
        ("", [5, 5], 0),
        ("", [5, 7], 1),
    ] {
        let made = AtomicUsize::new(3);
        let site = move |got: &Got, round: usize| match got.line.as_str() {
            "POST /api/loans" => {
                let id = made.fetch_add(1, Ordering::SeqCst) + 1;
                json(&format!("{{\"id\": {id}}}"))
            }
            line if line.starts_with("POST ") => json("{\"ok\": true}"),
            _ => Answer::page(
                PAGE.replace("NOTED", noted)
                    .replace("OLD", &old[round].to_string()),
            ),
        };
        let steps =
            "  - tap: Lend\n  - wait_for: Lent\n  - tap: Return\n  - assert_visible: Returned\n";
        let ran = replay(site, steps).exits(code);
        let is_told = ran.text.contains("about another thing than in the lesson");
        assert_eq!(is_told, code == 1, "{}", ran.text);
    }
}

/// Loans and members that have their numbers in the same attribute; the server says nothing of a loan that it made.
const RETURNED_IN_LIST: &str = "<!doctype html><title>Loans</title><h1>Loans</h1><label>Title <input id=t></label><button onclick=lend()>Lend</button>
    <ul>ROWS</ul><p id=p></p><ol>MEMBERS</ol><script>
    const send = (path, body) => fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    const lend = () => send('/api/loans', { title: t.value }).then(() => location.reload());
    const back = (id) => send('/api/loans/' + id + '/return', {}).then(() => { p.textContent = 'Returned'; });</script>";

#[test]
fn the_row_of_what_a_run_typed_is_that_of_what_it_made() {
    for (row, old, code) in [
        ("Dune", [2, 2], 0),
        ("Solaris", [4, 4], 0),
        ("Solaris", [4, 8], 1),
    ] {
        let made = AtomicUsize::new(3);
        let is_there = AtomicUsize::new(0);
        let site = move |got: &Got, round: usize| match got.line.as_str() {
            "POST /api/loans" => {
                made.fetch_add(1, Ordering::SeqCst);
                is_there.store(1, Ordering::SeqCst);
                json("{\"ok\": true}")
            }
            line if line.starts_with("POST ") => {
                is_there.store(0, Ordering::SeqCst);
                json("{\"ok\": true}")
            }
            _ => {
                let loan = |id: usize, title: &str| {
                    format!(
                        "<li data-id={id}><b>{title}</b> <button onclick=back({id})>Return</button></li>"
                    )
                };
                let new = loan(made.load(Ordering::SeqCst), "Dune");
                let new = if is_there.load(Ordering::SeqCst) == 1 {
                    new
                } else {
                    String::new()
                };
                let member = |id: usize| format!("<li data-id={id}>Member {id}</li>");
                let members: String = (3..=7).map(member).collect();
                let rows = [loan(1, "Ubik"), loan(old[round], "Solaris"), new].concat();
                Answer::page(
                    RETURNED_IN_LIST
                        .replace("ROWS", &rows)
                        .replace("MEMBERS", &members),
                )
            }
        };
        let steps = "  - type: { text: Dune, into: Title }\n  - tap: Lend\n  - tap: { label: Return, row: ROW }\n  - assert_visible: Returned\n";
        let ran = replay(site, &steps.replace("ROW", row)).exits(code);
        let is_told = ran.text.contains("about another thing than in the lesson");
        assert_eq!(is_told, code == 1, "{}", ran.text);
    }
}

#[test]
fn an_act_is_proven_by_what_the_next_step_acts_on() {
    // The page behind the link has another heading, other words and the same form.
    let page = |heading: &str, words: &str| {
        Answer::page(format!(
            "<!doctype html><title>Shop</title><h1>{heading}</h1><p>{words}</p><label for=n>Name</label><input id=n name=n>
            <label for=s>Street</label><input id=s name=s><button id=go onclick=\"p.textContent='Kept'\">Keep</button><p id=p></p>"
        ))
    };
    let steps = "  - tap: Checkout\n  - type: { text: Rosa, into: Name }\n  - tap: Keep\n  - assert_visible: Kept\n";
    let first = "<!doctype html><title>Shop</title><h1>Cart</h1><a href=/checkout>Checkout</a>";
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("GET /checkout", 0) => page("Your address", "We deliver on Mondays"),
        ("GET /checkout", _) => page("Where to", "Delivered within a day"),
        _ => Answer::page(first),
    };
    let ran = replay(site, steps).exits(0);
    ran.says("not as in the lesson");
    // Without what the next step acts on, it is not proven.
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("GET /checkout", 0) => page("Your address", "We deliver on Mondays"),
        ("GET /checkout", _) => Answer::page(
            "<!doctype html><title>Shop</title><h1>Closed</h1><label>Name <input></label>",
        ),
        _ => Answer::page(first),
    };
    replay(site, steps).exits(1).says("  2/5 ");
}

/// Returns the compiled file of a lesson on this page, in which a code is typed into a field for passwords.
fn compiled_with_code(page: &str) -> String {
    let page = page.to_owned();
    let site = Site::serve(move |got: &Got| match got.line.starts_with("GET ") {
        true => Answer::page(page.clone()),
        false => json("{}"),
    });
    let skill = "name: Code\nsteps:\n  - open_url: SITE\n  - type: { text: '482913', into: Code }\n  - type: { text: Ann, into: Name }\n  \
        - tap: Send\n  - assert_visible: Sent\n";
    let project = project_on(&site, "code.yaml", skill);
    project.passes(&format!("compile code.yaml --device {}", shared_browser()));
    project.read("code.compiled.json")
}

const CODE_FORM: &str = "<!doctype html><title>Code</title><label>Code <input id=c type=password></label><label>Name <input id=n></label>
    <div id=d><button onclick=send()>Send</button></div><p id=p></p><script>
    c.oninput = () => { d.dataset.id = c.value; };
    const send = () => fetch(PATH, { method: METHOD, body: new URLSearchParams({ name: n.value }) }).then(() => { p.textContent = 'Sent'; });
    </script>";

#[test]
fn what_is_typed_into_a_password_field_leaves_no_mark_in_a_compiled_file() {
    let plain = CODE_FORM.replace("METHOD", "'PUT'");
    let other = compiled_with_code(&plain.replace("PATH", "'/codes/7'"));
    let has_id = |line: &str| {
        let word = line.trim().trim_matches(['"', ',']);
        word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    assert!(other.lines().any(has_id), "{other}");
    let compiled = compiled_with_code(&plain.replace("PATH", "'/codes/' + c.value"));
    // A hash of so few figures is as good as the figures.
    assert!(!compiled.contains("number "), "{compiled}");
    assert_eq!(compiled.lines().find(|line| has_id(line)), None);
    let named = CODE_FORM.replace("METHOD", "'x' + c.value");
    let compiled = compiled_with_code(&named.replace("PATH", "'/codes'"));
    assert!(!compiled.contains("x482913"), "{compiled}");
}

#[test]
fn a_form_whose_fields_are_called_like_what_is_asked_of_it_is_read_and_told_apart() {
    let page = |id: usize| {
        Answer::page(format!(
            "<!doctype html><title>Trip</title><div role=alert>Book early</div><form method=post action=/trips/{id}>Guests
            <label>Children <input name=children></label><input type=hidden name=closest><input type=hidden name=attributes><button>Book</button></form>"
        ))
    };
    for (id, code) in [(42, 0), (43, 1)] {
        let site = move |got: &Got, round: usize| match got.line.starts_with("POST ") {
            true => Answer::page("<!doctype html><h1>Booked</h1>"),
            false => page(if round == 0 { 42 } else { id }),
        };
        let steps =
            "  - type: { text: two, into: Children }\n  - tap: Book\n  - assert_visible: Booked\n";
        let ran = replay(site, steps).exits(code);
        let is_told = ran.text.contains("would be about another thing");
        assert_eq!(is_told, code == 1, "{}", ran.text);
    }
}
