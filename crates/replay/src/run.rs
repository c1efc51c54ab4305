//! Running a whole program: every step in order, one verdict at the end.

use std::collections::BTreeMap;
use std::time::Duration;

use retap_model::device::{Action, DeviceError};
use retap_model::event::{
    Event, FORMAT, RunFinished, RunStarted, StepFinished, StepStarted, Tally,
};
use retap_model::program::{Draft, Presence, Program, Step, StepId, StepKind, StepType, Target};
use retap_model::verdict::{Outcome, Verdict};

use crate::context::{Abort, Context, Parts, RunOptions};
use crate::engine::Engine;
use crate::observer::Fact;
use crate::owed::prove_nothing;
use crate::step;

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
pub struct RunReport {
    /// How, and why.
    pub verdict: Verdict,
    /// The figures.
    pub tally: Tally,
    /// How long it took, on the device's clock.
    pub took: Duration,
    /// Whether the device or the environment was at fault, not the app.
    pub is_device_error: bool,
    /// What the device said then.
    pub device_error: Option<DeviceError>,
    /// Whether somebody asked to stop.
    pub is_stopped: bool,
    /// Whether the last search by scrolling ended with a swipe that moved nothing.
    pub stood_still: bool,
    /// What steps no rule could decide turned out to mean.
    pub resolved: BTreeMap<StepId, StepKind>,
}

/// Runs a program on a device.
///
/// The first step that fails ends it and the rest are skipped. It passes only if at least one
/// step was carried out, none failed, and none was left unjudged unless the options allow that.
pub fn run<'a>(program: &'a Program, parts: Parts<'a>, options: &'a RunOptions) -> RunReport {
    Engine::default().run(program, parts, options)
}

/// Runs every step and judges the whole.
pub(crate) fn run_program(context: &mut Context<'_>) -> RunReport {
    start(context);
    context.skip_signals();
    let program = context.program;
    let ended = run_framed(context, &program.draft);
    finish(context, ended)
}

/// Runs the steps between what a scenario asks for before and after all of them.
fn run_framed(context: &mut Context<'_>, draft: &Draft) -> Result<Ended, Abort> {
    let Some(frame) = &draft.header.frame else {
        return run_steps(context, &draft.steps, 0);
    };
    let app = frame.app.reveal();
    if frame.clear_data_before
        && let Some(verdict) = context.send(&Action::ClearData(app.clone()))?
    {
        let reason = format!(
            "the data of `{app}` could not be erased: {}",
            verdict.reason
        );
        skip(context, &draft.steps, 0, "the run could not be prepared");
        return Err(Abort::Unprepared(reason));
    }
    let ended = run_steps(context, &draft.steps, 0);
    if frame.stop_app_after {
        stop_app(context, &app);
    }
    ended
}

/// Stops the app however the run ended, even when nothing may be done any more.
fn stop_app(context: &mut Context<'_>, app: &str) {
    let deadline = context.round_trip();
    let stop = Action::Stop(app.to_owned());
    if let Err(error) = context.device().perform(&stop, deadline) {
        context.warn(format!("`{app}` could not be stopped at the end: {error}"));
    }
}

/// How a list of steps ended.
pub(crate) enum Ended {
    /// Every step was run.
    Through,
    /// Nobody could say how to do this one; what comes after it would be done on another screen than
    /// its author thinks.
    Undone {
        /// The number people know it by, from 1.
        number: usize,
        /// Why.
        reason: String,
    },
    /// This one failed, or could not be judged where that ends the run.
    StoppedAt {
        /// The number people know it by, from 1.
        number: usize,
        /// Why.
        reason: String,
    },
}

/// Runs steps in order until one fails, or beyond where the caller wants that.
pub(crate) fn run_steps(
    context: &mut Context<'_>,
    steps: &[Step],
    depth: usize,
) -> Result<Ended, Abort> {
    context.numbers.push(0);
    let ended = run_each(context, steps, depth);
    context.numbers.pop();
    ended
}

fn run_each(context: &mut Context<'_>, steps: &[Step], depth: usize) -> Result<Ended, Abort> {
    let is_last = context.is_last;
    for (position, step) in steps.iter().enumerate() {
        if let Some(number) = context.numbers.last_mut() {
            *number = position + 1;
        }
        let acts = context.tally.acts;
        let rest = &steps[position + 1..];
        context.may_come_up = asked_next(context, rest);
        let is_round = matches!(step.kind, StepKind::Repeat(_));
        context.is_last = is_last && !is_round && prove_nothing(rest);
        let verdict = match run_step(context, step, depth) {
            Ok(verdict) => verdict,
            Err(abort) => {
                skip(context, rest, depth, "the run was cut short");
                return Err(abort);
            }
        };
        let number = shown_number(context, step);
        let reason = verdict.reason.clone();
        if verdict.is_failed() && !context.options.keep_going {
            skip(context, rest, depth, "a step before it failed");
            return Ok(Ended::StoppedAt { number, reason });
        }
        if verdict.is_failed() && context.first_failure.is_none() {
            context.first_failure = Some((number, reason.clone()));
        }
        if is_undone(context, step, &verdict, acts) {
            skip(context, rest, depth, "a step before it was not done");
            return Ok(Ended::Undone { number, reason });
        }
    }
    Ok(Ended::Through)
}

