//! What a strategy of a compiled scenario says as JSON, both ways.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::geometry::Direction;
use crate::program::scenario_ir::*;

use super::check_wire::{read_check, write_check};
use super::error::CodecError;
use super::json::{Object, put, wrong};
use super::scenario_wire::{read_seconds, read_step, write_seconds, write_step};

/// Writes a strategy with its name.
pub(super) fn write_strategy(strategy: &Strategy) -> Value {
    let mut fields = match strategy {
        Strategy::AppLaunch(app) => write_package(&app.package),
        Strategy::AppStop(app) => write_package(&app.package),
        Strategy::AppRestart(app) => write_package(&app.package),
        Strategy::TapByText(tap) => write_tap_by_text(tap),
        Strategy::TapByResourceId(tap) => write_tap_by_resource_id(tap),
        Strategy::TextInput(input) => write_text_input(input),
        Strategy::ScrollFixed(scroll) => write_scroll_fixed(scroll),
        Strategy::ScrollToFind(scroll) => write_scroll_to_find(scroll),
        Strategy::KeyEvent(key) => write_keyevent(key),
        Strategy::Wait(wait) => only("duration_sec", write_seconds(wait.duration)),
        Strategy::StrictTextMatch(assertion) => write_strict_text_match(assertion),
        Strategy::UitreeVerify(verify) => write_uitree_verify(verify),
        Strategy::ScreenshotOnly(kept) => only("assertion", json!(kept.assertion)),
        Strategy::AiCheckpoint(checkpoint) => write_ai_checkpoint(checkpoint),
        Strategy::Replay(replay) => write_replay(replay),
        Strategy::Unknown(unknown) => unknown.fields.clone(),
    };
    fields.insert("strategy".to_owned(), json!(strategy.name()));
    Value::Object(fields)
}

/// Reads a strategy; `replay_source` stands beside it in a file, and only a replay has use for it.
pub(super) fn read_strategy(
    fields: &Object<'_>,
    replay_source: Option<ReplaySource>,
) -> Result<Strategy, CodecError> {
    let name = fields.required_text("strategy")?;
    let package = || fields.required_text("package");
    Ok(match name.as_str() {
        "app_launch" => Strategy::AppLaunch(AppLaunch {
            package: package()?,
        }),
        "app_stop" => Strategy::AppStop(AppStop {
            package: package()?,
        }),
        "app_restart" => Strategy::AppRestart(AppRestart {
            package: package()?,
        }),
        "tap_by_text" => Strategy::TapByText(read_tap_by_text(fields)?),
        "tap_by_resource_id" => Strategy::TapByResourceId(read_tap_by_resource_id(fields)?),
        "text_input" => Strategy::TextInput(read_text_input(fields)?),
        "scroll_fixed" => Strategy::ScrollFixed(read_scroll_fixed(fields)?),
        "scroll_to_find" => Strategy::ScrollToFind(read_scroll_to_find(fields)?),
        "keyevent" => Strategy::KeyEvent(read_keyevent(fields)?),
        "wait" => Strategy::Wait(read_wait(fields)?),
        "strict_text_match" => Strategy::StrictTextMatch(read_strict_text_match(fields)?),
        "uitree_verify" => Strategy::UitreeVerify(read_uitree_verify(fields)?),
        "screenshot_only" => Strategy::ScreenshotOnly(ScreenshotOnly {
            assertion: fields.required_text("assertion")?,
        }),
        "ai_checkpoint" => Strategy::AiCheckpoint(read_ai_checkpoint(fields)?),
        "replay" => Strategy::Replay(read_replay(fields, replay_source)?),
        _ => Strategy::Unknown(UnknownStrategy {
            fields: fields.others("strategy"),
            name,
        }),
    })
}

fn only(name: &str, value: Value) -> Map<String, Value> {
    [(name.to_owned(), value)].into_iter().collect()
}

fn write_package(package: &str) -> Map<String, Value> {
    only("package", json!(package))
}

fn write_tap_by_text(tap: &TapByText) -> Map<String, Value> {
    let mut fields = only("search_text", json!(tap.search_text));
    fields.insert("match_type".to_owned(), json!(tap.match_type.as_str()));
    put_metadata(&mut fields, tap.element_metadata.as_ref());
    fields
}

fn read_tap_by_text(fields: &Object<'_>) -> Result<TapByText, CodecError> {
    Ok(TapByText {
        search_text: fields.required_text("search_text")?,
        match_type: read_match_type(fields)?,
        element_metadata: read_metadata(fields)?,
    })
}

