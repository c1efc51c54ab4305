//! The skill form of compiled files (`docs/formats/compiled-skill.md`).
//!
//! Reads versions 1 and 2, writes version 1. What retap knows beyond that form stands in keys
//! named `retap`, which other readers pass over. Told apart from other forms by content.

use std::fmt;

use serde_json::Value;

use crate::geometry::Size;
use crate::program::{CompiledSkill, CompiledStep, DeviceMark, Program, SourceMark, label_values};
use crate::screen::{Fingerprint, sha256_hex};

use super::json::Object;
use super::skill_wire;

/// The version this code writes.
pub const SKILL_VERSION: u64 = 1;

/// The newest version this code reads.
const NEWEST_READ: u64 = 2;

/// Why a compiled file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodecError {
    /// It is not JSON, or ends too soon.
    NotJson {
        /// The line where reading stopped, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What the parser said.
        reason: String,
    },
    /// It is JSON, but not a compiled skill.
    NotCompiledSkill {
        /// What gave it away.
        reason: &'static str,
    },
    /// It was written by a newer program.
    Newer {
        /// The version it has.
        version: u64,
    },
    /// A step has an action this code does not know.
    UnknownAction {
        /// The path to it.
        path: String,
        /// The action.
        action: String,
    },
    /// A field that must be there is not.
    Missing {
        /// Which one.
        path: String,
    },
    /// A field holds something else.
    Wrong {
        /// Which one.
        path: String,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// It was changed after it was written.
    Edited,
}

impl CodecError {
    /// Returns whether the file is whole but says more than this code knows, and so merely stale.
    pub const fn is_stale(&self) -> bool {
        matches!(self, Self::Newer { .. } | Self::UnknownAction { .. })
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson {
                line,
                column,
                reason,
            } => {
                write!(
                    out,
                    "line {line}, column {column}: not complete JSON: {reason}"
                )
            }
            Self::NotCompiledSkill { reason } => write!(out, "not a compiled skill: {reason}"),
            Self::Newer { version } => write!(
                out,
                "it has format version {version}, this retap reads up to {NEWEST_READ}"
            ),
            Self::UnknownAction { path, action } => {
                write!(
                    out,
                    "`{path}` is `{action}`, which this retap does not know"
                )
            }
            Self::Missing { path } => write!(out, "`{path}` is missing"),
            Self::Wrong {
                path,
                expected,
                found,
            } => {
                write!(out, "`{path}` should be {expected}, but is {found}")
            }
            Self::Edited => out.write_str("its content was changed after it was compiled"),
        }
    }
}

impl std::error::Error for CodecError {}

/// Reads a compiled file of the skill form.
pub fn decode_skill(bytes: &[u8]) -> Result<CompiledSkill, CodecError> {
    let value: Value = serde_json::from_slice(bytes).map_err(|error| CodecError::NotJson {
        line: error.line(),
        column: error.column(),
        reason: plain_reason(&error),
    })?;
    let file = Object::new("", &value)?;
    check_version(&file)?;
    let own = file.object("retap")?;
    if let Some(sum) = own
        .as_ref()
        .map(|own| own.text("checksum"))
        .transpose()?
        .flatten()
    {
        check_sum(&value, &sum)?;
    }
    let skill = own
        .as_ref()
        .map(|own| own.text("skill"))
        .transpose()?
        .flatten();
    let values = own
        .as_ref()
        .map(|own| own.text("values"))
        .transpose()?
        .flatten();
    let learned = own
        .as_ref()
        .map(|own| own.object("learned"))
        .transpose()?
        .flatten();
    Ok(CompiledSkill {
        skill,
        values,
        learned: learned.as_ref().map(skill_wire::read_tally).transpose()?,
        source: read_source(&file)?,
        device: read_device(&file)?,
        fingerprint: read_fingerprint(&file)?,
        steps: read_steps(&file)?,
    })
}

/// Writes a compiled file of the skill form: sorted keys, the same bytes for the same input.
pub fn encode_skill(skill: &CompiledSkill) -> Vec<u8> {
    let mut value = skill_wire::write_skill(skill);
    let sum = sum_of(&value);
    value["retap"]["checksum"] = Value::String(sum);
    let mut text =
        serde_json::to_string_pretty(&value).expect("a JSON value can always be written");
    text.push('\n');
    text.into_bytes()
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

/// The parser's words without the place, which the error has in fields of its own.
fn plain_reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ")
        .map_or(text.clone(), |(reason, _)| reason.to_owned())
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
        newer => Err(CodecError::Newer { version: newer }),
    }
}

/// Returns the checksum of everything but the checksum itself and the time of compiling.
fn sum_of(value: &Value) -> String {
    let mut value = value.clone();
    if let Some(own) = value.get_mut("retap").and_then(Value::as_object_mut) {
        own.remove("checksum");
    }
    if let Some(source) = value.get_mut("source").and_then(Value::as_object_mut) {
        source.remove("compiledAt");
    }
    sha256_hex(value.to_string().as_bytes())
}

fn check_sum(value: &Value, expected: &str) -> Result<(), CodecError> {
    if sum_of(value) == expected {
        Ok(())
    } else {
        Err(CodecError::Edited)
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
    let steps = file.require("steps", file.list("steps")?)?;
    steps
        .iter()
        .enumerate()
        .map(|(position, value)| {
            let step = Object::new(format!("steps[{position}]"), value)?;
            Ok(CompiledStep {
                index: step.require("index", step.whole("index")?)? as usize,
                verb: step.require("type", step.text("type")?)?,
                label: step.text("label")?,
                pin: skill_wire::read_pin(&step)?,
            })
        })
        .collect()
}
