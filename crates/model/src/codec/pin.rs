//! The parts that both forms of compiled files keep under `retap`: evidence, places, expectations, costs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::device::{AnswerKind, AnswerPart, AnswerShape};
use crate::event::Tally;
use crate::geometry::{Point, Rect};
use crate::program::{PinnedPlace, StepId};
use crate::screen::Role;
use crate::select::{Evidence, MatchQuality, Neighbours, SIDES};
use crate::verify::{
    Expectation, ExpectedState, ExpectedWrite, Property, RowGain, ShownIn, Subject, WriteAnswer,
    WritePlace,
};

use super::error::CodecError;
use super::json::{Object, said, said_at_all, wrong};

/// Writes where a target was.
pub(super) fn write_place(place: &PinnedPlace) -> Value {
    Value::Object(said(json!({
        "x": place.point.x,
        "y": place.point.y,
        "confidence": place.confidence,
        "matchStrategy": place.strategy,
    })))
}

/// Writes what identifies an element; the screen it was on stands elsewhere in a file.
pub(super) fn write_marks(evidence: &Evidence) -> Map<String, Value> {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let at = evidence.bounds;
    let mut fields = said(json!({
        "text": text(&evidence.text),
        "description": text(&evidence.description),
        "id": text(&evidence.id),
        "role": evidence.role.as_str(),
        "row": evidence.row.as_deref().and_then(text),
        "idUnique": evidence.is_id_unique.then_some(true),
        "idCounted": evidence.is_id_counted.then_some(true),
        "details": Some(&evidence.details).filter(|details| !details.is_empty()),
        "rowShared": evidence.is_row_shared.then_some(true),
        "checked": evidence.checked,
        "irreversible": evidence.is_said_irreversible.then_some(true),
        "ancestry": Some(&evidence.ancestry).filter(|chain| !chain.is_empty()),
        "bounds": [at.x, at.y, at.width, at.height],
    }));
    for (side, near) in SIDES.iter().zip(&evidence.neighbours) {
        let near = near.as_deref().and_then(text);
        fields.extend(near.map(|near| ((*side).to_owned(), json!(near))));
    }
    fields
}

/// Writes what must hold after an act, where there is anything.
pub(super) fn write_expectations(expect: &[Expectation]) -> Option<Value> {
    (!expect.is_empty()).then(|| expect.iter().map(write_expectation).collect())
}

/// The most that a step expects. A lesson keeps a few; each is compared with all that a screen shows, and with the others.
const MOST_EXPECTED: usize = 1_000;

/// Reads what must hold after an act from `expect`.
pub(super) fn read_expectations(own: &Object<'_>) -> Result<Vec<Expectation>, CodecError> {
    read_some(own, "expect")
}

fn read_some(own: &Object<'_>, name: &str) -> Result<Vec<Expectation>, CodecError> {
    let count = own.list(name)?.map_or(0, <[Value]>::len);
    match count > MOST_EXPECTED {
        true => {
            let path = own.path_of(name);
            let expected = "a list of at most 1000 expectations";
            Err(wrong(&path, expected, &json!(format!("{count} of them"))))
        }
        false => own.read_all(name, read_expectation),
    }
}

/// Reads what of that did not last from `fading`.
pub(super) fn read_fading(own: &Object<'_>) -> Result<Vec<Expectation>, CodecError> {
    read_some(own, "fading")
}

/// Writes the rows that an act brought.
pub(super) fn write_rows(rows: &RowGain) -> Value {
    let shows: Vec<usize> = rows.shows.iter().map(|step| step.0).collect();
    Value::Object(said(json!({
        "more": rows.more,
        "shows": (!shows.is_empty()).then_some(shows),
    })))
}

/// Reads the rows that an act brought from `rows`.
pub(super) fn read_rows(own: &Object<'_>) -> Result<Option<RowGain>, CodecError> {
    own.read("rows", |rows| {
        let shows = rows.list("shows")?.unwrap_or_default().iter();
        let steps = shows.filter_map(Value::as_u64);
        Ok(RowGain {
            more: rows.required("more", Object::whole)? as usize,
            shows: steps.map(|step| StepId(step as usize)).collect(),
        })
    })
}

