//! A web server of a hundred lines, with pages made by the test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

/// A request as the server got it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Got {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) body: String,
}

/// An answer of the server.
pub(crate) enum Answer {
    /// A page.
    Html(String),
    /// Anything else, with its headers.
    Full {
        status: &'static str,
        headers: Vec<(&'static str, String)>,
        body: String,
    },
    /// The page, and then nothing for as long as the server lives.
    Endless(String),
    /// Nothing until the sender is dropped, and then the page.
    After(std::sync::mpsc::Receiver<()>, String),
}

impl Answer {
    /// Returns a file of JavaScript.
    pub(crate) fn script(body: &str) -> Self {
        Self::Full {
            status: "200 OK",
            headers: vec![("Content-Type", "text/javascript".to_owned())],
            body: body.to_owned(),
        }
    }
}

impl Answer {
    pub(crate) fn redirect(to: &str) -> Self {
        Self::Full {
            status: "302 Found",
            headers: vec![("Location", to.to_owned())],
            body: String::new(),
        }
    }
}

impl From<&str> for Answer {
    fn from(html: &str) -> Self {
        Self::Html(html.to_owned())
    }
}

type Handler = dyn Fn(&Got) -> Answer + Send + Sync;

/// A server on a port of its own.
pub(crate) struct Server {
    port: u16,
    kept: Arc<Kept>,
}

/// The requests a server got so far.
#[derive(Default)]
struct Kept {
    got: Mutex<Vec<Got>>,
    /// Told at every request.
    more: Condvar,
}

/// How long a test waits for a request.
const PATIENCE: Duration = Duration::from_secs(20);

impl Server {
    /// Starts a server that answers with what `handler` says.
    pub(crate) fn start(handler: impl Fn(&Got) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let all = Arc::new(Kept::default());
        let (kept, handler): (_, Arc<Handler>) = (Arc::clone(&all), Arc::new(handler));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (kept, handler) = (Arc::clone(&kept), Arc::clone(&handler));
                thread::spawn(move || serve(stream, &kept, &*handler));
            }
        });
        Self { port, kept: all }
    }

    /// Starts a server with one page at every path.
    pub(crate) fn page(html: &str) -> Self {
        let html = html.to_owned();
        Self::start(move |_| Answer::Html(html.clone()))
    }

    /// Returns the address of a path on the host `127.0.0.1`.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Returns the address of a path on another site.
    pub(crate) fn other_url(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }

    /// Returns the requests so far, those of icons left out.
    pub(crate) fn got(&self) -> Vec<Got> {
        let got = self.kept.got.lock().unwrap().clone();
        got.into_iter()
            .filter(|got| got.path != "/favicon.ico")
            .collect()
    }

    /// Waits until somebody asked for a path that begins like this, and returns the whole of it.
    pub(crate) fn wait_for(&self, path: &str) -> String {
        let find = |all: &[Got]| {
            let mut paths = all.iter().map(|got| &got.path);
            paths.find(|known| known.starts_with(path)).cloned()
        };
        let got = self.kept.got.lock().unwrap();
        let waited = self
            .kept
            .more
            .wait_timeout_while(got, PATIENCE, |got| find(got).is_none());
        let found = find(&waited.unwrap().0);
        found.unwrap_or_else(|| panic!("nobody asked for {path}"))
    }
}

fn serve(stream: TcpStream, kept: &Kept, handler: &Handler) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        if header.trim().is_empty() {
            break;
        }
        if let Some(value) = header.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body = String::from_utf8_lossy(&body).into_owned();
    let got = Got { method, path, body };
    kept.got.lock().unwrap().push(got.clone());
    kept.more.notify_all();
    answer(stream, handler(&got))
}

const HTML: &str = "Content-Type: text/html; charset=utf-8\r\n";

fn answer(mut stream: TcpStream, answer: Answer) -> Option<()> {
    let mut send = |head: &str, body: &str| {
        let length = body.len();
        let whole =
            format!("HTTP/1.1 {head}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}");
        stream.write_all(whole.as_bytes()).ok()
    };
    match answer {
        Answer::Html(body) => send(&format!("200 OK\r\n{HTML}"), &body),
        Answer::Full {
            status,
            headers,
            body,
        } => {
            let lines = headers
                .iter()
                .map(|(name, value)| format!("{name}: {value}\r\n"));
            send(&format!("{status}\r\n{}", lines.collect::<String>()), &body)
        }
        Answer::After(gate, body) => {
            let _ = gate.recv();
            send(&format!("200 OK\r\n{HTML}"), &body)
        }
        Answer::Endless(body) => {
            let head = format!("HTTP/1.1 200 OK\r\n{HTML}Content-Length: 1000000\r\n\r\n{body}");
            stream.write_all(head.as_bytes()).ok()?;
            // The connection stays open until the browser gives up.
            let mut rest = Vec::new();
            stream.read_to_end(&mut rest).ok().map(|_| ())
        }
    }
}
