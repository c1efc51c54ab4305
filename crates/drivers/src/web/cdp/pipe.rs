//! Chromium's debugging pipe, JSON messages that end with a zero byte, and sending without waiting for the
//! other side: a browser that no longer reads must not stop us.

use std::io::{self, BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use super::{ReceiveMessage, SendMessage, Wire};

/// How long the other side may take to make room before a thread of its own waits for that.
const ROOM: Duration = Duration::from_millis(20);

/// How much is read at once; a reading of a large page is a few hundred kilobytes.
pub(super) const BUFFER: usize = 256 * 1024;

/// Returns the connection to a browser that was started with the other end of `stream`. A pair of
/// sockets serves as the two pipes Chromium asks for: only sockets let a write end that is stuck.
pub(crate) fn pipe(stream: UnixStream) -> io::Result<Wire> {
    let reader = BufReader::with_capacity(BUFFER, stream.try_clone()?);
    Ok(Wire {
        sender: Box::new(Outbox::new(stream)?),
        receiver: Box::new(reader),
    })
}

impl SendMessage for Outbox {
    fn send(&mut self, message: &str) -> io::Result<()> {
        // One write, so that a short message is one system call.
        let mut bytes = Vec::with_capacity(message.len() + 1);
        bytes.extend_from_slice(message.as_bytes());
        bytes.push(0);
        self.send_bytes(&bytes)
    }

    fn close(&mut self) {
        // Chromium ends when its debugging pipe does.
        self.end();
    }
}

impl ReceiveMessage for BufReader<UnixStream> {
    fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut message = Vec::new();
        self.read_until(0, &mut message)?;
        // A message without its end is half of one: the browser went away while it wrote.
        Ok((message.pop() == Some(0)).then_some(message))
    }
}

/// The end of a socket that takes bytes, at once whatever the other side does.
///
/// Bytes go straight into the socket while there is room. Once there was none, a thread writes for
/// the rest of the connection: who sends then waits for an answer and no longer than its deadline.
pub(super) struct Outbox {
    /// Of whichever family: all sockets of a system are written to and shut down alike.
    socket: UnixStream,
    /// Where the thread takes what is to be written, once there is one.
    queue: Option<Sender<Vec<u8>>>,
}

impl Outbox {
    pub(super) fn new(socket: UnixStream) -> io::Result<Self> {
        socket.set_write_timeout(Some(ROOM))?;
        let queue = None;
        Ok(Self { socket, queue })
    }

    pub(super) fn send_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(queue) = &self.queue {
            let queued = queue.send(bytes.to_vec());
            return queued.map_err(|_| io::ErrorKind::BrokenPipe.into());
        }
        let mut sent = 0;
        while sent < bytes.len() {
            match self.socket.write(&bytes[sent..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(more) => sent += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    return self.queue_rest(bytes[sent..].to_vec());
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Ends the socket in both directions, whoever holds a handle.
    pub(super) fn end(&mut self) {
        self.queue = None;
        // Already closed is closed.
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    fn queue_rest(&mut self, rest: Vec<u8>) -> io::Result<()> {
        let mut socket = self.socket.try_clone()?;
        socket.set_write_timeout(None)?;
        let (queue, queued) = channel::<Vec<u8>>();
        thread::spawn(move || {
            let mut all = std::iter::once(rest).chain(queued);
            all.try_for_each(|bytes| socket.write_all(&bytes))
        });
        self.queue = Some(queue);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn outbox() -> (Outbox, UnixStream) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        (Outbox::new(ours).unwrap(), theirs)
    }

    #[test]
    fn nobody_who_reads_stops_nobody_who_sends_and_all_arrives_in_order() {
        let (mut outbox, mut theirs) = outbox();
        let message = |number: u8| vec![number; 100_000];
        for number in 0..30 {
            outbox.send_bytes(&message(number)).unwrap();
        }
        for number in 0..30 {
            let mut read = vec![255; 100_000];
            theirs.read_exact(&mut read).unwrap();
            assert!(read == message(number), "message {number} is not whole");
        }
        outbox.send_bytes(b"end").unwrap();
        let mut end = [0; 3];
        theirs.read_exact(&mut end).unwrap();
        outbox.end();
        assert_eq!(theirs.read(&mut end).unwrap(), 0);
    }

    #[test]
    fn closing_ends_what_was_stuck() {
        let (mut outbox, mut theirs) = outbox();
        outbox.send_bytes(&vec![1; 5_000_000]).unwrap();
        outbox.end();
        let mut read = Vec::new();
        theirs.read_to_end(&mut read).unwrap();
        assert!(read.len() < 5_000_000);
        assert!(outbox.send_bytes(b"x").is_err());
    }
}
