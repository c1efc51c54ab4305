//! mirroir's acts: a sentence that it was sent, then what the screen made of it.

use std::time::Duration;

use retap_model::device::{Action, Key, NetworkMode, Platform};
use retap_model::geometry::Point;
use retap_model::phrase::Phrase;
use retap_model::program::{
    Launch, Measure, Measured, OpenUrl, ResetApp, SetNetwork, StepKind, Target,
};
use retap_model::verify::FailureCode;

use super::super::super::args::Args;
use super::super::super::call::Call;
use super::super::super::deed::Acted;
use super::super::super::desk::Desk;
use super::super::super::envelope::{lean, sentence};
use super::super::super::reply::{Refusal, Reply};
use super::super::enter::{do_type, key_step, press};
use super::super::open::start;
use super::super::touch::{do_scroll, do_swipe, do_tap, touch_place};

fn place(args: &Args, x: &str, y: &str) -> Result<Point, Refusal> {
    Ok(Point::new(args.need_number(x)?, args.need_number(y)?))
}

/// Says a place with or without a gap, as the reference does.
fn at(point: Point, gap: &str) -> String {
    format!("({},{gap}{})", point.x as i64, point.y as i64)
}

fn sent(desk: &mut Desk, acted: &Acted, message: &str) -> Result<Reply, Refusal> {
    Ok(sentence(desk, acted, message))
}

/// Returns the answer of something that must also have come true.
fn done(desk: &mut Desk, acted: &Acted, message: &str) -> Result<Reply, Refusal> {
    if acted.verdict.is_passed() {
        return sent(desk, acted, message);
    }
    Ok(lean(desk, acted))
}

/// Taps a place, or what stands there.
pub(super) fn tap(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let point = place(args, "x", "y")?;
    let acted = do_tap(desk, args, call)?;
    sent(desk, &acted, &format!("Tapped at {}", at(point, " ")))
}

/// Taps a place twice.
pub(super) fn double_tap(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let point = place(args, "x", "y")?;
    let acted = touch_place(desk, &Action::DoubleTap(point), call)?;
    let message = format!("Double-tapped at {}", at(point, " "));
    sent(desk, &acted, &message)
}

/// Holds a place.
pub(super) fn long_press(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let (point, time) = (place(args, "x", "y")?, args.millis("duration_ms", 500));
    let acted = touch_place(desk, &Action::LongPress(point, time), call)?;
    let message = format!(
        "Long pressed at {} for {}ms",
        at(point, " "),
        time.as_millis()
    );
    sent(desk, &acted, &message)
}

/// Moves a finger quickly.
pub(super) fn swipe(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let (from, to) = (
        place(args, "from_x", "from_y")?,
        place(args, "to_x", "to_y")?,
    );
    let acted = do_swipe(desk, args, call)?;
    let message = format!("Swiped from {} to {}", at(from, ""), at(to, ""));
    sent(desk, &acted, &message)
}

/// Drags from one place to another.
pub(super) fn drag(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let (from, to) = (
        place(args, "from_x", "from_y")?,
        place(args, "to_x", "to_y")?,
    );
    let time = args.millis("duration_ms", 1_000);
    let acted = touch_place(desk, &Action::Drag(from, to, time), call)?;
    let message = format!(
        "Dragged from {} to {} over {}ms",
        at(from, ""),
        at(to, ""),
        time.as_millis()
    );
    sent(desk, &acted, &message)
}

/// Types text.
pub(super) fn type_text(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let length = args.need_text("text")?.chars().count();
    let acted = do_type(desk, args, call)?;
    sent(desk, &acted, &format!("Typed {length} characters"))
}

/// Presses a key with modifiers held.
pub(super) fn press_key(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
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
    let acted = press(desk, key_step(&written)?, call);
    sent(desk, &acted, &format!("Pressed {}", named.join("+")))
}

/// Shakes the device.
pub(super) fn shake(desk: &mut Desk, _: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = press(desk, StepKind::Shake, call);
    sent(desk, &acted, "Triggered shake gesture")
}

/// Goes to the home screen.
pub(super) fn press_home(desk: &mut Desk, _: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = press(desk, StepKind::Home, call);
    sent(desk, &acted, "Pressed Home — navigated to home screen")
}

/// Opens the app switcher, where the device has a key for it.
pub(super) fn press_app_switcher(desk: &mut Desk, _: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = system_key(desk, "app_switch", "open its app switcher", call)?;
    sent(desk, &acted, "Opened App Switcher")
}

/// Opens the search of the home screen, where the device has a key for it.
pub(super) fn spotlight(desk: &mut Desk, _: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = system_key(desk, "search", "open the search of its home screen", call)?;
    sent(desk, &acted, "Opened Spotlight search")
}

/// Presses a key of the system, which only real phones have.
fn system_key(desk: &mut Desk, name: &str, ability: &str, call: &Call) -> Result<Acted, Refusal> {
    let info = desk.hands.opened.device.info();
    let key = Key::from_word(name).filter(|_| info.platform == Platform::Android);
    let Some(key) = key else {
        let message = format!("`{}` cannot {ability}", info.address);
        return Err(Refusal::new(FailureCode::Unsupported, message));
    };
    touch_place(desk, &Action::PressKey(key, Vec::new()), call)
}

/// Opens an app.
pub(super) fn launch_app(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let name = args.need_text("name")?;
    let app = Phrase::literal(name);
    let acted = start(desk, StepKind::Launch(Launch { app }), call);
    done(desk, &acted, &format!("Launched '{name}'"))
}

/// Opens a URL.
pub(super) fn open_url(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let address = args.need_text("url")?;
    let url = Phrase::literal(address);
    let acted = start(desk, StepKind::OpenUrl(OpenUrl { url }), call);
    done(desk, &acted, &format!("Opened URL: {address}"))
}

/// Swipes until something is in view. Success is that it is.
pub(super) fn scroll_to(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = do_scroll(desk, args, call)?;
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
    let mut reply = lean(desk, &acted).failed_if(!is_found);
    reply.data["success"] = serde_json::json!(is_found);
    reply.texts = vec![format!("{message}\n{}", reply.texts.join("\n"))];
    Ok(reply)
}

/// Stops an app for good.
pub(super) fn reset_app(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let name = args.need_text("name")?;
    let app = Phrase::literal(name);
    let acted = start(desk, StepKind::ResetApp(ResetApp { app }), call);
    done(desk, &acted, &format!("Force-quit '{name}'"))
}

/// Turns a radio on or off.
pub(super) fn set_network(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let word = args.need_text("mode")?;
    let mode = NetworkMode::from_word(word).ok_or_else(|| {
        let known: Vec<&str> = NetworkMode::ALL.iter().map(|mode| mode.as_str()).collect();
        Refusal::input(format!("`{word}` is no mode; say {}", known.join(", ")))
    })?;
    let acted = start(desk, StepKind::SetNetwork(SetNetwork { mode }), call);
    done(desk, &acted, &format!("Set {word}"))
}

/// Times an act: `tap:LABEL`, `launch:APP` or `press_key:KEY`.
pub(super) fn measure(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
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
    let acted = start(desk, kind, call);
    let took = acted.measured.unwrap_or_default();
    let message = format!("{name}: {:.3}s", took.as_secs_f64());
    done(desk, &acted, &message)
}
