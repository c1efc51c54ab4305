//! A websocket to a browser that runs already, without TLS.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, PoisonError};

use retap_model::device::{Clock, Deadline};
use serde_json::Value;
use tungstenite::client::client_with_config;
use tungstenite::error::ProtocolError;
use tungstenite::handshake::HandshakeRole;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, HandshakeError, Message, WebSocket};

use crate::deadline_stream::{DeadlineStream, too_late};

use super::pipe::{BUFFER, Outbox};
use super::{ReceiveMessage, SendMessage, Wire, text};

/// How long the status and the headers of an answer may be.
const LONGEST_HEAD: u64 = 64 * 1024;

/// How much of a status is repeated in an error.
const LONGEST_STATUS: usize = 80;

/// The longest answer to the question where the websocket is.
const LONGEST_BODY: u64 = 64 * 1024;

/// The largest message that is believed; a screenshot of a large screen is a few megabytes.
const LARGEST: usize = 256 * 1024 * 1024;

/// Connects to the browser that listens at `address` (`HOST:PORT`) before the deadline.
pub(crate) fn attach(
    address: &str,
    clock: &Arc<dyn Clock>,
    deadline: Deadline,
) -> io::Result<Wire> {
    let path = browser_path(address, clock, deadline)?;
    let incoming = DeadlineStream::connect(address, clock, deadline)?;
    let socket = UnixStream::from(OwnedFd::from(incoming.stream.try_clone()?));
    let outgoing = Arc::new(Mutex::new(Outbox::new(socket)?));
    let link = |incoming| Link {
        incoming,
        outgoing: Arc::clone(&outgoing),
    };
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER)
        .max_message_size(Some(LARGEST))
        .max_frame_size(Some(LARGEST));
    let url = format!("ws://{address}{path}");
    let joined = client_with_config(url, link(Some(incoming)), Some(config));
    let (mut socket, _) = joined.map_err(explain_handshake)?;
    if let Some(incoming) = &mut socket.get_mut().incoming {
        incoming.drop_deadline()?;
    }
    let sender = WebSocket::from_raw_socket(link(None), Role::Client, Some(config));
    Ok(Wire {
        sender: Box::new(sender),
        receiver: Box::new(socket),
    })
}

fn explain_handshake<R: HandshakeRole>(error: HandshakeError<R>) -> io::Error {
    match error {
        HandshakeError::Interrupted(_) => too_late(),
        HandshakeError::Failure(Error::Http(answer)) => unexpected(&answer.status().to_string()),
        HandshakeError::Failure(error) => explain(error),
    }
}

fn explain(error: Error) -> io::Error {
    if let Error::Io(error) = error {
        return error;
    }
    invalid(format!("the websocket failed: {error}"))
}

