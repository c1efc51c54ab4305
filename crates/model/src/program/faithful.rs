//! Whether a compiled file does what its source says: a hash only tells for which source somebody made it.

use crate::phrase::Phrase;

use super::Draft;
use super::compiled::{CompiledProgram, Program, Stale};
use super::pin::Pin;
use super::step::{Ask, Check, Claim, Nature, Presence, Question, Step, StepKind, StepType};

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
        true => Ok(Some(asked_as_written(ask, &recorded.kind))),
        false => Err(Stale::Unsaid {
            index,
            recorded: recorded.kind.title(),
        }),
    }
}

/// Returns the step of a file; a question is that of the source, whatever the file says is asserted.
fn asked_as_written(ask: &Ask, recorded: &StepKind) -> StepKind {
    match recorded {
        StepKind::Ask(own) => StepKind::Ask(Ask {
            guess: own.guess.clone().or_else(|| ask.guess.clone()),
            hint: own.hint.clone(),
            ..ask.clone()
        }),
        kind => kind.clone(),
    }
}

/// Returns whether a step may be what an open sentence means: what the source itself takes it for, a question that
/// stays one, and otherwise what a learning run may keep for it.
fn answers(ask: &Ask, kind: &StepKind) -> bool {
    let is_guess = |guess: &StepKind| is_same_but_for_values(guess, kind);
    if ask.guess.as_deref().is_some_and(is_guess) {
        return true;
    }
    match (ask.question, kind) {
        (_, StepKind::Ask(own)) => own.guess.as_deref().is_none_or(|it| answers(ask, it)),
        (Question::Do, kind) => may_be_done(ask, kind),
        (Question::Then, StepKind::Check(check)) => is_recorded(ask, check),
        (_, _) => false,
    }
}

/// Returns whether two steps say the same, whether or not their variables have values.
fn is_same_but_for_values(one: &StepKind, other: &StepKind) -> bool {
    let unbound = |kind: &StepKind| {
        let mut kind = kind.clone();
        kind.phrases_mut(&mut |phrase| *phrase = Phrase::of_sentence(&phrase.to_sentence()));
        kind
    };
    one == other || unbound(one) == unbound(other)
}

/// Returns whether a check may be what a learning run saw when an open `then` held: marks of the screen, each of which
/// shows. That something nobody speaks of does not show proves nothing, and nor does any mark prove a denial.
fn is_recorded(ask: &Ask, check: &Check) -> bool {
    ask.may_be_recorded
        && check.is_fingerprint
        && !check.claims.is_empty()
        && !check.claims.iter().any(Claim::is_denial)
}

/// Returns whether a step may be how an open `do` is carried out: what is typed, is said not to show, or leads elsewhere,
/// such as to another app or address, is in the sentence. Time that passes and evidence that is kept do nothing.
fn may_be_done(ask: &Ask, kind: &StepKind) -> bool {
    let leads_elsewhere = matches!(
        kind,
        StepKind::Launch(_)
            | StepKind::ResetApp(_)
            | StepKind::RestartApp(_)
            | StepKind::OpenUrl(_)
            | StepKind::Upload(_)
            | StepKind::Target(_)
    );
    let denies = match kind {
        StepKind::Check(check) => check.claims.iter().any(Claim::is_denial),
        StepKind::Assert(assert) => assert.presence == Presence::NotVisible,
        _ => false,
    };
    let sentence = ask.text.to_sentence();
    let is_said = |text: &Phrase| sentence.contains(&text.to_sentence());
    let types_unsaid = kind.typed_text().is_some_and(|text| !is_said(text));
    let mut has_own_words = false;
    kind.clone().phrases_mut(&mut |phrase| {
        has_own_words |= !is_said(phrase);
    });
    !matches!(kind.nature(), Nature::Block | Nature::Record)
        && !types_unsaid
        && !((leads_elsewhere || denies) && has_own_words)
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
