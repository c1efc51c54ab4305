//! Running a whole program: every step in order, one verdict at the end.

use std::collections::BTreeMap;
use std::time::Duration;

use retap_model::device::{Action, DeviceError};
use retap_model::event::{
    Event, FORMAT, Purpose, RunFinished, RunStarted, StepFinished, StepStarted, Tally,
};
use retap_model::program::{Draft, Step, StepId, StepKind, StepType, Target};
use retap_model::reason::Reason;
use retap_model::secret::Masker;
use retap_model::select::Evidence;
use retap_model::verdict::{Outcome, Verdict};

use crate::context::Context;
use crate::held_secrets::HeldSecrets;
use crate::messages::proof_of;
use crate::parts::Fact;
use crate::signals::StepEnding;
use crate::step;
use crate::stop::{StepResult, Stop};

/// How a run ended.
#[derive(Debug, Clone)]
pub struct RunReport {
    /// How, and why.
    pub verdict: Verdict,
    /// The figures.
    pub tally: Tally,
    /// How long it took, on the device's clock.
    pub took: Duration,
    /// The error of the device, where it or the environment was at fault and not the app.
    pub device_error: Option<DeviceError>,
    /// Whether somebody asked to stop.
    pub is_stopped: bool,
    /// The meanings found for steps that no rule could decide.
    pub resolved: BTreeMap<StepId, StepKind>,
    /// Masks everything that was secret, and what is left of that in fields.
    pub secrets: Masker,
    /// What fields of the device that the run was given hold of that.
    pub held_secrets: HeldSecrets,
}

impl RunReport {
    /// Returns whether the device or the environment was at fault, not the app.
    pub const fn is_device_error(&self) -> bool {
        self.device_error.is_some()
    }
}

/// Runs every step and judges the whole.
pub(crate) fn run_program(context: &mut Context<'_>) -> RunReport {
    start(context);
    context.skip_signals();
    context.progress.must_be_quiet = true;
    let program = context.program;
    let ended = run_framed(context, &program.draft);
    finish(context, ended)
}

/// Runs the steps between what a scenario asks for before and after all of them.
fn run_framed(context: &mut Context<'_>, draft: &Draft) -> Result<(), Stop> {
    let run = |context: &mut Context<'_>| {
        run_steps(context, &draft.steps, 0, &|number, why| Reason::AtStep {
            number,
            why,
        })
    };
    let Some(frame) = &draft.header.frame else {
        return run(context);
    };
    let app = frame.app.reveal();
    if frame.clear_data_before {
        erase_data(context, &app).inspect_err(|stop| {
            if matches!(stop, Stop::Unprepared(_)) {
                skip(context, &draft.steps, 0, &Reason::Unprepared);
            }
        })?;
    }
    let ended = run(context);
    if frame.stop_app_after {
        stop_app(context, &app);
    }
    ended
}

fn erase_data(context: &mut Context<'_>, app: &str) -> Result<(), Stop> {
    let erased = context.send(&Action::ClearData(app.to_owned()));
    erased.map_err(|stop| match stop {
        Stop::Step(verdict) => Stop::Unprepared(Reason::NotErased {
            app: app.to_owned(),
            why: Box::new(verdict.reason),
        }),
        stop => stop,
    })
}

/// Stops the app however the run ended, even when nothing may be done any more.
fn stop_app(context: &mut Context<'_>, app: &str) {
    let deadline = context.round_trip();
    let stop = Action::Stop(app.to_owned());
    if let Err(error) = context.device().perform(&stop, deadline) {
        context.warn(format!("`{app}` could not be stopped at the end: {error}"));
    }
}

/// Returns the reason of what holds steps from the number of the step that ended it, and why that did.
pub(crate) type AtStep<'w> = &'w dyn Fn(usize, Box<Reason>) -> Reason;

/// Runs steps in order until one fails, or beyond where the caller wants that. One that ends the list ends what
/// holds it, too: failed, or not judged where nobody could say how to do it, because what comes after it would be
/// done on another screen than its author thinks.
pub(crate) fn run_steps(
    context: &mut Context<'_>,
    steps: &[Step],
    depth: usize,
    at_step: AtStep<'_>,
) -> Result<(), Stop> {
    let own = context.progress.current;
    context.progress.numbers.push(0);
    let ended = run_each(context, steps, depth, at_step);
    context.progress.numbers.pop();
    context.progress.current = own;
    ended
}

