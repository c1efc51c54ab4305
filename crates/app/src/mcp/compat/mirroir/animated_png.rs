//! A recording in the making: pictures of one size with their times, put together as an animated PNG.

use std::io::Cursor;
use std::path::PathBuf;
use std::time::Duration;

use png::{BitDepth, ColorType, Decoder, Encoder, Reader, Transformations};
use retap_model::device::{Moment, Png};

/// How long the last frame stays.
const LAST: Duration = Duration::from_secs(2);

/// A recording in the making.
#[derive(Debug)]
pub(crate) struct AnimatedPng {
    /// Where it will be written.
    pub(crate) path: PathBuf,
    /// How many pictures did not fit the first.
    pub(crate) left_out: usize,
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
    pub(crate) fn new(path: PathBuf) -> Self {
        Self {
            path,
            left_out: 0,
            kind: None,
            frames: Vec::new(),
        }
    }

    /// Returns how many frames there are.
    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// Adds a picture; one of another size or kind than the first is left out.
    pub(crate) fn add(&mut self, picture: &Png, at: Moment) {
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
    pub(crate) fn to_png(&self) -> Result<Vec<u8>, String> {
        let kind = self.kind.ok_or("no picture could be taken")?;
        self.encode(kind).map_err(|error| error.to_string())
    }

    fn encode(&self, kind: Kind) -> Result<Vec<u8>, png::EncodingError> {
        let (width, height, colors) = kind;
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, width, height);
        encoder.set_color(colors);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_animated(u32::try_from(self.len()).unwrap_or(u32::MAX), 0)?;
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
        assert_eq!((film.len(), film.left_out), (3, 1));
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
