//! What a write says and what it is answered with, beside the lesson: flags, choices, things by any name, and answers that say
//! less than they did.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::effects::{json, replay};
use super::{project_on, shared_browser};
use crate::project::Ran;
use crate::site::{Answer, Got, Site};

/// A page that says `Done` whatever it sends, and whatever is answered.
fn page(send: &str) -> String {
    format!(
        "<!doctype html><title>Desk</title><h1>Desk</h1><label>Note <input id=n></label><label>Size <select id=s><option value=1>Small<option value=2>Large</select></label>
        <label><input type=checkbox id=c>Urgent</label><button onclick=\"p.textContent = 'Done'; {send}\">Apply</button><p id=p></p><script>
        const post = (path, body, more) => fetch(path, {{ method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), ...more }});</script>"
    )
}

/// Touches `Apply` on pages that send these things in the lesson and in the replay, to a server that answers these things.
pub(super) fn apply(steps: &str, sends: [&'static str; 2], answers: [&'static str; 2]) -> Ran {
    let site = move |got: &Got, round: usize| match got.line.starts_with("POST ") {
        true if answers[round].starts_with('<') => Answer::page(answers[round]),
        true => json(answers[round]),
        false => Answer::page(page(sends[round])),
    };
    replay(
        site,
        &format!("{steps}  - tap: Apply\n  - assert_visible: Done\n"),
    )
}

#[test]
fn an_answer_says_as_much_as_in_the_lesson() {
    let send = ["post('/api/apply', {})"; 2];
    for (lesson, now, said) in [
        ("{\"id\": 5}", "{\"id\": 9}", None),
        (
            "{\"id\": 5, \"tags\": []}",
            "{\"id\": 9, \"tags\": [1], \"at\": 3}",
            None,
        ),
        (
            "{\"id\": 5}",
            "<h1>Sign in</h1>",
            Some("the answer is no data any more"),
        ),
        (
            "{\"updated\": 1}",
            "{\"updated\": 0}",
            Some("a part of the answer says"),
        ),
        (
            "{\"data\": {\"apply\": {\"id\": 5}}}",
            "{\"data\": {\"apply\": null}}",
            Some("lacks what it said"),
        ),
        (
            "{\"results\": [{\"ok\": true}]}",
            "{\"results\": [{\"ok\": false}]}",
            Some("a part of the answer says"),
        ),
        (
            "{\"id\": 5}",
            "{\"message\": \"Thank you\"}",
            Some("lacks what it said"),
        ),
        (
            "{\"status\": \"done\"}",
            "{\"status\": \"queued\"}",
            Some("a part of the answer says"),
        ),
        (
            "{\"code\": 0}",
            "{\"code\": 1}",
            Some("a part of the answer says"),
        ),
        (
            "{\"status\": \"ok\"}",
            "{\"status\": \"held\"}",
            Some("a part of the answer says"),
        ),
        ("{\"status\": \"open\"}", "{\"status\": \"new\"}", None),
        (
            "{\"done\": true}",
            "{\"done\": \"no\"}",
            Some("lacks what it said"),
        ),
        (
            "{\"id\": 5, \"n\": 1}",
            "{\"n\": 1}",
            Some("lacks what it said"),
        ),
        (
            "{\"id\": 5, \"rejected\": []}",
            "{\"id\": 6, \"rejected\": [{\"row\": 2}]}",
            Some("a part of the answer says"),
        ),
        (
            "{\"archived\": true}",
            "{\"archived\": false}",
            Some("lacks what it said"),
        ),
    ] {
        let ran = apply("", send, [lesson, now]);
        match said {
            None => ran.exits(0),
            Some(said) => ran.exits(1).says(said),
        };
    }
}

#[test]
fn an_answer_that_could_be_read_in_the_lesson_is_read_again() {
    let long = format!("{{\"ok\": false, \"pad\": \"{}\"}}", "x".repeat(300_000));
    for (kind, body, code) in [
        ("application/json", "{\"ok\": true}".to_owned(), 0),
        ("text/plain", "{\"ok\": false}".to_owned(), 1),
        ("application/json", long, 1),
    ] {
        let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
            ("POST /a", 0) => json("{\"ok\": true}"),
            ("POST /a", _) => Answer {
                headers: format!("Content-Type: {kind}\r\n"),
                ..Answer::page(body.as_str())
            },
            _ => Answer::page(page("post('/a', {})")),
        };
        let ran = replay(site, "  - tap: Apply\n  - assert_visible: Done\n");
        assert_eq!(ran.code(), code, "{kind}: {}", ran.text);
    }
}

