//! What a page sends in a replay and did not in the lesson: writes, fields, words around what was typed. What changes the work
//! fails, and what a new release may bring does not.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::answers::apply;
use super::effects::{json, replay};
use super::{project_on, shared_browser};
use crate::site::{Answer, Got, Site};

const MORE: &str = "which is more than the lesson did";

#[test]
fn a_new_write_to_the_thing_or_collection_of_a_learned_one_fails() {
    for (learned, new, is_more) in [
        ("post('/a', {})", "post('/a/archive', {})", true),
        ("post('/a', {})", "post('/a', {}, { method: 'PUT' })", true),
        (
            "post('/orders/7/ship', {})",
            "post('/orders/7/cancel', {})",
            true,
        ),
        (
            "post('/graphql', { query: 'mutation AddItem { addItem }' })",
            "post('/graphql', { query: 'mutation RemoveItem { removeItem }' })",
            true,
        ),
        ("post('/a', {})", "post('/metrics', {})", false),
        ("post('/a', {})", "post('/a/search', {})", false),
        ("post('/a', {})", "post('/a/7/views', {})", false),
        (
            "post('/a', {})",
            "navigator.sendBeacon('/a/archive', 'x')",
            false,
        ),
        (
            "post('/graphql', { query: 'mutation AddItem { addItem }' })",
            "post('/graphql', { query: 'query Items { items }' })",
            false,
        ),
    ] {
        let both: &'static str = format!("{learned}; {new}").leak();
        let ran = apply("", [learned, both], ["{}"; 2]);
        match is_more {
            true => drop(ran.exits(1).says(MORE)),
            false => drop(ran.exits(0)),
        }
    }
}

#[test]
fn a_new_write_elsewhere_is_told() {
    let sends = ["post('/a', {})", "post('/a', {}); post('/presence', {})"];
    let ran = apply("", sends, ["{}"; 2]).exits(0);
    ran.says("/presence").says("which the lesson did not have");
}

#[test]
fn a_write_that_the_lesson_saw_and_did_not_require_may_come_and_stay_away() {
    // What is sent while a page is opened is required of nobody.
    let page = |sent: &str| {
        format!(
            "<!doctype html><title>Desk</title><h1>Desk</h1><button onclick=\"p.textContent = 'Done'; go()\">Apply</button><p id=p></p><script>
            const post = (path) => fetch(path, {{ method: 'POST', body: '{{}}' }}); post('/a/draft');
            const go = () => {{ post('/a'); {sent} }};</script>"
        )
    };
    for now in ["", "post('/a/draft')"] {
        let site = move |got: &Got, round: usize| match got.line.starts_with("POST ") {
            true => json("{}"),
            false if round == 0 => Answer::page(page("")),
            false => Answer::page(page(now)),
        };
        replay(site, "  - tap: Apply\n  - assert_visible: Done\n").exits(0);
    }
}

#[test]
fn what_opening_a_page_sent_is_not_what_an_act_must_send() {
    let page = |sent: &str| {
        format!(
            "<!doctype html><title>Desk</title><h1>Desk</h1><button onclick=\"p.textContent = 'Done'; {sent}\">Apply</button><p id=p></p><script>
            const post = (path) => fetch(path, {{ method: 'POST', body: '{{}}' }}); post('/a');</script>"
        )
    };
    for (now, code) in [("post('/a')", 0), ("", 1), ("post('/a'); post('/a')", 1)] {
        let site = move |got: &Got, round: usize| match got.line.starts_with("POST ") {
            true => json("{}"),
            false if round == 0 => Answer::page(page("post('/a')")),
            false => Answer::page(page(now)),
        };
        let ran = replay(site, "  - tap: Apply\n  - assert_visible: Done\n");
        assert_eq!(ran.code(), code, "{now}: {}", ran.text);
    }
}

