//! Rows: a clickable card with its texts, switch and button inside.

use std::sync::Arc;

use retap_model::geometry::Rect;
use retap_model::screen::Role;

use crate::app::{Lookup, Row};
use crate::render::{TextStyle, text_width};

use super::column::Column;
use super::style::{self, MARGIN, PADDING, ROW_WIDTH};
use super::{Look, Made, Piece, RowCard, Touch};

const HEIGHT: f64 = 52.0;
const HEIGHT_WITH_CAPTION: f64 = 68.0;
const CHEVRON: f64 = 22.0;
const GAP: f64 = 10.0;

/// The room left in a line of a row between two places.
#[derive(Clone, Copy)]
struct Room {
    left: f64,
    right: f64,
    middle: f64,
}

impl Room {
    fn width(self) -> f64 {
        self.right - self.left
    }

    /// Returns the same room at another height.
    fn lower(self, points: f64) -> Self {
        Self {
            middle: self.middle + points,
            ..self
        }
    }
}

impl Column<'_> {
    /// Adds a row; `made` says from which entry of a list, if from any.
    pub(super) fn add_row(&mut self, id: &str, row: &Arc<Row>, made: Option<Made>) {
        let height = match row.caption {
            Some(_) => HEIGHT_WITH_CAPTION,
            None => HEIGHT,
        };
        let (top, is_first) = self.take_row(height);
        if !is_first {
            self.join_card();
        }
        let card = Rect::new(MARGIN, top, ROW_WIDTH, height);
        let has_chevron = row.leads_on();
        let mut piece = Piece::new(Role::Row, card)
            .id(id)
            .look(Look::RowCard(RowCard {
                is_first,
                is_last: true,
                has_chevron,
            }));
        piece.touch = Touch::Row(row.clone(), made);
        piece.element.is_clickable = row.toggle.is_some() || !row.on_tap.is_empty();
        let number = self.pieces.len();
        self.push(piece);
        let outer = std::mem::replace(&mut self.parent, number);
        let chevron = if has_chevron { CHEVRON } else { 0.0 };
        let mut room = Room {
            left: card.x + PADDING,
            right: card.right() - PADDING - chevron,
            middle: card.center().y,
        };
        room.right = self.add_switch(id, row, room);
        room.right = self.add_row_button(row, made, room);
        self.add_lines(row, room);
        self.parent = outer;
    }

    /// Tells the row above that it is no longer the last of its card.
    fn join_card(&mut self) {
        let mut above = self.pieces.iter_mut().rev();
        let card = above.find_map(|piece| match &mut piece.look {
            Look::RowCard(card) => Some(card),
            _ => None,
        });
        if let Some(card) = card {
            card.is_last = false;
        }
    }

    fn add_lines(&mut self, row: &Row, room: Room) {
        let Some(caption) = &row.caption else {
            let left = self.add_first_line(row, room) + GAP;
            self.add_mark(row, Room { left, ..room });
            return;
        };
        self.add_first_line(row, room.lower(-12.0));
        let mut second = room.lower(13.0);
        if let Some(end) = self.add_mark(row, second) {
            second.left = end + GAP;
        }
        let caption = self.render(caption);
        self.add_line(caption, style::CAPTION, second);
    }

    /// Adds a text that starts at the left of the room; returns where it ends.
    fn add_line(&mut self, text: String, look: TextStyle, room: Room) -> f64 {
        let bounds = look.line_box(&text, room.left, room.middle, room.width());
        self.push(Piece::text(text, look, bounds));
        bounds.right()
    }

    /// Adds the label and, at the right end, the detail; returns where the label ends.
    fn add_first_line(&mut self, row: &Row, room: Room) -> f64 {
        let label = self.render(&row.label);
        let detail = row.detail.as_ref().map(|detail| self.render(detail));
        let detail = detail.unwrap_or_default();
        if detail.is_empty() {
            return self.add_line(label, style::BODY, room);
        }
        // The detail may take what the label leaves, and half of the row in any case.
        let left_over = room.width() - text_width(&style::BODY, &label) - GAP;
        let detail_room = left_over.max(room.width() / 2.0);
        let mut bounds = style::DETAIL.line_box(&detail, 0.0, room.middle, detail_room);
        bounds.x = room.right - bounds.width;
        let right = bounds.x - GAP;
        let end = self.add_line(label, style::BODY, Room { right, ..room });
        self.push(Piece::text(detail, style::DETAIL, bounds));
        end
    }

    /// Adds the mark while its condition holds; returns where it ends.
    fn add_mark(&mut self, row: &Row, room: Room) -> Option<f64> {
        let (mark, when) = row.mark.as_ref()?;
        if !when.holds(&self.scope) {
            return None;
        }
        let mark = self.render(mark);
        Some(self.add_line(mark, style::MARK, room))
    }

    /// Adds the switch at the right of the room; returns where the room ends then.
    fn add_switch(&mut self, id: &str, row: &Row, room: Room) -> f64 {
        let Some(name) = &row.toggle else {
            return room.right;
        };
        let bounds = Rect::new(room.right - 52.0, room.middle - 16.0, 52.0, 32.0);
        let mut switch = Piece::new(Role::Switch, bounds)
            .id(&format!("{id}_switch"))
            .look(Look::Switch);
        switch.element.state.checked = Some(self.scope.value(name) == "on");
        switch.element.is_clickable = true;
        self.push(switch);
        bounds.x - GAP
    }

    /// Adds the row's own button at the right of the room; returns where the room ends then.
    fn add_row_button(&mut self, row: &Row, made: Option<Made>, room: Room) -> f64 {
        let Some(button) = &row.button else {
            return room.right;
        };
        let label = self.render(&button.label);
        let width = text_width(&style::MARK, &label) + 30.0;
        let bounds = Rect::new(room.right - width, room.middle - 17.0, width, 34.0);
        let entry = made.map(|made| made.entry);
        let piece = Piece::new(Role::Button, bounds)
            .id(&button.id)
            .labeled(label)
            .look(Look::SmallButton)
            .reacts(Touch::Button(button.clone(), entry));
        self.push(piece);
        bounds.x - GAP
    }
}
