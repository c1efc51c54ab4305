//! `list_devices`, `screen`, `screenshot`: what there is to see.

use retap_model::device::Ability;
use serde_json::{Value, json};

use crate::cli::devices::{Entry, entries};
use crate::mcp::outline::{Detail, difference, outline};
use crate::mcp::{Args, Call, Client, DeviceSession, Refusal, Reply};

/// Lists what can be driven.
pub(crate) fn list_devices(client: &Client, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    let all = entries(&client.host.config);
    let usable = |entry: &&Entry| entry.is_usable;
    let devices: Vec<Value> = all.iter().filter(usable).map(Entry::as_json).collect();
    let lines: Vec<String> = all
        .iter()
        .map(|entry| format!("{} {}", entry.address, entry.about))
        .collect();
    let current = client.current_device();
    let data = json!({ "devices": devices, "current": current });
    Ok(Reply::new(data, lines.join("\n")))
}

/// Shows the screen, or what changed on it.
pub(crate) fn screen(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
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

/// Takes a picture.
pub(crate) fn screenshot(
    session: &mut DeviceSession,
    _args: &Args,
    _call: &Call,
) -> Result<Reply, Refusal> {
    session.need(Ability::Screenshot)?;
    let deadline = session.deadline();
    let picture = session.connection.opened.device.screenshot(deadline)?;
    let info = session.connection.opened.device.info();
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
