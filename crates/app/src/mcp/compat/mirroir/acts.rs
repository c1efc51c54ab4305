//! mirroir's acts: a sentence that it was sent, then what the screen made of it.

use std::time::Duration;

use retap_model::device::{Action, NetworkMode, Platform};
use retap_model::geometry::Point;
use retap_model::phrase::Phrase;
use retap_model::program::{
    Gesture, Home, Launch, Measure, Measured, OpenUrl, ResetApp, SetNetwork, Shake, StepKind,
    Target,
};
use retap_model::verify::FailureCode;

use crate::cli::act::key_step;
use crate::mcp::envelope::Act;
use crate::mcp::tools::keyboard::do_type;
use crate::mcp::tools::touch::{do_scroll, do_swipe, do_tap};
use crate::mcp::{ActResult, Answer, Args, Refusal, Reply, ToolCall, envelope};

/// Returns the answer of an act whose success is that it was sent.
fn sent(call: &mut ToolCall<'_>, acted: &ActResult, message: &str) -> Answer {
    let mut reply = envelope::lean(call, acted);
    reply.is_error = !acted.is_sent;
    match acted.is_sent {
        true => Ok(led_by(reply, message)),
        false => Ok(reply),
    }
}

fn led_by(mut reply: Reply, message: &str) -> Reply {
    reply.texts[0] = format!("{message}\n{}", reply.texts[0]);
    reply
}

/// Does a step and answers that it was sent.
fn send(call: &mut ToolCall<'_>, kind: impl Into<StepKind>, message: &str) -> Answer {
    let acted = call.step(kind);
    sent(call, &acted, message)
}

/// Does a step that must also come true.
fn prove(call: &mut ToolCall<'_>, kind: impl Into<StepKind>, message: &str) -> Answer {
    let acted = call.step(kind);
    proven(call, &acted, message)
}

fn proven(call: &mut ToolCall<'_>, acted: &ActResult, message: &str) -> Answer {
    match acted.verdict.is_passed() {
        true => sent(call, acted, message),
        false => Ok(envelope::lean(call, acted)),
    }
}

fn place(args: &Args, x: &str, y: &str) -> Result<Point, Refusal> {
    Ok(Point::new(args.need_number(x)?, args.need_number(y)?))
}

/// Returns the place a touch is at, and its words.
fn touched(args: &Args) -> Result<(Point, String), Refusal> {
    let at = place(args, "x", "y")?;
    Ok((at, format!("({}, {})", at.x as i64, at.y as i64)))
}

/// Returns where a finger goes down and up, and the words for that.
fn moved(args: &Args) -> Result<(Point, Point, String), Refusal> {
    let (from, to) = (
        place(args, "from_x", "from_y")?,
        place(args, "to_x", "to_y")?,
    );
    let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(|it| it as i64);
    Ok((from, to, format!("from ({x1},{y1}) to ({x2},{y2})")))
}

/// Taps a place, or what stands there.
pub(super) fn tap(call: &mut ToolCall<'_>) -> Answer {
    let (_, words) = touched(call.args)?;
    let acted = do_tap(call)?;
    sent(call, &acted, &format!("Tapped at {words}"))
}

/// Taps a place twice.
pub(super) fn double_tap(call: &mut ToolCall<'_>) -> Answer {
    let (at, words) = touched(call.args)?;
    let action = Action::DoubleTap(at);
    send(
        call,
        Gesture { action },
        &format!("Double-tapped at {words}"),
    )
}

/// Holds a place.
pub(super) fn long_press(call: &mut ToolCall<'_>) -> Answer {
    let (at, words) = touched(call.args)?;
    let time = call.args.millis("duration_ms", 500);
    let message = format!("Long pressed at {words} for {}ms", time.as_millis());
    let action = Action::LongPress(at, time);
    send(call, Gesture { action }, &message)
}

/// Moves a finger quickly.
pub(super) fn swipe(call: &mut ToolCall<'_>) -> Answer {
    let (_, _, words) = moved(call.args)?;
    let acted = do_swipe(call)?;
    sent(call, &acted, &format!("Swiped {words}"))
}

/// Drags from one place to another.
pub(super) fn drag(call: &mut ToolCall<'_>) -> Answer {
    let (from, to, words) = moved(call.args)?;
    let time = call.args.millis("duration_ms", 1_000);
    let message = format!("Dragged {words} over {}ms", time.as_millis());
    let action = Action::Drag(from, to, time);
    send(call, Gesture { action }, &message)
}

/// Types text.
pub(super) fn type_text(call: &mut ToolCall<'_>) -> Answer {
    let length = call.args.need_text("text")?.chars().count();
    let acted = do_type(call)?;
    sent(call, &acted, &format!("Typed {length} characters"))
}

/// Presses a key with modifiers held.
pub(super) fn press_key(call: &mut ToolCall<'_>) -> Answer {
    let key = call.args.need_text("key")?;
    let held = call.args.list("modifiers").unwrap_or_default();
    let held: Vec<&str> = held.iter().filter_map(|it| it.as_str()).collect();
    // Keys are written the other way round in skills: `l+command`.
    let written = [&[key], &held[..]].concat().join("+");
    let said = [&held[..], &[key]].concat().join("+");
    send(call, key_step(&written)?, &format!("Pressed {said}"))
}

