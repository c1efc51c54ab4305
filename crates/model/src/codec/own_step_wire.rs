//! Steps that no strategy of the scenario form can say, kept as themselves under `retap.step`.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::geometry::Direction;
use crate::phrase::Phrase;
use crate::program::{
    Check, Claim, ClearField, CountClaim, DoubleTap, Edge, Effect, Hover, LongPress, Matching,
    Presence, ScrollTo, ScrollToEdge, StateClaim, StepKind, Stroke, Tap, Target, TextClaim,
    TypeText, Unsupported,
};
use crate::screen::Role;
use crate::verify::Property;

use super::error::CodecError;
use super::json::{Object, put, wrong};

/// Writes a step, or nothing where it has no form of its own.
pub(super) fn write_own_step(kind: &StepKind) -> Option<Value> {
    let mut fields = Map::new();
    fields.insert("verb".to_owned(), json!(kind.verb()));
    match kind {
        StepKind::Tap(tap) => put_target(&mut fields, &tap.target),
        StepKind::DoubleTap(tap) => put_target(&mut fields, &tap.target),
        StepKind::Hover(hover) => put_target(&mut fields, &hover.target),
        StepKind::LongPress(press) => {
            put_target(&mut fields, &press.target);
            put(&mut fields, "durationMs", millis(press.duration));
        }
        StepKind::Type(typed) => {
            fields.insert("text".to_owned(), json!(typed.text.to_sentence()));
            put(&mut fields, "into", typed.into.as_ref().map(write_target));
        }
        StepKind::Clear(clear) => {
            put(&mut fields, "into", clear.field.as_ref().map(write_target));
        }
        StepKind::ScrollTo(scroll) => {
            put_target(&mut fields, &scroll.target);
            fields.insert("finger".to_owned(), json!(scroll.direction.as_str()));
            fields.insert("max".to_owned(), json!(scroll.max));
            put(&mut fields, "stroke", scroll.stroke.map(write_stroke));
        }
        StepKind::ScrollToEdge(scroll) => {
            fields.insert("edge".to_owned(), json!(scroll.edge.as_str()));
        }
        StepKind::Check(check) => {
            fields.insert(
                "claims".to_owned(),
                check.claims.iter().map(write_claim).collect(),
            );
            put(&mut fields, "withinMs", millis(check.within));
            if check.is_fingerprint {
                fields.insert("fingerprint".to_owned(), json!(true));
            }
        }
        _ => return None,
    }
    Some(Value::Object(fields))
}

/// Reads a step; a verb this code does not know is a step that fails and says so.
pub(super) fn read_own_step(fields: &Object<'_>) -> Result<StepKind, CodecError> {
    let verb = fields.required_text("verb")?;
    Ok(match verb.as_str() {
        "tap" => StepKind::Tap(Tap {
            target: read_target(fields)?,
            effect: Effect::Visible,
        }),
        "double_tap" => StepKind::DoubleTap(DoubleTap {
            target: read_target(fields)?,
        }),
        "hover" => StepKind::Hover(Hover {
            target: read_target(fields)?,
            effect: Effect::Visible,
        }),
        "long_press" => StepKind::LongPress(LongPress {
            target: read_target(fields)?,
            duration: read_millis(fields, "durationMs")?,
        }),
        "type" => StepKind::Type(TypeText {
            text: Phrase::of_sentence(&fields.required_text("text")?),
            into: read_into(fields)?,
        }),
        "clear" => StepKind::Clear(ClearField {
            field: read_into(fields)?,
        }),
        "scroll_to" => StepKind::ScrollTo(ScrollTo {
            target: read_target(fields)?,
            direction: read_word(fields, "finger", Direction::from_word)?,
            max: fields.count("max")?.unwrap_or(ScrollTo::DEFAULT_MAX),
            stroke: read_stroke(fields)?,
        }),
        "scroll_to_edge" => StepKind::ScrollToEdge(ScrollToEdge {
            edge: read_word(fields, "edge", Edge::from_word)?,
        }),
        "check" => StepKind::Check(Check {
            claims: fields
                .objects("claims")?
                .iter()
                .map(read_claim)
                .collect::<Result<_, _>>()?,
            within: read_millis(fields, "withinMs")?,
            is_fingerprint: fields.flag("fingerprint")?.unwrap_or(false),
        }),
        other => StepKind::Unsupported(Unsupported {
            reason: format!("the step `{other}` is unknown"),
        }),
    })
}

fn put_target(fields: &mut Map<String, Value>, target: &Target) {
    fields.insert("label".to_owned(), json!(target.label.to_sentence()));
    put(fields, "row", target.row.as_ref().map(Phrase::to_sentence));
    put(fields, "index", target.index);
    let area = target.area.as_ref().map(Phrase::to_sentence);
    put(fields, "area", area);
    put(fields, "id", target.id.as_ref().map(Phrase::to_sentence));
    put(fields, "role", target.role.map(Role::as_str));
    let matching = match target.matching {
        Matching::Usual => None,
        Matching::Exact => Some("exact"),
        Matching::Contains => Some("contains"),
        Matching::Described => Some("described"),
    };
    put(fields, "match", matching);
}

fn write_target(target: &Target) -> Value {
    let mut fields = Map::new();
    put_target(&mut fields, target);
    Value::Object(fields)
}

