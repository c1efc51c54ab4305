//! A compiled scenario and its steps as JSON; what a strategy says is `strategy_wire.rs`.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::phrase::Phrase;
use crate::program::scenario_ir::{
    CompiledScenario, DEFAULT_STRICT, DEFAULT_WAIT_AFTER, ReplaySource, ScenarioPin, ScenarioStep,
    StepType, Strategy, Variable,
};
use crate::program::{Frame, StepKind};
use crate::select;

use super::error::CodecError;
use super::json::{Object, put, wrong};
use super::own_step_wire;
use super::pin_wire;
use super::scenario::SCENARIO_VERSION;
use super::strategy_wire;

/// The longest wait a file may ask for, in seconds: one day. More is a slip of the pen.
const LONGEST_WAIT: f64 = 86_400.0;

/// Returns the whole file but for its checksum.
pub(super) fn write_scenario(scenario: &CompiledScenario) -> Value {
    let mut file = Map::new();
    let mut field = |name: &str, value: Value| file.insert(name.to_owned(), value);
    field("version", json!(SCENARIO_VERSION));
    field("compiled_at", json!(scenario.compiled_at.to_rfc3339()));
    field("source", json!(scenario.source));
    field("source_hash", json!(scenario.source_hash.to_string()));
    field("platform", json!(scenario.platform));
    field("app", json!(scenario.app));
    field(
        "device",
        json!({ "screen_size": scenario.screen_size.to_string() }),
    );
    let variables = scenario.variables.iter();
    let variables: Map<String, Value> = variables
        .map(|(name, variable)| (name.clone(), write_variable(variable)))
        .collect();
    if !variables.is_empty() {
        field("variables", Value::Object(variables));
    }
    let steps = scenario.steps.iter();
    field("steps", steps.map(write_numbered_step).collect());
    put(&mut file, "retap", write_own(scenario));
    Value::Object(file)
}

/// Writes a variable as sources have it; a secret looks like any other that gets its value later.
fn write_variable(variable: &Variable) -> Value {
    match variable {
        Variable::Fixed(value) => json!(value),
        Variable::Prompt {
            prompt,
            default: Some(default),
        } => json!({ "prompt": prompt, "value": default }),
        Variable::Prompt {
            prompt,
            default: None,
        }
        | Variable::Secret {
            prompt: Some(prompt),
        } => json!({ "prompt": prompt }),
        Variable::Placeholder | Variable::Secret { prompt: None } => Value::Null,
    }
}

fn write_own(scenario: &CompiledScenario) -> Option<Value> {
    let mut own = Map::new();
    let secrets: Vec<&String> = scenario
        .variables
        .iter()
        .filter_map(|(name, variable)| variable.is_secret().then_some(name))
        .collect();
    if !secrets.is_empty() {
        own.insert("secrets".to_owned(), json!(secrets));
    }
    if !scenario.environment.is_empty() {
        own.insert("env".to_owned(), json!(scenario.environment));
    }
    put(&mut own, "name", scenario.name.clone());
    put(&mut own, "config", write_frame(&scenario.frame));
    put(&mut own, "values", scenario.values.clone());
    put(
        &mut own,
        "learned",
        scenario.learned.map(pin_wire::write_tally),
    );
    (scenario.is_sealed || !own.is_empty()).then_some(Value::Object(own))
}

/// Writes what holds for the whole run, where there is anything to say.
fn write_frame(frame: &Frame) -> Option<Value> {
    let mut fields = Map::new();
    put(&mut fields, "timeout", frame.timeout.map(write_seconds));
    let flags = [
        ("clear_data_before", frame.clear_data_before),
        ("stop_app_after", frame.stop_app_after),
    ];
    for (name, _) in flags.into_iter().filter(|(_, is_on)| *is_on) {
        fields.insert(name.to_owned(), json!(true));
    }
    (!fields.is_empty()).then_some(Value::Object(fields))
}

/// Reads what holds for the whole run.
pub(super) fn read_frame(own: &Object<'_>) -> Result<Frame, CodecError> {
    let config = own.object_or_empty("config")?;
    Ok(Frame {
        app: Phrase::default(),
        timeout: read_seconds(&config, "timeout")?,
        clear_data_before: config.flag("clear_data_before")?.unwrap_or(false),
        stop_app_after: config.flag("stop_app_after")?.unwrap_or(false),
    })
}

fn write_numbered_step(step: &ScenarioStep) -> Value {
    let mut value = write_step(step);
    value["index"] = json!(step.index);
    value
}

