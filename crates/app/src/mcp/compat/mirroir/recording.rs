//! Recordings: an animated picture of what an agent did, a frame after each act.

use std::path::{Component, Path, PathBuf};

use retap_drivers::SystemClock;
use retap_model::device::{Ability, Clock as _};
use schemars::JsonSchema;
use serde::Serialize;

use super::animated_png::AnimatedPng;
use crate::files::write_inside;
use crate::mcp::{Answer, Args, DeviceSession, Refusal, Reply, ToolCall};

/// The answer of both.
#[derive(Default, Serialize, JsonSchema)]
pub(super) struct Recorded {
    success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<usize>,
}

impl DeviceSession {
    /// Adds a picture to the recording under way; one that cannot be taken is missing there, and no more.
    /// One that would show a secret is left out.
    pub(crate) fn record_frame(&mut self) {
        let (deadline, may_show) = (self.deadline(), !self.may_show_secret());
        let opened = &mut self.connection.opened;
        let Some(recording) = self.compat.recording.as_mut() else {
            return;
        };
        match opened.device.screenshot(deadline) {
            Ok(picture) if may_show => recording.add(&picture, opened.clock.now()),
            Ok(_) | Err(_) => recording.left_out += 1,
        }
    }

    /// Returns whether the screen shows something that was typed as a secret, or nobody knows.
    fn may_show_secret(&self) -> bool {
        let Some(screen) = self.engine.last() else {
            return !self.secrets.is_empty();
        };
        screen.elements.iter().any(|element| {
            let value = element.state.value.as_deref().unwrap_or_default();
            let texts = [&*element.text, &*element.description, value];
            let is_shown = |secret: &String| texts.iter().any(|text| text.contains(&**secret));
            self.secrets.iter().any(is_shown)
        })
    }
}

/// Begins a recording with the screen as it is.
pub(super) fn start_recording(call: &mut ToolCall<'_>) -> Answer {
    call.need(Ability::Screenshot)?;
    if call.compat.recording.is_some() {
        return Err(Refusal::input(
            "a recording is under way; call stop_recording first",
        ));
    }
    let path = path_of(&call.client.host.environment.project, call.args)?;
    call.compat.recording = Some(AnimatedPng::new(path));
    call.record_frame();
    let answer = Recorded {
        success: true,
        ..Recorded::default()
    };
    Ok(Reply::new(answer, "Recording started"))
}

/// Returns where a recording is written: inside the project, and never over another file.
fn path_of(project: &Path, args: &Args) -> Result<PathBuf, Refusal> {
    let Some(named) = args.words("output_path") else {
        let now = SystemClock::new().timestamp().0;
        return Ok(project.join(format!(".retap/recordings/{now}.png")));
    };
    let relative = Path::new(named);
    let relative = relative.strip_prefix(project).unwrap_or(relative);
    let is_inside = relative
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !is_inside {
        let message = format!("`{named}` is not inside the project");
        return Err(Refusal::input(message));
    }
    if relative.extension().is_none_or(|it| it != "png") {
        let message = format!("`{named}`: recordings are animated pictures; name a .png file");
        return Err(Refusal::input(message));
    }
    let path = project.join(relative);
    if path.exists() {
        return Err(Refusal::input(format!("`{named}` is there already")));
    }
    Ok(path)
}

/// Ends a recording and writes it.
pub(super) fn stop_recording(call: &mut ToolCall<'_>) -> Answer {
    if call.compat.recording.is_none() {
        return Err(Refusal::input("no recording is under way"));
    }
    call.record_frame();
    let Some(recording) = call.compat.recording.take() else {
        return Err(Refusal::input("no recording is under way"));
    };
    let bytes = recording
        .to_png()
        .map_err(|reason| Refusal::input(format!("the recording cannot be written: {reason}")))?;
    let project = &call.client.host.environment.project;
    write_inside(project, &recording.path, &bytes)?;
    let mut text = format!("Recording saved to: {}", recording.path.display());
    if recording.left_out > 0 {
        text.push_str(&format!(
            "\n{} frames were left out: they showed a secret, were of another size, or could not be taken",
            recording.left_out
        ));
    }
    let answer = Recorded {
        success: true,
        frames: Some(recording.len()),
        path: Some(recording.path),
    };
    Ok(Reply::new(answer, text))
}
