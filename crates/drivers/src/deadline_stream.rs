//! A connection whose reads and writes all end at one deadline, however slowly the other side answers.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Clock, Deadline};

pub(crate) struct DeadlineStream {
    pub stream: TcpStream,
    clock: Arc<dyn Clock>,
    deadline: Option<Deadline>,
}

impl DeadlineStream {
    /// Connects to the first of the addresses of a place that answers.
    pub(crate) fn connect(
        place: impl ToSocketAddrs,
        clock: &Arc<dyn Clock>,
        deadline: Deadline,
    ) -> io::Result<Self> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
        for address in place.to_socket_addrs()? {
            let left = left(&**clock, deadline)?;
            match TcpStream::connect_timeout(&address, left) {
                Ok(stream) => {
                    // Questions are short and are waited for: without this each waits for an acknowledgement.
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

    /// From now on the other side may take any time.
    pub(crate) fn drop_deadline(&mut self) -> io::Result<()> {
        self.deadline = None;
        self.stream.set_read_timeout(None)
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = |deadline| left(&*self.clock, deadline);
        self.deadline.map(left).transpose()
    }
}

impl Read for DeadlineStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(left) = self.left()? {
            self.stream.set_read_timeout(Some(left))?;
        }
        self.stream.read(buffer).map_err(explain)
    }
}

impl Write for DeadlineStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(left) = self.left()? {
            self.stream.set_write_timeout(Some(left))?;
        }
        self.stream.write(bytes).map_err(explain)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn left(clock: &dyn Clock, deadline: Deadline) -> io::Result<Duration> {
    let left = deadline.left(clock.now());
    (!left.is_zero()).then_some(left).ok_or_else(too_late)
}

/// A timeout has another name on each system.
fn explain(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => too_late(),
        _ => error,
    }
}

/// Returns the error for an answer that did not come before the deadline.
pub(crate) fn too_late() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "it did not answer in time")
}
