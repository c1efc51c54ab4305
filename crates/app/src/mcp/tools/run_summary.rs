//! How a replay went, in at most 300 tokens: the verdict, what it brought, and where it diverged.

use retap_model::verdict::Outcome;
use retap_replay::RunReport;
use serde_json::{Map, Value, json};

use crate::mcp::Reply;
use crate::mcp::answer::{Unlisted, answer};
use crate::mcp::run_notes::{RunNotes, shortened};

answer! {
    /// How a replay went.
    struct RunSummary { success: bool, verdict: &'static str, reason: String, mode: Option<&'static str>, run: String,
        took_ms: u64, acts: u32, ai_calls: usize, text_reads: u32, outputs?: Unlisted<Map<String, Value>>,
        drift?: Vec<String> }
}

/// How long each part may be, in bytes; together they are below 900, or 300 tokens at three bytes each.
const LONGEST_REASON: usize = 300;
const LONGEST_OUTPUTS: usize = 200;
const LONGEST_DRIFT: usize = 160;
const LONGEST_WARNING: usize = 80;

/// Returns the verdict, outputs, and where it diverged.
pub(crate) fn run_summary(report: &RunReport, notes: RunNotes, run: &str) -> Reply {
    let reason = shortened(&report.verdict.reason.to_string(), LONGEST_REASON);
    let verdict = report.verdict.outcome.as_str();
    let mut text = format!("{verdict}: {reason}");
    let mut summary = RunSummary {
        success: report.verdict.is_passed(),
        verdict,
        reason,
        mode: notes.mode,
        run: run.to_owned(),
        took_ms: report.took.as_millis() as u64,
        acts: report.tally.acts,
        ai_calls: notes.ai_calls,
        text_reads: report.tally.text_reads,
        outputs: None,
        drift: None,
    };
    if !notes.outputs.is_empty() {
        let told = Value::Object(notes.outputs.clone()).to_string();
        text.push_str(&format!("\noutputs: {}", shortened(&told, LONGEST_OUTPUTS)));
        summary.outputs = Some(Unlisted(within(notes.outputs, LONGEST_OUTPUTS)));
    }
    if !notes.drift.is_empty() {
        let each = LONGEST_DRIFT / notes.drift.len();
        let told = notes.drift.iter().map(|note| shortened(note, each));
        let told: Vec<String> = told.collect();
        text.push_str(&format!("\nthe app has drifted: {}", told.join("; ")));
        summary.drift = Some(told);
    }
    if !notes.interruptions.is_empty() {
        let each = LONGEST_DRIFT / notes.interruptions.len();
        let told = notes.interruptions.iter().map(|note| shortened(note, each));
        let told: Vec<String> = told.collect();
        text.push_str(&format!("\non the way: {}", told.join("; ")));
    }
    if let Some(warning) = notes.warning {
        let warning = shortened(&warning, LONGEST_WARNING);
        text.push_str(&format!("\nwarning: {warning}"));
    }
    if report.verdict.outcome == Outcome::Failed {
        text.push_str("\nnothing after that step was done; screen shows where it stopped");
    }
    Reply::new(summary, text)
}

/// Returns the outputs that fit, each cut where it is long; what was left out is said, and stands in the
/// run's own events.
fn within(outputs: Map<String, Value>, most: usize) -> Map<String, Value> {
    let each = most / outputs.len().max(1);
    let mut kept = Map::new();
    let mut left = most;
    for (name, value) in outputs {
        let value = match value {
            Value::String(text) => json!(shortened(&text, each.max(20))),
            other => other,
        };
        let size = name.len() + value.to_string().len() + 4;
        if size > left {
            kept.insert(
                "…".to_owned(),
                json!("the rest is in the events of the run"),
            );
            break;
        }
        left -= size;
        kept.insert(name, value);
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use retap_model::event::{Event, Tally};
    use retap_model::reason::Reason;
    use retap_model::secret::Masker;
    use retap_model::verdict::Verdict;
    use retap_replay::HeldSecrets;

    use super::*;

    /// Tokens as models count them, on the safe side.
    fn tokens(text: &str) -> usize {
        text.len().div_ceil(3)
    }

    #[test]
    fn however_long_the_story_it_is_told_in_three_hundred_tokens() {
        for word in ["Wi-Fi, ", "東京都千代田区、"] {
            let long = word.repeat(400);
            let report = RunReport {
                verdict: Verdict::failed(Reason::Unsupported {
                    message: long.clone(),
                }),
                tally: Tally::default(),
                took: Duration::from_secs(9),
                device_error: None,
                is_stopped: false,
                resolved: BTreeMap::new(),
                secrets: Masker::default(),
                held_secrets: HeldSecrets::default(),
            };
            let captured = |number: usize| Event::Captured {
                name: format!("value_{number}"),
                text: long.clone(),
            };
            let mut notes = RunNotes::default();
            (0..12).for_each(|number| notes.add(&captured(number)));
            notes.add(&Event::Warned {
                message: long.clone(),
            });
            let reply = run_summary(&report, notes, "20260101T000000Z-a-skill-with-a-long-name");
            let (text, data) = (reply.texts.join("\n"), reply.data.to_string());
            assert!(tokens(&text) <= 300, "{}: {text}", tokens(&text));
            assert!(tokens(&data) <= 300, "{}: {data}", tokens(&data));
        }
    }
}
