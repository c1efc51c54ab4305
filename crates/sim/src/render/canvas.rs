//! A picture to draw on, in points; it must not know what the drawings mean.

use retap_model::geometry::{Point, Rect};

use super::color::Color;
use super::font::Glyph;
use super::glyph_mask::{GlyphMask, MaskKey, mask_of};
use super::shape::{Block, PixelRect, RoundBlock, RoundFrame, Shape, Stroke};
use super::text::{Align, TextStyle, fit_text, text_width};

/// Longest side of a picture in pixels, so that a wrong number cannot take all memory.
const LONGEST_SIDE: i32 = 16_384;

/// Largest letters in pixels, for the same reason.
const LARGEST_LETTER: f32 = 1024.0;

/// Half the height of a capital letter, in ems: what lifts a line of text to the middle of its area.
const HALF_CAPITAL: f64 = 0.357;

/// A picture that shapes and text are painted on, one over the other.
///
/// All coordinates are points from the top left corner; `scale` says how many pixels a point has.
/// The same calls give the same bytes.
#[derive(Debug, Clone)]
pub struct Canvas {
    columns: i32,
    rows: i32,
    scale: f64,
    pixels: Vec<[u8; 3]>,
    clip: PixelClip,
}

/// The pixels that may be painted.
#[derive(Debug, Clone, Copy)]
struct PixelClip {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Canvas {
    /// Returns a canvas of `width` by `height` points, filled with `background`.
    pub fn new(width: u32, height: u32, scale: f64, background: Color) -> Self {
        let side = |points: u32| (f64::from(points) * scale).round() as i32;
        let columns = side(width).clamp(1, LONGEST_SIDE);
        let rows = side(height).clamp(1, LONGEST_SIDE);
        let pixel = [background.red, background.green, background.blue];
        Self {
            columns,
            rows,
            scale,
            pixels: vec![pixel; columns as usize * rows as usize],
            clip: PixelClip {
                left: 0,
                top: 0,
                right: columns,
                bottom: rows,
            },
        }
    }

    /// Fills a rectangle with sharp corners.
    pub fn fill_rect(&mut self, area: Rect, color: Color) {
        self.paint(&Block(self.to_pixels(area)), color);
    }

    /// Fills a rectangle whose corners have the given radius.
    pub fn fill_round_rect(&mut self, area: Rect, radius: f64, color: Color) {
        let block = RoundBlock::new(self.to_pixels(area), self.length(radius));
        self.paint(&block, color);
    }

    /// Draws the edge of a round rectangle, on the inside of it.
    pub fn stroke_round_rect(&mut self, area: Rect, radius: f64, thickness: f64, color: Color) {
        let block = RoundBlock::new(self.to_pixels(area), self.length(radius));
        let thickness = self.length(thickness);
        self.paint(&RoundFrame { block, thickness }, color);
    }

    /// Fills a circle.
    pub fn fill_circle(&mut self, center: Point, radius: f64, color: Color) {
        let side = radius * 2.0;
        let area = Rect::new(center.x - radius, center.y - radius, side, side);
        self.fill_round_rect(area, radius, color);
    }

    /// Draws a straight line with round ends.
    pub fn line(&mut self, from: Point, to: Point, thickness: f64, color: Color) {
        let place = |point: Point| (self.length(point.x), self.length(point.y));
        let stroke = Stroke {
            from: place(from),
            to: place(to),
            thickness: self.length(thickness),
        };
        self.paint(&stroke, color);
    }

    /// Draws one line of text that starts at `start`, which lies on the baseline.
    pub fn text(&mut self, start: Point, style: &TextStyle, text: &str) {
        let size = self.length(style.size).clamp(0.0, LARGEST_LETTER);
        if !size.is_normal() {
            return;
        }
        let baseline = (start.y * self.scale).round() as f32;
        let mut x = self.length(start.x);
        for character in text.chars() {
            if x > self.clip.right as f32 {
                break;
            }
            let glyph = Glyph::of(character, style.weight);
            self.paint_glyph(glyph, GlyphPlace { x, baseline }, size, style.color);
            x += glyph.advance() * size;
        }
    }

    /// Draws one line of text in the vertical middle of `area`, cut with `…` when it is too wide.
    pub fn text_in(&mut self, area: Rect, align: Align, style: &TextStyle, text: &str) {
        let text = fit_text(style, area.width, text);
        let slack = area.width - text_width(style, &text);
        let indent = match align {
            Align::Left => 0.0,
            Align::Center => slack / 2.0,
            Align::Right => slack,
        };
        let baseline = area.center().y + style.size * HALF_CAPITAL;
        self.text(Point::new(area.x + indent, baseline), style, &text);
    }

