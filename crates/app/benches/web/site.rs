//! The pages of the flow and a server that keeps what it receives.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_model::device::Clock as _;

/// The requests of one whole flow, in this order.
pub(crate) const SENT: [&str; 2] = [
    "/login email=ada%40example.org&password=lantern-42",
    "/send id=7&name=Ada+Lovelace&street=12+St+James+Square&express=on",
];

/// The words of the last page when all went well.
pub(crate) const OUTCOME: &str = "Order 7 is on its way";

const STYLE: &str = "<!doctype html><meta charset=utf-8><style>body{font:16px sans-serif;margin:24px}\
label{display:block;margin:8px 0}td{padding:3px 12px}</style>";

const LOGIN: &str = "<title>Sign in</title><h1>Sign in</h1><form method=post action=/login>\
<label>Email <input name=email></label><label>Password <input type=password name=password></label>\
<button>Log in</button></form>";

const PRODUCTS: [&str; 20] = [
    "Tea", "Coffee", "Sugar", "Flour", "Rice", "Oats", "Milk", "Butter", "Cheese", "Eggs",
    "Apples", "Pears", "Plums", "Leeks", "Onions", "Carrots", "Honey", "Salt", "Pepper", "Bread",
];

/// Handlers are attached when the page is whole, as most pages do it.
const LIST_SCRIPT: &str = "<script>document.querySelector('table').addEventListener('click', event => {\
const button = event.target.closest('button'); if (button) location = '/order?id=' + button.value; });</script>";

const ORDER: &str = "<title>Order</title><h1>Order of Milk</h1><form><input type=hidden name=id value=7>\
<label>Name <input name=name></label><label>Street <input name=street></label>\
<label><input type=checkbox name=express> Express delivery</label><button>Send</button></form>\
<p role=status></p><script>const form = document.querySelector('form');\
form.addEventListener('submit', async event => { event.preventDefault();\
const answer = await fetch('/send', { method: 'POST', body: new URLSearchParams(new FormData(form)) });\
document.querySelector('[role=status]').textContent = await answer.text(); });</script>";

/// A line of news that never rests.
const TICKER: &str = "<p id=ticker></p><script>let news = 0; setInterval(() => {\
ticker.textContent = 'News ' + String.fromCharCode(65 + news++ % 26) + ' of the hour'; }, 250);</script>";

/// A server on a port of its own.
pub(crate) struct Site {
    /// Where it begins.
    pub(crate) url: String,
    received: Arc<Mutex<Vec<String>>>,
    manner: Arc<Manner>,
}

/// How pages are served.
#[derive(Default)]
struct Manner {
    /// How many milliseconds an answer takes.
    delay: AtomicU64,
    /// Whether something on them changes all the time.
    ticks: AtomicBool,
}

impl Site {
    /// Starts to serve.
    pub(crate) fn serve() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let received = Arc::new(Mutex::new(Vec::new()));
        let manner = Arc::new(Manner::default());
        let (kept, how) = (Arc::clone(&received), Arc::clone(&manner));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (kept, how) = (Arc::clone(&kept), Arc::clone(&how));
                std::thread::spawn(move || serve_all(&stream, &kept, &how));
            }
        });
        Self {
            url,
            received,
            manner,
        }
    }

    /// Lets every answer take this long from now on, as one from far away does.
    pub(crate) fn set_delay(&self, delay: Duration) {
        let millis = delay.as_millis() as u64;
        self.manner.delay.store(millis, Ordering::Relaxed);
    }

    /// Lets something on the pages of the flow change all the time, or rest.
    pub(crate) fn set_ticking(&self, ticks: bool) {
        self.manner.ticks.store(ticks, Ordering::Relaxed);
    }

    /// Returns the address of a page.
    pub(crate) fn page(&self, name: &str) -> String {
        format!("{}{name}", self.url)
    }

    /// Checks that one whole flow was received since the last call, and nothing else.
    pub(crate) fn check(&self, who: &str) {
        let received = std::mem::take(&mut *self.received.lock().unwrap());
        assert_eq!(received, SENT, "what the server received from {who}");
    }
}

/// Answers one request after the other on a connection that stays open.
fn serve_all(stream: &TcpStream, received: &Mutex<Vec<String>>, manner: &Manner) {
    stream.set_nodelay(true).unwrap();
    let mut reader = BufReader::new(stream);
    // A browser that hangs up has what it wanted.
    while let Some((method, path, body)) = read_request(&mut reader) {
        SystemClock::new().sleep(Duration::from_millis(manner.delay.load(Ordering::Relaxed)));
        let answer = if method == "POST" {
            received.lock().unwrap().push(format!("{path} {body}"));
            posted(&path, &body)
        } else {
            let ticker = match manner.ticks.load(Ordering::Relaxed) {
                true => TICKER,
                false => "",
            };
            found("text/html", &format!("{}{ticker}", page(&path)))
        };
        let mut writer = stream;
        if writer.write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

fn read_request(reader: &mut BufReader<&TcpStream>) -> Option<(String, String, String)> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((method, path, String::from_utf8(body).ok()?))
}

fn posted(path: &str, body: &str) -> String {
    match path {
        "/login" if body.ends_with("password=lantern-42") => {
            "HTTP/1.1 303 See Other\r\nLocation: /orders\r\nContent-Length: 0\r\n\r\n".to_owned()
        }
        "/send" => found("text/plain", OUTCOME),
        _ => "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".to_owned(),
    }
}

fn found(kind: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{body}")
}

fn page(path: &str) -> String {
    match path.split('?').next().unwrap_or_default() {
        "/orders" => {
            let row = |(number, name): (usize, &&str)| {
                format!(
                    "<tr><td>{name}<td>{number}.50<td><button value={}>Open</button>",
                    number + 1
                )
            };
            let rows: String = PRODUCTS.iter().enumerate().map(row).collect();
            format!("{STYLE}<title>Orders</title><h1>Orders</h1><table>{rows}</table>{LIST_SCRIPT}")
        }
        "/order" => format!("{STYLE}{ORDER}"),
        "/usual" => format!("<ul>{}</ul>", rows(145)),
        "/large" => format!("<ul>{}</ul>", rows(2500)),
        "/dense" => format!("<div style='line-height:8px'>{}</div>", cells(2000)),
        _ => format!("{STYLE}{LOGIN}"),
    }
}

fn rows(count: usize) -> String {
    let row = |n: usize| {
        format!("<li><b>Name {n}</b> <span>Detail {n}</span> <button>Open</button></li>")
    };
    (0..count).map(row).collect()
}

fn cells(count: usize) -> String {
    let cell = |n: usize| {
        format!("<span style='display:inline-block;font-size:6px;width:24px'>c{n}</span>")
    };
    (0..count).map(cell).collect()
}
