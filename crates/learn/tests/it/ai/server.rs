//! A real HTTP server on a free port that gives scripted answers and keeps what it was asked.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;

/// What the server does with one request.
pub(super) enum Reply {
    /// Answers with this status line, these headers and this body.
    Answer {
        status: &'static str,
        headers: &'static str,
        body: Vec<u8>,
    },
    /// Reads the request and never answers.
    Hang,
    /// Sends a part of an answer and then nothing more.
    Stall,
    /// Reads the request and closes the connection.
    Close,
}

/// One request as it came over the wire.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) line: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter().filter(|(key, _)| key == name);
        let first = all.next().map(|(_, value)| value.as_str());
        assert!(all.next().is_none(), "`{name}` came twice");
        first
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

pub(super) struct Server {
    pub(super) host: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Starts a server that gives each request the next reply.
    pub(super) fn start(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&requests);
        thread::spawn(move || {
            for reply in replies {
                let (mut stream, _) = listener.accept().unwrap();
                let request = read_request(&mut stream);
                kept.lock().unwrap().push(request);
                // The client may have gone away, which is what some tests are about.
                let _ = give(&mut stream, &reply);
            }
        });
        Self { host, requests }
    }

    pub(super) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

pub(super) fn ok(body: impl Into<Vec<u8>>) -> Reply {
    answer("200 OK", "", body)
}

pub(super) fn answer(
    status: &'static str,
    headers: &'static str,
    body: impl Into<Vec<u8>>,
) -> Reply {
    Reply::Answer {
        status,
        headers,
        body: body.into(),
    }
}

fn read_request(stream: &mut TcpStream) -> Request {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        let count = stream.read(&mut chunk).unwrap();
        assert!(count > 0, "the request ended in its head");
        bytes.extend_from_slice(&chunk[..count]);
    };
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut lines = head.lines();
    let line = lines.next().unwrap().to_owned();
    let headers: Vec<(String, String)> = lines
        .map(|line| line.split_once(": ").unwrap())
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length: usize = length.unwrap().1.parse().unwrap();
    let mut body = bytes[end + 4..].to_vec();
    let read = body.len();
    body.resize(length, 0);
    stream.read_exact(&mut body[read..]).unwrap();
    Request {
        line,
        headers,
        body,
    }
}

fn give(stream: &mut TcpStream, reply: &Reply) -> std::io::Result<()> {
    let head = |status: &str, headers: &str, length: usize| {
        format!(
            "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n"
        )
    };
    match reply {
        Reply::Answer {
            status,
            headers,
            body,
        } => {
            stream.write_all(head(status, headers, body.len()).as_bytes())?;
            stream.write_all(body)
        }
        Reply::Hang => wait_until_closed(stream),
        Reply::Stall => {
            stream.write_all(head("200 OK", "", 100).as_bytes())?;
            stream.write_all(b"{\"content\":")?;
            wait_until_closed(stream)
        }
        Reply::Close => Ok(()),
    }
}

fn wait_until_closed(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.read_to_end(&mut Vec::new()).map(|_| ())
}
