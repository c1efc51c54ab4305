//! Sites that are blocked: no page reaches them, whatever it tries.

use std::net::{TcpListener, UdpSocket};
use std::time::Duration;

use retap_drivers::web::{Browser, BrowserConfig, WebDevice, WebOptions};
use retap_model::device::{Action, Change, Deadline, Device, DeviceError};

use super::kit::{Page, browser, clock, config, deadline, opened};
use super::server::{Answer, Server};

/// A site that is blocked, and one that tries to reach it.
struct Sites {
    blocked: Server,
    page: Server,
}

impl Sites {
    fn new(pages: &'static [(&'static str, &'static str)]) -> Self {
        let blocked = Server::page("<h1>Bank</h1>");
        let site = blocked.url("");
        Self::to(pages, &site, blocked)
    }

    /// `BLOCKED` in what the page says is the blocked site, `TELL(x)` tells that `x` has been tried, `NAME` is what the
    /// script goes by.
    fn to(pages: &'static [(&'static str, &'static str)], site: &str, blocked: Server) -> Self {
        let site = site.to_owned();
        let page = Server::start(move |got| {
            let path = got.path.as_str();
            if let Some(to) = path.strip_prefix("/redirect") {
                return Answer::redirect(&format!("{site}{to}"));
            }
            let Some((_, said)) = pages.iter().find(|(known, _)| *known == path) else {
                return "".into();
            };
            let said = said.replace("WS", &site.replace("http", "ws"));
            let said = said.replace("BLOCKED", &site);
            let said = said.replace("TELL(", "((it) => fetch('/told/' + it))(");
            let said = said.replace("NAME", path[1..].trim_end_matches(".js"));
            match path.ends_with(".js") {
                true => Answer::script(&said),
                false => Answer::Html(said),
            }
        });
        Self { blocked, page }
    }

    fn names(&self) -> Vec<String> {
        vec!["My Bank".to_owned(), self.blocked.url("/")]
    }

    /// Opens a page in a browser that was started without the site.
    fn open(&self, path: &str) -> Option<Page> {
        self.open_without(self.names(), path)
    }

    fn open_without(&self, blocked: Vec<String>, path: &str) -> Option<Page> {
        browser()?;
        let config = BrowserConfig {
            blocked: blocked.clone(),
            ..config()
        };
        let own = Browser::launch(&config, clock()).unwrap();
        Some(self.open_in(&own, blocked, path))
    }

    fn open_in(&self, browser: &Browser, blocked: Vec<String>, path: &str) -> Page {
        let options = WebOptions {
            blocked,
            ..WebOptions::new(self.page.other_url(path))
        };
        Page::of(WebDevice::open(browser, options, deadline()).unwrap())
    }

    fn wait_for(&self, tried: &str, page: &mut Page) {
        wait_until_tried(&self.page, tried, page);
    }

    /// Opens a page that tries to reach the site by socket and request, and waits until it has.
    fn try_connections(&self, blocked: &str) {
        let mut page = opened!(self.open_without(vec![blocked.to_owned()], "/"));
        for tried in ["socket", "fetch"] {
            self.wait_for(tried, &mut page);
        }
    }
}

/// Waits until the page has told that it tried this. The device answers for what is held meanwhile.
fn wait_until_tried(server: &Server, tried: &str, page: &mut Page) {
    let (end, path) = (deadline(), format!("/told/{tried}"));
    while !server.got().iter().any(|got| got.path == path) {
        assert!(!end.has_passed(clock().now()), "{tried} was not tried");
        let soon = Deadline::after(clock().now(), Duration::from_millis(50));
        page.device.wait_for_change(soon).unwrap();
        page.read();
    }
}

