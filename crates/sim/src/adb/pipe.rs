//! The input and the outputs of a command of the phone.

use std::cell::RefCell;
use std::io::{self, Cursor, Read, Write};
use std::rc::Rc;
use std::sync::Arc;

use super::phone::AdbPhone;

/// The most bytes in a pipe, since all of them are there before the next command starts.
const MOST_GATHERED: usize = 256 * 1024 * 1024;

/// Something to read from; clones read on where the other stopped.
#[derive(Clone)]
pub(super) struct Source(Rc<RefCell<dyn Read>>);

impl Source {
    /// Returns a source that reads from `reader`.
    pub(super) fn new(reader: impl Read + 'static) -> Self {
        Self(Rc::new(RefCell::new(reader)))
    }

    /// Returns a source of these bytes.
    pub(super) fn of(bytes: Vec<u8>) -> Self {
        Self::new(Cursor::new(bytes))
    }

    /// Reads all there is.
    pub(super) fn read_all(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.0.borrow_mut().read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads until there are `count` bytes, or all there is.
    pub(super) fn read_count(&self, count: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        (&mut *self.0.borrow_mut())
            .take(count)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads what is there next; empty at the end.
    pub(super) fn read_some(&self) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; 64 * 1024];
        let count = self.0.borrow_mut().read(&mut bytes)?;
        bytes.truncate(count);
        Ok(bytes)
    }
}

/// Something to write to; clones write to the same.
#[derive(Clone)]
pub(super) struct Sink(Rc<RefCell<dyn Write>>);

impl Sink {
    /// Returns a sink that writes to `writer`.
    pub(super) fn new(writer: impl Write + 'static) -> Self {
        Self(Rc::new(RefCell::new(writer)))
    }

    /// Returns a sink that forgets everything.
    pub(super) fn null() -> Self {
        Self::new(io::sink())
    }

    /// Writes all bytes.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.0.borrow_mut().write_all(bytes)
    }
}

/// Bytes that are gathered; clones gather together.
#[derive(Clone, Default)]
pub(super) struct Gathered(Rc<RefCell<Vec<u8>>>);

impl Gathered {
    /// Returns a sink that gathers here.
    pub(super) fn sink(&self) -> Sink {
        Sink::new(self.clone())
    }

    /// Takes what was gathered.
    pub(super) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.borrow_mut())
    }
}

impl Write for Gathered {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut gathered = self.0.borrow_mut();
        if gathered.len().saturating_add(bytes.len()) > MOST_GATHERED {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        gathered.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The end of a file of the phone, which is written to piece by piece.
pub(super) struct FileEnd {
    pub(super) phone: Arc<AdbPhone>,
    pub(super) path: String,
}

impl Write for FileEnd {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.phone.state().files.append(&self.path, bytes);
        written.map_err(|error| io::Error::other(error.to_string()))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
