//! Gives every comment to the step it stands above or behind, or to the header.

use retap_model::program::{Header, Step};

use crate::source::yaml::Comment;

/// Hands out the comments; those up to the line `steps_line` belong to the header.
pub(super) fn attach(
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
