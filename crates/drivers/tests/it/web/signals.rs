//! Signals of pages besides what can be seen, and the things a device has to itself.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use retap_drivers::web::WebOptions;
use retap_model::device::{Deadline, Device, Happening, Initiator, RequestOutcome, Signal};
use retap_model::screen::Role;

use super::kit::{browser, clock, deadline, named, open, open_with, opened, shown};
use super::server::{Answer, Server};

#[test]
fn requests_console_and_errors_are_told_and_secrets_in_queries_are_not() {
    let server = Server::start(|got| {
        match got.path.as_str() {
        "/" => "<p>Here</p><script>console.log('hello', 42); fetch('/api?token=s3cret', {method: 'POST'}).then(() => p());
                </script>"
            .into(),
        _ => Answer::Full { status: "404 Not Found", headers: vec![], body: String::new() },
    }
    });
    let mut page = opened!(open(&server.url("/")));
    page.see("Here");
    let mut lines: Vec<String> = Vec::new();
    let has = |lines: &[String], part: &str| lines.iter().any(|line| line.contains(part));
    while !(has(&lines, "page error") && has(&lines, "POST")) {
        let _ = page
            .device
            .wait_for_change(Deadline::after(clock().now(), Duration::from_millis(20)));
        lines.extend(page.device.read_logs(deadline()).unwrap());
    }
    assert!(has(&lines, "console.log: hello 42"), "{lines:?}");
    assert!(has(&lines, "/api 404"), "{lines:?}");
    let signals = page.device.signals_after(0).unwrap();
    let mut requests = signals.iter().filter_map(|signal| match &signal.what {
        Happening::Requested(request) => Some(request),
        Happening::Complained(_) | Happening::Downloaded(_) | Happening::Blocked(_) => None,
    });
    let api = requests.find(|request| request.path == "/api").unwrap();
    assert_eq!((&*api.method, api.initiator), ("POST", Initiator::Script));
    assert_eq!(api.outcome(), Some(RequestOutcome::Failure));
    let broke = |signal: &Signal| matches!(&signal.what, Happening::Complained(line) if line.contains("page error"));
    assert!(signals.iter().any(broke), "{signals:?}");
    let newest = signals.last().unwrap().number;
    assert!(page.device.signals_after(newest).unwrap().is_empty());
    assert!(
        !format!("{lines:?}{signals:?}").contains("s3cret"),
        "{lines:?}"
    );
}

#[test]
fn the_tree_is_html_without_passwords() {
    let mut page = shown!(
        "<p title='a&quot;b'>1 &lt; 2</p><input type=password value=s3cret><input value=plain>",
    );
    page.see("1 < 2");
    let tree = page.device.dump_tree(deadline()).unwrap();
    let html = String::from_utf8(tree.bytes).unwrap();
    assert_eq!(tree.extension, "html");
    assert!(
        html.contains(
            "<p title=\"a&quot;b\">1 &lt; 2</p><input type=\"password\"><input value=\"plain\">"
        ),
        "{html}"
    );
    assert!(!html.contains("s3cret"));
}

#[test]
fn language_time_zone_and_cookies_are_the_devices_own() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&seen);
    let server = Server::start(move |got| {
        kept.lock().unwrap().push(got.clone());
        "<p id=p></p><script>document.cookie = document.cookie ? 'n=2' : 'n=1';
         p.textContent = [navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, document.cookie, new Intl.NumberFormat().format(1.5)].join(' ')</script>"
            .into()
    });
    let options = WebOptions {
        locale: Some("de-DE".to_owned()),
        timezone: Some("Asia/Tokyo".to_owned()),
        ..WebOptions::new(server.url("/"))
    };
    let (Some(mut one), Some(mut two)) = (open_with(options), open(&server.url("/"))) else {
        return;
    };
    one.see("de-DE Asia/Tokyo n=1 1,5");
    two.see_in_part("n=1");
    let wrong = WebOptions {
        timezone: Some("Mars/Base".to_owned()),
        ..WebOptions::new(server.url("/"))
    };
    assert!(retap_drivers::web::WebDevice::open(browser().unwrap(), wrong, deadline()).is_err());
    let _ = named(&one.read(), "p");
}

#[test]
fn service_workers_run_and_canvases_have_names() {
    let server = Server::start(|got| {
        match got.path.as_str() {
        "/sw.js" => Answer::script("onfetch = (e) => { if (e.request.url.endsWith('/made')) e.respondWith(new Response('made by the worker')) };
                   onactivate = () => clients.claim()"),
        _ => "<canvas aria-label=Chart width=50 height=50></canvas><p id=p>-</p><script>
              navigator.serviceWorker.register('/sw.js');
              navigator.serviceWorker.oncontrollerchange = () => fetch('/made').then((r) => r.text()).then((t) => p.textContent = t)
              </script>"
            .into(),
    }
    });
    let mut page = opened!(open(&server.url("/")));
    let screen = page.see("made by the worker");
    assert_eq!(named(&screen, "Chart").unwrap().role, Role::Image);
}

/// Returns what is under way after a touch of `Go` on a page with this script; only `/held` is never answered. A script that
/// hides `ready` shows it again once the page may be touched.
fn under_way(script: &str) -> Option<String> {
    let page = format!(
        "<h1 id=ready>Ready</h1><button onclick=\"go()\">Go</button><script>{script}</script>"
    );
    let (held, gate) = std::sync::mpsc::channel::<()>();
    let gate = Mutex::new(Some(gate));
    let server = Server::start(move |got| match got.path.as_str() {
        "/" => page.as_str().into(),
        "/held" => match gate.lock().unwrap().take() {
            Some(gate) => Answer::After(gate, String::new()),
            None => "".into(),
        },
        "/worker.js" => Answer::script("onmessage = () => fetch('/held', { method: 'POST' })"),
        "/shared.js" => Answer::script(
            "let count = 0; onconnect = (event) => { event.ports[0].postMessage('here'); if (count++) fetch('/held', { method: 'POST' }) }",
        ),
        _ => "".into(),
    });
    let mut page = open(&server.url("/"))?;
    page.see("Ready");
    page.tap("Go");
    let soon = Deadline::after(clock().now(), Duration::from_secs(2));
    let open = page.device.wait_until_quiet(soon).unwrap();
    drop(held);
    Some(open.unwrap_or_default())
}

#[test]
fn whatever_tells_a_server_something_is_waited_for() {
    for script in [
        "function go() { navigator.sendBeacon('/held', 'a=1') }",
        "function go() { new Image().src = '/held' }",
        "function go() { fetch('/held', { method: 'POST', keepalive: true }) }",
        "function go() { const tag = document.createElement('script'); tag.src = '/held'; document.body.append(tag) }",
        "const worker = new Worker('/worker.js'); function go() { worker.postMessage(1) }",
        "ready.hidden = true; new SharedWorker('/shared.js').port.onmessage = () => { ready.hidden = false };
         function go() { new SharedWorker('/shared.js') }",
        "function go() { location = '/held' }",
        "function go() { open('/held') }",
        "function go() { const frame = document.createElement('iframe'); frame.src = '/held'; document.body.append(frame) }",
    ] {
        let open = opened!(under_way(script));
        assert!(open.contains("/held has no answer yet"), "{script}: {open}");
    }
    let idle = "const worker = new Worker('/worker.js'); function go() {}";
    assert_eq!(opened!(under_way(idle)), "");
}
