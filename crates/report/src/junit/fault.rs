//! Why a test case is not simply passed, in JUnit's words.

use retap_model::reason::Reason;
use retap_model::verdict::Outcome;

use crate::run::{RunSummary, Status, StepRun};
use crate::text::first_line;

use super::element::Element;

/// Why a test case is not simply passed.
#[derive(Debug, Clone)]
pub(super) enum Fault {
    /// The app did not do what it should.
    Failure(Details),
    /// Nobody knows whether it did.
    Error(Details),
    /// It was not tried, or what could not be judged was allowed.
    Skipped { message: String },
}

/// What a fault says of itself.
#[derive(Debug, Clone)]
pub(super) struct Details {
    /// Its type, by which CI servers group.
    kind: String,
    message: String,
    body: String,
}

impl Fault {
    /// Returns why a step is not simply passed.
    pub(super) fn of_step(run: &RunSummary, step: &StepRun) -> Option<Self> {
        let reason = first_line(step.reason()).to_owned();
        match step.status() {
            Status::Passed | Status::Flaky => None,
            // A run stops at its first failure, so this is what the device did.
            Status::Failed if run.status() == Status::DeviceError => {
                Some(Self::Error(details(Status::DeviceError.as_str(), step)))
            }
            Status::Failed => Some(Self::Failure(details(&kind_of(step.why()), step))),
            status @ Status::DeviceError => Some(Self::Error(details(status.as_str(), step))),
            Status::NotJudged => Some(unjudged(run, step, reason)),
            Status::Skipped => Some(Self::Skipped { message: reason }),
            status @ Status::Interrupted => Some(Self::Error(Details {
                message: run.reason().to_owned(),
                ..details(status.as_str(), step)
            })),
        }
    }

    /// Returns why a run is not simply passed, for when no step can say it.
    pub(super) fn of_run(run: &RunSummary) -> Option<Self> {
        let message = first_line(run.reason()).to_owned();
        let details = |kind: &str| Details {
            kind: kind.to_owned(),
            message: message.clone(),
            body: run.reason().to_owned(),
        };
        match run.status() {
            Status::Passed | Status::Flaky => None,
            Status::Failed => Some(Self::Failure(details(&kind_of(run.why())))),
            Status::Skipped => Some(Self::Skipped { message }),
            status @ (Status::DeviceError | Status::NotJudged | Status::Interrupted) => {
                Some(Self::Error(details(status.as_str())))
            }
        }
    }

    /// Returns whether it makes a build red.
    pub(super) fn is_bad(&self) -> bool {
        match self {
            Self::Failure(_) | Self::Error(_) => true,
            Self::Skipped { .. } => false,
        }
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
        match self {
            Self::Failure(details) => details.write(failure),
            Self::Error(details) => details.write(error),
            Self::Skipped { message } => Element::new("skipped").attribute("message", message),
        }
    }
}

/// Returns what made a run red, with the step that says it.
pub(super) fn bad_ones(run: &RunSummary) -> Vec<(Option<&StepRun>, Fault)> {
    let steps = run.broken_steps().chain(
        run.steps
            .iter()
            .filter(|step| step.status() == Status::NotJudged),
    );
    let faults: Vec<_> = steps
        .filter_map(|step| Some((Some(step), Fault::of_step(run, step)?)))
        .filter(|(_, fault)| fault.is_bad())
        .collect();
    if !faults.is_empty() {
        return faults;
    }
    let whole = Fault::of_run(run).filter(Fault::is_bad);
    whole.into_iter().map(|fault| (None, fault)).collect()
}

impl Details {
    fn write(&self, name: &'static str) -> Element {
        Element::new(name)
            .attribute("message", &self.message)
            .attribute("type", &self.kind)
            .text(&self.body)
    }
}

fn details(kind: &str, step: &StepRun) -> Details {
    Details {
        kind: kind.to_owned(),
        message: first_line(step.reason()).to_owned(),
        body: body_of(step),
    }
}

/// Returns the kind of a reason; logs from before there were kinds only say that it failed.
fn kind_of(why: Option<&Reason>) -> String {
    why.map_or_else(|| Status::Failed.as_str().to_owned(), Reason::kind)
}

/// A step nobody could judge is skipped when its author or the caller allowed it, else an error.
fn unjudged(run: &RunSummary, step: &StepRun, reason: String) -> Fault {
    let is_open = run
        .finished
        .as_ref()
        .is_some_and(|finished| finished.outcome == Outcome::NotJudged);
    let is_forbidden = is_open && !step.is_evidence_only();
    let message = format!("not judged: {reason}");
    if !is_forbidden {
        return Fault::Skipped { message };
    }
    Fault::Error(Details {
        kind: Status::NotJudged.as_str().to_owned(),
        body: message.clone(),
        message,
    })
}

fn body_of(step: &StepRun) -> String {
    let mut lines: Vec<String> = step.reason().lines().map(str::to_owned).collect();
    for check in step.broken_checks() {
        lines.push(format!("expected: {}", check.expected));
        lines.push(format!("seen:     {}", check.seen));
    }
    lines.join("\n")
}
