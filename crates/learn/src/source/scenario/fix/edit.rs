//! Edits of a text at places given by line and column, with its line ends kept.

use retap_model::program::Place;

use super::super::rule::Rule;

/// One thing that was mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// The rule that is kept now.
    pub rule: Rule,
    /// Where it was broken, in the text as it was when this was mended.
    pub place: Place,
    /// The act that was done.
    pub what: String,
}

/// Stretches of text to be replaced, and why.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    pub(super) mended: Mended,
    /// The stretches, in source order.
    pub(super) changes: Vec<Change>,
}

/// A stretch of text and what comes in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    /// The byte it starts at.
    pub(super) start: usize,
    /// The byte behind its end.
    pub(super) end: usize,
    /// The text that replaces it; `\n` stands for the line end of the file.
    pub(super) text: String,
}

impl Change {
    /// Returns the change that puts `text` before the byte at `at`.
    pub(super) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self {
            start: at,
            end: at,
            text: text.into(),
        }
    }
}

/// Returns the edits that do not touch what an earlier one changes.
pub(super) fn disjoint(edits: &[Edit]) -> Vec<&Edit> {
    let mut sorted: Vec<&Edit> = edits
        .iter()
        .filter(|edit| !edit.changes.is_empty())
        .collect();
    sorted.sort_by_key(|edit| edit.changes[0].start);
    // Sorted by start, so that only the last one taken matters.
    let mut taken: Option<(usize, usize)> = None;
    sorted.retain(|edit| {
        let start = edit.changes[0].start;
        let is_free = taken.is_none_or(|(first, end)| start >= end && start != first);
        if is_free {
            let ends = edit.changes.iter().map(|change| change.end);
            taken = Some((start, ends.max().unwrap_or(start)));
        }
        is_free
    });
    sorted
}

/// A text by lines, as it is on the disk.
pub(super) struct Lines<'a> {
    text: &'a str,
    /// The bytes at which each line starts and its content ends.
    lines: Vec<(usize, usize)>,
    /// The byte at which each character starts, and the end: a line can be the whole file.
    characters: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Splits the text at every line end that YAML knows; a byte order mark is no content.
    pub(super) fn new(text: &'a str) -> Self {
        let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let mut lines = Vec::new();
        while let Some(offset) = text[start..].find(['\n', '\r']) {
            let end = start + offset;
            lines.push((start, end));
            let is_pair = text[end..].starts_with("\r\n");
            start = end + if is_pair { 2 } else { 1 };
        }
        lines.push((start, text.len()));
        let characters = text.char_indices().map(|(offset, _)| offset);
        let characters = characters.chain([text.len()]).collect();
        Self {
            text,
            lines,
            characters,
        }
    }

    /// Returns the text that the reader sees: no byte order mark, `\n` at every line end.
    pub(super) fn clean(&self) -> String {
        let lines = (1..=self.count()).map(|number| self.line(number));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns how many lines there are.
    pub(super) fn count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the content of a line, from 1; beyond the last, nothing.
    pub(super) fn line(&self, number: usize) -> &'a str {
        match self.lines.get(number.wrapping_sub(1)) {
            Some((start, end)) => &self.text[*start..*end],
            None => "",
        }
    }

    /// Returns the byte at a place.
    pub(super) fn offset(&self, place: Place) -> Option<usize> {
        let (start, end) = *self.lines.get(place.line.checked_sub(1)?)?;
        let first = self.characters.binary_search(&start).ok()?;
        let offset = *self.characters.get(first + place.column.checked_sub(1)?)?;
        (offset <= end).then_some(offset)
    }

    /// Returns the byte at which a line starts; for the line behind the last, the end.
    pub(super) fn start(&self, number: usize) -> usize {
        let line = self.lines.get(number.wrapping_sub(1));
        line.map_or(self.text.len(), |(start, _)| *start)
    }

    /// Returns the text between two bytes.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or("")
    }

    /// Returns everything from a byte on.
    pub(super) fn from(&self, start: usize) -> &'a str {
        self.text.get(start..).unwrap_or("")
    }

    /// Returns everything before a byte.
    pub(super) fn before(&self, end: usize) -> &'a str {
        self.text.get(..end).unwrap_or("")
    }

    /// Returns the text with the edits made; they must not overlap.
    pub(super) fn apply(&self, edits: &[&Edit]) -> String {
        let mut changes: Vec<&Change> = edits.iter().flat_map(|edit| &edit.changes).collect();
        changes.sort_by_key(|change| change.start);
        let line_end = self.line_end();
        let mut mended = String::with_capacity(self.text.len());
        let mut at = 0;
        for change in changes {
            mended.push_str(&self.text[at..change.start]);
            mended.push_str(&change.text.replace('\n', line_end));
            at = change.end;
        }
        mended.push_str(&self.text[at..]);
        mended
    }

    /// Returns the line end that the file starts with.
    fn line_end(&self) -> &'static str {
        match self.lines.first().map(|(_, end)| &self.text[*end..]) {
            Some(rest) if rest.starts_with("\r\n") => "\r\n",
            Some(rest) if rest.starts_with('\r') => "\r",
            Some(_) | None => "\n",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(changes: &[(usize, usize, &str)]) -> Edit {
        let changes = changes.iter().map(|(start, end, text)| Change {
            start: *start,
            end: *end,
            text: (*text).to_owned(),
        });
        let mended = Mended {
            rule: Rule::WaitType,
            place: Place { line: 1, column: 1 },
            what: String::new(),
        };
        let changes = changes.collect();
        Edit { mended, changes }
    }

    #[test]
    fn line_ends_and_the_byte_order_mark_stay() {
        let text = "\u{feff}a: 日本\r\nb: c\r\n";
        let lines = Lines::new(text);
        assert_eq!(lines.clean(), "a: 日本\nb: c\n");
        let at = lines.offset(Place { line: 1, column: 6 }).unwrap();
        let edit = edit(&[(at, at, "!\nx")]);
        assert_eq!(lines.apply(&[&edit]), "\u{feff}a: 日本!\r\nx\r\nb: c\r\n");
    }

    #[test]
    fn edits_that_overlap_wait_for_the_next_round() {
        let edits = [
            edit(&[(3, 4, "")]),
            edit(&[(0, 2, ""), (5, 9, "")]),
            edit(&[(9, 9, "x")]),
        ];
        let chosen: Vec<usize> = disjoint(&edits)
            .iter()
            .map(|edit| edit.changes[0].start)
            .collect();
        assert_eq!(chosen, [0, 9]);
    }
}
