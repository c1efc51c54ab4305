//! Painting over secrets in pictures before anything keeps them.

use retap_model::device::Png;
use retap_model::geometry::Rect;
use retap_replay::Painter;

/// How far beyond an element's bounds is painted: letters may reach over their edge.
const MARGIN: f64 = 4.0;

/// The colour that is painted: a grey that is no colour of an app.
const GREY: u8 = 0x70;

/// How many bytes a picture may have once it is unpacked; `drivers/ocr/flatten.rs` has the same.
const LARGEST: usize = 256 * 1024 * 1024;

/// Paints grey boxes.
pub(crate) struct GreyBoxes;

impl Painter for GreyBoxes {
    fn paint_over(&self, picture: &Png, areas: &[Rect]) -> Result<Png, String> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(&picture.0));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
        let size = reader
            .output_buffer_size()
            .filter(|size| *size <= LARGEST)
            .ok_or("the picture is too large")?;
        let mut pixels = vec![0; size];
        let info = reader
            .next_frame(&mut pixels)
            .map_err(|error| error.to_string())?;
        for area in areas {
            paint(&mut pixels, &info, *area);
        }
        encode(&pixels, &info)
    }
}

fn paint(pixels: &mut [u8], info: &png::OutputInfo, area: Rect) {
    let (width, height) = (info.width, info.height);
    let samples = info.color_type.samples();
    let bound = |value: f64, most: u32| value.clamp(0.0, f64::from(most)) as usize;
    let left = bound(area.x - MARGIN, width);
    let right = bound(area.right() + MARGIN, width);
    let rows = bound(area.y - MARGIN, height)..bound(area.bottom() + MARGIN, height);
    for row in rows {
        let start = (row * width as usize + left) * samples;
        let end = (row * width as usize + right) * samples;
        for pixel in pixels[start..end].chunks_exact_mut(samples) {
            // An alpha channel, where there is one, comes last and stays opaque.
            let colours = if matches!(samples, 2 | 4) {
                samples - 1
            } else {
                samples
            };
            pixel[..colours].fill(GREY);
        }
    }
}

fn encode(pixels: &[u8], info: &png::OutputInfo) -> Result<Png, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, info.width, info.height);
    encoder.set_color(info.color_type);
    encoder.set_depth(info.bit_depth);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&pixels[..info.buffer_size()]));
    written.map_err(|error| error.to_string())?;
    Ok(Png(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(color: png::ColorType, samples: usize) -> Png {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 40, 30);
        encoder.set_color(color);
        encoder.set_depth(png::BitDepth::Eight);
        let pixels = vec![0xff; 40 * 30 * samples];
        encoder
            .write_header()
            .unwrap()
            .write_image_data(&pixels)
            .unwrap();
        Png(bytes)
    }

    fn pixel(picture: &Png, x: usize, y: usize) -> u8 {
        let decoder = png::Decoder::new(std::io::Cursor::new(&picture.0));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        pixels[(y * 40 + x) * info.color_type.samples()]
    }

    #[test]
    fn only_the_area_and_its_margin_are_painted() {
        for (color, samples) in [(png::ColorType::Rgb, 3), (png::ColorType::Rgba, 4)] {
            let area = Rect::new(10.0, 10.0, 8.0, 6.0);
            let painted = GreyBoxes
                .paint_over(&picture(color, samples), &[area])
                .unwrap();
            assert_eq!(pixel(&painted, 12, 12), GREY);
            assert_eq!(pixel(&painted, 7, 12), GREY);
            assert_eq!(pixel(&painted, 3, 12), 0xff);
            assert_eq!(pixel(&painted, 12, 25), 0xff);
        }
    }

    #[test]
    fn areas_beyond_the_picture_and_what_is_no_picture_are_survived() {
        let area = Rect::new(-50.0, 20.0, 500.0, 500.0);
        assert!(
            GreyBoxes
                .paint_over(&picture(png::ColorType::Rgb, 3), &[area])
                .is_ok()
        );
        assert!(
            GreyBoxes
                .paint_over(&Png(b"not a picture".to_vec()), &[area])
                .is_err()
        );
    }
}
