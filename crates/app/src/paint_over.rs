//! Painting over secrets in pictures before anything keeps them.

use retap_drivers::unpack::{Unpacked, unpack};
use retap_model::device::Png;
use retap_model::geometry::Rect;
use retap_replay::{Cover, Painter};

/// How far beyond an element's bounds is painted: letters may reach over their edge.
const MARGIN: f64 = 4.0;

/// The colour that is painted: a grey that is no colour of an app.
const GREY: u8 = 0x70;

/// The colour of what is painted over because only the rest may be seen; so light that the rest is read well.
const LIGHT: u8 = 0xd8;

/// Paints grey boxes.
pub(crate) struct GreyBoxes;

impl Painter for GreyBoxes {
    fn paint_over(&self, picture: &Png, cover: &Cover) -> Result<Png, String> {
        let Unpacked {
            bytes: mut pixels,
            info,
        } = unpack(&picture.0).map_err(|error| error.to_string())?;
        let samples = info.color_type.samples();
        for (pixel, colour) in pixels.chunks_exact_mut(samples).zip(colours(cover, &info)) {
            if let Some(colour) = colour {
                paint(pixel, colour);
            }
        }
        encode(&pixels, &info)
    }
}

/// Returns, pixel by pixel, what colour is painted over it.
fn colours(cover: &Cover, info: &png::OutputInfo) -> Vec<Option<u8>> {
    let (width, height) = (info.width as usize, info.height as usize);
    let mut colours = vec![None; width * height];
    for only in &cover.only {
        let mut left = vec![Some(LIGHT); width * height];
        for area in only {
            fill(&mut left, info, *area, None);
        }
        for (colour, left) in colours.iter_mut().zip(left) {
            *colour = colour.or(left);
        }
    }
    for area in &cover.areas {
        let (x, y) = (area.x - MARGIN, area.y - MARGIN);
        let around = Rect::new(x, y, area.width + 2.0 * MARGIN, area.height + 2.0 * MARGIN);
        fill(&mut colours, info, around, Some(GREY));
    }
    colours
}

/// Gives the pixels of an area this colour.
fn fill(colours: &mut [Option<u8>], info: &png::OutputInfo, area: Rect, colour: Option<u8>) {
    let bound = |value: f64, most: u32| value.clamp(0.0, f64::from(most)) as usize;
    let left = bound(area.x, info.width);
    let right = bound(area.right(), info.width).max(left);
    for row in bound(area.y, info.height)..bound(area.bottom(), info.height) {
        let start = row * info.width as usize;
        colours[start + left..start + right].fill(colour);
    }
}

fn paint(pixel: &mut [u8], colour: u8) {
    // An alpha channel, where there is one, comes last and stays opaque.
    let seen = match pixel.len() {
        samples @ (2 | 4) => samples - 1,
        samples => samples,
    };
    pixel[..seen].fill(colour);
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

    fn over(area: Rect) -> Cover {
        Cover {
            areas: vec![area],
            ..Cover::default()
        }
    }

    #[test]
    fn of_what_alone_may_be_seen_what_is_in_every_list_is_left() {
        let cover = Cover {
            areas: vec![Rect::new(30.0, 20.0, 2.0, 2.0)],
            only: vec![
                vec![
                    Rect::new(0.0, 0.0, 20.0, 30.0),
                    Rect::new(20.0, 10.0, 20.0, 20.0),
                ],
                vec![Rect::new(10.0, 0.0, 30.0, 30.0)],
            ],
        };
        let painted = GreyBoxes.paint_over(&picture(png::ColorType::Rgb, 3), &cover);
        let painted = painted.unwrap();
        let left = [[15, 2], [25, 15], [39, 12]].map(|[x, y]| pixel(&painted, x, y));
        assert_eq!(left, [0xff; 3]);
        let gone = [[5, 2], [25, 2], [31, 21]].map(|[x, y]| pixel(&painted, x, y));
        assert_eq!(gone, [LIGHT, LIGHT, GREY]);
    }

    #[test]
    fn only_the_area_and_its_margin_are_painted() {
        for (color, samples) in [(png::ColorType::Rgb, 3), (png::ColorType::Rgba, 4)] {
            let area = Rect::new(10.0, 10.0, 8.0, 6.0);
            let painted = GreyBoxes
                .paint_over(&picture(color, samples), &over(area))
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
                .paint_over(&picture(png::ColorType::Rgb, 3), &over(area))
                .is_ok()
        );
        assert!(
            GreyBoxes
                .paint_over(&Png(b"not a picture".to_vec()), &over(area))
                .is_err()
        );
    }
}
