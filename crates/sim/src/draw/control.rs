//! Draws the content of a screen: rows, buttons, fields, sliders, progress and pictures.

use retap_model::geometry::{Point, Rect};
use retap_model::screen::{Element, State};

use crate::app::{ButtonLook, Lines};
use crate::layout::style::{self, BLUE, GREY, INK, PADDING, RED};
use crate::layout::{Look, Piece, RowCard};
use crate::render::{Align, Canvas, Color, TextStyle, text_width, wrap_text};

use super::{draw_chevron, draw_glyph, narrowed};

/// How many lines a field of many lines shows.
const LINES_OF_FIELD: usize = 4;
/// The height of one of them.
const FIELD_LINE: f64 = 26.0;
/// The free space above the first.
const FIELD_EDGE: f64 = 9.0;

/// Draws a button of the full width; one that takes no touches is faint.
pub(super) fn draw_button(canvas: &mut Canvas, area: Rect, look: ButtonLook, button: &Element) {
    let (ground, ink) = match (button.state.enabled, look) {
        (false, _) => (style::LINE, GREY),
        (true, ButtonLook::Main) => (style::STRONG_TINT, style::STRONG_INK),
        (true, ButtonLook::Plain) => (style::TINT, BLUE),
        (true, ButtonLook::Danger) => (style::DANGER_TINT, RED),
    };
    canvas.fill_round_rect(area, 13.0, ground);
    draw_glyph(canvas, area, 17.0, ink, &button.text);
}

/// Draws the button inside a row.
pub(super) fn draw_small_button(canvas: &mut Canvas, area: Rect, label: &str) {
    canvas.fill_round_rect(area, area.height / 2.0, style::TINT);
    canvas.text_in(area, Align::Center, &TextStyle::bold(15.0, BLUE), label);
}

/// The most bullets that a password field shows.
const MOST_BULLETS: usize = 24;

/// Returns what a password field shows of what it holds.
pub(crate) fn bullets(field: &Element, most: usize) -> String {
    "•".repeat(field.hidden_length.unwrap_or_default().min(most))
}

/// Draws a field with what it shows and, when it has the focus, a cursor.
pub(super) fn draw_field(canvas: &mut Canvas, piece: &Piece) {
    let Look::Field { lines, has_error } = piece.look else {
        return;
    };
    let (area, field) = (piece.frame, &piece.element);
    let is_focused = field.state.focused;
    let (edge, thickness) = match (has_error, is_focused) {
        (true, _) => (style::ERROR_EDGE, 2.0),
        (false, true) => (style::FOCUS_EDGE, 2.0),
        (false, false) => (style::LINE, 1.0),
    };
    canvas.fill_round_rect(area, 12.0, style::CARD);
    canvas.stroke_round_rect(area, 12.0, thickness, edge);
    let (shown, color) = match (field.text.is_empty(), field.is_password) {
        (true, _) => (field.description.clone(), style::PLACEHOLDER),
        (false, true) => (bullets(field, MOST_BULLETS), INK),
        (false, false) => (field.text.clone(), INK),
    };
    let inner = narrowed(area, PADDING);
    let style = TextStyle::regular(17.0, color);
    let (line, last) = match lines {
        Lines::One => {
            canvas.text_in(inner, Align::Left, &style, &shown);
            (inner, shown)
        }
        Lines::Many => draw_lines_of_field(canvas, inner, &style, &shown),
    };
    if is_focused {
        let typed = if field.text.is_empty() { "" } else { &last };
        let x = line.x + text_width(&style, typed).min(line.width) + 2.0;
        let cursor = Rect::new(x, line.center().y - 11.0, 2.0, 22.0);
        canvas.fill_rect(cursor, BLUE);
    }
}

/// Draws the last lines that fit, from the top; returns the place and the text of the last one.
fn draw_lines_of_field(
    canvas: &mut Canvas,
    inner: Rect,
    style: &TextStyle,
    shown: &str,
) -> (Rect, String) {
    let mut lines = wrap_text(style, inner.width, shown);
    if shown.is_empty() || shown.ends_with('\n') {
        lines.push(String::new());
    }
    let hidden = lines.len().saturating_sub(LINES_OF_FIELD);
    let mut last = (inner, String::new());
    for (number, line) in lines.into_iter().skip(hidden).enumerate() {
        let y = inner.y + FIELD_EDGE + FIELD_LINE * number as f64;
        let area = Rect::new(inner.x, y, inner.width, FIELD_LINE);
        canvas.text_in(area, Align::Left, style, &line);
        last = (area, line);
    }
    last
}