#[test]
fn an_answer_without_data_says_the_same() {
    let text = |body: &str| Answer {
        headers: "Content-Type: text/plain\r\n".to_owned(),
        ..Answer::page(body)
    };
    let none = || Answer::status("204 No Content");
    for (lesson, now, code) in [
        (text("OK"), text("OK"), 0),
        (text("OK"), text("Saved."), 0),
        (text("OK"), text("Try again later"), 1),
        (text("17"), text("18"), 0),
        (text("OK"), none(), 0),
        (none(), text("OK"), 0),
        (none(), json("{\"id\": 1}"), 0),
        (none(), Answer::page("<h1>Sign in</h1>"), 1),
    ] {
        let name = format!("{:?} {:?}", lesson.body, now.body);
        let answers = [lesson, now];
        let site = move |got: &Got, round: usize| match got.line.as_str() {
            "POST /a" => answers[round].clone(),
            _ => Answer::page(page("post('/a', {})")),
        };
        let ran = replay(site, "  - tap: Apply\n  - assert_visible: Done\n");
        assert_eq!(ran.code(), code, "{name}: {}", ran.text);
    }
}

#[test]
fn what_was_chosen_is_sent_again() {
    for (steps, lesson, now, said) in [
        (
            "",
            "post('/a', { on: true })",
            "post('/a', { on: false })",
            Some("its `on` is another than in the lesson"),
        ),
        (
            "",
            "post('/a', { state: 'done' })",
            "post('/a', { state: 'open' })",
            Some("its `state` is another"),
        ),
        (
            "",
            "post('/a', { tool: 'hammer-drill' })",
            "post('/a', { tool: 'jig-saw' })",
            Some("its `tool` is another"),
        ),
        (
            "",
            "post('/a', { lang: 'de' })",
            "post('/a', { lang: 'fr' })",
            None,
        ),
        (
            "  - select: { label: Size, option: Large }\n",
            "post('/a', { a: 11, b: 12, c: 13, d: 14, size: s.value })",
            "post('/a', { a: 11, b: 12, c: 13, d: 14, size: '1' })",
            Some("its `size` is not what step 2"),
        ),
        (
            "  - select: { label: Size, option: Large }\n",
            "post('/a', { a: 11, b: 12, c: 13, d: 14, size: s.value })",
            "post('/a', { a: 11, b: 19, c: 13, d: 14, size: s.value })",
            None,
        ),
        (
            "  - check: Urgent\n",
            "post('/a', { urgent: c.checked })",
            "post('/a', { urgent: !c.checked })",
            Some("its `urgent` is another"),
        ),
        (
            "",
            "post('/a', { who: 'ann', a: 1, b: 2, c: 3, d: 4 })",
            "post('/a', { who: 'bob', a: 1, b: 2, c: 3, d: 4 })",
            None,
        ),
    ] {
        let ran = apply(steps, [lesson, now], ["{}"; 2]);
        match said {
            None => ran.exits(0),
            Some(said) => ran.exits(1).says(said),
        };
    }
}

#[test]
fn what_an_input_chose_is_what_is_sent() {
    let page = |send: &str| {
        page(send).replace(
            "<option value=2>Large",
            "<option value=2>Large<option value=3>Huge",
        )
    };
    for (send, size, code) in [
        ("post('/a', { size: s.value })", "Large", 0),
        ("post('/a', { size: s.value })", "Huge", 0),
        ("post('/a', { size: '1' })", "Large", 1),
        ("post('/a', { size: '1' })", "Huge", 1),
    ] {
        let round = Arc::new(AtomicUsize::new(0));
        let now = Arc::clone(&round);
        let site = Site::serve(move |got: &Got| match got.line.starts_with("POST ") {
            true => json("{}"),
            false if now.load(Ordering::SeqCst) == 0 => {
                Answer::page(page("post('/a', { size: s.value })"))
            }
            false => Answer::page(page(send)),
        });
        let skill = "name: Notes\nsteps:\n  - open_url: SITE\n  - select: { label: Size, option: \"${SIZE}\" }\n  - tap: Apply\n  - assert_visible: Done\n";
        let project = project_on(&site, "notes.yaml", skill);
        let device = shared_browser();
        project.passes(&format!(
            "compile notes.yaml --device {device} --set SIZE=Large"
        ));
        round.store(1, Ordering::SeqCst);
        let ran = project.run(&format!(
            "test notes.yaml --device {device} --timeout 5 --set SIZE={size}"
        ));
        assert_eq!(ran.code(), code, "{send} {size}: {}", ran.text);
    }
}

