//! `list_devices`, `screen`, `screenshot`: what there is to see.

use retap_model::device::{Ability, Png};
use serde_json::json;

use crate::cli::devices::{Entry, entries};
use crate::mcp::outline::{Detail, difference, outline};
use crate::mcp::tool_spec::ToolSpec;
use crate::mcp::tool_spec::Work::{Aside, OnDevice};
use crate::mcp::{Args, Call, Client, DeviceSession, Refusal, Reply};
use crate::permissions::Access::Looks;

/// `list_devices`.
pub(super) const LIST_DEVICES: ToolSpec = ToolSpec::new(
    "list_devices",
    "Lists the devices that can be driven. Every other tool takes `device`; the last one stays in use.",
    Looks,
    Aside(list_devices),
)
.answers(&["devices"]);

/// `screen`.
pub(super) const SCREEN: ToolSpec = ToolSpec::new(
    "screen",
    "Shows the screen as numbered lines. since_revision: only what changed since. all: everything, with ids.",
    Looks,
    OnDevice(screen),
)
.takes("device since_revision:integer all:boolean")
.answers(&["revision"]);

/// `screenshot`.
pub(super) const SCREENSHOT: ToolSpec = ToolSpec::new(
    "screenshot",
    "Takes a picture. Costs many tokens; prefer screen.",
    Looks,
    OnDevice(screenshot),
)
.takes("device")
.answers(&["width"]);

/// Lists what can be driven.
fn list_devices(client: &Client, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    let all = entries(&client.host.config);
    let usable = |entry: &&Entry| entry.is_usable;
    let devices: Vec<&Entry> = all.iter().filter(usable).collect();
    let lines: Vec<String> = all
        .iter()
        .map(|entry| format!("{} {}", entry.address, entry.about))
        .collect();
    let current = client.current_device();
    let data = json!({ "devices": devices, "current": current });
    Ok(Reply::new(data, lines.join("\n")))
}

/// Shows the screen, or what changed on it.
fn screen(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let screen = session.look(call)?;
    let detail = match args.is("all") {
        Some(true) => Detail::All,
        Some(false) | None => Detail::Short,
    };
    let since = args.count("since_revision");
    let is_changed = since != Some(screen.revision);
    let text = match since.and_then(|revision| session.shown.at(revision)) {
        _ if !is_changed => format!("unchanged · rev {}", screen.revision),
        Some(shown) if detail == Detail::Short => difference(&shown, &screen),
        Some(_) | None => outline(&screen, detail),
    };
    session.shown.note(&screen);
    let data = json!({
        "device": session.address(),
        "app": screen.app,
        "page": screen.name,
        "revision": screen.revision,
        "changed": is_changed,
        "loading": screen.loading().is_some(),
        "captured_at_ms": screen.captured_at.0,
    });
    Ok(Reply::new(data, text))
}

/// Takes a picture and says how large it is.
pub(crate) fn screenshot(
    session: &mut DeviceSession,
    _args: &Args,
    _call: &Call,
) -> Result<Reply, Refusal> {
    let picture = take_picture(session)?;
    let info = session.info();
    let pixels = |length: f64| (length * info.scale).round() as u64;
    let (width, height) = (pixels(info.size.width), pixels(info.size.height));
    let data = json!({
        "device": info.address,
        "width": width,
        "height": height,
        "mimeType": "image/png",
    });
    Ok(Reply::new(data, format!("{width}x{height}")).with_picture(picture))
}

/// Takes a picture of the screen.
pub(crate) fn take_picture(session: &mut DeviceSession) -> Result<Png, Refusal> {
    session.need(Ability::Screenshot)?;
    let deadline = session.deadline();
    Ok(session.device().screenshot(deadline)?)
}
