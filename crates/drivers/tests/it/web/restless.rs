//! Pages that never come to rest: that talk, change, ask, hang or go elsewhere all the time.

use std::fs;
use std::thread;
use std::time::Duration;

use retap_drivers::web::{WebDevice, WebOptions};
use retap_model::device::{Action, Change, Deadline, Device, DeviceError, Drawn, Typed};
use retap_model::secret::Secret;

use super::broken::signal;
use super::kit::{Page, clock, deadline, open, opened, own_browser};
use super::server::{Answer, Server};

fn soon() -> Deadline {
    Deadline::after(clock().now(), Duration::from_millis(500))
}

#[test]
fn a_page_that_changes_and_talks_all_the_time_is_read_and_used() {
    let server = Server::page(
        "<p id=clock></p><p id=p>-</p><button onclick=\"p.textContent = 'Done'; clearInterval(t)\">Stop</button><script>
         let n = 0; const t = setInterval(() => { clock.textContent = n++; document.body.dataset.n = n;
           for (let i = 0; i < 5; i++) console.log('line ' + n + ' ' + 'x'.repeat(1000)); if (n % 20 === 0) fetch('/poll') }, 4)</script>",
    );
    let mut page = opened!(open(&server.url("/")));
    for _ in 0..20 {
        assert_eq!(
            page.device.wait_for_change(deadline()).unwrap(),
            Change::Happened
        );
        page.read();
    }
    page.tap("Stop");
    page.see("Done");
    let lines = page.device.read_logs(deadline()).unwrap();
    assert!(lines.len() <= 2001, "{}", lines.len());
    assert!(lines.iter().all(|line| line.len() < 600));
}

#[test]
fn a_page_that_hangs_while_another_talks_holds_nobody_up() {
    let server = Server::start(|got| {
        match got.path.as_str() {
        "/" => "<p>Shop</p><button onclick=\"setTimeout(() => { const x = new XMLHttpRequest(); x.open('GET', '/never', false); x.send() })\">Hang</button>".into(),
        "/never" => Answer::Endless(String::new()),
        _ => "<script>setInterval(() => { for (let i = 0; i < 5; i++) console.log('x'.repeat(500)) }, 4)</script>".into(),
    }
    });
    let outer = server.other_url("/talk");
    let shop = server.url("/");
    let page_around = Server::start(move |_| {
        format!("<iframe src={outer}></iframe><iframe src={shop} title=Shop></iframe>")
            .as_str()
            .into()
    });
    let mut page = opened!(open(&page_around.url("/")));
    let hang = page.wait_for("Hang", |_| true);
    // The page may hang before it has told that the touch came.
    let _ = page
        .device
        .perform(&Action::Tap(hang.bounds.center()), soon());
    server.wait_for("/never");
    let late = page.device.read_screen(soon()).unwrap_err();
    assert!(matches!(late, DeviceError::DeadlinePassed { .. }), "{late}");
    let _ = page.device.wait_for_change(soon()).unwrap();
    page.act(Action::Launch(server.url("/talk")));
}

#[test]
fn a_page_that_opens_dialogs_for_ever_is_answered_and_left() {
    let server = Server::start(|got| match got.path.as_str() {
        "/" => "<button onclick=\"for (let n = 0; ; n++) alert('Again ' + n)\">Ask</button>".into(),
        _ => "<h1>Away</h1>".into(),
    });
    let mut page = opened!(open(&server.url("/")));
    page.tap("Ask");
    for number in 0..3 {
        page.see(&format!("Again {number}"));
        page.tap("OK");
    }
    page.see("Again 3");
    page.act(Action::Launch(server.url("/away")));
    page.see("Away");
    page.act(Action::Launch(server.url("/")));
    page.tap("Ask");
    page.see("Again 0");
    page.act(Action::Home);
    page.act(Action::OpenUrl(server.url("/away")));
    page.see("Away");
}

#[test]
fn a_page_that_opens_windows_without_end_gets_some_and_goes_on() {
    let server = Server::start(|got| {
        match got.path.as_str() {
        "/" => "<h1>Start</h1><button onclick=\"for (let n = 0; n < 30; n++) window.open('/window')\">Open</button>".into(),
        _ => "<h1>Window</h1>".into(),
    }
    });
    let own = opened!(own_browser());
    let device = WebDevice::open(&own, WebOptions::new(server.url("/")), deadline()).unwrap();
    let mut page = Page::of(device);
    let open = page.wait_for("Open", |_| true);
    // It may take the page longer than a touch lasts.
    let touched = Deadline::after(clock().now(), Duration::from_secs(5));
    let _ = page
        .device
        .perform(&Action::Tap(open.bounds.center()), touched);
    let is_told = |line: &String| line.contains("one window too many");
    let end = deadline();
    while !page.device.read_logs(end).unwrap().iter().any(is_told) {
        assert!(!end.has_passed(clock().now()), "no window was closed");
        page.device.wait_for_change(end).unwrap();
        assert!(page.read().windows.unwrap() <= 20);
    }
}

