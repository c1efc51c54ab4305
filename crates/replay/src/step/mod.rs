//! Each kind of step, one file each; this one only routes.

mod ask;
mod assert;
mod check;
mod clear_field;
mod condition;
mod drag;
mod go_home;
mod group;
mod hover;
mod keep_evidence;
mod launch;
mod long_press;
mod measure;
mod open_url;
mod pause;
mod press_key;
mod remember;
mod repeat;
mod reset_app;
mod restart_app;
mod screenshot;
mod scroll_to;
mod scroll_to_edge;
mod set_network;
pub(crate) mod swipe;
mod switch_target;
mod tap;
mod type_text;
mod undirected;
mod wait_for;

use retap_model::device::Action;
use retap_model::program::{Pin, Step, StepKind};
use retap_model::verdict::Verdict;

pub(crate) use type_text::typed;

use crate::blind;
use crate::context::{Context, StepResult};

/// Performs one step. Everything that runs a step, runs it through here.
pub(crate) fn perform(context: &mut Context<'_>, step: &Step, depth: usize) -> StepResult {
    let program = context.program;
    let pin = program.pin(step.id);
    if context.is_blind() && blind::applies_to(step) {
        return blind::perform(context, step, pin);
    }
    perform_kind(context, &step.kind, pin, depth)
}

/// Performs what a step does, or what somebody says it means.
pub(crate) fn perform_kind(
    context: &mut Context<'_>,
    kind: &StepKind,
    pin: Option<&Pin>,
    depth: usize,
) -> StepResult {
    match kind {
        StepKind::Launch(launch) => launch::perform(context, launch),
        StepKind::Tap(tap) => tap::perform(context, tap, pin),
        StepKind::DoubleTap(tap) => tap::perform_double(context, tap, pin),
        StepKind::Hover(hover) => hover::perform(context, hover, pin),
        StepKind::LongPress(press) => long_press::perform(context, press, pin),
        StepKind::Drag(drag) => drag::perform(context, drag, pin),
        StepKind::Type(text) => type_text::perform(context, text, pin),
        StepKind::PressKey(press) => press_key::perform(context, press, pin),
        StepKind::Swipe(swipe) => swipe::perform(context, swipe, pin),
        StepKind::ScrollTo(scroll) => scroll_to::perform(context, scroll, pin),
        StepKind::WaitFor(wait) => wait_for::perform(context, wait, pin),
        StepKind::Assert(assert) => assert::perform(context, assert, pin),
        StepKind::Screenshot(screenshot) => screenshot::perform(context, screenshot),
        StepKind::Home(_) => go_home::perform(context),
        StepKind::Back(_) => undirected::perform(context, &Action::Back, pin),
        StepKind::Shake(_) => undirected::perform(context, &Action::Shake, pin),
        StepKind::OpenUrl(open) => open_url::perform(context, open, pin),
        StepKind::ResetApp(reset) => reset_app::perform(context, reset),
        StepKind::SetNetwork(set) => set_network::perform(context, set),
        StepKind::Measure(measure) => measure::perform(context, measure, pin),
        StepKind::Target(switch) => switch_target::perform(context, switch),
        StepKind::Remember(remember) => remember::perform(context, remember),
        StepKind::Condition(condition) => condition::perform(context, condition, depth),
        StepKind::Repeat(repeat) => repeat::perform(context, repeat, depth),
        StepKind::Ask(ask) => ask::perform(context, ask, pin, depth),
        StepKind::RestartApp(restart) => restart_app::perform(context, restart),
        StepKind::Clear(clear) => clear_field::perform(context, clear, pin),
        StepKind::ScrollToEdge(scroll) => scroll_to_edge::perform(context, scroll),
        StepKind::Pause(pause) => pause::perform(context, pause),
        StepKind::Check(check) => check::perform(context, check),
        StepKind::KeepEvidence(keep) => keep_evidence::perform(context, keep),
        StepKind::Group(group) => group::perform(context, group, depth),
        StepKind::Unsupported(unsupported) => Ok(Verdict::failed(unsupported.reason.clone())),
    }
}
