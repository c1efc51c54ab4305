//! Prints steps as one line each: for people, for comparing trees, and for reports.

use std::fmt::Write as _;

use super::step::Step;

/// Returns the steps as text, one line each, nested ones indented by two spaces.
///
/// Two sources with equal outlines do the same: place and comments are left out, everything
/// that changes what happens is in. Secrets are masked.
pub fn outline(steps: &[Step]) -> String {
    let mut text = String::new();
    write_steps(steps, 0, &mut text);
    text
}

fn write_steps(steps: &[Step], depth: usize, text: &mut String) {
    let indent = depth * 2;
    for step in steps {
        let _ = writeln!(text, "{:indent$}{}", "", step.kind.title());
        for (number, branch) in step.kind.branches().into_iter().enumerate() {
            if number > 0 && !branch.is_empty() {
                let _ = writeln!(text, "{:indent$}otherwise", "");
            }
            write_steps(branch, depth + 1, text);
        }
    }
}
