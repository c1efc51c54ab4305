//! Turns a coloured screen into dark text on white, so that text on buttons and behind a dimming dialog is read too.

use png::DecodingError;

use crate::unpack::unpack;

/// Side of the tiles that share one background, in units of touches: a third of a button's height.
const TILE: f64 = 8.0;

/// How many tiles around its own say what the background of a tile is.
const REACH: usize = 2;

/// Colours nearer than this to the background are background: compression and shades.
const NOISE: u8 = 8;

/// Colours are counted in 32 shades a channel, so that shades of one background count together.
const SHADE_BITS: u32 = 5;

type Color = [u8; 3];

/// Returns `picture`, a PNG, as a grey PNM image in which whatever differs from its surroundings is dark.
pub(super) fn flatten(picture: &[u8], scale: f64) -> Result<Vec<u8>, DecodingError> {
    let pixels = Pixels::decode(picture)?;
    let side = ((TILE * scale).round() as usize).max(2);
    let backgrounds = Backgrounds::of(&pixels, side);
    let mut image = format!("P5\n{} {}\n255\n", pixels.width, pixels.height()).into_bytes();
    for (row, line) in pixels.colors.chunks_exact(pixels.width).enumerate() {
        image.extend(line.iter().enumerate().map(|(column, &color)| {
            let difference = backgrounds.difference_at(column, row, color);
            255 - difference.saturating_sub(NOISE).saturating_mul(2)
        }));
    }
    Ok(image)
}

/// A picture as rows of opaque colours.
struct Pixels {
    width: usize,
    colors: Vec<Color>,
}

impl Pixels {
    fn decode(picture: &[u8]) -> Result<Self, DecodingError> {
        let unpacked = unpack(picture)?;
        let samples = unpacked.info.color_type.samples();
        let colors = unpacked
            .bytes
            .chunks_exact(samples)
            .map(|pixel| match pixel {
                [red, green, blue, ..] => [*red, *green, *blue],
                grey => [grey[0]; 3],
            });
        Ok(Self {
            width: unpacked.info.width as usize,
            colors: colors.collect(),
        })
    }

    fn height(&self) -> usize {
        self.colors.len() / self.width
    }
}

/// The most frequent colour around each tile of a picture.
struct Backgrounds {
    side: usize,
    columns: usize,
    rows: usize,
    colors: Vec<Color>,
}

impl Backgrounds {
    fn of(pixels: &Pixels, side: usize) -> Self {
        let columns = pixels.width.div_ceil(side);
        let rows = pixels.height().div_ceil(side);
        let mut tally = Tally::new();
        let around = |tile: usize, end: usize| {
            let first = tile.saturating_sub(REACH) * side;
            first..((tile + REACH + 1) * side).min(end)
        };
        let mut colors = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                // Every second pixel is enough to tell which colour is the most frequent.
                for y in around(row, pixels.height()).step_by(2) {
                    for x in around(column, pixels.width).step_by(2) {
                        tally.count(pixels.colors[y * pixels.width + x]);
                    }
                }
                colors.push(tally.take_winner());
            }
        }
        Self {
            side,
            columns,
            rows,
            colors,
        }
    }

    /// Returns how much `color` differs from the background of its tile, or of a tile beside it.
    ///
    /// The tiles beside it count because the edge of a button may run through the middle of a tile.
    fn difference_at(&self, column: usize, row: usize, color: Color) -> u8 {
        let (column, row) = (column / self.side, row / self.side);
        let own = difference(self.colors[row * self.columns + column], color);
        if own <= NOISE {
            return own;
        }
        let columns = column.saturating_sub(1)..=(column + 1).min(self.columns - 1);
        let rows = row.saturating_sub(1)..=(row + 1).min(self.rows - 1);
        let tiles = rows.flat_map(|row| columns.clone().map(move |it| row * self.columns + it));
        let differences = tiles.map(|tile| difference(self.colors[tile], color));
        differences.min().unwrap_or(0)
    }
}

/// Counts colours by shade.
struct Tally {
    counts: Vec<u32>,
    /// The shades counted so far, each with the first colour seen of it.
    seen: Vec<(usize, Color)>,
}

