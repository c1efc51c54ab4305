//! The strategy by which other readers of compiled scenarios carry a step out.
//!
//! What the strategies cannot say is left to a model by readers other than retap, which keeps the
//! step itself beside the strategy.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::geometry::Direction;
use crate::phrase::Phrase;
use crate::program::{
    Check, ElementMetadata, Matching, Presence, ScenarioForm, StepKind, Stroke, Target,
};

use super::check::write_claims;
use super::metadata::write_metadata;
use super::write_seconds;
use crate::codec::json::said;

impl Stroke {
    /// How far, in pixels, and how fast a page is scrolled when nobody says.
    pub const DEFAULT: Self = Self {
        distance: 500.0,
        duration: Duration::from_millis(300),
    };
}

/// Returns the strategy that stands for a step; `sentence` is what its author wrote, `metadata` what a
/// learning run saw of its element. The steps of a replay are not in it.
pub(super) fn to_strategy(
    kind: &StepKind,
    sentence: &str,
    metadata: Option<&ElementMetadata>,
) -> Map<String, Value> {
    let mut name = kind.strategy().unwrap_or("ai_checkpoint");
    let form = kind.scenario_form();
    let fields = match form {
        ScenarioForm::Launch(app) | ScenarioForm::Stop(app) | ScenarioForm::Restart(app) => {
            json!({ "package": app.to_sentence() })
        }
        ScenarioForm::Tap(target) => match id_of(target, metadata) {
            Some(id) => {
                name = "tap_by_resource_id";
                json!({ "resource_id": id, "fallback_text": label_of(target) })
            }
            None => text_fields(target),
        },
        ScenarioForm::TextInput(text, field) => json!({
            "input_text": text.map(Phrase::to_sentence).unwrap_or_default(),
            "field_hint": field.and_then(label_of),
        }),
        ScenarioForm::Swipe(swipe) => scroll(swipe.direction, swipe.stroke),
        ScenarioForm::ScrollTo(step) => {
            let mut fields = scroll(step.direction, step.stroke);
            fields["search_text"] = json!(step.target.label.to_sentence());
            fields["max_scrolls"] = json!(step.max);
            fields
        }
        ScenarioForm::Key(name, code) => json!({ "keycode": code, "key_name": name }),
        ScenarioForm::Wait(duration) => json!({ "duration_sec": write_seconds(duration) }),
        ScenarioForm::Check(check) => check_fields(check, sentence),
        ScenarioForm::KeepEvidence(assertion) => json!({ "assertion": assertion.to_sentence() }),
        ScenarioForm::Ask(ask) => match ask.fingerprint().and_then(write_claims) {
            Some(checks) => uitree_verify(checks, sentence, Fallback::AskModel),
            None => json!({ "assertion": sentence, "hint": ask.hint }),
        },
        ScenarioForm::Replay | ScenarioForm::Unknown => json!({}),
        ScenarioForm::LeftToModel => json!({ "assertion": sentence }),
    };
    let mut fields = said(fields);
    fields.insert("strategy".to_owned(), json!(name));
    if let (ScenarioForm::Tap(_) | ScenarioForm::TextInput(..), Some(seen)) = (form, metadata) {
        fields.insert("element_metadata".to_owned(), write_metadata(seen));
    }
    fields
}

/// Whether a model is asked when checks do not hold.
#[derive(Clone, Copy, PartialEq)]
enum Fallback {
    AskModel,
    None,
}

/// Returns the words that name an element, where there are any.
fn label_of(target: &Target) -> Option<String> {
    Some(target.label.to_sentence()).filter(|label| !label.is_empty())
}

/// Returns the id that stands for an element: the author's, or the one a run saw where nobody quoted its
/// text.
fn id_of(target: &Target, metadata: Option<&ElementMetadata>) -> Option<String> {
    let seen = metadata.filter(|seen| seen.is_by_id);
    match &target.id {
        Some(id) => Some(id.to_sentence()),
        None => seen.and_then(|seen| seen.resource_id.clone()),
    }
}

/// Returns the text of an element and how it must match.
fn text_fields(target: &Target) -> Value {
    let text = target.label.to_sentence();
    json!({ "search_text": text, "match_type": match_type(target.matching) })
}

/// Returns the word for how a text must match.
pub(super) const fn match_type(matching: Matching) -> &'static str {
    match matching {
        Matching::Usual | Matching::Exact | Matching::Described => "exact",
        Matching::Contains => "contains",
    }
}

/// A file says where on the page to go next; the finger goes the other way.
fn scroll(finger: Direction, stroke: Option<Stroke>) -> Value {
    let stroke = stroke.unwrap_or(Stroke::DEFAULT);
    json!({
        "direction": finger.opposite().as_str(),
        "distance": stroke.distance.max(0.0).round() as u32,
        "duration_ms": stroke.duration.as_millis() as u64,
    })
}

fn check_fields(check: &Check, sentence: &str) -> Value {
    if let Some(claim) = check.only_text() {
        let mut fields = text_fields(&claim.target);
        fields["negate"] = json!(claim.presence == Presence::NotVisible);
        return fields;
    }
    match write_claims(check) {
        Some(checks) => uitree_verify(checks, sentence, Fallback::None),
        None => json!({ "assertion": sentence }),
    }
}

fn uitree_verify(checks: Vec<Value>, sentence: &str, fallback: Fallback) -> Value {
    let asks_model = fallback == Fallback::AskModel;
    json!({ "assertion": sentence, "fallback_to_ai": asks_model, "checks": checks })
}
