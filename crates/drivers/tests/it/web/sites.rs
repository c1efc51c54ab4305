//! Going to sites and leaving them, their data and network, and phones.

use std::time::Duration;

use retap_drivers::web::{Viewport, WebOptions};
use retap_model::device::{Action, Device, DeviceError, Key, Modifier, NetworkMode};
use retap_model::geometry::Point;

use super::kit::{open, open_with, opened};
use super::server::{Answer, Server};

const TIME: Duration = Duration::from_millis(200);

#[test]
fn pages_are_gone_to_back_and_left() {
    let server = Server::start(|got| match got.path.as_str() {
        "/" => "<h1>First</h1><a href=/two>On</a>".into(),
        "/old" => Answer::redirect("/older"),
        "/older" => Answer::redirect("/two"),
        _ => "<h1>Second</h1>".into(),
    });
    let mut page = opened!(open(&server.url("/")));
    let refused = page.try_act(Action::Back).unwrap_err();
    assert!(matches!(refused, DeviceError::Refused { .. }), "{refused}");
    page.tap("On");
    let screen = page.see("Second");
    assert_eq!(screen.name.as_deref(), Some(server.url("/two").as_str()));
    assert_eq!(screen.is_in_front(&server.url("/")), Some(true));
    page.act(Action::Back);
    page.see("First");
    page.act(Action::OpenUrl(server.url("/old")));
    page.see("Second");
    page.act(Action::Home);
    let screen = page.wait(|screen| screen.app.is_none().then(|| screen.clone()));
    assert_eq!(screen.visible().count(), 0);
    page.act(Action::Launch(server.url("/old")));
    let screen = page.see("Second");
    assert_eq!(screen.is_in_front(&server.url("/old")), Some(true));
    let reload = Action::PressKey(Key::from_word("r").unwrap(), vec![Modifier::Control]);
    let before = server.got().len();
    page.act(reload);
    page.see("Second");
    assert_eq!(server.got().len(), before + 1);
    for wrong in ["Settings", "http://127.0.0.1:1/"] {
        let refused = page.try_act(Action::Launch(wrong.to_owned())).unwrap_err();
        assert!(matches!(refused, DeviceError::Refused { .. }), "{refused}");
    }
}

#[test]
fn data_is_cleared_and_the_network_is_cut() {
    let server = Server::page(
        "<p id=p></p><button onclick=\"fetch('/x').then(() => p.textContent = 'online', () => p.textContent = 'offline')\">Ask</button>
         <script>localStorage.n = (+localStorage.n || 0) + 1; sessionStorage.m = (+sessionStorage.m || 0) + 1;
         document.cookie = 'k=' + (document.cookie ? 'old' : 'new');
         p.textContent = `${localStorage.n} ${sessionStorage.m} ${document.cookie}`</script>",
    );
    let mut page = opened!(open(&server.url("/")));
    let url = server.url("/");
    page.see("1 1 k=new");
    page.act(Action::Launch(url.clone()));
    page.see("2 2 k=old");
    page.act(Action::ClearData(url.clone()));
    page.act(Action::Launch(url));
    page.see("1 1 k=new");
    page.act(Action::SetNetwork(NetworkMode::AirplaneOn));
    assert!(
        page.device
            .is_network_in(NetworkMode::WifiOff, super::kit::deadline())
            .unwrap()
    );
    page.tap("Ask");
    page.see("offline");
    page.act(Action::SetNetwork(NetworkMode::AirplaneOff));
    page.tap("Ask");
    page.see("online");
}

#[test]
fn workers_are_cut_off_with_their_page() {
    let server = Server::start(|got| {
        match got.path.as_str() {
        "/sw.js" => Answer::script("onfetch = (e) => { if (e.request.url.includes('/x')) e.respondWith(fetch(e.request).catch(() => new Response('cut off'))) };
                   onactivate = (e) => e.waitUntil(clients.claim())"),
        "/x" => "reached".into(),
        _ => "<p id=p>-</p><button disabled onclick=\"fetch('/x').then((r) => r.text()).then((t) => p.textContent = t)\">Ask</button><script>
              navigator.serviceWorker.register('/sw.js');
              navigator.serviceWorker.oncontrollerchange = () => document.querySelector('button').disabled = false</script>"
            .into(),
    }
    });
    let mut page = opened!(open(&server.url("/")));
    page.wait_for("Ask", |button| button.state.enabled);
    page.tap("Ask");
    page.see("reached");
    page.act(Action::SetNetwork(NetworkMode::AirplaneOn));
    page.tap("Ask");
    page.see("cut off");
    page.act(Action::SetNetwork(NetworkMode::AirplaneOff));
    page.tap("Ask");
    page.see("reached");
}

#[test]
fn on_a_phone_pages_are_touched() {
    let rows: String = (0..100).map(|n| format!("<p>Row {n}</p>")).collect();
    let server = Server::page(&format!(
        "<meta name=viewport content='width=device-width'><button>Go</button><p id=p>-</p>{rows}
         <script>document.querySelector('button').ontouchstart = () => p.textContent = 'touched ' + innerWidth;
         document.querySelector('button').onclick = () => p.textContent += ' and clicked'</script>"
    ));
    let options = WebOptions {
        viewport: Viewport::PHONE,
        ..WebOptions::new(server.url("/"))
    };
    let mut page = opened!(open_with(options));
    page.tap("Go");
    page.see("touched 412 and clicked");
    let (from, to) = (Point::new(200.0, 700.0), Point::new(200.0, 300.0));
    page.act(Action::Swipe(from, to, TIME));
    page.miss("Go");
    let png = page.device.screenshot(super::kit::deadline()).unwrap();
    assert_eq!(
        &png.0[16..24],
        &[0, 0, 3, 56, 0, 0, 7, 38],
        "824 x 1830 pixels"
    );
}

#[test]
fn a_page_not_made_for_phones_is_touched_where_it_is_drawn() {
    let server = Server::page(
        "<div style='width:900px;text-align:right'><button onclick=\"this.textContent='Done'\">Far right</button></div>
         <label>Name <input id=n></label>",
    );
    let options = WebOptions {
        viewport: Viewport::PHONE,
        ..WebOptions::new(server.url("/"))
    };
    let mut page = opened!(open_with(options));
    page.tap("Far right");
    let screen = page.see("Done");
    assert_eq!(screen.size, Viewport::PHONE.size);
    page.fill("Name", "ann");
    page.wait_for("n", |field| field.text == "ann");
}
