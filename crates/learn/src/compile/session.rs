//! Compiling from an agent that runs the steps itself and reports each one.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use retap_model::event::Tally;
use retap_model::geometry::Size;
use retap_model::program::{CompiledProgram, DeviceMark, Draft, SourceMark, Step, StepId};
use retap_model::screen::Screen;
use retap_model::verdict::Outcome;
use thiserror::Error;

use super::observation::{Observation, Reported};
use super::pinning::pin;
use super::scrub::without_secrets;

/// The report of an agent of one step.
#[derive(Debug, Clone, Default)]
pub struct StepReport {
    /// The step's number, from 0.
    pub index: usize,
    /// Its verb.
    pub verb: String,
    /// Its label, where it has one.
    pub label: Option<String>,
    /// The agent's word on its acts.
    pub reported: Reported,
    /// How long it took.
    pub elapsed: Option<Duration>,
    /// The screen before the step, if the server read it.
    pub before: Option<Arc<Screen>>,
    /// The screen after the step, if the server read it.
    pub after: Option<Arc<Screen>>,
}

/// Why a report was not taken, or the session not saved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct SessionError {
    message: String,
}

fn refuse<T>(message: String) -> Result<T, SessionError> {
    Err(SessionError { message })
}

/// Collects the reports of one run of one named skill.
#[derive(Debug)]
pub struct CompilationSession {
    draft: Draft,
    /// By step; a step that ran in several rounds was observed several times.
    seen: BTreeMap<StepId, Vec<Observation>>,
    cost: Option<Tally>,
}

impl CompilationSession {
    /// Starts a session for this skill and no other.
    pub fn new(draft: Draft) -> Self {
        Self {
            draft,
            seen: BTreeMap::new(),
            cost: None,
        }
    }

    /// Returns the name of the skill it is bound to.
    pub fn skill(&self) -> &str {
        &self.draft.header.name
    }

    /// Takes the report of one step; a second report of a step replaces the first.
    pub fn record(&mut self, report: StepReport) -> Result<(), SessionError> {
        let step = self.check(&report)?;
        let observation = Observation {
            outcome: Outcome::Passed,
            took: report.elapsed.unwrap_or_default(),
            before: report.before,
            after: report.after,
            reported: Some(report.reported),
            ..Observation::new(step)
        };
        self.seen.insert(step, vec![observation]);
        Ok(())
    }

    /// Takes what retap itself observed of one step; rounds of a loop add up.
    pub fn observe(&mut self, observation: Observation) {
        self.seen
            .entry(observation.step)
            .or_default()
            .push(observation);
    }

    /// Notes what the run cost, so that replays can tell what they saved.
    pub fn note_cost(&mut self, tally: Tally) {
        self.cost = Some(tally);
    }

    /// Returns the compiled file of the skill, which must be the one the session is bound to.
    pub fn finish(
        self,
        skill: &str,
        source: SourceMark,
        screen: Size,
    ) -> Result<CompiledProgram, SessionError> {
        if skill != self.draft.header.name {
            let own = self.draft.header.name;
            return refuse(format!("this session compiles `{own}`, not `{skill}`"));
        }
        if self.seen.is_empty() {
            return refuse("no step was recorded".to_owned());
        }
        let observations: Vec<Observation> = self.seen.into_values().flatten().collect();
        let secrets = self.draft.secrets();
        let fingerprint = observations
            .iter()
            .find_map(|seen| seen.before.as_ref())
            .map(|screen| without_secrets(screen.fingerprint(), &secrets));
        let program = pin(self.draft, &observations, &secrets, self.cost);
        let program = program.or_else(|error| refuse(error.to_string()))?;
        Ok(CompiledProgram {
            fingerprint,
            ..CompiledProgram::of(&program, source, DeviceMark::of(screen))
        })
    }

    fn check(&self, report: &StepReport) -> Result<StepId, SessionError> {
        let steps = self.draft.flat();
        let Some((_, step)) = steps.get(report.index) else {
            return refuse(format!(
                "there is no step {}; the skill has steps 0 to {}",
                report.index,
                steps.len().saturating_sub(1)
            ));
        };
        if is_same(step, report) {
            return Ok(step.id);
        }
        let label = report.label.as_ref();
        let label = label.map(|label| format!(" \"{label}\""));
        refuse(format!(
            "step {} is {}, not {}{}",
            report.index,
            step.kind.title(),
            report.verb,
            label.unwrap_or_default()
        ))
    }
}

fn is_same(step: &Step, report: &StepReport) -> bool {
    let is_verb = step.kind.answers_to(&report.verb);
    let is_label = report.label.as_ref().is_none_or(|label| {
        step.kind.label_text().as_ref() == Some(label)
            || step
                .kind
                .label()
                .is_some_and(|phrase| phrase.reveal() == *label)
    });
    is_verb && is_label
}
