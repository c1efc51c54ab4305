//! mirroir's acts: a sentence that it was sent, then what the screen made of it.

use std::time::Duration;

use retap_model::device::{Action, NetworkMode, Platform};
use retap_model::geometry::Point;
use retap_model::phrase::Phrase;
use retap_model::program::{
    Home, Launch, Measure, Measured, OpenUrl, ResetApp, SetNetwork, Shake, StepKind, Target,
};
use retap_model::verify::ActionType::{LocalState, SideEffect};
use retap_model::verify::FailureCode;
use schemars::JsonSchema;
use serde::Serialize;

use super::mirror_tool;
use crate::mcp::reply::Failure;
use crate::mcp::tool_spec::{ToolSpec, Work::OnDevice};
use crate::mcp::tools::keyboard::{do_type, key_step, press};
use crate::mcp::tools::open::start;
use crate::mcp::tools::touch::{do_scroll, do_swipe, do_tap, gesture};
use crate::mcp::{ActResult, Args, Call, DeviceSession, Refusal, Reply, envelope};
use crate::permissions::Access::Acts;

const PLACE: &str = "x:number! y:number! cursor_mode:direct|preserving target";

pub(super) const TAP: ToolSpec = mirror_tool("tap", "Taps a place.", Acts, OnDevice(tap))
    .takes(PLACE)
    .gives::<Sentence>();

pub(super) const DOUBLE_TAP: ToolSpec = mirror_tool(
    "double_tap",
    "Taps a place twice.",
    Acts,
    OnDevice(double_tap),
)
.takes(PLACE)
.gives::<Sentence>()
.touching(LocalState);

pub(super) const LONG_PRESS: ToolSpec =
    mirror_tool("long_press", "Holds a place.", Acts, OnDevice(long_press))
        .takes("x:number! y:number! duration_ms:number=500 cursor_mode:direct|preserving target")
        .gives::<Sentence>()
        .touching(LocalState);

pub(super) const SWIPE: ToolSpec = mirror_tool(
    "swipe",
    "Moves a finger quickly from one place to another.",
    Acts,
    OnDevice(swipe),
)
.takes(
    "from_x:number! from_y:number! to_x:number! to_y:number! duration_ms:number=300 \
     cursor_mode:direct|preserving target",
)
.gives::<Sentence>()
.touching(LocalState);

pub(super) const DRAG: ToolSpec = mirror_tool(
    "drag",
    "Drags from one place to another.",
    Acts,
    OnDevice(drag),
)
.takes(
    "from_x:number! from_y:number! to_x:number! to_y:number! duration_ms:number=1000 \
     cursor_mode:direct|preserving target",
)
.gives::<Sentence>()
.touching(LocalState);

pub(super) const TYPE_TEXT: ToolSpec = mirror_tool(
    "type_text",
    "Types literally into what has the focus.",
    Acts,
    OnDevice(type_text),
)
.takes("text! target")
.gives::<Sentence>()
.touching(LocalState);

pub(super) const PRESS_KEY: ToolSpec = mirror_tool(
    "press_key",
    "Presses return, escape, tab, delete, space, up, down, left, right, back, home or one character; with modifiers held.",
    Acts,
    OnDevice(press_key),
)
.takes("key! modifiers:[command|shift|option|control] target")
.gives::<Sentence>()
.touching(LocalState);

pub(super) const SHAKE: ToolSpec =
    mirror_tool("shake", "Shakes the device.", Acts, OnDevice(shake))
        .takes("target")
        .gives::<Sentence>()
        .touching(SideEffect);

pub(super) const LAUNCH_APP: ToolSpec = mirror_tool(
    "launch_app",
    "Opens an app by name, and checks that it came to the front.",
    Acts,
    OnDevice(launch_app),
)
.takes("name! target")
.gives::<Sentence>()
.touching(SideEffect);

pub(super) const OPEN_URL: ToolSpec =
    mirror_tool("open_url", "Opens a URL.", Acts, OnDevice(open_url))
        .takes("url! target")
        .gives::<Sentence>()
        .touching(SideEffect);

pub(super) const PRESS_HOME: ToolSpec = mirror_tool(
    "press_home",
    "Goes to the home screen.",
    Acts,
    OnDevice(press_home),
)
.takes("target")
.gives::<Sentence>()
.touching(LocalState);