#[test]
fn two_steps_may_make_the_same_write_while_the_first_is_open() {
    let page = "<!doctype html><title>Cart</title><h1>Cart</h1><button onclick=\"post(a)\">One more</button><button onclick=\"post(b)\">Another</button><p id=a></p><p id=b></p><script>
        const post = (to) => { to.textContent = to.id + ' is in'; fetch('/add', { method: 'POST', body: '{}' }) };</script>";
    let (second, is_second) = std::sync::mpsc::channel::<()>();
    let (second, is_second) = (Mutex::new(second), Mutex::new(is_second));
    let count = AtomicUsize::new(0);
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("POST /add", 0) => json("{}"),
        // The first is answered once the second has come.
        ("POST /add", _) => {
            match count.fetch_add(1, Ordering::SeqCst) {
                0 => is_second.lock().unwrap().recv().unwrap(),
                _ => second.lock().unwrap().send(()).unwrap(),
            }
            json("{}")
        }
        _ => Answer::page(page),
    };
    replay(site, "  - tap: One more\n  - tap: Another\n").exits(0);
}

#[test]
fn what_is_removed_besides_fails_the_step() {
    let sends = [
        "post('/a', {})",
        "post('/a', {}); fetch('/api/events/1', { method: 'DELETE' })",
    ];
    let site = move |got: &Got, round: usize| match got.line.split(' ').next() {
        Some("GET") => Answer::page(page(sends[round])),
        _ => json("{}"),
    };
    let ran = replay(site, "  - tap: Apply\n  - assert_visible: Done\n").exits(1);
    ran.says("DELETE").says("more than the lesson did");
}

#[test]
fn the_page_that_a_write_leads_to_says_how_it_went() {
    let form = "<!doctype html><title>Pay</title><h1>Pay</h1><form method=post action=/pay><button>Pay now</button></form>";
    for (said, code) in [
        ("<p>Thank you</p>", 0),
        ("<p>Payment failed</p>", 1),
        ("<p>Error: card declined</p>", 1),
        ("<p>Your order could not be placed</p>", 1),
        ("<ul><li>Payment failed<li>Payment went through</ul>", 0),
    ] {
        let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
            ("POST /pay", _) => Answer::status("303 See Other").with("Location: /done"),
            ("GET /done", 0) => Answer::page("<!doctype html><h1>Your order</h1><p>Thank you</p>"),
            ("GET /done", _) => Answer::page(format!(
                "<!doctype html><h1>Your order</h1><p>Thank you</p>{said}"
            )),
            _ => Answer::page(form),
        };
        let ran = replay(site, "  - tap: Pay now\n  - assert_visible: Your order\n");
        assert_eq!(ran.code(), code, "{said}: {}", ran.text);
    }
}

#[test]
fn a_thing_may_be_named_anywhere_in_a_write() {
    for (lesson, now) in [
        ("post('/a?order=1042', {})", "post('/a?order=1043', {})"),
        (
            "post('/a', {}, { headers: { 'X-Order-Id': '1042' } })",
            "post('/a', {}, { headers: { 'X-Order-Id': '1043' } })",
        ),
        (
            "post('/a', { orders: [1042] })",
            "post('/a', { orders: [1043] })",
        ),
        ("post('/a', 'order_id=1042')", "post('/a', 'order_id=1043')"),
        ("post('/a', '1042')", "post('/a', '1043')"),
    ] {
        let ran = apply("", [lesson, now], ["{}"; 2]).exits(1);
        ran.says("about another thing than in the lesson");
    }
}
