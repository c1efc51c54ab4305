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

use retap_model::program::{Pin, Step, StepKind};
use retap_model::select::Evidence;

use crate::context::Context;
use crate::stop::{StepResult, Stop};

use blind::Blind;

/// What a step is performed with besides what its author wrote.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At<'p> {
    /// What a learning run found.
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

    /// Returns what it does on a device that shows no elements.
    fn blind(&self, context: &mut Context<'_>, at: At<'_>) -> Result<Blind, Stop>;
}

/// Returns how a step of this kind is done.
fn performer(kind: &StepKind) -> &dyn Perform {
    match kind {
        StepKind::Launch(step) => step,
        StepKind::Tap(step) => step,
        StepKind::DoubleTap(step) => step,
        StepKind::Hover(step) => step,
        StepKind::RightClick(step) => step,
        StepKind::LongPress(step) => step,
        StepKind::Drag(step) => step,
        StepKind::Type(step) => step,
        StepKind::Upload(step) => step,
        StepKind::PressKey(step) => step,
        StepKind::Swipe(step) => step,
        StepKind::PullToRefresh(step) => step,
        StepKind::ScrollTo(step) => step,
        StepKind::WaitFor(step) => step,
        StepKind::Assert(step) => step,
        StepKind::Screenshot(step) => step,
        StepKind::Home(step) => step,
        StepKind::Back(step) => step,
        StepKind::HideKeyboard(step) => step,
        StepKind::Shake(step) => step,
        StepKind::OpenUrl(step) => step,
        StepKind::ResetApp(step) => step,
        StepKind::SetNetwork(step) => step,
        StepKind::Measure(step) => step,
        StepKind::Target(step) => step,
        StepKind::Remember(step) => step,
        StepKind::Condition(step) => step,
        StepKind::Repeat(step) => step,
        StepKind::Ask(step) => step,
        StepKind::RestartApp(step) => step,
        StepKind::Clear(step) => step,
        StepKind::SetChecked(step) => step,
        StepKind::Select(step) => step,
        StepKind::ScrollToEdge(step) => step,
        StepKind::Pause(step) => step,
        StepKind::Check(step) => step,
        StepKind::KeepEvidence(step) => step,
        StepKind::Group(step) => step,
        StepKind::Gesture(step) => step,
        StepKind::Unsupported(step) => step,
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
