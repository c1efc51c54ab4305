//! The kind of thing an identifier stands for, as far as the place where it stands says so: the `4` of `/loans/4/return` is a
//! loan's, that of `member_id` a member's.

use std::collections::BTreeSet;

use crate::secret::name_words;

use super::write::{ID, Write, is_identifier};

/// An identifier, and the kind of thing it stands for if its place says so for certain.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacedId {
    /// The identifier.
    pub id: String,
    /// A noun for one thing of its kind, such as `loan`.
    pub kind: Option<String>,
}

/// Words that any kind of thing goes by.
const ANYTHING: [&str; 34] = [
    "address", "api", "card", "cell", "content", "data", "detail", "details", "element", "entity",
    "entry", "entries", "field", "form", "index", "input", "item", "items", "key", "list",
    "object", "option", "page", "record", "records", "result", "results", "row", "rows", "tab",
    "target", "thing", "value", "values",
];

/// Words that say what is done, where a path names a collection before them.
const MAKING: [&str; 8] = [
    "add", "create", "insert", "make", "new", "post", "save", "submit",
];

/// The fewest letters of a word that says a kind.
const LEAST_LETTERS: usize = 3;

/// Returns a noun for one thing, if a word is one that says a kind.
fn noun(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let is_word = word.chars().all(char::is_alphabetic) && word.chars().count() >= LEAST_LETTERS;
    if !is_word || ANYTHING.contains(&word.as_str()) {
        return None;
    }
    let one = match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None if word.ends_with("ss") => word,
        None => word.strip_suffix('s').unwrap_or(&word).to_owned(),
    };
    Some(one)
}

/// Returns the kind of what a field of this name holds: that of `loan_id`, and of the `id` of a `loan`.
pub fn kind_in_field(field: &str) -> Option<String> {
    let mut parts = field.rsplit(['.', '[', ']']).filter(|it| !it.is_empty());
    let mut words = name_words(parts.next()?);
    let is_id = |word: &String| matches!(word.as_str(), "id" | "ids" | "uuid" | "guid");
    words.pop().filter(is_id)?;
    let last = match words.pop() {
        Some(last) => last,
        None => name_words(parts.next()?).pop()?,
    };
    noun(&last)
}

/// Returns the identifiers of a path; the kind of one is that of the collection before it, as in `/loans/4`.
pub fn placed_in_path(path: &str) -> Vec<PlacedId> {
    let segments: Vec<&str> = path.split('/').collect();
    let places = segments.iter().enumerate();
    let places = places.filter(|(_, segment)| is_identifier(segment));
    let placed = places.map(|(at, id)| {
        let before = at.checked_sub(1).map_or("", |before| segments[before]);
        let is_collection = before.ends_with('s') && !before.ends_with("ss");
        PlacedId {
            id: (*id).to_owned(),
            kind: noun(before).filter(|_| is_collection),
        }
    });
    placed.collect()
}

impl Write {
    /// Returns the kind of thing that it makes, if it goes to a collection: a loan by `/loans`, and by `/loans/new`.
    pub fn made_kind(&self) -> Option<String> {
        let is_making = |it: &&str| !it.is_empty() && !MAKING.contains(it);
        let last = self.shape.rsplit('/').find(is_making)?;
        (last != ID).then(|| noun(last)).flatten()
    }

    /// Returns the nouns by which the identifier at a place of its path may go.
    pub fn kinds_in_path(&self, place: usize) -> BTreeSet<String> {
        let mut before = self.shape.split('/').scan("", |last, segment| {
            let before = std::mem::replace(last, segment);
            Some((before, segment))
        });
        let own = before.by_ref().filter(|(_, it)| *it == ID).nth(place);
        own.and_then(|(before, _)| noun(before))
            .into_iter()
            .collect()
    }

    /// Returns the nouns by which the identifier in a field may go: what its name says, or else any of the path.
    pub fn kinds_in_field(&self, field: &str) -> BTreeSet<String> {
        match kind_in_field(field) {
            Some(kind) => BTreeSet::from([kind]),
            None => self.shape.split('/').filter_map(noun).collect(),
        }
    }

    /// Returns all identifiers it carries with what their places say for certain.
    pub fn placed_ids(&self) -> BTreeSet<PlacedId> {
        let mut ids = self.ids.iter();
        let path = self.shape.split('/').map(|segment| match segment == ID {
            true => ids.next().map_or(ID, String::as_str),
            false => segment,
        });
        let path = path.collect::<Vec<_>>().join("/");
        let fields = self.entities.iter().flat_map(|(name, ids)| {
            let kind = kind_in_field(name);
            ids.split(' ').map(move |id| PlacedId {
                id: id.to_owned(),
                kind: kind.clone(),
            })
        });
        placed_in_path(&path).into_iter().chain(fields).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::path_shape;

    fn kinds(placed: impl IntoIterator<Item = PlacedId>) -> Vec<(String, String)> {
        let placed = placed.into_iter();
        placed
            .map(|it| (it.id, it.kind.unwrap_or_default()))
            .collect()
    }

    #[test]
    fn a_collection_before_an_identifier_says_its_kind() {
        for (path, kind) in [
            ("/loans/4/return", "loan"),
            ("/api/categories/4", "category"),
            ("/return/4", ""),
            ("/l/4", ""),
            ("/items/4", ""),
            ("/address/4", ""),
        ] {
            let wanted = vec![("4".to_owned(), kind.to_owned())];
            assert_eq!(kinds(placed_in_path(path)), wanted, "{path}");
        }
    }

    #[test]
    fn a_field_says_the_kind_of_what_it_holds_by_its_name() {
        for (field, kind) in [
            ("loan_id", Some("loan")),
            ("loanId", Some("loan")),
            ("input.loan.id", Some("loan")),
            ("id", None),
            ("item_id", None),
            ("loan", None),
        ] {
            assert_eq!(kind_in_field(field).as_deref(), kind, "{field}");
        }
    }

    #[test]
    fn a_write_says_what_it_makes_and_what_it_is_about() {
        let write = |path: &str| {
            let (shape, ids) = path_shape(path);
            Write {
                shape,
                ids,
                entities: [("member_id".to_owned(), "4".to_owned())].into(),
                ..Write::default()
            }
        };
        for (path, made) in [
            ("/api/loans", Some("loan")),
            ("/loans/new", Some("loan")),
            ("/books/7/loans", Some("loan")),
            ("/loans/4", None),
            ("/api", None),
        ] {
            assert_eq!(write(path).made_kind().as_deref(), made, "{path}");
        }
        let about = write("/books/7/loan/4/return");
        assert_eq!(about.kinds_in_path(1), BTreeSet::from(["loan".to_owned()]));
        assert_eq!(about.kinds_in_field("id").len(), 3);
        let strings = |it: [&str; 2]| (it[0].to_owned(), it[1].to_owned());
        let wanted = [["4", ""], ["4", "member"], ["7", "book"]].map(strings);
        assert_eq!(kinds(about.placed_ids()), wanted);
    }
}