/// What pages load from elsewhere without going there; each says when it has tried.
const LOADS: &str = "<h1>Shop</h1>
<img src=BLOCKED/img onerror=\"TELL('img')\">
<script src=BLOCKED/script onerror=\"TELL('script')\"></script>
<link rel=stylesheet href=BLOCKED/style onerror=\"TELL('style')\">
<link rel=prefetch href=BLOCKED/prefetch onerror=\"TELL('prefetch')\">
<img src=/redirect/redirected onerror=\"TELL('redirected')\">
<iframe src=BLOCKED/frame onload=\"TELL('frame')\"></iframe>
<object data=BLOCKED/object onerror=\"TELL('object')\"></object>
<script>
navigator.sendBeacon('BLOCKED/beacon', 'x');
fetch('BLOCKED/fetch', {mode: 'no-cors'}).catch(() => TELL('fetch'));
fetch('BLOCKED/kept', {mode: 'no-cors', keepalive: true}).catch(() => TELL('kept'));
new EventSource('BLOCKED/events').onerror = () => TELL('events');
</script>";

/// What only a browser that was started without the site keeps from it.
const CONNECTIONS: &str = "<script type=speculationrules>{\"prefetch\": [{\"source\": \"list\", \"urls\": [\"BLOCKED/guess\"], \"eagerness\": \"immediate\"}]}</script>
<script>
new WebSocket('WS/socket').onerror = () => TELL('socket');
new Worker('/worker.js'); new SharedWorker('/shared.js'); navigator.serviceWorker.register('/service.js');
const call = new RTCPeerConnection({iceServers: [{urls: 'turn:' + 'BLOCKED'.slice(7) + '?transport=tcp', username: 'a', credential: 'b'}]});
call.createDataChannel('x'); call.createOffer().then((offer) => call.setLocalDescription(offer));
call.onicegatheringstatechange = () => { if (call.iceGatheringState === 'complete') TELL('call') };
</script>";

const WORKER: &str = "fetch('BLOCKED/NAME', {mode: 'no-cors'}).catch(() => TELL('NAME'));
new WebSocket('WS/NAME').onerror = () => TELL('NAME-socket');";

const LOADED: [&str; 10] = [
    "img",
    "script",
    "style",
    "prefetch",
    "redirected",
    "frame",
    "object",
    "fetch",
    "kept",
    "events",
];

#[test]
fn nothing_that_a_page_loads_comes_from_a_blocked_site() {
    let sites = Sites::new(&[("/", LOADS)]);
    let mut page = opened!(sites.open("/"));
    page.see("Shop");
    for tried in LOADED {
        sites.wait_for(tried, &mut page);
    }
    assert_eq!(sites.blocked.got(), []);
    let logs = page.device.read_logs(deadline()).unwrap().join("\n");
    assert!(logs.contains("was stopped: the site is blocked"), "{logs}");
}

#[test]
fn requests_to_a_blocked_site_are_stopped_also_in_a_browser_that_could_reach_it() {
    let sites = Sites::new(&[("/", LOADS)]);
    let browser = opened!(browser());
    let mut page = sites.open_in(browser, sites.names(), "/");
    page.see("Shop");
    for tried in LOADED {
        sites.wait_for(tried, &mut page);
    }
    assert_eq!(sites.blocked.got(), []);
    let gone = page.try_act(Action::OpenUrl(sites.page.other_url("/redirect/gone")));
    let refused = gone.unwrap_err().to_string();
    assert!(refused.contains("a site that is blocked"), "{refused}");
    assert_eq!(sites.blocked.got(), []);
}

#[test]
fn sockets_workers_and_calls_do_not_reach_a_blocked_site() {
    let pages: &[_] = &[
        ("/", CONNECTIONS),
        ("/worker.js", WORKER),
        ("/shared.js", WORKER),
        ("/service.js", WORKER),
    ];
    let sites = Sites::new(pages);
    let mut page = opened!(sites.open("/"));
    for tried in ["socket", "call"] {
        sites.wait_for(tried, &mut page);
    }
    for worker in ["worker", "shared", "service"] {
        sites.wait_for(worker, &mut page);
        sites.wait_for(&format!("{worker}-socket"), &mut page);
    }
    assert_eq!(sites.blocked.got(), []);
}

/// What tells only that it was tried, whatever came of it.
const TRIES: &[(&str, &str)] = &[(
    "/",
    "<script>const socket = new WebSocket('WS/socket'); socket.onclose = () => TELL('socket');
     fetch('BLOCKED/fetch', {mode: 'no-cors'}).catch(() => 0).then(() => TELL('fetch'))</script>",
)];

