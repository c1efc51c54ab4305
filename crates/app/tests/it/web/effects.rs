//! What acts cause on a server, learned and required again: pages that stay calm whatever their server says.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::{project_on, shared_browser};
use crate::project::{Project, Ran};
use crate::site::{Answer, Got, Site};

/// A form whose page says `Saved` whatever its server answers.
const FORM: &str = "<!doctype html><title>Notes</title><h1>Notes</h1>
<label>Title <input id=t></label><label>Body <input id=b></label>
<button onclick=save()>Save</button><p id=p></p><script>
function save() {
  p.textContent = 'Saved';
  fetch('/api/notes', { method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: t.value, body: b.value }) });
}</script>";

const SAVE: &str = "  - type: { text: Milk, into: Title }\n  - type: { text: two litres, into: Body }\n  - tap: Save\n  - assert_visible: Saved\n";

pub(super) fn json(body: &str) -> Answer {
    Answer {
        headers: "Content-Type: application/json\r\n".to_owned(),
        ..Answer::page(body)
    }
}

fn created(body: &str) -> Answer {
    Answer {
        status: "201 Created",
        ..json(body)
    }
}

/// Learns these steps while the site answers for round 0, and replays them while it answers for round 1.
pub(super) fn replay(
    answer: impl Fn(&Got, usize) -> Answer + Send + Sync + 'static,
    steps: &str,
) -> Ran {
    replay_in_project(answer, steps).1
}

fn replay_in_project(
    answer: impl Fn(&Got, usize) -> Answer + Send + Sync + 'static,
    steps: &str,
) -> (Project, Ran) {
    let round = Arc::new(AtomicUsize::new(0));
    let now = Arc::clone(&round);
    let site = Site::serve(move |got: &Got| answer(got, now.load(Ordering::SeqCst)));
    let skill = format!("name: Notes\nsteps:\n  - open_url: SITE\n{steps}");
    let project = project_on(&site, "notes.yaml", &skill);
    let device = shared_browser();
    project.passes(&format!("compile notes.yaml --device {device}"));
    let compiled = project.read("notes.compiled.json");
    for secret in ["Milk", "two litres"] {
        let is_source = |line: &&str| line.contains(secret) && !line.contains("label");
        assert_eq!(compiled.lines().find(is_source), None);
    }
    project.replays(&format!("notes.yaml --device {device}"));
    round.store(1, Ordering::SeqCst);
    let ran = project.run(&format!("test notes.yaml --device {device} --timeout 5"));
    (project, ran)
}

/// Replays the form with another page or another answer.
fn save(page: fn(usize) -> String, answer: fn(usize) -> Answer) -> Ran {
    let site = move |got: &Got, round: usize| match got.line.as_str() {
        "POST /api/notes" => answer(round),
        _ => Answer::page(page(round)),
    };
    replay(site, SAVE)
}

fn same(_: usize) -> String {
    FORM.to_owned()
}

fn taken(_: usize) -> Answer {
    created("{\"id\": 1}")
}

#[test]
fn a_write_that_is_refused_fails_although_the_page_stays_calm() {
    let ran = save(same, |round| match round {
        0 => created("{\"id\": 1}"),
        _ => Answer::status("500 Internal Server Error"),
    });
    ran.exits(1)
        .says("step 4 sent POST 127.0.0.1")
        .says("/api/notes 500")
        .says("it was not taken");
}

#[test]
fn a_write_that_is_taken_is_told() {
    let ran = replay_in_project(
        |got, round| match got.line.as_str() {
            "POST /api/notes" => taken(round),
            _ => Answer::page(FORM),
        },
        SAVE,
    );
    let files = ran.0.files().into_iter();
    let mut logs = files.map(|(_, bytes)| String::from_utf8_lossy(&bytes).into_owned());
    assert!(logs.any(|log| log.contains("the server takes POST /api/notes of step 4")));
    ran.1.exits(0);
    let shown = ran.0.passes("show notes.yaml");
    shown.says("  step 4: POST /api/notes with body, title");
}

