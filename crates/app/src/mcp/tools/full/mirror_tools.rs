//! What mirroir's tools do.

use std::time::Duration;

use retap_model::device::{Action, NetworkMode};
use retap_model::geometry::Point;
use retap_model::phrase::Phrase;
use retap_model::program::{
    Launch, Measure, Measured, OpenUrl, ResetApp, SetNetwork, StepKind, Target,
};
use serde_json::{Value, json};

use super::super::super::args::Args;
use super::super::super::call::Call;
use super::super::super::client::Client;
use super::super::super::deed::Acted;
use super::super::super::desk::Desk;
use super::super::super::envelope::lean;
use super::super::super::reply::{Refusal, Reply};
use super::super::enter::{key_step, press};
pub(super) use super::super::look::screenshot;
use super::super::open::start;
use super::super::touch::touch_place;
use super::app::cannot;

/// Lists the texts of the screen from top to bottom, then how many there are.
pub(super) fn describe_screen(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let screen = desk.look(call)?;
    desk.shown.note(&screen);
    let mut found: Vec<(Point, String, f64)> = screen
        .visible()
        .filter(|(_, element)| !element.caption().is_empty() && !screen.is_status(element))
        .map(|(_, element)| {
            let sure = element.confidence.unwrap_or(1.0);
            (element.bounds.center(), element.caption().to_owned(), sure)
        })
        .collect();
    found.sort_by(|(a, ..), (b, ..)| {
        (a.y, a.x)
            .partial_cmp(&(b.y, b.x))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let mut lines: Vec<String> = found
        .iter()
        .map(|(at, text, _)| format!("- \"{text}\" at ({}, {})", at.x as i64, at.y as i64))
        .collect();
    lines.push(format!(
        "_meta: element_count={} revision={}",
        found.len(),
        screen.revision
    ));
    let elements: Vec<Value> = found
        .iter()
        .map(|(at, text, sure)| json!({ "text": text, "x": at.x, "y": at.y, "confidence": sure }))
        .collect();
    let data = json!({ "elements": elements, "revision": screen.revision });
    let picture = super::super::look::screenshot(desk, args, call).ok();
    let reply = Reply::new(data, lines.join("\n"));
    Ok(match picture.and_then(|reply| reply.picture) {
        Some(picture) => reply.with_picture(picture),
        None => reply,
    })
}

/// Says that no films are recorded.
pub(super) fn start_recording(desk: &mut Desk, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    Err(cannot(desk, "record a film"))
}

/// Says that no films are recorded.
pub(super) fn stop_recording(desk: &mut Desk, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    Err(cannot(desk, "record a film"))
}

/// Says that there are no component definitions.
pub(super) fn calibrate_component(desk: &mut Desk, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    Err(cannot(desk, "use component definitions"))
}

/// Says what to do instead of exploring.
pub(super) fn generate_skill(desk: &mut Desk, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    Err(cannot(
        desk,
        "be explored; do the task with the other tools, then call keep_skill",
    ))
}

/// Says that there is no app switcher to press.
pub(super) fn press_app_switcher(desk: &mut Desk, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    Err(cannot(desk, "open its app switcher"))
}

/// Says that there is no search to open.
pub(super) fn spotlight(desk: &mut Desk, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    Err(cannot(desk, "open the search of its home screen"))
}

/// Says how the device is held.
pub(super) fn get_orientation(desk: &mut Desk, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    let size = desk.hands.opened.device.info().size;
    let word = size.orientation().as_str();
    let text = format!("{word} {}x{}", size.width, size.height);
    let data = json!({ "orientation": word, "width": size.width, "height": size.height });
    Ok(Reply::new(data, text))
}

/// Says whether the device answers.
pub(super) fn status(desk: &mut Desk, _: &Args, call: &Call) -> Result<Reply, Refusal> {
    let screen = desk.look(call)?;
    let app = screen
        .app
        .clone()
        .unwrap_or_else(|| "home screen".to_owned());
    let text = format!("Connected: {} ({app})", desk.address());
    Ok(Reply::new(
        json!({ "connected": true, "device": desk.address(), "app": app }),
        text,
    ))
}

/// Checks connection, screen and pictures.
pub(super) fn check_health(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let screen = desk
        .look(call)
        .map(|screen| format!("{} elements", screen.elements.len()));
    let picture = screenshot(desk, args, call).map(|reply| reply.texts.join(" "));
    let mut lines = vec![format!("[ok] device: {}", desk.address())];
    for (name, found) in [("screen", screen), ("capture", picture)] {
        lines.push(match found {
            Ok(words) => format!("[ok] {name}: {words}"),
            Err(refusal) => format!("[FAIL] {name}: {}", refusal.message),
        });
    }
    Ok(Reply::new(json!({ "checks": lines }), lines.join("\n")))
}

/// Lists the devices of the configuration.
pub(super) fn list_targets(client: &Client, _args: &Args) -> Result<Reply, Refusal> {
    let current = client.current_device();
    let lines: Vec<String> = client
        .host
        .config
        .devices
        .iter()
        .map(|(name, address)| {
            let is_current =
                current.as_deref() == Some(name) || current.as_deref() == Some(address);
            format!(
                "{name}: {address}{}",
                if is_current { " (active)" } else { "" }
            )
        })
        .collect();
    let data = json!({ "targets": client.host.config.devices, "active": current });
    let text = if lines.is_empty() {
        "no targets are configured".to_owned()
    } else {
        lines.join("\n")
    };
    Ok(Reply::new(data, text))
}

fn place(args: &Args, x: &str, y: &str) -> Result<Point, Refusal> {
    Ok(Point::new(args.need_number(x)?, args.need_number(y)?))
}

fn touched(desk: &mut Desk, action: &Action, call: &Call) -> Result<Reply, Refusal> {
    let acted = touch_place(desk, action, call)?;
    Ok(lean(desk, &acted))
}

/// Taps a place twice.
pub(super) fn double_tap(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    touched(desk, &Action::DoubleTap(place(args, "x", "y")?), call)
}

/// Holds a place.
pub(super) fn long_press(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let time = args.millis("duration_ms", 500);
    touched(desk, &Action::LongPress(place(args, "x", "y")?, time), call)
}

/// Drags from one place to another.
pub(super) fn drag(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let (from, to) = (
        place(args, "from_x", "from_y")?,
        place(args, "to_x", "to_y")?,
    );
    let time = args.millis("duration_ms", 1_000);
    touched(desk, &Action::Drag(from, to, time), call)
}

fn told(desk: &mut Desk, acted: &Acted) -> Result<Reply, Refusal> {
    Ok(lean(desk, acted))
}

/// Shakes the device.
pub(super) fn shake(desk: &mut Desk, _: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = press(desk, StepKind::Shake, call);
    told(desk, &acted)
}

/// Goes to the home screen.
pub(super) fn press_home(desk: &mut Desk, _: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = press(desk, StepKind::Home, call);
    told(desk, &acted)
}

/// Opens an app.
pub(super) fn launch_app(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = Phrase::literal(args.need_text("name")?);
    let acted = start(desk, StepKind::Launch(Launch { app }), call);
    told(desk, &acted)
}

/// Opens a URL.
pub(super) fn open_url(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let url = Phrase::literal(args.need_text("url")?);
    let acted = start(desk, StepKind::OpenUrl(OpenUrl { url }), call);
    told(desk, &acted)
}

/// Stops an app for good.
pub(super) fn reset_app(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = Phrase::literal(args.need_text("name")?);
    let acted = start(desk, StepKind::ResetApp(ResetApp { app }), call);
    told(desk, &acted)
}

/// Turns a radio on or off.
pub(super) fn set_network(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let word = args.need_text("mode")?;
    let mode = NetworkMode::from_word(word)
        .ok_or_else(|| Refusal::input(format!("`{word}` is no network mode")))?;
    let acted = start(desk, StepKind::SetNetwork(SetNetwork { mode }), call);
    told(desk, &acted)
}

/// Times an act: `tap:LABEL`, `launch:APP` or `press_key:KEY`.
pub(super) fn measure(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let action = args.need_text("action")?;
    let words = |text: &str| Phrase::literal(text);
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
            return Err(Refusal::input("say tap:LABEL, launch:APP or press_key:KEY"));
        }
    };
    let max = args.number("max_seconds");
    let kind = StepKind::Measure(Measure {
        act,
        until: Target::labelled(words(args.need_text("until")?)),
        max: max.and_then(|it| Duration::try_from_secs_f64(it).ok()),
        name: args.words("name").map(str::to_owned),
    });
    let acted = start(desk, kind, call);
    told(desk, &acted)
}
