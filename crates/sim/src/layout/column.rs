//! The content of a screen, one item below the other.

use retap_model::geometry::Rect;
use retap_model::screen::Role;

use crate::app::{Item, ItemKind, Lookup as _, Template, cut_off};
use crate::phone::{Scope, Session};

use super::Piece;
use super::style::{MARGIN, ROW_WIDTH};

/// Room at the end, so that the last item is not glued to the edge.
const END: f64 = 24.0;

/// The most that the content of one screen says, in bytes, and the most pieces it has; what is beyond is not there. Each
/// reading of the screen takes time for all of it, and a description of a few kilobytes can say one value very often.
const MOST_TEXT: usize = 131_072;
const MOST_PIECES: usize = 4_000;

/// Places items in the content's own coordinates; the layout moves them to the screen.
pub(super) struct Column<'a> {
    pub(super) pieces: &'a mut Vec<Piece>,
    pub(super) scope: Scope<'a>,
    pub(super) session: &'a Session,
    /// The owner of the next item.
    pub(super) parent: usize,
    y: f64,
    /// How much more it may say.
    room: usize,
    /// Whether the last item was a row, so that the next one joins its card.
    follows_row: bool,
}

impl<'a> Column<'a> {
    /// Returns an empty column that belongs to the piece with the number `parent`.
    pub(super) fn new(
        pieces: &'a mut Vec<Piece>,
        scope: Scope<'a>,
        session: &'a Session,
        parent: usize,
    ) -> Self {
        Self {
            pieces,
            scope,
            session,
            parent,
            y: 8.0,
            room: MOST_TEXT,
            follows_row: false,
        }
    }

    /// Returns how tall the content is.
    pub(super) fn height(&self) -> f64 {
        self.y + END
    }

    /// Adds the items whose conditions hold.
    pub(super) fn add_items(&mut self, items: &[Item]) {
        for item in items {
            if self.is_full() {
                return;
            }
            let scope = self.scope;
            if item.when.as_ref().is_none_or(|when| when.holds(&scope)) {
                self.add_item(item);
            }
        }
    }

    /// Returns whether nothing more is shown.
    pub(super) fn is_full(&self) -> bool {
        self.room == 0 || self.pieces.len() >= MOST_PIECES
    }

    /// Returns a text with its values, as far as there is room for it.
    pub(super) fn render(&mut self, words: &Template) -> String {
        let text = words.render_up_to(self.room, &self.scope);
        self.room -= text.len();
        text
    }

    /// Returns what somebody typed, as far as there is room for it.
    pub(super) fn typed(&mut self, name: &str) -> String {
        let text = cut_off(self.scope.value(name), self.room);
        self.room -= text.len();
        text
    }

    fn add_item(&mut self, item: &Item) {
        let first = self.pieces.len();
        self.add_kind(item);
        let Some(class) = &item.class else {
            return;
        };
        // A slider's label stands before the slider itself.
        let own = self.pieces[first..].iter_mut().map(|p| &mut p.element);
        for element in own.filter(|element| element.id == item.id).take(1) {
            element.class.clone_from(class);
        }
    }

    fn add_kind(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Row(row) => self.add_row(&item.id, row, None),
            ItemKind::Text(words) => self.add_text(&item.id, words),
            ItemKind::Heading(words) => self.add_heading(&item.id, words),
            // Tabs stand in the tab bar.
            ItemKind::Tab(_) => {}
            ItemKind::Button(button) => self.add_button(&item.id, button),
            ItemKind::Field(field) => self.add_field(&item.id, field),
            ItemKind::Slider(slider) => self.add_slider(&item.id, slider),
            ItemKind::Placeholder { width, height } => {
                self.add_placeholder(&item.id, *width, *height);
            }
            ItemKind::Image(image) => self.add_image(&item.id, image),
            ItemKind::List(list) => self.add_list(&item.id, list),
            ItemKind::Progress(value) => self.add_progress(&item.id, value.as_ref()),
            ItemKind::Group(items) => self.inside(&item.id, Role::Container, |column| {
                column.add_items(items);
            }),
        }
    }

    /// Adds a piece that holds what `fill` adds, as large as that turns out.
    pub(super) fn inside(&mut self, id: &str, role: Role, fill: impl FnOnce(&mut Self)) {
        let outer = self.parent;
        let number = self.pieces.len();
        let top = self.y;
        let holder = Piece::new(role, Rect::new(MARGIN, top, ROW_WIDTH, 0.0));
        self.pieces.push(holder.id(id).parent(Some(outer)));
        self.parent = number;
        fill(self);
        self.parent = outer;
        let height = self.y - top;
        self.pieces[number].frame.height = height;
    }

    /// Takes the next `height` points for a row; returns its top and whether it starts a card.
    pub(super) fn take_row(&mut self, height: f64) -> (f64, bool) {
        let is_first = !self.follows_row;
        if is_first {
            self.y += 8.0;
        }
        let top = self.y;
        self.y += height;
        self.follows_row = true;
        (top, is_first)
    }

    /// Takes the next `height` points for something that is no row, after `gap` free points.
    pub(super) fn take(&mut self, gap: f64, height: f64) -> f64 {
        self.y += gap;
        let top = self.y;
        self.y += height;
        self.follows_row = false;
        top
    }

    /// Adds a piece to what is being filled.
    pub(super) fn push(&mut self, piece: Piece) {
        let parent = Some(self.parent);
        self.pieces.push(piece.parent(parent));
    }
}
