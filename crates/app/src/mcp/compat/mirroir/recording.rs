//! Recordings: an animated picture of what an agent did, a frame after each act.

use std::path::{Component, Path, PathBuf};

use retap_drivers::SystemClock;
use retap_model::device::{Ability, Clock as _};
use serde_json::json;

use super::animated_png::AnimatedPng;
use crate::error::cannot_write;
use crate::mcp::{Args, Call, Client, DeviceSession, Refusal, Reply};
use crate::run_folder::write_atomically;

/// Begins a recording with the screen as it is.
pub(super) fn start_recording(
    session: &mut DeviceSession,
    client: &Client,
    args: &Args,
    _call: &Call,
) -> Result<Reply, Refusal> {
    session.need(Ability::Screenshot)?;
    if session.recording.is_some() {
        return Err(Refusal::input(
            "a recording is under way; call stop_recording first",
        ));
    }
    let path = path_of(&client.host.environment.project, args)?;
    session.recording = Some(AnimatedPng::new(path));
    session.record_frame();
    Ok(Reply::new(json!({ "success": true }), "Recording started"))
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
pub(super) fn stop_recording(
    session: &mut DeviceSession,
    _: &Args,
    _: &Call,
) -> Result<Reply, Refusal> {
    if session.recording.is_none() {
        return Err(Refusal::input("no recording is under way"));
    }
    session.record_frame();
    let Some(recording) = session.recording.take() else {
        return Err(Refusal::input("no recording is under way"));
    };
    let bytes = recording
        .to_png()
        .map_err(|reason| Refusal::input(format!("the recording cannot be written: {reason}")))?;
    write_atomically(&recording.path, &bytes)
        .map_err(|error| cannot_write("write", &recording.path, error))?;
    let mut text = format!("Recording saved to: {}", recording.path.display());
    if recording.left_out > 0 {
        text.push_str(&format!(
            "\n{} frames were left out: they showed a secret, were of another size, or could not be taken",
            recording.left_out
        ));
    }
    let data = json!({ "success": true, "path": recording.path, "frames": recording.len() });
    Ok(Reply::new(data, text))
}
