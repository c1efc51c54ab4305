//! Screens and popups of an app as they are described, before anything is placed.

use std::sync::Arc;

use super::{Act, Button, Item, Template};

/// A screen of an app.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Scene {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) back: Back,
    /// How long it shows only a spinner after it is opened.
    pub(crate) load_millis: u64,
    pub(crate) items: Vec<Item>,
    /// The effect of pulling its content down while it is at its top.
    pub(crate) on_pull: Vec<Act>,
}

/// Where a screen's back button leads.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Back {
    /// There is no back button.
    #[default]
    None,
    /// To the screen it was opened from.
    History,
    /// Always to this screen.
    To(String),
}

/// A popup, which blocks a screen until one of its buttons is touched.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Popup {
    pub(crate) id: String,
    pub(crate) title: Template,
    pub(crate) body: Option<Template>,
    pub(crate) buttons: Vec<Arc<Button>>,
    pub(crate) trigger: Trigger,
    /// How long after its trigger it comes up.
    pub(crate) delay_millis: u64,
}

/// The event that brings a popup up by itself; each does so once until the app's data is cleared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// Nothing but an act of the app.
    #[default]
    Never,
    /// The first reading of the app's screen.
    OnFirstDescribe,
    /// So many taps on the app.
    AfterTaps(u32),
    /// The first visit to a screen.
    OnEnter(String),
}

impl Trigger {
    /// How app files write the triggers.
    pub(crate) const WORDS: &'static str =
        "on_first_describe, after_n_taps:N, on_enter:SCREEN, never";

    /// Reads a trigger.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text.split_once(':') {
            None if text == "never" => Some(Self::Never),
            None if text == "on_first_describe" => Some(Self::OnFirstDescribe),
            Some(("after_n_taps", count)) => count.trim().parse().ok().map(Self::AfterTaps),
            Some(("on_enter", scene)) => Some(Self::OnEnter(scene.trim().to_owned())),
            None | Some(_) => None,
        }
    }
}
