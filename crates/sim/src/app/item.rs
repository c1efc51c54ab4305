//! The kinds of things that stand on an app's screens, and what they do when they are used.

use std::sync::Arc;

use crate::wildcard;

use super::{Condition, Template};

/// One thing on a screen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item {
    /// Identifies it; given by the file or made from its kind and label.
    pub(crate) id: String,
    /// The platform's word for its kind, where the file gives another than the usual.
    pub(crate) class: Option<String>,
    /// It is there only while this holds.
    pub(crate) when: Option<Condition>,
    pub(crate) kind: ItemKind,
}

/// The kinds of items. The parts are shared, so that a touch can keep hold of what it hit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ItemKind {
    Row(Arc<Row>),
    Text(Template),
    Heading(Template),
    Tab(Arc<Tab>),
    Button(Arc<Button>),
    Field(Arc<Field>),
    Slider(Arc<Slider>),
    /// A box of so many points that stands for content nobody described.
    Placeholder {
        width: f64,
        height: f64,
    },
    Image(Arc<Image>),
    List(Arc<ListOf>),
    /// How far something got, from 0 to 1; without a value it is a spinner.
    Progress(Option<Template>),
    /// Holds others without a look of its own.
    Group(Vec<Item>),
}

impl ItemKind {
    /// Returns the words it shows, to change them; `None` where it has none of its own.
    pub(crate) fn label_mut(&mut self) -> Option<&mut Template> {
        match self {
            Self::Row(row) => Some(&mut Arc::make_mut(row).label),
            Self::Text(text) | Self::Heading(text) => Some(text),
            Self::Tab(tab) => Some(&mut Arc::make_mut(tab).label),
            Self::Button(button) => Some(&mut Arc::make_mut(button).label),
            Self::Field(field) => Some(&mut Arc::make_mut(field).placeholder),
            Self::Slider(slider) => Some(&mut Arc::make_mut(slider).label),
            Self::Image(image) => Some(&mut Arc::make_mut(image).description),
            Self::Placeholder { .. } | Self::List(_) | Self::Progress(_) | Self::Group(_) => None,
        }
    }

    /// Returns the button that belongs to its row, or to each row of its list.
    pub(crate) fn row_button_mut(&mut self) -> Option<&mut Option<Arc<Button>>> {
        let row = if let Self::Row(row) = self {
            row
        } else if let Self::List(list) = self {
            &mut Arc::make_mut(list).row
        } else {
            return None;
        };
        Some(&mut Arc::make_mut(row).button)
    }
}

/// A row of a list-like screen.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Row {
    pub(crate) label: Template,
    /// Text at the right end.
    pub(crate) detail: Option<Template>,
    /// A second, smaller line.
    pub(crate) caption: Option<Template>,
    /// A word that is there only while its condition holds, such as `Unread`.
    pub(crate) mark: Option<(Template, Condition)>,
    /// The value its switch shows and changes.
    pub(crate) toggle: Option<String>,
    /// Its own button at the right end.
    pub(crate) button: Option<Arc<Button>>,
    pub(crate) on_tap: Vec<Act>,
    /// The effect of a swipe to the left.
    pub(crate) on_swipe: Vec<Act>,
    /// The effect of a long press.
    pub(crate) on_hold: Vec<Act>,
}

impl Row {
    /// Returns whether a tap leads to another screen, which a chevron shows.
    pub(crate) fn leads_on(&self) -> bool {
        self.on_tap.iter().any(|act| matches!(act, Act::Go(_)))
    }
}

/// One of the choices at the bottom of a screen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tab {
    pub(crate) label: Template,
    pub(crate) target: String,
}

/// A button.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Button {
    pub(crate) id: String,
    pub(crate) label: Template,
    pub(crate) look: ButtonLook,
    /// It takes touches only while this holds.
    pub(crate) enabled: Option<Condition>,
    pub(crate) acts: Vec<Act>,
}

/// How much a button stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ButtonLook {
    Main,
    Plain,
    Danger,
}

/// A field for text; what it holds is the app's value of the same name as its id.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    pub(crate) id: String,
    pub(crate) placeholder: Template,
    pub(crate) is_password: bool,
    pub(crate) lines: Lines,
    pub(crate) rules: Vec<FieldRule>,
    /// The effect of the return key.
    pub(crate) on_return: Vec<Act>,
}

/// How many lines a field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    /// One; line breaks are left out, and the return key ends the typing.
    One,
    /// Any number; the return key starts the next.
    Many,
}

impl Lines {
    /// Returns whether a field of this kind takes the character.
    pub(crate) fn take(self, character: char) -> bool {
        match self {
            Self::One => !character.is_control(),
            Self::Many => !character.is_control() || matches!(character, '\n' | '\t'),
        }
    }
}

/// The rule for a field, and what it says otherwise.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FieldRule {
    pub(crate) demand: Demand,
    pub(crate) error: String,
}

/// The rule for a field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Demand {
    /// Anything at all.
    Something,
    /// At least so many characters.
    MinLength(usize),
    /// A shape: `*` is any text, `?` one character, `#` one digit.
    Pattern(String),
    /// Exactly this.
    Equal(Template),
}

impl Demand {
    /// Returns whether `text` is what is demanded; `wanted` is the text of [`Demand::Equal`].
    pub(crate) fn is_met(&self, text: &str, wanted: impl FnOnce(&Template) -> String) -> bool {
        match self {
            Self::Something => !text.trim().is_empty(),
            Self::MinLength(least) => text.chars().count() >= *least,
            Self::Pattern(pattern) => wildcard::matches(pattern, text, |sign, found| match sign {
                '?' => true,
                '#' => found.is_ascii_digit(),
                letter => letter == found,
            }),
            Self::Equal(template) => text == wanted(template),
        }
    }
}

/// A slider; where it stands is the app's value of the same name as its id, from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Slider {
    pub(crate) id: String,
    pub(crate) label: Template,
}

/// A picture or icon.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Image {
    pub(crate) glyph: String,
    pub(crate) description: Template,
    /// The effect of a tap; without acts it takes no touches.
    pub(crate) acts: Vec<Act>,
}

/// Rows made from the entries of a list, all from one template and with the same ids.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ListOf {
    pub(crate) list: String,
    /// Only entries for which this holds.
    pub(crate) only: Option<Condition>,
    pub(crate) row: Arc<Row>,
    /// The id that every row has.
    pub(crate) row_id: String,
    /// Whether a row can be dragged to another place.
    pub(crate) can_reorder: bool,
}

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

/// Returns an id made from what an item is and says, such as `row_general`.
pub(crate) fn made_up_id(kind: &str, label: &str) -> String {
    let slug = slug(label);
    if slug.is_empty() {
        kind.to_owned()
    } else {
        format!("{kind}_{slug}")
    }
}

/// Returns `text` in lower case with `_` between its words and nothing else.
pub(crate) fn slug(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_")
}

/// Reads `WIDTHxHEIGHT` in points.
pub(crate) fn parse_extent(text: &str) -> Option<(f64, f64)> {
    let (width, height) = text.split_once(['x', '×'])?;
    let side = |text: &str| {
        let points: u16 = text.trim().parse().ok()?;
        Some(f64::from(points))
    };
    Some((side(width)?, side(height)?))
}