/// Shakes the device.
pub(super) fn shake(call: &mut ToolCall<'_>) -> Answer {
    send(call, Shake, "Triggered shake gesture")
}

/// Goes to the home screen.
pub(super) fn press_home(call: &mut ToolCall<'_>) -> Answer {
    send(call, Home, "Pressed Home — navigated to home screen")
}

/// Opens the app switcher, where the device has a key for it.
pub(super) fn press_app_switcher(call: &mut ToolCall<'_>) -> Answer {
    let key = system_key(call, "app_switch", "open its app switcher")?;
    send(call, key, "Opened App Switcher")
}

/// Opens the search of the home screen, where the device has a key for it.
pub(super) fn spotlight(call: &mut ToolCall<'_>) -> Answer {
    let key = system_key(call, "search", "open the search of its home screen")?;
    send(call, key, "Opened Spotlight search")
}

/// Returns the step that presses a key of the system, which only real phones have.
fn system_key(call: &ToolCall<'_>, key: &str, ability: &str) -> Result<StepKind, Refusal> {
    let info = call.info();
    if info.platform == Platform::Android {
        return Ok(key_step(key)?);
    }
    let message = format!("`{}` cannot {ability}", info.address);
    Err(Refusal::new(FailureCode::Unsupported, message))
}

/// Opens an app.
pub(super) fn launch_app(call: &mut ToolCall<'_>) -> Answer {
    let name = call.args.need_text("name")?;
    let app = Phrase::literal(name);
    prove(call, Launch { app }, &format!("Launched '{name}'"))
}

/// Opens a URL.
pub(super) fn open_url(call: &mut ToolCall<'_>) -> Answer {
    let address = call.args.need_text("url")?;
    let url = Phrase::literal(address);
    prove(call, OpenUrl { url }, &format!("Opened URL: {address}"))
}

/// Stops an app for good.
pub(super) fn reset_app(call: &mut ToolCall<'_>) -> Answer {
    let name = call.args.need_text("name")?;
    let app = Phrase::literal(name);
    prove(call, ResetApp { app }, &format!("Force-quit '{name}'"))
}

/// Swipes until something is in view. Success is that it is.
pub(super) fn scroll_to(call: &mut ToolCall<'_>) -> Answer {
    let acted = do_scroll(call)?;
    let mut named = ["label", "text", "id"].into_iter();
    let label = named.find_map(|name| call.args.words(name));
    let label = label.unwrap_or_default();
    let is_found = acted.verdict.is_passed();
    let message = match acted.acts {
        0 if is_found => format!("'{label}' is already visible on screen"),
        swipes if is_found => format!("Found '{label}' after {swipes} scroll(s)"),
        swipes => format!("'{label}' not found after {swipes} scroll(s)"),
    };
    let act = Act {
        success: is_found,
        ..Act::of(&acted)
    };
    Ok(led_by(envelope::told(call, &acted, act), &message))
}

/// Turns a radio on or off.
pub(super) fn set_network(call: &mut ToolCall<'_>) -> Answer {
    let word = call.args.need_text("mode")?;
    let mode = NetworkMode::from_word(word).ok_or_else(|| {
        let known: Vec<&str> = NetworkMode::ALL.iter().map(|mode| mode.as_str()).collect();
        Refusal::input(format!("`{word}` is no mode; say {}", known.join(", ")))
    })?;
    prove(call, SetNetwork { mode }, &format!("Set {word}"))
}

/// Times an act: `tap:LABEL`, `launch:APP` or `press_key:KEY`.
pub(super) fn measure(call: &mut ToolCall<'_>) -> Answer {
    let action = call.args.need_text("action")?;
    let words = |text: &str| Phrase::literal(text.trim());
    let act = match action.split_once(':') {
        Some(("tap", label)) => Measured::Tap(Target::labelled(words(label))),
        Some(("launch", app)) => Measured::Launch(words(app)),
        Some(("press_key", key)) => {
            let StepKind::PressKey(press) = key_step(key)? else {
                return Err(Refusal::input(format!("`{key}` cannot be measured")));
            };
            Measured::PressKey(press)
        }
        Some(_) | None => {
            return Err(Refusal::input(format!(
                "`{action}` cannot be measured; say tap:LABEL, launch:APP or press_key:KEY"
            )));
        }
    };
    let name = call.args.words("name").unwrap_or("measure");
    let max = call.args.number("max_seconds");
    let acted = call.step(Measure {
        act,
        until: Target::labelled(words(call.args.need_text("until")?)),
        max: max.and_then(|it| Duration::try_from_secs_f64(it).ok()),
        name: Some(name.to_owned()),
    });
    let took = acted.measured.unwrap_or_default().as_secs_f64();
    proven(call, &acted, &format!("{name}: {took:.3}s"))
}
