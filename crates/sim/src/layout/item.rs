//! Places each kind of item but rows, one below the other.

use std::sync::Arc;

use retap_model::geometry::Rect;
use retap_model::screen::Role;

use crate::app::{Button, Field, Image, Lines, ListOf, Slider, Template};
use crate::render::{text_width, wrap_text};

use super::column::Column;
use super::style::{self, MARGIN, PADDING, ROW_WIDTH, SCREEN};
use super::{Look, Made, Piece, Touch};

/// The width of what stands inside the free space of a row.
const ROOM: f64 = ROW_WIDTH - 2.0 * PADDING;
/// Where that starts.
const LEFT: f64 = MARGIN + PADDING;

impl Column<'_> {
    /// Adds a text, over as many lines as it needs.
    pub(super) fn add_text(&mut self, id: &str, words: &Template) {
        let text = self.render(words);
        let look = style::BODY;
        let lines = wrap_text(&look, ROOM, &text).len().max(1);
        let height = look.line_height() * lines as f64;
        let y = self.take(10.0, height);
        let width = text_width(&look, &text).clamp(1.0, ROOM);
        let bounds = Rect::new(LEFT, y, width, height);
        let piece = Piece::text(text, look, bounds).look(Look::Paragraph(look));
        self.push(piece.id(id));
    }

    /// Adds the heading of a section.
    pub(super) fn add_heading(&mut self, id: &str, words: &Template) {
        let text = self.render(words);
        let look = style::HEADING;
        let y = self.take(18.0, look.line_height());
        let middle = y + look.line_height() / 2.0;
        let bounds = look.line_box(&text, LEFT, middle, ROOM);
        let mut piece = Piece::text(text, look, bounds).id(id);
        piece.element.role = Role::Heading;
        self.push(piece);
    }

    /// Adds a button of the full width.
    pub(super) fn add_button(&mut self, id: &str, button: &Arc<Button>) {
        let y = self.take(14.0, 50.0);
        let entry = self.scope.entry.map(|entry| entry.number);
        let scope = self.scope;
        let mut piece = Piece::new(Role::Button, Rect::new(MARGIN, y, ROW_WIDTH, 50.0))
            .id(id)
            .labeled(self.render(&button.label))
            .look(Look::Button(button.look))
            .reacts(Touch::Button(button.clone(), entry));
        if button.enabled.as_ref().is_some_and(|it| !it.holds(&scope)) {
            piece.element.state.enabled = false;
            piece = piece.blocks();
        }
        self.push(piece);
    }

    /// Adds a slider below its label.
    pub(super) fn add_slider(&mut self, id: &str, slider: &Arc<Slider>) {
        let label = self.render(&slider.label);
        let look = style::BODY;
        let y = self.take(14.0, 66.0);
        let bounds = look.line_box(&label, LEFT, y + 12.0, ROOM);
        self.push(Piece::text(label.clone(), look, bounds));
        let value = self.typed(&slider.id);
        let mut piece = Piece::new(Role::Slider, Rect::new(LEFT, y + 28.0, ROOM, 36.0))
            .id(id)
            .described(label)
            .look(Look::Slider)
            .reacts(Touch::Slider(slider.clone()));
        piece.element.state.value = Some(value);
        self.push(piece);
    }

    /// Adds a bar that shows how far something got, or a spinner without a value.
    pub(super) fn add_progress(&mut self, id: &str, value: Option<&Template>) {
        let Some(value) = value.map(|value| self.render(value)) else {
            let y = self.take(16.0, 40.0);
            let bounds = Rect::new(SCREEN.width / 2.0 - 20.0, y, 40.0, 40.0);
            let spinner = Piece::new(Role::Progress, bounds).look(Look::Spinner);
            self.push(spinner.id(id));
            return;
        };
        let y = self.take(16.0, 12.0);
        let bounds = Rect::new(LEFT, y, ROOM, 12.0);
        let mut bar = Piece::new(Role::Progress, bounds).look(Look::ProgressBar);
        bar.element.state.value = Some(value);
        self.push(bar.id(id));
    }

    /// Adds an empty box of the given size.
    pub(super) fn add_placeholder(&mut self, id: &str, width: f64, height: f64) {
        let y = self.take(12.0, height);
        let width = width.min(ROW_WIDTH);
        let x = (SCREEN.width - width) / 2.0;
        let piece = Piece::new(Role::Container, Rect::new(x, y, width, height));
        self.push(piece.id(id).look(Look::Placeholder));
    }

    /// Adds a picture; one that does something takes touches like a button.
    pub(super) fn add_image(&mut self, id: &str, image: &Arc<Image>) {
        let y = self.take(12.0, 96.0);
        let glyph = image.glyph.clone();
        let bounds = Rect::new(SCREEN.width / 2.0 - 48.0, y, 96.0, 96.0);
        let mut piece = Piece::new(Role::Image, bounds)
            .id(id)
            .described(self.render(&image.description))
            .look(Look::Image { glyph });
        if !image.acts.is_empty() {
            let entry = self.scope.entry.map(|entry| entry.number);
            piece = piece.reacts(Touch::Image(image.clone(), entry));
        }
        self.push(piece);
    }

    /// Adds a field, with what is wrong about it below; what a password field holds leaves this function only as
    /// bullets.
    pub(super) fn add_field(&mut self, id: &str, field: &Arc<Field>) {
        let height = match field.lines {
            Lines::One => 50.0,
            Lines::Many => 122.0,
        };
        let y = self.take(12.0, height);
        let text = self.typed(&field.id);
        let placeholder = self.render(&field.placeholder);
        let error = self.session.errors.get(&field.id).cloned();
        let look = Look::Field {
            lines: field.lines,
            has_error: error.is_some(),
        };
        let mut piece = Piece::new(Role::TextField, Rect::new(MARGIN, y, ROW_WIDTH, height))
            .id(id)
            .described(placeholder)
            .look(look)
            .reacts(Touch::Field(field.clone()));
        let element = &mut piece.element;
        element.is_editable = true;
        element.state.focused = self.session.focus.as_deref() == Some(&field.id);
        if field.is_password {
            element.hide_password(text.chars().count());
        } else {
            element.state.value = Some(text.clone());
            element.text = text;
        }
        self.push(piece);
        if let Some(error) = error {
            let look = style::ERROR;
            let y = self.take(4.0, look.line_height());
            let middle = y + look.line_height() / 2.0;
            let bounds = look.line_box(&error, LEFT, middle, ROOM);
            self.push(Piece::text(error, look, bounds).id(&format!("{id}_error")));
        }
    }

    /// Adds a row for each entry of a list that is to be shown.
    pub(super) fn add_list(&mut self, id: &str, list: &ListOf) {
        let outer = self.scope;
        let Some(entries) = outer.data.lists.get(&list.list) else {
            return;
        };
        self.inside(id, Role::List, |column| {
            for entry in entries {
                if column.is_full() {
                    break;
                }
                let scope = outer.inside(entry);
                if list.only.as_ref().is_some_and(|only| !only.holds(&scope)) {
                    continue;
                }
                column.scope = scope;
                let made = Made {
                    entry: entry.number,
                    can_move: list.can_reorder,
                };
                column.add_row(&list.row_id, &list.row, Some(made));
            }
        });
        self.scope = outer;
    }
}
