//! `do`: steps in a row, each as a skill has it.

use retap_learn::source::read_step;
use retap_model::phrase::Variables;
use retap_model::program::{Nature, StepKind, Verb};
use serde_json::Value;

use super::keyboard::hide_password;
use crate::mcp::call::operations_of;
use crate::mcp::{Answer, Args, Client, Refusal, ToolCall, envelope};
use crate::operation::Operation;
use crate::skill::Skill;

/// Returns the verbs of the steps it does, each kind by its usual one: every byte is read in every task.
pub(super) fn verbs() -> String {
    let is_listed = |verb: &&Verb| {
        let kind = (verb.blank)();
        let usual = kind.skill_verb();
        is_offered(&kind) && usual.is_none_or(|usual| usual.name == verb.name)
    };
    let listed = StepKind::skill_verbs().filter(is_listed);
    let names: Vec<&str> = listed.map(|verb| verb.name).collect();
    format!(" Verbs: {}", names.join(" "))
}

/// Returns whether a step makes sense by itself: it holds no others, asks nobody, leaves nothing for later
/// steps, and stays on the device of the call.
fn is_offered(kind: &StepKind) -> bool {
    let is_alone = !matches!(kind.nature(), Nature::Block | Nature::Question);
    is_alone && !matches!(kind, StepKind::Remember(_) | StepKind::Target(_))
}

/// Does the steps; nothing is done where one of them cannot be read or is not permitted.
pub(super) fn do_steps(call: &mut ToolCall<'_>) -> Answer {
    let given = call.args.list("steps").unwrap_or_default();
    if given.is_empty() {
        return Err(Refusal::input("say at least one step in steps"));
    }
    let kinds: Vec<StepKind> = given.iter().map(step_of).collect::<Result<_, _>>()?;
    call.permit_steps(&kinds.iter().collect::<Vec<_>>())?;
    let mut acted = Vec::new();
    for mut kind in kinds {
        if let StepKind::Type(typed) = &mut kind {
            hide_password(call, typed)?;
        }
        acted.push(call.step(kind));
        if acted.last().is_some_and(|act| !act.verdict.is_passed()) {
            break;
        }
    }
    Ok(envelope::batch(call, &acted, given.len()))
}

/// Returns what the steps of a call would do, as far as they can be read.
pub(super) fn operations(_: &Client, args: &Args) -> Vec<Operation> {
    let given = args.list("steps").unwrap_or_default();
    let kinds: Vec<StepKind> = given.iter().filter_map(|it| step_of(it).ok()).collect();
    operations_of(kinds.iter())
}

/// Reads one step; JSON is YAML.
fn step_of(given: &Value) -> Result<StepKind, Refusal> {
    let text = match given {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let step = read_step(&text).map_err(|errors| Refusal::input(errors.render()))?;
    if !is_offered(&step.kind) {
        let verb = step.kind.verb();
        return Err(Refusal::input(format!("`{verb}` is for skills only")));
    }
    let mut skill = Skill::of_step(step.kind);
    if let Some(unset) = skill.draft.bind(&Variables::new()).first() {
        let name = &unset.name;
        return Err(Refusal::input(format!(
            "the variable `{name}` has no value; write its value, or `${{{name}:-value}}`"
        )));
    }
    Ok(skill.draft.steps.remove(0).kind)
}
