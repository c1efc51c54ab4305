//! What a reader found wrong at one place, before the file's name and text are added to it.

use retap_model::program::Place;

use super::error::Problem;

/// A stretch of one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    /// Where it starts.
    pub(crate) place: Place,
    /// How many characters it has; at least 1.
    pub(crate) width: usize,
}

impl Span {
    /// Returns the stretch of `width` characters that starts at this line and column.
    pub(crate) fn new(line: usize, column: usize, width: usize) -> Self {
        let place = Place { line, column };
        Self {
            place,
            width: width.max(1),
        }
    }
}

/// One thing wrong at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Where.
    pub(crate) span: Span,
    /// What.
    pub(crate) problem: Box<Problem>,
    /// The forms accepted there.
    pub(crate) accepted: Option<String>,
    /// The command to type.
    pub(crate) hint: Option<String>,
}

impl Fault {
    /// Returns the fault with nothing but its place and problem.
    pub(crate) fn new(span: Span, problem: Problem) -> Self {
        Self {
            span,
            problem: Box::new(problem),
            accepted: None,
            hint: None,
        }
    }

    /// Adds what would be accepted.
    pub(crate) fn accepted(mut self, accepted: impl Into<String>) -> Self {
        self.accepted = Some(accepted.into());
        self
    }

    /// Adds what to type.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the name nearest to `word` as a hint, if one is near.
    pub(crate) fn suggest(self, word: &str, names: &[&str]) -> Self {
        match nearest(word, names) {
            Some(name) => self.hint(format!("did you mean `{name}`?")),
            None => self,
        }
    }
}

/// How many letters may differ for a name to be suggested.
const NEAR: usize = 2;

/// Words longer than this are never a slip of the finger.
const LONGEST_WORD: usize = 40;

/// Returns the name that `word` is a slip of the finger away from.
pub(crate) fn nearest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    let word = word.to_lowercase().replace(['-', ' '], "_");
    if word.len() > LONGEST_WORD {
        return None;
    }
    let distances = names.iter().map(|name| (distance(&word, name), *name));
    let (distance, name) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= NEAR && distance < name.chars().count()).then_some(name)
}

/// Returns how many letters must be added, removed, changed or swapped with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut rows = vec![(0..=right.len()).collect::<Vec<usize>>()];
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let mut cost = rows[i][j] + usize::from(a != b);
            cost = cost.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b {
                cost = cost.min(rows[i - 1][j - 1] + 1);
            }
            row.push(cost);
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        let names = ["tap", "type", "wait_for", "home"];
        assert_eq!(nearest("tpa", &names), Some("tap"));
        assert_eq!(nearest("waitfor", &names), Some("wait_for"));
        assert_eq!(nearest("wait-for", &names), Some("wait_for"));
        assert_eq!(nearest("frobnicate", &names), None);
    }
}
