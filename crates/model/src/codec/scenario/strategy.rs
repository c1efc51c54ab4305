//! The strategies of compiled scenarios: the words other readers carry a sentence out by, both ways.
//!
//! What the strategies cannot say is left to a model by readers other than retap, which keeps the
//! step itself beside the strategy.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::device::Key;
use crate::geometry::Direction;
use crate::phrase::Phrase;
use crate::program::{
    Ask, Back, Check, Claim, ClearField, Effect, ElementMetadata, Home, KeepEvidence, Launch,
    Matching, Pause, Presence, PressKey, Question, ResetApp, RestartApp, ScrollTo, StepKind,
    StepType, Stroke, Swipe, Tap, Target, TextClaim, TypeText, Unsupported,
};
use crate::screen::Role;
use crate::select::Evidence;

use super::check::{read_claim, write_claims};
use super::metadata::{Hints, hinted_evidence, put_metadata, read_metadata};
use super::{read_seconds, write_seconds};
use crate::codec::error::CodecError;
use crate::codec::json::{Object, put, wrong};

/// Android's number for the home key.
const KEYCODE_HOME: u32 = 3;

/// Android's number for the back key.
const KEYCODE_BACK: u32 = 4;

/// How long a `wait` waits when the file does not say.
const DEFAULT_WAIT: Duration = Duration::from_secs(1);

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
    let mut fields = match kind {
        StepKind::Launch(launch) => only("package", &launch.app),
        StepKind::ResetApp(stop) => only("package", &stop.app),
        StepKind::RestartApp(restart) => only("package", &restart.app),
        StepKind::Tap(tap) => match id_of(tap, metadata) {
            Some(id) => {
                name = "tap_by_resource_id";
                tap_by_id(&tap.target, &id)
            }
            None => text_fields(&tap.target),
        },
        StepKind::Type(input) => text_input(&input.text, input.into.as_ref()),
        StepKind::Clear(clear) => text_input(&Phrase::default(), clear.field.as_ref()),
        StepKind::Swipe(swipe) => scroll(swipe.direction, swipe.stroke),
        StepKind::ScrollTo(step) => {
            let mut fields = scroll(step.direction, step.stroke);
            let text = step.target.label.to_sentence();
            fields.insert("search_text".to_owned(), json!(text));
            fields.insert("max_scrolls".to_owned(), json!(step.max));
            fields
        }
        StepKind::Home(_) => key("HOME", KEYCODE_HOME),
        StepKind::Back(_) => key("BACK", KEYCODE_BACK),
        StepKind::PressKey(press) => match press.key.android().filter(|_| is_plain_key(press)) {
            Some((name, code)) => key(name, code),
            None => left_to_ai(sentence, None),
        },
        StepKind::Pause(pause) => field("duration_sec", write_seconds(pause.duration)),
        StepKind::Check(check) => check_fields(check, sentence),
        StepKind::KeepEvidence(keep) => only("assertion", &keep.assertion),
        StepKind::Ask(ask) => match ask.fingerprint().and_then(write_claims) {
            Some(checks) => uitree_verify(checks, sentence, Fallback::AskModel),
            None => left_to_ai(sentence, ask.hint.as_deref()),
        },
        StepKind::Group(_) | StepKind::Unsupported(_) => Map::new(),
        StepKind::DoubleTap(_)
        | StepKind::Hover(_)
        | StepKind::LongPress(_)
        | StepKind::Drag(_)
        | StepKind::WaitFor(_)
        | StepKind::Assert(_)
        | StepKind::Screenshot(_)
        | StepKind::Shake(_)
        | StepKind::OpenUrl(_)
        | StepKind::SetNetwork(_)
        | StepKind::Measure(_)
        | StepKind::Target(_)
        | StepKind::Remember(_)
        | StepKind::Condition(_)
        | StepKind::Repeat(_)
        | StepKind::ScrollToEdge(_) => left_to_ai(sentence, None),
    };
    if matches!(
        kind,
        StepKind::Tap(_) | StepKind::Type(_) | StepKind::Clear(_)
    ) {
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
fn id_of(tap: &Tap, metadata: Option<&ElementMetadata>) -> Option<String> {
    let seen = metadata.filter(|seen| seen.is_by_id);
    match &tap.target.id {
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

fn text_input(text: &Phrase, into: Option<&Target>) -> Map<String, Value> {
    let mut fields = only("input_text", text);
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

fn is_plain_key(press: &PressKey) -> bool {
    press.modifiers.is_empty()
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

/// What a strategy says of a step.
pub(super) struct Meaning {
    /// What it does.
    pub(super) kind: StepKind,
    /// What another run saw of its element.
    pub(super) metadata: Option<ElementMetadata>,
    /// What the strategy itself tells the element by.
    pub(super) evidence: Option<Evidence>,
}

impl From<StepKind> for Meaning {
    fn from(kind: StepKind) -> Self {
        Self {
            kind,
            metadata: None,
            evidence: None,
        }
    }
}

/// Reads what a strategy means as a step. One this code does not know is a step that fails and says so;
/// a replay is for the caller, who can read its steps.
pub(super) fn from_strategy(
    fields: &Object<'_>,
    name: &str,
    step_type: StepType,
) -> Result<Meaning, CodecError> {
    let phrase = |name: &str| read_phrase(fields, name);
    Ok(match name {
        "app_launch" => StepKind::Launch(Launch {
            app: phrase("package")?,
        })
        .into(),
        "app_stop" => StepKind::ResetApp(ResetApp {
            app: phrase("package")?,
        })
        .into(),
        "app_restart" => StepKind::RestartApp(RestartApp {
            app: phrase("package")?,
        })
        .into(),
        "tap_by_text" => read_tap_by_text(fields)?,
        "tap_by_resource_id" => read_tap_by_id(fields)?,
        "text_input" => read_text_input(fields)?,
        "scroll_fixed" => StepKind::Swipe(Swipe {
            direction: read_finger(fields)?,
            stroke: Some(read_stroke(fields)?),
        })
        .into(),
        "scroll_to_find" => read_scroll_to_find(fields)?.into(),
        "keyevent" => read_keyevent(fields)?.into(),
        "wait" => StepKind::Pause(Pause {
            duration: read_seconds(fields, "duration_sec")?.unwrap_or(DEFAULT_WAIT),
        })
        .into(),
        "strict_text_match" => read_strict_text_match(fields)?.into(),
        "uitree_verify" => read_uitree_verify(fields, step_type)?.into(),
        "screenshot_only" => StepKind::KeepEvidence(KeepEvidence {
            assertion: phrase("assertion")?,
        })
        .into(),
        "ai_checkpoint" => read_ai_checkpoint(fields, step_type)?.into(),
        unknown => unsupported(format!("the strategy `{unknown}` is unknown")).into(),
    })
}

fn unsupported(reason: String) -> StepKind {
    StepKind::Unsupported(Unsupported { reason })
}

fn read_phrase(fields: &Object<'_>, name: &str) -> Result<Phrase, CodecError> {
    Ok(Phrase::of_sentence(&fields.required_text(name)?))
}

fn tap(target: Target) -> StepKind {
    StepKind::Tap(Tap {
        target,
        effect: Effect::Visible,
    })
}

fn read_tap_by_text(fields: &Object<'_>) -> Result<Meaning, CodecError> {
    let text = fields.required_text("search_text")?;
    let matching = read_matching(fields)?;
    let metadata = read_metadata(fields)?;
    let hints = Hints {
        words: &text,
        is_whole: matching == Matching::Exact,
        role: Role::Unknown,
        id: None,
    };
    Ok(Meaning {
        evidence: hinted_evidence(metadata.as_ref(), &hints),
        kind: tap(Target::matching(Phrase::of_sentence(&text), matching)),
        metadata,
    })
}

/// The id stands in the evidence where there is a text as well, so that either can find the element;
/// alone it is what names it.
fn read_tap_by_id(fields: &Object<'_>) -> Result<Meaning, CodecError> {
    let id = fields.required_text("resource_id")?;
    let text = fields.text("fallback_text")?.unwrap_or_default();
    let metadata = read_metadata(fields)?;
    let hints = Hints {
        words: &text,
        is_whole: true,
        role: Role::Unknown,
        id: Some(id.as_str()).filter(|_| !text.is_empty()),
    };
    let target = match text.is_empty() {
        false => Target::matching(Phrase::of_sentence(&text), Matching::Exact),
        true => Target {
            id: Some(Phrase::of_sentence(&id)),
            ..Target::default()
        },
    };
    Ok(Meaning {
        evidence: hinted_evidence(metadata.as_ref(), &hints),
        kind: tap(target),
        metadata: metadata.map(|seen| ElementMetadata {
            is_by_id: !text.is_empty(),
            ..seen
        }),
    })
}

fn read_text_input(fields: &Object<'_>) -> Result<Meaning, CodecError> {
    let text = read_phrase(fields, "input_text")?;
    let hint = fields.text("field_hint")?.unwrap_or_default();
    let metadata = read_metadata(fields)?;
    let hints = Hints {
        words: &hint,
        is_whole: false,
        role: Role::TextField,
        id: None,
    };
    let id = metadata.as_ref().and_then(|seen| seen.resource_id.clone());
    let field = match (hint.is_empty(), id.filter(|id| !id.is_empty())) {
        (false, _) => Some(Target {
            role: Some(Role::TextField),
            ..Target::labelled(Phrase::of_sentence(&hint))
        }),
        (true, Some(id)) => Some(Target {
            id: Some(Phrase::literal(id)),
            ..Target::default()
        }),
        (true, None) => None,
    };
    let seen = metadata.as_ref().filter(|_| !hint.is_empty());
    Ok(Meaning {
        evidence: hinted_evidence(seen, &hints),
        kind: match text.is_empty() {
            true => StepKind::Clear(ClearField { field }),
            false => StepKind::Type(TypeText { text, into: field }),
        },
        metadata,
    })
}

fn read_scroll_to_find(fields: &Object<'_>) -> Result<StepKind, CodecError> {
    let text = read_phrase(fields, "search_text")?;
    Ok(StepKind::ScrollTo(ScrollTo {
        target: Target::matching(text, Matching::Exact),
        direction: read_finger(fields)?,
        max: fields
            .count("max_scrolls")?
            .unwrap_or(ScrollTo::DEFAULT_MAX),
        stroke: Some(read_stroke(fields)?),
    }))
}

fn read_finger(fields: &Object<'_>) -> Result<Direction, CodecError> {
    let page = fields.word(
        "direction",
        "one of up, down, left, right",
        Direction::from_word,
    )?;
    Ok(page.unwrap_or(Direction::Down).opposite())
}

fn read_stroke(fields: &Object<'_>) -> Result<Stroke, CodecError> {
    let Stroke { distance, duration } = Stroke::DEFAULT;
    let millis = |millis: u32| Duration::from_millis(millis.into());
    Ok(Stroke {
        distance: fields.count("distance")?.map_or(distance, f64::from),
        duration: fields.count("duration_ms")?.map_or(duration, millis),
    })
}

fn read_keyevent(fields: &Object<'_>) -> Result<StepKind, CodecError> {
    let code = fields.require("keycode", fields.count("keycode")?)?;
    fields.text("key_name")?;
    Ok(match code {
        KEYCODE_HOME => StepKind::Home(Home),
        KEYCODE_BACK => StepKind::Back(Back),
        other => match Key::from_android_code(other) {
            Some(key) => StepKind::PressKey(PressKey {
                key,
                modifiers: Vec::new(),
            }),
            None => unsupported(format!("the key code {other} is unknown")),
        },
    })
}

fn read_strict_text_match(fields: &Object<'_>) -> Result<StepKind, CodecError> {
    let text = read_phrase(fields, "search_text")?;
    let matching = read_matching(fields)?;
    let presence = match fields.flag("negate")?.unwrap_or(false) {
        true => Presence::NotVisible,
        false => Presence::Visible,
    };
    Ok(StepKind::Check(Check {
        claims: vec![text_claim(text, matching, presence)],
        within: None,
        is_fingerprint: false,
    }))
}

/// Returns the claim that a text shows, or does not.
pub(super) fn text_claim(text: Phrase, matching: Matching, presence: Presence) -> Claim {
    Claim::Text(TextClaim {
        target: Target::matching(text, matching),
        presence,
    })
}

fn read_uitree_verify(fields: &Object<'_>, step_type: StepType) -> Result<StepKind, CodecError> {
    fields.require("checks", fields.list("checks")?)?;
    let checks = fields.objects("checks")?;
    let assertion = read_phrase(fields, "assertion")?;
    let asks_model = fields.flag("fallback_to_ai")?.unwrap_or(false);
    let check = StepKind::Check(Check {
        claims: checks.iter().map(read_claim).collect::<Result<_, _>>()?,
        within: None,
        is_fingerprint: step_type == StepType::Then || asks_model,
    });
    Ok(match asks_model {
        false => check,
        true => StepKind::Ask(Ask {
            guess: Some(Box::new(check)),
            ..Ask::new(Question::Then, assertion)
        }),
    })
}

fn read_ai_checkpoint(fields: &Object<'_>, step_type: StepType) -> Result<StepKind, CodecError> {
    let question = match step_type {
        StepType::Then => Question::Then,
        StepType::Do | StepType::Replay => Question::Do,
    };
    let assertion = read_phrase(fields, "assertion")?;
    Ok(StepKind::Ask(Ask {
        hint: fields.text("hint")?,
        ..Ask::new(question, assertion)
    }))
}

/// Reads how a text must match.
pub(super) fn read_matching(fields: &Object<'_>) -> Result<Matching, CodecError> {
    match fields.text("match_type")?.as_deref() {
        None | Some("exact") => Ok(Matching::Exact),
        Some("contains") => Ok(Matching::Contains),
        Some(other) => {
            let path = fields.path_of("match_type");
            Err(wrong(&path, "one of exact, contains", &json!(other)))
        }
    }
}
