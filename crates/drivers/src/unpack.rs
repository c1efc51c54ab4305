//! Unpacks pictures that somebody else made.

use std::io::Cursor;

use png::{Decoder, DecodingError, OutputInfo, Transformations};

/// How many bytes a picture may have once it is unpacked: eight times what a large screen has. The first bytes of a file
/// say how large it is, and a small file can say anything.
const LARGEST: usize = 256 * 1024 * 1024;

/// A picture with eight bits a sample.
pub struct Unpacked {
    /// The samples, row by row.
    pub bytes: Vec<u8>,
    /// The size, and what the samples are.
    pub info: OutputInfo,
}

/// Unpacks a PNG.
pub fn unpack(picture: &[u8]) -> Result<Unpacked, DecodingError> {
    let mut decoder = Decoder::new(Cursor::new(picture));
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let palette = reader.info().palette.as_deref();
    // The library panics at half a colour.
    let is_whole = palette.is_none_or(|colors| colors.len().is_multiple_of(3));
    let size = reader
        .output_buffer_size()
        .filter(|size| *size <= LARGEST && is_whole);
    let mut bytes = vec![0; size.ok_or(DecodingError::LimitsExceeded)?];
    let info = reader.next_frame(&mut bytes)?;
    bytes.truncate(info.buffer_size());
    Ok(Unpacked { bytes, info })
}
