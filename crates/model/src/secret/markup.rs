//! Which pieces of a kept tree a person sees side by side, although markup stands between them.

use std::ops::Range;

use super::letters::Letter;

/// The attributes in which dumps have what is seen; others, such as numbers and places, are no text.
const SHOWN: [&str; 8] = [
    "text",
    "content-desc",
    "hint",
    "value",
    "label",
    "title",
    "alt",
    "aria-label",
];

/// Returns, for all that stands between tags and for each attribute that shows something, where its pieces are.
pub(super) fn rows(file: &str) -> Vec<Vec<Range<usize>>> {
    let mut rows = vec![Vec::new(); SHOWN.len() + 1];
    let mut at = 0;
    while let Some(open) = file[at..].find('<').map(|found| at + found) {
        if at < open {
            rows[0].push(at..open);
        }
        at = read_tag(file, open, &mut rows);
    }
    rows[0].push(at..file.len());
    rows
}

/// Notes what the attributes of a tag show, and returns where the tag ends.
fn read_tag(file: &str, open: usize, rows: &mut [Vec<Range<usize>>]) -> usize {
    let bytes = file.as_bytes();
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'>' => return at + 1,
            quote @ (b'"' | b'\'') => {
                let start = at + 1;
                let end = file[start..].find(char::from(quote));
                let end = end.map_or(file.len(), |end| start + end);
                let name = name_before(&file[open..at]);
                if let Some(row) = SHOWN.iter().position(|shown| *shown == name) {
                    rows[row + 1].push(start..end);
                }
                at = end + 1;
            }
            _ => at += 1,
        }
    }
    file.len()
}

/// Returns the name of the attribute whose value comes next.
fn name_before(tag: &str) -> &str {
    let name = tag.trim_end().trim_end_matches('=').trim_end();
    let start = name.rfind(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<'));
    start.map_or(name, |start| &name[start + 1..])
}

/// Returns the letters with a seam in place of each tag; nothing where there is none.
pub(super) fn without_tags(letters: &[Letter]) -> Option<Vec<Letter>> {
    letters.iter().find(|it| it.letter == '<')?;
    let mut bare = Vec::with_capacity(letters.len());
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let length = tag_length(&letters[at..]);
        bare.push(match length {
            Some(_) => Letter::seam(letter.start),
            None => *letter,
        });
        at += length.unwrap_or(1);
    }
    (bare.len() < letters.len()).then_some(bare)
}

/// Returns how long the tag is that begins here; `a < b` has none.
fn tag_length(letters: &[Letter]) -> Option<usize> {
    let letter = |at: usize| letters.get(at).map(|it| it.letter);
    let is_name = |c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?');
    if letter(0) != Some('<') || !letter(1).is_some_and(is_name) {
        return None;
    }
    let mut at = 1;
    loop {
        match letter(at)? {
            '>' => return Some(at + 1),
            '<' => return None,
            quote @ ('"' | '\'') => {
                let rest = letters[at + 1..].iter();
                at += 2 + rest.clone().position(|it| it.letter == quote)?;
            }
            _ => at += 1,
        }
    }
}
