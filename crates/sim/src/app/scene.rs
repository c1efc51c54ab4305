//! A screen of an app as it is described, before anything is placed.

use super::{Act, Item};

/// A screen of an app.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scene {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) back: Back,
    pub(crate) has_tab_bar: bool,
    /// How long it shows only a spinner after it is opened.
    pub(crate) load_millis: u64,
    pub(crate) items: Vec<Item>,
    /// What pulling its content down does while it is at its top.
    pub(crate) on_pull: Vec<Act>,
}

/// Where a screen's back button leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Back {
    /// There is no back button.
    None,
    /// To the screen it was opened from.
    History,
    /// Always to this screen.
    To(String),
}