fn write_tap_by_resource_id(tap: &TapByResourceId) -> Map<String, Value> {
    let mut fields = only("resource_id", json!(tap.resource_id));
    put(&mut fields, "fallback_text", tap.fallback_text.clone());
    put_metadata(&mut fields, tap.element_metadata.as_ref());
    fields
}

fn read_tap_by_resource_id(fields: &Object<'_>) -> Result<TapByResourceId, CodecError> {
    Ok(TapByResourceId {
        resource_id: fields.required_text("resource_id")?,
        fallback_text: fields.text("fallback_text")?,
        element_metadata: read_metadata(fields)?,
    })
}

fn write_text_input(input: &TextInput) -> Map<String, Value> {
    let mut fields = only("input_text", json!(input.input_text));
    put(&mut fields, "field_hint", input.field_hint.clone());
    put_metadata(&mut fields, input.element_metadata.as_ref());
    fields
}

fn read_text_input(fields: &Object<'_>) -> Result<TextInput, CodecError> {
    Ok(TextInput {
        input_text: fields.required_text("input_text")?,
        field_hint: fields.text("field_hint")?,
        element_metadata: read_metadata(fields)?,
    })
}

fn write_scroll_fixed(scroll: &ScrollFixed) -> Map<String, Value> {
    write_swipe(scroll.direction, scroll.distance, scroll.duration)
}

fn read_scroll_fixed(fields: &Object<'_>) -> Result<ScrollFixed, CodecError> {
    Ok(ScrollFixed {
        direction: read_direction(fields)?,
        distance: read_distance(fields)?,
        duration: read_swipe_duration(fields)?,
    })
}

fn write_scroll_to_find(scroll: &ScrollToFind) -> Map<String, Value> {
    let mut fields = write_swipe(scroll.direction, scroll.distance, scroll.duration);
    fields.insert("search_text".to_owned(), json!(scroll.search_text));
    fields.insert("max_scrolls".to_owned(), json!(scroll.max_scrolls));
    fields
}

fn read_scroll_to_find(fields: &Object<'_>) -> Result<ScrollToFind, CodecError> {
    Ok(ScrollToFind {
        search_text: fields.required_text("search_text")?,
        direction: read_direction(fields)?,
        max_scrolls: fields.count("max_scrolls")?.unwrap_or(DEFAULT_MAX_SCROLLS),
        distance: read_distance(fields)?,
        duration: read_swipe_duration(fields)?,
    })
}

fn write_swipe(direction: Direction, distance: u32, duration: Duration) -> Map<String, Value> {
    let mut fields = only("direction", json!(direction.as_str()));
    fields.insert("distance".to_owned(), json!(distance));
    fields.insert("duration_ms".to_owned(), json!(duration.as_millis() as u64));
    fields
}

fn read_direction(fields: &Object<'_>) -> Result<Direction, CodecError> {
    let Some(word) = fields.text("direction")? else {
        return Ok(DEFAULT_DIRECTION);
    };
    Direction::from_word(&word).ok_or_else(|| {
        let expected = "one of up, down, left, right";
        wrong(&fields.path_of("direction"), expected, &Value::String(word))
    })
}

fn read_distance(fields: &Object<'_>) -> Result<u32, CodecError> {
    Ok(fields.count("distance")?.unwrap_or(DEFAULT_DISTANCE))
}

fn read_swipe_duration(fields: &Object<'_>) -> Result<Duration, CodecError> {
    let millis = fields.count("duration_ms")?;
    Ok(millis.map_or(DEFAULT_SWIPE_DURATION, |millis| {
        Duration::from_millis(millis.into())
    }))
}

fn write_keyevent(key: &KeyEvent) -> Map<String, Value> {
    let mut fields = only("keycode", json!(key.keycode));
    put(&mut fields, "key_name", key.key_name.clone());
    fields
}

fn read_keyevent(fields: &Object<'_>) -> Result<KeyEvent, CodecError> {
    Ok(KeyEvent {
        keycode: fields.require("keycode", fields.count("keycode")?)?,
        key_name: fields.text("key_name")?,
    })
}

fn read_wait(fields: &Object<'_>) -> Result<Wait, CodecError> {
    Ok(Wait {
        duration: read_seconds(fields, "duration_sec")?.unwrap_or(DEFAULT_WAIT),
    })
}

fn write_strict_text_match(assertion: &StrictTextMatch) -> Map<String, Value> {
    let mut fields = only("search_text", json!(assertion.search_text));
    fields.insert(
        "match_type".to_owned(),
        json!(assertion.match_type.as_str()),
    );
    fields.insert("negate".to_owned(), json!(assertion.negate));
    fields
}

