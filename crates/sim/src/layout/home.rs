//! The home screen: one icon for each app.

use retap_model::geometry::Rect;
use retap_model::screen::Role;

use crate::phone::Phone;

use super::style::SCREEN;
use super::{Look, Piece, Touch};

const COLUMNS: usize = 4;
const TOP: f64 = 96.0;
const CELL_HEIGHT: f64 = 112.0;

/// Adds the icons.
pub(super) fn add_icons(pieces: &mut Vec<Piece>, phone: &Phone) {
    let side = 8.0;
    let width = (SCREEN.width - 2.0 * side) / COLUMNS as f64;
    for (index, installed) in phone.apps.iter().enumerate() {
        let (row, column) = (index / COLUMNS, index % COLUMNS);
        let x = side + width * column as f64;
        let y = TOP + CELL_HEIGHT * row as f64;
        let app = &installed.app;
        let mut icon = Piece::new(Role::Button, Rect::new(x, y, width, CELL_HEIGHT - 8.0))
            .id(&format!("icon_{}", app.package))
            .look(Look::AppIcon {
                glyph: app.icon.glyph.clone(),
                color: app.icon.color,
            })
            .reacts(Touch::AppIcon(index));
        icon.element.text.clone_from(&app.name);
        pieces.push(icon);
    }
}
