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
use super::metadata::put_metadata;
use super::write_seconds;
use crate::codec::json::put;

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
    let mut fields = match form {
        ScenarioForm::Launch(app) | ScenarioForm::Stop(app) | ScenarioForm::Restart(app) => {
            only("package", app)
        }
        ScenarioForm::Tap(target) => match id_of(target, metadata) {
            Some(id) => {
                name = "tap_by_resource_id";
                tap_by_id(target, &id)
            }
            None => text_fields(target),
        },
        ScenarioForm::TextInput(text, field) => text_input(text, field),
        ScenarioForm::Swipe(swipe) => scroll(swipe.direction, swipe.stroke),
        ScenarioForm::ScrollTo(step) => {
            let mut fields = scroll(step.direction, step.stroke);
            let text = step.target.label.to_sentence();
            fields.insert("search_text".to_owned(), json!(text));
            fields.insert("max_scrolls".to_owned(), json!(step.max));
            fields
        }
        ScenarioForm::Key(name, code) => key(name, code),
        ScenarioForm::Wait(duration) => field("duration_sec", write_seconds(duration)),
        ScenarioForm::Check(check) => check_fields(check, sentence),
        ScenarioForm::KeepEvidence(assertion) => only("assertion", assertion),
        ScenarioForm::Ask(ask) => match ask.fingerprint().and_then(write_claims) {
            Some(checks) => uitree_verify(checks, sentence, Fallback::AskModel),
            None => left_to_ai(sentence, ask.hint.as_deref()),
        },
        ScenarioForm::Replay | ScenarioForm::Unknown => Map::new(),
        ScenarioForm::LeftToModel => left_to_ai(sentence, None),
    };
    if matches!(form, ScenarioForm::Tap(_) | ScenarioForm::TextInput(..)) {
        put_metadata(&mut fields, metadata);
    }
    fields.insert("strategy".to_owned(), json!(name));
    fields
}

/// Whether a model is asked when checks do not hold.
#[derive(Clone, Copy, PartialEq)]
enum Fallback {
    AskModel,
    None,
}

fn field(name: &str, value: Value) -> Map<String, Value> {
    [(name.to_owned(), value)].into_iter().collect()
}

fn only(name: &str, phrase: &Phrase) -> Map<String, Value> {
    field(name, json!(phrase.to_sentence()))
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

fn tap_by_id(target: &Target, id: &str) -> Map<String, Value> {
    let mut fields = field("resource_id", json!(id));
    let label = target.label.to_sentence();
    put(
        &mut fields,
        "fallback_text",
        (!label.is_empty()).then_some(label),
    );
    fields
}

/// Returns the text of an element and how it must match.
pub(super) fn text_fields(target: &Target) -> Map<String, Value> {
    let mut fields = only("search_text", &target.label);
    let match_type = match_type(target.matching);
    fields.insert("match_type".to_owned(), json!(match_type));
    fields
}

/// Returns the word for how a text must match.
pub(super) const fn match_type(matching: Matching) -> &'static str {
    match matching {
        Matching::Usual | Matching::Exact | Matching::Described => "exact",
        Matching::Contains => "contains",
    }
}

fn text_input(text: Option<&Phrase>, into: Option<&Target>) -> Map<String, Value> {
    let text = text.map(Phrase::to_sentence).unwrap_or_default();
    let mut fields = field("input_text", json!(text));
    let hint = into.map(|into| into.label.to_sentence());
    put(
        &mut fields,
        "field_hint",
        hint.filter(|hint| !hint.is_empty()),
    );
    fields
}

/// A file says where on the page to go next; the finger goes the other way.
fn scroll(finger: Direction, stroke: Option<Stroke>) -> Map<String, Value> {
    let stroke = stroke.unwrap_or(Stroke::DEFAULT);
    let mut fields = field("direction", json!(finger.opposite().as_str()));
    let distance = stroke.distance.max(0.0).round() as u32;
    fields.insert("distance".to_owned(), json!(distance));
    let duration = stroke.duration.as_millis() as u64;
    fields.insert("duration_ms".to_owned(), json!(duration));
    fields
}

fn key(name: &str, code: u32) -> Map<String, Value> {
    let mut fields = field("keycode", json!(code));
    fields.insert("key_name".to_owned(), json!(name));
    fields
}

fn check_fields(check: &Check, sentence: &str) -> Map<String, Value> {
    if let Some(claim) = check.only_text() {
        let mut fields = text_fields(&claim.target);
        let negate = claim.presence == Presence::NotVisible;
        fields.insert("negate".to_owned(), json!(negate));
        return fields;
    }
    match write_claims(check) {
        Some(checks) => uitree_verify(checks, sentence, Fallback::None),
        None => left_to_ai(sentence, None),
    }
}

fn uitree_verify(checks: Vec<Value>, sentence: &str, fallback: Fallback) -> Map<String, Value> {
    let mut fields = field("assertion", json!(sentence));
    let asks_model = fallback == Fallback::AskModel;
    fields.insert("fallback_to_ai".to_owned(), json!(asks_model));
    fields.insert("checks".to_owned(), Value::Array(checks));
    fields
}

fn left_to_ai(sentence: &str, hint: Option<&str>) -> Map<String, Value> {
    let mut fields = field("assertion", json!(sentence));
    put(&mut fields, "hint", hint);
    fields
}
