//! The single checks a `uitree_verify` step is made of.

use serde_json::{Map, Value};

use super::strategy::MatchType;

/// How many elements must be there when an `element_count_gte` check does not say.
pub const DEFAULT_MIN_COUNT: u32 = 1;

/// Something that must hold of the tree.
#[derive(Debug, Clone, PartialEq)]
pub enum Check {
    /// This text shows.
    TextVisible(TextCheck),
    /// This text does not show.
    TextNotVisible(TextCheck),
    /// An element has this id.
    ResourceIdExists(ResourceIdExists),
    /// An element has this class.
    ClassExists(ClassExists),
    /// At least so many elements are like this.
    ElementCount(ElementCount),
    /// A check this code does not know; it never holds, and the reason names it.
    Unknown(UnknownCheck),
}

/// A text to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextCheck {
    /// The text.
    pub value: String,
    /// How it must match.
    pub match_type: MatchType,
}

/// An id to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceIdExists {
    /// The whole id.
    pub value: String,
}

/// A class to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassExists {
    /// The whole name of the class.
    pub value: String,
}

/// Elements to count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElementCount {
    /// Which ones.
    pub selector: Selector,
    /// How many at least.
    pub min_count: u32,
}

/// Which elements are counted: those that agree with everything that is given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selector {
    /// The class of the widget.
    pub class: Option<String>,
    /// The id.
    pub resource_id: Option<String>,
    /// A text they contain.
    pub text: Option<String>,
}

/// A check of a type this code does not know, kept so that it can be written back.
#[derive(Debug, Clone, PartialEq)]
pub struct UnknownCheck {
    /// Its type, in the file's own word.
    pub kind: String,
    /// Everything else the file says of it.
    pub fields: Map<String, Value>,
}

impl Check {
    /// Returns the word used in files and reports.
    pub fn kind(&self) -> &str {
        match self {
            Self::TextVisible(_) => "text_visible",
            Self::TextNotVisible(_) => "text_not_visible",
            Self::ResourceIdExists(_) => "resource_id_exists",
            Self::ClassExists(_) => "class_exists",
            Self::ElementCount(_) => "element_count_gte",
            Self::Unknown(check) => &check.kind,
        }
    }
}
