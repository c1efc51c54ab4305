//! A recording in the making: pictures of one size with their times, put together as an animated PNG.
//!
//! Pictures are taken apart into their chunks and never decoded, so a frame costs what its file does.

use std::path::PathBuf;
use std::time::Duration;

use retap_model::device::{Moment, Png};

/// The first bytes of every PNG.
const START: &[u8] = b"\x89PNG\r\n\x1a\n";

/// How long the last frame stays.
const LAST: Duration = Duration::from_secs(2);

/// A recording in the making.
#[derive(Debug)]
pub(crate) struct AnimatedPng {
    /// Where it will be written.
    pub(crate) path: PathBuf,
    /// How many pictures did not fit the first.
    pub(crate) left_out: usize,
    header: Vec<u8>,
    frames: Vec<Frame>,
}

#[derive(Debug)]
struct Frame {
    at: Moment,
    data: Vec<u8>,
}

impl AnimatedPng {
    /// Returns a recording without any picture yet.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self {
            path,
            left_out: 0,
            header: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// Returns how many frames there are.
    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// Adds a picture; one of another size or kind than the first is left out.
    pub(crate) fn add(&mut self, picture: &Png, at: Moment) {
        let Some((header, data)) = take_apart(&picture.0) else {
            self.left_out += 1;
            return;
        };
        if self.frames.is_empty() {
            self.header = header;
        } else if self.header != header {
            self.left_out += 1;
            return;
        }
        let is_same = self.frames.last().is_some_and(|last| last.data == data);
        if !is_same {
            self.frames.push(Frame { at, data });
        }
    }

    /// Returns the whole of it as a file.
    pub(crate) fn to_png(&self) -> Result<Vec<u8>, String> {
        let Some(size) = self.header.get(..8) else {
            return Err("no picture could be taken".to_owned());
        };
        let mut file = START.to_vec();
        put(&mut file, b"IHDR", &self.header);
        let count = u32::try_from(self.frames.len()).unwrap_or(u32::MAX);
        put(&mut file, b"acTL", &[count.to_be_bytes(), [0; 4]].concat());
        let mut sequence: u32 = 0;
        for (index, frame) in self.frames.iter().enumerate() {
            let next = self.frames.get(index + 1);
            let stays = next.map_or(LAST, |next| next.at.since(frame.at));
            let millis = u16::try_from(stays.as_millis()).unwrap_or(u16::MAX);
            let mut control = sequence.to_be_bytes().to_vec();
            control.extend_from_slice(size);
            control.extend_from_slice(&[0; 8]);
            control.extend_from_slice(&millis.to_be_bytes());
            control.extend_from_slice(&1000_u16.to_be_bytes());
            control.extend_from_slice(&[0, 0]);
            put(&mut file, b"fcTL", &control);
            sequence += 1;
            if index == 0 {
                put(&mut file, b"IDAT", &frame.data);
            } else {
                let data = [&sequence.to_be_bytes()[..], &frame.data].concat();
                put(&mut file, b"fdAT", &data);
                sequence += 1;
            }
        }
        put(&mut file, b"IEND", &[]);
        Ok(file)
    }
}

/// Returns the header and the data of a picture; nothing for one that needs more than those.
fn take_apart(png: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut rest = png.strip_prefix(START)?;
    let (mut header, mut data) = (None, Vec::new());
    loop {
        let length = u32::from_be_bytes(*rest.first_chunk()?);
        let kind = rest.get(4..8)?;
        let end = usize::try_from(length).ok()?.checked_add(8)?;
        let body = rest.get(8..end)?;
        match kind {
            b"IHDR" => header = Some(body.to_vec()),
            b"IDAT" => data.extend_from_slice(body),
            // Colours of a palette belong to one picture alone.
            b"PLTE" => return None,
            b"IEND" => return header.map(|header| (header, data)),
            _ => {}
        }
        rest = rest.get(end + 4..)?;
    }
}

fn put(file: &mut Vec<u8>, kind: &[u8; 4], body: &[u8]) {
    let length = u32::try_from(body.len()).unwrap_or(u32::MAX);
    file.extend_from_slice(&length.to_be_bytes());
    let checked = [&kind[..], body].concat();
    file.extend_from_slice(&checked);
    file.extend_from_slice(&crc(&checked).to_be_bytes());
}

/// The checksum of PNG chunks.
fn crc(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 };
        }
    }
    !crc
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