#[test]
fn a_new_write_that_is_refused_did_nothing() {
    let page = |more: &str| {
        format!(
            "<!doctype html><title>Desk</title><h1>Desk</h1><button onclick=\"p.textContent = 'Done'; go()\">Apply</button><p id=p></p><script>
            const go = () => {{ fetch('/a', {{ method: 'POST' }}); {more} }};</script>"
        )
    };
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("POST /a", _) => json("{}"),
        ("POST /a/archive", _) => Answer::status("404 Not Found"),
        (_, 0) => Answer::page(page("")),
        _ => Answer::page(page("fetch('/a/archive', { method: 'POST' })")),
    };
    replay(site, "  - tap: Apply\n  - assert_visible: Done\n").exits(0);
}

#[test]
fn a_second_lesson_learns_that_a_write_may_come() {
    let round = Arc::new(AtomicUsize::new(0));
    let now = Arc::clone(&round);
    let site = Site::serve(move |got: &Got| {
        let more = match now.load(Ordering::SeqCst) {
            0 => "",
            _ => "post('/a/archive', { notify: true })",
        };
        match got.line.starts_with("POST ") {
            true => json("{}"),
            false => Answer::page(format!(
                "<!doctype html><title>Desk</title><h1>Desk</h1><button onclick=\"p.textContent = 'Done'; go()\">Apply</button><p id=p></p><script>
                const post = (path, body) => fetch(path, {{ method: 'POST', body: JSON.stringify(body) }});
                const go = () => {{ post('/a', {{}}); {more} }};</script>"
            )),
        }
    });
    let skill =
        "name: Desk\nsteps:\n  - open_url: SITE\n  - tap: Apply\n  - assert_visible: Done\n";
    let project = project_on(&site, "desk.yaml", skill);
    let device = shared_browser();
    project.passes(&format!("compile desk.yaml --device {device}"));
    round.store(1, Ordering::SeqCst);
    let test = format!("test desk.yaml --device {device} --timeout 5");
    project.run(&test).exits(1).says(MORE);
    project.passes(&format!("compile desk.yaml --again --device {device}"));
    project.passes(&test);
    round.store(0, Ordering::SeqCst);
    project.passes(&test);
}

#[test]
fn a_new_field_that_changes_what_a_write_does_fails() {
    for (field, is_change) in [
        ("notifyAll: true", true),
        ("dry_run: 1", true),
        ("mode: 'preview'", true),
        ("options: { draft: true }", true),
        ("csrf: 'f3a9c0d2e4b6a8c0'", false),
        ("version: 12", false),
        ("utm_source: 'mail'", false),
        ("trace_id: '0af7651916cd43dd'", false),
        ("notifyAll: false", false),
        ("draft: false", false),
        ("comment: ''", false),
        ("client: { touch: true }", false),
        ("tags: ['a']", false),
    ] {
        let now: &'static str = format!("post('/a', {{ item: 'tea', {field} }})").leak();
        let ran = apply("", ["post('/a', { item: 'tea' })", now], ["{}"; 2]);
        match is_change {
            true => drop(
                ran.exits(1)
                    .says("changes what it does, and was not in the lesson"),
            ),
            false => drop(ran.exits(0)),
        }
    }
}

#[test]
fn a_number_that_the_page_names_as_a_thing_is_sent_again_whatever_its_field_is_called() {
    let page = |send: &str| {
        format!(
            "<!doctype html><title>Pay</title><h1>Pay</h1><a href=/accounts/7>Savings</a> <a href=/accounts/8>Daily</a><input type=hidden name=version value=3>
            <button onclick=\"p.textContent = 'Done'; fetch('/a', {{ method: 'POST', body: JSON.stringify({{ a: 'x', b: 'y', c: 'z', d: 'w', {send} }}) }})\">Apply</button><p id=p></p>"
        )
    };
    for (lesson, now, code) in [
        ("account: 7", "account: 7", 0),
        ("account: 7", "account: 8", 1),
        ("version: 3", "version: 4", 0),
        ("places: 7", "places: 8", 0),
        ("at: 1766012345", "at: 1766012399", 0),
    ] {
        let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
            ("POST /a", _) => json("{}"),
            (_, 0) => Answer::page(page(lesson)),
            _ => Answer::page(page(now)),
        };
        let ran = replay(site, "  - tap: Apply\n  - assert_visible: Done\n");
        assert_eq!(ran.code(), code, "{now}: {}", ran.text);
    }
}

