//! Single values: text, counts, durations.

use std::time::Duration;

use retap_model::phrase::Phrase;
use retap_model::program::{Field, Unit};

use crate::source::duration::parse_duration;
use crate::source::fault::Fault;
use crate::source::yaml::Node;

/// Returns the fault of a value that has the wrong shape.
pub(super) fn wrong_type(owner: &str, node: &Node) -> Fault {
    match node.is_null() {
        true => Fault::no_value(node.span, owner),
        false => Fault::new(node.span, format!("`{owner}` cannot be {}", node.kind())),
    }
}

/// Returns the fault of a value that is none of those `accepted`.
pub(super) fn bad_value(owner: &str, node: &Node, accepted: &str) -> Fault {
    let Some(value) = node.text() else {
        return wrong_type(owner, node).accepted(accepted);
    };
    Fault::new(node.span, format!("`{owner}` cannot be `{value}`")).accepted(accepted)
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
        return Err(Fault::no_value(node.span, owner).accepted("text"));
    }
    Ok(text)
}

/// Reads text that says something, with its variables.
pub(super) fn read_phrase(owner: &str, node: &Node) -> Result<Phrase, Fault> {
    read_words(owner, node).map(Phrase::parse)
}

/// Reads text with its variables; empty only when the author wrote an empty quote.
pub(super) fn read_any_phrase(owner: &str, node: &Node) -> Result<Phrase, Fault> {
    read_text(owner, node).map(Phrase::parse)
}

/// Reads a whole number from 1 on.
pub(super) fn read_count(owner: &str, node: &Node) -> Result<u32, Fault> {
    let count = node
        .text()
        .and_then(|text| text.parse::<u32>().ok())
        .filter(|count| *count > 0);
    count.ok_or_else(|| bad_value(owner, node, "a whole number from 1 on"))
}

/// Returns what reads the duration of a field; the field's unit counts when none is written.
pub(super) fn read_duration(field: &Field) -> impl Fn(&str, &Node) -> Result<Duration, Fault> {
    let unit = field.unit;
    let accepted = match unit {
        Unit::Seconds => "a number of seconds such as 30 or 0.5, at most a day",
        Unit::Milliseconds => "a number of milliseconds such as 1000, at most a day",
    };
    move |owner, node| {
        let duration = node.text().and_then(|text| parse_duration(text, unit));
        duration.ok_or_else(|| bad_value(owner, node, accepted))
    }
}
