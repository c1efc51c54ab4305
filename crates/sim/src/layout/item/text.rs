//! Texts and headings.

use retap_model::geometry::Rect;
use retap_model::screen::Role;

use crate::app::Template;
use crate::render::{text_width, wrap_text};

use super::super::column::Column;
use super::super::style::{MARGIN, PADDING, ROW_WIDTH, TextLook};
use super::super::{Look, Piece};

const ROOM: f64 = ROW_WIDTH - 2.0 * PADDING;

/// Adds a text, over as many lines as it needs.
pub(in super::super) fn add_text(column: &mut Column<'_>, id: &str, words: &Template) {
    let text = words.render(&column.scope);
    let look = TextLook::BODY;
    let lines = wrap_text(&look.style, ROOM, &text).len().max(1);
    let height = look.line_height() * lines as f64;
    let y = column.take(10.0, height);
    let width = text_width(&look.style, &text).clamp(1.0, ROOM);
    let bounds = Rect::new(MARGIN + PADDING, y, width, height);
    let piece = Piece::text(text, look, bounds).look(Look::Paragraph(look));
    column.push(piece.id(id));
}

/// Adds the heading of a section.
pub(in super::super) fn add_heading(column: &mut Column<'_>, id: &str, words: &Template) {
    let text = words.render(&column.scope);
    let look = TextLook::HEADING;
    let y = column.take(18.0, look.line_height());
    let middle = y + look.line_height() / 2.0;
    let bounds = look.line_box(&text, MARGIN + PADDING, middle, ROOM);
    let mut piece = Piece::text(text, look, bounds).id(id);
    piece.element.role = Role::Heading;
    column.push(piece);
}
