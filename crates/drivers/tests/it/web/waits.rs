//! Waits: they end with the change, and not before.

use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Duration;

use retap_model::device::{Action, Change, Deadline, Device};
use retap_model::geometry::Point;

use super::kit::{clock, deadline, open, opened, shown};
use super::server::{Answer, Server};

#[test]
fn a_wait_ends_with_the_slow_answer_and_not_before() {
    let (open_gate, gate) = channel();
    let gate = Mutex::new(Some(gate));
    let server = Server::start(move |got| {
        match got.path.as_str() {
        "/data" => Answer::After(gate.lock().unwrap().take().unwrap(), "Ready now".to_owned()),
        _ => "<div id=s role=progressbar aria-label=Loading></div><p id=p></p><style>#s{width:20px;height:20px}</style>
              <script>fetch('/data').then((r) => r.text()).then((t) => { s.remove(); p.textContent = t })</script>"
            .into(),
    }
    });
    let mut page = opened!(open(&server.url("/")));
    page.wait(|screen| {
        screen
            .loading()
            .filter(|sign| sign.description == "Loading")
            .map(|_| ())
    });
    // Whatever is still to come of loading the page itself.
    let soon = || Deadline::after(clock().now(), Duration::from_millis(300));
    while page.device.wait_for_change(soon()).unwrap() == Change::Happened {
        page.read();
    }
    assert_eq!(page.device.wait_for_change(soon()).unwrap(), Change::None);
    drop(open_gate);
    assert_eq!(
        page.device.wait_for_change(deadline()).unwrap(),
        Change::Happened
    );
    let screen = page.see("Ready now");
    assert!(screen.loading().is_none());
}

#[test]
fn a_page_whose_scripts_were_put_off_is_loading_until_they_have_run() {
    let (open_gate, gate) = channel();
    let gate = Mutex::new(Some(gate));
    let server = Server::start(move |got| match got.path.as_str() {
        "/late.js" => Answer::After(
            gate.lock().unwrap().take().unwrap(),
            "go.onclick = () => { go.textContent = 'Gone' }".to_owned(),
        ),
        _ => "<button id=go>Go</button><script defer src=/late.js></script>".into(),
    });
    let mut page = opened!(open(&server.url("/")));
    let screen = page.see("Go");
    assert!(screen.loading().is_some(), "nobody listens to touches yet");
    drop(open_gate);
    page.tap("Go");
    page.see("Gone");
}

#[test]
fn a_page_that_was_read_whole_need_not_be_read_again() {
    let mut page = shown!("<p>All of it</p><script>addEventListener('load', () => {})</script>");
    page.wait(|screen| screen.loading().is_none().then_some(()));
    let soon = Deadline::after(clock().now(), Duration::from_millis(300));
    assert_eq!(page.device.wait_for_change(soon).unwrap(), Change::None);
}

#[test]
fn changes_that_leave_no_trace_in_the_tree_are_noticed_too() {
    let mut page = shown!(
        "<input id=f aria-label=Field value=old><div id=d style='transition: margin-left .15s'>Box</div>
         <button onclick=\"setTimeout(() => f.value = 'new', 100)\">Set</button>
         <button onclick=\"setTimeout(() => d.style.marginLeft = '300px', 50)\">Move</button>",
    );
    page.tap("Set");
    page.wait_for("f", |field| field.text == "new");
    page.tap("Move");
    page.wait_for("d", |moved| moved.bounds.x > 300.0);
}

#[test]
fn a_spinner_is_a_loading_sign_only_while_it_spins() {
    let mut page = shown!(
        "<style>@keyframes spin{to{transform:rotate(360deg)}} .spinner{width:30px;height:30px;border:2px solid;animation:spin 1s linear infinite}
         @keyframes pulse{50%{opacity:.5}} .dot{width:9px;height:9px;animation:pulse 1s infinite}</style>
         <div class=dot></div><div class=spinner></div><button onclick=\"document.querySelector('.spinner').remove()\">Stop</button>",
    );
    page.wait(|screen| {
        screen
            .loading()
            .filter(|sign| sign.class == "div")
            .map(|_| ())
    });
    let stop = page.wait_for("Stop", |_| true);
    page.act(Action::Tap(stop.bounds.center()));
    page.wait(|screen| screen.loading().is_none().then_some(()));
}

#[test]
fn endless_and_virtual_lists_show_what_is_in_view() {
    let server = Server::page(
        "<div id=v style='height:300px;overflow:auto;position:relative'><div style='height:200000px'></div></div>
         <div id=list></div><script>
         const draw = () => { v.querySelectorAll('p').forEach((p) => p.remove());
           const first = Math.floor(v.scrollTop / 20);
           for (let i = first; i < first + 15; i++) { const p = document.createElement('p'); p.textContent = 'Item ' + i;
             p.style.cssText = 'position:absolute;margin:0;top:' + i * 20 + 'px'; v.append(p) } };
         v.onscroll = draw; draw();
         let n = 0; const more = () => { for (let i = 0; i < 30; i++) { const p = document.createElement('p'); p.textContent = 'Post ' + n++; list.append(p) } };
         more(); onscroll = () => { if (innerHeight + scrollY > document.body.scrollHeight - 50) more() };
         </script>",
    );
    let mut page = opened!(open(&server.url("/")));
    let screen = page.see("Item 0");
    assert!(!screen.texts().contains(&"Item 16"));
    let swipe =
        |x: f64, y: f64| Action::Swipe(Point::new(x, y), Point::new(x, y - 2000.0), Duration::ZERO);
    page.act(swipe(100.0, 200.0));
    page.see("Item 101");
    for _ in 0..3 {
        page.act(swipe(100.0, 600.0));
    }
    page.wait(|screen| {
        screen
            .texts()
            .iter()
            .any(|text| {
                text.strip_prefix("Post ")
                    .is_some_and(|n| n.len() == 2 && n > "50")
            })
            .then_some(())
    });
}
