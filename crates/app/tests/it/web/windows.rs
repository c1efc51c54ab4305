//! Windows and questions of pages, and parts of pages that are no plain field: each driven as a skill, by what the server got.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{fails_on, learn_and_replay, project_on, shared_browser};
use crate::site::{Answer, Got, Site};

/// Compiles and replays a skill and returns what was sent to `/said?` in the replay.
pub(super) fn replayed(site: &Site, steps: &str) -> Vec<String> {
    let skill = format!("name: Skill\nsteps:\n  - open_url: SITE\n{steps}");
    let project = project_on(site, "skill.yaml", &skill);
    let device = shared_browser();
    project.passes(&format!("compile skill.yaml --device {device}"));
    let before = site.lines("GET /said?").len();
    project.replays(&format!("skill.yaml --device {device}"));
    let said = site.lines("GET /said?").split_off(before);
    said.into_iter()
        .map(|line| line["GET /said?".len()..].replace("%20", " "))
        .collect()
}

pub(super) fn site(page: &'static str) -> Site {
    Site::serve(move |got: &Got| {
        match got.line.as_str() {
        "GET /popup" => Answer::page(
            "<h1>Choose</h1><button onclick=\"opener.said('chosen'); window.close()\">This one</button>",
        ),
        "GET /tab" => Answer::page("<h1>Another tab</h1>"),
        "GET /sw.js" => Answer {
            status: "200 OK",
            headers: "Content-Type: text/javascript\r\n".to_owned(),
            body: "onfetch = (e) => { if (e.request.url.endsWith('/made')) e.respondWith(new Response('made by the worker')) };
                   onactivate = (e) => e.waitUntil(clients.claim())"
                .into(),
        },
        _ => Answer::page(format!(
            "<!doctype html><title>Page</title>{page}<p id=p>-</p>
             <script>function said(what) {{ fetch('/said?' + encodeURIComponent(what)).then(() => p.textContent = 'said ' + what) }}</script>"
        )),
    }
    })
}

#[test]
fn popups_and_tabs_are_followed_and_left() {
    let site = site(
        "<button onclick=\"open('/popup', '_blank', 'width=300,height=200')\">Open</button> <a href=/tab target=_blank>Tab</a>",
    );
    let steps = "  - tap: Open
  - tap: This one
  - wait_for: said chosen
  - tap: Tab
  - assert_visible: Another tab
  - back:
  - assert_visible: said chosen
";
    assert_eq!(replayed(&site, steps), ["chosen"]);
}

#[test]
fn a_page_in_place_is_not_one_in_a_window() {
    let is_broken = Arc::new(AtomicBool::new(false));
    let without_script = Arc::clone(&is_broken);
    let site = Site::serve(move |got: &Got| match got.line.as_str() {
        "GET /help" => Answer::page("<h1>Help</h1><button>Close</button>"),
        _ if without_script.load(Ordering::Relaxed) => Answer::page("<a href=/help>Help me</a>"),
        _ => {
            Answer::page("<a href=/help onclick=\"window.open('/help'); return false\">Help me</a>")
        }
    });
    let skill = "name: Help\nsteps:\n  - open_url: SITE\n  - tap: Help me\n";
    let project = learn_and_replay(&site, "help.yaml", skill);
    is_broken.store(true, Ordering::Relaxed);
    project
        .run("test help.yaml --device web: --timeout 3")
        .exits(1)
        .says("expected: a window opens");
}

#[test]
fn alerts_questions_and_prompts_are_answered() {
    let site = site(
        "<button onclick=\"alert('Hello'); said('alerted')\">Alert</button>
         <button onclick=\"said(confirm('Sure?') ? 'yes' : 'no')\">Confirm</button>
         <button onclick=\"said(prompt('Your name?', 'Ann'))\">Ask</button>",
    );
    let steps = "  - tap: Alert
  - assert_visible: Hello
  - tap: OK
  - wait_for: said alerted
  - tap: Confirm
  - tap: Cancel
  - wait_for: said no
  - tap: Confirm
  - tap: OK
  - wait_for: said yes
  - tap: Ask
  - type: { text: Bob, into: Your name? }
  - tap: OK
  - wait_for: said Bob
";
    assert_eq!(replayed(&site, steps), ["alerted", "no", "yes", "Bob"]);
}

/// Signs in with a secret, meets each kind of dialog, and leaves the page.
const DIALOGS: &str = "<label>Password <input type=password></label>
<button onclick=\"alert('Hello'); said('alerted')\">Alert</button>
<button onclick=\"said(confirm('Sure?') ? 'yes' : 'no')\">Confirm</button>
<button onclick=\"said(prompt('Your name?', 'Ann'))\">Ask</button> <a href=/tab>Go away</a>
<script>onbeforeunload = (e) => { e.preventDefault(); e.returnValue = 'x' }</script>";

