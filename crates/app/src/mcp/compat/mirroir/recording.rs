//! Recordings: an animated picture of what an agent did, a frame after each act.

use std::io::Cursor;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use png::{BitDepth, ColorType, Decoder, Encoder, Reader, Transformations};
use retap_drivers::SystemClock;
use retap_model::device::{Ability, Clock as _, Moment, Png};

use crate::files::write_inside;
use crate::mcp::answer::answer;
use crate::mcp::{Answer, Args, Host, Refusal, Reply, ToolCall};
use crate::operation::Operation;

answer! {
    /// Whether a recording goes on, or what came of it.
    pub(super) struct Recorded { success: bool, path?: PathBuf, frames?: usize }
}

impl ToolCall<'_> {
    /// Adds a picture to the recording under way, what is secret painted over; one that cannot or may not be taken or
    /// shown is missing there, and no more.
    pub(crate) fn record_frame(&mut self) {
        if self.compat.recording.is_none() {
            return;
        }
        let is_permitted = self.permit(&[Operation::TakePicture]).is_ok();
        let picture = is_permitted.then(|| self.picture_without_secrets());
        let now = self.now();
        let Some(recording) = self.compat.recording.as_mut() else {
            return;
        };
        match picture {
            Some(Ok(Ok(picture))) => recording.add(&picture, now),
            Some(Ok(Err(_)) | Err(_)) | None => recording.left_out += 1,
        }
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
    let path = path_of(&call.client.host, call.args)?;
    call.compat.recording = Some(AnimatedPng::new(path));
    call.record_frame();
    let started = Recorded {
        success: true,
        path: None,
        frames: None,
    };
    Ok(Reply::new(started, "Recording started"))
}

/// Returns where a recording is written: inside the project, and never over another file.
fn path_of(host: &Host, args: &Args) -> Result<PathBuf, Refusal> {
    let Some(named) = args.words("output_path") else {
        let now = SystemClock::new().timestamp().0;
        let path = format!(".retap/recordings/{now}.png");
        return Ok(host.environment.project.join(path));
    };
    let project = host.project()?;
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
    let ended = Recorded {
        success: true,
        frames: Some(recording.frames.len()),
        path: Some(recording.path),
    };
    Ok(Reply::new(ended, text))
}

/// How long the last frame stays.
const LAST: Duration = Duration::from_secs(2);

/// A recording in the making.
#[derive(Debug)]
pub(crate) struct AnimatedPng {
    /// Where it will be written.
    path: PathBuf,
    /// How many pictures did not fit the first.
    left_out: usize,
    /// The kind of the first frame, which every other must have.
    kind: Option<Kind>,
    frames: Vec<Frame>,
}

/// Width, height and colours of a picture.
type Kind = (u32, u32, ColorType);

#[derive(Debug)]
struct Frame {
    at: Moment,
    picture: Png,
}

impl AnimatedPng {
    /// Returns a recording without any picture yet.
    fn new(path: PathBuf) -> Self {
        Self {
            path,
            left_out: 0,
            kind: None,
            frames: Vec::new(),
        }
    }

    /// Adds a picture; one of another size or kind than the first is left out.
    fn add(&mut self, picture: &Png, at: Moment) {
        let kind = reader(picture).ok().map(|it| kind_of(&it));
        if kind.is_none() || self.kind.is_some_and(|known| Some(known) != kind) {
            self.left_out += 1;
            return;
        }
        self.kind = kind;
        let is_same = |last: &Frame| last.picture.0 == picture.0;
        if !self.frames.last().is_some_and(is_same) {
            let picture = picture.clone();
            self.frames.push(Frame { at, picture });
        }
    }

    /// Returns the whole of it as a file.
    fn to_png(&self) -> Result<Vec<u8>, String> {
        let kind = self.kind.ok_or("no picture could be taken")?;
        self.encode(kind).map_err(|error| error.to_string())
    }

    fn encode(&self, kind: Kind) -> Result<Vec<u8>, png::EncodingError> {
        let (width, height, colors) = kind;
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, width, height);
        encoder.set_color(colors);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_animated(u32::try_from(self.frames.len()).unwrap_or(u32::MAX), 0)?;
        let mut writer = encoder.write_header()?;
        for (index, frame) in self.frames.iter().enumerate() {
            let next = self.frames.get(index + 1);
            let stays = next.map_or(LAST, |next| next.at.since(frame.at));
            writer.set_frame_delay(u16::try_from(stays.as_millis()).unwrap_or(u16::MAX), 1000)?;
            writer.write_image_data(&pixels(&frame.picture).map_err(std::io::Error::other)?)?;
        }
        writer.finish()?;
        Ok(file)
    }
}

/// Returns what reads a picture, with its colours in whole bytes and none of a palette of its own.
fn reader(picture: &Png) -> Result<Reader<Cursor<&[u8]>>, png::DecodingError> {
    let mut decoder = Decoder::new(Cursor::new(&*picture.0));
    decoder.set_transformations(Transformations::normalize_to_color8());
    decoder.read_info()
}

fn kind_of(reader: &Reader<Cursor<&[u8]>>) -> Kind {
    let (width, height) = reader.info().size();
    (width, height, reader.output_color_type().0)
}

fn pixels(picture: &Png) -> Result<Vec<u8>, png::DecodingError> {
    let mut reader = reader(picture)?;
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or_default()];
    reader.next_frame(&mut pixels)?;
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(color: u8) -> Png {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&[color; 6]).unwrap();
        writer.finish().unwrap();
        Png(bytes)
    }

    #[test]
    fn pictures_become_frames_that_any_reader_of_png_can_tell_apart() {
        let mut film = AnimatedPng::new(PathBuf::from("x.png"));
        for (index, color) in (0..).zip([10, 10, 20, 30]) {
            film.add(&picture(color), Moment(Duration::from_millis(100) * index));
        }
        film.add(&Png(b"no picture".to_vec()), Moment(Duration::ZERO));
        assert_eq!((film.frames.len(), film.left_out), (3, 1));
        let file = film.to_png().unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file))
            .read_info()
            .unwrap();
        let frames = reader.info().animation_control().unwrap().num_frames;
        assert_eq!(frames, 3);
        let mut pixels = vec![0; 6];
        for color in [10, 20, 30] {
            reader.next_frame(&mut pixels).unwrap();
            assert_eq!(pixels, [color; 6]);
        }
    }
}
