//! What no rule can decide: a guess is tried, then an advisor is asked.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Ability, Advice, Deadline, Png, Proposal};
use retap_model::event::Event;
use retap_model::program::{Ask, Pin, Question, StepId, StepKind};
use retap_model::screen::Screen;
use retap_model::verdict::Verdict;
use retap_model::verify::is_literal;

use crate::context::{Abort, Context, StepResult};
use crate::eyes::{Look, Need};
use crate::find::unreadable;
use crate::wait::Settled;

use super::perform_kind;

/// The longest an advisor may take to answer; a model reads a whole screen and a picture.
const PATIENCE: Duration = Duration::from_secs(120);

/// Tries the guess, then asks, if the caller configured an advisor; otherwise the step stays unjudged.
pub(super) fn perform(
    context: &mut Context<'_>,
    ask: &Ask,
    pin: Option<&Pin>,
    depth: usize,
) -> StepResult {
    let mut tried = None;
    if let Some(guess) = &ask.guess {
        let acts = context.tally.acts;
        let verdict = perform_kind(context, guess, pin, depth)?;
        if verdict.is_passed() {
            context
                .resolved
                .insert(StepId(context.current), (**guess).clone());
            return Ok(verdict);
        }
        // An act that was sent and did not work out is a failure, not an open question.
        if context.tally.acts > acts {
            return Ok(verdict);
        }
        if is_refuted(context, guess)? {
            return Ok(verdict);
        }
        tried = Some(verdict.reason);
    }
    if context.advisor.is_none() {
        // What shows may be kept as the sentence's meaning, if somebody says that it is.
        context.rest_while_learning(Need::Fresh)?;
        return Ok(Verdict::not_judged(unjudged(ask, tried.as_deref())));
    }
    match ask.question {
        Question::Do => carry_out(context, ask, depth),
        Question::Verify | Question::Summarize | Question::Sentence | Question::Then => {
            judge(context, ask)
        }
    }
}

/// Returns whether a guess that does not hold decides the question: its words are no description after
/// all, because what they say the text belongs to does stand on the screen.
fn is_refuted(context: &mut Context<'_>, guess: &StepKind) -> Result<bool, Abort> {
    let StepKind::Check(check) = guess else {
        return Ok(false);
    };
    if check.is_fingerprint {
        return Ok(false);
    }
    Ok(match context.look(Need::Recent)? {
        Look::Screen(screen) => check.claims.iter().all(|claim| is_literal(claim, &screen)),
        Look::Unreadable(_) => false,
    })
}

fn unjudged(ask: &Ask, tried: Option<&str>) -> String {
    let asked = match ask.question {
        Question::Do => format!("no rule says how to do \"{}\"", ask.text),
        Question::Verify | Question::Summarize | Question::Sentence | Question::Then => {
            format!("no rule can judge \"{}\"", ask.text)
        }
    };
    match tried {
        Some(tried) => format!("{asked} ({tried}), and no model may be asked"),
        None => format!("{asked}, and no model may be asked"),
    }
}

/// Asks whether the sentence holds.
fn judge(context: &mut Context<'_>, ask: &Ask) -> StepResult {
    let screen = match still_screen(context)? {
        Ok(screen) => screen,
        Err(verdict) => return Ok(verdict),
    };
    let picture = picture(context)?;
    let deadline = Deadline::after(context.now(), PATIENCE);
    let question = match &ask.hint {
        Some(hint) => format!("{}\n({hint})", ask.text),
        None => ask.text.to_string(),
    };
    let Some(advisor) = context.advisor.as_deref_mut() else {
        return Ok(Verdict::not_judged("no model may be asked"));
    };
    let name = advisor.name().to_owned();
    let advice = advisor.judge(&question, &screen, picture.as_ref(), deadline);
    note_sent(context);
    Ok(match advice {
        Ok(Advice::Yes { reason }) => Verdict::passed(format!("{name} says yes: {reason}")),
        Ok(Advice::No { reason }) => Verdict::failed(format!("{name} says no: {reason}")),
        Ok(Advice::Unsure { reason }) => {
            Verdict::not_judged(format!("{name} is not sure: {reason}"))
        }
        Err(error) => Verdict::not_judged(error.to_string()),
    })
}

/// Asks which step the sentence means, and performs that like any other.
fn carry_out(context: &mut Context<'_>, ask: &Ask, depth: usize) -> StepResult {
    let screen = match still_screen(context)? {
        Ok(screen) => screen,
        Err(verdict) => return Ok(verdict),
    };
    let deadline = Deadline::after(context.now(), PATIENCE);
    let sentence = ask.text.to_sentence();
    let Some(advisor) = context.advisor.as_deref_mut() else {
        return Ok(Verdict::not_judged("no model may be asked"));
    };
    let name = advisor.name().to_owned();
    let proposal = advisor.propose(&sentence, &screen, deadline);
    note_sent(context);
    let kind = match proposal {
        Ok(Proposal::Step(kind)) => *kind,
        Ok(Proposal::None { reason }) => {
            return Ok(Verdict::not_judged(format!(
                "{name} does not know: {reason}"
            )));
        }
        Err(error) => return Ok(Verdict::not_judged(error.to_string())),
    };
    let kind = match bound_as(kind, ask) {
        Ok(kind) => kind,
        Err(verdict) => return Ok(verdict),
    };
    context.warn(format!(
        "{name} takes \"{}\" to mean: {}",
        ask.text,
        kind.title()
    ));
    let verdict = perform_kind(context, &kind, None, depth)?;
    if verdict.is_passed() {
        context.resolved.insert(StepId(context.current), kind);
    }
    Ok(verdict)
}

/// Gives the variables of a proposed step the values they have in the sentence.
fn bound_as(mut kind: StepKind, ask: &Ask) -> Result<StepKind, Verdict> {
    let variables = ask.text.variables();
    let mut unset = BTreeSet::new();
    kind.phrases_mut(&mut |phrase| phrase.bind(&variables, &mut unset));
    match unset.into_iter().next() {
        Some(name) => Err(Verdict::not_judged(format!(
            "the advisor names the variable `{name}`, which the sentence does not have"
        ))),
        None => Ok(kind),
    }
}

fn still_screen(context: &mut Context<'_>) -> Result<Result<Arc<Screen>, Verdict>, Abort> {
    let first = context.first_need();
    Ok(match context.settle(context.options.timeout, first)? {
        Settled::Still(screen) | Settled::Restless(screen) => Ok(screen),
        Settled::Unreadable(reason) => Err(unreadable(&reason)),
    })
}

fn picture(context: &mut Context<'_>) -> Result<Option<Png>, Abort> {
    if !context.device().can(Ability::Screenshot) {
        return Ok(None);
    }
    Ok(Some(context.screenshot()?))
}

fn note_sent(context: &mut Context<'_>) {
    let sent = context
        .advisor
        .as_deref_mut()
        .map(|advisor| advisor.take_sent());
    for one in sent.unwrap_or_default() {
        context.emit(Event::Sent(one));
    }
}
