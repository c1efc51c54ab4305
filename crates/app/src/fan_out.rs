//! The sink that passes events on to several, with warnings put in.

use std::io;
use std::path::{Path, PathBuf};

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

    fn file(&mut self, run: &str, file: &str, from: &Path) -> io::Result<Option<PathBuf>> {
        let sinks = self.sinks.iter_mut();
        // Every sink gets its copy before the first error is told.
        let copies: Vec<_> = sinks.map(|sink| sink.file(run, file, from)).collect();
        let copies = copies.into_iter().collect::<io::Result<Vec<_>>>()?;
        Ok(copies.into_iter().flatten().next())
    }
}
