//! The skill form of compiled files (`docs/formats/compiled-skill.md`).
//!
//! Reads versions 1 and 2, writes version 1. What retap knows beyond that form stands in keys
//! named `retap`, which other readers pass over. Not here: what only the scenario form says;
//! and nothing outside this folder knows how this one says it.

mod step;

use serde_json::{Value, json};

use crate::codec::error::CodecError;
use crate::codec::json::{Object, said};
use crate::codec::pin::{read_tally, write_tally};
use crate::program::{CompiledProgram, DeviceMark, SourceMark};
use crate::screen::Fingerprint;
use crate::time::Timestamp;

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
        steps: step::read_steps(file)?,
        standalone: None,
    })
}

/// Returns the whole file but for its checksum.
pub(super) fn write_file(program: &CompiledProgram) -> Value {
    let CompiledProgram { source, device, .. } = program;
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
        "steps": program.steps.iter().map(step::write_step).collect::<Value>(),
        "retap": said(json!({
            "skill": program.name,
            "values": program.values,
            "learned": program.learned.map(write_tally),
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