/// Writes where the other writes went that a lesson saw; also that there were none, where it looked.
pub(super) fn write_besides(besides: Option<&BTreeSet<WritePlace>>) -> Option<Value> {
    let place = |place: &WritePlace| {
        Value::Object(said(json!({
            "method": place.method,
            "path": place.shape,
            "operation": place.operation,
        })))
    };
    besides.map(|all| all.iter().map(place).collect())
}

/// Reads where the other writes went from `otherWrites`.
pub(super) fn read_besides(own: &Object<'_>) -> Result<Option<BTreeSet<WritePlace>>, CodecError> {
    let Some(_) = own.list("otherWrites")? else {
        return Ok(None);
    };
    let all = own.read_all("otherWrites", |place| {
        Ok(WritePlace {
            method: place.required_text("method")?,
            shape: place.required_text("path")?,
            operation: place.text("operation")?,
        })
    })?;
    Ok(Some(all.into_iter().collect()))
}

/// Writes marks of identifiers, where there are any.
pub(super) fn write_entities(entities: &BTreeSet<String>) -> Option<Value> {
    (!entities.is_empty()).then(|| entities.iter().cloned().collect())
}

/// Reads marks of identifiers, or names.
pub(super) fn read_entities(own: &Object<'_>, key: &str) -> Result<BTreeSet<String>, CodecError> {
    let all = own.list(key)?.unwrap_or_default().iter();
    Ok(all.filter_map(Value::as_str).map(str::to_owned).collect())
}

/// Writes the requests that an act must cause, where there are any.
pub(super) fn write_effects(effects: &[ExpectedWrite]) -> Option<Value> {
    (!effects.is_empty()).then(|| effects.iter().map(write_effect).collect())
}

/// Reads the requests that an act must cause from `effects`. Those of a kind that a newer retap writes are passed over.
pub(super) fn read_effects(own: &Object<'_>) -> Result<Vec<ExpectedWrite>, CodecError> {
    let all = own.read_all("effects", |effect| {
        match effect.required_text("kind")?.as_str() {
            "write" => read_effect(effect).map(Some),
            _ => Ok(None),
        }
    })?;
    Ok(all.into_iter().flatten().collect())
}

fn write_effect(write: &ExpectedWrite) -> Value {
    let fields = write.fields.iter();
    let fields: Map<String, Value> = fields
        .map(|(name, step)| (name.clone(), json!(step.map(|step| step.0))))
        .collect();
    let shown_in = |place: ShownIn| -> Vec<usize> {
        let all = write.shown.iter().filter(|(_, own)| **own == place);
        all.map(|(step, _)| step.0).collect()
    };
    let (shown, shown_as_text) = (shown_in(ShownIn::Anything), shown_in(ShownIn::Text));
    Value::Object(said(json!({
        "kind": "write",
        "method": write.method,
        "site": write.site,
        "path": write.shape,
        "operation": write.operation,
        "fields": Some(fields).filter(|fields| !fields.is_empty()),
        "exact": Some(&write.exact).filter(|it| !it.is_empty()),
        "optional": Some(&write.optional).filter(|it| !it.is_empty()),
        "ids": Some(&write.ids).filter(|ids| !ids.is_empty()),
        "entities": Some(&write.entities).filter(|it| !it.is_empty()),
        "values": Some(&write.values).filter(|it| !it.is_empty()),
        "answer": write.answer.as_str(),
        "answered": write_answer(&write.answered),
        "ledTo": write.led_to,
        "shown": Some(shown).filter(|it| !it.is_empty()),
        "shownAsText": Some(shown_as_text).filter(|it| !it.is_empty()),
        "once": write.is_once,
    })))
}

