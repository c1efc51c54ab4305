//! A client over streamable HTTP, written by hand, so that it can also do what no client should.

use std::io::{BufRead, BufReader, Read, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use super::kit::Called;
use crate::http_server::{HttpServer, TOKEN};

/// How long an answer may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(30);

/// One session.
pub(super) struct HttpClient {
    host: String,
    session: String,
    next: u64,
}

/// What came back: the status, the headers, and every message in the body.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: String,
    pub(super) messages: Vec<Value>,
}

impl HttpClient {
    /// Introduces itself.
    pub(super) fn start(server: &HttpServer) -> Self {
        let mut client = Self {
            host: server.host().to_owned(),
            session: String::new(),
            next: 1,
        };
        let info = json!({ "name": "by-hand", "version": "1" });
        let hello =
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info });
        let answer = client.post(&client.message("initialize", hello));
        let named = |line: &&str| line.to_lowercase().starts_with("mcp-session-id:");
        let line = answer.headers.lines().find(named).expect("a session");
        client.session = line.split_once(':').unwrap().1.trim().to_owned();
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(client.post(&ready).status, 202);
        client
    }

    fn message(&self, method: &str, params: Value) -> Value {
        json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params })
    }

    /// Sends a request and returns its answer.
    pub(super) fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let answer = self.post(&self.message(method, params));
        let is_its = |message: &&Value| message["id"] == self.next;
        let found = answer.messages.iter().find(is_its).cloned();
        found.unwrap_or_else(|| panic!("{}: {:?}", answer.status, answer.messages))
    }

    /// Calls a tool and returns its result.
    pub(super) fn call(&mut self, tool: &str, arguments: Value) -> Called {
        let params = json!({ "name": tool, "arguments": arguments });
        Called::of(tool, &self.request("tools/call", params))
    }

    /// Calls a tool, which must do what is asked, and returns its result.
    pub(super) fn works(&mut self, tool: &str, arguments: Value) -> Called {
        self.call(tool, arguments).works()
    }

    /// Sends a message and returns what comes back.
    pub(super) fn post(&self, message: &Value) -> Answer {
        self.post_raw(&self.headers(), message.to_string().as_bytes())
    }

    /// Returns the headers of a good request.
    pub(super) fn headers(&self) -> String {
        let session = match self.session.as_str() {
            "" => String::new(),
            session => format!("Mcp-Session-Id: {session}\r\n"),
        };
        format!(
            "Authorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n{session}"
        )
    }

    /// Sends bytes with these headers and returns what comes back.
    pub(super) fn post_raw(&self, headers: &str, body: &[u8]) -> Answer {
        let mut stream = self.connect();
        let length = body.len();
        // The server may refuse before it has read everything.
        let _ = self.write(
            &mut stream,
            "POST",
            &format!("{headers}Content-Length: {length}\r\n"),
            body,
        );
        let mut reader = BufReader::new(stream);
        let (status, headers) = head(&mut reader);
        let messages = Messages::new(reader, &headers).collect();
        Answer {
            status,
            headers,
            messages,
        }
    }

    /// Promises more than it sends, and breaks the connection.
    pub(super) fn post_half(&self, headers: &str, body: &[u8]) {
        let mut stream = self.connect();
        let length = body.len() + 10;
        let headers = format!("{headers}Content-Length: {length}\r\n");
        let _ = self.write(&mut stream, "POST", &headers, body);
        let _ = stream.shutdown(Shutdown::Both);
    }

    /// Calls a tool and returns the open connection; the first thing it says has arrived.
    pub(super) fn call_and_hold(&mut self, tool: &str, arguments: Value) -> Held {
        self.next += 1;
        let meta = json!({ "progressToken": self.next });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
        let body = self.message("tools/call", params).to_string();
        let mut stream = self.connect();
        let headers = format!("{}Content-Length: {}\r\n", self.headers(), body.len());
        self.write(&mut stream, "POST", &headers, body.as_bytes())
            .unwrap();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let (status, headers) = head(&mut reader);
        assert_eq!(status, 200);
        let mut messages = Messages::new(reader, &headers);
        let first = messages.next().expect("progress");
        assert_eq!(first["method"], "notifications/progress", "{first}");
        Held { stream }
    }

    /// Listens for what the server says by itself.
    pub(super) fn listen(&self) -> Receiver<Value> {
        let mut stream = self.connect();
        self.write(&mut stream, "GET", &self.headers(), b"")
            .unwrap();
        let mut reader = BufReader::new(stream);
        let (status, headers) = head(&mut reader);
        assert_eq!(status, 200);
        let (told, heard) = channel();
        std::thread::spawn(move || {
            for message in Messages::new(reader, &headers) {
                if told.send(message).is_err() {
                    return;
                }
            }
        });
        heard
    }

    /// Says goodbye.
    pub(super) fn leave(&self) -> u16 {
        let mut stream = self.connect();
        self.write(&mut stream, "DELETE", &self.headers(), b"")
            .unwrap();
        head(&mut BufReader::new(stream)).0
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    fn write(
        &self,
        stream: &mut TcpStream,
        method: &str,
        headers: &str,
        body: &[u8],
    ) -> std::io::Result<()> {
        let host = &self.host;
        let head =
            format!("{method} /mcp HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n");
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)
    }
}

/// A call under way.
pub(super) struct Held {
    stream: TcpStream,
}

impl Held {
    /// Breaks the connection, as a client that vanishes does.
    pub(super) fn vanish(self) {
        self.stream.shutdown(Shutdown::Both).unwrap();
    }
}

/// Reads the status and the headers.
fn head(reader: &mut impl BufRead) -> (u16, String) {
    let mut headers = String::new();
    loop {
        let mut line = String::new();
        let read = reader.read_line(&mut line);
        if !matches!(read, Ok(1..)) || line.trim().is_empty() {
            break;
        }
        headers.push_str(&line);
    }
    let status = headers.split_whitespace().nth(1);
    let status = status.and_then(|it| it.parse().ok());
    (status.unwrap_or_default(), headers)
}

/// The messages of a body: one whole, or events that come one by one.
struct Messages {
    lines: std::io::Lines<BufReader<Box<dyn Read + Send>>>,
}

impl Messages {
    fn new(reader: BufReader<TcpStream>, headers: &str) -> Self {
        let is_chunked = headers
            .to_lowercase()
            .contains("transfer-encoding: chunked");
        let body: Box<dyn Read + Send> = if is_chunked {
            Box::new(Chunks { reader, left: 0 })
        } else {
            Box::new(reader)
        };
        Self {
            lines: BufReader::new(body).lines(),
        }
    }
}

impl Iterator for Messages {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.lines.next()?.ok()?;
            let text = line.strip_prefix("data:").unwrap_or(&line).trim();
            if let Ok(message @ Value::Object(_)) = serde_json::from_str(text) {
                return Some(message);
            }
        }
    }
}

/// A body in chunks.
struct Chunks {
    reader: BufReader<TcpStream>,
    left: usize,
}

impl Read for Chunks {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        while self.left == 0 {
            let mut line = String::new();
            if self.reader.read_line(&mut line)? == 0 {
                return Ok(0);
            }
            let size = line.trim();
            if size.is_empty() {
                continue;
            }
            self.left = usize::from_str_radix(size, 16).unwrap_or(0);
            if self.left == 0 {
                return Ok(0);
            }
        }
        let most = bytes.len().min(self.left);
        let read = self.reader.read(&mut bytes[..most])?;
        self.left -= read;
        Ok(read)
    }
}
