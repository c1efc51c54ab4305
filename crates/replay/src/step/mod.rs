//! Each kind of step, one file each: how it is performed, and what it may do where nothing can be seen. This one
//! only routes. Not here: how a kind is written and what it holds, which is `model/program/step`.

mod ask;
mod assert;
mod back;
mod blind;
mod check;
mod clear_field;
mod condition;
mod double_tap;
mod drag;
mod field;
mod gesture;
mod go_home;
mod group;
mod hide_keyboard;
mod hover;
mod keep_evidence;
mod launch;
mod long_press;
mod measure;
mod open_url;
mod pause;
mod press_key;
mod pull_to_refresh;
mod remember;
mod repeat;
mod reset_app;
mod restart_app;
mod right_click;
mod screenshot;
mod scroll_to;
mod scroll_to_edge;
mod select;
mod set_checked;
mod set_network;
mod shake;
mod swipe;
mod switch_target;
mod tap;
mod touching;
mod type_text;
mod undirected;
mod unsupported;
mod upload;
mod wait_for;

// The words that nearly every kind needs.
use retap_model::device::Action;
use retap_model::program::{Pin, Step, StepKind};
use retap_model::reason::{Reason, Visible};
use retap_model::select::Evidence;
use retap_model::verdict::Verdict;

use crate::act::Proof;
use crate::context::Context;
use crate::screen_cache::Freshness;
use crate::stop::{StepResult, Stop};
use crate::wait::Waited;

use blind::Blind;
use touching::Touching;
use undirected::Undirected;

/// Everything a step is performed with besides what its author wrote.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At<'p> {
    /// The result of a learning run.
    pub(crate) pin: Option<&'p Pin>,
    /// How deep the step is nested.
    pub(crate) depth: usize,
}

impl<'p> At<'p> {
    /// Returns what the step's target was recognised by.
    pub(crate) fn evidence(&self) -> Option<&'p Evidence> {
        self.pin.and_then(|pin| pin.evidence.as_ref())
    }
}

/// How one kind of step is done.
trait Perform {
    /// Performs it: looks, acts, and proves what came of it.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult;

    /// Returns what it does on a device that shows no elements; a kind that does not say cannot be done there.
    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Err(Stop::failed(Reason::NeedsToSee))
    }
}

/// The ways in which steps are done.
enum Performer<'s> {
    /// One gesture on one element.
    Touch(&'s dyn Touching),
    /// One act without a target.
    Act(&'s dyn Undirected),
    /// A way of its own.
    Own(&'s dyn Perform),
}

impl Performer<'_> {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        match self {
            Self::Touch(step) => touching::perform(*step, context, at),
            Self::Act(step) => undirected::perform(context, &step.action(), at.pin),
            Self::Own(step) => step.perform(context, at),
        }
    }

    fn blind(&self, context: &mut Context<'_>, at: At<'_>) -> Result<Blind, Stop> {
        match self {
            Self::Touch(step) => touching::blind(*step, at),
            Self::Act(step) => Blind::send(step.action()),
            Self::Own(step) => step.blind(context, at),
        }
    }
}

/// Returns how a step of this kind is done.
fn performer(kind: &StepKind) -> Performer<'_> {
    use Performer::{Act, Own, Touch};
    match kind {
        StepKind::Launch(step) => Own(step),
        StepKind::Tap(step) => Touch(step),
        StepKind::DoubleTap(step) => Touch(step),
        StepKind::Hover(step) => Touch(step),
        StepKind::RightClick(step) => Touch(step),
        StepKind::LongPress(step) => Touch(step),
        StepKind::Drag(step) => Own(step),
        StepKind::Type(step) => Own(step),
        StepKind::Upload(step) => Own(step),
        StepKind::PressKey(step) => Act(step),
        StepKind::Swipe(step) => Own(step),
        StepKind::PullToRefresh(step) => Own(step),
        StepKind::ScrollTo(step) => Own(step),
        StepKind::WaitFor(step) => Own(step),
        StepKind::Assert(step) => Own(step),
        StepKind::Screenshot(step) => Own(step),
        StepKind::Home(step) => Own(step),
        StepKind::Back(step) => Act(step),
        StepKind::HideKeyboard(step) => Own(step),
        StepKind::Shake(step) => Act(step),
        StepKind::OpenUrl(step) => Own(step),
        StepKind::ResetApp(step) => Own(step),
        StepKind::SetNetwork(step) => Own(step),
        StepKind::Measure(step) => Own(step),
        StepKind::Target(step) => Own(step),
        StepKind::Remember(step) => Own(step),
        StepKind::Condition(step) => Own(step),
        StepKind::Repeat(step) => Own(step),
        StepKind::Ask(step) => Own(step),
        StepKind::RestartApp(step) => Own(step),
        StepKind::Clear(step) => Own(step),
        StepKind::SetChecked(step) => Own(step),
        StepKind::Select(step) => Own(step),
        StepKind::ScrollToEdge(step) => Own(step),
        StepKind::Pause(step) => Own(step),
        StepKind::Check(step) => Own(step),
        StepKind::KeepEvidence(step) => Own(step),
        StepKind::Group(step) => Own(step),
        StepKind::Gesture(step) => Act(step),
        StepKind::Unsupported(step) => Own(step),
    }
}

/// Performs one step. Everything that runs a step, runs it through here.
pub(crate) fn perform(context: &mut Context<'_>, step: &Step, depth: usize) -> StepResult {
    let program = context.program;
    let pin = program.pin(step.id);
    let at = At { pin, depth };
    if context.is_blind() {
        return as_verdict(blind::perform(context, &step.kind, at));
    }
    perform_kind(context, &step.kind, at)
}

/// Performs what a step does, or what somebody says it means.
fn perform_kind(context: &mut Context<'_>, kind: &StepKind, at: At<'_>) -> StepResult {
    as_verdict(performer(kind).perform(context, at))
}

/// Returns the verdict of a step, however early it ended.
fn as_verdict(ended: StepResult) -> StepResult {
    match ended {
        Err(Stop::Step(verdict)) => Ok(verdict),
        ended => ended,
    }
}