#[test]
fn a_blocked_address_of_the_new_kind_is_not_reached_on_any_port() {
    let Ok(listener) = TcpListener::bind("[::1]:0") else {
        return;
    };
    listener.set_nonblocking(true).unwrap();
    let site = format!("http://{}", listener.local_addr().unwrap());
    let sites = Sites::to(TRIES, &site, Server::page(""));
    sites.try_connections("[::1]");
    assert!(listener.accept().is_err(), "somebody came");
}

#[test]
fn a_blocked_site_in_letters_of_another_script_is_not_reached() {
    let blocked = Server::page("<h1>Bank</h1>");
    let site = blocked
        .other_url("")
        .replace("localhost", "bücher.localhost");
    let sites = Sites::to(TRIES, &site, blocked);
    sites.try_connections("Bücher.localhost");
    assert_eq!(sites.blocked.got(), []);
}

#[test]
fn an_address_of_the_old_kind_is_blocked_as_one_of_the_new_kind() {
    let blocked = Server::page("<h1>Bank</h1>");
    let site = blocked.url("").replace("127.0.0.1", "[::ffff:127.0.0.1]");
    let sites = Sites::to(TRIES, &site, blocked);
    sites.try_connections("127.0.0.1");
    assert_eq!(sites.blocked.got(), []);
}

/// A call that asks a server about itself by packets, and knows a partner there.
const CALL: &[(&str, &str)] = &[(
    "/",
    "<script>(async () => {
const to = 'BLOCKED'.slice(7), [host, port] = to.split(':');
const call = new RTCPeerConnection({iceServers: [{urls: 'stun:' + to}, {urls: 'turn:' + to + '?transport=udp', username: 'a', credential: 'b'}]});
call.onicegatheringstatechange = () => { if (call.iceGatheringState === 'complete') TELL('gathered') };
call.createDataChannel('x');
await call.setLocalDescription(await call.createOffer());
const partner = new RTCPeerConnection();
await partner.setRemoteDescription(call.localDescription);
await partner.setLocalDescription(await partner.createAnswer());
await call.setRemoteDescription(partner.localDescription);
await call.addIceCandidate({candidate: `candidate:1 1 udp 2122260223 ${host} ${port} typ host`, sdpMid: '0', sdpMLineIndex: 0});
})()</script>",
)];

/// Returns a socket on the address by which this machine reaches others; calls leave out the one it reaches itself by.
fn own_socket() -> UdpSocket {
    let probe = UdpSocket::bind("0.0.0.0:0").unwrap();
    let outside = probe
        .connect("192.0.2.1:9")
        .and_then(|()| probe.local_addr());
    let address = outside.map_or_else(|_| "127.0.0.1".to_owned(), |it| it.ip().to_string());
    UdpSocket::bind((address.as_str(), 0)).unwrap()
}

#[test]
fn a_call_sends_no_packet_to_a_blocked_address() {
    let socket = own_socket();
    socket.set_nonblocking(true).unwrap();
    let address = socket.local_addr().unwrap();
    let sites = Sites::to(CALL, &format!("http://{address}"), Server::page(""));
    let mut page = opened!(sites.open_without(vec![address.ip().to_string()], "/"));
    sites.wait_for("gathered", &mut page);
    let came = socket.recv_from(&mut [0; 2000]);
    assert!(came.is_err(), "{came:?}");
}

const LEADING: &[(&str, &str)] = &[
    ("/", "<h1>Start</h1>"),
    ("/script", "<script>location = 'BLOCKED/script'</script>"),
    (
        "/refresh",
        "<meta http-equiv=refresh content='0; url=BLOCKED/refresh'>",
    ),
    (
        "/form",
        "<form action=BLOCKED/form method=post></form><script>document.forms[0].submit()</script>",
    ),
    ("/again", "<script>location = '/redirect/again'</script>"),
    ("/window", "<script>window.open('BLOCKED/window')</script>"),
    (
        "/away",
        "<script>window.open('/redirect/away', '_blank', 'noopener')</script>",
    ),
    (
        "/posted",
        "<form action=BLOCKED/posted method=post target=_blank></form><script>document.forms[0].submit()</script>",
    ),
];

