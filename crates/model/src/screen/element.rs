//! One thing on a screen, and the kinds of them.

use crate::geometry::Rect;
use crate::secret::{MASK, Secret};

crate::words! {
    /// The kind of an element, across platforms.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
    pub enum Role {
        /// A button.
        Button = "button",
        /// A check box.
        Checkbox = "checkbox",
        /// Something that only holds others.
        Container = "container",
        /// A dialog in front of the rest.
        Dialog = "dialog",
        /// A heading or a screen's title.
        Heading = "heading",
        /// A picture or icon.
        Image = "image",
        /// A link.
        Link = "link",
        /// A list that may scroll.
        List = "list",
        /// A sign that something is loading.
        Progress = "progress",
        /// One of several choices.
        Radio = "radio",
        /// An entry of a list or table.
        Row = "row",
        /// A slider.
        Slider = "slider",
        /// A switch.
        Switch = "switch",
        /// A tab.
        Tab = "tab",
        /// Plain text.
        Text = "text",
        /// A field for text.
        TextField = "text_field",
        /// A short message that goes away by itself.
        Toast = "toast",
        /// Not told by the platform.
        #[default]
        Unknown = "unknown",
    }
}

/// The state of an element at the moment; `None` where the platform does not say.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// Takes input.
    pub enabled: bool,
    /// Has the keyboard focus.
    pub focused: bool,
    /// Is on.
    pub checked: Option<bool>,
    /// Is the chosen one.
    pub selected: Option<bool>,
    /// Shows what it holds.
    pub expanded: Option<bool>,
    /// What a field or slider holds; never that of a password field. Of a slider that has an end, in
    /// percent.
    pub value: Option<String>,
    /// What a slider says in its own units, where the platform tells. Few elements have it, and all are
    /// copied often.
    pub raw_value: Option<Box<RawValue>>,
}

/// Where something stands between nothing and its end, in its own units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RawValue {
    /// How far it is.
    pub at: f64,
    /// How far it can go.
    pub end: Option<f64>,
}

/// One thing on a screen.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Element {
    /// The text it shows; empty when none. A password field that holds something shows the mask.
    pub text: String,
    /// Its name for people who cannot see it; empty when there is none.
    pub description: String,
    /// Further words about it, such as a hint or what a picture on it shows. Nothing is found by them; none of them may
    /// promise something else than what was asked for.
    pub remarks: Vec<String>,
    /// Words that are drawn on it and are no text of the screen, such as those of a style or a drawing. Nothing is found by
    /// them either.
    pub drawn: Vec<String>,
    /// Whether the description is its tooltip or a hint in it: a name where it has no other, else only more about it.
    pub is_described_by_tip: bool,
    /// The platform's identifier; empty when none.
    pub id: String,
    /// Whether that identifier is one the platform gives to parts of every app, such as the buttons of its
    /// dialogs, so that it says nothing of this one.
    pub has_platform_id: bool,
    /// Its kind.
    pub role: Role,
    /// The platform's own word for its kind; empty when none.
    pub class: String,
    /// Whether that word says what kind of screen this is, as that of a pager or a navigation bar does.
    pub is_landmark: bool,
    /// Where it is; may lie partly or wholly off the screen.
    pub bounds: Rect,
    /// Its state at the moment.
    pub state: State,
    /// Whether it reacts to touches itself.
    pub is_clickable: bool,
    /// Whether it takes text.
    pub is_editable: bool,
    /// Whether what it holds scrolls.
    pub is_scrollable: bool,
    /// Whether the app marks it as an alert, or a field as holding something wrong.
    pub is_alert: bool,
    /// Whether what it holds must not be shown or kept.
    pub is_password: bool,
    /// How many characters a password field holds, where the platform tells; shown and kept as little as these.
    pub hidden_length: Option<usize>,
    /// What a field holds whose value is masked; for proving that a text arrived, and shown and kept by nobody.
    pub hidden_value: Option<Secret>,
    /// Whether another window lies over it.
    pub is_covered: bool,
    /// The number of the innermost layer it is in, where the device tells.
    pub layer: Option<usize>,
    /// The number of the element that holds it.
    pub parent: Option<usize>,
    /// How sure the reader of pixels was, from 0 to 1; `None` from a tree.
    pub confidence: Option<f64>,
}

