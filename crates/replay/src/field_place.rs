//! A field on one page or screen, known again on a later reading.

use retap_model::screen::{Element, Screen};

use crate::step::field::{same_field, value};

/// Which page or screen of which app a reading is of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Place {
    app: Option<String>,
    /// Its address, without what stands behind the path.
    address: Option<String>,
    document: Option<u64>,
}

impl Place {
    pub(crate) fn of(screen: &Screen) -> Self {
        let address = screen.name.as_deref();
        let address = address.and_then(|name| name.split(['?', '#']).next());
        Self {
            app: screen.app.clone(),
            address: address.map(str::to_owned),
            document: screen.document,
        }
    }

    /// Returns whether both are of one page: the same document, or one of the same address, whose fields a browser
    /// fills in as they were.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let is_document = self.document == other.document;
        self.app == other.app && (is_document || self.address == other.address)
    }
}

/// A field where it was last seen, as it was before anything was masked.
#[derive(Debug, Clone)]
pub(crate) struct PlacedField {
    pub(crate) field: Element,
    pub(crate) place: Place,
}

impl PlacedField {
    /// Returns the field on a reading of the same place.
    pub(crate) fn find<'s>(&self, screen: &'s Screen) -> Option<&'s Element> {
        same_field(&self.field, screen).filter(|now| is_same(&self.field, now))
    }

    /// Returns whether it is this field.
    pub(crate) fn is(&self, field: &Element, place: &Place) -> bool {
        self.place.is_same(place) && is_same(&self.field, field)
    }
}

/// Returns whether two readings of a field are of one field.
pub(crate) fn is_same(one: &Element, other: &Element) -> bool {
    let is_named = !one.id.is_empty() || !one.description.is_empty();
    let is_there = one.bounds == other.bounds;
    let holds_same = !value(one).is_empty() && value(one) == value(other);
    one.id == other.id
        && one.description == other.description
        && (is_named || is_there || holds_same)
}

/// Returns the letters and figures of a text, without case.
pub(crate) fn letters(text: &str) -> Vec<char> {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns whether a text has another one in it.
pub(crate) fn contains(whole: &[char], part: &[char]) -> bool {
    part.is_empty() || whole.windows(part.len()).any(|window| window == part)
}
