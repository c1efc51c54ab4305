//! The strategy by which other readers of compiled scenarios carry a step out.
//!
//! What the strategies cannot say is left to a model by readers other than retap, which keeps the
//! step itself beside the strategy.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::codec::json::said;
use crate::geometry::Direction;
use crate::phrase::Phrase;
use crate::program::{
    Ask, Back, Check, ElementMetadata, Home, Matching, PressKey, Question, ScrollTo, StepKind,
    Stroke, Target,
};

use super::check::{only_text, write_claims};
use super::write_seconds;

impl Stroke {
    /// How far, in pixels, and how fast a page is scrolled when nobody says.
    pub const DEFAULT: Self = Self {
        distance: 500.0,
        duration: Duration::from_millis(300),
    };
}

impl StepKind {
    /// Returns the name of the strategy that stands for the step, or the verb of a step that retap itself
    /// carries out where another reader of the compiled file would have to ask a model.
    pub fn strategy_name(&self) -> &'static str {
        strategy_of(self, "", None).map_or_else(|| self.verb(), |(name, _)| name)
    }
}

/// Returns the strategy that stands for a step; `sentence` is what its author wrote, `seen` what a
/// learning run saw of its element. The steps of a replay are not in it.
pub(super) fn to_strategy(
    kind: &StepKind,
    sentence: &str,
    seen: Option<&ElementMetadata>,
) -> Map<String, Value> {
    let ask_model = || ("ai_checkpoint", json!({ "assertion": sentence }));
    let (name, fields) = strategy_of(kind, sentence, seen).unwrap_or_else(ask_model);
    let mut fields = said(fields);
    fields.insert("strategy".to_owned(), json!(name));
    if let (StepKind::Tap(_) | StepKind::Type(_) | StepKind::Clear(_), Some(seen)) = (kind, seen) {
        fields.insert("element_metadata".to_owned(), write_metadata(seen));
    }
    fields
}

