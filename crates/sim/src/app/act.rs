//! The acts of a part of an app when it is used.

use super::Template;

/// One thing an app does; several in a row make up what a button is for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Act {
    /// Opens a screen.
    Go(String),
    /// Goes one screen back.
    Back,
    /// Sets values of the app.
    Set(Vec<(String, Template)>),
    /// Turns a value from `on` to `off` or back.
    Toggle(String),
    /// Sets values of the entry at hand.
    Mark(Vec<(String, Template)>),
    /// Takes the entry at hand out of its list.
    Remove,
    /// Moves the entry at hand to the end of another list.
    MoveTo(String),
    /// Adds an entry to a list: the given values, or a copy of the entry at hand when there are none.
    Add {
        list: String,
        values: Vec<(String, Template)>,
    },
    /// Takes all entries out of a list.
    Empty(String),
    /// Takes back the last change of any list.
    Undo,
    /// Shows a message that goes away by itself.
    Toast { text: Template, millis: u64 },
    /// Shows a popup.
    ShowPopup(String),
    /// Checks the fields of the screen; when one is wrong, says so and leaves out what follows.
    Submit,
    /// Empties the fields of the screen.
    ClearFields,
}

impl Act {
    /// The words of app files for the acts.
    pub(crate) const WORDS: &'static str = "go, back, set, toggle, mark, remove, move_to, \
                                            add, empty, undo, toast, popup, submit, clear_fields";
}