#[test]
fn an_answer_that_says_no_with_a_good_status_fails() {
    let ran = save(same, |round| match round {
        0 => json("{\"ok\": true}"),
        _ => json("{\"ok\": false, \"message\": \"quota\"}"),
    });
    ran.exits(1).says("the answer says that it was not done");
}

#[test]
fn an_answer_that_said_no_in_the_lesson_too_is_as_learned() {
    let page = FORM.replace("p.textContent = 'Saved'", "p.textContent = 'Tried'");
    let site = move |got: &Got, _: usize| match got.line.as_str() {
        "POST /api/notes" => json("{\"error\": \"always\"}"),
        _ => Answer::page(page.clone()),
    };
    replay(site, "  - tap: Save\n  - assert_visible: Tried\n").exits(0);
}

#[test]
fn a_form_that_is_saved_in_part_fails() {
    let ran = save(
        |round| match round {
            0 => FORM.to_owned(),
            _ => FORM.replace(", body: b.value", ""),
        },
        taken,
    );
    ran.exits(1).says("it lacks `body`");
}

#[test]
fn a_field_with_something_else_than_was_typed_fails() {
    let ran = save(
        |round| match round {
            0 => FORM.to_owned(),
            _ => FORM.replace("body: b.value", "body: t.value"),
        },
        taken,
    );
    ran.exits(1).says("its `body` is not what step 3 typed");
}

#[test]
fn a_write_that_does_not_come_fails() {
    let ran = save(
        |round| match round {
            0 => FORM.to_owned(),
            _ => FORM.replace("fetch('/api/notes', {", "({"),
        },
        taken,
    );
    ran.exits(1).says("step 4 did not send POST /api/notes");
}

#[test]
fn a_write_that_comes_twice_fails() {
    let ran = save(
        |round| match round {
            0 => FORM.to_owned(),
            _ => FORM.replace("onclick=save()", "onclick=save(),save()"),
        },
        taken,
    );
    ran.exits(1).says("once more than in the lesson");
}

/// A list that shows a new entry at once, and takes it back when its server refuses it.
const OPTIMISTIC: &str = "<!doctype html><title>List</title><h1>List</h1><button onclick=add()>Add tea</button><ul id=l></ul><script>
function add() {
  const item = document.createElement('li'); item.textContent = 'Green tea'; l.append(item);
  fetch('/api/items', { method: 'POST', body: '{}' }).then((answer) => answer.json()).then((it) => { if (it.undone) item.remove() });
}</script>";

/// A page that goes on with the answer and does not read it.
const UNREAD: &str = "<!doctype html><title>Notes</title><h1>Notes</h1><button onclick=save()>Save</button><p id=p></p><script>
    function save() { fetch('/api/save', { method: 'POST' }).then(answer => { window.kept = answer; p.textContent = 'Saved' }) }</script>";

#[test]
fn an_answer_that_the_page_does_not_read_is_judged() {
    let stored_nowhere = |answer: Answer| answer.with("Cache-Control: no-store");
    for (status, body, said) in [
        ("200 OK", "{\"ok\": true}", None),
        (
            "200 OK",
            "{\"ok\": false}",
            Some("the answer says that it was not done"),
        ),
        ("500 Oops", "{}", Some("it was not taken")),
    ] {
        let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
            ("POST /api/save", 0) => stored_nowhere(json("{\"ok\": true}")),
            ("POST /api/save", _) if status == "200 OK" => stored_nowhere(json(body)),
            ("POST /api/save", _) => stored_nowhere(Answer::status(status)),
            _ => Answer::page(UNREAD),
        };
        let ran = replay(site, "  - tap: Save\n");
        match said {
            None => ran.exits(0),
            Some(said) => ran.exits(1).says(said),
        };
    }
}

