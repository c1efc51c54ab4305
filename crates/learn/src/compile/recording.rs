//! Decorators that write down what passes between the engine and the world.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use retap_model::device::{
    Ability, Action, Change, Deadline, Device, DeviceError, DeviceInfo, NetworkMode, Png, Signal,
    TextReader, TextReaderError, TreeDump,
};
use retap_model::event::{Event, EventSink, Record};
use retap_model::program::StepId;
use retap_model::screen::{Element, Screen, ScreenSource};
use retap_model::verdict::Outcome;

/// One thing that happened, in order.
#[derive(Debug, Clone)]
pub(super) enum Entry {
    /// A step began.
    Started(StepId),
    /// The step that began last ended.
    Finished { took: Duration, outcome: Outcome },
    /// The screen was read.
    Read(Arc<Screen>),
    /// An act was sent.
    Did(Action),
    /// A `remember` step captured a text.
    Captured(String),
}

/// What happened so far. The device, the text reader and the sink write to it in turn, all on
/// the thread of the run; it is shared only because each of them is borrowed for the whole run.
#[derive(Debug, Clone, Default)]
pub(super) struct Recording(Arc<Mutex<Vec<Entry>>>);

impl Recording {
    fn add(&self, entry: Entry) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(entry);
    }

    pub(super) fn entries(&self) -> Vec<Entry> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// A device that writes down every reading and act.
pub(super) struct RecordingDevice<'a> {
    pub(super) inner: &'a mut dyn Device,
    pub(super) recording: Recording,
}

impl Device for RecordingDevice<'_> {
    fn info(&self) -> &DeviceInfo {
        self.inner.info()
    }

    fn can(&self, ability: Ability) -> bool {
        self.inner.can(ability)
    }

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        let screen = self.inner.read_screen(deadline)?;
        self.recording.add(Entry::Read(Arc::new(screen.clone())));
        Ok(screen)
    }

    fn dump_tree(&mut self, deadline: Deadline) -> Result<TreeDump, DeviceError> {
        self.inner.dump_tree(deadline)
    }

    fn reconnect(&mut self, deadline: Deadline) -> Result<(), DeviceError> {
        self.inner.reconnect(deadline)
    }

    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError> {
        self.inner.screenshot(deadline)
    }

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        self.inner.perform(action, deadline)?;
        self.recording.add(Entry::Did(action.clone()));
        Ok(())
    }

    fn apps_of(
        &mut self,
        action: &Action,
        deadline: Deadline,
    ) -> Result<Option<Vec<String>>, DeviceError> {
        self.inner.apps_of(action, deadline)
    }

    fn wait_for_change(&mut self, deadline: Deadline) -> Result<Change, DeviceError> {
        self.inner.wait_for_change(deadline)
    }

    fn is_network_in(
        &mut self,
        mode: NetworkMode,
        deadline: Deadline,
    ) -> Result<bool, DeviceError> {
        self.inner.is_network_in(mode, deadline)
    }

    fn install(&mut self, package: &Path, deadline: Deadline) -> Result<String, DeviceError> {
        self.inner.install(package, deadline)
    }

    fn process_of(&mut self, app: &str, deadline: Deadline) -> Result<Option<u32>, DeviceError> {
        self.inner.process_of(app, deadline)
    }

    fn dump_storage(&mut self, deadline: Deadline) -> Result<Vec<u8>, DeviceError> {
        self.inner.dump_storage(deadline)
    }

    fn signals_after(&mut self, number: u64) -> Result<Vec<Signal>, DeviceError> {
        self.inner.signals_after(number)
    }

    fn read_logs(&mut self, deadline: Deadline) -> Result<Vec<String>, DeviceError> {
        self.inner.read_logs(deadline)
    }
}

/// A text reader that writes down every reading, for devices without a tree.
pub(super) struct RecordingReader<'a> {
    pub(super) inner: &'a mut dyn TextReader,
    pub(super) recording: Recording,
}

impl TextReader for RecordingReader<'_> {
    fn read_text(
        &mut self,
        picture: &Png,
        device: &DeviceInfo,
        deadline: Deadline,
    ) -> Result<Vec<Element>, TextReaderError> {
        let elements = self.inner.read_text(picture, device, deadline)?;
        let screen = Screen {
            size: device.size,
            elements: elements.clone(),
            source: ScreenSource::Pixels,
            ..Screen::default()
        };
        self.recording.add(Entry::Read(Arc::new(screen)));
        Ok(elements)
    }
}

/// A sink that writes down where steps begin and end, and passes everything on.
pub(super) struct RecordingSink<'a> {
    pub(super) inner: &'a mut dyn EventSink,
    pub(super) recording: Recording,
}

impl EventSink for RecordingSink<'_> {
    fn event(&mut self, record: &Record) {
        match &record.event {
            Event::StepStarted(step) => self.recording.add(Entry::Started(StepId(step.step))),
            Event::StepFinished(step) => self.recording.add(Entry::Finished {
                took: Duration::from_millis(step.took_ms),
                outcome: step.outcome,
            }),
            Event::Captured { text, .. } => self.recording.add(Entry::Captured(text.clone())),
            Event::RunStarted(_)
            | Event::Warned { .. }
            | Event::Located(_)
            | Event::Acted { .. }
            | Event::Checked { .. }
            | Event::Pictured(_)
            | Event::TreeKept(_)
            | Event::Sent(_)
            | Event::Measured { .. }
            | Event::Signalled { .. }
            | Event::Downloaded(_)
            | Event::RunFinished(_) => {}
        }
        self.inner.event(record);
    }

    fn evidence(&mut self, run: &str, file: &str, bytes: &[u8]) {
        self.inner.evidence(run, file, bytes);
    }

    fn file(&mut self, run: &str, file: &str, from: &Path) {
        self.inner.file(run, file, from);
    }
}
