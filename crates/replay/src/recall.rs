//! Filling in what was remembered, and where it may not go.

use retap_model::phrase::{NotRecalled, Phrase, Value};
use retap_model::program::{StepKind, Target};
use retap_model::reason::Reason;

use crate::context::Context;
use crate::stop::Stop;

impl Context<'_> {
    /// Returns the target with what was remembered filled in.
    pub(crate) fn recall(&self, target: &Target) -> Result<Target, Stop> {
        let mut target = target.clone();
        target.label = self.recall_phrase(&target.label)?;
        let row = target.row.as_ref();
        target.row = row.map(|row| self.recall_phrase(row)).transpose()?;
        match target.blank_part() {
            None => Ok(target),
            Some(blank) => {
                let label = blank.source();
                Err(Stop::failed(Reason::EmptyLabel { label }))
            }
        }
    }

    /// Returns the words with what was remembered filled in.
    pub(crate) fn recall_phrase(&self, phrase: &Phrase) -> Result<Phrase, Stop> {
        let recalled = phrase.recall(&self.known.memory);
        recalled.map_err(|error| {
            Stop::failed(match error {
                NotRecalled::Unknown(name) => Reason::NotRemembered { name },
                NotRecalled::TooLong(name) => Reason::TooLongToRecall { name },
            })
        })
    }

    /// Refuses a step that would show more than a field a secret which was read back from the screen, by itself or put
    /// together with the words around it. A secret that stands there by its own name was judged before the run. What is secret
    /// in other programs of the command only does not count: how a run ends does not depend on what else is run.
    pub(crate) fn check_recalls(&self, kind: &StepKind) -> Result<(), Stop> {
        if self.known.memory.is_empty() || self.known.secrets.is_empty() {
            return Ok(());
        }
        let mut misplaced = None;
        kind.seen_phrases(&mut |phrase| {
            let found = || self.secret_recall(phrase);
            misplaced = misplaced.take().or_else(found);
        });
        match misplaced {
            None => Ok(()),
            Some(name) => Err(Stop::failed(Reason::RememberedSecret { name })),
        }
    }

    /// Returns the name of what a phrase recalls that makes it show a secret.
    fn secret_recall(&self, phrase: &Phrase) -> Option<String> {
        let last = phrase.recall_names().last()?;
        let exposed = self.program.draft.exposed_secrets();
        let hidden = self.known.secrets.except(&self.foreign).without(&exposed);
        let value = |name: &str| self.known.memory.get(name).map(Value::reveal);
        let is_secret = |name: &&str| value(name).is_some_and(|text| hidden.shows(text));
        let whole = phrase.recall(&self.known.memory).ok()?;
        let one = phrase.recall_names().find(is_secret);
        let found = one.or_else(|| hidden.shows(&whole.reveal()).then_some(last));
        found.map(str::to_owned)
    }
}
