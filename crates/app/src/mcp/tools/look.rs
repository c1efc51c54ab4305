//! `list_devices`, `screen`, `screenshot`: what there is to see.

use retap_model::device::Ability;
use serde_json::{Value, json};

use super::super::args::Args;
use super::super::call::Call;
use super::super::client::Client;
use super::super::desk::Desk;
use super::super::outline::{Detail, difference, outline};
use super::super::reply::{Refusal, Reply};
use crate::cli::devices::{Entry, entries};

/// Lists what can be driven.
pub(super) fn list_devices(client: &Client, _: &Args, _: &Call) -> Result<Reply, Refusal> {
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
pub(super) fn screen(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let screen = desk.look(call)?;
    let detail = match args.is("all") {
        Some(true) => Detail::All,
        Some(false) | None => Detail::Short,
    };
    let since = args.count("since_revision");
    let is_changed = since != Some(screen.revision);
    let text = match since.and_then(|revision| desk.shown.at(revision)) {
        _ if !is_changed => format!("unchanged · rev {}", screen.revision),
        Some(shown) if detail == Detail::Short => difference(&shown, &screen),
        Some(_) | None => outline(&screen, detail),
    };
    desk.shown.note(&screen);
    let data = json!({
        "device": desk.address(),
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
pub(super) fn screenshot(desk: &mut Desk, _args: &Args, _call: &Call) -> Result<Reply, Refusal> {
    desk.need(Ability::Screenshot)?;
    let deadline = desk.deadline();
    let picture = desk.hands.opened.device.screenshot(deadline)?;
    let info = desk.hands.opened.device.info();
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
