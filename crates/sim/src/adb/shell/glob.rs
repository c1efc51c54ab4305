//! File names with `*` and `?` in them.

use super::super::files::{Files, full_path, parent};

/// Returns the files `pattern` names, written as it writes them; none when it names none.
///
/// Only the last part of a path can have `*` and `?`.
pub(super) fn files(files: &Files, folder: &str, pattern: &str) -> Vec<String> {
    let (place, name) = match pattern.rsplit_once('/') {
        Some((place, name)) => (format!("{place}/"), name),
        None => (String::new(), pattern),
    };
    if !has_stars(name) || has_stars(&place) {
        return Vec::new();
    }
    let inside = full_path(folder, &format!("{place}x"));
    let listed = files.list(parent(&inside)).unwrap_or_default();
    let fits = listed.into_iter().filter(|(found, _)| {
        let is_shown = !found.starts_with('.') || name.starts_with('.');
        is_shown && matches(name, found)
    });
    fits.map(|(found, _)| format!("{place}{found}")).collect()
}

/// Returns whether a text has `*` or `?` in it.
pub(super) fn has_stars(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// Returns whether `text` fits `pattern`.
pub(in super::super) fn matches(pattern: &str, text: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    let (mut p, mut t) = (0, 0);
    // Where to go on when what follows the last star does not fit.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p + 1, t));
                p += 1;
            }
            Some(c) if *c == '?' || *c == text[t] => {
                p += 1;
                t += 1;
            }
            Some(_) | None => match star {
                Some((after, start)) => {
                    star = Some((after, start + 1));
                    p = after;
                    t = start + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks_stand_for_characters() {
        for (pattern, text, fits) in [
            ("*", "", true),
            ("*.png", "a.png", true),
            ("*.png", "a.pn", false),
            ("a?c", "abc", true),
            ("a*b*c", "axxbyybzc", true),
            ("a*b*c", "axxc", false),
        ] {
            assert_eq!(matches(pattern, text), fits, "{pattern} {text}");
        }
    }
}
