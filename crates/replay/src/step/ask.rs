//! Decides what no rule can: a guess is tried, then an advisor is asked.

use std::collections::BTreeSet;

use retap_model::device::{Advice, Advisor, Png, Proposal};
use retap_model::reason::AdvisorAnswer;
use retap_model::verify::is_literal;

use super::prelude::*;

/// The longest an advisor may take to answer; a model reads a whole screen and a picture.
const PATIENCE: Duration = Duration::from_secs(120);

impl Perform for Ask {
    /// Tries the guess, then asks, if the caller configured an advisor; otherwise the step stays unjudged.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let mut tried = None;
        if let Some(guess) = &self.guess {
            let acts = context.progress.tally.acts;
            let verdict = perform_kind(context, guess, at)?;
            if verdict.is_passed() {
                resolve(context, (**guess).clone());
                return Ok(verdict);
            }
            // An act that was sent and did not work out is a failure, not an open question.
            if context.progress.tally.acts > acts || is_refuted(context, guess)? {
                return Ok(verdict);
            }
            tried = Some(Box::new(verdict.reason));
        }
        if context.parts.advisor.is_none() {
            // What shows may be kept as the sentence's meaning, if somebody says that it is.
            context.rest_while_learning(Freshness::New)?;
            return Ok(Verdict::not_judged(unjudged(self, tried)));
        }
        match self.question {
            Question::Do => carry_out(context, self, at.depth),
            Question::Verify | Question::Summarize | Question::Sentence | Question::Then => {
                judge(context, self)
            }
        }
    }
}

/// Keeps what the step that is running turned out to mean.
fn resolve(context: &mut Context<'_>, kind: StepKind) {
    let step = StepId(context.progress.current);
    context.progress.resolved.insert(step, kind);
}

/// Returns whether a guess that does not hold decides the question: its words are no description after
/// all, because what they say the text belongs to does stand on the screen.
fn is_refuted(context: &mut Context<'_>, guess: &StepKind) -> Result<bool, Stop> {
    let StepKind::Check(check) = guess else {
        return Ok(false);
    };
    if check.is_fingerprint {
        return Ok(false);
    }
    let seen = context.look(Freshness::Recent)?;
    Ok(seen.is_ok_and(|screen| check.claims.iter().all(|claim| is_literal(claim, &screen))))
}

fn unjudged(ask: &Ask, tried: Option<Box<Reason>>) -> Reason {
    let sentence = ask.text.to_string();
    match ask.question {
        Question::Do => Reason::NoRuleDoes { sentence, tried },
        Question::Verify | Question::Summarize | Question::Sentence | Question::Then => {
            Reason::NoRuleJudges { sentence, tried }
        }
    }
}

/// Takes a picture of the screen where there is one: a page behind an alert draws nothing, and its texts are told anyway.
fn picture_to_judge_by(context: &mut Context<'_>) -> Result<Option<Png>, Stop> {
    if !context.device().can(Ability::Screenshot) {
        return Ok(None);
    }
    match context.screenshot() {
        Err(Stop::Device(DeviceError::Unreadable { .. })) => Ok(None),
        picture => picture.map(Some),
    }
}

/// Asks whether the sentence holds.
fn judge(context: &mut Context<'_>, ask: &Ask) -> StepResult {
    let screen = context.settled_screen()?;
    let picture = picture_to_judge_by(context)?;
    let deadline = Deadline::after(context.now(), PATIENCE);
    let question = match &ask.hint {
        Some(hint) => format!("{}\n({hint})", ask.text),
        None => ask.text.to_string(),
    };
    let (advisor, advice) = consult(context, |advisor| {
        advisor.judge(&question, &screen, picture.as_ref(), deadline)
    })?;
    let says = |answer, message| Reason::Advised {
        advisor,
        answer,
        message,
    };
    Ok(match advice {
        Ok(Advice::Yes { reason }) => Verdict::passed(says(AdvisorAnswer::Yes, reason)),
        Ok(Advice::No { reason }) => Verdict::failed(says(AdvisorAnswer::No, reason)),
        Ok(Advice::Unsure { reason }) => Verdict::not_judged(says(AdvisorAnswer::Unsure, reason)),
        Err(error) => Verdict::not_judged(not_advised(&error)),
    })
}

/// Asks which step the sentence means, and performs that like any other.
fn carry_out(context: &mut Context<'_>, ask: &Ask, depth: usize) -> StepResult {
    let screen = context.settled_screen()?;
    let deadline = Deadline::after(context.now(), PATIENCE);
    let sentence = ask.text.to_sentence();
    let (advisor, proposal) = consult(context, |advisor| {
        advisor.propose(&sentence, &screen, deadline)
    })?;
    let kind = match proposal {
        Ok(Proposal::Step(kind)) => bound_as(*kind, ask)?,
        Ok(Proposal::None { reason: message }) => {
            let answer = AdvisorAnswer::Unknown;
            return Err(Stop::not_judged(Reason::Advised {
                advisor,
                answer,
                message,
            }));
        }
        Err(error) => return Err(Stop::not_judged(not_advised(&error))),
    };
    let title = kind.title();
    context.warn(format!("{advisor} takes \"{}\" to mean: {title}", ask.text));
    let verdict = perform_kind(context, &kind, At { pin: None, depth })?;
    if verdict.is_passed() {
        resolve(context, kind);
    }
    Ok(verdict)
}

/// Asks the advisor, and tells what was sent to it; returns its name with the answer.
fn consult<T>(
    context: &mut Context<'_>,
    ask: impl FnOnce(&mut dyn Advisor) -> T,
) -> Result<(String, T), Stop> {
    let Some(advisor) = context.parts.advisor.as_deref_mut() else {
        let message = "no model may be asked".to_owned();
        return Err(Stop::not_judged(Reason::NotAdvised { message }));
    };
    let name = advisor.name().to_owned();
    let answer = ask(advisor);
    for sent in advisor.take_sent() {
        context.emit(Event::Sent(sent));
    }
    Ok((name, answer))
}

fn not_advised(error: &impl ToString) -> Reason {
    let message = error.to_string();
    Reason::NotAdvised { message }
}

/// Gives the variables of a proposed step the values they have in the sentence.
fn bound_as(mut kind: StepKind, ask: &Ask) -> Result<StepKind, Stop> {
    let variables = ask.text.variables();
    let mut unset = BTreeSet::new();
    kind.phrases_mut(&mut |phrase| phrase.bind(&variables, &mut unset));
    match unset.into_iter().next() {
        Some(name) => Err(Stop::not_judged(Reason::UnknownVariable { name })),
        None => Ok(kind),
    }
}

impl Perform for Unsupported {
    fn perform(&self, _: &mut Context<'_>, _: At<'_>) -> StepResult {
        let message = self.reason.clone();
        Err(Stop::failed(Reason::Unsupported { message }))
    }
}
