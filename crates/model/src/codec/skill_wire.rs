//! The fields of one step of a compiled skill, both ways.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::event::Tally;
use crate::geometry::{Direction, Point, Rect};
use crate::program::{CompiledAction, CompiledSkill, CompiledStep, Pin, PinnedPlace, PinnedScroll};
use crate::screen::Role;
use crate::select::{Evidence, Neighbours, Strategy};
use crate::verify::{Expectation, Property, Subject};

use super::json::{Object, wrong};
use super::skill::{CodecError, SKILL_VERSION};

/// Returns the whole file but for its checksum.
pub(super) fn write_skill(skill: &CompiledSkill) -> Value {
    let mut own = Map::new();
    put(&mut own, "skill", skill.skill.clone());
    put(&mut own, "values", skill.values.clone());
    put(&mut own, "learned", skill.learned.map(write_tally));
    let mut file = Map::new();
    file.insert("version".to_owned(), json!(SKILL_VERSION));
    file.insert(
        "source".to_owned(),
        json!({ "sha256": skill.source.sha256, "compiledAt": skill.source.compiled_at.to_rfc3339() }),
    );
    file.insert(
        "device".to_owned(),
        json!({
            "windowWidth": skill.device.width,
            "windowHeight": skill.device.height,
            "orientation": skill.device.orientation,
        }),
    );
    put(
        &mut file,
        "screenFingerprint",
        skill.fingerprint.as_ref().map(|mark| {
            json!({ "hash": mark.hash, "structuralTexts": mark.texts, "iconCount": mark.icons })
        }),
    );
    file.insert(
        "steps".to_owned(),
        skill.steps.iter().map(write_step).collect(),
    );
    file.insert("retap".to_owned(), Value::Object(own));
    Value::Object(file)
}

fn write_step(step: &CompiledStep) -> Value {
    let mut fields = Map::new();
    fields.insert("index".to_owned(), json!(step.index));
    fields.insert("type".to_owned(), json!(step.verb));
    put(&mut fields, "label", step.label.clone());
    fields.insert(
        "hints".to_owned(),
        step.pin.as_ref().map_or(Value::Null, write_hints),
    );
    put(&mut fields, "retap", step.pin.as_ref().and_then(write_own));
    Value::Object(fields)
}

fn write_hints(pin: &Pin) -> Value {
    let mut hints = Map::new();
    hints.insert("compiledAction".to_owned(), json!(pin.action.as_str()));
    if let Some(place) = &pin.place {
        hints.insert("tapX".to_owned(), json!(place.point.x));
        hints.insert("tapY".to_owned(), json!(place.point.y));
        put(&mut hints, "confidence", place.confidence);
        put(&mut hints, "matchStrategy", place.strategy.clone());
    }
    put(
        &mut hints,
        "observedDelayMs",
        pin.observed_delay.map(|delay| delay.as_millis() as u64),
    );
    if let Some(scroll) = &pin.scroll {
        hints.insert("scrollCount".to_owned(), json!(scroll.count));
        hints.insert(
            "scrollDirection".to_owned(),
            json!(scroll.direction.as_str()),
        );
    }
    Value::Object(hints)
}

fn write_own(pin: &Pin) -> Option<Value> {
    let mut own = Map::new();
    put(
        &mut own,
        "target",
        pin.evidence.as_ref().map(write_evidence),
    );
    put(
        &mut own,
        "destination",
        pin.destination.as_ref().map(write_place),
    );
    put(
        &mut own,
        "destinationTarget",
        pin.destination_evidence.as_ref().map(write_evidence),
    );
    put(&mut own, "match", pin.strategy.map(Strategy::as_str));
    if !pin.expect.is_empty() {
        own.insert(
            "expect".to_owned(),
            pin.expect.iter().map(write_expectation).collect(),
        );
    }
    (!own.is_empty()).then_some(Value::Object(own))
}

fn write_place(place: &PinnedPlace) -> Value {
    let mut fields = Map::new();
    fields.insert("x".to_owned(), json!(place.point.x));
    fields.insert("y".to_owned(), json!(place.point.y));
    put(&mut fields, "confidence", place.confidence);
    put(&mut fields, "matchStrategy", place.strategy.clone());
    Value::Object(fields)
}