/// Writes a step without its number, as the steps of a replay are.
pub(super) fn write_step(step: &ScenarioStep) -> Value {
    let mut fields = Map::new();
    fields.insert("section".to_owned(), json!(step.section));
    fields.insert("type".to_owned(), json!(step.kind.as_str()));
    fields.insert("original".to_owned(), json!(step.original));
    if step.wait != DEFAULT_WAIT_AFTER {
        fields.insert("wait".to_owned(), write_seconds(step.wait));
    }
    if step.strict != DEFAULT_STRICT {
        fields.insert("strict".to_owned(), json!(step.strict));
    }
    if let Strategy::Replay(replay) = &step.compiled {
        put(
            &mut fields,
            "replay_source",
            replay
                .replay_source
                .as_ref()
                .map(|range| json!({ "from": range.from, "to": range.to })),
        );
    }
    let compiled = strategy_wire::write_strategy(&step.compiled);
    fields.insert("compiled".to_owned(), compiled);
    put(&mut fields, "retap", write_pin(step));
    Value::Object(fields)
}

fn write_pin(step: &ScenarioStep) -> Option<Value> {
    let pin = &step.pin;
    let mut own = Map::new();
    let itself = step.own.as_deref().and_then(own_step_wire::write_own_step);
    put(&mut own, "step", itself);
    let target = pin.evidence.as_ref().map(pin_wire::write_evidence);
    put(&mut own, "target", target);
    let place = pin.place.as_ref().map(pin_wire::write_place);
    put(&mut own, "place", place);
    put(
        &mut own,
        "match",
        pin.strategy.map(select::Strategy::as_str),
    );
    let delay = pin.observed_delay.map(|delay| delay.as_millis() as u64);
    put(&mut own, "observedDelayMs", delay);
    put(&mut own, "scrollCount", pin.scroll_count);
    pin_wire::put_expectations(&mut own, &pin.expect);
    (!own.is_empty()).then_some(Value::Object(own))
}

/// Reads the steps of a file.
pub(super) fn read_steps(file: &Object<'_>) -> Result<Vec<ScenarioStep>, CodecError> {
    file.require("steps", file.list("steps")?)?;
    file.objects("steps")?
        .iter()
        .map(|step| {
            let index = step.require("index", step.count("index")?)?;
            if index == 0 {
                let path = step.path_of("index");
                return Err(wrong(&path, "a number from 1", &json!(index)));
            }
            read_step(step, index)
        })
        .collect()
}

/// Reads a step whose number is known.
pub(super) fn read_step(step: &Object<'_>, index: u32) -> Result<ScenarioStep, CodecError> {
    let word = step.required_text("type")?;
    let kind = StepType::from_word(&word).ok_or_else(|| {
        let expected = "one of do, then, replay";
        wrong(&step.path_of("type"), expected, &Value::String(word))
    })?;
    Ok(ScenarioStep {
        index,
        section: step.required_text("section")?,
        kind,
        original: step.required_text("original")?,
        wait: read_seconds(step, "wait")?.unwrap_or(DEFAULT_WAIT_AFTER),
        strict: step.flag("strict")?.unwrap_or(DEFAULT_STRICT),
        compiled: strategy_wire::read_strategy(
            &step.require("compiled", step.object("compiled")?)?,
            read_replay_source(step)?,
        )?,
        own: read_own(&step.object_or_empty("retap")?)?,
        pin: read_pin(&step.object_or_empty("retap")?)?,
    })
}

fn read_replay_source(step: &Object<'_>) -> Result<Option<ReplaySource>, CodecError> {
    let Some(range) = step.object("replay_source")? else {
        return Ok(None);
    };
    Ok(Some(ReplaySource {
        from: range.required_text("from")?,
        to: range.required_text("to")?,
    }))
}

fn read_own(own: &Object<'_>) -> Result<Option<Box<StepKind>>, CodecError> {
    let step = own.object("step")?;
    let step = step
        .as_ref()
        .map(own_step_wire::read_own_step)
        .transpose()?;
    Ok(step.map(Box::new))
}

fn read_pin(own: &Object<'_>) -> Result<ScenarioPin, CodecError> {
    let target = own.object("target")?;
    let place = own.object("place")?;
    let word = own.text("match")?;
    Ok(ScenarioPin {
        evidence: target.as_ref().map(pin_wire::read_evidence).transpose()?,
        place: place.as_ref().map(pin_wire::read_place).transpose()?,
        strategy: word.as_deref().and_then(select::Strategy::from_word),
        observed_delay: own.whole("observedDelayMs")?.map(Duration::from_millis),
        scroll_count: own.count("scrollCount")?,
        expect: pin_wire::read_expectations(own)?,
    })
}

/// Writes whole seconds as a whole number, others to the millisecond.
pub(super) fn write_seconds(duration: Duration) -> Value {
    if duration.subsec_millis() == 0 {
        json!(duration.as_secs())
    } else {
        json!(duration.as_millis() as f64 / 1000.0)
    }
}

/// Reads a number of seconds, to the millisecond.
pub(super) fn read_seconds(
    fields: &Object<'_>,
    name: &str,
) -> Result<Option<Duration>, CodecError> {
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
