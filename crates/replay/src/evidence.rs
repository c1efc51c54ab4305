//! Evidence of a scenario's sentences: a picture and the tree before each, a picture after it.

use retap_model::device::{Ability, DeviceError};
use retap_model::event::{Event, Purpose, TreeKept};

use crate::context::Context;
use crate::options::Pictures;
use crate::stop::Stop;

impl Context<'_> {
    /// Keeps a picture and the tree of the screen a sentence is about to be carried out on.
    pub(crate) fn keep_before(&mut self) -> Result<(), Stop> {
        if self.options.pictures != Pictures::EveryStep {
            return Ok(());
        }
        self.keep_picture(Purpose::Before, "before")?;
        self.keep_tree()
    }

    /// Keeps a picture of what came of a sentence.
    pub(crate) fn keep_after(&mut self) -> Result<(), Stop> {
        if self.options.pictures != Pictures::EveryStep {
            return Ok(());
        }
        self.keep_picture(Purpose::After, "after")
    }

    fn keep_picture(&mut self, purpose: Purpose, word: &str) -> Result<(), Stop> {
        if !self.device().can(Ability::Screenshot) {
            return Ok(());
        }
        let file = self.evidence_name(word, "png");
        self.take_if_possible(purpose, file, None)
    }

    fn keep_tree(&mut self) -> Result<(), Stop> {
        if !self.device().can(Ability::Tree) {
            return Ok(());
        }
        let deadline = self.round_trip();
        let tree = match self.device().dump_tree(deadline) {
            Ok(tree) => tree,
            Err(DeviceError::Unsupported { .. }) => return Ok(()),
            Err(DeviceError::Unreadable { reason }) => {
                self.warn(format!("the tree was not kept: {reason}"));
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        let Some(bytes) = self.record.without_secrets(tree.bytes) else {
            self.warn("the tree was not kept: it may show a secret and cannot be read as text");
            return Ok(());
        };
        let file = self.evidence_name("uitree", tree.extension);
        let run = self.options.run.clone();
        self.record.sink.evidence(&run, &file, &bytes);
        self.emit(Event::TreeKept(TreeKept { file }));
        Ok(())
    }

    /// Returns `step_05_before.png`; steps inside a replayed section are `step_05_02_before.png`.
    fn evidence_name(&mut self, word: &str, extension: &str) -> String {
        let numbers: Vec<String> = self
            .progress
            .numbers
            .iter()
            .map(|n| format!("{n:02}"))
            .collect();
        self.unique_name(&format!("step_{}_{word}", numbers.join("_")), extension)
    }
}
