//! Writes down what the engine tells of a run.

use std::sync::Arc;
use std::time::Duration;

use retap_model::screen::Screen;
use retap_model::verdict::{Outcome, Verdict};
use retap_replay::{Fact, Observer};

use super::observation::{FoundTarget, Observation};

/// The observations of a run so far.
#[derive(Debug, Default)]
pub struct Recording {
    /// The observations of each step that passed or was left unjudged, in the order they ended.
    pub observations: Vec<Observation>,
    /// The first screen of the run; a later comparison is taken at the same point.
    pub first: Option<Arc<Screen>>,
    /// The last screen of the run.
    pub last: Option<Arc<Screen>>,
    /// How the step that ended last did.
    pub verdict: Option<Verdict>,
    /// The target that was found last, and the reading it was found on.
    pub found: Option<FoundTarget>,
    /// The steps under way, outermost first.
    open: Vec<Observation>,
}

impl Observer for Recording {
    fn observe(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Started(step) => self.open.push(Observation::new(step)),
            Fact::Finished { verdict, took } => self.finish(verdict, took),
            Fact::Saw(screen) => self.see(screen),
            Fact::Sent(action) => self.note(|seen| seen.acts.push(action.clone())),
            Fact::Found { found, screen, .. } => {
                let target = FoundTarget {
                    found: found.clone(),
                    screen: Arc::clone(screen),
                };
                self.found = Some(target.clone());
                self.note(|seen| seen.find(target));
            }
            Fact::Captured(text) => self.note(|seen| seen.captured = Some(text.to_owned())),
            Fact::Measured(took) => self.note(|seen| seen.measured = Some(took)),
        }
    }
}

impl Recording {
    fn note(&mut self, note: impl FnOnce(&mut Observation)) {
        if let Some(seen) = self.open.last_mut() {
            note(seen);
        }
    }

    fn see(&mut self, screen: &Arc<Screen>) {
        self.first.get_or_insert_with(|| Arc::clone(screen));
        self.last = Some(Arc::clone(screen));
        self.note(|seen| seen.see(screen));
    }

    fn finish(&mut self, verdict: &Verdict, took: Duration) {
        self.verdict = Some(verdict.clone());
        let Some(mut seen) = self.open.pop() else {
            return;
        };
        seen.outcome = verdict.outcome;
        // Compiled files count in milliseconds.
        seen.took = Duration::from_millis(took.as_millis() as u64);
        if matches!(verdict.outcome, Outcome::Passed | Outcome::NotJudged) {
            self.observations.push(seen);
        }
    }
}