/// Waits until the device tells that a request was stopped.
fn wait_until_stopped(page: &mut Page) {
    let is_told = |line: &String| line.contains("was stopped");
    let end = deadline();
    while !page.device.read_logs(end).unwrap().iter().any(is_told) {
        assert!(!end.has_passed(clock().now()), "nothing was stopped");
        page.device.wait_for_change(end).unwrap();
        // The page in front may be the one that led there, which is refused.
        let _ = page.device.read_screen(end);
    }
}

#[test]
fn a_touch_that_leads_to_a_blocked_site_is_told_by_the_next_reading() {
    let sites = Sites::new(&[("/", "<a href=BLOCKED/there>There</a>")]);
    let mut page = opened!(sites.open("/"));
    page.tap("There");
    let end = deadline();
    let refused = loop {
        match page.device.read_screen(end) {
            Ok(_) => assert_eq!(page.device.wait_for_change(end).unwrap(), Change::Happened),
            Err(error) => break error,
        }
    };
    let is_told = matches!(refused, DeviceError::NotPermitted { .. });
    assert!(is_told, "{refused}");
}

#[test]
fn a_page_that_leads_to_a_blocked_site_does_not_get_there() {
    let sites = Sites::new(LEADING);
    let mut page = opened!(sites.open("/"));
    for (path, _) in &LEADING[1..] {
        page.act(Action::Launch(sites.page.other_url(path)));
        wait_until_stopped(&mut page);
        page.act(Action::Launch(sites.page.other_url("/")));
        page.see("Start");
        assert_eq!(sites.blocked.got(), [], "{path}");
    }
}

/// What pages of the network may never lead to, however they try: the browser itself keeps them from it.
const FILES_AND_CODE: [&str; 5] = [
    "file:///etc/passwd",
    "view-source:file:///etc/passwd",
    "chrome://version",
    "data:text/html,<h1>data</h1>",
    "devtools://devtools/bundled/inspector.html",
];

/// How a page tries to lead to `TO`.
const WAYS: [(&str, &str); 6] = [
    ("script", "<script>location = 'TO'</script>"),
    ("refresh", "<meta http-equiv=refresh content='0; url=TO'>"),
    ("window", "<script>window.open('TO')</script>"),
    (
        "later",
        "<script>window.open('about:blank').location = 'TO'</script>",
    ),
    (
        "link",
        "<a href='TO' target=_blank>x</a><script>document.links[0].click()</script>",
    ),
    ("frame", "<iframe src='TO'></iframe>"),
];

/// Tells that a page has tried, after a while in which it could have got there.
const TELLS: &str = "<script>setTimeout(() => fetch('/told' + location.pathname), 200)</script>";

/// Serves a page for each of the ways to each of the addresses: `/WAY/NUMBER`.
fn leading() -> Server {
    Server::start(|got| {
        let (way, number) = got.path[1..].split_once('/').unwrap_or_default();
        let to = FILES_AND_CODE[number.parse::<usize>().unwrap_or_default()];
        match WAYS.iter().find(|(known, _)| *known == way) {
            Some((_, page)) => Answer::Html(page.replace("TO", to) + TELLS),
            None if way == "redirect" => Answer::redirect(to),
            None => "<h1>Start</h1>".into(),
        }
    })
}

#[test]
fn pages_do_not_lead_to_files_code_or_pages_of_the_browser() {
    let server = leading();
    let mut page = opened!(super::kit::open(&server.url("/")));
    for way in WAYS.map(|(way, _)| way).into_iter().chain(["redirect"]) {
        for number in 0..FILES_AND_CODE.len() {
            let tried = format!("{way}/{number}");
            let _ = page.try_act(Action::Launch(server.url(&format!("/{tried}"))));
            if way != "redirect" {
                wait_until_tried(&server, &tried, &mut page);
            }
            let screen = page.read();
            let texts = screen.texts().join("\n");
            let is_told = texts.contains("root:") || texts.contains("Revision");
            assert!(!is_told, "{tried}: {texts}");
            let name = screen.name.unwrap_or_default();
            let is_there = ["file:", "view-source:", "chrome:", "devtools:", "data:"];
            assert!(
                !is_there.iter().any(|scheme| name.starts_with(scheme)),
                "{tried}: {name}"
            );
        }
    }
}
