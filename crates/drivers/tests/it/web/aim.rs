//! Touches of what has changed since it was read: they reach what was read, or nothing.

use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};

use retap_model::device::{Action, DeviceError};
use retap_model::geometry::Point;

use super::kit::{Page, named, open};
use super::server::{Answer, Server};

/// A page that tells the server what is clicked, and runs `later` when the test says so.
struct Shifting {
    server: Server,
    gate: Option<Sender<()>>,
}

impl Shifting {
    fn start(body: &str, later: &str) -> Self {
        let (gate, opened) = channel();
        let opened = Mutex::new(Some(opened));
        let page = format!(
            "<!doctype html><body>{body}<script>
             onclick = (e) => fetch('/clicked?' + (e.target.id || e.target.localName));
             fetch('/gate').then(() => {{ {later}; fetch('/shifted') }})</script>"
        );
        let server = Server::start(move |got| match got.path.as_str() {
            "/gate" => {
                let gate = opened.lock().unwrap().take();
                gate.map_or_else(|| "".into(), |gate| Answer::After(gate, String::new()))
            }
            "/" => page.as_str().into(),
            _ => "".into(),
        });
        let gate = Some(gate);
        Self { server, gate }
    }

    /// Waits for what is called `name`, lets the page change, and returns where it was.
    fn shift(&mut self, page: &mut Page, name: &str) -> Point {
        let seen = page.wait(|screen| {
            let found = named(screen, name);
            found.filter(|_| screen.loading().is_none())
        });
        self.gate = None;
        self.server.wait_for("/shifted");
        seen.bounds.center()
    }

    fn clicked(&self) -> Vec<String> {
        let got = self.server.got();
        let clicks = got
            .iter()
            .filter_map(|got| got.path.strip_prefix("/clicked?"));
        clicks.map(str::to_owned).collect()
    }
}

/// Touches where `name` was before the page changed, and returns why that was not done.
fn missed(body: &str, name: &str, later: &str) -> Option<String> {
    let mut site = Shifting::start(body, later);
    let mut page = open(&site.server.url("/"))?;
    let at = site.shift(&mut page, name);
    let error = page.try_act(Action::Tap(at)).unwrap_err();
    let DeviceError::Missed { reason, .. } = error else {
        panic!("{error}");
    };
    // The next touch is let through, and nothing was touched before it.
    page.tap("End");
    site.server.wait_for("/clicked");
    assert_eq!(site.clicked(), ["end"]);
    Some(reason)
}

const END: &str = "<button id=end style='position:fixed;right:0;bottom:0'>End</button>";

#[test]
fn what_took_the_place_of_a_button_is_not_touched() {
    let rows = format!(
        "<div><button id=keep>Keep</button></div><div><button id=del>Delete</button></div>{END}"
    );
    let cases = [
        // Rows change places.
        ("keep.before(del)", "it is not stable: it moved away"),
        // A row comes in above it.
        (
            "document.body.prepend(Object.assign(document.createElement('h1'), {textContent: 'New'}))",
            "it is not stable: it moved away",
        ),
        // The list is made again, as frameworks do.
        (
            "document.body.firstElementChild.outerHTML = '<div><button id=other>Keep</button></div>'",
            "it is no longer attached: the page replaced it",
        ),
        ("keep.disabled = true", "it is not enabled any more"),
        (
            "document.body.append(Object.assign(document.createElement('div'), {textContent: 'Cookies?', style: 'position:fixed;inset:0 50% 50% 0'}))",
            "it does not receive events: \"Cookies?\" lies over it",
        ),
        // A layer that fades in takes touches before anybody sees it.
        (
            "document.body.append(Object.assign(document.createElement('div'), {id: 'veil', style: 'position:fixed;inset:0 50% 50% 0;opacity:0'}))",
            "it does not receive events: \"div#veil\" lies over it",
        ),
    ];
    for (later, expected) in cases {
        let Some(reason) = missed(&rows, "Keep", later) else {
            return;
        };
        assert_eq!(reason, expected, "{later}");
    }
}

#[test]
fn what_only_looks_different_is_touched() {
    let cases = [
        "keep.textContent = 'Keep it'",
        "keep.innerHTML = '<b>Keep</b>'",
        "keep.parentNode.style.background = 'red'",
        "document.body.append(Object.assign(document.createElement('div'), {style: 'position:fixed;inset:0;pointer-events:none;background:#0003'}))",
        // Frameworks take elements out and put them in again.
        "const p = keep.parentNode; p.remove(); document.body.prepend(p)",
    ];
    for later in cases {
        let mut site = Shifting::start("<div><button id=keep>Keep</button></div>", later);
        let Some(mut page) = open(&site.server.url("/")) else {
            return;
        };
        let at = site.shift(&mut page, "Keep");
        page.act(Action::Tap(at));
        site.server.wait_for("/clicked");
        assert!(
            ["keep", "b"].contains(&site.clicked()[0].as_str()),
            "{later}"
        );
    }
}

#[test]
fn of_two_buttons_that_change_places_all_the_time_the_other_one_is_never_touched() {
    let server = Server::page(
        "<div id=box><button id=keep>Keep</button><br><button id=del>Erase</button></div><p id=p>0</p><p id=w></p><script>
         let n = 0; keep.onclick = () => p.textContent = ++n; del.onclick = () => w.textContent = 'wrong';
         const swap = () => { box.append(box.firstElementChild, box.querySelector('br'), box.querySelector('button')); requestAnimationFrame(swap) };
         swap()</script>",
    );
    let Some(mut page) = open(&server.url("/")) else {
        return;
    };
    let (mut hits, mut misses) = (0, 0);
    while hits < 10 || misses < 10 {
        let keep = page.wait_for("keep", |_| true);
        match page.try_act(Action::Tap(keep.bounds.center())) {
            Ok(()) => hits += 1,
            Err(DeviceError::Missed { .. }) => misses += 1,
            Err(error) => panic!("{error}"),
        }
        let screen = page.read();
        assert!(named(&screen, "wrong").is_none(), "after {hits} hits");
        assert!(hits + misses < 2000, "{hits} hits, {misses} misses");
    }
}
