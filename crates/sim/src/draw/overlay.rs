//! Tab bar, popups and toasts.

use retap_model::geometry::{Point, Rect};

use crate::app::ButtonLook;
use crate::layout::TabState;
use crate::layout::style::{BLUE, GREY, INK, RED, SCREEN};
use crate::render::{Align, Canvas, Color, TextStyle, Weight};

use super::palette;

/// Draws the ground of the tab bar.
pub(super) fn draw_tab_bar(canvas: &mut Canvas, area: Rect) {
    canvas.fill_rect(area, Color::rgb(0xFA_FB_FD));
    canvas.fill_rect(Rect::new(area.x, area.y, area.width, 1.0), palette::LINE);
}

/// Draws a tab: a mark over its label.
pub(super) fn draw_tab(canvas: &mut Canvas, area: Rect, state: TabState, label: &str) {
    let is_selected = state == TabState::Selected;
    let color = if is_selected { BLUE } else { GREY };
    let mark = Rect::new(area.center().x - 11.0, area.y + 10.0, 22.0, 22.0);
    if is_selected {
        canvas.fill_round_rect(mark, 7.0, color);
        let dot = Point::new(mark.center().x, mark.center().y);
        canvas.fill_circle(dot, 4.0, Color::WHITE);
    } else {
        canvas.stroke_round_rect(mark, 7.0, 2.0, color);
    }
    let style = TextStyle {
        size: 15.0,
        weight: if is_selected {
            Weight::Bold
        } else {
            Weight::Regular
        },
        color,
    };
    let text = Rect::new(area.x + 2.0, area.y + 36.0, area.width - 4.0, 24.0);
    canvas.text_in(text, Align::Center, &style, label);
}

/// Draws a popup's card and dims everything behind it.
pub(super) fn draw_dialog(canvas: &mut Canvas, area: Rect) {
    canvas.fill_rect(SCREEN.as_rect(), Color::BLACK.with_alpha(90));
    let shadow = Rect::new(
        area.x - 1.0,
        area.y + 3.0,
        area.width + 2.0,
        area.height + 2.0,
    );
    canvas.fill_round_rect(shadow, 21.0, Color::BLACK.with_alpha(60));
    canvas.fill_round_rect(area, 20.0, palette::CARD);
}

/// Draws a button of a popup.
pub(super) fn draw_dialog_button(canvas: &mut Canvas, area: Rect, look: ButtonLook, label: &str) {
    let pill = Rect::new(area.x + 16.0, area.y + 2.0, area.width - 32.0, 42.0);
    let (ground, style) = match look {
        ButtonLook::Main => (
            palette::STRONG_TINT,
            TextStyle::bold(17.0, palette::STRONG_INK),
        ),
        ButtonLook::Plain => (palette::TINT, TextStyle::bold(17.0, palette::STRONG_INK)),
        ButtonLook::Danger => (palette::DANGER_TINT, TextStyle::bold(17.0, RED)),
    };
    canvas.fill_round_rect(pill, 12.0, ground);
    canvas.text_in(pill, Align::Center, &style, label);
}

/// Draws a message that goes away by itself.
pub(super) fn draw_toast(canvas: &mut Canvas, area: Rect, label: &str) {
    let radius = area.height / 2.0;
    for (grow, alpha) in [(3.0, 14), (2.0, 20), (1.0, 30)] {
        let shadow = Rect::new(
            area.x - grow,
            area.y - grow + 2.0,
            area.width + 2.0 * grow,
            area.height + 2.0 * grow,
        );
        canvas.fill_round_rect(shadow, radius + grow, Color::BLACK.with_alpha(alpha));
    }
    canvas.fill_round_rect(area, radius, palette::CARD);
    let inner = Rect::new(area.x + 16.0, area.y, area.width - 32.0, area.height);
    let style = TextStyle::regular(17.0, INK);
    canvas.text_in(inner, Align::Center, &style, label);
}
