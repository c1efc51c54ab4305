//! A websocket to a browser that runs already: a small client of RFC 6455, without TLS.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::outbox::Outbox;
use super::websocket_frame::{Opcode, encode, read};
use super::{ReceiveMessage, SendMessage, Wire};

/// How many header lines an answer may have.
const MOST_HEADERS: usize = 100;

/// The longest answer to the question where the websocket is.
const LONGEST_BODY: usize = 64 * 1024;

/// How much is read at once.
const BUFFER: usize = 256 * 1024;

/// Connects to the browser that listens at `address` (`HOST:PORT`) within `patience`.
pub(in crate::web) fn attach(address: &str, patience: Duration) -> io::Result<Wire> {
    let path = browser_path(address, patience)?;
    let stream = connect(address, patience)?;
    let mut reader = BufReader::with_capacity(BUFFER, stream.try_clone()?);
    // The key only has to be 16 bytes in base64: nothing between us and the browser caches.
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: cmV0YXAgcmV0YXAgcmV0YQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    );
    (&stream).write_all(request.as_bytes())?;
    let (status, _) = read_head(&mut reader)?;
    if !status.contains(" 101 ") {
        return Err(unexpected(&status));
    }
    stream.set_read_timeout(None)?;
    let shared = Arc::new(Mutex::new(Outbox::new(stream)?));
    Ok(Wire {
        sender: Box::new(SocketSender {
            outbox: Arc::clone(&shared),
            mask: 0x9E37_79B9,
        }),
        receiver: Box::new(SocketReceiver {
            reader,
            answers: shared,
        }),
    })
}

/// Asks the browser where its websocket is.
fn browser_path(address: &str, patience: Duration) -> io::Result<String> {
    let mut stream = connect(address, patience)?;
    let request =
        format!("GET /json/version HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut reader = BufReader::new(stream);
    let (status, length) = read_head(&mut reader)?;
    // The connection may stay open after the body, so its length counts.
    let mut body = vec![0; length.min(LONGEST_BODY)];
    reader.read_exact(&mut body)?;
    let version: Option<serde_json::Value> = serde_json::from_slice(&body).ok();
    let url = version
        .as_ref()
        .and_then(|version| version["webSocketDebuggerUrl"].as_str());
    url.and_then(|url| url.splitn(4, '/').nth(3))
        .map(|path| format!("/{path}"))
        .ok_or_else(|| unexpected(&status))
}

fn connect(address: &str, patience: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for candidate in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&candidate, patience) {
            Ok(stream) => {
                // Commands are short and are waited for.
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(patience))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Reads an answer's status line and how long its body is.
fn read_head(reader: &mut impl BufRead) -> io::Result<(String, usize)> {
    let mut status = String::new();
    reader.read_line(&mut status)?;
    let mut length = 0;
    for _ in 0..MOST_HEADERS {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok((status.trim().to_owned(), length));
        }
        let (name, value) = line.split_once(':').unwrap_or_default();
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().unwrap_or_default();
        }
    }
    Err(unexpected(&status))
}

fn unexpected(status: &str) -> io::Error {
    let message = format!(
        "no browser with remote debugging answered there: `{}`",
        status.trim()
    );
    io::Error::new(io::ErrorKind::InvalidData, message)
}

struct SocketSender {
    outbox: Arc<Mutex<Outbox<TcpStream>>>,
    mask: u32,
}

impl SendMessage for SocketSender {
    fn send(&mut self, message: &str) -> io::Result<()> {
        // Masks keep proxies from being fooled; any that changes will do on a local connection.
        self.mask = self
            .mask
            .wrapping_mul(1_664_525)
            .wrapping_add(1_013_904_223);
        write(
            &self.outbox,
            &encode(Opcode::Text, message.as_bytes(), self.mask.to_be_bytes()),
        )
    }

    fn close(&mut self) {
        // Already closed is closed.
        let _ = write(&self.outbox, &encode(Opcode::Close, &[], [0; 4]));
        let mut outbox = self.outbox.lock().unwrap_or_else(PoisonError::into_inner);
        outbox.close();
    }
}

struct SocketReceiver {
    reader: BufReader<TcpStream>,
    /// Pings are answered from the reading side.
    answers: Arc<Mutex<Outbox<TcpStream>>>,
}

impl ReceiveMessage for SocketReceiver {
    fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut message = Vec::new();
        loop {
            let Some(frame) = read(&mut self.reader)? else {
                return Ok(None);
            };
            match frame.opcode {
                Opcode::Text | Opcode::Binary | Opcode::Continuation => {
                    message.extend_from_slice(&frame.payload);
                    if frame.is_last {
                        return Ok(Some(message));
                    }
                }
                Opcode::Ping => {
                    write(&self.answers, &encode(Opcode::Pong, &frame.payload, [0; 4]))?;
                }
                Opcode::Pong => {}
                Opcode::Close => return Ok(None),
            }
        }
    }
}

fn write(outbox: &Mutex<Outbox<TcpStream>>, bytes: &[u8]) -> io::Result<()> {
    outbox
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .send(bytes)
}
