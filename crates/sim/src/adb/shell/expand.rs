//! Fills the values into words and cuts them into arguments.

use crate::wildcard;

use super::super::files::{Files, full_path, parent};
use super::run::{Io, Leave, Shell};
use super::tree::{PieceKind, Quoting, Word};

impl Shell {
    /// Returns the arguments the words stand for.
    pub(super) fn arguments(&mut self, words: &[Word], io: &Io) -> Result<Vec<String>, Leave> {
        let mut arguments = Vec::new();
        let mut length = 0;
        for word in words {
            for field in self.fields(word, io)? {
                length += field.text.len();
                self.check_room(length, io)?;
                self.add_argument(field, &mut arguments);
            }
        }
        Ok(arguments)
    }

    /// Returns the text of a word that stays one.
    pub(super) fn text(&mut self, word: &Word, io: &Io) -> Result<String, Leave> {
        let mut text = String::new();
        for piece in &word.0 {
            text.push_str(&self.value_of(&piece.kind, io)?);
            self.check_room(text.len(), io)?;
        }
        Ok(text)
    }

    fn add_argument(&self, field: Field, arguments: &mut Vec<String>) {
        if field.is_pattern {
            let found = named_files(&self.phone.state().files, &self.folder, &field.text);
            if !found.is_empty() {
                arguments.extend(found);
                return;
            }
        }
        arguments.push(field.text);
    }

    fn fields(&mut self, word: &Word, io: &Io) -> Result<Vec<Field>, Leave> {
        let mut fields = Fields::default();
        let mut length = 0;
        for piece in &word.0 {
            let value = self.value_of(&piece.kind, io)?;
            length += value.len();
            self.check_room(length, io)?;
            match (&piece.kind, piece.quoting) {
                (PieceKind::Text(_), Quoting::Bare) => fields.add(&value),
                (_, Quoting::Quoted) => fields.add_quoted(&value),
                (PieceKind::Value { .. } | PieceKind::Output(_), Quoting::Bare) => {
                    fields.add_split(&value);
                }
            }
        }
        Ok(fields.finish())
    }

    fn value_of(&mut self, kind: &PieceKind, io: &Io) -> Result<String, Leave> {
        match kind {
            PieceKind::Text(text) => Ok(text.clone()),
            PieceKind::Value { name, otherwise } => {
                let value = self.variable(name);
                if value.is_empty() {
                    self.text(otherwise, io)
                } else {
                    Ok(value)
                }
            }
            PieceKind::Output(script) => {
                let output = self.output_of(script, io)?;
                let text = String::from_utf8_lossy(&output).into_owned();
                Ok(text.trim_end_matches('\n').to_owned())
            }
        }
    }
}

/// An argument while it is put together.
#[derive(Default)]
struct Field {
    text: String,
    /// Whether `*` and `?` in it stand for file names.
    is_pattern: bool,
}

#[derive(Default)]
struct Fields {
    done: Vec<Field>,
    open: Option<Field>,
}

impl Fields {
    fn add(&mut self, text: &str) {
        let field = self.open.get_or_insert_default();
        field.text.push_str(text);
        field.is_pattern |= has_stars(text);
    }

    fn add_quoted(&mut self, text: &str) {
        let field = self.open.get_or_insert_default();
        field.text.push_str(text);
    }

    /// Adds a value that ends arguments where it has spaces.
    fn add_split(&mut self, value: &str) {
        if value.starts_with(char::is_whitespace) {
            self.done.extend(self.open.take());
        }
        for (number, part) in value.split_whitespace().enumerate() {
            if number > 0 {
                self.done.extend(self.open.take());
            }
            self.add(part);
        }
        if value.ends_with(char::is_whitespace) {
            self.done.extend(self.open.take());
        }
    }

    fn finish(mut self) -> Vec<Field> {
        self.done.extend(self.open.take());
        self.done
    }
}

/// Returns the files `pattern` names, written as it writes them; none when it names none.
///
/// Only the last part of a path can have `*` and `?`.
fn named_files(files: &Files, folder: &str, pattern: &str) -> Vec<String> {
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
        is_shown && matches_glob(name, found)
    });
    fits.map(|(found, _)| format!("{place}{found}")).collect()
}

/// Returns whether a text has `*` or `?` in it.
fn has_stars(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// Returns whether `text` fits `pattern`.
fn matches_glob(pattern: &str, text: &str) -> bool {
    wildcard::matches(pattern, text, |sign, found| sign == '?' || sign == found)
}
