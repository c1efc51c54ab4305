//! Writes prose skills: the page around the sentences.

use retap_model::program::{Draft, Header, Step, StepKind};

use super::{header, prose, write_notes};

/// The mark before a note.
const NOTE: &str = "> Note:";

/// Returns the whole file.
pub(super) fn write(draft: &Draft) -> String {
    let mut lines = vec!["---".to_owned()];
    lines.extend(header::write_keys(&draft.header));
    lines.extend(front_description(&draft.header));
    lines.push("---".to_owned());
    lines.extend(body_description(&draft.header));
    if !draft.header.notes.is_empty() {
        lines.push(String::new());
        lines.extend(write_notes(&draft.header.notes, 0, NOTE));
    }
    lines.extend(["", "## Steps", ""].map(str::to_owned));
    write_steps(&draft.steps, 0, &mut lines);
    lines.push(String::new());
    lines.join("\n")
}

/// Returns the description as a key, when it would not be read back from the body.
fn front_description(header: &Header) -> Option<String> {
    let description = &header.description;
    (!description.is_empty() && !is_paragraph(description))
        .then(|| header::write_description(description))
}

fn body_description(header: &Header) -> Vec<String> {
    if header.description.is_empty() || !is_paragraph(&header.description) {
        return Vec::new();
    }
    vec![String::new(), header.description.clone()]
}

/// Returns whether a text in the body is read back as one paragraph of the same text.
fn is_paragraph(text: &str) -> bool {
    let is_line = !text.chars().any(char::is_control) && text.trim() == text;
    is_line && text.starts_with(char::is_alphabetic)
}

fn write_steps(steps: &[Step], indent: usize, lines: &mut Vec<String>) {
    for (number, step) in (1..).zip(steps) {
        lines.extend(write_notes(&step.notes, indent, NOTE));
        let marker = format!("{number}. ");
        lines.push(format!(
            "{:indent$}{marker}{}",
            "",
            prose::write_sentence(&step.kind)
        ));
        // As wide as the marker, so that Markdown, too, sees the nested steps below theirs.
        write_children(&step.kind, indent + marker.len(), lines);
    }
}

fn write_children(kind: &StepKind, indent: usize, lines: &mut Vec<String>) {
    if let StepKind::Condition(condition) = kind {
        write_steps(&condition.then, indent, lines);
        if !condition.otherwise.is_empty() {
            lines.push(format!("{:indent$}Otherwise:", ""));
            write_steps(&condition.otherwise, indent, lines);
        }
    }
    if let StepKind::Repeat(repeat) = kind {
        write_steps(&repeat.steps, indent, lines);
    }
}
