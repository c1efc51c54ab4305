//! What the first run saw of an element.

use super::bounds::Bounds;

/// Hints that help to find the element of a step again. `None` is unknown, not empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ElementMetadata {
    /// Its id.
    pub resource_id: Option<String>,
    /// The class of its widget.
    pub class: Option<String>,
    /// Its description.
    pub content_desc: Option<String>,
    /// Where it was.
    pub bounds: Option<Bounds>,
    /// The classes of what held it, nearest first.
    pub parent_hierarchy: Vec<String>,
}
