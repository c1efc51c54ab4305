//! The checks of a `uitree_verify` step, both ways.

use serde_json::{Map, Value, json};

use crate::codec::error::CodecError;
use crate::codec::json::{Object, said, wrong};
use crate::phrase::Phrase;
use crate::program::{Check, Claim, CountClaim, Presence, Target, TextClaim};

use super::from_strategy::{read_matching, text_claim};
use super::to_strategy::match_type;

/// How many elements must be there when an `element_count_gte` check does not say.
const DEFAULT_MIN_COUNT: u32 = 1;

/// The keys of a selector.
const SELECTOR_KEYS: [&str; 3] = ["class", "resource_id", "text"];

/// Writes every claim as a check, or nothing where there is no check for one of them.
pub(super) fn write_claims(check: &Check) -> Option<Vec<Value>> {
    check.claims.iter().map(write_claim).collect()
}

fn write_claim(claim: &Claim) -> Option<Value> {
    match claim {
        Claim::Text(claim) | Claim::Screen(claim) => {
            is_plain(claim).then(|| write_text_claim(claim))
        }
        Claim::Id(id) => Some(json!({ "type": "resource_id_exists", "value": id.to_sentence() })),
        Claim::Class(class) => {
            Some(json!({ "type": "class_exists", "value": class.to_sentence() }))
        }
        Claim::Count(count) => Some(json!({
            "type": "element_count_gte",
            "selector": write_selector(count),
            "min_count": count.at_least,
        })),
        Claim::State(_) | Claim::Unknown(_) => None,
    }
}

fn write_text_claim(claim: &TextClaim) -> Value {
    let TextClaim { target, presence } = claim;
    let kind = match presence {
        Presence::Visible | Presence::InView => "text_visible",
        Presence::NotVisible | Presence::NotInView => "text_not_visible",
    };
    let matching = match_type(target.matching);
    json!({ "type": kind, "value": target.label.to_sentence(), "match_type": matching })
}

/// Returns the only claim, where it is that a single text shows or does not and nothing else is said.
/// What was seen in a learning run is no such claim.
pub(super) fn only_text(check: &Check) -> Option<&TextClaim> {
    match (check.claims.as_slice(), check.is_fingerprint, check.within) {
        ([Claim::Text(claim) | Claim::Screen(claim)], false, None) => {
            Some(claim).filter(|claim| is_plain(claim))
        }
        (_, _, _) => None,
    }
}

/// Returns whether the words alone say what is meant.
fn is_plain(claim: &TextClaim) -> bool {
    let TextClaim { target, presence } = claim;
    let Target {
        label: _,
        row,
        index,
        area,
        id,
        role,
        matching: _,
    } = target;
    let is_anywhere = matches!(presence, Presence::Visible | Presence::NotVisible);
    let is_by_words = area.is_none() && id.is_none() && role.only().is_none();
    is_anywhere && is_by_words && row.is_none() && index.is_none()
}

fn write_selector(count: &CountClaim) -> Map<String, Value> {
    let sentence = |phrase: &Option<Phrase>| phrase.as_ref().map(Phrase::to_sentence);
    said(json!({
        "class": sentence(&count.class),
        "resource_id": sentence(&count.id),
        "text": sentence(&count.text),
    }))
}

/// Reads a check; one of an unknown type is a claim that never holds.
pub(super) fn read_claim(fields: &Object<'_>) -> Result<Claim, CodecError> {
    let kind = fields.required_text("type")?;
    let value = || Ok::<_, CodecError>(Phrase::of_sentence(&fields.required_text("value")?));
    let shown =
        |presence| Ok::<_, CodecError>(text_claim(value()?, read_matching(fields)?, presence));
    Ok(match kind.as_str() {
        "text_visible" => shown(Presence::Visible)?,
        "text_not_visible" => shown(Presence::NotVisible)?,
        "resource_id_exists" => Claim::Id(value()?),
        "class_exists" => Claim::Class(value()?),
        "element_count_gte" => Claim::Count(read_count(fields)?),
        _ => Claim::Unknown(kind),
    })
}

/// Reads how many of which elements there must be. A key this code does not know is refused: without it
/// more elements would be counted than were meant, and the check could hold where it should not.
fn read_count(fields: &Object<'_>) -> Result<CountClaim, CodecError> {
    let selector = fields.required("selector", Object::object)?;
    let mut entries = selector.entries();
    if let Some((name, value)) = entries.find(|(name, _)| !SELECTOR_KEYS.contains(&name.as_str())) {
        let expected = "absent: a selector has only class, resource_id and text";
        return Err(wrong(&selector.path_of(name), expected, value));
    }
    let given = |name: &str| {
        let text = selector.text(name)?;
        Ok::<_, CodecError>(text.as_deref().map(Phrase::of_sentence))
    };
    Ok(CountClaim {
        class: given("class")?,
        id: given("resource_id")?,
        text: given("text")?,
        at_least: fields.count("min_count")?.unwrap_or(DEFAULT_MIN_COUNT),
    })
}
