//! Rows and their switches.

use retap_model::geometry::{Point, Rect};

use crate::layout::style::PADDING;
use crate::layout::{RowCard, SwitchState};
use crate::render::{Canvas, Color};

use super::{draw_chevron, palette};

const CORNER: f64 = 14.0;

/// Draws the card of a row; only the outer corners of a run of rows are round.
pub(super) fn draw_card(canvas: &mut Canvas, area: Rect, card: &RowCard) {
    // A corner that must be square is drawn past the row and cut off by its edge.
    let above = if card.is_first { 0.0 } else { CORNER };
    let below = if card.is_last { 0.0 } else { CORNER };
    let tall = Rect::new(
        area.x,
        area.y - above,
        area.width,
        area.height + above + below,
    );
    canvas.clipped(area, |canvas| {
        canvas.fill_round_rect(tall, CORNER, palette::CARD);
        if !card.is_last {
            let line = Rect::new(
                area.x + PADDING,
                area.bottom() - 1.0,
                area.width - PADDING,
                1.0,
            );
            canvas.fill_rect(line, palette::LINE);
        }
    });
    if card.has_chevron {
        let tip = Point::new(area.right() - PADDING, area.center().y);
        draw_chevron(canvas, tip, palette::FAINT);
    }
}

/// Draws a switch.
pub(super) fn draw_switch(canvas: &mut Canvas, area: Rect, state: SwitchState) {
    let color = match state {
        SwitchState::On => palette::ON,
        SwitchState::Off => palette::OFF,
    };
    let radius = area.height / 2.0;
    canvas.fill_round_rect(area, radius, color);
    let x = match state {
        SwitchState::On => area.right() - radius,
        SwitchState::Off => area.x + radius,
    };
    let knob = Point::new(x, area.center().y);
    canvas.fill_circle(
        Point::new(knob.x, knob.y + 1.0),
        radius - 2.0,
        Color::BLACK.with_alpha(28),
    );
    canvas.fill_circle(knob, radius - 2.5, Color::WHITE);
}
