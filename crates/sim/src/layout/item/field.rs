//! Fields for text, with what is wrong about them below.

use std::sync::Arc;

use retap_model::geometry::Rect;
use retap_model::screen::Role;

use crate::app::{Field, Lines, Lookup};

use super::super::column::Column;
use super::super::style::{MARGIN, PADDING, ROW_WIDTH, TextLook};
use super::super::{Look, Piece, Touch};

const HEIGHT: f64 = 50.0;
const HEIGHT_OF_MANY_LINES: f64 = 122.0;

/// Adds a field; what a password field holds leaves this function only as bullets.
pub(in super::super) fn add(column: &mut Column<'_>, id: &str, field: &Arc<Field>) {
    let height = match field.lines {
        Lines::One => HEIGHT,
        Lines::Many => HEIGHT_OF_MANY_LINES,
    };
    let y = column.take(12.0, height);
    let text = column.scope.value(&field.id);
    let placeholder = field.placeholder.render(&column.scope);
    let is_focused = column.session.focus.as_deref() == Some(&field.id);
    let error = column.session.errors.get(&field.id).cloned();
    let shown = match (text.is_empty(), field.is_password) {
        (true, _) => placeholder.clone(),
        (false, true) => "•".repeat(text.chars().count().min(24)),
        (false, false) => text.clone(),
    };
    let bullets = "•".repeat(text.chars().count());
    let mut piece = Piece::new(Role::TextField, Rect::new(MARGIN, y, ROW_WIDTH, height))
        .id(id)
        .look(Look::Field {
            shown,
            is_placeholder: text.is_empty(),
            lines: field.lines,
            is_focused,
            has_error: error.is_some(),
        })
        .reacts(Touch::Field(field.clone()));
    let element = &mut piece.element;
    element.is_editable = true;
    element.is_password = field.is_password;
    element.state.focused = is_focused;
    element.description = placeholder;
    if field.is_password {
        element.text = bullets;
    } else {
        element.state.value = Some(text.clone());
        element.text = text;
    }
    column.push(piece);
    if let Some(error) = error {
        let look = TextLook::ERROR;
        let y = column.take(4.0, look.line_height());
        let middle = y + look.line_height() / 2.0;
        let room = ROW_WIDTH - 2.0 * PADDING;
        let bounds = look.line_box(&error, MARGIN + PADDING, middle, room);
        let id = format!("{id}_error");
        column.push(Piece::text(error, look, bounds).id(&id));
    }
}
