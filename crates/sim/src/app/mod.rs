//! Apps as data: what they show and what their parts do, without any phone to run on.
//!
//! Not here: the phone an app runs on: time, places, pictures.

mod app_md;
mod app_yaml;
mod condition;
mod drift;
mod error;
mod item;
mod scene;
mod template;
mod validate;

pub(crate) use condition::Condition;
pub(crate) use drift::drift_all;
pub use error::AppError;
pub(crate) use item::{
    Act, Button, ButtonLook, Field, Image, Item, ItemKind, Lines, ListOf, Row, Slider, Tab,
};
pub(crate) use scene::{Back, Popup, Scene, Trigger};
pub(crate) use template::{Lookup, Template, cut_off};

use std::collections::BTreeMap;

use drift::DriftSet;

/// Named values of one entry of a list.
pub(crate) type Values = BTreeMap<String, String>;

/// One app: its screens, what it knows at the start, and how newer versions of it differ.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct App {
    pub(crate) name: String,
    pub(crate) package: String,
    pub(crate) spotlight_name: Option<String>,
    pub(crate) about: String,
    pub(crate) icon: Icon,
    pub(crate) hosts: Vec<String>,
    pub(crate) root: String,
    pub(crate) id_form: IdForm,
    /// The id of the bar that holds the tabs.
    pub(crate) tab_bar_id: String,
    pub(crate) scenes: Vec<Scene>,
    pub(crate) popups: Vec<Popup>,
    pub(crate) state: BTreeMap<String, String>,
    pub(crate) lists: BTreeMap<String, Vec<Values>>,
    pub(crate) on_shake: Vec<Act>,
    pub(crate) drifts: Vec<DriftSet>,
}

/// How the tree writes the ids of an app's elements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum IdForm {
    /// As the file writes them.
    #[default]
    Plain,
    /// As Android writes them: `PACKAGE:id/ID`.
    Package,
}

/// The id of the bar that holds the tabs when the file gives no other.
pub(crate) const TAB_BAR_ID: &str = "tab_bar";

/// How an app looks on the home screen.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Icon {
    /// The sign in the middle of the icon.
    pub(crate) glyph: String,
    /// Its background, as `0xRRGGBB`.
    pub(crate) color: u32,
}

/// Returns the text with every way to end a line as one, so that a place in it is the same to every reader.
fn with_plain_line_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

impl App {
    /// Reads an `APP.md` pack; `path` is only used in errors.
    pub fn parse_md(path: &str, text: &str) -> Result<Self, AppError> {
        app_md::parse(path, &with_plain_line_ends(text))
    }

    /// Reads an `*.app.yaml` file; `path` is only used in errors.
    pub fn parse_yaml(path: &str, text: &str) -> Result<Self, AppError> {
        app_yaml::parse(path, &with_plain_line_ends(text))
    }

    /// Returns the app as it is after the changes of the drift set called `name`.
    pub fn drifted(&self, name: &str) -> Option<Self> {
        let set = self.drifts.iter().find(|set| set.name == name)?;
        Some(drift::apply(self, set))
    }

    /// Returns the name people call the app by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the platform-like identifier, such as `dev.retap.settings`.
    pub fn package(&self) -> &str {
        &self.package
    }

    /// Returns the sentence that says what the app is for.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Returns the names of the drift sets, in the order of the file.
    pub fn drift_names(&self) -> Vec<&str> {
        self.drifts.iter().map(|set| set.name.as_str()).collect()
    }

    /// Returns the ids of the screens, in the order of the file.
    pub fn screen_ids(&self) -> Vec<&str> {
        self.scenes.iter().map(|scene| scene.id.as_str()).collect()
    }

    /// Returns how many screens, elements on them, and popups the app has.
    pub fn counts(&self) -> Counts {
        Counts {
            screens: self.scenes.len(),
            elements: self.scenes.iter().map(|scene| scene.items.len()).sum(),
            popups: self.popups.len(),
        }
    }

    pub(crate) fn scene(&self, id: &str) -> Option<&Scene> {
        self.scenes.iter().find(|scene| scene.id == id)
    }

    pub(crate) fn popup(&self, id: &str) -> Option<&Popup> {
        self.popups.iter().find(|popup| popup.id == id)
    }

    /// Returns whether `word` names this app: any of its names, ignoring case, or its package.
    pub(crate) fn is_called(&self, word: &str) -> bool {
        let word = word.trim().to_lowercase();
        self.names().iter().any(|name| name.to_lowercase() == word)
    }

    /// Returns everything the app goes by.
    pub(crate) fn names(&self) -> Vec<String> {
        let last_part = self.package.rsplit('.').next().unwrap_or_default();
        [self.name.as_str(), self.package.as_str(), last_part]
            .into_iter()
            .chain(self.spotlight_name.as_deref())
            .map(str::to_owned)
            .collect()
    }
}

/// How much an app holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Screens.
    pub screens: usize,
    /// Elements written on them; a list counts as one.
    pub elements: usize,
    /// Popups, which packs call obstacles.
    pub popups: usize,
}
