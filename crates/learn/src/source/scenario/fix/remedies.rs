//! Turns what can be done about a finding into edits of the text.

use retap_model::program::Place;

use super::super::read::Found;
use super::edit::{Change, Edit, Lines, Mended};
use super::split;
use crate::source::yaml::{self, Content, Node};

/// A remedy for a finding without a person.
#[derive(Debug, Clone)]
pub(in super::super) enum Remedy<'a> {
    /// Give the section this id.
    AddId { section: &'a Node, id: String },
    /// Write this id behind the key that has none.
    SetId {
        key: &'a Node,
        value: &'a Node,
        id: String,
    },
    /// Write this behind the text.
    Suffix { value: &'a Node, suffix: String },
    /// Write this in the place of the value.
    Replace { value: &'a Node, text: String },
    /// Make two items of it.
    Split { item: &'a Node },
    /// Take the entry of the mapping out of use.
    Retire { mapping: &'a Node, index: usize },
}

/// Returns the edit that mends the finding, where the layout allows one.
pub(super) fn edit(lines: &Lines<'_>, found: &Found<'_>) -> Option<Edit> {
    let (what, changes) = match found.remedy.as_ref()? {
        Remedy::AddId { section, id } => {
            let change = add_id(lines, section, id)?;
            (format!("gave the section the id `{id}`"), vec![change])
        }
        Remedy::SetId { key, value, id } => {
            let change = set_id(lines, key, value, id)?;
            (format!("gave the section the id `{id}`"), vec![change])
        }
        Remedy::Suffix { value, suffix } => {
            let what = format!("made the id `{}{suffix}`", value.text()?);
            (what, vec![add_suffix(lines, value, suffix)?])
        }
        Remedy::Replace { value, text } => replace(lines, value, text)?,
        Remedy::Split { item } => {
            let what = "made two items of `do` and `then`".to_owned();
            (what, split::split(lines, item)?)
        }
        Remedy::Retire { mapping, index } => retire(lines, mapping, *index)?,
    };
    let mended = Mended {
        rule: found.fault.rule?,
        place: found.fault.span.place,
        what,
    };
    Some(Edit { mended, changes })
}

/// Returns whether a mapping is written in braces, not by indentation.
pub(super) fn is_flow(lines: &Lines<'_>, mapping: &Node) -> bool {
    let at = lines.offset(mapping.span.place);
    at.is_some_and(|at| lines.from(at).starts_with('{'))
}

/// Returns the bytes that a scalar on one line takes, checked against what was read from it.
pub(super) fn scalar_bytes(lines: &Lines<'_>, node: &Node) -> Option<(usize, usize)> {
    let Content::Scalar { text, quoted } = &node.content else {
        return None;
    };
    let start = lines.offset(node.span.place)?;
    let rest = lines.from(start);
    let length = match quoted {
        true => quoted_length(rest)?,
        false => (!text.is_empty() && rest.starts_with(text.as_str())).then_some(text.len())?,
    };
    Some((start, start + length))
}

/// Returns the length of the quoted text that `rest` starts with, quotes included, if it is on one line.
fn quoted_length(rest: &str) -> Option<usize> {
    let mark = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let length = 1 + yaml::quoted_length(&rest[1..], mark)?;
    (!rest[..length].contains(['\n', '\r'])).then_some(length)
}

fn add_id(lines: &Lines<'_>, section: &Node, id: &str) -> Option<Change> {
    let Content::Mapping(entries) = &section.content else {
        return None;
    };
    let place = entries.first()?.0.span.place;
    let at = lines.offset(place)?;
    if is_flow(lines, section) {
        return Some(Change::insert(at, format!("id: {id}, ")));
    }
    let indent = " ".repeat(place.column - 1);
    Some(Change::insert(at, format!("id: {id}\n{indent}")))
}

fn set_id(lines: &Lines<'_>, key: &Node, value: &Node, id: &str) -> Option<Change> {
    if let Some((start, end)) = scalar_bytes(lines, value) {
        let text = id.to_owned();
        return Some(Change { start, end, text });
    }
    let (_, end) = scalar_bytes(lines, key)?;
    lines
        .from(end)
        .starts_with(':')
        .then(|| Change::insert(end + 1, format!(" {id}")))
}

fn add_suffix(lines: &Lines<'_>, value: &Node, suffix: &str) -> Option<Change> {
    let (_, end) = scalar_bytes(lines, value)?;
    let is_quoted = matches!(value.content, Content::Scalar { quoted: true, .. });
    Some(Change::insert(end - usize::from(is_quoted), suffix))
}

fn replace(lines: &Lines<'_>, value: &Node, text: &str) -> Option<(String, Vec<Change>)> {
    let (start, end) = scalar_bytes(lines, value)?;
    let what = format!("wrote `{text}` for `{}`", lines.slice(start, end));
    let text = text.to_owned();
    Some((what, vec![Change { start, end, text }]))
}

/// Makes a comment of an entry; in braces, where no comment can be, takes it out.
fn retire(lines: &Lines<'_>, mapping: &Node, index: usize) -> Option<(String, Vec<Change>)> {
    let Content::Mapping(entries) = &mapping.content else {
        return None;
    };
    let (key, value) = entries.get(index)?;
    let name = key.text()?;
    if is_flow(lines, mapping) {
        let change = take_out(lines, entries, index)?;
        return Some((format!("removed `{name}`"), vec![change]));
    }
    let Place { line, column } = key.span.place;
    let last = last_line(lines, line, column, value);
    let mut changes = Vec::new();
    for number in line..=last {
        let is_deep = indent(lines.line(number)) + 1 >= column;
        if is_deep && !lines.line(number).trim().is_empty() {
            let at = lines.offset(Place {
                line: number,
                column,
            })?;
            changes.push(Change::insert(at, "# "));
        }
    }
    Some((format!("made a comment of `{name}`"), changes))
}

/// Returns the last line of the entry whose key stands at this line and column.
pub(super) fn last_line(lines: &Lines<'_>, line: usize, column: usize, value: &Node) -> usize {
    let is_list = matches!(value.content, Content::Sequence(_));
    let mut last = line;
    for number in line + 1..=lines.count() {
        let text = lines.line(number);
        let indent = indent(text);
        let is_item = is_list && indent + 1 == column && text[indent..].starts_with('-');
        if text.trim().is_empty() || (indent < column && text[indent..].starts_with('#')) {
            continue;
        }
        if indent < column && !is_item {
            break;
        }
        last = number;
    }
    last
}

/// Returns how many spaces a line begins with.
pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Returns the change that removes an entry and one comma from a mapping in braces.
fn take_out(lines: &Lines<'_>, entries: &[(Node, Node)], index: usize) -> Option<Change> {
    let (key, value) = entries.get(index)?;
    let start = lines.offset(key.span.place)?;
    if let Some((next, _)) = entries.get(index + 1) {
        let end = lines.offset(next.span.place)?;
        let text = String::new();
        return Some(Change { start, end, text });
    }
    let (_, end) = scalar_bytes(lines, value)?;
    let before = lines.before(start).trim_end();
    let start = if before.ends_with(',') {
        before.len() - 1
    } else {
        start
    };
    let text = String::new();
    Some(Change { start, end, text })
}
