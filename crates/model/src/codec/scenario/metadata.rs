//! The marks of an element as other readers of compiled scenarios know them, both ways.

use serde_json::{Value, json};

use crate::codec::error::CodecError;
use crate::codec::json::{Object, said};
use crate::phrase::Phrase;
use crate::program::{Bounds, ElementMetadata};
use crate::screen::Role;
use crate::select::Evidence;

/// Writes what was seen.
pub(super) fn write_metadata(metadata: &ElementMetadata) -> Value {
    let parents = Some(&metadata.parent_hierarchy).filter(|parents| !parents.is_empty());
    Value::Object(said(json!({
        "resource_id": metadata.resource_id,
        "class": metadata.class,
        "content_desc": metadata.content_desc,
        "bounds": metadata.bounds.map(|bounds| bounds.to_string()),
        "parent_hierarchy": parents,
    })))
}

/// Reads what was seen, where there is anything.
pub(super) fn read_metadata(fields: &Object<'_>) -> Result<Option<ElementMetadata>, CodecError> {
    let expected = "edges in order, as in [0,96][1080,240]";
    fields.read("element_metadata", |metadata| {
        Ok(ElementMetadata {
            resource_id: metadata.text("resource_id")?,
            class: metadata.text("class")?,
            content_desc: metadata.text("content_desc")?,
            bounds: metadata.word("bounds", expected, Bounds::from_text)?,
            parent_hierarchy: metadata.texts("parent_hierarchy")?,
            is_by_id: false,
        })
    })
}

/// The description of an element that a strategy itself gives.
#[derive(Default)]
pub(super) struct Hints<'a> {
    /// The words that name it.
    pub(super) words: &'a str,
    /// Whether they are the whole of its text.
    pub(super) is_whole: bool,
    /// Its kind.
    pub(super) role: Role,
    /// Its id, where that names it beside the words.
    pub(super) id: Option<&'a str>,
}

/// Returns the hints of a file that has nothing else as evidence.
///
/// A text with variables in it is no evidence: it has another value in every run; and the id of what
/// it meant in one run does not tell what it means in the next. The class and the classes of what held
/// the element are none either: they never tell one element from another.
pub(super) fn hinted_evidence(
    seen: Option<&ElementMetadata>,
    hints: &Hints<'_>,
) -> Option<Evidence> {
    let unknown = ElementMetadata::default();
    let seen = seen.unwrap_or(&unknown);
    let own = |text: &Option<String>| text.clone().unwrap_or_default();
    let words = Phrase::of_sentence(hints.words);
    let text = match hints.is_whole && words.is_fixed() {
        true => words.reveal(),
        false => String::new(),
    };
    let found = Evidence {
        text,
        description: own(&seen.content_desc),
        id: hints
            .id
            .map_or_else(|| own(&seen.resource_id), str::to_owned),
        is_id_unique: words.is_fixed(),
        role: hints.role,
        ancestry: Vec::new(),
        row: None,
        neighbours: Default::default(),
        bounds: seen.bounds.map(Bounds::to_rect).unwrap_or_default(),
    };
    // Without an id or a description there is nothing the words of the step do not say themselves.
    let says_more = !found.id.is_empty() || !found.description.is_empty();
    says_more.then_some(found)
}