fn read_target(fields: &Object<'_>) -> Result<Target, CodecError> {
    let role = fields.text("role")?;
    let role = role.map(|word| {
        let known = Role::from_word(&word);
        known.ok_or_else(|| wrong(&fields.path_of("role"), "a kind of element", &json!(word)))
    });
    let matching = match fields.text("match")?.as_deref() {
        None => Matching::Usual,
        Some("exact") => Matching::Exact,
        Some("contains") => Matching::Contains,
        Some("described") => Matching::Described,
        Some(other) => {
            let path = fields.path_of("match");
            return Err(wrong(
                &path,
                "one of exact, contains, described",
                &json!(other),
            ));
        }
    };
    Ok(Target {
        label: Phrase::of_sentence(&fields.required_text("label")?),
        row: fields.text("row")?.as_deref().map(Phrase::of_sentence),
        index: fields.count("index")?,
        area: fields.text("area")?.as_deref().map(Phrase::of_sentence),
        id: fields.text("id")?.as_deref().map(Phrase::of_sentence),
        role: role.transpose()?,
        matching,
        // A field that takes text has the role of one here.
        takes_text: false,
    })
}

fn read_into(fields: &Object<'_>) -> Result<Option<Target>, CodecError> {
    fields.object("into")?.as_ref().map(read_target).transpose()
}

fn write_stroke(stroke: Stroke) -> Value {
    json!({ "distance": stroke.distance, "durationMs": stroke.duration.as_millis() as u64 })
}

fn read_stroke(fields: &Object<'_>) -> Result<Option<Stroke>, CodecError> {
    let Some(stroke) = fields.object("stroke")? else {
        return Ok(None);
    };
    Ok(Some(Stroke {
        distance: stroke.require("distance", stroke.number("distance")?)?,
        duration: stroke.require("durationMs", read_millis(&stroke, "durationMs")?)?,
    }))
}

fn write_claim(claim: &Claim) -> Value {
    let mut fields = Map::new();
    let kind = match claim {
        Claim::Text(text) => {
            put_text_claim(&mut fields, text);
            "text"
        }
        Claim::Screen(screen) => {
            put_text_claim(&mut fields, screen);
            "screen"
        }
        Claim::Id(id) => {
            fields.insert("value".to_owned(), json!(id.to_sentence()));
            "id"
        }
        Claim::Class(class) => {
            fields.insert("value".to_owned(), json!(class.to_sentence()));
            "class"
        }
        Claim::Count(count) => {
            put(
                &mut fields,
                "class",
                count.class.as_ref().map(Phrase::to_sentence),
            );
            put(
                &mut fields,
                "id",
                count.id.as_ref().map(Phrase::to_sentence),
            );
            put(
                &mut fields,
                "text",
                count.text.as_ref().map(Phrase::to_sentence),
            );
            fields.insert("atLeast".to_owned(), json!(count.at_least));
            "count"
        }
        Claim::State(state) => {
            put_target(&mut fields, &state.target);
            fields.insert("property".to_owned(), json!(state.property.as_str()));
            fields.insert("is".to_owned(), json!(state.is));
            "state"
        }
        Claim::Unknown(name) => name,
    };
    fields.insert("claim".to_owned(), json!(kind));
    Value::Object(fields)
}

fn put_text_claim(fields: &mut Map<String, Value>, claim: &TextClaim) {
    put_target(fields, &claim.target);
    if claim.presence == Presence::NotVisible {
        fields.insert("negate".to_owned(), json!(true));
    }
}

fn read_text_claim(fields: &Object<'_>) -> Result<TextClaim, CodecError> {
    let is_negated = fields.flag("negate")?.unwrap_or(false);
    Ok(TextClaim {
        target: read_target(fields)?,
        presence: if is_negated {
            Presence::NotVisible
        } else {
            Presence::Visible
        },
    })
}

fn read_claim(fields: &Object<'_>) -> Result<Claim, CodecError> {
    let phrase = |name: &str| {
        fields
            .text(name)
            .map(|text| text.as_deref().map(Phrase::of_sentence))
    };
    let kind = fields.required_text("claim")?;
    Ok(match kind.as_str() {
        "text" => Claim::Text(read_text_claim(fields)?),
        "screen" => Claim::Screen(read_text_claim(fields)?),
        "id" => Claim::Id(fields.require("value", phrase("value")?)?),
        "class" => Claim::Class(fields.require("value", phrase("value")?)?),
        "count" => Claim::Count(CountClaim {
            class: phrase("class")?,
            id: phrase("id")?,
            text: phrase("text")?,
            at_least: fields.require("atLeast", fields.count("atLeast")?)?,
        }),
        "state" => Claim::State(StateClaim {
            target: read_target(fields)?,
            property: read_word(fields, "property", Property::from_word)?,
            is: fields.require("is", fields.flag("is")?)?,
        }),
        _ => Claim::Unknown(kind),
    })
}

fn millis(duration: Option<Duration>) -> Option<u64> {
    duration.map(|duration| duration.as_millis() as u64)
}

fn read_millis(fields: &Object<'_>, name: &str) -> Result<Option<Duration>, CodecError> {
    Ok(fields.whole(name)?.map(Duration::from_millis))
}

fn read_word<T>(
    fields: &Object<'_>,
    name: &str,
    from_word: impl Fn(&str) -> Option<T>,
) -> Result<T, CodecError> {
    let word = fields.required_text(name)?;
    from_word(&word).ok_or_else(|| wrong(&fields.path_of(name), "a known word", &json!(word)))
}
