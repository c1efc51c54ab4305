//! Skill YAML: a header and a list of steps, read into a [`Draft`].
//!
//! Not here: a list of verbs or of their fields; the kinds describe those in `model/program/step`.

mod field_reader;
mod fields;
mod header;
mod step;

pub(super) use header::{read_header, read_obstacles, read_policy};
pub(super) use step::{StepReader, unknown_verb};

use retap_model::program::{Draft, Header, Step};

use super::fault::{Fault, Span};
use super::text::SourceText;
use super::yaml::{self, Comment, Content, Node};

/// Reads a whole file.
pub(super) fn read(source: &SourceText) -> Result<Draft, Vec<Fault>> {
    let document = yaml::parse(source.as_str()).map_err(|fault| vec![fault])?;
    let entries = entries_of(&document.root).map_err(|fault| vec![fault])?;
    let mut reader = StepReader::default();
    let mut header = read_header(entries, &mut reader.faults);
    if header.name.is_empty() {
        header.name = source.stem();
    }
    let (steps_line, mut steps) = read_all_steps(&mut reader, entries);
    if !reader.faults.is_empty() {
        return Err(reader.faults);
    }
    attach_notes(document.comments, steps_line, &mut header, &mut steps);
    Ok(Draft::new(header, steps))
}

fn entries_of(root: &Node) -> Result<&[(Node, Node)], Fault> {
    match &root.content {
        Content::Mapping(entries) => Ok(entries),
        Content::Scalar { .. } | Content::Sequence(_) => {
            let fault = Fault::no_steps(root.span);
            Err(fault.accepted("name: …, app: …, and steps: with a list of steps below it"))
        }
    }
}

/// Reads the list under `steps:` and returns it with the line of that key.
fn read_all_steps(reader: &mut StepReader, entries: &[(Node, Node)]) -> (usize, Vec<Step>) {
    let found = entries.iter().find(|(key, _)| key.text() == Some("steps"));
    let Some((key, value)) = found else {
        reader.faults.push(no_steps(Span::new(1, 1, 1)));
        return (0, Vec::new());
    };
    let is_empty =
        value.is_null() || matches!(&value.content, Content::Sequence(items) if items.is_empty());
    if is_empty {
        reader.faults.push(no_steps(key.span));
        return (0, Vec::new());
    }
    let steps = reader.read_steps("steps", value).unwrap_or_else(|fault| {
        reader.faults.push(fault);
        Vec::new()
    });
    (key.span.place.line, steps)
}

fn no_steps(span: Span) -> Fault {
    Fault::no_steps(span)
        .accepted("steps: with a list of steps below it, such as - tap: \"General\"")
}

/// Hands out the comments; those up to the line `steps_line` belong to the header.
fn attach_notes(
    comments: Vec<Comment>,
    steps_line: usize,
    header: &mut Header,
    steps: &mut [Step],
) {
    if comments.is_empty() {
        return;
    }
    let mut slots = Vec::new();
    collect_slots(steps, &mut slots);
    slots.sort_by_key(|slot| slot.line);
    for comment in comments {
        if comment.line <= steps_line || slots.is_empty() {
            header.notes.push(comment.text);
            continue;
        }
        let index = slot_for(&comment, &slots);
        slots[index].notes.push(comment.text);
    }
}

/// A step's line and where its notes go.
struct Slot<'a> {
    line: usize,
    notes: &'a mut Vec<String>,
}

fn collect_slots<'a>(steps: &'a mut [Step], slots: &mut Vec<Slot<'a>>) {
    for step in steps {
        slots.push(Slot {
            line: step.place.line,
            notes: &mut step.notes,
        });
        for branch in step.kind.branches_mut() {
            collect_slots(branch, slots);
        }
    }
}

/// Returns the step a comment belongs to: the one begun last if it stands behind something, the
/// next one if it stands alone, the last one if there is none after it.
fn slot_for(comment: &Comment, slots: &[Slot<'_>]) -> usize {
    let before = slots.partition_point(|slot| slot.line < comment.line);
    let up_to = slots.partition_point(|slot| slot.line <= comment.line);
    let index = if comment.is_trailing {
        up_to.saturating_sub(1)
    } else {
        before
    };
    index.min(slots.len() - 1)
}