fn read_effect(effect: &Object<'_>) -> Result<ExpectedWrite, CodecError> {
    let answer = effect.word(
        "answer",
        "one of taken, denied, refused",
        WriteAnswer::from_word,
    )?;
    let fields = effect.object_or_empty("fields")?;
    let fields = fields.entries().map(|(name, step)| {
        let step = step.as_u64().map(|step| StepId(step as usize));
        (name.clone(), step)
    });
    let mut shown = BTreeMap::new();
    for (key, place) in [("shown", ShownIn::Anything), ("shownAsText", ShownIn::Text)] {
        let steps = effect.list(key)?.unwrap_or_default().iter();
        let steps = steps.filter_map(Value::as_u64);
        shown.extend(steps.map(|step| (StepId(step as usize), place)));
    }
    let ids = effect.list("ids")?.unwrap_or_default().iter();
    Ok(ExpectedWrite {
        method: effect.required_text("method")?,
        site: effect.text("site")?,
        shape: effect.required_text("path")?,
        operation: effect.text("operation")?,
        fields: fields.collect(),
        exact: read_entities(effect, "exact")?,
        optional: read_entities(effect, "optional")?,
        ids: ids.map(|id| id.as_str().map(str::to_owned)).collect(),
        entities: read_field_marks(effect, "entities")?,
        values: read_field_marks(effect, "values")?,
        answer: effect.require("answer", answer)?,
        answered: read_answer(&effect.object_or_empty("answered")?)?,
        led_to: effect.text("ledTo")?,
        shown,
        is_once: effect.flag("once")?.unwrap_or(false),
    })
}

/// Reads what stands for the values of fields.
fn read_field_marks(
    effect: &Object<'_>,
    key: &str,
) -> Result<BTreeMap<String, String>, CodecError> {
    let marks = effect.object_or_empty(key)?;
    let marks = marks.entries().filter_map(|(name, mark)| {
        let mark = mark.as_str()?;
        Some((name.clone(), mark.to_owned()))
    });
    Ok(marks.collect())
}

fn write_answer(answer: &AnswerShape) -> Option<Value> {
    let parts = answer.parts.iter();
    let parts: Map<String, Value> = parts
        .map(|(name, part)| (name.clone(), json!(part.as_str())))
        .collect();
    said_at_all(json!({
        "kind": (answer.kind != AnswerKind::Other).then(|| answer.kind.as_str()),
        "doubtful": answer.is_doubtful.then_some(true),
        "parts": Some(parts).filter(|parts| !parts.is_empty()),
    }))
}

fn read_answer(answer: &Object<'_>) -> Result<AnswerShape, CodecError> {
    let kind = answer.word(
        "kind",
        "one of other, nothing, json, broken, page",
        AnswerKind::from_word,
    )?;
    let parts = answer.object_or_empty("parts")?;
    // What a newer retap says of a part is passed over.
    let parts = parts.entries().filter_map(|(name, part)| {
        let part = part.as_str().and_then(AnswerPart::from_word)?;
        Some((name.clone(), part))
    });
    Ok(AnswerShape {
        kind: kind.unwrap_or_default(),
        is_doubtful: answer.flag("doubtful")?.unwrap_or(false),
        parts: parts.collect(),
    })
}

fn write_expectation(expectation: &Expectation) -> Value {
    match expectation {
        Expectation::App(app) => json!({ "kind": "app", "app": app }),
        Expectation::Shows(text) => json!({ "kind": "shows", "text": text }),
        Expectation::Offers(text) => json!({ "kind": "offers", "text": text }),
        Expectation::Hides(text) => json!({ "kind": "hides", "text": text }),
        Expectation::State(state) => json!({
            "kind": "state",
            "id": state.subject.id,
            "label": state.subject.label,
            "property": state.property.as_str(),
            "is": state.is,
        }),
        Expectation::OpensWindow => json!({ "kind": "opens_window" }),
        Expectation::ClosesWindow => json!({ "kind": "closes_window" }),
        Expectation::MoreRows => json!({ "kind": "more_rows" }),
        Expectation::FewerRows => json!({ "kind": "fewer_rows" }),
        Expectation::Changed => json!({ "kind": "changed" }),
    }
}

