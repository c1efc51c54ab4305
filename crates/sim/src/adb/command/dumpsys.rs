//! `dumpsys`: the lines that tools look for, and not much more.

use crate::dump::LAUNCHER;

use super::super::state::{DENSITY, PixelSize, State, component};
use super::{Call, Ended};

/// A service, the argument that asks for this part of it (or none), and what it prints.
///
/// A name in `<>` stands for a fact of [`facts`].
type Service = (&'static str, &'static str, &'static str);

macro_rules! text {
    ($file:literal) => {
        include_str!(concat!("../../../adb/dumpsys/", $file))
    };
}

const SERVICES: [Service; 10] = [
    ("window", "", text!("window.txt")),
    ("activity", "top", text!("activity_top.txt")),
    ("activity", "", text!("activities.txt")),
    ("input_method", "", text!("input_method.txt")),
    ("package", "", text!("package.txt")),
    ("power", "", text!("power.txt")),
    ("display", "", text!("display.txt")),
    ("input", "", text!("input.txt")),
    ("battery", "", text!("battery.txt")),
    ("SurfaceFlinger", "--display-id", text!("display_id.txt")),
];

/// The process of the launcher.
pub(super) const LAUNCHER_PID: u32 = 1730;

/// `dumpsys SERVICE [ARGUMENT...]`.
pub(super) fn run(call: &mut Call<'_>) -> Ended {
    let (name, part) = (call.arg(0), call.arg(1));
    let is_asked = |(service, of, _): &&Service| *service == name && (of.is_empty() || *of == part);
    let Some((.., template)) = SERVICES.iter().find(is_asked) else {
        return call.fail(0, &format!("Can't find service: {name}"));
    };
    let state = call.state();
    let package = match name {
        "package" => part.to_owned(),
        _ => state.front_package(),
    };
    if package != LAUNCHER && state.app(&package).is_none() {
        drop(state);
        return call.line(&format!("Unable to find package: {package}"));
    }
    let facts = facts(&state, &package);
    drop(state);
    let fill =
        |text: String, (name, fact): (&str, String)| text.replace(&format!("<{name}>"), &fact);
    call.print(&facts.into_iter().fold((*template).to_owned(), fill))
}

/// Returns what the services say, by the names that stand for it, with `package` as the one asked about.
fn facts(state: &State, package: &str) -> [(&'static str, String); 18] {
    let component = component(package);
    let activity = component.replace('/', &format!("/{package}"));
    let hash = hash(package);
    let task = state.device.phone().front.map_or(1, |index| index + 2);
    let PixelSize { width, height } = state.size_in_use();
    let (focus, wakefulness, screen) = match state.is_awake {
        true => (format!("Window{{{hash} u0 {activity}}}"), "Awake", "ON"),
        false => ("null".to_owned(), "Asleep", "OFF"),
    };
    let pid = state.processes.get(package).copied();
    [
        (
            "record",
            format!("ActivityRecord{{{hash} u0 {component} t{task}}}"),
        ),
        ("focus", focus),
        ("package", package.to_owned()),
        ("component", component),
        ("activity", activity),
        ("hash", hash),
        ("task", task.to_string()),
        ("pid", pid.unwrap_or(LAUNCHER_PID).to_string()),
        ("physical", state.physical_size().to_string()),
        ("size", state.size_in_use().to_string()),
        ("width", width.to_string()),
        ("height", height.to_string()),
        ("density", state.density.unwrap_or(DENSITY).to_string()),
        ("awake", state.is_awake.to_string()),
        ("wakefulness", wakefulness.to_owned()),
        ("screen", screen.to_owned()),
        ("keyboard", state.keyboard().to_owned()),
        ("typing", state.is_typing().to_string()),
    ]
}

/// Returns a number that stays with a package, as the address of an object would.
fn hash(package: &str) -> String {
    let add = |hash: u32, byte: u8| hash.wrapping_mul(31).wrapping_add(u32::from(byte));
    format!("{:x}", package.bytes().fold(7, add) & 0xfff_ffff)
}
