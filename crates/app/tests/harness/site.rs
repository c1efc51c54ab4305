//! A web server of the test's own, which keeps what it got.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A request as the server got it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Got {
    /// Method and path, as in `GET /a?b`.
    pub(crate) line: String,
    /// The header lines, in lower case.
    pub(crate) headers: String,
    /// The body, as far as it is text.
    pub(crate) body: String,
}

/// An answer of the server: a status, further header lines, and the body.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: &'static str,
    pub(crate) headers: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// A page.
    pub(crate) fn page(html: impl Into<String>) -> Self {
        Self {
            status: "200 OK",
            headers: "Content-Type: text/html; charset=utf-8\r\n".to_owned(),
            body: html.into().into_bytes(),
        }
    }

    /// Nothing but a status.
    pub(crate) fn status(status: &'static str) -> Self {
        Self {
            status,
            headers: String::new(),
            body: Vec::new(),
        }
    }

    /// The same with one more header line.
    pub(crate) fn with(mut self, header: &str) -> Self {
        self.headers.push_str(header);
        self.headers.push_str("\r\n");
        self
    }
}

type Handler = dyn Fn(&Got) -> Answer + Send + Sync;

/// A server on a port of its own.
pub(crate) struct Site {
    /// Where it is, with a slash at the end.
    pub(crate) url: String,
    got: Arc<Mutex<Vec<Got>>>,
}

impl Site {
    /// Starts a server that answers with what `handler` says.
    pub(crate) fn serve(handler: impl Fn(&Got) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let got = Arc::new(Mutex::new(Vec::new()));
        let (kept, handler): (_, Arc<Handler>) = (Arc::clone(&got), Arc::new(handler));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (kept, handler) = (Arc::clone(&kept), Arc::clone(&handler));
                std::thread::spawn(move || answer(stream, &kept, &*handler));
            }
        });
        Self { url, got }
    }

    /// Starts a server with one page at every path.
    pub(crate) fn page(html: &str) -> Self {
        let html = html.to_owned();
        Self::serve(move |_| Answer::page(html.clone()))
    }

    /// Returns the requests so far.
    pub(crate) fn got(&self) -> Vec<Got> {
        self.got.lock().unwrap().clone()
    }

    /// Forgets the requests so far.
    pub(crate) fn forget(&self) {
        self.got.lock().unwrap().clear();
    }

    /// Returns the first lines of the requests so far whose path begins so.
    pub(crate) fn lines(&self, begin: &str) -> Vec<String> {
        let lines = self.got().into_iter().map(|got| got.line);
        lines.filter(|line| line.starts_with(begin)).collect()
    }
}

fn answer(mut stream: TcpStream, kept: &Mutex<Vec<Got>>, handler: &Handler) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let line = format!("{} {}", words.next()?, words.next()?);
    let mut headers = String::new();
    while reader.read_line(&mut headers).ok()? > 2 {}
    let headers = headers.to_lowercase();
    let length = headers
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"));
    let length = length.map_or(Some(0), |length| length.trim().parse().ok())?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let got = Got {
        line,
        headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    // Kept before it is answered: what a page shows of the answer then is in the list already.
    kept.lock().unwrap().push(got.clone());
    let Answer {
        status,
        headers,
        body,
    } = handler(&got);
    let length = match headers.contains("Content-Length:") {
        true => String::new(),
        false => format!("Content-Length: {}\r\n", body.len()),
    };
    let head = format!("HTTP/1.1 {status}\r\n{headers}{length}Connection: close\r\n\r\n");
    stream.write_all(&[head.as_bytes(), &body].concat()).ok()
}
