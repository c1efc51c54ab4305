//! `result.json`: one run of a scenario for machines; see `docs/formats/result-json.md`.

use std::collections::BTreeMap;

use retap_model::event::{Located, Purpose, RunMode, Sent};
use retap_model::time::Timestamp;
use serde::Serialize;

use crate::run::{Check, RunSummary, Status, StepRun};
use crate::visible::visible;

/// Declares a part of the file: each member with its type and where it is taken from, in the order of the file.
macro_rules! part {
    ($(#[$doc:meta])* $name:ident $(<$life:lifetime>)? from $source:ident: $origin:ty {
        $($(#[$attribute:meta])* $member:ident: $kind:ty = $value:expr,)*
    }) => {
        $(#[$doc])*
        #[derive(Serialize)]
        pub(super) struct $name $(<$life>)? {
            $($(#[$attribute])* pub(super) $member: $kind,)*
        }

        impl $(<$life>)? From<$origin> for $name $(<$life>)? {
            fn from($source: $origin) -> Self {
                Self { $($member: $value,)* }
            }
        }
    };
}

/// The version of `result.json` this code writes.
pub const RESULT_FORMAT: u32 = 1;

/// Returns `result.json` of one run of a scenario; the same run gives the same bytes.
pub fn result_json(run: &RunSummary) -> String {
    let mut text = serde_json::to_string_pretty(&ResultPart::from(run))
        .expect("a result has only text keys and finite numbers");
    text.push('\n');
    visible(&text).into_owned()
}

part! {
    ResultPart<'a> from run: &'a RunSummary {
        retap: BTreeMap<&'static str, u32> = BTreeMap::from([("format", RESULT_FORMAT)]),
        outcome: String = run.status().as_str().replace(' ', "_"),
        reason: &'a str = run.reason(),
        scenario: ScenarioPart<'a> = run.into(),
        device: DevicePart<'a> = run.into(),
        execution: RunPart<'a> = run.into(),
        summary: SummaryPart = run.into(),
        steps: Vec<StepPart<'a>> = outer_steps(run).map(StepPart::from).collect(),
        #[serde(skip_serializing_if = "Vec::is_empty")]
        sent_to_ai: Vec<SentPart<'a>> = run.all_sent().map(SentPart::from).collect(),
        warnings: Vec<String> = run.all_warnings(),
    }
}

part! {
    ScenarioPart<'a> from run: &'a RunSummary {
        name: &'a str = &run.header.skill,
        file: &'a str = &run.header.file,
        compiled: bool = run.header.mode == RunMode::Compiled,
        compiled_from: Option<&'a str> = run.header.compiled_from.as_deref(),
    }
}

part! {
    DevicePart<'a> from run: &'a RunSummary {
        serial: &'a str = &run.header.device,
        name: &'a str = &run.header.device_name,
        screen_size: String = run.header.size.map(|side| side.to_string()).join("x"),
    }
}

part! {
    RunPart<'a> from run: &'a RunSummary {
        start_time: &'a str = &run.header.started_at,
        end_time: Option<String> = end_time(run),
        mode: &'static str = run.header.mode.as_str(),
        duration_ms: u64 = run.took_ms(),
    }
}

fn end_time(run: &RunSummary) -> Option<String> {
    let Timestamp(started) = Timestamp::from_rfc3339(&run.header.started_at)?;
    Some(Timestamp(started.saturating_add(run.took_ms())).to_rfc3339())
}

part! {
    SummaryPart from run: &RunSummary {
        total_steps: usize = outer_steps(run).count(),
        passed: usize = number_of(run, "passed"),
        failed: usize = number_of(run, FAILED),
        skipped: usize = number_of(run, "skipped"),
        ai_required: usize = number_of(run, "ai_required"),
        not_judged_allowed: usize = number_of(run, "not_judged"),
        pass_rate: f64 = pass_rate(number_of(run, "passed"), outer_steps(run).count()),
    }
}

/// Returns how many of the outer steps ended so.
fn number_of(run: &RunSummary, word: &str) -> usize {
    let ended_so = outer_steps(run).filter(|placed| word_of(placed.step) == word);
    ended_so.count()
}

/// Returns how many of a hundred passed, to one decimal; only all of them are `100.0`.
fn pass_rate(passed: usize, total: usize) -> f64 {
    if total == 0 {
        return 0.0;
    }
    let tenths = (passed * 2000 + total) / (total * 2);
    let most = if passed == total { 1000 } else { 999 };
    tenths.min(most) as f64 / 10.0
}

/// A step and where it is in its run.
struct PlacedStep<'a> {
    run: &'a RunSummary,
    step: &'a StepRun,
    place: usize,
    /// Its number among the steps that are in no other, from 1.
    number: usize,
}

/// Returns the steps that are in no other.
fn outer_steps(run: &RunSummary) -> impl Iterator<Item = PlacedStep<'_>> {
    let numbered = run.outer_places().enumerate();
    numbered.map(|(index, place)| PlacedStep {
        run,
        step: &run.steps[place],
        place,
        number: index + 1,
    })
}

part! {
    StepPart<'a> from placed: PlacedStep<'a> {
        index: usize = placed.number,
        section: &'a str = placed.step.section().unwrap_or_default(),
        action_type: &'a str = action_type(placed.step),
        action: &'a str = &placed.step.started.title,
        original: &'a str = match &placed.step.started.sentence {
            Some(sentence) => &sentence.original,
            None => &placed.step.started.title,
        },
        strict: bool = placed.step.started.sentence.as_ref().is_some_and(|sentence| sentence.strict),
        status: &'static str = word_of(placed.step),
        execution: ExecutionPart<'a> = (&placed).into(),
        #[serde(skip_serializing_if = "Vec::is_empty")]
        signals: Vec<&'a str> = placed.step.signals().collect(),
        evidence: EvidencePart<'a> = placed.step.into(),
        #[serde(skip_serializing_if = "Option::is_none")]
        target_element: Option<TargetPart<'a>> = placed.step.located().last().map(TargetPart::from),
        #[serde(skip_serializing_if = "Option::is_none")]
        verification: Option<VerificationPart<'a>> =
            (action_type(placed.step) == "then").then(|| placed.step.into()),
        #[serde(skip_serializing_if = "Option::is_none")]
        replayed_steps: Option<Vec<ReplayedPart<'a>>> =
            (action_type(placed.step) == "replay").then(|| replayed(placed.run, placed.place)),
    }
}

fn action_type(step: &StepRun) -> &str {
    let sentence = step.started.sentence.as_ref();
    sentence.map_or("do", |sentence| &sentence.kind)
}

/// Returns how a step is carried out, by the name compiled files use.
fn strategy(step: &StepRun) -> &str {
    let sentence = step.started.sentence.as_ref();
    sentence.map_or(&step.started.verb, |sentence| &sentence.strategy)
}

part! {
    ExecutionPart<'a> from placed: &PlacedStep<'a> {
        method: &'static str = match placed.run.header.mode {
            RunMode::Compiled => "compiled",
            RunMode::Live | RunMode::Learning => "live",
        },
        strategy: &'a str = strategy(placed.step),
        duration_ms: u64 = placed.step.took_ms,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<&'a str> = error_of(placed.step),
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'a str> = Some(reason_of(placed.step))
            .filter(|why| word_of(placed.step) != FAILED && !why.is_empty()),
    }
}

/// Returns why a step did not do what it should, if it did not and anything says why.
fn error_of(step: &StepRun) -> Option<&str> {
    let why = Some(reason_of(step)).filter(|_| word_of(step) == FAILED);
    why.filter(|why| !why.is_empty())
}

part! {
    /// What was kept before and after; a picture of a failure is one after it.
    EvidencePart<'a> from step: &'a StepRun {
        #[serde(skip_serializing_if = "Option::is_none")]
        screenshot_before: Option<&'a str> = pictures(step, Purpose::Before).next(),
        #[serde(skip_serializing_if = "Option::is_none")]
        uitree: Option<&'a str> = step.trees().next(),
        #[serde(skip_serializing_if = "Option::is_none")]
        screenshot_after: Option<&'a str> = pictures(step, Purpose::After)
            .next_back()
            .or_else(|| pictures(step, Purpose::Failure).next_back()),
        #[serde(skip_serializing_if = "Vec::is_empty")]
        downloads: Vec<&'a str> = step.downloaded_files().collect(),
    }
}

fn pictures(step: &StepRun, purpose: Purpose) -> impl DoubleEndedIterator<Item = &str> {
    let pictures = step.pictures();
    let wanted = pictures.filter(move |picture| picture.purpose == purpose);
    wanted.map(|picture| picture.file.as_str())
}

part! {
    TargetPart<'a> from located: &'a Located {
        text: &'a str = &located.text,
        resource_id: &'a str = &located.id,
        bounds: String = {
            let [left, top, width, height] = located.bounds;
            let [right, bottom] = [whole(left + width), whole(top + height)];
            format!("[{},{}][{right},{bottom}]", whole(left), whole(top))
        },
        center: [i64; 2] = {
            let [left, top, width, height] = located.bounds;
            [whole(left + width / 2.0), whole(top + height / 2.0)]
        },
    }
}

fn whole(number: f64) -> i64 {
    number.round() as i64
}

part! {
    VerificationPart<'a> from step: &'a StepRun {
        method: &'a str = strategy(step),
        result: &'static str = word_of(step),
        reason: &'a str = reason_of(step),
        checks: Vec<Check<'a>> = step.last_checks(),
        fingerprint: bool = step.is_fingerprint(),
    }
}

/// Returns what was done again; of a replay inside a replay, its steps and not itself.
fn replayed(run: &RunSummary, place: usize) -> Vec<ReplayedPart<'_>> {
    let inner = place + 1..place + 1 + run.inside(place).len();
    let leaves = inner.filter(|&place| run.inside(place).is_empty());
    leaves.map(|place| (&run.steps[place]).into()).collect()
}

