//! The scenario form of compiled files (`docs/formats/compiled-scenario.md`).
//!
//! Reads and writes version 1.0. What retap knows beyond that form stands in keys named `retap`,
//! which other readers pass over. Not here: what only the skill form says;
//! and nothing outside this folder knows how this one says it.

mod check;
mod from_strategy;
mod step;
mod to_strategy;
mod variables;

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::codec::error::CodecError;
use crate::codec::json::{Object, said, said_at_all, wrong};
use crate::codec::pin;
use crate::codec::screens::Screens;
use crate::geometry::Size;
use crate::phrase::Phrase;
use crate::program::{
    CompiledProgram, DeviceMark, Draft, Frame, Header, InterruptionPolicy, Obstacle, SourceMark,
    Standalone,
};
use crate::time::Timestamp;

/// The version this code reads and writes.
const SCENARIO_VERSION: &str = "1.0";

/// The same, as numbers that can be compared.
const NEWEST_READ: (u32, u32) = (1, 0);

/// Where the time of compiling stands, which is no part of the checksum.
pub(super) const TIME: &str = "/compiled_at";

/// The prefix of the hash of a source.
const HASH_PREFIX: &str = "sha256:";

/// The longest wait a file may ask for, in seconds: one day. More is a slip of the pen.
const LONGEST_WAIT: f64 = 86_400.0;

/// Reads a compiled file whose checksum fits.
///
/// A strategy or check this code does not know is no error: only its step cannot be carried out.
pub(super) fn read_file(
    file: &Object<'_>,
    own: &Object<'_>,
) -> Result<CompiledProgram, CodecError> {
    let compiled_at = file.required_text("compiled_at")?;
    let platform = file.required_text("platform")?;
    let source = SourceMark {
        compiled_at: Timestamp::from_rfc3339(&compiled_at).unwrap_or_default(),
        path: Some(file.required_text("source")?),
        sha256: read_source_hash(file)?,
    };
    let app = read_app(file, &platform)?;
    let device = DeviceMark {
        platform: Some(platform.clone()),
        ..DeviceMark::of(read_screen_size(file)?)
    };
    let variables = variables::read_variables(file, own)?;
    let is_sealed = own.get("checksum").is_some();
    let screens = Screens::read(own)?;
    let mut recorded = step::read_steps(file, &screens)?;
    if is_sealed {
        // A file of our own says itself how its steps are carried out.
        recorded
            .flat
            .iter_mut()
            .for_each(|step| step.foreign = None);
    }
    let environment = read_environment(own)?;
    let name = own.text("name")?;
    let header = Header {
        name: name.clone().unwrap_or_default(),
        secrets: variables::secrets(&variables)
            .into_iter()
            .cloned()
            .collect(),
        not_secret: own.texts("not_secret")?,
        expose: own.texts("expose")?.into_iter().collect(),
        obstacles: read_obstacles(own)?,
        interruptions: own
            .word(
                "interruptions",
                "close or stop",
                InterruptionPolicy::from_word,
            )?
            .unwrap_or_default(),
        frame: Some(Frame {
            app: Phrase::of_sentence(app.get(&platform).map_or("", String::as_str)),
            ..read_frame(own)?
        }),
        ..Header::default()
    };
    Ok(CompiledProgram {
        name,
        source,
        device,
        values: own.text("values")?,
        fingerprint: None,
        learned: own.read("learned", pin::read_tally)?,
        steps: recorded.flat,
        standalone: Some(Standalone {
            draft: Draft::new(header, recorded.steps),
            app,
            variables,
            environment,
            is_sealed,
        }),
    })
}

/// Returns the whole file but for its checksum.
pub(super) fn write_file(program: &CompiledProgram, whole: &Standalone) -> Value {
    let source = &program.source;
    let variables = variables::write_variables(&whole.variables);
    let screens = Screens::of(program);
    let own = write_own(program, whole, &screens);
    let own = own.or_else(|| whole.is_sealed.then(|| json!({})));
    Value::Object(said(json!({
        "version": SCENARIO_VERSION,
        "compiled_at": source.compiled_at.to_rfc3339(),
        "source": source.path.as_deref().unwrap_or_default(),
        "source_hash": format!("{HASH_PREFIX}{}", source.sha256),
        "platform": program.device.platform.as_deref().unwrap_or_default(),
        "app": whole.app,
        "device": { "screen_size": write_size(program.device.size()) },
        "variables": Some(variables).filter(|variables| !variables.is_empty()),
        "steps": step::write_steps(&whole.draft.steps, &program.steps, &screens),
        "retap": own,
    })))
}

fn write_own(program: &CompiledProgram, whole: &Standalone, screens: &Screens) -> Option<Value> {
    let secrets = variables::secrets(&whole.variables);
    let header = &whole.draft.header;
    let (plain, frame) = (&header.not_secret, &header.frame);
    said_at_all(json!({
        "secrets": Some(secrets).filter(|secrets| !secrets.is_empty()),
        "not_secret": Some(plain).filter(|plain| !plain.is_empty()),
        "expose": Some(&whole.draft.header.expose).filter(|names| !names.is_empty()),
        "obstacles": Some(write_obstacles(header)).filter(|rules| !rules.is_empty()),
        "interruptions": Some(header.interruptions.as_str())
            .filter(|_| header.interruptions != InterruptionPolicy::default()),
        "env": Some(&whole.environment).filter(|names| !names.is_empty()),
        "name": program.name,
        "config": frame.as_ref().and_then(write_frame),
        "values": program.values,
        "learned": program.learned.map(pin::write_tally),
        "screens": screens.write(),
    }))
}

