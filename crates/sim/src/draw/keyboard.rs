//! The keyboard.

use retap_model::geometry::Rect;

use crate::layout::style::INK;
use crate::render::{Align, Canvas, Color, TextStyle};

use super::palette;

const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const KEY_HEIGHT: f64 = 44.0;
const GAP: f64 = 6.0;

/// Draws the keyboard.
pub(super) fn draw(canvas: &mut Canvas, area: Rect) {
    canvas.fill_rect(area, palette::KEYS);
    let width = (area.width - 11.0 * GAP) / 10.0;
    for (number, letters) in ROWS.iter().enumerate() {
        let count = letters.len() as f64;
        let used = count * width + (count - 1.0) * GAP;
        let y = area.y + 12.0 + number as f64 * (KEY_HEIGHT + 10.0);
        for (column, letter) in letters.chars().enumerate() {
            let x = area.x + (area.width - used) / 2.0 + column as f64 * (width + GAP);
            let key = Rect::new(x, y, width, KEY_HEIGHT);
            draw_key(canvas, key, &letter.to_string(), Color::WHITE);
        }
    }
    let y = area.y + 12.0 + 3.0 * (KEY_HEIGHT + 10.0);
    let side = 2.5 * width;
    let right = area.width - GAP - side;
    let grey = Color::rgb(0xB4_B9_C4);
    draw_key(canvas, Rect::new(GAP, y, side, KEY_HEIGHT), "123", grey);
    let space = Rect::new(2.0 * GAP + side, y, right - side - 3.0 * GAP, KEY_HEIGHT);
    draw_key(canvas, space, "space", Color::WHITE);
    draw_key(
        canvas,
        Rect::new(right, y, side, KEY_HEIGHT),
        "return",
        grey,
    );
}

fn draw_key(canvas: &mut Canvas, area: Rect, label: &str, ground: Color) {
    let shadow = Rect::new(area.x, area.y + 1.0, area.width, area.height);
    canvas.fill_round_rect(shadow, 6.0, Color::rgb(0x8D_92_9C));
    canvas.fill_round_rect(area, 6.0, ground);
    let size = if label.len() == 1 { 21.0 } else { 16.0 };
    canvas.text_in(area, Align::Center, &TextStyle::regular(size, INK), label);
}
