//! Writes a [`Draft`] in either format, so that reading it back gives the same draft.

mod header;
mod markdown;
mod prose;
mod yaml;

use retap_model::program::Draft;

use super::Format;

/// Returns the draft as the text of a skill file.
///
/// Reading the text back gives the same header, notes and steps. Notes and names with line
/// breaks in them cannot come from a file; their lines are joined.
pub fn write_skill(draft: &Draft, format: Format) -> String {
    match format {
        Format::Yaml => yaml::write(draft),
        Format::Markdown => markdown::write(draft),
    }
}

/// Returns a note on one line, without the byte order marks that YAML refuses even in comments.
fn one_line(note: &str) -> String {
    let note = note.replace('\u{feff}', "");
    note.split(['\n', '\r'])
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(" ")
        .trim()
        .to_owned()
}