/// Returns what the next step looks for to decide what is done: an author who asks whether something shows
/// says that it may have come up.
fn asked_next(context: &Context<'_>, rest: &[Step]) -> Option<Target> {
    match &rest.first()?.kind {
        StepKind::Condition(condition) if condition.test.presence == Presence::Visible => {
            context.recall(&condition.test.target).ok()
        }
        _ => None,
    }
}

/// Returns the number people know a step by: of a scenario's sentence its place in the list around
/// it, of a skill's step its place in the whole source.
fn shown_number(context: &Context<'_>, step: &Step) -> usize {
    match (&step.sentence, context.numbers.last()) {
        (Some(_), Some(number)) => *number,
        (_, _) => step.id.0 + 1,
    }
}

/// Returns whether a sentence that says what to do was not done at all, and nobody allowed that.
fn is_undone(context: &mut Context<'_>, step: &Step, verdict: &Verdict, acts: u32) -> bool {
    let says_do = step
        .sentence
        .as_ref()
        .is_some_and(|sentence| sentence.kind != StepType::Then);
    verdict.outcome == Outcome::NotJudged
        && says_do
        && !context.options.allow_not_judged
        && !context.options.keep_going
        && (context.tally.acts == acts || matches!(step.kind, StepKind::Group(_)))
        && !context.is_blind()
}

fn run_step(context: &mut Context<'_>, step: &Step, depth: usize) -> Result<Verdict, Abort> {
    context.check_stop()?;
    announce(context, step, depth);
    context.tell(Fact::Started(step.id));
    let (started, reads) = (context.elapsed(), context.tally.reads);
    context.is_allowed_unjudged = false;
    context.in_sentence = step.sentence.is_some();
    let ended = perform_with_evidence(context, step, depth);
    context.current = step.id.0;
    let verdict = match &ended {
        Ok(verdict) => verdict.clone(),
        Err(Abort::Device(error)) => Verdict::failed(error.to_string()),
        Err(Abort::Stopped) => Verdict::skipped("stopped on request"),
        Err(Abort::OutOfTime(limit)) => Verdict::failed(describe_limit(*limit)),
        Err(Abort::Unprepared(reason)) => Verdict::failed(reason.clone()),
    };
    let verdict = context.note_signals(step, verdict);
    let verdict = context.masked(verdict);
    // A device that is gone gives no picture, and its error is already the step's reason.
    if verdict.is_failed() && ended.is_ok() {
        let _ = context.picture_failure();
    }
    count(&mut context.tally, verdict.outcome);
    let is_allowed = verdict.outcome == Outcome::NotJudged && context.is_allowed_unjudged;
    context.allowed_unjudged += u32::from(is_allowed);
    let took = context.elapsed().saturating_sub(started);
    let reads = context.tally.reads - reads;
    context.tell(Fact::Finished {
        verdict: &verdict,
        took,
    });
    context.emit(Event::StepFinished(StepFinished {
        step: step.id.0,
        outcome: verdict.outcome,
        reason: verdict.reason.clone(),
        took_ms: took.as_millis() as u64,
        reads,
        is_allowed,
    }));
    ended.map(|_| verdict)
}

/// Performs a step with what surrounds a sentence of a scenario: evidence, and the wait its author
/// asks for after it.
fn perform_with_evidence(
    context: &mut Context<'_>,
    step: &Step,
    depth: usize,
) -> Result<Verdict, Abort> {
    let Some(sentence) = &step.sentence else {
        return step::perform(context, step, depth);
    };
    context.keep_before()?;
    let verdict = step::perform(context, step, depth)?;
    if !verdict.is_failed() {
        context.pause(sentence.wait)?;
    }
    context.current = step.id.0;
    context.keep_after()?;
    Ok(verdict)
}

fn announce(context: &mut Context<'_>, step: &Step, depth: usize) {
    context.current = step.id.0;
    let rounds = context.rounds.clone();
    context.emit(Event::StepStarted(StepStarted {
        step: step.id.0,
        depth,
        rounds,
        verb: step.kind.verb().to_owned(),
        title: step.title(),
        line: step.place.line,
        sentence: step.sentence_mark(),
    }));
}

fn skip(context: &mut Context<'_>, steps: &[Step], depth: usize, reason: &str) {
    for step in steps {
        announce(context, step, depth);
        count(&mut context.tally, Outcome::Skipped);
        context.emit(Event::StepFinished(StepFinished {
            step: step.id.0,
            outcome: Outcome::Skipped,
            reason: reason.to_owned(),
            took_ms: 0,
            reads: 0,
            is_allowed: false,
        }));
    }
}