/// Asks the browser where its websocket is.
fn browser_path(address: &str, clock: &Arc<dyn Clock>, deadline: Deadline) -> io::Result<String> {
    let mut stream = DeadlineStream::connect(address, clock, deadline)?;
    let request =
        format!("GET /json/version HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut reader = BufReader::new(stream);
    let status = read_head(&mut reader)?;
    // The connection may stay open after the body, so that it is read no further than its last bracket.
    let body = serde_json::Deserializer::from_reader(reader.take(LONGEST_BODY));
    let version = body.into_iter::<Value>().next().and_then(Result::ok);
    let url = version.as_ref().map(|it| text(&it["webSocketDebuggerUrl"]));
    let path = url.and_then(|url| url.splitn(4, '/').nth(3));
    let path = path.map(|path| format!("/{path}"));
    path.ok_or_else(|| unexpected(&status))
}

/// Reads over the head of an answer and returns its status line.
fn read_head(reader: &mut impl BufRead) -> io::Result<String> {
    let mut status = String::new();
    let mut head = reader.take(LONGEST_HEAD);
    head.read_line(&mut status)?;
    loop {
        let mut line = String::new();
        let is_end = head.read_line(&mut line)? == 0;
        if is_end && head.limit() == 0 {
            return Err(unexpected(&status));
        }
        if is_end || line.trim().is_empty() {
            return Ok(status.trim().to_owned());
        }
    }
}

fn unexpected(status: &str) -> io::Error {
    let status: String = status.trim().chars().take(LONGEST_STATUS).collect();
    invalid(format!(
        "no browser with remote debugging answered there: `{status}`"
    ))
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// The stream that a half of the websocket reads from and writes to. Frames of both threads go out whole, because each is
/// written at once; so does what the reading half answers by itself, such as pings.
struct Link {
    /// `None` for the half that only writes: a websocket wants a stream that can be read even then.
    incoming: Option<DeadlineStream>,
    outgoing: Arc<Mutex<Outbox>>,
}

impl Link {
    fn with_outbox<T>(&self, act: impl FnOnce(&mut Outbox) -> T) -> T {
        act(&mut self.outgoing.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let incoming = self.incoming.as_mut();
        incoming.map_or(Ok(0), |incoming| incoming.read(buffer))
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with_outbox(|outbox| outbox.send_bytes(bytes))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl SendMessage for WebSocket<Link> {
    fn send(&mut self, message: &str) -> io::Result<()> {
        WebSocket::send(self, Message::text(message)).map_err(explain)
    }

    fn close(&mut self) {
        // Already closed is closed.
        let _ = WebSocket::close(self, None);
        self.get_ref().with_outbox(Outbox::end);
    }
}

impl ReceiveMessage for WebSocket<Link> {
    fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            match self.read() {
                Ok(message @ (Message::Text(_) | Message::Binary(_))) => {
                    return Ok(Some(message.into_data().into()));
                }
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
                Ok(Message::Close(_))
                | Err(
                    Error::ConnectionClosed
                    | Error::AlreadyClosed
                    | Error::Protocol(ProtocolError::ResetWithoutClosingHandshake),
                ) => return Ok(None),
                Err(error) => return Err(explain(error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};
    use std::thread;
    use std::time::Duration;

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
        attached(&address, patience)
            .map(drop)
            .unwrap_err()
            .to_string()
    }

    fn attached(address: &str, patience: Duration) -> io::Result<Wire> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let deadline = Deadline::after(clock.now(), patience);
        attach(address, &clock, deadline)
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

    /// Serves one browser: says where its websocket is, then lets `talk` speak on it.
    fn browser(talk: impl FnOnce(WebSocket<TcpStream>) + Send + 'static) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        thread::spawn(move || {
            let (mut asked, _) = listener.accept().unwrap();
            let version = r#"{"webSocketDebuggerUrl":"ws://127.0.0.1/devtools/browser/1"}"#;
            let length = version.len();
            write!(
                asked,
                "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{version}"
            )
            .unwrap();
            talk(tungstenite::accept(listener.accept().unwrap().0).unwrap());
        });
        attached(&address, Duration::from_secs(60)).unwrap()
    }

    #[test]
    fn messages_of_every_length_go_both_ways_and_pings_are_answered() {
        const LENGTHS: [usize; 5] = [0, 125, 126, 65_535, 65_536];
        let mut wire = browser(|mut socket| {
            for _ in LENGTHS {
                let message = socket.read().unwrap();
                socket.send(Message::Ping("?".into())).unwrap();
                assert!(socket.read().unwrap().is_pong());
                socket.send(message).unwrap();
            }
            socket.close(None).unwrap();
        });
        let texts = LENGTHS.map(|length| "x".repeat(length));
        for text in texts {
            wire.sender.send(&text).unwrap();
            let echoed = wire.receiver.receive().unwrap().unwrap();
            assert!(echoed == text.as_bytes(), "{} bytes", text.len());
        }
        assert_eq!(wire.receiver.receive().unwrap(), None);
    }

    #[test]
    fn a_length_beyond_reason_is_refused_before_memory_is_taken() {
        let mut wire = browser(|mut socket| {
            let mut frame = vec![0x81, 127];
            frame.extend_from_slice(&(u64::MAX / 2).to_be_bytes());
            socket.get_mut().write_all(&frame).unwrap();
            let _ = socket.read();
        });
        assert!(wire.receiver.receive().is_err());
    }
}
