//! Buttons, sliders and signs of progress.

use std::sync::Arc;

use retap_model::geometry::Rect;
use retap_model::screen::Role;

use crate::app::{Button, Lookup, Slider, Template};

use super::super::column::Column;
use super::super::style::{MARGIN, PADDING, ROW_WIDTH, TextLook};
use super::super::{Look, Piece, Touch};

/// Adds a button of the full width.
pub(in super::super) fn add_button(column: &mut Column<'_>, button: &Arc<Button>) {
    let y = column.take(14.0, 50.0);
    let entry = column.scope.entry.map(|entry| entry.number);
    let mut piece = Piece::new(Role::Button, Rect::new(MARGIN, y, ROW_WIDTH, 50.0))
        .id(&button.id)
        .look(Look::Button(button.look))
        .reacts(Touch::Button(button.clone(), entry));
    let scope = column.scope;
    if button.enabled.as_ref().is_some_and(|it| !it.holds(&scope)) {
        piece.element.state.enabled = false;
        piece.look = Look::FaintButton;
        piece.touch = Touch::Blocks;
    }
    piece.element.text = button.label.render(&column.scope);
    column.push(piece);
}

/// Adds a slider below its label.
pub(in super::super) fn add_slider(column: &mut Column<'_>, id: &str, slider: &Arc<Slider>) {
    let label = slider.label.render(&column.scope);
    let look = TextLook::BODY;
    let y = column.take(14.0, 66.0);
    let x = MARGIN + PADDING;
    let room = ROW_WIDTH - 2.0 * PADDING;
    let bounds = look.line_box(&label, x, y + 12.0, room);
    column.push(Piece::text(label.clone(), look, bounds));
    let value = column.scope.value(&slider.id);
    let at = value.parse::<f64>().unwrap_or(0.0).clamp(0.0, 1.0);
    let mut piece = Piece::new(Role::Slider, Rect::new(x, y + 28.0, room, 36.0))
        .id(id)
        .look(Look::Slider { at })
        .reacts(Touch::Slider(slider.clone()));
    piece.element.description = label;
    piece.element.state.value = Some(value);
    column.push(piece);
}

/// Adds a bar that shows how far something got, or a spinner without a value.
pub(in super::super) fn add_progress(column: &mut Column<'_>, id: &str, value: Option<&Template>) {
    let Some(value) = value.map(|value| value.render(&column.scope)) else {
        let y = column.take(16.0, 40.0);
        let bounds = Rect::new(MARGIN + ROW_WIDTH / 2.0 - 20.0, y, 40.0, 40.0);
        let spinner = Piece::new(Role::Progress, bounds).look(Look::Spinner);
        column.push(spinner.id(id));
        return;
    };
    let at = value.parse::<f64>().unwrap_or(0.0).clamp(0.0, 1.0);
    let y = column.take(16.0, 12.0);
    let bounds = Rect::new(MARGIN + PADDING, y, ROW_WIDTH - 2.0 * PADDING, 12.0);
    let mut bar = Piece::new(Role::Progress, bounds).look(Look::ProgressBar { at });
    bar.element.state.value = Some(value);
    column.push(bar.id(id));
}