#[test]
fn pictures_and_trees_of_a_page_with_a_dialog_are_left_out_and_nothing_fails() {
    let site = site(DIALOGS);
    let skill = "name: Skill\nvariables: [PASSWORD]\nsteps:\n  - open_url: SITE
  - type: { text: \"${PASSWORD}\", into: Password }\n  - tap: Alert\n  - assert_visible: Hello\n  - tap: OK
  - tap: Confirm\n  - tap: Cancel\n  - tap: Ask\n  - tap: OK\n  - tap: Go away\n  - tap: Leave\n  - assert_visible: Another tab\n";
    let scenario = "name: Scenario\napp: { web: \"SITE\" }\nvariables: { password: { env: PASSWORD } }\nsteps:\n  - id: a\n    actions:
      - do: Launch the app\n      - do: Type '(password)' into Password\n      - do: Tap 'Alert'\n      - then: \"'Hello' is shown\"
      - do: Tap 'OK'\n      - do: Tap 'Confirm'\n      - do: Tap 'Cancel'\n      - do: Tap 'Ask'\n      - do: Tap 'OK'
      - do: Tap 'Go away'\n      - do: Tap 'Leave'\n      - then: \"'Another tab' is shown\"\n";
    let project = project_on(&site, "skill.yaml", skill);
    project.write("scenario.yaml", &scenario.replace("SITE", &site.url));
    let device = shared_browser();
    for line in [
        "test skill.yaml --html report.html",
        "test skill.yaml --evidence all",
        "test scenario.yaml --html report.html",
        "compile skill.yaml",
        "compile scenario.yaml",
        "test skill.yaml scenario.yaml --evidence all",
    ] {
        let line = format!("{line} --device {device}");
        let ran = project
            .run_in(&[("PASSWORD", "lantern-42")], &line)
            .exits(0);
        let warnings = ran.text.matches("a picture was not kept").count();
        let most = 4 * line.matches(".yaml").count();
        assert!(warnings <= most, "{warnings} warnings:\n{}", ran.text);
    }
}

#[test]
fn a_page_that_asks_to_stay_is_stayed_on_or_left() {
    let site = site(
        "<a href=/tab>Leave</a><label>Note <input></label><script>onbeforeunload = (e) => { e.preventDefault(); e.returnValue = 'x' }</script>",
    );
    let steps = "  - type: { text: draft, into: Note }
  - tap: Leave
  - tap: Stay
  - assert_visible: Note
  - tap: { label: Leave, role: link }
  - tap: { label: Leave, role: button }
  - assert_visible: Another tab
";
    assert_eq!(replayed(&site, steps), [""; 0]);
}

#[test]
fn a_service_worker_answers_and_a_canvas_is_touched_where_it_is() {
    let site = site(
        "<canvas aria-label=Chart width=100 height=50 role=button onclick=\"said('chart ' + event.offsetX + ' ' + event.offsetY)\"></canvas>
         <button onclick=\"fetch('/made').then((r) => r.text()).then(said)\" disabled>Ask the worker</button><script>
         navigator.serviceWorker.register('/sw.js');
         const ready = () => document.querySelector('button').disabled = false;
         if (navigator.serviceWorker.controller) ready(); else navigator.serviceWorker.oncontrollerchange = ready;</script>",
    );
    let steps = "  - tap: Ask the worker\n  - wait_for: said made by the worker\n  - tap: Chart\n  - wait_for: said chart 50 25\n";
    assert_eq!(
        replayed(&site, steps),
        ["made by the worker", "chart 50 25"]
    );
    assert_eq!(site.lines("GET /made"), [""; 0]);
}

#[test]
fn rich_text_and_dates_are_entered() {
    let site = site(
        "<div contenteditable role=textbox aria-label=Letter style='border:1px solid'></div>
         <label>Day <input type=date id=day></label><label>At <input type=time id=at></label>
         <button onclick=\"said([document.querySelector('[contenteditable]').textContent, day.value, at.value].join(' | '))\">Send</button>",
    );
    let steps = "  - type: { text: Dear Ada, into: Letter }
  - type: { text: 2026-02-19, into: Day }
  - type: { text: \"14:30\", into: At }
  - tap: Send
  - wait_for: said Dear Ada | 2026-02-19 | 14:30
";
    assert_eq!(
        replayed(&site, steps),
        ["Dear Ada %7C 2026-02-19 %7C 14%3A30"]
    );
}

#[test]
fn options_are_chosen_and_boxes_are_checked_by_name() {
    let page = "<label>Country <select onchange=\"said(this.value)\"><option>France<option>Japan</select></label>
<label><input type=checkbox onchange=\"said('news ' + this.checked)\"> News</label>
<label><input type=checkbox checked onchange=\"said('ads ' + this.checked)\"> Ads</label>";
    let steps = "  - select: { label: Country, option: Japan }
  - wait_for: said Japan
  - select: { label: Country, option: Japan }
  - check: News
  - wait_for: said news true
  - uncheck: Ads
  - wait_for: said ads false
  - uncheck: Ads
";
    let said = replayed(&site(page), steps);
    assert_eq!(said, ["Japan", "news true", "ads false"]);
}

#[test]
fn an_option_that_a_list_does_not_have_is_told_with_those_it_has() {
    let site = site("<label>Country <select><option>France<option>Japan</select></label>");
    let steps = "  - select: { label: Country, option: Chile }\n";
    let words = "`Country` has no option \"Chile\"; its options: `France`, `Japan`";
    fails_on(&site, steps, words);
}
