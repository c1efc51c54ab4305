//! The steps of a skill, or the sentences of a scenario with the strategy each is carried out by, for `show` and
//! `--dry-run`.

use retap_model::program::{CompiledProgram, Draft, Step, StepKind, StepType, outline};

use crate::skill::Skill;

/// How variables are written.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wording {
    /// By their names, as in the source.
    Names,
    /// By their values, secrets masked.
    Values,
}

/// Returns a line for every step, or for every section and sentence. What was compiled decides how a sentence is
/// carried out, where it is given.
pub(super) fn step_lines(
    skill: &Skill,
    compiled: Option<&CompiledProgram>,
    wording: Wording,
) -> String {
    if !skill.is_scenario() {
        let lines = outline(&skill.draft.steps);
        return lines.lines().map(|line| format!("  {line}\n")).collect();
    }
    let draft = compiled.and_then(|compiled| draft_of(skill, compiled));
    let draft = draft.unwrap_or_else(|| skill.draft.clone());
    let mut text = String::new();
    let mut section = None;
    for (depth, step) in draft.flat() {
        let Some(sentence) = &step.sentence else {
            continue;
        };
        if depth == 0 && section != Some(&sentence.section) {
            section = Some(&sentence.section);
            text.push_str(&format!("  {}\n", sentence.section));
        }
        let words = match wording {
            Wording::Names => sentence.text.to_sentence(),
            Wording::Values => step.title(),
        };
        let indent = 4 + 2 * depth;
        let line = match sentence.kind {
            // Its words say `replay` already, and what it does stands below it.
            StepType::Replay => words,
            kind @ (StepType::Do | StepType::Then) => {
                format!("{} {words}  [{}]", kind.as_str(), strategy_words(step))
            }
        };
        text.push_str(&format!("{:indent$}{line}\n", ""));
    }
    text
}

fn draft_of(skill: &Skill, compiled: &CompiledProgram) -> Option<Draft> {
    let program = compiled.standalone_program(&skill.draft.header.name);
    let mut draft = program?.draft;
    draft.bind(&skill.values);
    Some(draft)
}

/// Returns how a step is carried out: by a strategy of compiled files, or by a step of ours that they
/// have no word for. A guess is tried first, and a model is for when it does not hold.
fn strategy_words(step: &Step) -> String {
    let name = step.kind.strategy_name();
    if let StepKind::Ask(ask) = &step.kind
        && let Some(guess) = &ask.guess
    {
        return format!("{}, else {name}", guess.strategy_name());
    }
    name.to_owned()
}
