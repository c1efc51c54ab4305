//! The home screen.

use retap_model::geometry::Rect;

use crate::layout::style::SCREEN;
use crate::render::{Align, Canvas, Color, TextStyle};

use super::draw_glyph;

/// Top and bottom colour of the ground.
const SKY: [(f64, f64); 3] = [
    (0xD6 as f64, 0xF4 as f64),
    (0xE4 as f64, 0xE9 as f64),
    (0xFA as f64, 0xF2 as f64),
];

/// Draws the ground: one colour going over into another.
pub(super) fn draw_ground(canvas: &mut Canvas) {
    let bands = 64;
    let height = SCREEN.height / f64::from(bands);
    for band in 0..bands {
        let at = f64::from(band) / f64::from(bands - 1);
        let [red, green, blue] = SKY.map(|(top, bottom)| (top + (bottom - top) * at) as u32);
        let color = Color::rgb(red << 16 | green << 8 | blue);
        let y = height * f64::from(band);
        canvas.fill_rect(Rect::new(0.0, y, SCREEN.width, height + 1.0), color);
    }
}

/// Draws the icon of an app with its name below.
pub(super) fn draw_icon(canvas: &mut Canvas, area: Rect, glyph: &str, color: u32, name: &str) {
    let side = 66.0;
    let x = area.center().x - side / 2.0;
    let icon = Rect::new(x, area.y + 4.0, side, side);
    let shadow = Rect::new(icon.x, icon.y + 3.0, side, side);
    canvas.fill_round_rect(shadow, 16.0, Color::BLACK.with_alpha(40));
    canvas.fill_round_rect(icon, 16.0, Color::rgb(color));
    draw_glyph(canvas, icon, 34.0, Color::WHITE, glyph);
    let text = Rect::new(area.x, icon.bottom() + 5.0, area.width, 24.0);
    let style = TextStyle::regular(15.0, Color::rgb(0x1B_1F_27));
    canvas.text_in(text, Align::Center, &style, name);
}
