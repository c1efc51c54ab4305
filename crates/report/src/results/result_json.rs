//! `result.json`: one run of a scenario for machines; see `docs/formats/result-json.md`.

use retap_model::event::{Located, Purpose, RunMode, Sent};
use retap_model::time::Timestamp;
use serde::Serialize;

use crate::run::{Check, RunSummary, Status, StepRun};

/// The version of `result.json` this code writes.
pub const RESULT_FORMAT: u32 = 1;

/// Returns `result.json` of one run of a scenario; the same run gives the same bytes.
pub fn result_json(run: &RunSummary) -> String {
    let mut text = serde_json::to_string_pretty(&wire(run))
        .expect("a result has only text keys and finite numbers");
    text.push('\n');
    text
}

fn wire(run: &RunSummary) -> ResultWire<'_> {
    ResultWire {
        retap: FormatWire {
            format: RESULT_FORMAT,
        },
        outcome: run.status().as_str().replace(' ', "_"),
        reason: run.reason(),
        scenario: scenario(run),
        device: device(run),
        execution: execution(run),
        summary: summary(run),
        steps: steps(run),
        sent_to_ai: sent(run),
        warnings: run.all_warnings(),
    }
}

fn scenario(run: &RunSummary) -> ScenarioWire<'_> {
    ScenarioWire {
        name: &run.header.skill,
        file: &run.header.file,
        compiled: run.header.mode == RunMode::Compiled,
        compiled_from: run.header.compiled_from.as_deref(),
    }
}

fn device(run: &RunSummary) -> DeviceWire<'_> {
    let [width, height] = run.header.size;
    DeviceWire {
        serial: &run.header.device,
        name: &run.header.device_name,
        screen_size: format!("{width}x{height}"),
    }
}

fn execution(run: &RunSummary) -> RunWire<'_> {
    let took = run.took_ms();
    let started = Timestamp::from_rfc3339(&run.header.started_at);
    RunWire {
        start_time: &run.header.started_at,
        end_time: started.map(|Timestamp(ms)| Timestamp(ms.saturating_add(took)).to_rfc3339()),
        mode: run.header.mode.as_str(),
        duration_ms: took,
    }
}

fn summary(run: &RunSummary) -> SummaryWire {
    let words = run.outer_places().map(|place| word_of(&run.steps[place]));
    let all: Vec<&str> = words.collect();
    let of = |word| all.iter().filter(|each| **each == word).count();
    SummaryWire {
        total_steps: all.len(),
        passed: of("passed"),
        failed: of(FAILED),
        skipped: of("skipped"),
        ai_required: of("ai_required"),
        not_judged_allowed: of("not_judged"),
        pass_rate: pass_rate(of("passed"), all.len()),
    }
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

fn steps(run: &RunSummary) -> Vec<StepWire<'_>> {
    let numbered = run.outer_places().enumerate();
    numbered
        .map(|(index, place)| step(run, index + 1, place))
        .collect()
}

fn step(run: &RunSummary, index: usize, place: usize) -> StepWire<'_> {
    let step = &run.steps[place];
    let started = &step.started;
    let sentence = started.sentence.as_ref();
    let action_type = sentence.map_or("do", |sentence| &sentence.kind);
    StepWire {
        index,
        section: step.section().unwrap_or_default(),
        action_type,
        action: &started.title,
        original: sentence.map_or(&started.title, |sentence| &sentence.original),
        strict: sentence.is_some_and(|sentence| sentence.strict),
        status: word_of(step),
        execution: step_execution(run, step),
        signals: step.signals().collect(),
        evidence: evidence(step),
        target_element: step.located().last().map(target),
        verification: (action_type == "then").then(|| verification(step)),
        replayed_steps: (action_type == "replay").then(|| replayed(run, place)),
    }
}

/// Returns how a step is carried out, by the name compiled files use.
fn strategy(step: &StepRun) -> &str {
    let sentence = step.started.sentence.as_ref();
    sentence.map_or(&step.started.verb, |sentence| &sentence.strategy)
}

fn step_execution<'a>(run: &RunSummary, step: &'a StepRun) -> ExecutionWire<'a> {
    let has_failed = word_of(step) == FAILED;
    let why = Some(reason_of(step)).filter(|why| !why.is_empty());
    ExecutionWire {
        method: match run.header.mode {
            RunMode::Compiled => "compiled",
            RunMode::Live | RunMode::Learning => "live",
        },
        strategy: strategy(step),
        duration_ms: step.took_ms,
        error: why.filter(|_| has_failed),
        reason: why.filter(|_| !has_failed),
    }
}

