//! The overlays of the app: keyboard, popups, toasts.

use retap_model::geometry::Rect;
use retap_model::screen::Role;

use crate::app::{Popup, Template, cut_off};
use crate::phone::{FrontApp, OpenPopup, Phone, Scope};
use crate::render::{TextStyle, text_width, wrap_text};

use super::style::{self, KEYBOARD, LONGEST_WORDS, MOST_ALIKE, SCREEN, TAB_BAR};
use super::{Look, Piece, Touch};

const POPUP_WIDTH: f64 = 318.0;
const POPUP_PADDING: f64 = 22.0;
const POPUP_BUTTON: f64 = 50.0;
/// Room below the last button.
const POPUP_END: f64 = 14.0;

/// The id of the keyboard, which stands in no other piece.
pub(crate) const KEYBOARD_ID: &str = "keyboard";

/// Adds the keyboard; the layout has already left its place free.
pub(super) fn add_keyboard(pieces: &mut Vec<Piece>) {
    let bounds = Rect::new(0.0, SCREEN.height - KEYBOARD, SCREEN.width, KEYBOARD);
    let keyboard = Piece::new(Role::Container, bounds)
        .id(KEYBOARD_ID)
        .described("Keyboard")
        .look(Look::Keyboard)
        .blocks();
    pieces.push(keyboard);
}

/// Adds the open popups; each covers everything before it.
pub(super) fn add_popups(pieces: &mut Vec<Piece>, phone: &Phone, front: FrontApp<'_>) {
    for open in front.session.popups.iter().rev().take(MOST_ALIKE).rev() {
        let Some(popup) = front.app.popup(&open.id) else {
            continue;
        };
        for piece in pieces.iter_mut() {
            piece.element.is_covered = true;
        }
        add_popup(pieces, popup, scope_of(open, phone, front));
    }
}

fn scope_of<'a>(open: &OpenPopup, phone: &'a Phone, front: FrontApp<'a>) -> Scope<'a> {
    let scope = phone.scope(front);
    let entry = open.entry.and_then(|number| front.data.entry(number));
    Scope {
        entry: entry.or(scope.entry),
        ..scope
    }
}

fn add_popup(pieces: &mut Vec<Piece>, popup: &Popup, scope: Scope<'_>) {
    let room = POPUP_WIDTH - 2.0 * POPUP_PADDING;
    let title = Block::of(&popup.title, style::POPUP_TITLE, scope, room);
    let body = popup
        .body
        .as_ref()
        .map(|body| Block::of(body, style::POPUP_BODY, scope, room));
    let body_height = body.as_ref().map_or(0.0, |body| body.height + 10.0);
    let texts = POPUP_PADDING * 2.0 + title.height + body_height;
    let buttons = POPUP_BUTTON * popup.buttons.len() as f64;
    let height = texts + buttons + POPUP_END;
    let x = (SCREEN.width - POPUP_WIDTH) / 2.0;
    let top = ((SCREEN.height - height) / 2.0).max(20.0);

    let parent = Some(pieces.len());
    let dialog = Piece::new(Role::Dialog, Rect::new(x, top, POPUP_WIDTH, height))
        .id(&popup.id)
        .described(&title.text)
        .look(Look::Dialog)
        .blocks();
    pieces.push(dialog);

    let mut y = top + POPUP_PADDING;
    let mut heading = title
        .into_piece(x + POPUP_PADDING, y, room)
        .id("popup_title");
    heading.element.role = Role::Heading;
    y = heading.frame.bottom() + 10.0;
    pieces.push(heading.parent(parent));
    if let Some(body) = body {
        let body = body.into_piece(x + POPUP_PADDING, y, room);
        pieces.push(body.id("popup_body").parent(parent));
    }
    for (number, button) in popup.buttons.iter().take(MOST_ALIKE).enumerate() {
        let y = top + texts + POPUP_BUTTON * number as f64;
        let piece = Piece::new(Role::Button, Rect::new(x, y, POPUP_WIDTH, POPUP_BUTTON))
            .id(&button.id)
            .labeled(button.label.render_up_to(LONGEST_WORDS, &scope))
            .parent(parent)
            .look(Look::DialogButton(button.look))
            .reacts(Touch::PopupButton(button.clone()));
        pieces.push(piece);
    }
}

/// A text over several lines.
struct Block {
    text: String,
    look: TextStyle,
    height: f64,
}

impl Block {
    fn of(template: &Template, look: TextStyle, scope: Scope<'_>, room: f64) -> Self {
        let text = template.render_up_to(LONGEST_WORDS, &scope);
        let lines = wrap_text(&look, room, &text).len().max(1);
        let height = look.line_height() * lines as f64;
        Self { text, look, height }
    }

    fn into_piece(self, x: f64, y: f64, room: f64) -> Piece {
        let bounds = Rect::new(x, y, room, self.height);
        Piece::text(self.text, self.look, bounds).look(Look::Centered(self.look))
    }
}

/// Adds the message that goes away by itself; touches go through it.
pub(super) fn add_toasts(pieces: &mut Vec<Piece>, front: FrontApp<'_>) {
    for toast in front.session.toasts.iter().rev().take(MOST_ALIKE).rev() {
        let text = cut_off(toast.text.clone(), LONGEST_WORDS);
        let look = style::BODY;
        let width = (text_width(&look, &text) + 48.0).min(SCREEN.width - 32.0);
        let x = (SCREEN.width - width) / 2.0;
        let y = SCREEN.height - TAB_BAR - 68.0;
        let piece = Piece::new(Role::Toast, Rect::new(x, y, width, 48.0));
        let piece = piece.id("toast").labeled(text);
        pieces.push(piece.look(Look::Toast));
    }
}
