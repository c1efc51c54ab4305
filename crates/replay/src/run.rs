//! Running a whole program: every step in order, one verdict at the end.

use std::time::Duration;

use retap_model::device::DeviceError;
use retap_model::event::{
    Event, FORMAT, RunFinished, RunStarted, StepFinished, StepStarted, Tally,
};
use retap_model::program::{Program, Step};
use retap_model::verdict::{Outcome, Verdict};

use crate::context::{Abort, Context, Parts, RunOptions};
use crate::step;

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunReport {
    /// How, and why.
    pub verdict: Verdict,
    /// The figures.
    pub tally: Tally,
    /// How long it took, on the device's clock.
    pub took: Duration,
    /// Whether the device or the environment was at fault, not the app.
    pub is_device_error: bool,
    /// Whether somebody asked to stop.
    pub is_stopped: bool,
}

/// Runs a program on a device.
///
/// The first step that fails ends it and the rest are skipped. It passes only if at least one
/// step was carried out, none failed, and none was left unjudged unless the options allow that.
pub fn run<'a>(program: &'a Program, parts: Parts<'a>, options: &'a RunOptions) -> RunReport {
    let mut context = Context::new(program, parts, options);
    start(&mut context);
    let ended = run_steps(&mut context, &program.draft.steps, 0);
    finish(context, ended)
}

/// How a list of steps ended.
pub(crate) enum Ended {
    /// Every step was run.
    Through,
    /// This one failed, or could not be judged where that ends the run.
    StoppedAt {
        /// The number people know it by, from 1.
        number: usize,
        /// Why.
        reason: String,
    },
}

/// Runs steps in order until one fails.
pub(crate) fn run_steps(
    context: &mut Context<'_>,
    steps: &[Step],
    depth: usize,
) -> Result<Ended, Abort> {
    for (position, step) in steps.iter().enumerate() {
        let verdict = match run_step(context, step, depth) {
            Ok(verdict) => verdict,
            Err(abort) => {
                skip(
                    context,
                    &steps[position + 1..],
                    depth,
                    "the run was cut short",
                );
                return Err(abort);
            }
        };
        if verdict.is_failed() {
            skip(
                context,
                &steps[position + 1..],
                depth,
                "a step before it failed",
            );
            return Ok(Ended::StoppedAt {
                number: step.id.0 + 1,
                reason: verdict.reason,
            });
        }
    }
    Ok(Ended::Through)
}

fn run_step(context: &mut Context<'_>, step: &Step, depth: usize) -> Result<Verdict, Abort> {
    context.check_stop()?;
    announce(context, step, depth);
    let (started, reads) = (context.elapsed(), context.tally.reads);
    let ended = step::perform(context, step, depth);
    context.current = step.id.0;
    let verdict = match &ended {
        Ok(verdict) => verdict.clone(),
        Err(Abort::Device(error)) => Verdict::failed(error.to_string()),
        Err(Abort::Stopped) => Verdict::skipped("stopped on request"),
    };
    let verdict = context.masked(verdict);
    // A device that is gone gives no picture, and its error is already the step's reason.
    if verdict.is_failed() && ended.is_ok() {
        let _ = context.picture_failure();
    }
    count(&mut context.tally, verdict.outcome);
    let took = context.elapsed().saturating_sub(started);
    let reads = context.tally.reads - reads;
    context.emit(Event::StepFinished(StepFinished {
        step: step.id.0,
        outcome: verdict.outcome,
        reason: verdict.reason.clone(),
        took_ms: took.as_millis() as u64,
        reads,
    }));
    ended.map(|_| verdict)
}

fn announce(context: &mut Context<'_>, step: &Step, depth: usize) {
    context.current = step.id.0;
    let rounds = context.rounds.clone();
    context.emit(Event::StepStarted(StepStarted {
        step: step.id.0,
        depth,
        rounds,
        verb: step.kind.verb().to_owned(),
        title: step.kind.title(),
        line: step.place.line,
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
    };
    context.emit(Event::RunStarted(started));
}

fn finish(mut context: Context<'_>, ended: Result<Ended, Abort>) -> RunReport {
    if matches!(ended, Ok(Ended::Through)) {
        note_savings(&mut context);
    }
    let is_stopped = matches!(ended, Err(Abort::Stopped));
    let is_device_error = matches!(ended, Err(Abort::Device(_)));
    let verdict = context.masked(judge(&context, ended));
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
        is_stopped,
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
    match ended {
        Err(Abort::Stopped) => Verdict::failed("stopped on request"),
        Err(Abort::Device(error)) => Verdict::failed(describe_device(&error)),
        Ok(Ended::StoppedAt { number, reason }) => {
            Verdict::failed(format!("step {number}: {reason}"))
        }
        Ok(Ended::Through) if tally.passed == 0 && !is_allowed_unseen(context) => {
            Verdict::not_judged("no step of it was carried out and judged")
        }
        Ok(Ended::Through) if tally.not_judged > 0 && !context.options.allow_not_judged => {
            Verdict::not_judged(format!(
                "{} of its steps could not be judged",
                tally.not_judged
            ))
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

fn describe_device(error: &DeviceError) -> String {
    format!("the device could not go on: {error}")
}