fn count(tally: &mut Tally, outcome: Outcome) {
    match outcome {
        Outcome::Passed => tally.passed += 1,
        Outcome::Failed => tally.failed += 1,
        Outcome::NotJudged => tally.not_judged += 1,
        Outcome::Skipped => tally.skipped += 1,
    }
}

fn start(context: &mut Context<'_>) {
    let info = context.device().info().clone();
    let options = context.options;
    let started = RunStarted {
        format: FORMAT,
        skill: context.program.draft.header.name.clone(),
        file: options.file.clone(),
        mode: options.mode,
        device: info.address,
        device_name: info.name,
        size: [info.size.width, info.size.height],
        steps: context.program.draft.flat().len(),
        attempt: options.attempt,
        started_at: options
            .started_at
            .unwrap_or_else(|| context.clock().timestamp())
            .to_rfc3339(),
        is_scenario: context.program.draft.header.frame.is_some(),
        compiled_from: options.compiled_from.clone(),
    };
    context.emit(Event::RunStarted(started));
}

fn finish(context: &mut Context<'_>, ended: Result<Ended, Abort>) -> RunReport {
    context.warn_of_open_downloads();
    if matches!(ended, Ok(Ended::Through)) {
        note_savings(context);
    }
    let is_stopped = matches!(ended, Err(Abort::Stopped));
    let device_error = match &ended {
        Err(Abort::Device(error)) => Some(error.clone()),
        Err(Abort::Stopped | Abort::OutOfTime(_) | Abort::Unprepared(_)) | Ok(_) => None,
    };
    let is_device_error = device_error.is_some();
    let verdict = context.masked(judge(context, ended));
    let took = context.elapsed();
    let tally = context.tally;
    context.emit(Event::RunFinished(RunFinished {
        outcome: verdict.outcome,
        reason: verdict.reason.clone(),
        took_ms: took.as_millis() as u64,
        tally,
        is_device_error,
        is_stopped,
    }));
    RunReport {
        verdict,
        tally,
        took,
        is_device_error,
        device_error,
        is_stopped,
        stood_still: context.stood_still,
        resolved: std::mem::take(&mut context.resolved),
    }
}

fn note_savings(context: &mut Context<'_>) {
    if let Some(learned) = context.program.learned {
        let tally = &mut context.tally;
        tally.reads_saved = learned.reads.saturating_sub(tally.reads);
        tally.text_reads_saved = learned.text_reads.saturating_sub(tally.text_reads);
    }
}

fn judge(context: &Context<'_>, ended: Result<Ended, Abort>) -> Verdict {
    let tally = context.tally;
    let open = tally.not_judged.saturating_sub(context.allowed_unjudged);
    match ended {
        Err(Abort::Stopped) => Verdict::failed("stopped on request"),
        Err(Abort::Device(error)) => Verdict::failed(describe_device(&error)),
        Err(Abort::OutOfTime(limit)) => Verdict::failed(describe_limit(limit)),
        Err(Abort::Unprepared(reason)) => Verdict::failed(reason),
        Ok(Ended::Undone { number, reason }) => {
            Verdict::not_judged(format!("step {number}: {reason}"))
        }
        Ok(Ended::StoppedAt { number, reason }) => {
            Verdict::failed(format!("step {number}: {reason}"))
        }
        Ok(Ended::Through) if tally.failed > 0 => Verdict::failed(describe_failures(context)),
        Ok(Ended::Through) if tally.passed == 0 && !is_allowed_unseen(context) => {
            Verdict::not_judged("no step of it was carried out and judged")
        }
        Ok(Ended::Through) if open > 0 && !context.options.allow_not_judged => {
            Verdict::not_judged(format!("{open} of its steps could not be judged"))
        }
        Ok(Ended::Through) if tally.not_judged > 0 => Verdict::passed(format!(
            "{} steps passed; {} that could not be judged were allowed",
            tally.passed, tally.not_judged
        )),
        Ok(Ended::Through) => Verdict::passed(format!("{} steps passed", tally.passed)),
    }
}

/// Returns whether the caller allowed a run in which things were done and nothing could be seen.
fn is_allowed_unseen(context: &Context<'_>) -> bool {
    context.options.allow_not_judged && context.tally.acts > 0
}

fn describe_failures(context: &Context<'_>) -> String {
    let more = match context.tally.failed {
        0 | 1 => String::new(),
        failed => format!("; {failed} steps failed in all"),
    };
    match &context.first_failure {
        Some((number, reason)) => format!("step {number}: {reason}{more}"),
        None => format!("{} steps failed", context.tally.failed),
    }
}

fn describe_limit(limit: Duration) -> String {
    format!("the run took longer than the {limit:?} its `config.timeout` allows")
}

fn describe_device(error: &DeviceError) -> String {
    format!("the device could not go on: {error}")
}
