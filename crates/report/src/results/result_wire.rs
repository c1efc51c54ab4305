//! `result.json` as it is written; the order of fields is the order in the file.

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct ResultWire<'a> {
    pub(super) retap: FormatWire,
    pub(super) outcome: String,
    pub(super) reason: &'a str,
    pub(super) scenario: ScenarioWire<'a>,
    pub(super) device: DeviceWire<'a>,
    pub(super) execution: RunWire<'a>,
    pub(super) summary: SummaryWire,
    pub(super) steps: Vec<StepWire<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) sent_to_ai: Vec<SentWire<'a>>,
    pub(super) warnings: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct FormatWire {
    pub(super) format: u32,
}

#[derive(Serialize)]
pub(super) struct ScenarioWire<'a> {
    pub(super) name: &'a str,
    pub(super) file: &'a str,
    pub(super) compiled: bool,
    pub(super) compiled_from: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct DeviceWire<'a> {
    pub(super) serial: &'a str,
    pub(super) name: &'a str,
    pub(super) screen_size: String,
}

#[derive(Serialize)]
pub(super) struct RunWire<'a> {
    pub(super) start_time: &'a str,
    pub(super) end_time: Option<String>,
    pub(super) mode: &'static str,
    pub(super) duration_ms: u64,
}

#[derive(Serialize)]
pub(super) struct SummaryWire {
    pub(super) total_steps: usize,
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) skipped: usize,
    pub(super) ai_required: usize,
    pub(super) not_judged_allowed: usize,
    pub(super) pass_rate: f64,
}

#[derive(Serialize)]
pub(super) struct StepWire<'a> {
    pub(super) index: usize,
    pub(super) section: &'a str,
    pub(super) action_type: &'a str,
    pub(super) action: &'a str,
    pub(super) original: &'a str,
    pub(super) strict: bool,
    pub(super) status: &'static str,
    pub(super) execution: ExecutionWire<'a>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(super) signals: &'a [String],
    pub(super) evidence: EvidenceWire<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) target_element: Option<TargetWire<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) verification: Option<VerificationWire<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) replayed_steps: Option<Vec<ReplayedWire<'a>>>,
}

#[derive(Serialize)]
pub(super) struct ExecutionWire<'a> {
    pub(super) method: &'static str,
    pub(super) strategy: &'a str,
    pub(super) duration_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<&'a str>,
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
pub(super) struct TargetWire<'a> {
    pub(super) text: &'a str,
    pub(super) resource_id: &'a str,
    pub(super) bounds: String,
    pub(super) center: [i64; 2],
}

#[derive(Serialize)]
pub(super) struct VerificationWire<'a> {
    pub(super) method: &'a str,
    pub(super) result: &'static str,
    pub(super) reason: &'a str,
    pub(super) checks: Vec<CheckWire<'a>>,
    pub(super) fingerprint: bool,
}

#[derive(Serialize)]
pub(super) struct CheckWire<'a> {
    pub(super) expected: &'a str,
    pub(super) seen: &'a str,
    pub(super) held: bool,
}

#[derive(Serialize)]
pub(super) struct ReplayedWire<'a> {
    pub(super) section: &'a str,
    #[serde(rename = "do")]
    pub(super) action: &'a str,
    pub(super) status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct SentWire<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) step: Option<String>,
    pub(super) at: &'a str,
    pub(super) provider: &'a str,
    pub(super) model: &'a str,
    pub(super) host: &'a str,
    pub(super) question: &'a str,
    pub(super) bytes: u64,
    pub(super) had_picture: bool,
}
