//! What both forms of compiled files keep under `retap`: evidence, places, expectations, costs.

use serde_json::{Map, Value, json};

use crate::event::Tally;
use crate::geometry::{Point, Rect};
use crate::program::PinnedPlace;
use crate::screen::Role;
use crate::select::{Evidence, Neighbours};
use crate::verify::{Expectation, Property, Subject};

use super::error::CodecError;
use super::json::{Object, put, wrong};

/// Writes where a target was.
pub(in crate::codec) fn write_place(place: &PinnedPlace) -> Value {
    let mut fields = Map::new();
    fields.insert("x".to_owned(), json!(place.point.x));
    fields.insert("y".to_owned(), json!(place.point.y));
    put(&mut fields, "confidence", place.confidence);
    put(&mut fields, "matchStrategy", place.strategy.clone());
    Value::Object(fields)
}

/// Writes what identifies an element.
pub(in crate::codec) fn write_evidence(evidence: &Evidence) -> Value {
    let mut fields = Map::new();
    let mut text = |name: &str, text: &str| {
        if !text.is_empty() {
            fields.insert(name.to_owned(), json!(text));
        }
    };
    text("text", &evidence.text);
    text("description", &evidence.description);
    text("id", &evidence.id);
    text("role", evidence.role.as_str());
    text("row", evidence.row.as_deref().unwrap_or_default());
    for (side, neighbour) in evidence.neighbours.named() {
        text(side, neighbour.unwrap_or_default());
    }
    if evidence.is_id_unique {
        fields.insert("idUnique".to_owned(), json!(true));
    }
    if !evidence.ancestry.is_empty() {
        fields.insert("ancestry".to_owned(), json!(evidence.ancestry));
    }
    let Rect {
        x,
        y,
        width,
        height,
    } = evidence.bounds;
    fields.insert("bounds".to_owned(), json!([x, y, width, height]));
    Value::Object(fields)
}

/// Adds what must hold after an act, under `expect`, where there is anything.
pub(in crate::codec) fn put_expectations(own: &mut Map<String, Value>, expect: &[Expectation]) {
    if !expect.is_empty() {
        own.insert(
            "expect".to_owned(),
            expect.iter().map(write_expectation).collect(),
        );
    }
}

/// Reads what must hold after an act from `expect`.
pub(in crate::codec) fn read_expectations(
    own: &Object<'_>,
) -> Result<Vec<Expectation>, CodecError> {
    own.objects("expect")?
        .iter()
        .map(read_expectation)
        .collect()
}

fn write_expectation(expectation: &Expectation) -> Value {
    match expectation {
        Expectation::App(app) => json!({ "kind": "app", "app": app }),
        Expectation::Shows(text) => json!({ "kind": "shows", "text": text }),
        Expectation::Offers(text) => json!({ "kind": "offers", "text": text }),
        Expectation::Hides(text) => json!({ "kind": "hides", "text": text }),
        Expectation::State {
            subject,
            property,
            is,
        } => json!({
            "kind": "state",
            "id": subject.id,
            "label": subject.label,
            "property": property.as_str(),
            "is": is,
        }),
        Expectation::OpensWindow => json!({ "kind": "opens_window" }),
        Expectation::ClosesWindow => json!({ "kind": "closes_window" }),
        Expectation::Changed => json!({ "kind": "changed" }),
    }
}

/// Writes what a learning run cost.
pub(in crate::codec) fn write_tally(tally: Tally) -> Value {
    json!({ "reads": tally.reads, "textReads": tally.text_reads, "acts": tally.acts })
}

/// Reads what a learning run cost.
pub(in crate::codec) fn read_tally(tally: &Object<'_>) -> Result<Tally, CodecError> {
    let figure = |name: &str| Ok(tally.whole(name)?.unwrap_or_default() as u32);
    Ok(Tally {
        reads: figure("reads")?,
        text_reads: figure("textReads")?,
        acts: figure("acts")?,
        ..Tally::default()
    })
}

/// Reads where a target was.
pub(in crate::codec) fn read_place(place: &Object<'_>) -> Result<PinnedPlace, CodecError> {
    let x = place.require("x", place.number("x")?)?;
    let y = place.require("y", place.number("y")?)?;
    Ok(PinnedPlace {
        point: Point::new(x, y),
        confidence: place.number("confidence")?,
        strategy: place.text("matchStrategy")?,
    })
}

/// Reads what identifies an element.
pub(in crate::codec) fn read_evidence(fields: &Object<'_>) -> Result<Evidence, CodecError> {
    let text = |name: &str| Ok(fields.text(name)?.unwrap_or_default());
    let role = fields.text("role")?.unwrap_or_default();
    Ok(Evidence {
        text: text("text")?,
        description: text("description")?,
        id: text("id")?,
        is_id_unique: fields.flag("idUnique")?.unwrap_or(false),
        role: Role::from_word(&role).unwrap_or_default(),
        ancestry: fields.texts("ancestry")?,
        row: fields.text("row")?,
        neighbours: Neighbours {
            above: fields.text("above")?,
            below: fields.text("below")?,
            left: fields.text("left")?,
            right: fields.text("right")?,
        },
        bounds: read_bounds(fields)?,
    })
}

fn read_bounds(fields: &Object<'_>) -> Result<Rect, CodecError> {
    let numbers: Vec<f64> = fields
        .list("bounds")?
        .unwrap_or_default()
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    match numbers.as_slice() {
        [x, y, width, height] => Ok(Rect::new(*x, *y, *width, *height)),
        _ => Err(CodecError::Missing {
            path: fields.path_of("bounds"),
        }),
    }
}

fn read_expectation(fields: &Object<'_>) -> Result<Expectation, CodecError> {
    let kind = fields.require("kind", fields.text("kind")?)?;
    let text = |name: &str| fields.require(name, fields.text(name)?);
    match kind.as_str() {
        "app" => Ok(Expectation::App(text("app")?)),
        "shows" => Ok(Expectation::Shows(text("text")?)),
        "offers" => Ok(Expectation::Offers(text("text")?)),
        "hides" => Ok(Expectation::Hides(text("text")?)),
        "state" => {
            let word = text("property")?;
            let property = Property::from_word(&word).ok_or_else(|| {
                wrong(
                    &fields.path_of("property"),
                    "a known property",
                    &Value::String(word),
                )
            })?;
            let subject = Subject {
                id: fields.text("id")?.unwrap_or_default(),
                label: fields.text("label")?.unwrap_or_default(),
            };
            let is = fields.require("is", fields.flag("is")?)?;
            Ok(Expectation::State {
                subject,
                property,
                is,
            })
        }
        "opens_window" => Ok(Expectation::OpensWindow),
        "closes_window" => Ok(Expectation::ClosesWindow),
        "changed" => Ok(Expectation::Changed),
        _ => Err(wrong(
            &fields.path_of("kind"),
            "one of app, shows, offers, hides, state, opens_window, closes_window, changed",
            &Value::String(kind.clone()),
        )),
    }
}