#[test]
fn a_write_like_one_whose_answer_nobody_reads_is_judged() {
    let again = "<button onclick=save()>Again</button>";
    let page = UNREAD.replace("<p id=p>", &format!("{again}<p id=p>"));
    let page = page.replace("'Saved'", "p.textContent + 'Saved. '");
    let count = AtomicUsize::new(0);
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("POST /api/save", 0) => json("{}").with("Cache-Control: no-store"),
        ("POST /api/save", _) if count.fetch_add(1, Ordering::SeqCst) == 0 => {
            json("{}").with("Cache-Control: no-store")
        }
        ("POST /api/save", _) => Answer::status("500 Oops").with("Cache-Control: no-store"),
        _ => Answer::page(page.as_str()),
    };
    let ran = replay(site, "  - tap: Save\n  - tap: Again\n");
    ran.exits(1)
        .says("step 3 sent POST")
        .says("it was not taken");
}

#[test]
fn a_list_that_takes_an_entry_back_is_noticed() {
    let site = |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("POST /api/items", 0) => json("{\"id\": 5}"),
        ("POST /api/items", _) => json("{\"id\": 6, \"undone\": true}"),
        _ => Answer::page(OPTIMISTIC),
    };
    let ran = replay(site, "  - tap: Add tea\n").exits(1);
    // A slow machine looks first when the entry is gone again.
    let told = ["it was taken back", "expected that there is a row more"];
    assert!(told.iter().any(|it| ran.text.contains(it)), "{}", ran.text);
}

/// A form of the old kind, which leads to another page.
const SUBMIT: &str = "<!doctype html><title>Notes</title><h1>Notes</h1><form method=post action=/notes><label>Title <input name=title></label><button>Save</button></form>";

#[test]
fn a_session_that_has_expired_is_said_so() {
    let redirect = |to: &str| Answer::status("303 See Other").with(&format!("Location: {to}"));
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("POST /notes", 0) => redirect("/notes/17"),
        ("POST /notes", _) => redirect("/login"),
        ("GET /notes/17", _) => Answer::page("<h1>Your notes</h1>"),
        ("GET /login", _) => Answer::page("<h1>Your notes</h1>"),
        _ => Answer::page(SUBMIT),
    };
    let ran = replay(
        site,
        "  - type: { text: Milk, into: Title }\n  - tap: Save\n",
    );
    ran.exits(1)
        .says("it led to `/login`")
        .says("the session may have expired");
}

#[test]
fn a_late_answer_fails_the_run_and_names_the_step_that_sent_it() {
    let page = "<!doctype html><title>Two</title><h1>Two</h1><button onclick=save()>Save</button><button onclick=next()>Next</button><p id=p></p><script>
        function save() { p.textContent = 'Saved'; fetch('/api/save', { method: 'POST' }) }
        function next() { p.textContent = 'Here'; fetch('/api/next') }</script>";
    let (went_on, is_next) = std::sync::mpsc::channel::<()>();
    let (went_on, is_next) = (Mutex::new(went_on), Mutex::new(is_next));
    let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
        ("POST /api/save", 0) => json("{}"),
        // Answered only once the next step has been done.
        ("POST /api/save", _) => {
            is_next.lock().unwrap().recv().unwrap();
            Answer::status("503 Service Unavailable")
        }
        ("GET /api/next", 1) => {
            went_on.lock().unwrap().send(()).unwrap();
            json("{}")
        }
        _ => Answer::page(page),
    };
    let ran = replay(site, "  - tap: Save\n  - tap: Next\n");
    ran.exits(1).says("step 2 sent POST").says("503");
}

#[test]
fn what_a_page_tells_by_itself_may_change() {
    let page = |round: usize| {
        let beat = match round {
            0 => "setInterval(() => fetch('/api/beat', { method: 'POST' }), 50);",
            _ => "",
        };
        let track = match round {
            0 => "addEventListener('click', () => navigator.sendBeacon('/t', 'x'));",
            _ => "",
        };
        FORM.replace("<script>", &format!("<script>{beat}{track}"))
    };
    save(page, taken).exits(0);
}

