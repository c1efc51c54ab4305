//! The things the browser itself would show over a page: dialogs of scripts, native lists, the choice of
//! a file. None of it is in the page or can be touched by input events, so the device shows it as
//! elements and takes the touches meant for it.
//!
//! Not here: what a page draws itself.

mod dialog;
mod menu;

use retap_model::geometry::{Point, Size};
use retap_model::screen::{Element, Screen};

use super::cdp::Session;

pub(super) use dialog::{Files, JsDialog};
pub(super) use menu::Menu;

#[derive(Debug, Clone)]
pub(super) enum Overlay {
    /// A dialog of a script, for which the page waits.
    Dialog(JsDialog),
    Files(Files),
    Menu(Menu),
}

/// The meaning of a touch on an overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Touched {
    /// The button that goes on.
    Accept,
    /// The button that does not, or a place beside a list.
    Dismiss,
    Entry(usize),
    /// Nothing that reacts.
    Nothing,
}

impl Overlay {
    pub(super) fn session(&self) -> &Session {
        match self {
            Self::Dialog(dialog) => &dialog.session,
            Self::Files(files) => &files.session,
            Self::Menu(menu) => &menu.world.session,
        }
    }

    /// Returns the screen with this over it. While it is open nothing else can be used.
    pub(super) fn over(&self, mut screen: Screen) -> Screen {
        for element in &mut screen.elements {
            element.is_covered = true;
            element.state.focused = false;
        }
        let first = screen.elements.len();
        let elements = self.elements(screen.size);
        let shifted = elements.into_iter().map(|mut element| {
            element.parent = element.parent.map(|parent| parent + first);
            element
        });
        screen.elements.extend(shifted);
        screen
    }

    fn elements(&self, size: Size) -> Vec<Element> {
        match self {
            Self::Dialog(dialog) => dialog.elements(size),
            Self::Files(files) => files.elements(size),
            Self::Menu(menu) => menu.elements(size),
        }
    }

    pub(super) fn touched(&self, at: Point, size: Size) -> Touched {
        match self {
            Self::Dialog(_) | Self::Files(_) => dialog::touched(&self.elements(size), at),
            Self::Menu(menu) => menu.touched(at, size),
        }
    }

    /// Returns the text that is being entered, where there is a field.
    pub(super) fn field(&mut self) -> Option<&mut String> {
        match self {
            Self::Dialog(dialog) => dialog.entry.as_mut(),
            Self::Files(files) => Some(&mut files.names),
            Self::Menu(_) => None,
        }
    }
}