/// Writes what a learning run cost.
pub(super) fn write_tally(tally: Tally) -> Value {
    json!({ "reads": tally.reads, "textReads": tally.text_reads, "acts": tally.acts })
}

/// Reads what a learning run cost.
pub(super) fn read_tally(tally: &Object<'_>) -> Result<Tally, CodecError> {
    let figure = |name: &str| Ok(tally.whole(name)?.unwrap_or_default() as u32);
    Ok(Tally {
        reads: figure("reads")?,
        text_reads: figure("textReads")?,
        acts: figure("acts")?,
        ..Tally::default()
    })
}

/// Reads where a target was.
pub(super) fn read_place(place: &Object<'_>) -> Result<PinnedPlace, CodecError> {
    let x = place.required("x", Object::number)?;
    Ok(PinnedPlace {
        point: Point::new(x, place.required("y", Object::number)?),
        confidence: place.number("confidence")?,
        strategy: place.text("matchStrategy")?,
    })
}

/// Reads how well the words of the author matched; a word of a newer retap counts as none.
pub(super) fn read_quality(own: &Object<'_>) -> Result<Option<MatchQuality>, CodecError> {
    let word = own.text("match")?;
    Ok(word.as_deref().and_then(MatchQuality::from_word))
}

/// Reads what identifies an element; which screen it was on is not known yet.
pub(super) fn read_marks(fields: &Object<'_>) -> Result<Evidence, CodecError> {
    let text = |name: &str| Ok(fields.text(name)?.unwrap_or_default());
    let role = fields.text("role")?.unwrap_or_default();
    let mut neighbours = Neighbours::default();
    for (near, side) in neighbours.iter_mut().zip(SIDES) {
        *near = fields.text(side)?;
    }
    Ok(Evidence {
        text: text("text")?,
        description: text("description")?,
        id: text("id")?,
        is_id_unique: fields.flag("idUnique")?.unwrap_or(false),
        role: Role::from_word(&role).unwrap_or_default(),
        ancestry: fields.texts("ancestry")?,
        row: fields.text("row")?,
        neighbours,
        bounds: read_bounds(fields)?,
        is_id_counted: fields.flag("idCounted")?.unwrap_or(false),
        details: fields.texts("details")?,
        is_row_shared: fields.flag("rowShared")?.unwrap_or(false),
        checked: fields.flag("checked")?,
        is_said_irreversible: fields.flag("irreversible")?.unwrap_or(false),
        place: None,
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
    let kind = fields.required_text("kind")?;
    let text = |name: &str| fields.required_text(name);
    match kind.as_str() {
        "app" => Ok(Expectation::App(text("app")?)),
        "shows" => Ok(Expectation::Shows(text("text")?)),
        "offers" => Ok(Expectation::Offers(text("text")?)),
        "hides" => Ok(Expectation::Hides(text("text")?)),
        "state" => {
            let property = fields.word("property", "a known property", Property::from_word)?;
            let subject = Subject {
                id: fields.text("id")?.unwrap_or_default(),
                label: fields.text("label")?.unwrap_or_default(),
            };
            Ok(Expectation::State(ExpectedState {
                subject,
                property: fields.require("property", property)?,
                is: fields.required("is", Object::flag)?,
            }))
        }
        "opens_window" => Ok(Expectation::OpensWindow),
        "closes_window" => Ok(Expectation::ClosesWindow),
        "more_rows" => Ok(Expectation::MoreRows),
        "fewer_rows" => Ok(Expectation::FewerRows),
        "changed" => Ok(Expectation::Changed),
        _ => Err(wrong(
            &fields.path_of("kind"),
            "one of app, shows, offers, hides, state, opens_window, closes_window, more_rows, fewer_rows, changed",
            &Value::String(kind.clone()),
        )),
    }
}
