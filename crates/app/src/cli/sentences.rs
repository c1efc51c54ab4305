//! The sentences of a scenario with the strategy each is carried out by, for `show` and `--dry-run`.

use retap_model::program::scenario_ir::{CompiledScenario, StepType, Strategy, strategy_of};
use retap_model::program::{Draft, Step, StepKind};

use crate::skill::Skill;

/// How variables are written.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wording {
    /// By their names, as in the source.
    Names,
    /// By their values, secrets masked.
    Values,
}

/// Returns a line for every section and sentence. What was compiled decides how a sentence is carried
/// out, where it is given.
pub(super) fn sentences(
    skill: &Skill,
    compiled: Option<&CompiledScenario>,
    wording: Wording,
) -> String {
    let draft = match compiled {
        Some(compiled) => draft_of(skill, compiled),
        None => skill.draft.clone(),
    };
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

fn draft_of(skill: &Skill, compiled: &CompiledScenario) -> Draft {
    let mut draft = compiled.program(&skill.draft.header.name).draft;
    draft.bind(&skill.values);
    draft
}

/// Returns how a step is carried out: by a strategy of compiled files, or by a step of ours that they
/// have no word for. A guess is tried first, and a model is for when it does not hold.
fn strategy_words(step: &Step) -> String {
    match &step.kind {
        StepKind::Ask(ask) => match &ask.guess {
            Some(guess) => format!("{}, else {}", word_for(guess), word_for(&step.kind)),
            None => word_for(&step.kind),
        },
        kind => word_for(kind),
    }
}

fn word_for(kind: &StepKind) -> String {
    let is_question = matches!(kind, StepKind::Ask(_));
    match strategy_of(kind, "") {
        Strategy::AiCheckpoint(_) if !is_question => kind.verb().to_owned(),
        strategy => strategy.name().to_owned(),
    }
}