pub(super) const PRESS_APP_SWITCHER: ToolSpec = mirror_tool(
    "press_app_switcher",
    "Opens the app switcher.",
    Acts,
    OnDevice(press_app_switcher),
)
.takes("target")
.gives::<Sentence>()
.touching(LocalState);

pub(super) const SPOTLIGHT: ToolSpec = mirror_tool(
    "spotlight",
    "Opens the search of the home screen.",
    Acts,
    OnDevice(spotlight),
)
.takes("target")
.gives::<Sentence>()
.touching(LocalState);

pub(super) const SCROLL_TO: ToolSpec = mirror_tool(
    "scroll_to",
    "Swipes until a text is in view.",
    Acts,
    OnDevice(scroll_to),
)
.takes("label direction:up|down|left|right=up max_scrolls:integer=10 text id max:integer target")
.gives::<Sentence>()
.touching(LocalState);

pub(super) const RESET_APP: ToolSpec = mirror_tool(
    "reset_app",
    "Stops an app for good.",
    Acts,
    OnDevice(reset_app),
)
.takes("name! target")
.gives::<Sentence>()
.touching(SideEffect);

pub(super) const MEASURE: ToolSpec = mirror_tool(
    "measure",
    "Times how long the screen takes to answer an act: tap:LABEL, launch:APP or press_key:KEY.",
    Acts,
    OnDevice(measure),
)
.takes("action! until! max_seconds:number name target")
.gives::<Sentence>()
.touching(SideEffect);

pub(super) const SET_NETWORK: ToolSpec = mirror_tool(
    "set_network",
    "Turns a radio on or off, and reads whether it is.",
    Acts,
    OnDevice(set_network),
)
.takes("mode:airplane_on|airplane_off|wifi_on|wifi_off|cellular_on|cellular_off! target")
.gives::<Sentence>()
.touching(SideEffect);

fn place(args: &Args, x: &str, y: &str) -> Result<Point, Refusal> {
    Ok(Point::new(args.need_number(x)?, args.need_number(y)?))
}

/// Says a place with or without a gap, as the reference does.
fn at(point: Point, gap: &str) -> String {
    format!("({},{gap}{})", point.x as i64, point.y as i64)
}

