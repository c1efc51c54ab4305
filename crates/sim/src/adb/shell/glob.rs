//! File names with `*` and `?` in them.

use crate::wildcard;

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
    wildcard::matches(pattern, text, |sign, found| sign == '?' || sign == found)
}
