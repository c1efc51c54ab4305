//! Single values: text, counts, durations, targets.

use std::time::Duration;

use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::screen::Role;

use super::fields::Fields;
use crate::source::duration::{Unit, parse_duration};
use crate::source::error::Problem;
use crate::source::fault::Fault;
use crate::source::yaml::Node;

/// The keys that name one element.
pub(super) const TARGET_KEYS: [&str; 5] = ["label", "row", "index", "id", "role"];

/// Returns the fault of a value that has the wrong shape.
pub(super) fn wrong_type(owner: &str, node: &Node) -> Fault {
    let owner = owner.to_owned();
    match node.is_null() {
        true => Fault::new(node.span, Problem::NoValue { owner }),
        false => Fault::new(
            node.span,
            Problem::WrongType {
                owner,
                found: node.kind(),
            },
        ),
    }
}

/// Returns the fault of a value that is none of those `accepted`.
pub(super) fn bad_value(owner: &str, node: &Node, accepted: &str) -> Fault {
    let Some(value) = node.text() else {
        return wrong_type(owner, node).accepted(accepted);
    };
    let (owner, value) = (owner.to_owned(), value.to_owned());
    Fault::new(node.span, Problem::BadValue { owner, value }).accepted(accepted)
}

/// Reads text; empty only when the author wrote an empty quote.
pub(super) fn read_text<'a>(owner: &str, node: &'a Node) -> Result<&'a str, Fault> {
    node.text()
        .ok_or_else(|| wrong_type(owner, node).accepted("text"))
}

/// Reads text that says something.
pub(super) fn read_words<'a>(owner: &str, node: &'a Node) -> Result<&'a str, Fault> {
    let text = read_text(owner, node)?;
    if text.trim().is_empty() {
        let problem = Problem::NoValue {
            owner: owner.to_owned(),
        };
        return Err(Fault::new(node.span, problem).accepted("text"));
    }
    Ok(text)
}

/// Reads text that says something, with its variables.
pub(super) fn read_phrase(owner: &str, node: &Node) -> Result<Phrase, Fault> {
    read_words(owner, node).map(Phrase::parse)
}

/// Reads a whole number from 1 on.
pub(super) fn read_count(owner: &str, node: &Node) -> Result<u32, Fault> {
    let count = node
        .text()
        .and_then(|text| text.parse::<u32>().ok())
        .filter(|count| *count > 0);
    count.ok_or_else(|| bad_value(owner, node, "a whole number from 1 on"))
}

/// Reads a duration; `unit` counts when none is written.
pub(super) fn read_duration(owner: &str, node: &Node, unit: Unit) -> Result<Duration, Fault> {
    let accepted = match unit {
        Unit::Seconds => "a number of seconds such as 30 or 0.5, at most a day",
        Unit::Milliseconds => "a number of milliseconds such as 1000, at most a day",
    };
    let duration = node.text().and_then(|text| parse_duration(text, unit));
    duration.ok_or_else(|| bad_value(owner, node, accepted))
}

/// Reads a direction.
pub(super) fn read_direction(owner: &str, node: &Node) -> Result<Direction, Fault> {
    let direction = node
        .text()
        .and_then(|text| Direction::from_word(text.trim()));
    direction.ok_or_else(|| {
        bad_value(
            owner,
            node,
            &Direction::ALL.map(Direction::as_str).join(", "),
        )
    })
}

/// Reads a target: a label, or a mapping that says more.
pub(super) fn read_target(owner: &str, node: &Node) -> Result<Target, Fault> {
    let fields = Fields::new(owner, node.span, Some("label"), node).map_err(|fault| {
        fault.accepted("a label, or a mapping such as { label: \"Delete\", row: \"Tokyo\" }")
    })?;
    fields.check_keys(&TARGET_KEYS)?;
    if fields.is_empty() {
        return Err(wrong_type(owner, node).accepted("a label"));
    }
    target_of(&fields)
}

/// Reads the target that the keys of a step name; a label or an id must be there.
pub(super) fn target_of(fields: &Fields<'_>) -> Result<Target, Fault> {
    let id = fields
        .get("id")
        .map(|node| read_phrase("id", node))
        .transpose()?;
    let label = match (fields.get("label"), &id) {
        (None, Some(_)) => Phrase::default(),
        (None, None) => {
            let example = format!("{}: \"label\"", fields.owner);
            read_phrase(fields.owner, fields.require("label", &example)?)?
        }
        (Some(node), _) => read_phrase(fields.owner, node)?,
    };
    Ok(Target {
        label,
        row: fields
            .get("row")
            .map(|node| read_phrase("row", node))
            .transpose()?,
        index: fields
            .get("index")
            .map(|node| read_count("index", node))
            .transpose()?,
        id,
        role: fields.get("role").map(read_role).transpose()?,
        ..Target::default()
    })
}

fn read_role(node: &Node) -> Result<Role, Fault> {
    let role = node.text().and_then(Role::from_word);
    role.ok_or_else(|| bad_value("role", node, &Role::ALL.map(Role::as_str).join(", ")))
}
