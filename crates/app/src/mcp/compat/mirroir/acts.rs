//! mirroir's acts: a sentence that it was sent, then what the screen made of it.

use std::time::Duration;

use retap_model::device::{Action, Key, NetworkMode, Platform};
use retap_model::geometry::Point;
use retap_model::phrase::Phrase;
use retap_model::program::{
    Home, Launch, Measure, Measured, OpenUrl, ResetApp, SetNetwork, Shake, StepKind, Target,
};
use retap_model::verify::FailureCode;

use crate::mcp::envelope::{lean, sentence};
use crate::mcp::tools::keyboard::{do_type, key_step, press};
use crate::mcp::tools::open::start;
use crate::mcp::tools::touch::{do_scroll, do_swipe, do_tap, touch_place};
use crate::mcp::{ActResult, Args, Call, DeviceSession, Refusal, Reply};

fn place(args: &Args, x: &str, y: &str) -> Result<Point, Refusal> {
    Ok(Point::new(args.need_number(x)?, args.need_number(y)?))
}

/// Says a place with or without a gap, as the reference does.
fn at(point: Point, gap: &str) -> String {
    format!("({},{gap}{})", point.x as i64, point.y as i64)
}

fn sent(session: &mut DeviceSession, acted: &ActResult, message: &str) -> Result<Reply, Refusal> {
    Ok(sentence(session, acted, message))
}

/// Returns the answer of something that must also have come true.
fn done(session: &mut DeviceSession, acted: &ActResult, message: &str) -> Result<Reply, Refusal> {
    if acted.verdict.is_passed() {
        return sent(session, acted, message);
    }
    Ok(lean(session, acted))
}

/// Taps a place, or what stands there.
pub(super) fn tap(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let point = place(args, "x", "y")?;
    let acted = do_tap(session, args, call)?;
    sent(session, &acted, &format!("Tapped at {}", at(point, " ")))
}

/// Taps a place twice.
pub(super) fn double_tap(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let point = place(args, "x", "y")?;
    let acted = touch_place(session, &Action::DoubleTap(point), call)?;
    let message = format!("Double-tapped at {}", at(point, " "));
    sent(session, &acted, &message)
}

/// Holds a place.
pub(super) fn long_press(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let (point, time) = (place(args, "x", "y")?, args.millis("duration_ms", 500));
    let acted = touch_place(session, &Action::LongPress(point, time), call)?;
    let message = format!(
        "Long pressed at {} for {}ms",
        at(point, " "),
        time.as_millis()
    );
    sent(session, &acted, &message)
}

/// Moves a finger quickly.
pub(super) fn swipe(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let (from, to) = (
        place(args, "from_x", "from_y")?,
        place(args, "to_x", "to_y")?,
    );
    let acted = do_swipe(session, args, call)?;
    let message = format!("Swiped from {} to {}", at(from, ""), at(to, ""));
    sent(session, &acted, &message)
}

/// Drags from one place to another.
pub(super) fn drag(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let (from, to) = (
        place(args, "from_x", "from_y")?,
        place(args, "to_x", "to_y")?,
    );
    let time = args.millis("duration_ms", 1_000);
    let acted = touch_place(session, &Action::Drag(from, to, time), call)?;
    let message = format!(
        "Dragged from {} to {} over {}ms",
        at(from, ""),
        at(to, ""),
        time.as_millis()
    );
    sent(session, &acted, &message)
}

/// Types text.
pub(super) fn type_text(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let length = args.need_text("text")?.chars().count();
    let acted = do_type(session, args, call)?;
    sent(session, &acted, &format!("Typed {length} characters"))
}

/// Presses a key with modifiers held.
pub(super) fn press_key(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let key = args.need_text("key")?;
    let held: Vec<&str> = args
        .list("modifiers")
        .unwrap_or_default()
        .iter()
        .filter_map(|it| it.as_str())
        .collect();
    let named = held.iter().copied().chain([key]).collect::<Vec<_>>();
    // Keys are written the other way round in skills: `l+command`.
    let written = [key].into_iter().chain(held).collect::<Vec<_>>().join("+");
    let acted = press(session, key_step(&written)?, call);
    sent(session, &acted, &format!("Pressed {}", named.join("+")))
}

/// Shakes the device.
pub(super) fn shake(session: &mut DeviceSession, _: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = press(session, StepKind::Shake(Shake), call);
    sent(session, &acted, "Triggered shake gesture")
}

