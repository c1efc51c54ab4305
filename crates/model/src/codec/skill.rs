//! The skill form of compiled files (`docs/formats/compiled-skill.md`).
//!
//! Reads versions 1 and 2, writes version 1. What retap knows beyond that form stands in keys
//! named `retap`, which other readers pass over. Nothing outside this file knows how this form says it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::geometry::{Direction, Point};
use crate::program::{
    CompiledAction, CompiledProgram, CompiledStep, DeviceMark, Pin, PinnedPlace, PinnedScroll,
    SourceMark,
};
use crate::screen::Fingerprint;
use crate::select::{Evidence, MatchQuality};
use crate::time::Timestamp;

use super::error::CodecError;
use super::json::{Object, said, said_at_all};
use super::pin::*;
use super::screens::{Screens, read_evidence, write_evidence};

/// The version this code writes.
const SKILL_VERSION: u64 = 1;

/// The newest version this code reads.
const NEWEST_READ: u64 = 2;

/// Where the time of compiling stands, which is no part of the checksum.
pub(super) const TIME: &str = "/source/compiledAt";

/// Reads a compiled file whose checksum fits.
pub(super) fn read_file(
    file: &Object<'_>,
    own: &Object<'_>,
) -> Result<CompiledProgram, CodecError> {
    Ok(CompiledProgram {
        name: own.text("skill")?,
        values: own.text("values")?,
        learned: own.read("learned", read_tally)?,
        source: read_source(file)?,
        device: read_device(file)?,
        fingerprint: file.read("screenFingerprint", read_fingerprint)?,
        steps: read_steps(file, &Screens::read(own)?)?,
        standalone: None,
    })
}

/// Returns the whole file but for its checksum.
pub(super) fn write_file(program: &CompiledProgram) -> Value {
    let CompiledProgram { source, device, .. } = program;
    let screens = Screens::of(program);
    let steps = program.steps.iter();
    let fingerprint = program.fingerprint.as_ref().map(
        |mark| json!({ "hash": mark.hash, "structuralTexts": mark.texts, "iconCount": mark.icons }),
    );
    Value::Object(said(json!({
        "version": SKILL_VERSION,
        "source": { "sha256": source.sha256, "compiledAt": source.compiled_at.to_rfc3339() },
        "device": {
            "windowWidth": device.width,
            "windowHeight": device.height,
            "orientation": device.orientation,
        },
        "steps": steps.map(|step| write_step(step, &screens)).collect::<Value>(),
        "retap": said(json!({
            "skill": program.name,
            "values": program.values,
            "learned": program.learned.map(write_tally),
            "screens": screens.write(),
        })),
        "screenFingerprint": fingerprint,
    })))
}

/// Returns why this code cannot read the version of a file.
pub(super) fn check_version(file: &Object<'_>) -> Result<(), CodecError> {
    match file.required("version", Object::whole)? {
        1..=NEWEST_READ => Ok(()),
        0 => Err(CodecError::NotCompiledSkill {
            reason: "its `version` is 0",
        }),
        newer => Err(CodecError::Newer {
            version: newer.to_string(),
            newest: NEWEST_READ.to_string(),
        }),
    }
}

fn read_source(file: &Object<'_>) -> Result<SourceMark, CodecError> {
    let source = file.required("source", Object::object)?;
    let sha256 = source.required_text("sha256")?;
    let compiled_at = source.text("compiledAt")?.unwrap_or_default();
    Ok(SourceMark {
        sha256,
        path: None,
        compiled_at: Timestamp::from_rfc3339(&compiled_at).unwrap_or_default(),
    })
}

fn read_device(file: &Object<'_>) -> Result<DeviceMark, CodecError> {
    let device = file.required("device", Object::object)?;
    Ok(DeviceMark {
        width: device.required("windowWidth", Object::number)?,
        height: device.required("windowHeight", Object::number)?,
        orientation: device
            .text("orientation")?
            .unwrap_or_else(|| "unknown".to_owned()),
        platform: None,
    })
}

fn read_fingerprint(mark: &Object<'_>) -> Result<Fingerprint, CodecError> {
    Ok(Fingerprint {
        hash: mark.required_text("hash")?,
        texts: mark.texts("structuralTexts")?.into_iter().collect(),
        icons: mark.whole("iconCount")?.unwrap_or_default() as usize,
    })
}

/// Writes a step; without a pin its hints are null.
fn write_step(step: &CompiledStep, screens: &Screens) -> Value {
    let mut fields = said(json!({
        "index": step.index,
        "type": step.verb,
        "label": step.label,
        "retap": step.pin.as_ref().and_then(|pin| write_own(pin, screens)),
    }));
    let hints = step.pin.as_ref().map_or(Value::Null, write_hints);
    fields.insert("hints".to_owned(), hints);
    Value::Object(fields)
}