#[test]
fn a_form_whose_fields_go_by_the_names_of_its_own_properties_is_read_and_used() {
    let fields = [
        "nodeType",
        "childNodes",
        "localName",
        "attributes",
        "getAttribute",
        "parentElement",
        "getBoundingClientRect",
        "closest",
        "matches",
        "querySelectorAll",
        "id",
        "className",
        "namespaceURI",
        "checkVisibility",
        "getRootNode",
    ];
    let fields: String = fields
        .iter()
        .map(|name| format!("<input name={name}>"))
        .collect();
    let server = Server::page(&format!(
        "<style>form::before {{ content: attr(title) }}</style><form title=Styled>Words {fields}<label>Last <input name=contains></label><button type=button onclick=\"this.textContent = 'Done'\">Go</button></form>"
    ));
    let mut page = opened!(open(&server.url("/")));
    page.see("Words");
    page.fill("Last", "typed");
    page.tap("Go");
    page.see("Done");
    let tree = page.device.dump_tree(deadline()).unwrap();
    assert!(
        String::from_utf8(tree.bytes)
            .unwrap()
            .contains("Done</button>")
    );
    let drawn = page.device.drawn(deadline()).unwrap().unwrap();
    for words in ["Words", "Styled"] {
        let is_it = |it: &Drawn| matches!(it, Drawn::Text(text, _) if text.contains(words));
        assert!(drawn.iter().any(is_it), "{drawn:?}");
    }
    page.act(Action::Type(Typed::Hidden(Secret::new("lantern"))));
    let drawn = page.device.drawn(deadline()).unwrap().unwrap();
    let is_it = |it: &Drawn| matches!(it, Drawn::Only(it) if it.iter().any(|it| it.0 == "L"));
    assert!(drawn.iter().any(is_it), "{drawn:?}");
}

#[test]
fn a_renderer_that_dies_while_it_is_read_is_an_error_at_once() {
    let own = opened!(own_browser());
    let server = Server::start(|got| {
        match got.path.as_str() {
        "/never" => Answer::Endless(String::new()),
        _ => "<h1>Fine</h1><button onclick=\"setTimeout(() => { const x = new XMLHttpRequest(); x.open('GET', '/never', false); x.send() })\">Hang</button>".into(),
    }
    });
    let device = WebDevice::open(&own, WebOptions::new(server.url("/")), deadline()).unwrap();
    let mut page = Page::of(device);
    let hang = page.wait_for("Hang", |_| true);
    // The page may hang before it has told that the touch came.
    let _ = page
        .device
        .perform(&Action::Tap(hang.bounds.center()), soon());
    server.wait_for("/never");
    let id = own.process_id().unwrap();
    // By now the reading is under way, or is about to be: it must make no difference.
    let killer =
        thread::spawn(move || renderers(id).into_iter().for_each(|id| signal("-KILL", id)));
    let error = page.device.read_screen(deadline()).unwrap_err();
    killer.join().unwrap();
    assert!(matches!(error, DeviceError::Disconnected { .. }), "{error}");
    page.act(Action::Launch(server.url("/")));
    page.see("Fine");
}

/// Returns the processes of pages that a browser started.
fn renderers(browser: u32) -> Vec<u32> {
    let all = fs::read_dir("/proc").unwrap().flatten();
    let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let words = |id: u32| fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
    let parent = |id: u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let after = stat.rsplit(')').next().unwrap_or_default().to_owned();
        after
            .split_whitespace()
            .nth(1)
            .and_then(|id| id.parse::<u32>().ok())
            .unwrap_or(0)
    };
    let is_inside = |id: u32| {
        std::iter::successors(Some(id), |id| Some(parent(*id)))
            .take(6)
            .any(|id| id == browser)
    };
    ids.filter(|id| words(*id).contains("--type=renderer") && is_inside(*id))
        .collect()
}

#[test]
fn pages_that_go_elsewhere_by_themselves_are_followed() {
    let server = Server::start(|got| {
        match got.path.as_str() {
        "/meta" => "<meta http-equiv=refresh content='0;url=/script'><p>One</p>".into(),
        "/script" => "<p>Two</p><script>location.replace('/write')</script>".into(),
        "/write" => "<p>Three</p><script>setTimeout(() => { document.open(); document.write('<h1>Written</h1><button onclick=\"fetch(`/clicked`)\">Go</button>'); document.close() }, 10)</script>".into(),
        "/push" => "<button onclick=\"history.pushState(0, '', '/pushed'); this.textContent = 'Pushed'\">Push</button><script>onpopstate = () => document.body.innerHTML = '<h1>Popped ' + location.pathname + '</h1>'</script>".into(),
        _ => "".into(),
    }
    });
    let mut page = opened!(open(&server.url("/meta")));
    page.see("Written");
    page.tap("Go");
    server.wait_for("/clicked");
    page.act(Action::OpenUrl(server.url("/push")));
    page.tap("Push");
    page.see("Pushed");
    page.act(Action::Back);
    page.see("Popped /push");
}

#[test]
fn a_page_that_writes_itself_anew_while_it_is_parsed_is_loaded_in_the_end() {
    let server = Server::start(|got| {
        match got.path.as_str() {
        // The answer never ends, so the parser waits for it until the page writes itself anew.
        "/slow.js" => Answer::Endless(String::new()),
        _ => "<p>One</p><script>setTimeout(() => { document.open(); document.write('<h1>Written</h1>'); document.close() }, 10)</script><script src=/slow.js></script>".into(),
    }
    });
    let mut page = opened!(open(&server.url("/")));
    page.see("Written");
    page.wait(|screen| screen.loading().is_none().then_some(()));
}

#[test]
fn what_is_typed_while_the_page_goes_elsewhere_goes_nowhere_else() {
    let server = Server::start(|got| match got.path.as_str() {
        "/" => "<label>Name <input id=n oninput=\"location = '/next'\"></label>".into(),
        "/next" => "<label>Card <input id=card autofocus></label>".into(),
        _ => "".into(),
    });
    let mut page = opened!(open(&server.url("/")));
    page.fill("Name", "ann smith");
    let card = page.wait_for("card", |_| true);
    assert_eq!(card.text, "");
}