/// Draws a slider that stands at a fraction of its length.
pub(super) fn draw_slider(canvas: &mut Canvas, area: Rect, at: f64) {
    let middle = area.center().y;
    let track = Rect::new(area.x, middle - 2.5, area.width, 5.0);
    canvas.fill_round_rect(track, 2.5, style::OFF);
    let filled = Rect::new(track.x, track.y, track.width * at, track.height);
    canvas.fill_round_rect(filled, 2.5, BLUE);
    let x = (area.x + area.width * at).clamp(area.x + 13.0, area.right() - 13.0);
    let shadow = Color::BLACK.with_alpha(36);
    canvas.fill_circle(Point::new(x, middle + 1.0), 14.0, shadow);
    canvas.fill_circle(Point::new(x, middle), 13.0, Color::WHITE);
}

/// Draws a bar that is filled to a fraction.
pub(super) fn draw_progress(canvas: &mut Canvas, area: Rect, at: f64) {
    let radius = area.height / 2.0;
    canvas.fill_round_rect(area, radius, style::OFF);
    let filled = (area.width * at).max(area.height);
    let filled = Rect::new(area.x, area.y, filled, area.height);
    canvas.fill_round_rect(filled, radius, style::ON);
}

/// Draws twelve strokes around a middle, each fainter than the last.
pub(super) fn draw_spinner(canvas: &mut Canvas, area: Rect) {
    let middle = area.center();
    for number in 0..12_u8 {
        let angle = f64::from(number) * std::f64::consts::TAU / 12.0;
        let (sin, cos) = angle.sin_cos();
        let at = |radius: f64| Point::new(middle.x + sin * radius, middle.y - cos * radius);
        let color = GREY.with_alpha(255 - number * 18);
        canvas.line(at(8.0), at(16.0), 3.2, color);
    }
}

/// Draws a box with a diagonal pattern that nobody takes for content.
pub(super) fn draw_placeholder(canvas: &mut Canvas, area: Rect) {
    canvas.fill_round_rect(area, 14.0, Color::rgb(0xE4_E7_EE));
    canvas.clipped(area, |canvas| {
        let mut x = area.x - area.height;
        while x < area.right() {
            let from = Point::new(x, area.bottom());
            let to = Point::new(x + area.height, area.y);
            canvas.line(from, to, 6.0, Color::rgb(0xDC_E0_E9));
            x += 26.0;
        }
    });
    canvas.stroke_round_rect(area, 14.0, 1.0, style::LINE);
}

/// Draws a picture: a sign on a round ground.
pub(super) fn draw_image(canvas: &mut Canvas, area: Rect, glyph: &str) {
    canvas.fill_circle(area.center(), area.width / 2.0, style::TINT);
    draw_glyph(canvas, area, 44.0, BLUE, glyph);
}

const CORNER: f64 = 14.0;

/// Draws the card of a row; only the outer corners of a run of rows are round.
pub(super) fn draw_card(canvas: &mut Canvas, area: Rect, card: &RowCard) {
    // A corner that must be square is drawn past the row and cut off by its edge.
    let above = if card.is_first { 0.0 } else { CORNER };
    let below = if card.is_last { 0.0 } else { CORNER };
    let height = area.height + above + below;
    let tall = Rect::new(area.x, area.y - above, area.width, height);
    canvas.clipped(area, |canvas| {
        canvas.fill_round_rect(tall, CORNER, style::CARD);
        if !card.is_last {
            let y = area.bottom() - 1.0;
            let line = Rect::new(area.x + PADDING, y, area.width - PADDING, 1.0);
            canvas.fill_rect(line, style::LINE);
        }
    });
    if card.has_chevron {
        let tip = Point::new(area.right() - PADDING, area.center().y);
        draw_chevron(canvas, tip, style::FAINT);
    }
}

/// Draws a switch.
pub(super) fn draw_switch(canvas: &mut Canvas, area: Rect, state: &State) {
    let radius = area.height / 2.0;
    let (color, x) = match state.checked {
        Some(true) => (style::ON, area.right() - radius),
        Some(false) | None => (style::OFF, area.x + radius),
    };
    canvas.fill_round_rect(area, radius, color);
    let knob = Point::new(x, area.center().y);
    let shadow = Color::BLACK.with_alpha(28);
    canvas.fill_circle(Point::new(knob.x, knob.y + 1.0), radius - 2.0, shadow);
    canvas.fill_circle(knob, radius - 2.5, Color::WHITE);
}
