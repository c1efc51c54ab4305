//! Other labels in a source: the author's text stays as it is but for the label, and what is read back must be the same
//! steps with that label.

use std::path::Path;

use retap_model::program::{Draft, Step};
use thiserror::Error;

use super::proposal::{Relabelling, relabelled};
use crate::source::{quote, read_skill};

/// A label that could not be changed in its source.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: write \"{to}\" for \"{from}\" there by hand; it cannot be told how")]
pub struct NotRelabelled {
    /// The line of the step.
    pub line: usize,
    /// The label.
    pub from: String,
    /// The name the element has now.
    pub to: String,
}

/// Returns the source with these labels in it, and the draft that it is read into.
pub fn relabel_source(
    path: &Path,
    source: &[u8],
    labels: &[Relabelling],
) -> Result<(Vec<u8>, Draft), NotRelabelled> {
    let mut bytes = source.to_vec();
    let mut last = None;
    for label in labels {
        let read = read_skill(path, &bytes).ok();
        let changed = read.as_ref().and_then(|read| {
            let text = std::str::from_utf8(&bytes).ok()?;
            relabel(path, text, read, label)
        });
        let Some((text, draft)) = changed else {
            let line = read.map_or(0, |read| line_of(&read, label));
            return Err(NotRelabelled {
                line,
                from: label.from.clone(),
                to: label.to.clone(),
            });
        };
        bytes = text.into_bytes();
        last = Some(draft);
    }
    match last {
        Some(draft) => Ok((bytes, draft)),
        None => read_skill(path, source)
            .map(|draft| (bytes, draft))
            .map_err(|_| NotRelabelled {
                line: 0,
                from: String::new(),
                to: String::new(),
            }),
    }
}

fn line_of(draft: &Draft, label: &Relabelling) -> usize {
    let steps = draft.flat();
    steps.get(label.step.0).map_or(0, |(_, it)| it.place.line)
}

/// How many places of a label are tried, each by reading the whole source: a short one may stand in a line thousands of times.
const MOST_PLACES: usize = 200;

/// Tries the places of the label in the lines of its step, and every way to write the new one there.
fn relabel(path: &Path, text: &str, read: &Draft, label: &Relabelling) -> Option<(String, Draft)> {
    let wanted = relabelled(read, std::slice::from_ref(label));
    let (start, end) = lines_of(text, read, label)?;
    let (old, new) = (&label.from, &label.to);
    let ways = [
        (quote(old), quote(new)),
        (format!("'{old}'"), quote(new)),
        (old.clone(), new.clone()),
        (old.clone(), quote(new)),
    ];
    ways.iter().find_map(|(old, new)| {
        let places = text[start..end]
            .match_indices(old.as_str())
            .take(MOST_PLACES);
        places.map(|(at, _)| start + at).find_map(|at| {
            let edited = format!("{}{new}{}", &text[..at], &text[at + old.len()..]);
            let draft = read_skill(path, edited.as_bytes()).ok()?;
            is_same(&draft, &wanted).then_some((edited, draft))
        })
    })
}

/// Returns where the lines of a step begin and end.
fn lines_of(text: &str, read: &Draft, label: &Relabelling) -> Option<(usize, usize)> {
    let steps = read.flat();
    let (_, step) = steps.get(label.step.0)?;
    let next = steps.get(label.step.0 + 1).map(|(_, it)| it.place.line);
    let mut starts = vec![0];
    starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
    let start = *starts.get(step.place.line.checked_sub(1)?)?;
    let end = next.and_then(|line| starts.get(line.checked_sub(1)?).copied());
    // Two steps may share a line.
    let end = end.filter(|end| *end > start).unwrap_or(text.len());
    Some((start, end))
}

/// Returns whether two drafts say the same; where it is written does not matter.
fn is_same(one: &Draft, other: &Draft) -> bool {
    let (left, right) = (one.flat(), other.flat());
    let mut pairs = left.iter().zip(&right);
    one.header == other.header
        && left.len() == right.len()
        && pairs.all(|((depth, one), (other_depth, other))| {
            depth == other_depth && one.notes == other.notes && is_same_kind(one, other)
        })
}

/// Returns whether two steps say the same. The steps that a block holds have places, and are compared by themselves.
fn is_same_kind(one: &Step, other: &Step) -> bool {
    match one.kind.branches().is_empty() {
        true => one.kind == other.kind,
        false => one.kind.title() == other.kind.title(),
    }
}

#[cfg(test)]
mod tests {
    use retap_model::program::StepId;

    use super::*;

    fn edited(path: &str, source: &str, step: usize, from: &str, to: &str) -> Option<String> {
        let label = Relabelling {
            step: StepId(step),
            from: from.to_owned(),
            to: to.to_owned(),
        };
        let edited = relabel_source(Path::new(path), source.as_bytes(), &[label]);
        Some(String::from_utf8(edited.ok()?.0).unwrap())
    }

    #[test]
    fn only_the_label_of_the_step_is_written_otherwise() {
        let yaml = "name: A\nsteps:\n  # tap Save\n  - tap: Save # Save\n  - tap: 'Save'\n";
        assert_eq!(
            edited("a.yaml", yaml, 0, "Save", "Save: all").unwrap(),
            "name: A\nsteps:\n  # tap Save\n  - tap: \"Save: all\" # Save\n  - tap: 'Save'\n"
        );
        assert_eq!(
            edited("a.yaml", yaml, 1, "Save", "Store").unwrap(),
            "name: A\nsteps:\n  # tap Save\n  - tap: Save # Save\n  - tap: \"Store\"\n"
        );
    }

    #[test]
    fn prose_keeps_its_words() {
        let prose =
            "---\nname: A\n---\n\n## Steps\n\n1. Tap \"Save\" in the row \"Save\"\n2. Tap “Save”\n";
        let first = edited("a.md", prose, 0, "Save", "Store").unwrap();
        let line = "1. Tap \"Store\" in the row \"Save\"";
        assert_eq!(
            first,
            prose.replace("1. Tap \"Save\" in the row \"Save\"", line)
        );
        let second = edited("a.md", prose, 1, "Save", "Store").unwrap();
        assert_eq!(second, prose.replace("“Save”", "“Store”"));
    }

    #[test]
    fn a_label_that_is_not_where_it_should_be_is_left_to_its_author() {
        let yaml = "name: A\nsteps:\n  - tap: Save\n";
        assert_eq!(edited("a.yaml", yaml, 0, "Store", "Keep"), None);
        let folded = "name: A\nsteps:\n  - tap: >-\n      Sa\n      ve\n";
        assert_eq!(edited("a.yaml", folded, 0, "Sa ve", "Keep"), None);
    }
}
