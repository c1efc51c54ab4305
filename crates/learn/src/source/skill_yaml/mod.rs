//! Skill YAML: a header and a list of steps, read into a [`Draft`].
//!
//! Not here: a list of verbs or of their fields; the kinds describe those in `model/program/step`.

mod field_reader;
mod fields;
mod header;
mod notes;
mod step;
mod value;

pub(super) use header::read_header;
pub(super) use step::{StepReader, unknown_verb};

use retap_model::program::Draft;

use super::fault::{Fault, Span};
use super::text::SourceText;
use super::yaml::{self, Content, Node};

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
    notes::attach(document.comments, steps_line, &mut header, &mut steps);
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
fn read_all_steps(
    reader: &mut StepReader,
    entries: &[(Node, Node)],
) -> (usize, Vec<retap_model::program::Step>) {
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
