//! Whether a compiled file does what its source says: a hash only tells for which source somebody made it.

use super::Draft;
use super::compiled::{CompiledProgram, Program, Stale};
use super::pin::Pin;
use super::step::{Ask, Nature, Question, Step, StepKind, StepType};

/// Returns the program of a file that can be run without its source, with the steps of the source. Only what the source
/// leaves open, because no rule reads the sentence, is taken from the file: who reads the source knows what is done.
pub(super) fn in_place_of(compiled: &CompiledProgram, written: &Draft) -> Result<Program, Stale> {
    let whole = compiled.standalone.as_ref();
    let recorded = whole.map_or_else(Vec::new, |whole| whole.draft.flat());
    let steps = written.flat();
    if steps.len() != recorded.len() {
        return Err(Stale::Steps {
            recorded: recorded.len(),
            written: steps.len(),
        });
    }
    let mut answers = Vec::new();
    for (index, ((_, step), (_, own))) in steps.iter().zip(&recorded).enumerate() {
        answers.push(answer_of(step, own, index)?);
    }
    let mut program = Program::live(written.clone());
    program.learned = compiled.learned;
    let mut answers = answers.into_iter();
    program.draft.for_each_mut(&mut |step| {
        if let Some(kind) = answers.next().flatten() {
            step.kind = kind;
        }
    });
    for ((_, step), recorded) in steps.iter().zip(&compiled.steps) {
        if let Some(pin) = &recorded.pin {
            program.pins.insert(step.id, pin.clone());
        }
    }
    for (_, step) in program.draft.flat() {
        if let Some(pin) = program.pin(step.id) {
            check_target(step, pin)?;
        }
    }
    Ok(program)
}

/// Returns the step of a file that answers an open sentence of the source, nothing where the source itself says
/// what to do, or why the two do not belong together.
fn answer_of(written: &Step, recorded: &Step, index: usize) -> Result<Option<StepKind>, Stale> {
    let said = |step: &Step| {
        let sentence = step.sentence.as_ref()?;
        let text = sentence.text.to_sentence();
        let is_replay = sentence.kind == StepType::Replay;
        let text = Some(text).filter(|_| !is_replay);
        Some((sentence.section.clone(), sentence.kind, text))
    };
    if said(written) != said(recorded) {
        return Err(Stale::Step {
            index,
            recorded: recorded.title(),
            written: written.title(),
        });
    }
    let ask = match (&written.kind, &recorded.kind) {
        // What nobody knows how to do fails, and says so.
        (_, StepKind::Unsupported(_)) => return Ok(Some(recorded.kind.clone())),
        (StepKind::Ask(ask), _) => ask,
        (_, _) => return Ok(None),
    };
    match answers(ask, &recorded.kind) {
        true => Ok(Some(recorded.kind.clone())),
        false => Err(Stale::Unsaid {
            index,
            recorded: recorded.kind.title(),
        }),
    }
}

/// Returns whether a step may be what an open sentence means: a `then` is only looked for, and what leads elsewhere,
/// such as to another app or address, has its words from the sentence.
fn answers(ask: &Ask, kind: &StepKind) -> bool {
    let (question, nature) = (ask.question, kind.nature());
    let only_looks = matches!(nature, Nature::Proof | Nature::Record | Nature::Question);
    if only_looks || question == Question::Then {
        return only_looks;
    }
    let leads_elsewhere = matches!(
        kind,
        StepKind::Launch(_)
            | StepKind::ResetApp(_)
            | StepKind::RestartApp(_)
            | StepKind::OpenUrl(_)
            | StepKind::Upload(_)
            | StepKind::Target(_)
    );
    let sentence = ask.text.to_sentence();
    let mut has_own_words = false;
    kind.clone().phrases_mut(&mut |phrase| {
        has_own_words |= !sentence.contains(&phrase.to_sentence());
    });
    nature != Nature::Block && !(leads_elsewhere && has_own_words)
}

/// Refuses a pin whose element is none that the step names.
pub(super) fn check_target(step: &Step, pin: &Pin) -> Result<(), Stale> {
    let acted = (step.kind.acted_target(), &pin.evidence);
    let moved = (step.kind.destination(), &pin.destination_evidence);
    for (target, evidence) in [acted, moved] {
        if let (Some(target), Some(evidence)) = (target, evidence)
            && evidence.contradicts(target)
        {
            return Err(Stale::Target {
                index: step.id.0,
                recorded: evidence.label().to_owned(),
                written: target.label.to_string(),
            });
        }
    }
    Ok(())
}
