//! How each kind of step is performed, and what it may do where nothing can be seen; kinds that are alike share a
//! file. This one only routes. Not here: how a kind is written and what it holds, which is `model/program/step`.

mod app;
mod ask;
mod blind;
mod boxes;
mod check;
mod device_state;
pub(crate) mod field;
mod figures;
mod formatted;
mod nested;
mod prelude;
mod presence;
mod pull_to_refresh;
mod record;
mod scroll;
mod select;
mod set_checked;
mod swipe;
mod timing;
mod touching;
mod type_text;
mod undirected;
mod upload;

use blind::WhenBlind;
use prelude::*;

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

    /// Returns the acts it sends on a device that shows no elements; none where it only looks.
    fn acts_unseen(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Vec<Action>, Stop> {
        Ok(Vec::new())
    }
}

/// The ways in which steps are done.
enum Performer<'s> {
    /// One gesture at a place of the element that the step acts on.
    Touch(&'s dyn StepDefinition, Box<dyn Fn(Point) -> Action + 's>),
    /// One act without a target.
    Act(Action),
    /// A way of its own, and what comes of it where nothing can be seen.
    Own(&'s dyn Perform, WhenBlind),
}

fn touch<'s>(
    step: &'s dyn StepDefinition,
    gesture: impl Fn(Point) -> Action + 's,
) -> Performer<'s> {
    Performer::Touch(step, Box::new(gesture))
}

/// Returns how a step of this kind is done.
fn performer(kind: &StepKind) -> Performer<'_> {
    use Performer::{Act, Own};
    use WhenBlind::{AsAlways, NeedsToSee, Sends};
    match kind {
        StepKind::Launch(step) => Own(step, Sends),
        StepKind::Tap(step) => touch(step, Action::Tap),
        StepKind::DoubleTap(step) => touch(step, Action::DoubleTap),
        StepKind::Hover(step) => touch(step, |at| Action::Special(SpecialAct::Hover, at)),
        StepKind::RightClick(step) => touch(step, |at| Action::Special(SpecialAct::RightClick, at)),
        StepKind::LongPress(step) => {
            let time = step.duration.unwrap_or(LongPress::DEFAULT_DURATION);
            touch(step, move |at| Action::LongPress(at, time))
        }
        StepKind::Drag(step) => Own(step, Sends),
        StepKind::Type(step) => Own(step, Sends),
        StepKind::Upload(step) => Own(step, Sends),
        StepKind::PressKey(step) => Act(Action::PressKey(step.key.clone(), step.modifiers.clone())),
        StepKind::Swipe(step) => Own(step, Sends),
        StepKind::PullToRefresh(step) => Own(step, Sends),
        StepKind::ScrollTo(step) => Own(step, Sends),
        StepKind::WaitFor(step) => Own(step, Sends),
        StepKind::Assert(step) => Own(step, Sends),
        StepKind::Screenshot(step) => Own(step, AsAlways),
        StepKind::Home(step) => Own(step, Sends),
        StepKind::Back(_) => Act(Action::Back),
        StepKind::HideKeyboard(step) => Own(step, AsAlways),
        StepKind::Shake(_) => Act(Action::Shake),
        StepKind::OpenUrl(step) => Own(step, Sends),
        StepKind::ResetApp(step) => Own(step, Sends),
        StepKind::SetNetwork(step) => Own(step, AsAlways),
        StepKind::Measure(step) => Own(step, NeedsToSee),
        StepKind::Target(step) => Own(step, AsAlways),
        StepKind::Remember(step) => Own(step, Sends),
        StepKind::Condition(step) => Own(step, NeedsToSee),
        StepKind::Repeat(step) => Own(step, NeedsToSee),
        StepKind::Ask(step) => Own(step, AsAlways),
        StepKind::RestartApp(step) => Own(step, Sends),
        StepKind::Clear(step) => Own(step, Sends),
        StepKind::SetChecked(step) => Own(step, NeedsToSee),
        StepKind::Select(step) => Own(step, NeedsToSee),
        StepKind::ScrollToEdge(step) => Own(step, NeedsToSee),
        StepKind::Pause(step) => Own(step, Sends),
        StepKind::Check(step) => Own(step, Sends),
        StepKind::KeepEvidence(step) => Own(step, Sends),
        StepKind::Group(step) => Own(step, AsAlways),
        StepKind::Gesture(step) => Act(step.action.clone()),
        StepKind::Unsupported(step) => Own(step, AsAlways),
    }
}

/// Performs one step. Everything that runs a step, runs it through here.
pub(crate) fn perform(context: &mut Context<'_>, step: &Step, depth: usize) -> StepResult {
    let program = context.program;
    let pin = program.pin(step.id);
    let at = At { pin, depth };
    if context.is_blind() {
        let checked = context.check_recalls(&step.kind);
        return as_verdict(checked.and_then(|()| blind::perform(context, &step.kind, at)));
    }
    perform_kind(context, &step.kind, at)
}

/// Performs what a step does, or what somebody says it means.
fn perform_kind(context: &mut Context<'_>, kind: &StepKind, at: At<'_>) -> StepResult {
    if let Err(stop) = context.check_recalls(kind) {
        return as_verdict(Err(stop));
    }
    as_verdict(match performer(kind) {
        Performer::Touch(step, gesture) => touching::perform(step, &*gesture, context, at),
        Performer::Act(action) => undirected::perform(context, &action, at.pin),
        Performer::Own(step, _) => step.perform(context, at),
    })
}

/// Returns the verdict of a step, however early it ended.
fn as_verdict(ended: StepResult) -> StepResult {
    match ended {
        Err(Stop::Step(verdict)) => Ok(verdict),
        ended => ended,
    }
}
