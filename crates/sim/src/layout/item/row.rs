//! Rows: a clickable card with its texts, switch and button inside.

use std::sync::Arc;

use retap_model::geometry::Rect;
use retap_model::screen::Role;

use crate::app::{Lookup, Row};
use crate::render::text_width;

use super::super::column::Column;
use super::super::style::{MARGIN, PADDING, ROW_WIDTH, TextLook};
use super::super::{Look, Piece, RowCard, SwitchState, Touch};

const HEIGHT: f64 = 52.0;
const HEIGHT_WITH_CAPTION: f64 = 68.0;
const CHEVRON: f64 = 22.0;
const GAP: f64 = 10.0;

/// An entry that a row was made from.
#[derive(Clone, Copy)]
pub(in super::super) struct Made {
    pub(super) entry: u64,
    pub(super) can_move: bool,
}

/// Adds a row; `made` says from which entry of a list, if from any.
pub(in super::super) fn add(column: &mut Column<'_>, row: &Arc<Row>, made: Option<Made>) {
    let height = if row.caption.is_some() {
        HEIGHT_WITH_CAPTION
    } else {
        HEIGHT
    };
    let (top, is_first) = column.take_row(height);
    let card = Rect::new(MARGIN, top, ROW_WIDTH, height);
    let touch = match made {
        Some(made) if made.can_move => Touch::MovableRow(row.clone(), made.entry),
        Some(made) => Touch::Row(row.clone(), Some(made.entry)),
        None => Touch::Row(row.clone(), None),
    };
    let has_chevron = row.leads_on();
    let reacts = has_chevron || row.toggle.is_some() || !row.on_tap.is_empty();
    let mut piece = Piece::new(Role::Row, card)
        .id(&row.id)
        .look(Look::RowCard(RowCard {
            is_first,
            is_last: true,
            has_chevron,
        }));
    piece.touch = touch;
    piece.element.is_clickable = reacts;
    if !is_first {
        join_card(column);
    }
    let number = column.pieces.len();
    column.push(piece);
    let outer = std::mem::replace(&mut column.parent, number);
    add_inside(column, row, made, card);
    column.parent = outer;
}

/// Tells the row above that it is no longer the last of its card.
fn join_card(column: &mut Column<'_>) {
    let above = column
        .pieces
        .iter_mut()
        .rev()
        .find_map(|p| match &mut p.look {
            Look::RowCard(card) => Some(card),
            _ => None,
        });
    if let Some(card) = above {
        card.is_last = false;
    }
}

fn add_inside(column: &mut Column<'_>, row: &Row, made: Option<Made>, card: Rect) {
    let middle = card.center().y;
    let mut right = card.right() - PADDING;
    if row.leads_on() {
        right -= CHEVRON;
    }
    right = add_switch(column, row, right, middle);
    right = add_button(column, row, made, right, middle);
    let room = Room {
        left: card.x + PADDING,
        right,
    };
    if row.caption.is_some() {
        add_first_line(column, row, room, middle - 12.0);
        add_second_line(column, row, room, middle + 13.0);
    } else {
        let end = add_first_line(column, row, room, middle);
        let left = end + GAP;
        add_mark(column, row, Room { left, right }, middle);
    }
}

/// The room left in a row between two places.
#[derive(Clone, Copy)]
struct Room {
    left: f64,
    right: f64,
}

impl Room {
    fn width(self) -> f64 {
        self.right - self.left
    }
}

/// Adds the label and, at the right end, the detail; returns where the label ends.
fn add_first_line(column: &mut Column<'_>, row: &Row, room: Room, middle: f64) -> f64 {
    let scope = column.scope;
    let label = row.label.render(&scope);
    let detail = row.detail.as_ref().map(|detail| detail.render(&scope));
    let detail = detail.unwrap_or_default();
    // The detail may take what the label leaves, and half of the row in any case.
    let left_over = room.width() - text_width(&TextLook::BODY.style, &label) - GAP;
    let detail_room = left_over.max(room.width() / 2.0);
    let mut detail_box = TextLook::DETAIL.line_box(&detail, 0.0, middle, detail_room);
    detail_box.x = room.right - detail_box.width;
    let label_room = if detail.is_empty() {
        room.width()
    } else {
        detail_box.x - GAP - room.left
    };
    let label_box = TextLook::BODY.line_box(&label, room.left, middle, label_room);
    column.push(Piece::text(label, TextLook::BODY, label_box));
    if !detail.is_empty() {
        column.push(Piece::text(detail, TextLook::DETAIL, detail_box));
    }
    label_box.right()
}

/// Adds the mark and the caption.
fn add_second_line(column: &mut Column<'_>, row: &Row, room: Room, middle: f64) {
    let left = add_mark(column, row, room, middle).map_or(room.left, |end| end + GAP);
    if let Some(caption) = &row.caption {
        let text = caption.render(&column.scope);
        let bounds = TextLook::CAPTION.line_box(&text, left, middle, room.right - left);
        column.push(Piece::text(text, TextLook::CAPTION, bounds));
    }
}

/// Adds the mark while its condition holds; returns where it ends.
fn add_mark(column: &mut Column<'_>, row: &Row, room: Room, middle: f64) -> Option<f64> {
    let (mark, when) = row.mark.as_ref()?;
    if !when.holds(&column.scope) {
        return None;
    }
    let text = mark.render(&column.scope);
    let bounds = TextLook::MARK.line_box(&text, room.left, middle, room.width());
    column.push(Piece::text(text, TextLook::MARK, bounds));
    Some(bounds.right())
}

fn add_switch(column: &mut Column<'_>, row: &Row, right: f64, middle: f64) -> f64 {
    let Some(name) = &row.toggle else {
        return right;
    };
    let is_on = column.scope.value(name) == "on";
    let state = if is_on {
        SwitchState::On
    } else {
        SwitchState::Off
    };
    let bounds = Rect::new(right - 52.0, middle - 16.0, 52.0, 32.0);
    let mut switch = Piece::new(Role::Switch, bounds)
        .id(&format!("{}_switch", row.id))
        .look(Look::Switch(state));
    switch.element.state.checked = Some(is_on);
    switch.element.is_clickable = true;
    column.push(switch);
    bounds.x - GAP
}

fn add_button(
    column: &mut Column<'_>,
    row: &Row,
    made: Option<Made>,
    right: f64,
    middle: f64,
) -> f64 {
    let Some(button) = &row.button else {
        return right;
    };
    let label = button.label.render(&column.scope);
    let width = text_width(&TextLook::MARK.style, &label) + 30.0;
    let bounds = Rect::new(right - width, middle - 17.0, width, 34.0);
    let entry = made.map(|made| made.entry);
    let mut piece = Piece::new(Role::Button, bounds)
        .id(&button.id)
        .look(Look::SmallButton)
        .reacts(Touch::Button(button.clone(), entry));
    piece.element.text = label;
    column.push(piece);
    bounds.x - GAP
}