/// A page that adds an entry, and then deletes the newest or a certain one.
fn entries(newest: usize, certain: usize) -> String {
    format!(
        "<!doctype html><title>Entries</title><h1>Entries</h1><form method=post action=/entries><button>Add</button></form>
        <form method=post action=/entries/{newest}/archive><button>Archive newest</button></form>
        <form method=post action=/entries/{certain}/delete><button>Delete certain</button></form>"
    )
}

#[test]
fn a_thing_that_the_run_made_may_be_another_and_one_that_was_there_may_not() {
    let redirect = || Answer::status("303 See Other").with("Location: /?added");
    for (steps, certain, code) in [
        ("  - tap: Add\n  - tap: Archive newest\n", 7, 0),
        ("  - tap: Delete certain\n", 7, 0),
        ("  - tap: Delete certain\n", 8, 1),
    ] {
        let adds = AtomicUsize::new(100);
        let site = move |got: &Got, round: usize| match got.line.as_str() {
            "POST /entries" => {
                adds.fetch_add(1, Ordering::SeqCst);
                redirect()
            }
            "GET /" | "GET /?added" => {
                let certain = if round == 0 { 7 } else { certain };
                let page = entries(adds.load(Ordering::SeqCst), certain);
                let is_added = got.line.ends_with("added");
                Answer::page(if is_added {
                    page + "<p>One more</p>"
                } else {
                    page
                })
            }
            line if line.starts_with("POST ") => Answer::page(format!(
                "<h1>Done</h1><p>{}</p>",
                line.split('/').next_back().unwrap_or_default()
            )),
            _ => Answer::page(""),
        };
        let ran = replay(site, steps).exits(code);
        assert_eq!(
            ran.text.contains("about another thing than in the lesson"),
            code == 1,
            "{}",
            ran.text
        );
    }
}

#[test]
fn what_was_typed_must_show_again_where_it_did_in_the_lesson() {
    // The server takes the write and drops the body, and the page shows what the server has.
    let kept = Arc::new(Mutex::new(String::new()));
    let site = move |got: &Got, round: usize| {
        match got.line.as_str() {
        "POST /api/notes" => {
            *kept.lock().unwrap() = match round {
                0 => got.body.clone(),
                _ => "{\"title\": \"Milk\", \"body\": \"\"}".to_owned(),
            };
            created("{\"id\": 1}")
        }
        "GET /api/notes" => json(&kept.lock().unwrap()),
        _ => Answer::page(FORM.replace(
            "});\n}",
            "}).then(() => fetch('/api/notes')).then(it => it.json()).then(it => { t.value = it.title; b.value = it.body; });\n}",
        )),
    }
    };
    let ran = replay(site, SAVE).exits(1);
    ran.says("what step 3 typed no longer shows after step 4 sent it");
}

/// A page that says something after a touch of `Save`.
fn says(message: &str) -> String {
    format!(
        "<!doctype html><title>Notes</title><h1>Notes</h1><p>Titles must be short. Invalid ones cause an error.</p>
        <button onclick=\"p.innerHTML = 'Saved'; q.innerHTML = `{message}`\">Save</button><p id=p></p><div id=q></div>"
    )
}

#[test]
fn a_message_that_something_went_wrong_fails_the_step_that_brought_it() {
    for (message, code) in [
        ("<p role=alert>Title is required</p>", 1),
        ("<p>Your note could not be saved</p>", 1),
        (
            "<div class=toast style=position:fixed>保存に失敗しました</div>",
            1,
        ),
        ("<input aria-label=Title aria-invalid=true>", 1),
        ("<p role=alert>All good</p>", 0),
        ("<p>Titles must be short</p>", 0),
        ("<p>0 errors</p>", 0),
        ("<ul><li>Error when saving<li>Failure of the pump</ul>", 0),
    ] {
        let site =
            move |_: &Got, round: usize| Answer::page(says(if round == 0 { "" } else { message }));
        // That something is proven whose word is in the message makes it no message that is expected.
        let steps = "  - tap: Save\n  - assert_visible: Saved\n";
        let ran = replay(site, steps).exits(code);
        let is_told = ran
            .text
            .contains("step 2 brought a message that something went wrong");
        assert_eq!(is_told, code == 1, "{message}: {}", ran.text);
    }
}

