//! Pictures, and boxes that stand for content nobody described.

use std::sync::Arc;

use retap_model::geometry::Rect;
use retap_model::screen::Role;

use crate::app::Image;

use super::super::column::Column;
use super::super::style::{MARGIN, ROW_WIDTH, SCREEN};
use super::super::{Look, Piece, Touch};

/// Adds an empty box of the given size.
pub(in super::super) fn add_placeholder(
    column: &mut Column<'_>,
    id: &str,
    width: f64,
    height: f64,
) {
    let y = column.take(12.0, height);
    let width = width.min(ROW_WIDTH);
    let x = (SCREEN.width - width) / 2.0;
    let piece = Piece::new(Role::Container, Rect::new(x, y, width, height));
    column.push(piece.id(id).look(Look::Placeholder));
}

/// Adds a picture; one that does something takes touches like a button.
pub(in super::super) fn add_image(column: &mut Column<'_>, id: &str, image: &Arc<Image>) {
    let y = column.take(12.0, 96.0);
    let bounds = Rect::new(MARGIN + ROW_WIDTH / 2.0 - 48.0, y, 96.0, 96.0);
    let mut piece = Piece::new(Role::Image, bounds).id(id).look(Look::Image {
        glyph: image.glyph.clone(),
    });
    piece.element.description = image.description.render(&column.scope);
    if !image.acts.is_empty() {
        let entry = column.scope.entry.map(|entry| entry.number);
        piece = piece.reacts(Touch::Image(image.clone(), entry));
    }
    column.push(piece);
}