fn write_obstacles(header: &Header) -> Vec<Value> {
    let rules = header.obstacles.iter();
    let rules = rules.map(|rule| json!({ "when": rule.when, "tap": rule.tap }));
    rules.collect()
}

fn read_obstacles(own: &Object<'_>) -> Result<Vec<Obstacle>, CodecError> {
    own.read_all("obstacles", |rule| {
        Ok(Obstacle {
            when: rule.required_text("when")?,
            tap: rule.required_text("tap")?,
        })
    })
}

/// Writes what holds for the whole run, where there is anything to say.
fn write_frame(frame: &Frame) -> Option<Value> {
    said_at_all(json!({
        "timeout": frame.timeout.map(write_seconds),
        "clear_data_before": frame.clear_data_before.then_some(true),
        "stop_app_after": frame.stop_app_after.then_some(true),
    }))
}

fn read_frame(own: &Object<'_>) -> Result<Frame, CodecError> {
    let config = own.object_or_empty("config")?;
    Ok(Frame {
        app: Phrase::default(),
        timeout: read_seconds(&config, "timeout")?,
        clear_data_before: config.flag("clear_data_before")?.unwrap_or(false),
        stop_app_after: config.flag("stop_app_after")?.unwrap_or(false),
    })
}

/// Returns why this code cannot read the version of a file.
pub(super) fn check_version(file: &Object<'_>) -> Result<(), CodecError> {
    let text = file.required_text("version")?;
    match version_numbers(&text) {
        Some(NEWEST_READ) => Ok(()),
        Some(version) if version > NEWEST_READ => Err(CodecError::Newer {
            version: text,
            newest: SCENARIO_VERSION.to_owned(),
        }),
        Some(_) | None => Err(wrong(
            "version",
            "a version such as \"1.0\"",
            &Value::String(text),
        )),
    }
}

/// Returns major and minor version; what follows a second dot changes nothing for readers.
fn version_numbers(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split('.').map(|number| number.parse::<u32>().ok());
    let major = numbers.next()??;
    Some((major, numbers.next().unwrap_or(Some(0))?))
}

/// Reads the digits behind `sha256:`. Digits that are no hash are fine: they fit no source.
fn read_source_hash(file: &Object<'_>) -> Result<String, CodecError> {
    let hex = |text: &str| text.strip_prefix(HASH_PREFIX).map(str::to_owned);
    let hash = file.word("source_hash", "`sha256:` and the hash in hex", hex)?;
    file.require("source_hash", hash)
}

/// Reads the ids of the app by platform; a single text is the one for the file's own platform.
fn read_app(file: &Object<'_>, platform: &str) -> Result<BTreeMap<String, String>, CodecError> {
    if let Some(Value::String(id)) = file.get("app") {
        return Ok([(platform.to_owned(), id.clone())].into());
    }
    let app = file.required("app", Object::object)?;
    let mut ids = BTreeMap::new();
    for (name, _) in app.entries() {
        if let Some(id) = app.text(name)? {
            ids.insert(name.clone(), id);
        }
    }
    Ok(ids)
}

/// Reads which variable of the environment gives which variable its value.
fn read_environment(own: &Object<'_>) -> Result<BTreeMap<String, String>, CodecError> {
    let named = own.object_or_empty("env")?;
    let names = named.entries();
    names
        .map(|(name, _)| Ok((name.clone(), named.required_text(name)?)))
        .collect()
}

fn read_screen_size(file: &Object<'_>) -> Result<Size, CodecError> {
    let device = file.required("device", Object::object)?;
    let size = device.word("screen_size", "a size such as 1080x2400", size_of)?;
    device.require("screen_size", size)
}

/// Reads `1080x2400`; anything else, spaces and leading zeros too, is none.
fn size_of(text: &str) -> Option<Size> {
    let (width, height) = text.split_once('x')?;
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| *side > 0);
    let size = Size::new(side(width)?.into(), side(height)?.into());
    (write_size(size) == text).then_some(size)
}

/// Writes a size in whole pixels.
fn write_size(size: Size) -> String {
    format!(
        "{}x{}",
        size.width.round() as u32,
        size.height.round() as u32
    )
}

/// Writes whole seconds as a whole number, others to the millisecond.
fn write_seconds(duration: Duration) -> Value {
    if duration.subsec_millis() == 0 {
        json!(duration.as_secs())
    } else {
        json!(duration.as_millis() as f64 / 1000.0)
    }
}

/// Reads a number of seconds, to the millisecond.
fn read_seconds(fields: &Object<'_>, name: &str) -> Result<Option<Duration>, CodecError> {
    let Some(seconds) = fields.number(name)? else {
        return Ok(None);
    };
    if !(0.0..=LONGEST_WAIT).contains(&seconds) {
        let expected = "a number of seconds from 0 to a day";
        return Err(wrong(&fields.path_of(name), expected, &json!(seconds)));
    }
    let millis = (seconds * 1000.0).round() as u64;
    Ok(Some(Duration::from_millis(millis)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_they_are_written() {
        assert_eq!(size_of("1080x2400"), Some(Size::new(1080.0, 2400.0)));
        for text in [
            "",
            "1080",
            "0x5",
            "1080X2400",
            "1080 x 2400",
            "-1x5",
            "01x2",
            "1x2x3",
        ] {
            assert_eq!(size_of(text), None, "{text}");
        }
    }
}
