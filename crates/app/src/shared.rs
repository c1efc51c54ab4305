//! A value that several threads use.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use retap_model::event::{EventSink, Record};

/// A value that several threads use, each for itself; as a sink it takes in each event whole. Clones share it.
#[derive(Debug, Default)]
pub(crate) struct Shared<T>(Arc<Mutex<T>>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Shared<T> {
    /// Returns the value, shared.
    pub(crate) fn new(value: T) -> Self {
        Self(Arc::new(Mutex::new(value)))
    }

    /// Returns the value itself, once no other thread uses it.
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        // Everything shared is changed at once, so a thread that died left nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: EventSink> EventSink for Shared<T> {
    fn event(&mut self, record: &Record) {
        self.lock().event(record);
    }

    fn evidence(&mut self, run: &str, file: &str, bytes: &[u8]) {
        self.lock().evidence(run, file, bytes);
    }

    fn file(&mut self, run: &str, file: &str, from: &Path) -> io::Result<Option<PathBuf>> {
        self.lock().file(run, file, from)
    }
}
