//! Sending without waiting for the other side: a browser that no longer reads must not stop us.

use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

/// How long the other side may take to make room before a thread of its own waits for that.
const ROOM: Duration = Duration::from_millis(20);

/// A stream that can be written to from two threads.
pub(super) trait Stream: Write + Send + Sized + 'static {
    /// Returns another handle of the same stream.
    fn second_handle(&self) -> io::Result<Self>;

    /// Says how long a write may be stuck; for ever with `None`.
    fn let_writes_wait(&self, time: Option<Duration>) -> io::Result<()>;

    /// Ends it in both directions, whoever holds a handle.
    fn end(&self);
}

impl Stream for UnixStream {
    fn second_handle(&self) -> io::Result<Self> {
        self.try_clone()
    }

    fn let_writes_wait(&self, time: Option<Duration>) -> io::Result<()> {
        self.set_write_timeout(time)
    }

    fn end(&self) {
        // Already closed is closed.
        let _ = self.shutdown(Shutdown::Both);
    }
}

impl Stream for TcpStream {
    fn second_handle(&self) -> io::Result<Self> {
        self.try_clone()
    }

    fn let_writes_wait(&self, time: Option<Duration>) -> io::Result<()> {
        self.set_write_timeout(time)
    }

    fn end(&self) {
        // Already closed is closed.
        let _ = self.shutdown(Shutdown::Both);
    }
}

/// The end of a stream that takes bytes, at once whatever the other side does.
///
/// Bytes go straight into the stream while there is room. Once there was none, a thread writes for
/// the rest of the connection: who sends then waits for an answer and no longer than its deadline.
pub(super) struct Outbox<S> {
    stream: S,
    /// Where the thread takes what is to be written, once there is one.
    queue: Option<Sender<Vec<u8>>>,
}

impl<S: Stream> Outbox<S> {
    /// Returns the outbox of a stream.
    pub(super) fn new(stream: S) -> io::Result<Self> {
        stream.let_writes_wait(Some(ROOM))?;
        let queue = None;
        Ok(Self { stream, queue })
    }

    /// Sends bytes.
    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(queue) = &self.queue {
            let queued = queue.send(bytes.to_vec());
            return queued.map_err(|_| io::ErrorKind::BrokenPipe.into());
        }
        let mut sent = 0;
        while sent < bytes.len() {
            match self.stream.write(&bytes[sent..]) {
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

    /// Ends the stream.
    pub(super) fn close(&mut self) {
        self.queue = None;
        self.stream.end();
    }

    fn queue_rest(&mut self, rest: Vec<u8>) -> io::Result<()> {
        let mut stream = self.stream.second_handle()?;
        stream.let_writes_wait(None)?;
        let (queue, queued) = channel::<Vec<u8>>();
        thread::spawn(move || {
            let mut all = std::iter::once(rest).chain(queued);
            all.try_for_each(|bytes| stream.write_all(&bytes))
        });
        self.queue = Some(queue);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn nobody_who_reads_stops_nobody_who_sends_and_all_arrives_in_order() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut outbox = Outbox::new(ours).unwrap();
        let message = |number: u8| vec![number; 100_000];
        for number in 0..30 {
            outbox.send(&message(number)).unwrap();
        }
        for number in 0..30 {
            let mut read = vec![255; 100_000];
            theirs.read_exact(&mut read).unwrap();
            assert!(read == message(number), "message {number} is not whole");
        }
        outbox.send(b"end").unwrap();
        let mut end = [0; 3];
        theirs.read_exact(&mut end).unwrap();
        outbox.close();
        assert_eq!(theirs.read(&mut end).unwrap(), 0);
    }

    #[test]
    fn closing_ends_what_was_stuck() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut outbox = Outbox::new(ours).unwrap();
        outbox.send(&vec![1; 5_000_000]).unwrap();
        outbox.close();
        let mut read = Vec::new();
        theirs.read_to_end(&mut read).unwrap();
        assert!(read.len() < 5_000_000);
        assert!(outbox.send(b"x").is_err());
    }
}