impl Tally {
    fn new() -> Self {
        Self {
            counts: vec![0; 1 << (SHADE_BITS * 3)],
            seen: Vec::new(),
        }
    }

    fn count(&mut self, color: Color) {
        let shade = color.iter().fold(0, |shade, &channel| {
            (shade << SHADE_BITS) | usize::from(channel >> (8 - SHADE_BITS))
        });
        if self.counts[shade] == 0 {
            self.seen.push((shade, color));
        }
        self.counts[shade] += 1;
    }

    /// Returns a colour of the most frequent shade, and starts again from nothing.
    fn take_winner(&mut self) -> Color {
        let frequency = |(shade, _): &&(usize, Color)| self.counts[*shade];
        let winner = self.seen.iter().max_by_key(frequency);
        let color = winner.map_or([255; 3], |&(_, color)| color);
        for (shade, _) in self.seen.drain(..) {
            self.counts[shade] = 0;
        }
        color
    }
}

fn difference(one: Color, other: Color) -> u8 {
    let channels = one.into_iter().zip(other);
    let differences = channels.map(|(one, other)| one.abs_diff(other));
    differences.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use png::ColorType;
    use retap_model::geometry::{Point, Rect};
    use retap_sim::render::{Canvas, Color as Paint};

    use super::*;

    const WIDTH: usize = 200;

    /// Returns the grey value at a pixel of a flattened picture.
    fn grey_at(image: &[u8], column: usize, row: usize) -> u8 {
        image[b"P5\n200 200\n255\n".len() + row * WIDTH + column]
    }

    fn canvas() -> Canvas {
        Canvas::new(100, 100, 2.0, Paint::rgb(0xF2_F2_F7))
    }

    fn draw_letter(canvas: &mut Canvas, paint: Paint) {
        let (top, bottom) = (Point::new(50.0, 45.0), Point::new(50.0, 55.0));
        canvas.line(top, bottom, 2.0, paint);
    }

    #[test]
    fn light_letters_on_a_button_become_dark_and_the_button_white() {
        let mut canvas = canvas();
        canvas.fill_rect(Rect::new(0.0, 20.0, 100.0, 60.0), Paint::rgb(0x0A_6C_FF));
        draw_letter(&mut canvas, Paint::WHITE);
        let image = flatten(&canvas.into_png(), 2.0).unwrap();
        assert!(image.starts_with(b"P5\n200 200\n255\n"));
        assert_eq!(grey_at(&image, 100, 100), 0);
        assert_eq!(grey_at(&image, 60, 100), 255);
        assert_eq!(grey_at(&image, 60, 10), 255);
    }

    #[test]
    fn letters_behind_a_dimming_layer_stay_dark() {
        let mut canvas = canvas();
        draw_letter(&mut canvas, Paint::BLACK);
        let dim = Paint::BLACK.with_alpha(102);
        canvas.fill_rect(Rect::new(0.0, 0.0, 100.0, 100.0), dim);
        let image = flatten(&canvas.into_png(), 2.0).unwrap();
        assert!(grey_at(&image, 100, 100) < 40);
        assert_eq!(grey_at(&image, 60, 100), 255);
    }

    #[test]
    fn grey_and_transparent_pictures_are_understood() {
        for (color_type, samples) in [
            (ColorType::Grayscale, 1),
            (ColorType::GrayscaleAlpha, 2),
            (ColorType::Rgba, 4),
        ] {
            let mut bytes = Vec::new();
            let mut encoder = png::Encoder::new(&mut bytes, 3, 2);
            encoder.set_color(color_type);
            let mut writer = encoder.write_header().unwrap();
            writer.write_image_data(&vec![200; 6 * samples]).unwrap();
            drop(writer);
            let white = b"P5\n3 2\n255\n\xFF\xFF\xFF\xFF\xFF\xFF";
            assert_eq!(flatten(&bytes, 1.0).unwrap(), white);
        }
    }

    #[test]
    fn a_broken_picture_is_an_error() {
        let whole = canvas().into_png();
        for broken in [&b""[..], b"not a picture", &whole[..whole.len() / 2]] {
            assert!(flatten(broken, 2.0).is_err());
        }
    }
}
