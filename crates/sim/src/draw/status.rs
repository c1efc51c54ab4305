//! The signs at the right of the status bar; the clock is an element and drawn as one.

use retap_model::geometry::{Point, Rect};

use crate::layout::style::{INK, SCREEN};
use crate::phone::Phone;
use crate::render::Canvas;

use super::palette;

const MIDDLE: f64 = 24.0;

/// Draws the radios that are on, and the battery.
pub(super) fn draw(canvas: &mut Canvas, phone: &Phone) {
    let right = SCREEN.width - 28.0;
    draw_battery(canvas, right);
    if phone.radios.wifi {
        draw_wifi(canvas, right - 46.0);
    }
    if phone.radios.cellular {
        draw_bars(canvas, right - 82.0);
    }
}

fn draw_battery(canvas: &mut Canvas, right: f64) {
    let shell = Rect::new(right - 27.0, MIDDLE - 6.5, 25.0, 13.0);
    canvas.stroke_round_rect(shell, 4.0, 1.2, INK);
    canvas.fill_round_rect(Rect::new(right - 1.0, MIDDLE - 2.0, 2.0, 4.0), 1.0, INK);
    let charge = Rect::new(shell.x + 2.0, shell.y + 2.0, 17.0, 9.0);
    canvas.fill_round_rect(charge, 2.5, INK);
}

/// Three arcs would need curves; three strokes that widen read the same.
fn draw_wifi(canvas: &mut Canvas, x: f64) {
    for (number, half) in [2.0, 5.0, 8.0].into_iter().enumerate() {
        let y = MIDDLE + 5.0 - number as f64 * 4.5;
        let (from, to) = (Point::new(x - half, y), Point::new(x + half, y));
        canvas.line(from, to, 2.4, INK);
    }
}

fn draw_bars(canvas: &mut Canvas, x: f64) {
    for number in 0..4 {
        let height = 4.0 + 3.0 * f64::from(number);
        let bar = Rect::new(
            x + 5.0 * f64::from(number),
            MIDDLE + 6.0 - height,
            3.5,
            height,
        );
        let color = if number < 3 { INK } else { palette::FAINT };
        canvas.fill_round_rect(bar, 1.0, color);
    }
}
