//! `list_devices`, `screen`, `screenshot`: what there is to see.

use retap_model::device::{Ability, Png};
use retap_model::verify::FailureCode;
use serde::Serialize;

use crate::cli::devices::{Entry, entries};
use crate::mcp::answer::answer;
use crate::mcp::outline::{Detail, difference, outline};
use crate::mcp::{Answer, Args, Call, Client, DeviceSession, Refusal, Reply, ToolCall};
use crate::operation::Operation;

answer! {
    /// A picture that is told beside.
    pub(crate) struct Shot { ..size: ShotSize, mimeType: &'static str, (device: String) }
    /// The size of a picture in pixels.
    pub(crate) struct ShotSize { width: u64, height: u64 }
    /// The screen that is told in words.
    struct ShownScreen { device: String, app: Option<String>, page: Option<String>, revision: u64, changed: bool,
        loading: bool, captured_at_ms: u64 }
}

/// The devices that can be driven, and the one in use.
#[derive(Serialize)]
struct DeviceList<'a> {
    devices: Vec<&'a Entry>,
    current: Option<String>,
}

impl ShotSize {
    /// Returns the size of pictures of a device.
    pub(crate) fn of(session: &DeviceSession) -> Self {
        let info = session.info();
        let pixels = |length: f64| (length * info.scale).round() as u64;
        Self {
            width: pixels(info.size.width),
            height: pixels(info.size.height),
        }
    }
}

/// Lists what can be driven.
pub(super) fn list_devices(client: &Client, _: &Args, _: &Call) -> Answer {
    let all = entries(&client.host.config);
    let usable = |entry: &&Entry| entry.is_usable;
    let devices: Vec<&Entry> = all.iter().filter(usable).collect();
    let lines: Vec<String> = all
        .iter()
        .map(|entry| format!("{} {}", entry.address, entry.about))
        .collect();
    let current = client.current_device();
    Ok(Reply::new(
        DeviceList { devices, current },
        lines.join("\n"),
    ))
}

/// Shows the screen, or what changed on it.
pub(super) fn screen(call: &mut ToolCall<'_>) -> Answer {
    let screen = call.look()?;
    let detail = match call.args.is("all") {
        Some(true) => Detail::All,
        Some(false) | None => Detail::Short,
    };
    let since = call.args.count("since_revision");
    let is_changed = since != Some(screen.revision);
    let text = match since.and_then(|revision| call.shown.at(revision)) {
        _ if !is_changed => format!("unchanged · rev {}", screen.revision),
        Some(shown) if detail == Detail::Short => difference(&shown, &screen),
        Some(_) | None => outline(&screen, detail),
    };
    call.shown.note(&screen);
    let data = ShownScreen {
        device: call.address(),
        app: screen.app.clone(),
        page: screen.name.clone(),
        revision: screen.revision,
        changed: is_changed,
        loading: screen.loading().is_some(),
        captured_at_ms: screen.captured_at.0,
    };
    Ok(Reply::new(data, text))
}

/// Takes a picture and says how large it is.
pub(crate) fn screenshot(call: &mut ToolCall<'_>) -> Answer {
    let picture = take_picture(call)?;
    let size = ShotSize::of(call);
    let text = format!("{}x{}", size.width, size.height);
    let shot = Shot {
        size,
        mimeType: "image/png",
        device: call.address(),
    };
    Ok(Reply::new(shot, text).with_picture(picture))
}

/// Takes a picture of the screen, whichever tool it is for, what is secret painted over.
pub(crate) fn take_picture(call: &mut ToolCall<'_>) -> Result<Png, Refusal> {
    call.permit(&[Operation::TakePicture])?;
    call.need(Ability::Screenshot)?;
    let picture = call.picture_without_secrets()?;
    picture.map_err(|why| {
        Refusal::new(
            FailureCode::Unknown,
            format!("the picture is left out: {why}"),
        )
    })
}
