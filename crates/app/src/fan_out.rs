//! Sinks that pass events on: to several, to one that is shared, and with a warning put in.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use retap_model::event::{Event, EventSink, Record};

/// Passes everything on to several sinks, in order.
pub(crate) struct FanOut<'a> {
    sinks: Vec<&'a mut dyn EventSink>,
}

impl<'a> FanOut<'a> {
    /// Returns a sink that passes on to these.
    pub(crate) fn new(sinks: Vec<&'a mut dyn EventSink>) -> Self {
        Self { sinks }
    }
}

impl EventSink for FanOut<'_> {
    fn event(&mut self, record: &Record) {
        for sink in &mut self.sinks {
            sink.event(record);
        }
    }

    fn evidence(&mut self, run: &str, file: &str, bytes: &[u8]) {
        for sink in &mut self.sinks {
            sink.evidence(run, file, bytes);
        }
    }

    fn file(&mut self, run: &str, file: &str, from: &Path) {
        for sink in &mut self.sinks {
            sink.file(run, file, from);
        }
    }
}

/// A sink that several threads write to; each event goes in whole.
#[derive(Debug, Default)]
pub(crate) struct Shared<T>(Arc<Mutex<T>>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Shared<T> {
    /// Returns the sink, shared.
    pub(crate) fn new(sink: T) -> Self {
        Self(Arc::new(Mutex::new(sink)))
    }

    /// Returns the sink itself, once no other thread is writing to it.
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        // Half an event cannot be seen from outside, so a thread that died left nothing broken.
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

    fn file(&mut self, run: &str, file: &str, from: &Path) {
        self.lock().file(run, file, from);
    }
}

/// Puts warnings into a run right after its start, as if the engine had said them.
pub(crate) struct Warning<'a> {
    inner: &'a mut dyn EventSink,
    messages: &'a [String],
}

impl<'a> Warning<'a> {
    /// Returns a sink that adds `messages` to the run it passes on.
    pub(crate) fn new(inner: &'a mut dyn EventSink, messages: &'a [String]) -> Self {
        Self { inner, messages }
    }
}

impl EventSink for Warning<'_> {
    fn event(&mut self, record: &Record) {
        self.inner.event(record);
        if !matches!(record.event, Event::RunStarted(_)) {
            return;
        }
        for message in self.messages {
            let message = message.clone();
            self.inner.event(&Record {
                event: Event::Warned { message },
                ..record.clone()
            });
        }
    }

    fn evidence(&mut self, run: &str, file: &str, bytes: &[u8]) {
        self.inner.evidence(run, file, bytes);
    }

    fn file(&mut self, run: &str, file: &str, from: &Path) {
        self.inner.file(run, file, from);
    }
}