fn read_strict_text_match(fields: &Object<'_>) -> Result<StrictTextMatch, CodecError> {
    Ok(StrictTextMatch {
        search_text: fields.required_text("search_text")?,
        match_type: read_match_type(fields)?,
        negate: fields.flag("negate")?.unwrap_or(DEFAULT_NEGATE),
    })
}

fn write_uitree_verify(verify: &UitreeVerify) -> Map<String, Value> {
    let mut fields = only("assertion", json!(verify.assertion));
    fields.insert("fallback_to_ai".to_owned(), json!(verify.fallback_to_ai));
    let checks = verify.checks.iter().map(write_check).collect();
    fields.insert("checks".to_owned(), checks);
    fields
}

fn read_uitree_verify(fields: &Object<'_>) -> Result<UitreeVerify, CodecError> {
    fields.require("checks", fields.list("checks")?)?;
    let checks = fields.objects("checks")?;
    Ok(UitreeVerify {
        assertion: fields.required_text("assertion")?,
        fallback_to_ai: fields
            .flag("fallback_to_ai")?
            .unwrap_or(DEFAULT_FALLBACK_TO_AI),
        checks: checks.iter().map(read_check).collect::<Result<_, _>>()?,
    })
}

fn write_ai_checkpoint(checkpoint: &AiCheckpoint) -> Map<String, Value> {
    let mut fields = only("assertion", json!(checkpoint.assertion));
    put(&mut fields, "hint", checkpoint.hint.clone());
    fields
}

fn read_ai_checkpoint(fields: &Object<'_>) -> Result<AiCheckpoint, CodecError> {
    Ok(AiCheckpoint {
        assertion: fields.required_text("assertion")?,
        hint: fields.text("hint")?,
    })
}

fn write_replay(replay: &Replay) -> Map<String, Value> {
    let steps = replay.expanded_steps.iter().map(write_step).collect();
    only("expanded_steps", steps)
}

fn read_replay(
    fields: &Object<'_>,
    replay_source: Option<ReplaySource>,
) -> Result<Replay, CodecError> {
    fields.require("expanded_steps", fields.list("expanded_steps")?)?;
    let steps = fields.objects("expanded_steps")?;
    Ok(Replay {
        replay_source,
        expanded_steps: (1..)
            .zip(&steps)
            .map(|(index, step)| read_step(step, index))
            .collect::<Result<_, _>>()?,
    })
}

/// Reads how a text must match.
pub(super) fn read_match_type(fields: &Object<'_>) -> Result<MatchType, CodecError> {
    let Some(word) = fields.text("match_type")? else {
        return Ok(DEFAULT_MATCH_TYPE);
    };
    MatchType::from_word(&word).ok_or_else(|| {
        let path = fields.path_of("match_type");
        wrong(&path, "one of exact, contains", &Value::String(word))
    })
}

fn put_metadata(fields: &mut Map<String, Value>, metadata: Option<&ElementMetadata>) {
    let Some(metadata) = metadata else {
        return;
    };
    let mut inner = Map::new();
    put(&mut inner, "resource_id", metadata.resource_id.clone());
    put(&mut inner, "class", metadata.class.clone());
    put(&mut inner, "content_desc", metadata.content_desc.clone());
    let bounds = metadata.bounds.map(|bounds| bounds.to_string());
    put(&mut inner, "bounds", bounds);
    if !metadata.parent_hierarchy.is_empty() {
        let parents = json!(metadata.parent_hierarchy);
        inner.insert("parent_hierarchy".to_owned(), parents);
    }
    fields.insert("element_metadata".to_owned(), Value::Object(inner));
}

fn read_metadata(fields: &Object<'_>) -> Result<Option<ElementMetadata>, CodecError> {
    let Some(metadata) = fields.object("element_metadata")? else {
        return Ok(None);
    };
    Ok(Some(ElementMetadata {
        resource_id: metadata.text("resource_id")?,
        class: metadata.text("class")?,
        content_desc: metadata.text("content_desc")?,
        bounds: read_bounds(&metadata)?,
        parent_hierarchy: metadata.texts("parent_hierarchy")?,
    }))
}

fn read_bounds(metadata: &Object<'_>) -> Result<Option<Bounds>, CodecError> {
    let Some(text) = metadata.text("bounds")? else {
        return Ok(None);
    };
    let bounds = Bounds::from_text(&text).ok_or_else(|| {
        let expected = "edges in order, as in [0,96][1080,240]";
        wrong(&metadata.path_of("bounds"), expected, &Value::String(text))
    })?;
    Ok(Some(bounds))
}
