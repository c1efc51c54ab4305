//! Why a test case is not simply passed, in JUnit's words.

use retap_model::reason::Reason;

use crate::run::{RunSummary, Status, StepRun};
use crate::text::first_line;

use super::element::Element;

/// Why a test case is not simply passed.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    pub(super) weight: Weight,
    /// Its type, by which CI servers group.
    kind: String,
    message: String,
    body: String,
}

/// The meaning of a fault for a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// The app did not do what it should.
    Failure,
    /// Nobody knows whether it did.
    Error,
    /// It was not tried, or what could not be judged was allowed.
    Skipped,
}

impl Fault {
    /// Returns why a step is not simply passed.
    pub(super) fn of_step(run: &RunSummary, step: &StepRun) -> Option<Self> {
        let reason = first_line(step.reason());
        let fault = |weight, kind: &str, message: &str| {
            let body = body_of(step);
            Some(Self::new(weight, kind, message, body))
        };
        match step.status() {
            Status::Passed | Status::Flaky => None,
            // A run stops at its first failure, so this is what the device did.
            Status::Failed if run.status() == Status::DeviceError => {
                fault(Weight::Error, Status::DeviceError.as_str(), reason)
            }
            Status::Failed => fault(Weight::Failure, &kind_of(step.why()), reason),
            status @ Status::DeviceError => fault(Weight::Error, status.as_str(), reason),
            status @ (Status::Interrupted | Status::Broken) => {
                fault(Weight::Error, status.as_str(), run.reason())
            }
            Status::NotJudged => Some(unjudged(run, step, reason)),
            Status::Skipped => fault(Weight::Skipped, "", reason),
        }
    }

    /// Returns why a run is not simply passed, for when no step can say it.
    pub(super) fn of_run(run: &RunSummary) -> Option<Self> {
        let fault = |weight, kind: &str| {
            let body = run.reason().to_owned();
            Some(Self::new(weight, kind, first_line(run.reason()), body))
        };
        match run.status() {
            Status::Passed | Status::Flaky => None,
            Status::Failed => fault(Weight::Failure, &kind_of(run.why())),
            Status::Skipped => fault(Weight::Skipped, ""),
            status @ (Status::DeviceError
            | Status::NotJudged
            | Status::Interrupted
            | Status::Broken) => fault(Weight::Error, status.as_str()),
        }
    }

    fn new(weight: Weight, kind: &str, message: &str, body: String) -> Self {
        Self {
            weight,
            kind: kind.to_owned(),
            message: message.to_owned(),
            body,
        }
    }

    /// Returns whether it makes a build red.
    pub(super) fn is_bad(&self) -> bool {
        self.weight != Weight::Skipped
    }

    /// Returns it as a child of its test case.
    pub(super) fn write(&self) -> Element {
        self.write_as("failure", "error")
    }

    /// Returns it as a child of the same test case in a later attempt that passed.
    pub(super) fn write_flaky(&self) -> Element {
        self.write_as("flakyFailure", "flakyError")
    }

    /// Returns it as a child of the same test case in a later attempt that did not pass.
    pub(super) fn write_rerun(&self) -> Element {
        self.write_as("rerunFailure", "rerunError")
    }

    fn write_as(&self, failure: &'static str, error: &'static str) -> Element {
        let name = match self.weight {
            Weight::Failure => failure,
            Weight::Error => error,
            Weight::Skipped => {
                return Element::new("skipped").attribute("message", &self.message);
            }
        };
        Element::new(name)
            .attribute("message", &self.message)
            .attribute("type", &self.kind)
            .text(&self.body)
    }
}

/// Returns what made a run red, with the step that says it.
pub(super) fn bad_ones(run: &RunSummary) -> Vec<(Option<&StepRun>, Fault)> {
    let unjudged = run.steps.iter();
    let unjudged = unjudged.filter(|step| step.status() == Status::NotJudged);
    let faults: Vec<_> = run
        .broken_steps()
        .chain(unjudged)
        .filter_map(|step| Some((Some(step), Fault::of_step(run, step)?)))
        .filter(|(_, fault)| fault.is_bad())
        .collect();
    if !faults.is_empty() {
        return faults;
    }
    let whole = Fault::of_run(run).filter(Fault::is_bad);
    whole.into_iter().map(|fault| (None, fault)).collect()
}

/// Returns the kind of a reason; logs from before there were kinds only say that it failed.
fn kind_of(why: Option<&Reason>) -> String {
    why.map_or_else(|| Status::Failed.as_str().to_owned(), Reason::kind)
}

/// A step nobody could judge is skipped when its author or the caller allowed it, else an error.
fn unjudged(run: &RunSummary, step: &StepRun, reason: &str) -> Fault {
    let weight = match run.status() == Status::NotJudged && !step.is_evidence_only() {
        true => Weight::Error,
        false => Weight::Skipped,
    };
    let message = format!("not judged: {reason}");
    Fault::new(
        weight,
        Status::NotJudged.as_str(),
        &message,
        message.clone(),
    )
}

fn body_of(step: &StepRun) -> String {
    let mut lines: Vec<String> = step.reason().lines().map(str::to_owned).collect();
    for check in step.broken_checks() {
        lines.push(format!("expected: {}", check.expected));
        lines.push(format!("seen:     {}", check.seen));
    }
    lines.join("\n")
}