fn write_hints(pin: &Pin) -> Value {
    let place = pin.place.as_ref();
    let scroll = pin.scroll.as_ref();
    Value::Object(said(json!({
        "compiledAction": pin.action.as_str(),
        "tapX": place.map(|place| place.point.x),
        "tapY": place.map(|place| place.point.y),
        "confidence": place.and_then(|place| place.confidence),
        "matchStrategy": place.and_then(|place| place.strategy.as_deref()),
        "observedDelayMs": pin.observed_delay.map(|delay| delay.as_millis() as u64),
        "scrollCount": scroll.map(|scroll| scroll.count),
        "scrollDirection": scroll.map(|scroll| scroll.direction.as_str()),
    })))
}

fn write_own(pin: &Pin, screens: &Screens) -> Option<Value> {
    let write = |evidence: &Evidence| write_evidence(evidence, screens);
    said_at_all(json!({
        "target": pin.evidence.as_ref().map(write),
        "destination": pin.destination.as_ref().map(write_place),
        "destinationTarget": pin.destination_evidence.as_ref().map(write),
        "match": pin.strategy.map(MatchQuality::as_str),
        "expect": write_expectations(&pin.expect),
        "newOnPage": pin.is_new_on_page.then_some(true),
        "showsError": pin.shows_error.then_some(true),
        "effects": write_effects(&pin.effects),
        "otherWrites": write_besides(pin.besides.as_ref()),
        "entities": write_entities(&pin.entities),
        "otherEntities": write_entities(&pin.other_entities),
        "waitedMs": pin.waited.map(|waited| waited.as_millis() as u64),
        "rows": pin.rows.as_ref().map(write_rows),
        "lateMs": pin.late.map(|late| late.as_millis() as u64),
        "fading": write_expectations(&pin.fading),
    }))
}

/// Reads the steps of a file.
fn read_steps(file: &Object<'_>, screens: &Screens) -> Result<Vec<CompiledStep>, CodecError> {
    file.required("steps", Object::list)?;
    file.read_all("steps", |step| {
        Ok(CompiledStep {
            index: step.required("index", Object::whole)? as usize,
            verb: step.required_text("type")?,
            label: step.text("label")?,
            pin: read_pin(step, screens)?,
            metadata: None,
            foreign: None,
        })
    })
}

/// Reads what is pinned to a step; absent or null hints are no pin.
fn read_pin(step: &Object<'_>, screens: &Screens) -> Result<Option<Pin>, CodecError> {
    let Some(hints) = step.object("hints")? else {
        return Ok(None);
    };
    let word = hints.required_text("compiledAction")?;
    let path = hints.path_of("compiledAction");
    let action =
        CompiledAction::from_word(&word).ok_or(CodecError::UnknownAction { path, action: word })?;
    let mut pin = Pin::new(action);
    pin.place = read_hinted_place(&hints)?;
    pin.observed_delay = hints.number("observedDelayMs")?.map(read_delay);
    pin.scroll = read_scroll(&hints)?;
    if let Some(own) = step.object("retap")? {
        read_own(&own, &mut pin, screens)?;
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
        (Some(_), None) => hints.require("tapY", None),
        (None, Some(_)) => hints.require("tapX", None),
    }
}

fn read_scroll(hints: &Object<'_>) -> Result<Option<PinnedScroll>, CodecError> {
    let Some(count) = hints.whole("scrollCount")? else {
        return Ok(None);
    };
    let expected = "one of up, down, left, right";
    let direction = hints.word("scrollDirection", expected, Direction::from_word)?;
    Ok(Some(PinnedScroll {
        count: count.min(10_000) as u32,
        direction: direction.unwrap_or(Direction::Up),
    }))
}

fn read_own(own: &Object<'_>, pin: &mut Pin, screens: &Screens) -> Result<(), CodecError> {
    pin.evidence = own.read("target", |it| read_evidence(it, screens))?;
    pin.destination = own.read("destination", read_place)?;
    pin.destination_evidence = own.read("destinationTarget", |it| read_evidence(it, screens))?;
    pin.strategy = read_quality(own)?;
    pin.expect = read_expectations(own)?;
    pin.is_new_on_page = own.flag("newOnPage")?.unwrap_or(false);
    pin.shows_error = own.flag("showsError")?.unwrap_or(false);
    pin.effects = read_effects(own)?;
    pin.besides = read_besides(own)?;
    pin.entities = read_entities(own, "entities")?;
    pin.other_entities = read_entities(own, "otherEntities")?;
    pin.waited = own.number("waitedMs")?.map(read_delay);
    pin.rows = read_rows(own)?;
    pin.late = own.number("lateMs")?.map(read_delay);
    pin.fading = read_fading(own)?;
    Ok(())
}