impl Element {
    /// Visits every text that it has of what people see or search for.
    pub fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        [&mut self.text, &mut self.description, &mut self.id]
            .into_iter()
            .chain(&mut self.remarks)
            .chain(&mut self.drawn)
            .chain(&mut self.state.value)
            .for_each(visit);
    }

    /// Makes it a password field that holds this many characters.
    pub fn hide_password(&mut self, length: usize) {
        self.is_password = true;
        self.hidden_length = Some(length);
        self.text = match length {
            0 => String::new(),
            _ => MASK.to_owned(),
        };
    }

    /// Returns whether it is a password field that holds something, as far as is known.
    pub fn holds_password(&self) -> bool {
        self.is_password && !self.text.is_empty()
    }

    /// Returns what a person would call it: its text, else its description.
    pub fn label(&self) -> &str {
        if self.text.is_empty() {
            &self.description
        } else {
            &self.text
        }
    }

    /// Returns whether it reacts to touches itself. This is the one definition of that.
    pub const fn reacts_to_touches(&self) -> bool {
        self.is_clickable || self.is_editable
    }

    /// Returns what an author may call it, text first. What a field holds is not its name: a typed
    /// query must not be taken for the query's result.
    pub fn names(&self) -> [&str; 2] {
        let holds_something = self
            .state
            .value
            .as_deref()
            .is_some_and(|value| !value.is_empty());
        let is_nameless = self.description.is_empty() && !holds_something && !self.is_password;
        let text = if self.is_editable && !is_nameless {
            ""
        } else {
            self.text.trim()
        };
        [text, self.description.trim()]
    }

    /// Returns those of its names that show or are there for people who cannot see: a tooltip, or the placeholder of a
    /// field that holds something, is no word of the screen.
    pub fn shown_names(&self) -> [&str; 2] {
        let [text, description] = self.names();
        let holds = |value: &String| !value.is_empty();
        let shows_words = !text.is_empty()
            || self.holds_password()
            || self.state.value.as_ref().is_some_and(holds);
        match self.is_described_by_tip && shows_words {
            true => [text, ""],
            false => [text, description],
        }
    }

    /// Returns what names the element on the screen: its text, else its description; for a field,
    /// its description.
    pub fn caption(&self) -> &str {
        let [text, description] = self.names();
        if text.is_empty() { description } else { text }
    }

    /// Returns what it goes by in a list of what is on the screen: as its caption, but what a control holds
    /// stands beside its name there, not for it.
    pub fn listed_as(&self) -> &str {
        if self.holds_its_text() && !self.description.trim().is_empty() {
            self.description.trim()
        } else {
            self.caption()
        }
    }

    /// Returns whether its text is what it holds, as that of a list is the chosen option, and no name.
    pub fn holds_its_text(&self) -> bool {
        self.state.value.as_deref() == Some(self.text.as_str())
    }

    /// Returns whether it shows that something is loading, judged by kind alone.
    ///
    /// A progress bar that holds a value shows how far something got, such as a download in a
    /// list; one without a value is a spinner.
    pub fn is_loading_sign(&self) -> bool {
        self.role == Role::Progress && self.state.value.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_is_listed_by_its_name_and_not_by_what_it_holds() {
        let element = |text: &str, description: &str, value: Option<&str>| Element {
            text: text.to_owned(),
            description: description.to_owned(),
            state: State {
                value: value.map(str::to_owned),
                ..State::default()
            },
            ..Element::default()
        };
        assert_eq!(element("Food", "Kind", Some("Food")).listed_as(), "Kind");
        assert_eq!(element("Food", "", Some("Food")).listed_as(), "Food");
        assert_eq!(element("Save", "A disk", None).listed_as(), "Save");
    }
}
