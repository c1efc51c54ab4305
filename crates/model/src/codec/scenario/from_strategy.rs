//! Reads the strategies of compiled scenarios as steps.

use std::time::Duration;

use serde_json::json;

use crate::codec::error::CodecError;
use crate::codec::json::{Object, wrong};
use crate::device::Key;
use crate::geometry::Direction;
use crate::phrase::Phrase;
use crate::program::{
    Ask, Back, Bounds, Check, Claim, ClearField, ElementMetadata, Home, KeepEvidence, Launch,
    Matching, Pause, Presence, PressKey, Question, ResetApp, RestartApp, ScrollTo, StepKind,
    StepType, Stroke, Swipe, Tap, Target, TextClaim, TouchEffect, TypeText, Unsupported,
    WantedRole,
};
use crate::screen::Role;
use crate::select::Evidence;

use super::check::read_claim;
use super::read_seconds;

/// How long a `wait` waits when the file does not say.
const DEFAULT_WAIT: Duration = Duration::from_secs(1);

/// The meaning of a strategy as a step.
pub(super) struct Meaning {
    /// Its kind.
    pub(super) kind: StepKind,
    /// The marks of its element that another run saw.
    pub(super) metadata: Option<ElementMetadata>,
    /// The marks by which the strategy itself tells the element.
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
    step_type: StepType,
) -> Result<Meaning, CodecError> {
    let name = fields.required_text("strategy")?;
    let phrase = |name: &str| read_phrase(fields, name);
    let kind: StepKind = match name.as_str() {
        "tap_by_text" => return read_tap_by_text(fields),
        "tap_by_resource_id" => return read_tap_by_id(fields),
        "text_input" => return read_text_input(fields),
        "app_launch" => Launch {
            app: phrase("package")?,
        }
        .into(),
        "app_stop" => ResetApp {
            app: phrase("package")?,
        }
        .into(),
        "app_restart" => RestartApp {
            app: phrase("package")?,
        }
        .into(),
        "scroll_fixed" => Swipe {
            direction: read_finger(fields)?,
            stroke: Some(read_stroke(fields)?),
        }
        .into(),
        "scroll_to_find" => read_scroll_to_find(fields)?.into(),
        "keyevent" => read_keyevent(fields)?,
        "wait" => {
            let duration = read_seconds(fields, "duration_sec")?.unwrap_or(DEFAULT_WAIT);
            Pause { duration }.into()
        }
        "strict_text_match" => read_strict_text_match(fields)?.into(),
        "uitree_verify" => read_uitree_verify(fields, step_type)?,
        "screenshot_only" => KeepEvidence {
            assertion: phrase("assertion")?,
        }
        .into(),
        "ai_checkpoint" => read_ai_checkpoint(fields, step_type)?.into(),
        unknown => unsupported(format!("the strategy `{unknown}` is unknown")),
    };
    Ok(kind.into())
}

fn unsupported(reason: String) -> StepKind {
    Unsupported { reason }.into()
}

fn read_phrase(fields: &Object<'_>, name: &str) -> Result<Phrase, CodecError> {
    Ok(Phrase::of_sentence(&fields.required_text(name)?))
}

fn tap(target: Target) -> StepKind {
    StepKind::Tap(Tap {
        target,
        effect: TouchEffect::Visible,
        ..Tap::default()
    })
}

