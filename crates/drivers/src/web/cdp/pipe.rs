//! Chromium's debugging pipe: JSON messages that end with a zero byte.

use std::io::{self, BufRead, BufReader};
use std::os::unix::net::UnixStream;

use super::outbox::Outbox;
use super::{ReceiveMessage, SendMessage, Wire};

/// How much is read at once; a reading of a large page is a few hundred kilobytes.
const BUFFER: usize = 256 * 1024;

/// Returns the connection to a browser that was started with the other end of `stream`. A pair of
/// sockets serves as the two pipes Chromium asks for: only sockets let a write end that is stuck.
pub(in crate::web) fn pipe(stream: UnixStream) -> io::Result<Wire> {
    let reader = BufReader::with_capacity(BUFFER, stream.try_clone()?);
    Ok(Wire {
        sender: Box::new(PipeSender(Outbox::new(stream)?)),
        receiver: Box::new(PipeReceiver(reader)),
    })
}

struct PipeSender(Outbox<UnixStream>);

impl SendMessage for PipeSender {
    fn send(&mut self, message: &str) -> io::Result<()> {
        // One write, so that a short message is one system call.
        let mut bytes = Vec::with_capacity(message.len() + 1);
        bytes.extend_from_slice(message.as_bytes());
        bytes.push(0);
        self.0.send(&bytes)
    }

    fn close(&mut self) {
        // Chromium ends when its debugging pipe does.
        self.0.close();
    }
}

struct PipeReceiver(BufReader<UnixStream>);

impl ReceiveMessage for PipeReceiver {
    fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut message = Vec::new();
        self.0.read_until(0, &mut message)?;
        // A message without its end is half of one: the browser went away while it wrote.
        Ok((message.pop() == Some(0)).then_some(message))
    }
}
