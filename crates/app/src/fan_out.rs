//! Sinks that pass events on: to several, with warnings put in, and to one that is shared.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use retap_model::event::{Event, EventSink, Record};

/// Passes everything on to several sinks, in order.
pub(crate) struct FanOut<'a, 'w> {
    pub(crate) sinks: Vec<&'a mut dyn EventSink>,
    /// Put into the run right after its start, as if the engine had said them.
    pub(crate) warnings: &'w [String],
}

impl EventSink for FanOut<'_, '_> {
    fn event(&mut self, record: &Record) {
        for sink in &mut self.sinks {
            sink.event(record);
        }
        if !matches!(record.event, Event::RunStarted(_)) {
            return;
        }
        for message in self.warnings {
            let message = message.clone();
            let warned = Record {
                event: Event::Warned { message },
                ..record.clone()
            };
            self.sinks.iter_mut().for_each(|sink| sink.event(&warned));
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

    fn file(&mut self, run: &str, file: &str, from: &Path) {
        self.lock().file(run, file, from);
    }
}