/// Goes to the home screen.
pub(super) fn press_home(
    session: &mut DeviceSession,
    _: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let acted = press(session, StepKind::Home(Home), call);
    sent(session, &acted, "Pressed Home — navigated to home screen")
}

/// Opens the app switcher, where the device has a key for it.
pub(super) fn press_app_switcher(
    session: &mut DeviceSession,
    _: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let acted = system_key(session, "app_switch", "open its app switcher", call)?;
    sent(session, &acted, "Opened App Switcher")
}

/// Opens the search of the home screen, where the device has a key for it.
pub(super) fn spotlight(
    session: &mut DeviceSession,
    _: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let acted = system_key(
        session,
        "search",
        "open the search of its home screen",
        call,
    )?;
    sent(session, &acted, "Opened Spotlight search")
}

/// Presses a key of the system, which only real phones have.
fn system_key(
    session: &mut DeviceSession,
    name: &str,
    ability: &str,
    call: &Call,
) -> Result<ActResult, Refusal> {
    let info = session.connection.opened.device.info();
    let key = Key::from_word(name).filter(|_| info.platform == Platform::Android);
    let Some(key) = key else {
        let message = format!("`{}` cannot {ability}", info.address);
        return Err(Refusal::new(FailureCode::Unsupported, message));
    };
    touch_place(session, &Action::PressKey(key, Vec::new()), call)
}

/// Opens an app.
pub(super) fn launch_app(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let name = args.need_text("name")?;
    let app = Phrase::literal(name);
    let acted = start(session, StepKind::Launch(Launch { app }), call);
    done(session, &acted, &format!("Launched '{name}'"))
}

/// Opens a URL.
pub(super) fn open_url(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let address = args.need_text("url")?;
    let url = Phrase::literal(address);
    let acted = start(session, StepKind::OpenUrl(OpenUrl { url }), call);
    done(session, &acted, &format!("Opened URL: {address}"))
}

/// Swipes until something is in view. Success is that it is.
pub(super) fn scroll_to(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let acted = do_scroll(session, args, call)?;
    let label = ["label", "text", "id"]
        .iter()
        .find_map(|name| args.words(name))
        .unwrap_or_default();
    let is_found = acted.verdict.is_passed();
    let message = match acted.acts {
        0 if is_found => format!("'{label}' is already visible on screen"),
        swipes if is_found => format!("Found '{label}' after {swipes} scroll(s)"),
        swipes => format!("'{label}' not found after {swipes} scroll(s)"),
    };
    let mut reply = lean(session, &acted).failed_if(!is_found);
    reply.data["success"] = serde_json::json!(is_found);
    reply.texts = vec![format!("{message}\n{}", reply.texts.join("\n"))];
    Ok(reply)
}

/// Stops an app for good.
pub(super) fn reset_app(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let name = args.need_text("name")?;
    let app = Phrase::literal(name);
    let acted = start(session, StepKind::ResetApp(ResetApp { app }), call);
    done(session, &acted, &format!("Force-quit '{name}'"))
}

/// Turns a radio on or off.
pub(super) fn set_network(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let word = args.need_text("mode")?;
    let mode = NetworkMode::from_word(word).ok_or_else(|| {
        let known: Vec<&str> = NetworkMode::ALL.iter().map(|mode| mode.as_str()).collect();
        Refusal::input(format!("`{word}` is no mode; say {}", known.join(", ")))
    })?;
    let acted = start(session, StepKind::SetNetwork(SetNetwork { mode }), call);
    done(session, &acted, &format!("Set {word}"))
}

/// Times an act: `tap:LABEL`, `launch:APP` or `press_key:KEY`.
pub(super) fn measure(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let action = args.need_text("action")?;
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
    let name = args.words("name").unwrap_or("measure");
    let max = args.number("max_seconds");
    let kind = StepKind::Measure(Measure {
        act,
        until: Target::labelled(words(args.need_text("until")?)),
        max: max.and_then(|it| Duration::try_from_secs_f64(it).ok()),
        name: Some(name.to_owned()),
    });
    let acted = start(session, kind, call);
    let took = acted.measured.unwrap_or_default();
    let message = format!("{name}: {:.3}s", took.as_secs_f64());
    done(session, &acted, &message)
}
