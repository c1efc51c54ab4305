//! What kind of thing an element is.

/// What kind of thing an element is, across platforms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Role {
    /// A button.
    Button,
    /// A check box.
    Checkbox,
    /// Something that only holds others.
    Container,
    /// A dialog in front of the rest.
    Dialog,
    /// A heading or a screen's title.
    Heading,
    /// A picture or icon.
    Image,
    /// A link.
    Link,
    /// A list that may scroll.
    List,
    /// A sign that something is loading.
    Progress,
    /// One of several choices.
    Radio,
    /// An entry of a list or table.
    Row,
    /// A slider.
    Slider,
    /// A switch.
    Switch,
    /// A tab.
    Tab,
    /// Plain text.
    Text,
    /// A field for text.
    TextField,
    /// A short message that goes away by itself.
    Toast,
    /// Not told by the platform.
    #[default]
    Unknown,
}

impl Role {
    /// All roles, in the order help texts list them.
    pub const ALL: [Self; 18] = [
        Self::Button,
        Self::Checkbox,
        Self::Container,
        Self::Dialog,
        Self::Heading,
        Self::Image,
        Self::Link,
        Self::List,
        Self::Progress,
        Self::Radio,
        Self::Row,
        Self::Slider,
        Self::Switch,
        Self::Tab,
        Self::Text,
        Self::TextField,
        Self::Toast,
        Self::Unknown,
    ];

    /// Returns the word used in files and reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Button => "button",
            Self::Checkbox => "checkbox",
            Self::Container => "container",
            Self::Dialog => "dialog",
            Self::Heading => "heading",
            Self::Image => "image",
            Self::Link => "link",
            Self::List => "list",
            Self::Progress => "progress",
            Self::Radio => "radio",
            Self::Row => "row",
            Self::Slider => "slider",
            Self::Switch => "switch",
            Self::Tab => "tab",
            Self::Text => "text",
            Self::TextField => "text_field",
            Self::Toast => "toast",
            Self::Unknown => "unknown",
        }
    }

    /// Returns the role that `word` names.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }
}