#[test]
fn a_message_that_the_lesson_or_the_author_has_is_as_expected() {
    let alert = "<p role=alert>Wrong password</p>";
    for (steps, code) in [
        ("  - tap: Save\n", 1),
        ("  - tap: Save\n  - assert_visible: Wrong password\n", 0),
        ("  - tap: { label: Save, effect: error }\n", 0),
    ] {
        let site = Site::page(&says(alert));
        let skill = format!("name: Notes\nsteps:\n  - open_url: SITE\n{steps}");
        let project = project_on(&site, "notes.yaml", &skill);
        let device = shared_browser();
        let test = format!("test notes.yaml --device {device} --no-compiled");
        project.run(&test).exits(code);
        if code == 0 {
            project.passes(&format!("compile notes.yaml --device {device}"));
            project.replays(&format!("notes.yaml --device {device}"));
        }
    }
}

#[test]
fn a_scenario_requires_the_writes_of_its_lesson() {
    let is_refusing = Arc::new(AtomicUsize::new(0));
    let now = Arc::clone(&is_refusing);
    let form = "<!doctype html><title>Join</title><h1>Join</h1><form method=post><label>Name <input name=n></label><button>Save</button></form>";
    let site = Site::serve(move |got: &Got| {
        let is_post = got.line.starts_with("POST ");
        match (is_post, now.load(Ordering::SeqCst)) {
            (true, 0) => Answer::page("<h1>Welcome</h1><p>Ann</p>"),
            (true, _) => Answer {
                body: b"<h1>Welcome</h1><p>Ann</p>".to_vec(),
                ..Answer::status("500 Internal Server Error")
            },
            (false, _) => Answer::page(form),
        }
    });
    let scenario = "name: Join\napp: { web: SITE }\nsteps:\n  - id: Join\n    actions:\n      - do: Launch the app\n      \
        - do: Type 'Ann' into the Name field\n      - do: Click the 'Save' button\n      - then: \"'Ann' is shown\"\n";
    let project = project_on(&site, "join.yaml", scenario);
    let device = shared_browser();
    project.passes(&format!("compile join.yaml --device {device}"));
    project.passes(&format!("test join.yaml --device {device}"));
    is_refusing.store(1, Ordering::SeqCst);
    let ran = project.run(&format!("test join.yaml --device {device}"));
    ran.exits(1).says("it was not taken");
}

#[test]
fn an_answer_that_says_no_within_fails() {
    for answer in [
        "{\"data\": {\"save\": {\"userErrors\": [{\"message\": \"no\"}]}}}",
        "{\"data\": {\"save\": {\"success\": false}}}",
        "{\"status\": \"rejected\"}",
        "{\"code\": 403}",
        "{\"statusCode\": 500}",
    ] {
        let site = move |got: &Got, round: usize| match (got.line.as_str(), round) {
            ("POST /api/notes", 0) => {
                json("{\"data\": {\"save\": {\"id\": 1, \"userErrors\": []}}, \"code\": 0}")
            }
            ("POST /api/notes", _) => json(answer),
            _ => Answer::page(FORM),
        };
        let ran = replay(site, SAVE).exits(1);
        ran.says("the answer says that it was not done");
    }
}

#[test]
fn what_was_typed_is_not_looked_for_on_the_next_page() {
    // The answer is late, and the next act has led on by then.
    let page = FORM.replace("<p id=p></p>", "<p id=p></p><a href=/next>Next</a>");
    let site = move |got: &Got, _: usize| match got.line.as_str() {
        "POST /api/notes" => created("{\"id\": 1}"),
        "GET /next" => Answer::page("<!doctype html><title>Next</title><h1>Next page</h1>"),
        _ => Answer::page(page.clone()),
    };
    let steps = format!("{SAVE}  - tap: Next\n  - assert_visible: Next page\n");
    replay(site, &steps).exits(0);
}