part! {
    ReplayedPart<'a> from step: &'a StepRun {
        section: &'a str = step.section().unwrap_or_default(),
        #[serde(rename = "do")]
        action: &'a str = &step.started.title,
        status: &'static str = word_of(step),
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<&'a str> = (word_of(step) == FAILED).then(|| reason_of(step)),
    }
}

part! {
    SentPart<'a> from question: (Option<&'a StepRun>, &'a Sent) {
        #[serde(skip_serializing_if = "Option::is_none")]
        step: Option<String> = question.0.map(StepRun::label),
        #[serde(flatten)]
        sent: &'a Sent = question.1,
    }
}

/// Returns how a step ended, in the words of `result.json`; one whose end is not in the events has not
/// done what it should.
fn word_of(step: &StepRun) -> &'static str {
    match step.status() {
        Status::Passed | Status::Flaky => "passed",
        Status::Failed | Status::DeviceError | Status::Interrupted | Status::Broken => FAILED,
        // Nobody judged it and its author wanted that. The reference calls such a step passed, which
        // would count as seen what nobody looked at.
        Status::NotJudged if step.is_evidence_only() => "not_judged",
        // Only an AI could judge it, and none did.
        Status::NotJudged => "ai_required",
        Status::Skipped => "skipped",
    }
}

/// The word for what did not do what it should.
const FAILED: &str = "failed";

/// Returns why a step ended as it did; one that never ended was interrupted.
pub(super) fn reason_of(step: &StepRun) -> &str {
    match &step.finished {
        Some(finished) => &finished.reason,
        None => "the run was interrupted before this step ended",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_steps_are_a_hundred_of_a_hundred() {
        let rates = [(0, 0), (0, 3), (2, 3), (1, 8), (2999, 3000), (3, 3)]
            .map(|(passed, total)| pass_rate(passed, total));
        assert_eq!(rates, [0.0, 0.0, 66.7, 12.5, 99.9, 100.0]);
    }
}
