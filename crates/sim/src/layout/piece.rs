//! One placed part of the screen: what the tree says of it, how it looks, what a touch on it does.

use std::sync::Arc;

use retap_model::geometry::Rect;
use retap_model::screen::{Element, Role, State};

use crate::app::{Button, ButtonLook, Field, Image, Lines, Row, Slider};
use crate::render::TextStyle;

/// One placed part of the screen.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    /// The element of the tree; its bounds are cut to what can be seen.
    pub(crate) element: Element,
    /// Where it would be if nothing cut it.
    pub(crate) frame: Rect,
    /// The area it is drawn in.
    pub(crate) clip: Option<Rect>,
    pub(crate) look: Look,
    pub(crate) touch: Touch,
}

/// The effect of a touch.
#[derive(Debug, Clone)]
pub(crate) enum Touch {
    /// Nothing; what lies behind gets it.
    Through,
    /// Nothing, and what lies behind does not get it.
    Blocks,
    Back,
    Row(Arc<Row>, Option<Made>),
    Button(Arc<Button>, Option<u64>),
    Image(Arc<Image>, Option<u64>),
    Tab(String),
    Field(Arc<Field>),
    Slider(Arc<Slider>),
    PopupButton(Arc<Button>),
    AppIcon(usize),
}

/// An entry that a row was made from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Made {
    pub(crate) entry: u64,
    /// Whether the row can be dragged to another place of its list.
    pub(crate) can_move: bool,
}

/// The card of a row, which rows of one run share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RowCard {
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
    pub(crate) has_chevron: bool,
}

/// How a piece is drawn, beyond what its element says.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Look {
    Nothing,
    Text(TextStyle),
    /// Text over several lines.
    Paragraph(TextStyle),
    /// Text over several lines, each in the middle.
    Centered(TextStyle),
    RowCard(RowCard),
    Switch,
    Button(ButtonLook),
    SmallButton,
    Field {
        lines: Lines,
        has_error: bool,
    },
    Slider,
    ProgressBar,
    Spinner,
    Placeholder,
    Image {
        glyph: String,
    },
    TabBar,
    Tab,
    Keyboard,
    Dialog,
    DialogButton(ButtonLook),
    Toast,
    AppIcon {
        glyph: String,
        color: u32,
    },
}

impl Piece {
    /// Returns a piece with nothing but a role and a place.
    pub(crate) fn new(role: Role, bounds: Rect) -> Self {
        let element = Element {
            role,
            class: class_of(role).to_owned(),
            bounds,
            state: State {
                enabled: true,
                ..State::default()
            },
            ..Element::default()
        };
        Self {
            element,
            frame: bounds,
            clip: None,
            look: Look::Nothing,
            touch: Touch::Through,
        }
    }

    /// Returns a line of text.
    pub(crate) fn text(text: String, look: TextStyle, bounds: Rect) -> Self {
        Self::new(Role::Text, bounds)
            .labeled(text)
            .look(Look::Text(look))
    }

    pub(crate) fn id(mut self, id: &str) -> Self {
        id.clone_into(&mut self.element.id);
        self
    }

    pub(crate) fn labeled(mut self, text: impl Into<String>) -> Self {
        self.element.text = text.into();
        self
    }

    pub(crate) fn described(mut self, text: impl Into<String>) -> Self {
        self.element.description = text.into();
        self
    }

    pub(crate) fn parent(mut self, parent: Option<usize>) -> Self {
        self.element.parent = parent;
        self
    }

    pub(crate) fn look(mut self, look: Look) -> Self {
        self.look = look;
        self
    }

    /// Keeps touches from what lies behind.
    pub(crate) fn blocks(mut self) -> Self {
        self.touch = Touch::Blocks;
        self
    }

    /// Makes it react to touches.
    pub(crate) fn reacts(mut self, touch: Touch) -> Self {
        self.touch = touch;
        self.element.is_clickable = true;
        self
    }
}

/// Returns the word Android has for elements of this role.
const fn class_of(role: Role) -> &'static str {
    match role {
        Role::Button => "android.widget.Button",
        Role::Checkbox => "android.widget.CheckBox",
        Role::Container | Role::Dialog => "android.widget.FrameLayout",
        Role::Heading | Role::Text | Role::Link => "android.widget.TextView",
        Role::Image => "android.widget.ImageView",
        Role::List => "androidx.recyclerview.widget.RecyclerView",
        Role::Progress => "android.widget.ProgressBar",
        Role::Radio => "android.widget.RadioButton",
        Role::Row | Role::Tab => "android.widget.LinearLayout",
        Role::Slider => "android.widget.SeekBar",
        Role::Switch => "android.widget.Switch",
        Role::TextField => "android.widget.EditText",
        Role::Toast => "android.widget.Toast",
        Role::Unknown => "android.view.View",
    }
}