    /// Runs `draw` with everything outside of `area` left as it is.
    pub fn clipped(&mut self, area: Rect, draw: impl FnOnce(&mut Self)) {
        let before = self.clip;
        let edge = self.to_pixels(area);
        self.clip = PixelClip {
            left: before.left.max(edge.left.round() as i32),
            top: before.top.max(edge.top.round() as i32),
            right: before.right.min(edge.right.round() as i32),
            bottom: before.bottom.min(edge.bottom.round() as i32),
        };
        draw(self);
        self.clip = before;
    }

    /// Returns the picture as the bytes of a PNG file.
    pub fn into_png(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.columns as u32, self.rows as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(self.pixels.as_flattened()))
            .expect("memory takes all bytes, and there are as many as the size says");
        bytes
    }

    fn length(&self, points: f64) -> f32 {
        (points * self.scale) as f32
    }

    fn to_pixels(&self, area: Rect) -> PixelRect {
        PixelRect {
            left: self.length(area.x),
            top: self.length(area.y),
            right: self.length(area.right()),
            bottom: self.length(area.bottom()),
        }
    }

    fn paint(&mut self, shape: &impl Shape, color: Color) {
        let bounds = shape.bounds();
        let (columns, rows) = (bounds.columns(), bounds.rows());
        let left = columns.start.max(self.clip.left);
        let right = columns.end.min(self.clip.right);
        for row in rows.start.max(self.clip.top)..rows.end.min(self.clip.bottom) {
            let (uniform, value) = shape.uniform(row);
            let start = uniform.start.clamp(left, right.max(left));
            let end = uniform.end.clamp(start, right.max(start));
            for column in (left..start).chain(end..right) {
                self.paint_pixel(column, row, color, as_byte(shape.coverage(column, row)));
            }
            self.paint_span(row, start..end, color, as_byte(value));
        }
    }

    fn paint_span(&mut self, row: i32, columns: std::ops::Range<i32>, color: Color, coverage: u8) {
        let first = row as usize * self.columns as usize;
        let span = first + columns.start as usize..first + columns.end as usize;
        let Some(pixels) = self.pixels.get_mut(span) else {
            return;
        };
        if coverage == 255 && color.alpha == 255 {
            pixels.fill([color.red, color.green, color.blue]);
        } else if coverage > 0 {
            let pixels = pixels.iter_mut();
            pixels.for_each(|pixel| color.paint_over(pixel, coverage));
        }
    }

    fn paint_pixel(&mut self, column: i32, row: i32, color: Color, coverage: u8) {
        if coverage == 0 {
            return;
        }
        let place = row as usize * self.columns as usize + column as usize;
        if let Some(pixel) = self.pixels.get_mut(place) {
            color.paint_over(pixel, coverage);
        }
    }

    fn paint_glyph(&mut self, glyph: Glyph, place: GlyphPlace, size: f32, color: Color) {
        match glyph {
            Glyph::Outline { face, id, stem } => {
                let (key, column) = MaskKey::new(face, id, stem, size, place.x);
                self.paint_mask(&mask_of(key), column, place.baseline as i32, color);
            }
            Glyph::MissingBox => self.paint_missing_box(place, size, color),
            Glyph::Invisible => {}
        }
    }

    fn paint_mask(&mut self, mask: &GlyphMask, column: i32, baseline: i32, color: Color) {
        let left = column.saturating_add(mask.left);
        let top = baseline.saturating_add(mask.top);
        if left >= self.clip.right || top >= self.clip.bottom {
            return;
        }
        for (line, row) in mask.coverage.chunks_exact(mask.width.max(1)).zip(top..) {
            if row < self.clip.top || row >= self.clip.bottom {
                continue;
            }
            for (&covered, column) in line.iter().zip(left..) {
                if column >= self.clip.left && column < self.clip.right {
                    self.paint_pixel(column, row, color, covered);
                }
            }
        }
    }

    fn paint_missing_box(&mut self, place: GlyphPlace, size: f32, color: Color) {
        let edge = PixelRect {
            left: place.x + size * 0.08,
            top: place.baseline - size * 0.73,
            right: place.x + size * 0.62,
            bottom: place.baseline,
        };
        let block = RoundBlock::new(edge, 0.0);
        let thickness = (size * 0.06).max(1.0);
        self.paint(&RoundFrame { block, thickness }, color);
    }
}