/// What an act answers beside its sentence.
#[derive(Serialize, JsonSchema)]
struct Sentence {
    success: bool,
    verdict: &'static str,
    action_type: &'static str,
    #[schemars(skip)]
    act: u64,
    revision: Option<u64>,
    #[serde(flatten)]
    failure: Option<Failure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[schemars(skip)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<String>,
}

/// Returns the answer of an act with this as its success: a sentence, then what changed.
fn sentence(
    session: &mut DeviceSession,
    acted: &ActResult,
    success: bool,
    message: Option<&str>,
) -> Reply {
    let mut words = envelope::words(session, acted);
    if let Some(message) = message {
        words = format!("{message}\n{words}");
    }
    let code = acted.failure.filter(|_| !acted.is_sent);
    let is_failure = acted.failure.is_some();
    let answer = Sentence {
        success,
        verdict: acted.verdict.outcome.as_str(),
        action_type: acted.action_type.as_str(),
        act: acted.number,
        revision: acted.after.as_ref().map(|screen| screen.revision),
        failure: code.map(Failure::from),
        reason: is_failure.then(|| acted.verdict.reason.to_string()),
        candidates: acted.candidates.clone(),
    };
    Reply::new(answer, words).failed_if(!success)
}

/// Returns the answer of an act whose success is that it was sent.
fn sent(session: &mut DeviceSession, acted: &ActResult, message: &str) -> Result<Reply, Refusal> {
    let message = Some(message).filter(|_| acted.is_sent);
    Ok(sentence(session, acted, acted.is_sent, message))
}

/// Returns the answer of something that must also have come true.
fn done(session: &mut DeviceSession, acted: &ActResult, message: &str) -> Result<Reply, Refusal> {
    if acted.verdict.is_passed() {
        return sent(session, acted, message);
    }
    Ok(sentence(session, acted, acted.is_sent, None).failed_if(true))
}

/// Taps a place, or what stands there.
fn tap(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let point = place(args, "x", "y")?;
    let acted = do_tap(session, args, call)?;
    sent(session, &acted, &format!("Tapped at {}", at(point, " ")))
}

/// Taps a place twice.
fn double_tap(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let point = place(args, "x", "y")?;
    let acted = gesture(session, Action::DoubleTap(point), call);
    let message = format!("Double-tapped at {}", at(point, " "));
    sent(session, &acted, &message)
}

/// Holds a place.
fn long_press(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let (point, time) = (place(args, "x", "y")?, args.millis("duration_ms", 500));
    let acted = gesture(session, Action::LongPress(point, time), call);
    let message = format!(
        "Long pressed at {} for {}ms",
        at(point, " "),
        time.as_millis()
    );
    sent(session, &acted, &message)
}

/// Moves a finger quickly.
fn swipe(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let (from, to) = (
        place(args, "from_x", "from_y")?,
        place(args, "to_x", "to_y")?,
    );
    let acted = do_swipe(session, args, call)?;
    let message = format!("Swiped from {} to {}", at(from, ""), at(to, ""));
    sent(session, &acted, &message)
}

/// Drags from one place to another.
fn drag(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let (from, to) = (
        place(args, "from_x", "from_y")?,
        place(args, "to_x", "to_y")?,
    );
    let time = args.millis("duration_ms", 1_000);
    let acted = gesture(session, Action::Drag(from, to, time), call);
    let message = format!(
        "Dragged from {} to {} over {}ms",
        at(from, ""),
        at(to, ""),
        time.as_millis()
    );
    sent(session, &acted, &message)
}

/// Types text.
fn type_text(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let length = args.need_text("text")?.chars().count();
    let acted = do_type(session, args, call)?;
    sent(session, &acted, &format!("Typed {length} characters"))
}

/// Presses a key with modifiers held.
fn press_key(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
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
fn shake(session: &mut DeviceSession, _: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = press(session, StepKind::Shake(Shake), call);
    sent(session, &acted, "Triggered shake gesture")
}

/// Goes to the home screen.
fn press_home(session: &mut DeviceSession, _: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = press(session, StepKind::Home(Home), call);
    sent(session, &acted, "Pressed Home — navigated to home screen")
}

/// Opens the app switcher, where the device has a key for it.
fn press_app_switcher(
    session: &mut DeviceSession,
    _: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let acted = system_key(session, "app_switch", "open its app switcher", call)?;
    sent(session, &acted, "Opened App Switcher")
}

/// Opens the search of the home screen, where the device has a key for it.
fn spotlight(session: &mut DeviceSession, _: &Args, call: &Call) -> Result<Reply, Refusal> {
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
    let info = session.info();
    if info.platform != Platform::Android {
        let message = format!("`{}` cannot {ability}", info.address);
        return Err(Refusal::new(FailureCode::Unsupported, message));
    }
    Ok(press(session, key_step(name)?, call))
}

/// Opens an app.
fn launch_app(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let name = args.need_text("name")?;
    let app = Phrase::literal(name);
    let acted = start(session, StepKind::Launch(Launch { app }), call);
    done(session, &acted, &format!("Launched '{name}'"))
}

/// Opens a URL.
fn open_url(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let address = args.need_text("url")?;
    let url = Phrase::literal(address);
    let acted = start(session, StepKind::OpenUrl(OpenUrl { url }), call);
    done(session, &acted, &format!("Opened URL: {address}"))
}

/// Swipes until something is in view. Success is that it is.
fn scroll_to(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
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
    Ok(sentence(session, &acted, is_found, Some(&message)))
}

/// Stops an app for good.
fn reset_app(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let name = args.need_text("name")?;
    let app = Phrase::literal(name);
    let acted = start(session, StepKind::ResetApp(ResetApp { app }), call);
    done(session, &acted, &format!("Force-quit '{name}'"))
}

/// Turns a radio on or off.
fn set_network(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let word = args.need_text("mode")?;
    let mode = NetworkMode::from_word(word).ok_or_else(|| {
        let known: Vec<&str> = NetworkMode::ALL.iter().map(|mode| mode.as_str()).collect();
        Refusal::input(format!("`{word}` is no mode; say {}", known.join(", ")))
    })?;
    let acted = start(session, StepKind::SetNetwork(SetNetwork { mode }), call);
    done(session, &acted, &format!("Set {word}"))
}

/// Times an act: `tap:LABEL`, `launch:APP` or `press_key:KEY`.
fn measure(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
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
