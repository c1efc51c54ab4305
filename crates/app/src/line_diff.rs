//! Two texts compared line by line, told as a unified diff.

/// How many lines that are the same are shown around those that are not.
const CONTEXT: usize = 2;

/// The most lines of which each text may differ for the shortest diff to be looked for; beyond, all of them count as changed.
const MOST: usize = 2_000;

/// One line of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line<'a> {
    Same(&'a str),
    Old(&'a str),
    New(&'a str),
}

/// Returns how a file changes, as a unified diff; empty where it does not.
pub(crate) fn unified_diff(path: &str, old: &str, new: &str) -> String {
    let lines = compare(
        &old.lines().collect::<Vec<_>>(),
        &new.lines().collect::<Vec<_>>(),
    );
    let is_changed = |line: &Line<'_>| !matches!(line, Line::Same(_));
    let changed: Vec<usize> = (0..lines.len())
        .filter(|at| is_changed(&lines[*at]))
        .collect();
    if changed.is_empty() {
        return String::new();
    }
    let mut text = format!("--- {path}\n+++ {path}\n");
    for (start, end) in hunks(&changed, lines.len()) {
        let before = &lines[..start];
        let old_line = 1 + before
            .iter()
            .filter(|it| !matches!(it, Line::New(_)))
            .count();
        let new_line = 1 + before
            .iter()
            .filter(|it| !matches!(it, Line::Old(_)))
            .count();
        text.push_str(&format!("@@ -{old_line} +{new_line} @@\n"));
        for line in &lines[start..end] {
            text.push_str(&match line {
                Line::Same(line) => format!(" {line}\n"),
                Line::Old(line) => format!("-{line}\n"),
                Line::New(line) => format!("+{line}\n"),
            });
        }
    }
    text
}

/// Returns the runs of lines to show: those that changed with what is around them.
fn hunks(changed: &[usize], all: usize) -> Vec<(usize, usize)> {
    let mut hunks: Vec<(usize, usize)> = Vec::new();
    for at in changed {
        let (start, end) = (at.saturating_sub(CONTEXT), (at + 1 + CONTEXT).min(all));
        match hunks.last_mut() {
            Some(last) if start <= last.1 => last.1 = end,
            Some(_) | None => hunks.push((start, end)),
        }
    }
    hunks
}

fn compare<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    let shorter = old.len().min(new.len());
    let head = (0..shorter).take_while(|at| old[*at] == new[*at]).count();
    let tail = (0..shorter - head)
        .take_while(|at| old[old.len() - 1 - at] == new[new.len() - 1 - at])
        .count();
    let (old_middle, new_middle) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let mut lines: Vec<Line<'a>> = old[..head].iter().map(|line| Line::Same(line)).collect();
    match old_middle.len() > MOST || new_middle.len() > MOST {
        true => {
            lines.extend(old_middle.iter().map(|line| Line::Old(line)));
            lines.extend(new_middle.iter().map(|line| Line::New(line)));
        }
        false => lines.extend(compare_middle(old_middle, new_middle)),
    }
    lines.extend(old[old.len() - tail..].iter().map(|line| Line::Same(line)));
    lines
}

/// Finds the longest common sequence of lines by the table of its lengths.
fn compare_middle<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    let mut lengths = vec![vec![0_u32; new.len() + 1]; old.len() + 1];
    for left in (0..old.len()).rev() {
        for right in (0..new.len()).rev() {
            lengths[left][right] = match old[left] == new[right] {
                true => lengths[left + 1][right + 1] + 1,
                false => lengths[left + 1][right].max(lengths[left][right + 1]),
            };
        }
    }
    let (mut left, mut right, mut lines) = (0, 0, Vec::new());
    while left < old.len() || right < new.len() {
        let (now, next) = (old.get(left), new.get(right));
        match (now, next) {
            (Some(now), Some(next)) if now == next => {
                lines.push(Line::Same(now));
                (left, right) = (left + 1, right + 1);
            }
            (Some(now), None) => {
                lines.push(Line::Old(now));
                left += 1;
            }
            (Some(now), Some(_)) if lengths[left + 1][right] >= lengths[left][right + 1] => {
                lines.push(Line::Old(now));
                left += 1;
            }
            (_, Some(next)) => {
                lines.push(Line::New(next));
                right += 1;
            }
            (None, None) => {}
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_are_told_with_what_is_around_them() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\ni\n";
        let new = "a\nb\nC\nd\ne\nf\ng\nh\nh2\ni\n";
        let expected =
            "--- x\n+++ x\n@@ -1 +1 @@\n a\n b\n-c\n+C\n d\n e\n@@ -7 +7 @@\n g\n h\n+h2\n i\n";
        assert_eq!(unified_diff("x", old, new), expected);
        assert_eq!(unified_diff("x", old, old), "");
    }

    #[test]
    fn very_long_texts_are_compared_without_a_table() {
        let old: String = (0..5_000).map(|n| format!("{n}\n")).collect();
        let new: String = (0..5_000).map(|n| format!("{}\n", n + 1_000_000)).collect();
        let diff = unified_diff("x", &old, &new);
        assert_eq!(diff.lines().count(), 3 + 10_000);
    }
}