/// The place of a glyph in pixels: its left edge and the line it stands on.
#[derive(Clone, Copy)]
struct GlyphPlace {
    x: f32,
    baseline: f32,
}

fn as_byte(coverage: f32) -> u8 {
    (coverage * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: TextStyle = TextStyle::regular(16.0, Color::BLACK);

    fn white(width: u32, height: u32) -> Canvas {
        Canvas::new(width, height, 2.0, Color::WHITE)
    }

    /// Returns how many pixels of `area`, in points, are not white.
    fn ink_in(canvas: &Canvas, area: Rect) -> usize {
        let edge = canvas.to_pixels(area);
        let rows = edge.rows().start.max(0)..edge.rows().end.min(canvas.rows);
        let columns = edge.columns().start.max(0)..edge.columns().end.min(canvas.columns);
        rows.flat_map(|row| {
            columns
                .clone()
                .map(move |column| row * canvas.columns + column)
        })
        .filter(|&place| canvas.pixels[place as usize] != [255; 3])
        .count()
    }

    fn whole(canvas: &Canvas) -> Rect {
        let side = |pixels: i32| f64::from(pixels) / 2.0;
        Rect::new(0.0, 0.0, side(canvas.columns), side(canvas.rows))
    }

    #[test]
    fn english_and_japanese_leave_ink_between_their_start_and_their_width() {
        for text in ["Privacy & Security", "設定とプライバシー"] {
            let mut canvas = white(300, 40);
            canvas.text(Point::new(20.0, 25.0), &STYLE, text);
            let line = Rect::new(20.0, 9.0, text_width(&STYLE, text), 21.0);
            assert!(ink_in(&canvas, line) > 300, "{text}");
            let all = ink_in(&canvas, whole(&canvas));
            assert_eq!(ink_in(&canvas, line), all, "{text}");
        }
    }

    #[test]
    fn letters_have_soft_edges() {
        let mut canvas = white(40, 30);
        canvas.text(Point::new(5.0, 20.0), &STYLE, "So");
        let is_grey = |pixel: &&[u8; 3]| (1..255).contains(&pixel[0]);
        let grey = canvas.pixels.iter().filter(is_grey).count();
        assert!(grey > 20, "{grey}");
    }

    #[test]
    fn clipped_drawings_leave_no_ink_outside() {
        let mut canvas = white(200, 60);
        let window = Rect::new(30.0, 10.0, 50.0, 20.0);
        canvas.clipped(window, |canvas| {
            let text = "A list that scrolls under its title";
            canvas.text(Point::new(0.0, 26.0), &STYLE, text);
            canvas.clipped(Rect::new(40.0, 0.0, 500.0, 500.0), |canvas| {
                canvas.fill_circle(Point::new(80.0, 30.0), 25.0, Color::rgb(0xFF_00_00));
            });
        });
        assert!(ink_in(&canvas, window) > 100);
        assert_eq!(ink_in(&canvas, window), ink_in(&canvas, whole(&canvas)));
        canvas.fill_rect(Rect::new(0.0, 0.0, 1.0, 1.0), Color::BLACK);
        assert_eq!(ink_in(&canvas, Rect::new(0.0, 0.0, 1.0, 1.0)), 4);
    }

    #[test]
    fn a_missing_glyph_is_a_hollow_box() {
        let mut canvas = white(40, 30);
        canvas.text(Point::new(10.0, 20.0), &STYLE, "ש");
        assert!(ink_in(&canvas, Rect::new(10.0, 7.0, 12.0, 14.0)) > 40);
        assert_eq!(ink_in(&canvas, Rect::new(14.0, 12.0, 3.0, 3.0)), 0);
    }

    #[test]
    fn dimming_darkens_what_is_below_and_keeps_it_visible() {
        let mut canvas = white(20, 20);
        canvas.fill_rect(Rect::new(0.0, 0.0, 10.0, 20.0), Color::rgb(0x80_80_80));
        let shade = Color::BLACK.with_alpha(102);
        canvas.fill_rect(whole(&canvas), shade);
        assert_eq!(canvas.pixels[0], [77; 3]);
        assert_eq!(canvas.pixels[39], [153; 3]);
    }

    #[test]
    fn text_in_an_area_is_aligned_and_stays_inside() {
        let area = Rect::new(20.0, 10.0, 100.0, 20.0);
        let left_half = Rect::new(20.0, 10.0, 50.0, 20.0);
        for (align, has_ink_left) in [(Align::Left, true), (Align::Right, false)] {
            let mut canvas = white(150, 40);
            canvas.text_in(area, align, &STYLE, "OK");
            assert_eq!(ink_in(&canvas, left_half) > 0, has_ink_left, "{align:?}");
        }
        let mut canvas = white(150, 40);
        let text = "much too long for such a small area";
        canvas.text_in(area, Align::Center, &STYLE, text);
        assert_eq!(ink_in(&canvas, area), ink_in(&canvas, whole(&canvas)));
    }

    #[test]
    fn text_in_an_area_sits_in_the_vertical_middle() {
        let mut canvas = white(60, 40);
        canvas.text_in(whole(&canvas), Align::Center, &STYLE, "HEH");
        let inked =
            |row: &i32| ink_in(&canvas, Rect::new(0.0, f64::from(*row) / 2.0, 60.0, 0.5)) > 0;
        let rows: Vec<i32> = (0..80).filter(inked).collect();
        let (above, below) = (rows[0], 79 - rows[rows.len() - 1]);
        assert!((above - below).abs() <= 1, "{above} above, {below} below");
    }

    #[test]
    fn the_same_drawing_gives_the_same_bytes_and_another_gives_others() {
        let draw = |text: &str| {
            let mut canvas = white(120, 40);
            canvas.stroke_round_rect(Rect::new(2.0, 2.0, 116.0, 36.0), 8.0, 1.0, Color::BLACK);
            canvas.text(Point::new(10.3, 25.0), &STYLE, text);
            canvas.into_png()
        };
        assert_eq!(draw("設定 OK"), draw("設定 OK"));
        assert_ne!(draw("設定 OK"), draw("設定 0K"));
    }

    #[test]
    fn the_png_has_the_size_of_the_screen_in_pixels() {
        let bytes = Canvas::new(410, 898, 2.0, Color::rgb(0x12_34_56)).into_png();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (820, 1796));
        assert_eq!(pixels[pixels.len() - 3..], [0x12, 0x34, 0x56]);
    }

    #[test]
    fn no_text_and_no_number_panics() {
        let odd = [
            "",
            "\0\u{1}\u{7f}",
            "\r\n\t",
            "שלום مرحبا",
            "👩‍👩‍👧🇯🇵",
            "e\u{301}か\u{3099}",
            "\u{10FFFF}\u{FFFD}",
        ];
        let usual = [0.0, -1.0, 1e-9, 1e9, -1e300, f64::MAX];
        let numbers = usual.into_iter();
        let numbers = numbers.chain([f64::NAN, f64::INFINITY, f64::NEG_INFINITY]);
        for number in numbers {
            let mut canvas = Canvas::new(20, 20, number.min(2.0), Color::WHITE);
            for text in odd {
                let odd_places = [(number, 10.0), (1.0, number), (1.0, 10.0)];
                for ((x, y), size) in odd_places.into_iter().zip([12.0, 12.0, number]) {
                    canvas.text(Point::new(x, y), &TextStyle::bold(size, Color::BLACK), text);
                    canvas.text_in(Rect::new(x, y, size, 5.0), Align::Center, &STYLE, text);
                }
            }
            for area in [
                Rect::new(number, 1.0, 5.0, 5.0),
                Rect::new(1.0, 1.0, number, number),
            ] {
                canvas.fill_rect(area, Color::BLACK);
                canvas.fill_round_rect(area, number, Color::BLACK);
                canvas.stroke_round_rect(area, 2.0, number, Color::BLACK);
                canvas.line(area.center(), Point::new(number, 3.0), 1.0, Color::BLACK);
                canvas.clipped(area, |canvas| {
                    canvas.fill_circle(area.center(), number, STYLE.color)
                });
            }
            assert!(!canvas.into_png().is_empty());
        }
    }

    #[test]
    fn every_block_of_unicode_can_be_drawn() {
        let mut canvas = white(30, 30);
        for code in (0..0x11_0000).step_by(97).filter_map(char::from_u32) {
            canvas.text(Point::new(5.0, 20.0), &STYLE, &code.to_string());
        }
        assert!(ink_in(&canvas, whole(&canvas)) > 0);
    }
}
