//! What the first run saw of an element.

use crate::screen::Screen;
use crate::select::effective_id;

use super::bounds::Bounds;

/// Hints that help other readers of compiled files to find the element of a step again. `None` is unknown, not empty.
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
    /// Whether its id stands for it, because nobody quoted its text.
    pub is_by_id: bool,
}

impl ElementMetadata {
    /// Returns what can be seen of the element with this number. What a field holds is no part of it.
    pub fn of(screen: &Screen, index: usize) -> Self {
        let element = &screen.elements[index];
        let [_, description] = element.names();
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let parents = screen.ancestors(index).map(|it| &screen.elements[it].class);
        let parents = parents.filter(|class| !class.is_empty()).cloned();
        Self {
            resource_id: given(effective_id(screen, index)),
            class: given(&element.class),
            content_desc: given(description),
            bounds: Some(Bounds::around(element.bounds)),
            parent_hierarchy: parents.collect(),
            is_by_id: false,
        }
    }
}