/// Returns what was kept before and after; a picture of a failure is one after it.
pub(super) fn evidence(step: &StepRun) -> EvidenceWire<'_> {
    let of = |purpose| step.pictures().filter(move |it| it.purpose == purpose);
    let before = of(Purpose::Before).next();
    let last = |purpose| of(purpose).next_back();
    let after = last(Purpose::After).or_else(|| last(Purpose::Failure));
    EvidenceWire {
        screenshot_before: before.map(|picture| picture.file.as_str()),
        uitree: step.trees().next(),
        screenshot_after: after.map(|picture| picture.file.as_str()),
        downloads: step.downloaded_files().collect(),
    }
}

fn target(located: &Located) -> TargetWire<'_> {
    let [left, top, width, height] = located.bounds;
    let [right, bottom] = [left + width, top + height];
    let whole = |number: f64| number.round() as i64;
    TargetWire {
        text: &located.text,
        resource_id: &located.id,
        bounds: format!(
            "[{},{}][{},{}]",
            whole(left),
            whole(top),
            whole(right),
            whole(bottom)
        ),
        center: [whole(left + width / 2.0), whole(top + height / 2.0)],
    }
}

fn verification(step: &StepRun) -> VerificationWire<'_> {
    VerificationWire {
        method: strategy(step),
        result: word_of(step),
        reason: reason_of(step),
        checks: step.last_checks(),
        fingerprint: step.is_fingerprint(),
    }
}

/// Returns what was done again; of a replay inside a replay, its steps and not itself.
fn replayed(run: &RunSummary, place: usize) -> Vec<ReplayedWire<'_>> {
    let inner = place + 1..place + 1 + run.inside(place).len();
    let leaves = inner.filter(|&place| run.inside(place).is_empty());
    leaves
        .map(|place| {
            let step = &run.steps[place];
            let status = word_of(step);
            ReplayedWire {
                section: step.section().unwrap_or_default(),
                action: &step.started.title,
                status,
                error: (status == FAILED).then(|| reason_of(step)),
            }
        })
        .collect()
}

fn sent(run: &RunSummary) -> Vec<SentWire<'_>> {
    let sent = run.all_sent();
    sent.map(|(step, sent)| SentWire {
        step: step.map(StepRun::label),
        sent,
    })
    .collect()
}

/// Returns how a step ended, in the words of `result.json`; one whose end is not in the events has not
/// done what it should.
fn word_of(step: &StepRun) -> &'static str {
    match step.status() {
        Status::Passed | Status::Flaky => "passed",
        Status::Failed | Status::DeviceError | Status::Interrupted => FAILED,
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

// The file as it is written; the order of fields is the order in the file.

#[derive(Serialize)]
struct ResultWire<'a> {
    retap: FormatWire,
    outcome: String,
    reason: &'a str,
    scenario: ScenarioWire<'a>,
    device: DeviceWire<'a>,
    execution: RunWire<'a>,
    summary: SummaryWire,
    steps: Vec<StepWire<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sent_to_ai: Vec<SentWire<'a>>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct FormatWire {
    format: u32,
}

#[derive(Serialize)]
struct ScenarioWire<'a> {
    name: &'a str,
    file: &'a str,
    compiled: bool,
    compiled_from: Option<&'a str>,
}

#[derive(Serialize)]
struct DeviceWire<'a> {
    serial: &'a str,
    name: &'a str,
    screen_size: String,
}

#[derive(Serialize)]
struct RunWire<'a> {
    start_time: &'a str,
    end_time: Option<String>,
    mode: &'static str,
    duration_ms: u64,
}

#[derive(Serialize)]
struct SummaryWire {
    total_steps: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
    ai_required: usize,
    not_judged_allowed: usize,
    pass_rate: f64,
}

#[derive(Serialize)]
struct StepWire<'a> {
    index: usize,
    section: &'a str,
    action_type: &'a str,
    action: &'a str,
    original: &'a str,
    strict: bool,
    status: &'static str,
    execution: ExecutionWire<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    signals: Vec<&'a str>,
    evidence: EvidenceWire<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target_element: Option<TargetWire<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verification: Option<VerificationWire<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replayed_steps: Option<Vec<ReplayedWire<'a>>>,
}

#[derive(Serialize)]
struct ExecutionWire<'a> {
    method: &'static str,
    strategy: &'a str,
    duration_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct EvidenceWire<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) screenshot_before: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uitree: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) screenshot_after: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) downloads: Vec<&'a str>,
}

#[derive(Serialize)]
struct TargetWire<'a> {
    text: &'a str,
    resource_id: &'a str,
    bounds: String,
    center: [i64; 2],
}

#[derive(Serialize)]
struct VerificationWire<'a> {
    method: &'a str,
    result: &'static str,
    reason: &'a str,
    checks: Vec<Check<'a>>,
    fingerprint: bool,
}

#[derive(Serialize)]
struct ReplayedWire<'a> {
    section: &'a str,
    #[serde(rename = "do")]
    action: &'a str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct SentWire<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<String>,
    #[serde(flatten)]
    sent: &'a Sent,
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
