//! What was seen while one step ran.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::Action;
use retap_model::geometry::Point;
use retap_model::program::{PinnedScroll, StepId};
use retap_model::screen::Screen;
use retap_model::verdict::Outcome;
use retap_model::verify::changed;

use super::recording::Entry;

/// What an agent that ran the step itself says of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reported {
    /// Where it touched.
    pub point: Option<Point>,
    /// How sure it was; `None` is unknown, not zero.
    pub confidence: Option<f64>,
    /// How the words matched, in its own word.
    pub strategy: Option<String>,
    /// How far it scrolled.
    pub scroll: Option<PinnedScroll>,
}

/// What was seen while one step ran once.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// The step.
    pub step: StepId,
    /// How it ended: passed, or left unjudged.
    pub outcome: Outcome,
    /// How long it took.
    pub took: Duration,
    /// The last reading before its first act.
    pub before: Option<Arc<Screen>>,
    /// The first reading after an act that differed from the one before it.
    pub first_after: Option<Arc<Screen>>,
    /// The last reading of the step.
    pub after: Option<Arc<Screen>>,
    /// What was sent to the device.
    pub acts: Vec<Action>,
    /// What a `remember` step captured.
    pub captured: Option<String>,
    /// What an agent said of it.
    pub reported: Option<Reported>,
}

impl Observation {
    fn is_new(&self, screen: &Screen) -> bool {
        self.before
            .as_ref()
            .is_some_and(|before| changed(before, screen))
    }
}

/// Returns what was seen of each step that passed or was left unjudged, in the order they ended.
pub(super) fn observations(log: &[Entry]) -> Vec<Observation> {
    let mut open: Vec<Observation> = Vec::new();
    let mut done = Vec::new();
    for entry in log {
        match entry {
            Entry::Started(step) => open.push(Observation {
                step: *step,
                outcome: Outcome::Skipped,
                took: Duration::ZERO,
                before: None,
                first_after: None,
                after: None,
                acts: Vec::new(),
                captured: None,
                reported: None,
            }),
            Entry::Finished { took, outcome } => {
                let Some(mut observation) = open.pop() else {
                    continue;
                };
                observation.took = *took;
                observation.outcome = *outcome;
                if matches!(outcome, Outcome::Passed | Outcome::NotJudged) {
                    done.push(observation);
                }
            }
            Entry::Read(screen) => {
                let Some(observation) = open.last_mut() else {
                    continue;
                };
                if observation.acts.is_empty() {
                    observation.before = Some(Arc::clone(screen));
                } else if observation.first_after.is_none() && observation.is_new(screen) {
                    observation.first_after = Some(Arc::clone(screen));
                }
                observation.after = Some(Arc::clone(screen));
            }
            Entry::Captured(text) => {
                if let Some(observation) = open.last_mut() {
                    observation.captured = Some(text.clone());
                }
            }
            Entry::Did(action) => {
                if let Some(observation) = open.last_mut() {
                    observation.acts.push(action.clone());
                }
            }
        }
    }
    done
}
