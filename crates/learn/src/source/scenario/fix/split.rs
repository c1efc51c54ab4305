//! Makes two items of one that has both `do` and `then`.
//!
//! `do` comes first and keeps `wait`; `verify` goes with `then`; `strict` holds for both.

use retap_model::program::Place;

use super::edit::{Change, Lines};
use super::remedies::{indent, is_flow, last_line, scalar_bytes};
use crate::source::yaml::{Content, Node};

/// Returns the changes, where the layout allows them.
pub(super) fn split(lines: &Lines<'_>, item: &Node) -> Option<Vec<Change>> {
    let Content::Mapping(entries) = &item.content else {
        return None;
    };
    if is_flow(lines, item) {
        return split_flow(lines, item, entries);
    }
    split_block(lines, entries)
}

/// Returns whether an entry belongs to the item with `do`, and whether to the one with `then`.
fn owners(key: &Node) -> (bool, bool) {
    match key.text() {
        Some("then" | "verify") => (false, true),
        Some("strict") => (true, true),
        Some(_) | None => (true, false),
    }
}

/// An entry written by indentation: its lines, with the comments above it.
#[derive(Clone, Copy)]
struct Block<'a> {
    key: &'a Node,
    first: usize,
    last: usize,
}

fn split_block(lines: &Lines<'_>, entries: &[(Node, Node)]) -> Option<Vec<Change>> {
    let blocks = blocks(lines, entries)?;
    let column = entries.first()?.0.span.place.column;
    let (start, end) = (blocks.first()?.first, blocks.last()?.last);
    let head = lines.line(start).get(..column - 1)?;
    // The dash stands before the first key, or alone on a line above.
    let dash = match head.rfind('-') {
        Some(dash) => dash,
        None => dash_above(lines, start)?,
    };
    let with_dash = format!("{}-{}", " ".repeat(dash), " ".repeat(column - 2 - dash));
    let spaces = " ".repeat(column - 1);
    let done = blocks.iter().filter(|block| owners(block.key).0).copied();
    let then = blocks.iter().filter(|block| owners(block.key).1);
    // What stands in both items has its comments in the first.
    let then = then.map(|block| match owners(block.key).0 {
        true => Block {
            first: block.key.span.place.line,
            ..*block
        },
        false => *block,
    });
    let mut text = String::new();
    let mut prefix = head;
    for block in done {
        push_block(&mut text, lines, block, column, prefix)?;
        prefix = &spaces;
    }
    prefix = &with_dash;
    for block in then {
        push_block(&mut text, lines, block, column, prefix)?;
        prefix = &spaces;
    }
    let is_last = end == lines.count();
    let text = if is_last {
        text.trim_end_matches('\n').to_owned()
    } else {
        text
    };
    let (start, end) = (lines.start(start), lines.start(end + 1));
    Some(vec![Change { start, end, text }])
}

/// Writes the lines of an entry with `prefix` before its key.
fn push_block(
    text: &mut String,
    lines: &Lines<'_>,
    block: Block<'_>,
    column: usize,
    prefix: &str,
) -> Option<()> {
    let key_line = block.key.span.place.line;
    for number in block.first..=block.last {
        let line = lines.line(number);
        if number == key_line {
            text.push_str(prefix);
            text.push_str(line.get(column - 1..)?);
        } else {
            text.push_str(line);
        }
        text.push('\n');
    }
    Some(())
}

/// Returns the lines of each entry; `None` when two entries share a line.
fn blocks<'a>(lines: &Lines<'_>, entries: &'a [(Node, Node)]) -> Option<Vec<Block<'a>>> {
    let mut blocks: Vec<Block<'a>> = Vec::new();
    for (index, (key, value)) in entries.iter().enumerate() {
        let Place { line, column } = key.span.place;
        let above = blocks.last().map(|block| block.last + 1);
        let first = above.unwrap_or(line);
        if first > line {
            return None;
        }
        let last = match entries.get(index + 1) {
            Some((next, _)) => before_comments(lines, line, next.span.place),
            None => last_line(lines, line, column, value),
        };
        blocks.push(Block { key, first, last });
    }
    Some(blocks)
}

/// Returns the last line before the key at `next` that is neither blank nor a comment about it.
fn before_comments(lines: &Lines<'_>, line: usize, next: Place) -> usize {
    let is_between = |number: &usize| {
        let text = lines.line(*number);
        let indent = indent(text);
        // What is indented deeper can be the inside of a text.
        text.trim().is_empty() || (indent < next.column && text[indent..].starts_with('#'))
    };
    let last = (line + 1..next.line)
        .rev()
        .find(|number| !is_between(number));
    last.unwrap_or(line)
}

/// Returns the column, from 0, of a dash that is alone on the line above, comments aside.
fn dash_above(lines: &Lines<'_>, line: usize) -> Option<usize> {
    let mut above = (1..line).rev().map(|number| lines.line(number));
    let line = above.find(|line| !line.trim().is_empty() && !line.trim().starts_with('#'))?;
    let content = line.split(" #").next().unwrap_or(line);
    (content.trim() == "-").then(|| line.find('-'))?
}

/// Splits `{ do: A, then: B }` on one line.
fn split_flow(lines: &Lines<'_>, item: &Node, entries: &[(Node, Node)]) -> Option<Vec<Change>> {
    let start = lines.offset(item.span.place)?;
    let mut pieces = Vec::new();
    let mut end = start + 1;
    for (key, value) in entries {
        if key.span.place.line != item.span.place.line {
            return None;
        }
        let from = lines.offset(key.span.place)?;
        let (_, to) = scalar_bytes(lines, value)?;
        pieces.push((key, lines.slice(from, to)));
        end = to;
    }
    let first = lines.offset(entries.first()?.0.span.place)?;
    let (open, close) = (lines.slice(start + 1, first), lines.from(end));
    let brace = close.find('}')?;
    let close = close
        .get(..brace)
        .filter(|text| text.trim().trim_start_matches(',').is_empty())?;
    let close = close.trim_start_matches(',');
    let write = |is_owner: fn(&Node) -> bool| {
        let own = pieces.iter().filter(|(key, _)| is_owner(key));
        let own: Vec<&str> = own.map(|(_, text)| *text).collect();
        format!("{{{open}{}{close}}}", own.join(", "))
    };
    let (done, then) = (write(|key| owners(key).0), write(|key| owners(key).1));
    let separator = separator(lines, item.span.place)?;
    let text = format!("{done}{separator}{then}");
    let end = end + brace + 1;
    Some(vec![Change { start, end, text }])
}

/// Returns what stands between two items: a new line with a dash, or a comma inside brackets.
fn separator(lines: &Lines<'_>, place: Place) -> Option<String> {
    let head = lines.slice(lines.start(place.line), lines.offset(place)?);
    match head.trim_end().chars().last()? {
        '-' => Some(format!("\n{head}")),
        '[' | ',' => Some(", ".to_owned()),
        _ => None,
    }
}