fn run_each(
    context: &mut Context<'_>,
    steps: &[Step],
    depth: usize,
    at_step: AtStep<'_>,
) -> Result<(), Stop> {
    let (is_followed, must_be_quiet) =
        (context.progress.is_followed, context.progress.must_be_quiet);
    for (position, step) in steps.iter().enumerate() {
        if let Some(number) = context.progress.numbers.last_mut() {
            *number = position + 1;
        }
        let acts = context.progress.tally.acts;
        let rest = &steps[position + 1..];
        context.progress.may_come_up = asked_next(context, rest);
        context.progress.next_target = recorded_next(context, rest);
        context.progress.next_shown = asserted_next(context, rest);
        context.progress.next_proof = rest.first().and_then(proof_of);
        let is_round = matches!(step.kind, StepKind::Repeat(_));
        context.progress.is_followed = is_followed || is_round || !prove_nothing(rest);
        context.progress.must_be_quiet = rest.first().map_or(must_be_quiet, leaves_app);
        let verdict = run_step(context, step, depth)
            .inspect_err(|_| skip(context, rest, depth, &Reason::CutShort))?;
        let number = shown_number(context, step);
        let is_undone = is_undone(context, step, &verdict, acts);
        let is_failed = verdict.is_failed();
        if is_failed && !context.options.keep_going {
            skip(context, rest, depth, &Reason::AfterFailure);
            return Err(Stop::failed(at_step(number, Box::new(verdict.reason))));
        }
        if is_undone {
            skip(context, rest, depth, &Reason::AfterUndone);
            return Err(Stop::not_judged(at_step(number, Box::new(verdict.reason))));
        }
        if is_failed {
            let first = &mut context.progress.first_failure;
            first.get_or_insert((number, verdict.reason));
        }
    }
    Ok(())
}

/// Returns whether a step ends what the app in front is at.
fn leaves_app(step: &Step) -> bool {
    matches!(
        step.kind,
        StepKind::Launch(_)
            | StepKind::Home(_)
            | StepKind::OpenUrl(_)
            | StepKind::ResetApp(_)
            | StepKind::RestartApp(_)
    )
}

/// Returns whether steps prove nothing of how an act before them ended.
fn prove_nothing(steps: &[Step]) -> bool {
    let is_idle = |step: &Step| matches!(step.kind, StepKind::Screenshot(_));
    steps.iter().all(is_idle)
}
/// Returns what the next step looks for to decide what is done: an author who asks whether something shows
/// says that it may have come up.
fn asked_next(context: &Context<'_>, rest: &[Step]) -> Option<Target> {
    match &rest.first()?.kind {
        StepKind::Condition(condition) if !condition.test.presence.is_absence() => {
            context.recall(&condition.test.target).ok()
        }
        _ => None,
    }
}

/// Returns what the author says must show next.
fn asserted_next(context: &Context<'_>, rest: &[Step]) -> Option<Target> {
    match &rest.first()?.kind {
        StepKind::Assert(assert) if !assert.presence.is_absence() => {
            context.recall(&assert.target).ok()
        }
        _ => None,
    }
}

/// Returns what the next step acts on, where a lesson recorded it.
fn recorded_next(context: &Context<'_>, rest: &[Step]) -> Option<(Target, Evidence)> {
    let next = rest.first()?;
    let evidence = context.program.pin(next.id)?.evidence.clone()?;
    let target = context.recall(next.kind.acted_target()?).ok()?;
    Some((target, evidence))
}

/// Returns the number people know a step by: of a scenario's sentence its place in the list around
/// it, of a skill's step its place in the whole source.
fn shown_number(context: &Context<'_>, step: &Step) -> usize {
    match (&step.sentence, context.progress.numbers.last()) {
        (Some(_), Some(number)) => *number,
        (_, _) => step.id.0 + 1,
    }
}