fn write_evidence(evidence: &Evidence) -> Value {
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

fn write_expectation(expectation: &Expectation) -> Value {
    match expectation {
        Expectation::App(app) => json!({ "kind": "app", "app": app }),
        Expectation::Shows(text) => json!({ "kind": "shows", "text": text }),
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
        Expectation::Changed => json!({ "kind": "changed" }),
    }
}

fn write_tally(tally: Tally) -> Value {
    json!({ "reads": tally.reads, "textReads": tally.text_reads, "acts": tally.acts })
}

pub(super) fn read_tally(tally: &Object<'_>) -> Result<Tally, CodecError> {
    let figure = |name: &str| Ok(tally.whole(name)?.unwrap_or_default() as u32);
    Ok(Tally {
        reads: figure("reads")?,
        text_reads: figure("textReads")?,
        acts: figure("acts")?,
        ..Tally::default()
    })
}

/// Reads what is pinned to a step; absent or null hints are no pin.
pub(super) fn read_pin(step: &Object<'_>) -> Result<Option<Pin>, CodecError> {
    let Some(hints) = step.object("hints")? else {
        return Ok(None);
    };
    let word = hints.require("compiledAction", hints.text("compiledAction")?)?;
    let path = hints.path_of("compiledAction");
    let action =
        CompiledAction::from_word(&word).ok_or(CodecError::UnknownAction { path, action: word })?;
    let mut pin = Pin::new(action);
    pin.place = read_hinted_place(&hints)?;
    pin.observed_delay = hints.number("observedDelayMs")?.map(read_delay);
    pin.scroll = read_scroll(&hints)?;
    if let Some(own) = step.object("retap")? {
        read_own(&own, &mut pin)?;
    }
    Ok(Some(pin))
}

/// A delay that is no sensible number of milliseconds counts as none.
fn read_delay(millis: f64) -> Duration {
    if millis.is_finite() && millis > 0.0 {
        Duration::from_millis(millis.min(86_400_000.0) as u64)
    } else {
        Duration::ZERO
    }
}

fn read_hinted_place(hints: &Object<'_>) -> Result<Option<PinnedPlace>, CodecError> {
    match (hints.number("tapX")?, hints.number("tapY")?) {
        (Some(x), Some(y)) => Ok(Some(PinnedPlace {
            point: Point::new(x, y),
            confidence: hints.number("confidence")?,
            strategy: hints.text("matchStrategy")?,
        })),
        (None, None) => Ok(None),
        (Some(_), None) => Err(CodecError::Missing {
            path: hints.path_of("tapY"),
        }),
        (None, Some(_)) => Err(CodecError::Missing {
            path: hints.path_of("tapX"),
        }),
    }
}

fn read_scroll(hints: &Object<'_>) -> Result<Option<PinnedScroll>, CodecError> {
    let Some(count) = hints.whole("scrollCount")? else {
        return Ok(None);
    };
    let word = hints
        .text("scrollDirection")?
        .unwrap_or_else(|| "up".to_owned());
    let direction = Direction::from_word(&word).ok_or_else(|| {
        wrong(
            &hints.path_of("scrollDirection"),
            "one of up, down, left, right",
            &Value::String(word),
        )
    })?;
    Ok(Some(PinnedScroll {
        count: count.min(10_000) as u32,
        direction,
    }))
}

fn read_own(own: &Object<'_>, pin: &mut Pin) -> Result<(), CodecError> {
    pin.evidence = own
        .object("target")?
        .as_ref()
        .map(read_evidence)
        .transpose()?;
    pin.destination = own
        .object("destination")?
        .as_ref()
        .map(read_place)
        .transpose()?;
    pin.destination_evidence = own
        .object("destinationTarget")?
        .as_ref()
        .map(read_evidence)
        .transpose()?;
    pin.strategy = own.text("match")?.as_deref().and_then(Strategy::from_word);
    let expectations = own.list("expect")?.unwrap_or_default();
    for (position, value) in expectations.iter().enumerate() {
        let path = format!("{}[{position}]", own.path_of("expect"));
        pin.expect
            .push(read_expectation(&Object::new(path, value)?)?);
    }
    Ok(())
}

fn read_place(place: &Object<'_>) -> Result<PinnedPlace, CodecError> {
    let x = place.require("x", place.number("x")?)?;
    let y = place.require("y", place.number("y")?)?;
    Ok(PinnedPlace {
        point: Point::new(x, y),
        confidence: place.number("confidence")?,
        strategy: place.text("matchStrategy")?,
    })
}

fn read_evidence(fields: &Object<'_>) -> Result<Evidence, CodecError> {
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
        "changed" => Ok(Expectation::Changed),
        _ => Err(wrong(
            &fields.path_of("kind"),
            "one of app, shows, hides, state, changed",
            &Value::String(kind.clone()),
        )),
    }
}

fn put(fields: &mut Map<String, Value>, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        fields.insert(name.to_owned(), value.into());
    }
}
