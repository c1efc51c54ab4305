//! The identifiers that a page has in its tree: in addresses, ids and data of its elements. Texts do not count: a figure
//! that people read stands for nothing.

use std::collections::BTreeSet;

use retap_model::device::{TreeDump, is_identifier, words_with_figures};

/// Attributes that may hold identifiers, besides those for data.
const HOLDING: [&str; 9] = [
    "id",
    "href",
    "action",
    "formaction",
    "value",
    "name",
    "for",
    "onclick",
    "key",
];

/// The most identifiers that are kept of a page.
const MOST: usize = 20_000;

/// Returns the identifiers of a page; none of trees of other platforms.
pub(super) fn identifiers(tree: &TreeDump) -> BTreeSet<String> {
    if tree.extension != "html" {
        return BTreeSet::new();
    }
    let html = String::from_utf8_lossy(&tree.bytes);
    let tags = html.split('<').filter_map(|part| part.split_once(' '));
    let attributes = tags.flat_map(|(_, rest)| attributes(rest));
    let values = attributes.filter(|(name, _)| {
        let name = name.to_lowercase();
        HOLDING.contains(&name.as_str()) || name.starts_with("data-")
    });
    let words = values.flat_map(|(_, value)| words(value));
    words.take(MOST).map(str::to_owned).collect()
}

/// Returns the attributes of a tag, from what stands behind its name.
fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = tag;
    std::iter::from_fn(move || {
        let (before, after) = rest.split_once("=\"")?;
        let (value, behind) = after.split_once('"')?;
        rest = behind;
        let name = before.rsplit([' ', '\n', '"']).next().unwrap_or_default();
        Some((name, value))
    })
}

/// Returns what may be an identifier in a value.
fn words(value: &str) -> impl Iterator<Item = &str> {
    words_with_figures(value).filter(|word| is_identifier(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_stand_in_attributes_and_not_in_texts() {
        let html = "<ul><li id=\"item-57\" width=\"300\" data-key='x'><a href=\"/items/58?page=2\">Tea 59</a></li></ul>";
        let tree = TreeDump {
            extension: "html",
            bytes: html.as_bytes().to_vec(),
        };
        let found: Vec<String> = identifiers(&tree).into_iter().collect();
        assert_eq!(found, ["2", "57", "58"]);
    }
}
