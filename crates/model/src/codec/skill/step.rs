//! The steps of a compiled skill, both ways.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::codec::error::CodecError;
use crate::codec::json::{Object, put};
use crate::codec::pin::{
    put_expectations, read_evidence, read_expectations, read_place, write_evidence, write_place,
};
use crate::geometry::{Direction, Point};
use crate::program::{CompiledAction, CompiledStep, Pin, PinnedPlace, PinnedScroll};
use crate::select::MatchQuality;

/// Writes a step.
pub(super) fn write_step(step: &CompiledStep) -> Value {
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
    put(&mut own, "match", pin.strategy.map(MatchQuality::as_str));
    put_expectations(&mut own, &pin.expect);
    (!own.is_empty()).then_some(Value::Object(own))
}

/// Reads the steps of a file.
pub(super) fn read_steps(file: &Object<'_>) -> Result<Vec<CompiledStep>, CodecError> {
    file.require("steps", file.list("steps")?)?;
    file.objects("steps")?
        .iter()
        .map(|step| {
            Ok(CompiledStep {
                index: step.require("index", step.whole("index")?)? as usize,
                verb: step.require("type", step.text("type")?)?,
                label: step.text("label")?,
                pin: read_pin(step)?,
                metadata: None,
                foreign: None,
            })
        })
        .collect()
}

/// Reads what is pinned to a step; absent or null hints are no pin.
fn read_pin(step: &Object<'_>) -> Result<Option<Pin>, CodecError> {
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
    let expected = "one of up, down, left, right";
    let direction = hints.word("scrollDirection", expected, Direction::from_word)?;
    Ok(Some(PinnedScroll {
        count: count.min(10_000) as u32,
        direction: direction.unwrap_or(Direction::Up),
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
    pin.strategy = own
        .text("match")?
        .as_deref()
        .and_then(MatchQuality::from_word);
    pin.expect = read_expectations(own)?;
    Ok(())
}
