//! One stream of a connection: bytes both ways, each side acknowledging before it gets more.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::lock;

use super::packet::{Command, Packet};
use super::serve::AdbError;
use super::transport::Wire;

/// A stream; clones are the same one. Reading and writing block until the other side allows it.
#[derive(Clone)]
pub(super) struct Stream {
    shared: Arc<Shared>,
}

struct Shared {
    /// Our number of the stream.
    id: u32,
    /// Their number of it.
    peer: u32,
    wire: Arc<Wire>,
    state: Mutex<State>,
    /// Told of every change of the state.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The bytes that came in and were not read yet; at most one payload.
    incoming: VecDeque<u8>,
    /// Whether they wait for our acknowledgement.
    owes_okay: bool,
    /// Whether they did not acknowledge our last payload yet.
    waits_for_okay: bool,
    /// Whether either side ended the stream.
    is_closed: bool,
}

impl Stream {
    /// Returns the stream that we call `id` and they call `peer`.
    pub(super) fn new(id: u32, peer: u32, wire: Arc<Wire>) -> Self {
        Self {
            shared: Arc::new(Shared {
                id,
                peer,
                wire,
                state: Mutex::default(),
                changed: Condvar::new(),
            }),
        }
    }

    /// Returns whether either side ended the stream.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Tells them that the stream is open.
    pub(super) fn accept(&self) -> io::Result<()> {
        self.send(Command::OKAY, Vec::new())
    }

    /// Takes in what they sent.
    pub(super) fn deliver(&self, payload: Vec<u8>) -> Result<(), AdbError> {
        let mut state = self.lock();
        if state.owes_okay {
            let stream = self.shared.id;
            let fault = format!("stream {stream} got more before it acknowledged");
            return Err(AdbError::Protocol(fault));
        }
        state.incoming = payload.into();
        state.owes_okay = true;
        self.shared.changed.notify_all();
        Ok(())
    }

    /// Notes that they are ready for more.
    pub(super) fn acknowledged(&self) {
        self.lock().waits_for_okay = false;
        self.shared.changed.notify_all();
    }

    /// Notes that the connection is gone.
    pub(super) fn hang_up(&self) {
        self.lock().is_closed = true;
        self.shared.changed.notify_all();
    }

    /// Notes that they ended the stream, and says that it has ended; some wait for that.
    pub(super) fn closed_by_peer(&self) -> io::Result<()> {
        let was_closed = std::mem::replace(&mut self.lock().is_closed, true);
        self.shared.changed.notify_all();
        if was_closed {
            return Ok(());
        }
        self.send(Command::CLOSE, Vec::new())
    }

    /// Ends the stream once what was written is acknowledged.
    pub(super) fn close(&self) {
        let mut state = self.wait_while(|state| state.waits_for_okay && !state.is_closed);
        let was_closed = std::mem::replace(&mut state.is_closed, true);
        drop(state);
        self.shared.changed.notify_all();
        if !was_closed {
            // A connection that is gone needs no good-bye.
            let _ = self.send(Command::CLOSE, Vec::new());
        }
    }

    fn send(&self, command: Command, payload: Vec<u8>) -> io::Result<()> {
        self.shared.wire.send(&Packet {
            command,
            arg0: self.shared.id,
            arg1: self.shared.peer,
            payload,
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.shared.state)
    }

    fn wait_while(&self, mut waits: impl FnMut(&State) -> bool) -> MutexGuard<'_, State> {
        let state = self.lock();
        let waited = self.shared.changed.wait_while(state, |state| waits(state));
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let mut state = self.wait_while(|state| !state.owes_okay && !state.is_closed);
        let count = state.incoming.read(bytes)?;
        let is_read = state.owes_okay && state.incoming.is_empty();
        state.owes_okay &= !is_read;
        let is_closed = state.is_closed;
        drop(state);
        if is_read && !is_closed {
            self.send(Command::OKAY, Vec::new())?;
        }
        if count == 0 && !is_closed {
            // An empty payload is no end.
            return self.read(bytes);
        }
        Ok(count)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(self.shared.wire.max_payload());
        if count == 0 {
            return Ok(0);
        }
        let mut state = self.wait_while(|state| state.waits_for_okay && !state.is_closed);
        if state.is_closed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        state.waits_for_okay = true;
        drop(state);
        self.send(Command::WRITE, bytes[..count].to_vec())?;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