/// Returns whether a sentence that says what to do was not done at all, and nobody allowed that.
fn is_undone(context: &mut Context<'_>, step: &Step, verdict: &Verdict, acts: u32) -> bool {
    let sentence = step.sentence.as_ref();
    let says_do = sentence.is_some_and(|sentence| sentence.kind != StepType::Then);
    let sent = context.progress.tally.acts > acts;
    verdict.outcome == Outcome::NotJudged
        && says_do
        && !context.options.allow_not_judged
        && !context.options.keep_going
        && (!sent || matches!(step.kind, StepKind::Group(_)))
        && !context.is_blind()
}

fn run_step(context: &mut Context<'_>, step: &Step, depth: usize) -> StepResult {
    context.check_stop()?;
    announce(context, step, depth);
    context.tell(Fact::Started(step.id));
    context.progress.effects.begin_step();
    let (started, before) = (context.elapsed(), context.progress.tally);
    context.progress.is_allowed_unjudged = false;
    context.progress.in_sentence = step.sentence.is_some();
    let must_be_quiet = context.progress.must_be_quiet;
    // Which round of a loop is the last one is known after it.
    context.progress.must_be_quiet &= !matches!(step.kind, StepKind::Repeat(_));
    let ended = perform_with_evidence(context, step, depth);
    context.progress.current = step.id.0;
    let ending = StepEnding {
        acts: before.acts,
        looked_until: context.newest_signal(),
        is_end: must_be_quiet,
        is_unseen: must_be_quiet || !context.progress.is_followed,
    };
    let verdict = judge_step(context, step, &ended, ending);
    if verdict.is_failed() && ended.is_ok() {
        context.picture_failure();
    }
    let is_allowed = verdict.outcome == Outcome::NotJudged && context.progress.is_allowed_unjudged;
    context.progress.allowed_unjudged += u32::from(is_allowed);
    let took = context.elapsed().saturating_sub(started);
    let finished = StepFinished {
        took_ms: took.as_millis() as u64,
        reads: context.progress.tally.reads - before.reads,
        is_allowed,
        ..finished(step, &verdict)
    };
    context.tell(Fact::Finished {
        verdict: &verdict,
        took,
    });
    count(context, finished);
    ended.map(|_| verdict)
}

/// Returns the verdict of a step by all that came of it, seen or not.
fn judge_step(
    context: &mut Context<'_>,
    step: &Step,
    ended: &StepResult,
    ending: StepEnding,
) -> Verdict {
    if ending.is_end && ended.as_ref().is_ok_and(|verdict| !verdict.is_failed()) {
        context.wait_until_quiet();
        context.wait_for_writes();
        context.watch_after_answer();
    }
    let verdict = match (ended, context.check_watched(ending.is_end)) {
        (Ok(_), Err(stop)) => stop.step_verdict(),
        (Ok(verdict), Ok(())) => verdict.clone(),
        (Err(stop), _) => stop.step_verdict(),
    };
    let verdict = context.with_obstruction(verdict);
    let verdict = context.note_signals(step, verdict, ending);
    let verdict = context.judge_messages(step, verdict, ending.is_end);
    let verdict = context.judge_layer(verdict, ending.is_end);
    context.masked(verdict)
}

/// Performs a step with what surrounds a sentence of a scenario: evidence, and the wait its author
/// asks for after it.
fn perform_with_evidence(context: &mut Context<'_>, step: &Step, depth: usize) -> StepResult {
    let Some(sentence) = &step.sentence else {
        return step::perform(context, step, depth);
    };
    context.picture_sentence(Purpose::Before)?;
    context.keep_tree()?;
    let verdict = step::perform(context, step, depth)?;
    if !verdict.is_failed() {
        context.pause(sentence.wait)?;
    }
    context.progress.current = step.id.0;
    context.picture_sentence(Purpose::After)?;
    Ok(verdict)
}