fn read_tap_by_text(fields: &Object<'_>) -> Result<Meaning, CodecError> {
    let text = fields.required_text("search_text")?;
    let matching = read_matching(fields)?;
    let metadata = read_metadata(fields)?;
    let hints = Hints {
        words: &text,
        is_whole: matching == Matching::Exact,
        ..Hints::default()
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
        id: Some(id.as_str()).filter(|_| !text.is_empty()),
        ..Hints::default()
    };
    let target = match text.is_empty() {
        false => Target::matching(Phrase::of_sentence(&text), Matching::Exact),
        true => Target::by_id(Phrase::of_sentence(&id)),
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
        role: Role::TextField,
        ..Hints::default()
    };
    let id = metadata.as_ref().and_then(|seen| seen.resource_id.clone());
    let field = match (hint.is_empty(), id.filter(|id| !id.is_empty())) {
        (false, _) => Some(Target {
            role: WantedRole::Only(Role::TextField),
            ..Target::labelled(Phrase::of_sentence(&hint))
        }),
        (true, Some(id)) => Some(Target::by_id(Phrase::literal(id))),
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

fn read_scroll_to_find(fields: &Object<'_>) -> Result<ScrollTo, CodecError> {
    let text = read_phrase(fields, "search_text")?;
    Ok(ScrollTo {
        target: Target::matching(text, Matching::Exact),
        direction: read_finger(fields)?,
        max: fields
            .count("max_scrolls")?
            .unwrap_or(ScrollTo::DEFAULT_MAX),
        stroke: Some(read_stroke(fields)?),
    })
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
    let code = fields.required("keycode", Object::count)?;
    fields.text("key_name")?;
    Ok(match code {
        Home::KEYCODE => Home.into(),
        Back::KEYCODE => Back.into(),
        other => match Key::from_android_code(other) {
            Some(key) => PressKey {
                key,
                modifiers: Vec::new(),
            }
            .into(),
            None => unsupported(format!("the key code {other} is unknown")),
        },
    })
}

fn read_strict_text_match(fields: &Object<'_>) -> Result<Check, CodecError> {
    let text = read_phrase(fields, "search_text")?;
    let matching = read_matching(fields)?;
    let presence = match fields.flag("negate")?.unwrap_or(false) {
        true => Presence::NotVisible,
        false => Presence::Visible,
    };
    Ok(Check {
        claims: vec![text_claim(text, matching, presence)],
        ..Check::default()
    })
}

/// Returns the claim that a text shows, or does not.
pub(super) fn text_claim(text: Phrase, matching: Matching, presence: Presence) -> Claim {
    Claim::Text(TextClaim {
        target: Target::matching(text, matching),
        presence,
    })
}

fn read_uitree_verify(fields: &Object<'_>, step_type: StepType) -> Result<StepKind, CodecError> {
    fields.required("checks", Object::list)?;
    let assertion = read_phrase(fields, "assertion")?;
    let asks_model = fields.flag("fallback_to_ai")?.unwrap_or(false);
    let check = StepKind::Check(Check {
        claims: fields.read_all("checks", read_claim)?,
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

fn read_ai_checkpoint(fields: &Object<'_>, step_type: StepType) -> Result<Ask, CodecError> {
    let question = match step_type {
        StepType::Then => Question::Then,
        StepType::Do | StepType::Replay => Question::Do,
    };
    let assertion = read_phrase(fields, "assertion")?;
    Ok(Ask {
        hint: fields.text("hint")?,
        ..Ask::new(question, assertion)
    })
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

/// Reads what was seen of an element, where there is anything.
fn read_metadata(fields: &Object<'_>) -> Result<Option<ElementMetadata>, CodecError> {
    let expected = "edges in order, as in [0,96][1080,240]";
    fields.read("element_metadata", |metadata| {
        Ok(ElementMetadata {
            resource_id: metadata.text("resource_id")?,
            class: metadata.text("class")?,
            content_desc: metadata.text("content_desc")?,
            bounds: metadata.word("bounds", expected, Bounds::from_text)?,
            parent_hierarchy: metadata.texts("parent_hierarchy")?,
            is_by_id: false,
        })
    })
}

/// The description of an element that a strategy itself gives.
#[derive(Default)]
struct Hints<'a> {
    /// The words that name it.
    words: &'a str,
    /// Whether they are the whole of its text.
    is_whole: bool,
    /// Its kind.
    role: Role,
    /// Its id, where that names it beside the words.
    id: Option<&'a str>,
}

/// Returns the hints of a file that has nothing else as evidence.
///
/// A text with variables in it is no evidence: it has another value in every run; and the id of what
/// it meant in one run does not tell what it means in the next. The class and the classes of what held
/// the element are none either: they never tell one element from another.
fn hinted_evidence(seen: Option<&ElementMetadata>, hints: &Hints<'_>) -> Option<Evidence> {
    let unknown = ElementMetadata::default();
    let seen = seen.unwrap_or(&unknown);
    let own = |text: &Option<String>| text.clone().unwrap_or_default();
    let words = Phrase::of_sentence(hints.words);
    let text = match hints.is_whole && words.is_fixed() {
        true => words.reveal(),
        false => String::new(),
    };
    let found = Evidence {
        text,
        description: own(&seen.content_desc),
        id: hints
            .id
            .map_or_else(|| own(&seen.resource_id), str::to_owned),
        is_id_unique: words.is_fixed(),
        role: hints.role,
        ancestry: Vec::new(),
        row: None,
        neighbours: Default::default(),
        bounds: seen.bounds.map(Bounds::to_rect).unwrap_or_default(),
        is_id_counted: false,
        details: Vec::new(),
        is_row_shared: false,
        checked: None,
        is_said_irreversible: false,
        place: None,
    };
    // Without an id or a description there is nothing the words of the step do not say themselves.
    let says_more = !found.id.is_empty() || !found.description.is_empty();
    says_more.then_some(found)
}