/// The name of a strategy, and what it says.
type Strategy = (&'static str, Value);

/// Returns the strategy that says what a step does, where there is one.
fn strategy_of(
    kind: &StepKind,
    sentence: &str,
    seen: Option<&ElementMetadata>,
) -> Option<Strategy> {
    Some(match kind {
        StepKind::Launch(step) => ("app_launch", package(&step.app)),
        StepKind::ResetApp(step) => ("app_stop", package(&step.app)),
        StepKind::RestartApp(step) => ("app_restart", package(&step.app)),
        StepKind::Tap(tap) => touch(&tap.target, seen),
        StepKind::Type(step) => text_input(step.text.to_sentence(), step.into.as_ref()),
        StepKind::Clear(step) => text_input(String::new(), step.field.as_ref()),
        StepKind::Swipe(swipe) => ("scroll_fixed", scroll(swipe.direction, swipe.stroke)),
        StepKind::ScrollTo(step) => ("scroll_to_find", scroll_to(step)),
        StepKind::Home(_) => keyevent("HOME", Home::KEYCODE),
        StepKind::Back(_) => keyevent("BACK", Back::KEYCODE),
        StepKind::PressKey(press) => return press_key(press),
        StepKind::Pause(pause) => {
            let seconds = write_seconds(pause.duration);
            ("wait", json!({ "duration_sec": seconds }))
        }
        StepKind::Check(check) => return proof(check, sentence),
        StepKind::KeepEvidence(step) => {
            let assertion = step.assertion.to_sentence();
            ("screenshot_only", json!({ "assertion": assertion }))
        }
        StepKind::Ask(ask) => question(ask, sentence),
        StepKind::Group(_) => ("replay", json!({})),
        StepKind::Unsupported(_) => ("unsupported", json!({})),
        StepKind::DoubleTap(_)
        | StepKind::Hover(_)
        | StepKind::RightClick(_)
        | StepKind::LongPress(_)
        | StepKind::Drag(_)
        | StepKind::Upload(_)
        | StepKind::PullToRefresh(_)
        | StepKind::WaitFor(_)
        | StepKind::Assert(_)
        | StepKind::Screenshot(_)
        | StepKind::HideKeyboard(_)
        | StepKind::Shake(_)
        | StepKind::OpenUrl(_)
        | StepKind::SetNetwork(_)
        | StepKind::Measure(_)
        | StepKind::Target(_)
        | StepKind::Remember(_)
        | StepKind::Condition(_)
        | StepKind::Repeat(_)
        | StepKind::SetChecked(_)
        | StepKind::Select(_)
        | StepKind::ScrollToEdge(_)
        | StepKind::Gesture(_) => return None,
    })
}

fn package(app: &Phrase) -> Value {
    json!({ "package": app.to_sentence() })
}

/// An element goes by its id where the author gives it, or where nobody quoted its text and a run saw one.
fn touch(target: &Target, seen: Option<&ElementMetadata>) -> Strategy {
    let seen = seen.filter(|seen| seen.is_by_id);
    let id = match &target.id {
        Some(id) => Some(id.to_sentence()),
        None => seen.and_then(|seen| seen.resource_id.clone()),
    };
    match id {
        Some(id) => (
            "tap_by_resource_id",
            json!({ "resource_id": id, "fallback_text": label_of(target) }),
        ),
        None => ("tap_by_text", text_fields(target)),
    }
}

fn text_input(text: String, field: Option<&Target>) -> Strategy {
    let hint = field.and_then(label_of);
    let fields = json!({ "input_text": text, "field_hint": hint });
    ("text_input", fields)
}

fn keyevent(name: &str, code: u32) -> Strategy {
    ("keyevent", json!({ "keycode": code, "key_name": name }))
}

fn press_key(press: &PressKey) -> Option<Strategy> {
    let key = press.key.android().filter(|_| press.modifiers.is_empty());
    key.map(|(name, code)| keyevent(name, code))
}

/// Returns the words that name an element, where there are any.
fn label_of(target: &Target) -> Option<String> {
    Some(target.label.to_sentence()).filter(|label| !label.is_empty())
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

fn scroll_to(step: &ScrollTo) -> Value {
    let mut fields = scroll(step.direction, step.stroke);
    fields["search_text"] = json!(step.target.label.to_sentence());
    fields["max_scrolls"] = json!(step.max);
    fields
}

fn proof(check: &Check, sentence: &str) -> Option<Strategy> {
    if let Some(claim) = only_text(check) {
        let mut fields = text_fields(&claim.target);
        fields["negate"] = json!(claim.presence.is_absence());
        return Some(("strict_text_match", fields));
    }
    let checks = write_claims(check)?;
    let fields = json!({ "assertion": sentence, "fallback_to_ai": false, "checks": checks });
    Some(("uitree_verify", fields))
}

/// Before a model is asked whether a `then` holds, its fingerprint is looked for.
fn question(ask: &Ask, sentence: &str) -> Strategy {
    let checks = match (ask.question, ask.guess.as_deref()) {
        (Question::Then, Some(StepKind::Check(check))) if check.is_fingerprint => {
            write_claims(check)
        }
        (_, _) => None,
    };
    match checks {
        Some(checks) => (
            "uitree_verify",
            json!({ "assertion": sentence, "fallback_to_ai": true, "checks": checks }),
        ),
        None => (
            "ai_checkpoint",
            json!({ "assertion": sentence, "hint": ask.hint }),
        ),
    }
}

/// Writes what was seen of an element, as other readers know it.
fn write_metadata(metadata: &ElementMetadata) -> Value {
    let parents = Some(&metadata.parent_hierarchy).filter(|parents| !parents.is_empty());
    Value::Object(said(json!({
        "resource_id": metadata.resource_id,
        "class": metadata.class,
        "content_desc": metadata.content_desc,
        "bounds": metadata.bounds.map(|bounds| bounds.to_string()),
        "parent_hierarchy": parents,
    })))
}
