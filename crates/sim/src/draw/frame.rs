//! Draws all around the content of a screen: status and tab bar, keyboard, popups, toasts, and the home screen.

use retap_model::geometry::{Point, Rect};
use retap_model::screen::Element;

use crate::app::ButtonLook;
use crate::layout::style::{self, BLUE, GREY, INK, RED, SCREEN};
use crate::phone::Phone;
use crate::render::{Align, Canvas, Color, TextStyle};

use super::{draw_glyph, narrowed};

/// Draws the ground of the tab bar.
pub(super) fn draw_tab_bar(canvas: &mut Canvas, area: Rect) {
    canvas.fill_rect(area, Color::rgb(0xFA_FB_FD));
    canvas.fill_rect(Rect::new(area.x, area.y, area.width, 1.0), style::LINE);
}

/// Draws a tab: a mark over its label.
pub(super) fn draw_tab(canvas: &mut Canvas, area: Rect, tab: &Element) {
    let mark = Rect::new(area.center().x - 11.0, area.y + 10.0, 22.0, 22.0);
    let style = if tab.state.selected == Some(true) {
        canvas.fill_round_rect(mark, 7.0, BLUE);
        canvas.fill_circle(mark.center(), 4.0, Color::WHITE);
        TextStyle::bold(15.0, BLUE)
    } else {
        canvas.stroke_round_rect(mark, 7.0, 2.0, GREY);
        TextStyle::regular(15.0, GREY)
    };
    let text = Rect::new(area.x + 2.0, area.y + 36.0, area.width - 4.0, 24.0);
    canvas.text_in(text, Align::Center, &style, &tab.text);
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
    canvas.fill_round_rect(area, 20.0, style::CARD);
}

/// Draws a button of a popup.
pub(super) fn draw_dialog_button(canvas: &mut Canvas, area: Rect, look: ButtonLook, label: &str) {
    let pill = Rect::new(area.x + 16.0, area.y + 2.0, area.width - 32.0, 42.0);
    let (ground, ink) = match look {
        ButtonLook::Main => (style::STRONG_TINT, style::STRONG_INK),
        ButtonLook::Plain => (style::TINT, style::STRONG_INK),
        ButtonLook::Danger => (style::DANGER_TINT, RED),
    };
    canvas.fill_round_rect(pill, 12.0, ground);
    draw_glyph(canvas, pill, 17.0, ink, label);
}

/// Draws a message that goes away by itself.
pub(super) fn draw_toast(canvas: &mut Canvas, area: Rect, label: &str) {
    let radius = area.height / 2.0;
    for (grow, alpha) in [(3.0, 14), (2.0, 20), (1.0, 30)] {
        let wide = narrowed(area, -grow);
        let height = area.height + 2.0 * grow;
        let shadow = Rect::new(wide.x, area.y - grow + 2.0, wide.width, height);
        canvas.fill_round_rect(shadow, radius + grow, Color::BLACK.with_alpha(alpha));
    }
    canvas.fill_round_rect(area, radius, style::CARD);
    let style = TextStyle::regular(17.0, INK);
    canvas.text_in(narrowed(area, 16.0), Align::Center, &style, label);
}

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

const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const KEY_HEIGHT: f64 = 44.0;
const GAP: f64 = 6.0;

/// Draws the keyboard.
pub(super) fn draw_keyboard(canvas: &mut Canvas, area: Rect) {
    canvas.fill_rect(area, style::KEYS);
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
    let end = Rect::new(right, y, side, KEY_HEIGHT);
    draw_key(canvas, end, "return", grey);
}

fn draw_key(canvas: &mut Canvas, area: Rect, label: &str, ground: Color) {
    let shadow = Rect::new(area.x, area.y + 1.0, area.width, area.height);
    canvas.fill_round_rect(shadow, 6.0, Color::rgb(0x8D_92_9C));
    canvas.fill_round_rect(area, 6.0, ground);
    let size = if label.len() == 1 { 21.0 } else { 16.0 };
    canvas.text_in(area, Align::Center, &TextStyle::regular(size, INK), label);
}

/// The middle of the signs at the right of the status bar; the clock is an element and drawn as one.
const MIDDLE: f64 = 24.0;

/// Draws the radios that are on, and the battery.
pub(super) fn draw_status(canvas: &mut Canvas, phone: &Phone) {
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
        let left = x + 5.0 * f64::from(number);
        let bar = Rect::new(left, MIDDLE + 6.0 - height, 3.5, height);
        let color = if number < 3 { INK } else { style::FAINT };
        canvas.fill_round_rect(bar, 1.0, color);
    }
}
