//! The skill form of compiled files (`docs/formats/compiled-skill.md`).
//!
//! Reads versions 1 and 2, writes version 1. What retap knows beyond that form stands in keys
//! named `retap`, which other readers pass over. Not here: what only the scenario form says;
//! and nothing outside this folder knows how this one says it.

mod step;

use serde_json::{Map, Value, json};

use crate::codec::error::CodecError;
use crate::codec::json::{Object, put};
use crate::codec::pin::{read_tally, write_tally};
use crate::program::{CompiledProgram, DeviceMark, SourceMark};
use crate::screen::Fingerprint;
use crate::time::Timestamp;

/// The version this code writes.
const SKILL_VERSION: u64 = 1;

/// The newest version this code reads.
const NEWEST_READ: u64 = 2;

/// Where the time of compiling stands, which is no part of the checksum.
pub(super) const TIME: &[&str] = &["source", "compiledAt"];

/// Reads a compiled file whose checksum fits.
pub(super) fn read_file(
    file: &Object<'_>,
    own: &Object<'_>,
) -> Result<CompiledProgram, CodecError> {
    let learned = own.object("learned")?;
    Ok(CompiledProgram {
        name: own.text("skill")?,
        values: own.text("values")?,
        learned: learned.as_ref().map(read_tally).transpose()?,
        source: read_source(file)?,
        device: read_device(file)?,
        fingerprint: read_fingerprint(file)?,
        steps: step::read_steps(file)?,
        standalone: None,
    })
}

/// Returns the whole file but for its checksum.
pub(super) fn write_file(program: &CompiledProgram) -> Value {
    let mut own = Map::new();
    put(&mut own, "skill", program.name.clone());
    put(&mut own, "values", program.values.clone());
    put(&mut own, "learned", program.learned.map(write_tally));
    let source = &program.source;
    let device = &program.device;
    let mut file = Map::new();
    let mut field = |name: &str, value: Value| file.insert(name.to_owned(), value);
    field("version", json!(SKILL_VERSION));
    let compiled_at = source.compiled_at.to_rfc3339();
    field(
        "source",
        json!({ "sha256": source.sha256, "compiledAt": compiled_at }),
    );
    field(
        "device",
        json!({
            "windowWidth": device.width,
            "windowHeight": device.height,
            "orientation": device.orientation,
        }),
    );
    field(
        "steps",
        program.steps.iter().map(step::write_step).collect(),
    );
    field("retap", Value::Object(own));
    let fingerprint = program.fingerprint.as_ref().map(
        |mark| json!({ "hash": mark.hash, "structuralTexts": mark.texts, "iconCount": mark.icons }),
    );
    put(&mut file, "screenFingerprint", fingerprint);
    Value::Object(file)
}

/// Returns why this code cannot read the version of a file.
pub(super) fn check_version(file: &Object<'_>) -> Result<(), CodecError> {
    let version = file.require("version", file.whole("version")?)?;
    match version {
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
    let source = file.require("source", file.object("source")?)?;
    let sha256 = source.require("sha256", source.text("sha256")?)?;
    let compiled_at = source.text("compiledAt")?.unwrap_or_default();
    Ok(SourceMark {
        sha256,
        path: None,
        compiled_at: Timestamp::from_rfc3339(&compiled_at).unwrap_or_default(),
    })
}

fn read_device(file: &Object<'_>) -> Result<DeviceMark, CodecError> {
    let device = file.require("device", file.object("device")?)?;
    Ok(DeviceMark {
        width: device.require("windowWidth", device.number("windowWidth")?)?,
        height: device.require("windowHeight", device.number("windowHeight")?)?,
        orientation: device
            .text("orientation")?
            .unwrap_or_else(|| "unknown".to_owned()),
        platform: None,
    })
}

fn read_fingerprint(file: &Object<'_>) -> Result<Option<Fingerprint>, CodecError> {
    let Some(mark) = file.object("screenFingerprint")? else {
        return Ok(None);
    };
    Ok(Some(Fingerprint {
        hash: mark.require("hash", mark.text("hash")?)?,
        texts: mark.texts("structuralTexts")?.into_iter().collect(),
        icons: mark.whole("iconCount")?.unwrap_or_default() as usize,
    }))
}
