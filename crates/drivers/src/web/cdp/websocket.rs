//! A websocket to a browser that runs already: a small client of RFC 6455, without TLS.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use retap_model::device::{Clock, Deadline};

use super::outbox::Outbox;
use super::websocket_frame::{LARGEST, Opcode, encode, read, too_long};
use super::{ReceiveMessage, SendMessage, Wire};

/// How long the status and the headers of an answer may be.
const LONGEST_HEAD: u64 = 64 * 1024;

/// How much of a status is repeated in an error.
const LONGEST_STATUS: usize = 80;

/// The longest answer to the question where the websocket is.
const LONGEST_BODY: usize = 64 * 1024;

/// How much is read at once.
const BUFFER: usize = 256 * 1024;

/// Connects to the browser that listens at `address` (`HOST:PORT`) before the deadline.
pub(in crate::web) fn attach(
    address: &str,
    clock: &Arc<dyn Clock>,
    deadline: Deadline,
) -> io::Result<Wire> {
    let path = browser_path(address, clock, deadline)?;
    let stream = Patient::connect(address, clock, deadline)?;
    // The key only has to be 16 bytes in base64: nothing between us and the browser caches.
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: cmV0YXAgcmV0YXAgcmV0YQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    );
    (&stream.stream).write_all(request.as_bytes())?;
    let mut reader = BufReader::with_capacity(BUFFER, stream);
    let (status, _) = read_head(&mut reader)?;
    if !status.contains(" 101 ") {
        return Err(unexpected(&status));
    }
    let stream = reader.get_ref().stream.try_clone()?;
    reader.get_mut().deadline = None;
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
fn browser_path(address: &str, clock: &Arc<dyn Clock>, deadline: Deadline) -> io::Result<String> {
    let stream = Patient::connect(address, clock, deadline)?;
    let request =
        format!("GET /json/version HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    (&stream.stream).write_all(request.as_bytes())?;
    let mut reader = BufReader::new(stream);
    let (status, length) = read_head(&mut reader)?;
    // The connection may stay open after the body, so its length counts.
    let mut body = vec![0; length.min(LONGEST_BODY)];
    reader
        .read_exact(&mut body)
        .map_err(|_| unexpected(&status))?;
    let version: Option<serde_json::Value> = serde_json::from_slice(&body).ok();
    let url = version
        .as_ref()
        .and_then(|version| version["webSocketDebuggerUrl"].as_str());
    url.and_then(|url| url.splitn(4, '/').nth(3))
        .map(|path| format!("/{path}"))
        .ok_or_else(|| unexpected(&status))
}

/// A connection whose reads all end at one deadline, however slowly the other side answers.
struct Patient {
    stream: TcpStream,
    clock: Arc<dyn Clock>,
    deadline: Option<Deadline>,
}

impl Patient {
    fn connect(address: &str, clock: &Arc<dyn Clock>, deadline: Deadline) -> io::Result<Self> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
        for candidate in address.to_socket_addrs()? {
            let left = left(&**clock, deadline)?;
            match TcpStream::connect_timeout(&candidate, left) {
                Ok(stream) => {
                    // Commands are short and are waited for.
                    stream.set_nodelay(true)?;
                    return Ok(Self {
                        stream,
                        clock: Arc::clone(clock),
                        deadline: Some(deadline),
                    });
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(deadline) = self.deadline {
            let left = left(&*self.clock, deadline)?;
            self.stream.set_read_timeout(Some(left))?;
        }
        match self.stream.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Err(too_late()),
            read => read,
        }
    }
}

fn left(clock: &dyn Clock, deadline: Deadline) -> io::Result<Duration> {
    let left = deadline.left(clock.now());
    (!left.is_zero()).then_some(left).ok_or_else(too_late)
}

fn too_late() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "it did not answer in time")
}

/// Reads an answer's status line and how long its body is.
fn read_head(reader: &mut impl BufRead) -> io::Result<(String, usize)> {
    let mut status = String::new();
    let mut head = reader.take(LONGEST_HEAD);
    head.read_line(&mut status)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        let is_end = head.read_line(&mut line)? == 0;
        if is_end && head.limit() == 0 {
            return Err(unexpected(&status));
        }
        if is_end || line.trim().is_empty() {
            return Ok((status.trim().to_owned(), length));
        }
        let (name, value) = line.split_once(':').unwrap_or_default();
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().unwrap_or_default();
        }
    }
}

fn unexpected(status: &str) -> io::Error {
    let status: String = status.trim().chars().take(LONGEST_STATUS).collect();
    let message = format!("no browser with remote debugging answered there: `{status}`");
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
    reader: BufReader<Patient>,
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
                    if message.len() as u64 > LARGEST {
                        return Err(too_long());
                    }
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

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use crate::SystemClock;

    use super::*;

    /// Joins somebody who answers with `answer` over and over.
    fn join(answer: &'static [u8], patience: Duration) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            while !answer.is_empty() && stream.write_all(answer).is_ok() {}
            let _ = stream.read_to_end(&mut Vec::new());
        });
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let deadline = Deadline::after(clock.now(), patience);
        attach(&address, &clock, deadline)
            .map(|_| ())
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn who_is_no_browser_is_said_so_and_nobody_is_waited_for_beyond_the_deadline() {
        let long = Duration::from_secs(60);
        let endless = join(b"lalala", long);
        assert!(endless.starts_with("no browser with remote debugging answered there: `lalala"));
        assert!(endless.len() < 200, "{endless}");
        let headers = join(b"X: y\r\n", long);
        assert!(headers.contains("no browser"), "{headers}");
        let other = join(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", long);
        assert!(other.ends_with("`HTTP/1.1 200 OK`"), "{other}");
        let silent = join(b"", Duration::from_millis(30));
        assert_eq!(silent, "it did not answer in time");
        // One byte after the other never ends a line.
        let slow = join(b"x", Duration::ZERO);
        assert_eq!(slow, "it did not answer in time");
    }
}
