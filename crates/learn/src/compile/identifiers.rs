//! The identifiers that a page has in its tree: in addresses, ids and data of its elements. Texts do not count: a figure
//! that people read stands for nothing.

use std::collections::BTreeSet;

use retap_model::device::{
    PlacedId, TreeDump, is_identifier, kind_in_field, kind_of_thing, placed_in_path,
    words_with_figures,
};

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

/// Those of them that hold addresses.
const LEADING: [&str; 3] = ["href", "action", "formaction"];

/// The most identifiers that are kept of a page.
const MOST: usize = 20_000;

/// Returns the identifiers of a page, each with the kind that its place says; none of trees of other platforms.
pub(super) fn identifiers(tree: &TreeDump) -> BTreeSet<PlacedId> {
    if tree.extension != "html" {
        return BTreeSet::new();
    }
    let html = String::from_utf8_lossy(&tree.bytes);
    let mut found = BTreeSet::new();
    let mut list = None;
    for tag in html.split('<') {
        let (name, rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let attributes: Vec<(&str, &str)> = attributes(rest).collect();
        let field = attributes.iter().find(|(name, _)| *name == "name");
        let field = field.and_then(|(_, name)| kind_in_field(name));
        match name.trim_end_matches('>') {
            "select" => list.clone_from(&field),
            "/select" => list = None,
            _ => {}
        }
        for (attribute, value) in attributes {
            let held = field.clone().or_else(|| list.clone());
            found.extend(placed(attribute, value, held));
        }
        if found.len() > MOST {
            break;
        }
    }
    found
}

/// Returns the identifiers of an attribute; `held` is the kind of what the value of its field stands for.
fn placed(attribute: &str, value: &str, held: Option<String>) -> Vec<PlacedId> {
    let attribute = attribute.to_lowercase();
    let data = attribute.strip_prefix("data-");
    if !HOLDING.contains(&attribute.as_str()) && data.is_none() {
        return Vec::new();
    }
    let kind = match (attribute.as_str(), data) {
        ("value", _) => held,
        (_, Some(name)) => kind_in_field(name),
        (_, None) => None,
    };
    let path = value.split(['?', '#']).next().unwrap_or_default();
    let of_path = match LEADING.contains(&attribute.as_str()) {
        true => placed_in_path(path),
        false => Vec::new(),
    };
    let is_in_path = |id: &str| of_path.iter().any(|placed| placed.id == id);
    let others = words(value).filter(|id| !is_in_path(id));
    let others = others.map(|id| PlacedId {
        id: id.to_owned(),
        kind: kind.clone(),
    });
    others.chain(of_path.clone()).collect()
}

/// Returns the numbers of a page that name things, each with the kind of thing: `data-account="7"`, `/accounts/7`, and a field
/// `account` or an entry of a list `account` with the value `7`.
pub(super) fn things(tree: &TreeDump) -> BTreeSet<(String, String)> {
    if tree.extension != "html" {
        return BTreeSet::new();
    }
    let html = String::from_utf8_lossy(&tree.bytes);
    let mut things = BTreeSet::new();
    let mut list = String::new();
    for (tag, rest) in html.split('<').filter_map(|part| part.split_once(' ')) {
        let all: Vec<(&str, &str)> = attributes(rest).collect();
        let named = |name: &str| {
            all.iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| *value)
        };
        if tag == "select" {
            list = named("name")
                .or_else(|| named("id"))
                .unwrap_or_default()
                .to_owned();
        }
        let field = match tag {
            "option" => Some(list.as_str()),
            _ => named("name"),
        };
        let mut pairs: Vec<(&str, &str)> = field.zip(named("value")).into_iter().collect();
        for (name, value) in &all {
            pairs.extend(name.strip_prefix("data-").map(|kind| (kind, *value)));
            if matches!(*name, "href" | "action" | "formaction") {
                let path = value.split(['?', '#']).next().unwrap_or_default();
                let parts: Vec<&str> = path.split('/').collect();
                pairs.extend(parts.windows(2).map(|pair| (pair[0], pair[1])));
            }
        }
        let named = pairs
            .into_iter()
            .filter_map(|(kind, value)| Some((kind_of_thing(kind, value)?, value.to_owned())));
        things.extend(named.take(MOST - things.len().min(MOST)));
    }
    things
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
    fn numbers_name_things_where_the_page_says_the_kind() {
        let html = "<a href=\"/accounts/7?page=2\">A</a><li data-order-id=\"12\" data-version=\"3\" tabindex=\"1\">
            <select name=\"shelf\"><option value=\"4\">B</option></select> <input name=\"box\" value=\"9\" size=\"8\">";
        let tree = TreeDump {
            extension: "html",
            bytes: html.as_bytes().to_vec(),
        };
        let found = things(&tree).into_iter();
        let found: Vec<String> = found
            .map(|(kind, number)| format!("{kind} {number}"))
            .collect();
        assert_eq!(found, ["account 7", "box 9", "order 12", "shelf 4"]);
    }

    #[test]
    fn identifiers_stand_in_attributes_and_not_in_texts() {
        let html = "<ul><li id=\"item-57\" width=\"300\" data-key='x'><a href=\"/items/58?page=2\">Tea 59</a></li></ul>";
        let tree = TreeDump {
            extension: "html",
            bytes: html.as_bytes().to_vec(),
        };
        let found: Vec<String> = identifiers(&tree).into_iter().map(|it| it.id).collect();
        assert_eq!(found, ["2", "57", "58"]);
    }

    #[test]
    fn places_that_name_a_kind_say_what_an_identifier_stands_for() {
        let html = "<form action=\"/loans/4/return?x=8\"><select name=\"member_id\"><option value=\"5\">Ann</option></select><i data-id=\"6\"></i>\
            <i data-loan-id=\"7\"></i><option value=\"9\"></option></form>";
        let tree = TreeDump {
            extension: "html",
            bytes: html.as_bytes().to_vec(),
        };
        let found = identifiers(&tree).into_iter();
        let found: Vec<(String, Option<String>)> = found.map(|it| (it.id, it.kind)).collect();
        let wanted = [
            ("4", Some("loan")),
            ("5", Some("member")),
            ("6", None),
            ("7", Some("loan")),
            ("8", None),
            ("9", None),
        ];
        let wanted = wanted.map(|(id, kind)| (id.to_owned(), kind.map(str::to_owned)));
        assert_eq!(found, wanted);
    }
}
