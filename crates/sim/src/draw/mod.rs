//! Draws a layout as a picture; every look has one place here.
//!
//! Not here: deciding where anything is, which is `layout`.

mod control;
mod frame;

use retap_model::geometry::{Point, Rect};
use retap_model::screen::State;

use crate::layout::style::{self, SCREEN};
use crate::layout::{Layout, Look, Piece};
use crate::phone::Phone;
use crate::render::{Align, Canvas, Color, TextStyle, wrap_text};

/// How many pixels of a picture make one point.
pub(crate) const SCALE: f64 = 2.0;

/// Returns the PNG of what `layout` shows.
pub(crate) fn picture_of(layout: &Layout, phone: &Phone) -> Vec<u8> {
    let (width, height) = (SCREEN.width as u32, SCREEN.height as u32);
    let mut canvas = Canvas::new(width, height, SCALE, style::GROUND);
    if phone.front.is_none() {
        frame::draw_ground(&mut canvas);
    }
    frame::draw_status(&mut canvas, phone);
    for piece in &layout.pieces {
        let clip = piece.clip.unwrap_or(SCREEN.as_rect());
        canvas.clipped(clip, |canvas| draw(canvas, piece));
    }
    canvas.into_png()
}

fn draw(canvas: &mut Canvas, piece: &Piece) {
    let area = piece.frame;
    let label = piece.element.text.as_str();
    match &piece.look {
        Look::Nothing => {}
        Look::Text(style) => draw_line(canvas, area, style, label, piece),
        Look::Paragraph(style) => draw_lines(canvas, area, Align::Left, style, label),
        Look::Centered(style) => draw_lines(canvas, area, Align::Center, style, label),
        Look::RowCard(card) => control::draw_card(canvas, area, card),
        Look::Switch => control::draw_switch(canvas, area, &piece.element.state),
        Look::Button(look) => control::draw_button(canvas, area, *look, &piece.element),
        Look::SmallButton => control::draw_small_button(canvas, area, label),
        Look::Field { .. } => control::draw_field(canvas, piece),
        Look::Slider => control::draw_slider(canvas, area, share(&piece.element.state)),
        Look::ProgressBar => control::draw_progress(canvas, area, share(&piece.element.state)),
        Look::Spinner => control::draw_spinner(canvas, area),
        Look::Placeholder => control::draw_placeholder(canvas, area),
        Look::Image { glyph } => control::draw_image(canvas, area, glyph),
        Look::TabBar => frame::draw_tab_bar(canvas, area),
        Look::Tab => frame::draw_tab(canvas, area, &piece.element),
        Look::Keyboard => frame::draw_keyboard(canvas, area),
        Look::Dialog => frame::draw_dialog(canvas, area),
        Look::DialogButton(look) => frame::draw_dialog_button(canvas, area, *look, label),
        Look::Toast => frame::draw_toast(canvas, area, label),
        Look::AppIcon { glyph, color } => frame::draw_icon(canvas, area, glyph, *color, label),
    }
}

fn draw_line(canvas: &mut Canvas, area: Rect, style: &TextStyle, text: &str, piece: &Piece) {
    // The back button is larger than its sign, which stands in the middle of it.
    let is_button = piece.element.is_clickable;
    let align = if is_button {
        Align::Center
    } else {
        Align::Left
    };
    let area = Rect::new(area.x, area.y, area.width + ROUNDING, area.height);
    canvas.text_in(area, align, style, text);
}

/// Keeps a text whose box is exactly its width from being cut.
const ROUNDING: f64 = 0.5;

fn draw_lines(canvas: &mut Canvas, area: Rect, align: Align, style: &TextStyle, text: &str) {
    let room = area.width + ROUNDING;
    for (number, line) in wrap_text(style, room, text).iter().enumerate() {
        let y = area.y + style.line_height() * number as f64;
        let line_area = Rect::new(area.x, y, room, style.line_height());
        canvas.text_in(line_area, align, style, line);
    }
}

/// Returns the share of a whole that the value of an element says, from 0 to 1.
fn share(state: &State) -> f64 {
    let value = state.value.as_deref().unwrap_or_default();
    value.parse::<f64>().unwrap_or(0.0).clamp(0.0, 1.0)
}

/// Returns an area with `side` points less at the left and at the right.
fn narrowed(area: Rect, side: f64) -> Rect {
    Rect::new(area.x + side, area.y, area.width - 2.0 * side, area.height)
}

/// Draws a sign or a bold word in the middle of `area`.
fn draw_glyph(canvas: &mut Canvas, area: Rect, size: f64, color: Color, glyph: &str) {
    canvas.text_in(area, Align::Center, &TextStyle::bold(size, color), glyph);
}

/// Draws `>` from two strokes, with its tip at `tip`.
fn draw_chevron(canvas: &mut Canvas, tip: Point, color: Color) {
    for dy in [-6.0, 6.0] {
        canvas.line(Point::new(tip.x - 6.0, tip.y + dy), tip, 2.2, color);
    }
}