#[test]
fn what_a_query_calls_is_called_again() {
    let query = |call: &str| -> &'static str {
        format!("post('/q', {{ operationName: 'Save', query: 'mutation Save($x: ID) {{ {call} }}', variables: {{ x: 'tea', a: 1, b: 2, c: 3 }} }})").leak()
    };
    for (now, code) in [
        ("addItem(x: $x) { id }", 0),
        ("addItem(x: $x) { id name price }", 0),
        ("saved: addItem(x: $x) { id }", 0),
        ("dropItem(x: $x) { id }", 1),
        ("addItem(x: $x) { id } dropItem(x: $x)", 1),
    ] {
        let sends = [query("addItem(x: $x) { id }"), query(now)];
        apply("", sends, ["{}"; 2]).exits(code);
    }
}

#[test]
fn what_was_typed_is_sent_without_more_words() {
    for (lesson, now, code) in [
        ("n.value", "n.value", 0),
        ("n.value", "n.value + ' (copy)'", 1),
        ("n.value", "'1' + n.value", 1),
        ("n.value", "n.value + ' '", 0),
        ("'Note: ' + n.value", "'Note: ' + n.value", 0),
        ("'Note: ' + n.value", "n.value", 0),
    ] {
        let send =
            |value: &str| -> &'static str { format!("post('/a', {{ note: {value} }})").leak() };
        let steps = "  - type: { text: Green tea, into: Note }\n";
        let ran = apply(steps, [send(lesson), send(now)], ["{}"; 2]);
        assert_eq!(ran.code(), code, "{now}: {}", ran.text);
    }
}

#[test]
fn an_entry_that_is_sent_under_the_name_of_another_is_not_what_was_chosen() {
    let page = |small: &str, large: &str| {
        format!(
            "<!doctype html><title>Desk</title><h1>Desk</h1><label>Size <select id=s><option value=''>Any<option value={small}>Small<option value={large}>Large</select></label>
            <button onclick=\"p.textContent = 'Done'; fetch('/a', {{ method: 'POST', body: JSON.stringify({{ size: s.value }}) }})\">Apply</button><p id=p></p>"
        )
    };
    for (small, large, code) in [
        ("small", "large", 0),
        ("17", "18", 0),
        ("S", "L", 0),
        ("large", "small", 1),
    ] {
        let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
            ("POST /a", _) => json("{}"),
            (_, 0) => Answer::page(page("small", "large")),
            _ => Answer::page(page(small, large)),
        };
        let steps = "  - select: { label: Size, option: Large }\n  - tap: Apply\n  - assert_visible: Done\n";
        let ran = replay(site, steps);
        assert_eq!(ran.code(), code, "{small} {large}: {}", ran.text);
    }
}

#[test]
fn a_language_that_was_chosen_is_sent_again() {
    let page = |send: &str| {
        format!(
            "<!doctype html><title>Desk</title><h1>Desk</h1><label>Language <select id=s><option value=en>English<option value=de>German</select></label>
            <button onclick=\"p.textContent = 'Done'; fetch('/a', {{ method: 'POST', body: JSON.stringify({{ lang: {send} }}) }})\">Apply</button><p id=p></p>"
        )
    };
    for (send, code) in [("s.value", 0), ("'en'", 1)] {
        let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
            ("POST /a", _) => json("{}"),
            (_, 0) => Answer::page(page("s.value")),
            _ => Answer::page(page(send)),
        };
        let steps = "  - select: { label: Language, option: German }\n  - tap: Apply\n  - assert_visible: Done\n";
        let ran = replay(site, steps);
        assert_eq!(ran.code(), code, "{send}: {}", ran.text);
    }
}
