//! The skill form of compiled files (`docs/formats/compiled-skill.md`).
//!
//! Reads versions 1 and 2, writes version 1. What retap knows beyond that form stands in keys
//! named `retap`, which other readers pass over. Told apart from other forms by content.

use serde_json::Value;

use crate::geometry::Size;
use crate::program::{CompiledSkill, CompiledStep, DeviceMark, Program, SourceMark, label_values};
use crate::screen::Fingerprint;

use super::error::CodecError;
use super::json::{self, Object};
use super::{checksum, pin_wire, skill_wire};

/// The version this code writes.
pub const SKILL_VERSION: u64 = 1;

/// The newest version this code reads.
const NEWEST_READ: u64 = 2;

/// Where the time of compiling stands, which is no part of the checksum.
const TIME: &[&str] = &["source", "compiledAt"];

/// Reads a compiled file of the skill form.
pub fn decode_skill(bytes: &[u8]) -> Result<CompiledSkill, CodecError> {
    let value = json::parse(bytes)?;
    let file = Object::new("", &value)?;
    check_version(&file)?;
    let own = file.object_or_empty("retap")?;
    if let Some(sum) = own.text("checksum")? {
        checksum::check(&value, TIME, &sum)?;
    }
    let learned = own.object("learned")?;
    Ok(CompiledSkill {
        skill: own.text("skill")?,
        values: own.text("values")?,
        learned: learned.as_ref().map(pin_wire::read_tally).transpose()?,
        source: read_source(&file)?,
        device: read_device(&file)?,
        fingerprint: read_fingerprint(&file)?,
        steps: read_steps(&file)?,
    })
}

/// Writes a compiled file of the skill form: sorted keys, the same bytes for the same input.
pub fn encode_skill(skill: &CompiledSkill) -> Vec<u8> {
    let mut value = skill_wire::write_skill(skill);
    checksum::seal(&mut value, TIME);
    json::print(&value)
}

/// Returns what a compiled file of this program says.
pub fn program_of(
    program: &Program,
    source: SourceMark,
    screen: Size,
    fingerprint: Option<Fingerprint>,
) -> CompiledSkill {
    let steps = program
        .draft
        .flat()
        .into_iter()
        .enumerate()
        .map(|(index, (_, step))| CompiledStep {
            index,
            verb: step.kind.verb().to_owned(),
            label: step.kind.label_text(),
            pin: program.pin(step.id).cloned(),
        });
    CompiledSkill {
        skill: Some(program.draft.header.name.clone()),
        source,
        device: DeviceMark {
            width: screen.width,
            height: screen.height,
            orientation: screen.orientation().as_str().to_owned(),
        },
        values: Some(label_values(&program.draft)),
        fingerprint,
        learned: program.learned,
        steps: steps.collect(),
    }
}

fn check_version(file: &Object<'_>) -> Result<(), CodecError> {
    if matches!(file.get("version"), Some(Value::String(_))) {
        return Err(CodecError::NotCompiledSkill {
            reason: "its `version` is text, as in compiled scenarios",
        });
    }
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
        compiled_at: crate::time::Timestamp::from_rfc3339(&compiled_at).unwrap_or_default(),
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

fn read_steps(file: &Object<'_>) -> Result<Vec<CompiledStep>, CodecError> {
    file.require("steps", file.list("steps")?)?;
    file.objects("steps")?
        .iter()
        .map(|step| {
            Ok(CompiledStep {
                index: step.require("index", step.whole("index")?)? as usize,
                verb: step.require("type", step.text("type")?)?,
                label: step.text("label")?,
                pin: skill_wire::read_pin(step)?,
            })
        })
        .collect()
}