fn announce(context: &mut Context<'_>, step: &Step, depth: usize) {
    context.progress.current = step.id.0;
    let rounds = context.progress.rounds.clone();
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

fn skip(context: &mut Context<'_>, steps: &[Step], depth: usize, reason: &Reason) {
    let skipped = Verdict::new(Outcome::Skipped, reason.clone());
    for step in steps {
        announce(context, step, depth);
        count(context, finished(step, &skipped));
    }
}

/// Returns the end of a step that cost nothing.
fn finished(step: &Step, verdict: &Verdict) -> StepFinished {
    StepFinished {
        step: step.id.0,
        outcome: verdict.outcome,
        reason: verdict.reason.to_string(),
        why: Some(verdict.reason.clone()),
        took_ms: 0,
        reads: 0,
        is_allowed: false,
    }
}

fn count(context: &mut Context<'_>, finished: StepFinished) {
    let tally = &mut context.progress.tally;
    match finished.outcome {
        Outcome::Passed => tally.passed += 1,
        Outcome::Failed => tally.failed += 1,
        Outcome::NotJudged => tally.not_judged += 1,
        Outcome::Skipped => tally.skipped += 1,
    }
    context.emit(Event::StepFinished(finished));
}

fn start(context: &mut Context<'_>) {
    let info = context.device().info().clone();
    let (header, options) = (&context.program.draft.header, context.options);
    let started_at = options.started_at;
    context.emit(Event::RunStarted(RunStarted {
        format: FORMAT,
        skill: header.name.clone(),
        file: options.file.clone(),
        mode: options.mode,
        device: info.address,
        device_name: info.name,
        size: [info.size.width, info.size.height],
        steps: context.program.draft.flat().len(),
        attempt: options.attempt,
        started_at: started_at
            .unwrap_or_else(|| context.parts.clock.timestamp())
            .to_rfc3339(),
        is_scenario: header.frame.is_some(),
        compiled_from: options.compiled_from.clone(),
    }));
}

fn finish(context: &mut Context<'_>, ended: Result<(), Stop>) -> RunReport {
    context.tell_writes();
    context.warn_of_open_downloads();
    if ended.is_ok() {
        note_savings(context);
    }
    let is_stopped = matches!(ended, Err(Stop::Requested));
    let verdict = match &ended {
        Ok(()) => judge(context),
        Err(stop) => stop.run_verdict(),
    };
    let verdict = context.masked(verdict);
    let device_error = match ended {
        Err(Stop::Device(error)) => Some(error),
        Err(Stop::Step(_) | Stop::Requested | Stop::OutOfTime(_) | Stop::Unprepared(_))
        | Ok(()) => None,
    };
    let took = context.elapsed();
    let tally = context.progress.tally;
    context.emit(Event::RunFinished(RunFinished {
        outcome: verdict.outcome,
        reason: verdict.reason.to_string(),
        why: Some(verdict.reason.clone()),
        took_ms: took.as_millis() as u64,
        tally,
        is_device_error: device_error.is_some(),
        is_stopped,
    }));
    RunReport {
        verdict,
        tally,
        took,
        device_error,
        is_stopped,
        resolved: std::mem::take(&mut context.progress.resolved),
        secrets: context.known.secrets.clone(),
        held_secrets: match context.opened {
            None => context.known.screens.held_secrets.clone(),
            Some(_) => HeldSecrets::default(),
        },
    }
}

fn note_savings(context: &mut Context<'_>) {
    if let Some(learned) = context.program.learned {
        let tally = &mut context.progress.tally;
        tally.reads_saved = learned.reads.saturating_sub(tally.reads);
        tally.text_reads_saved = learned.text_reads.saturating_sub(tally.text_reads);
    }
}

/// Judges a run whose steps were all run.
fn judge(context: &Context<'_>) -> Verdict {
    let progress = &context.progress;
    let Tally {
        passed,
        failed,
        not_judged,
        acts,
        ..
    } = progress.tally;
    let may_stay_open = context.options.allow_not_judged;
    let open = not_judged.saturating_sub(progress.allowed_unjudged);
    if let Some((number, why)) = &progress.first_failure {
        let (number, why) = (*number, Box::new(why.clone()));
        return Verdict::failed(Reason::StepsFailed {
            number,
            why,
            failed,
        });
    }
    // The caller may allow a run in which things were done and nothing could be seen.
    if passed == 0 && !(may_stay_open && acts > 0) {
        return Verdict::not_judged(Reason::NothingJudged);
    }
    if open > 0 && !may_stay_open {
        return Verdict::not_judged(Reason::StepsUnjudged { open });
    }
    Verdict::passed(match not_judged {
        0 => Reason::StepsPassed { passed },
        unjudged => Reason::StepsAllowed { passed, unjudged },
    })
}
