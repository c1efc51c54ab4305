//! The text of one file, with its name and what is left of its bytes after cleaning.

use super::error::{Problem, SourceError, SourceErrors};
use super::fault::Fault;
use super::limits::{MAX_BYTES, MOST_ERRORS};

/// A file that is known to be text of a sane size, lines ended by `\n`, without a BOM.
#[derive(Debug)]
pub(crate) struct SourceText {
    file: String,
    text: String,
}

impl SourceText {
    /// Checks and cleans the bytes of the file people know as `file`.
    pub(crate) fn new(file: &str, bytes: &[u8]) -> Result<Self, SourceErrors> {
        let whole = |problem, accepted: &str| {
            SourceErrors::new(vec![SourceError::whole(file, problem, accepted)], 0)
        };
        if bytes.len() > MAX_BYTES {
            let problem = Problem::TooLarge { bytes: bytes.len() };
            return Err(whole(problem, &format!("files of up to {MAX_BYTES} bytes")));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let offset = error.valid_up_to();
            let line = 1 + bytes[..offset]
                .iter()
                .filter(|byte| **byte == b'\n')
                .count();
            whole(
                Problem::NotUtf8 { offset },
                &format!("UTF-8 text (see line {line})"),
            )
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if text.trim().is_empty() {
            return Err(whole(Problem::Empty, "a skill with a name and steps"));
        }
        Ok(Self {
            file: file.to_owned(),
            text,
        })
    }

    /// Returns the text.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the name of the file without folder and extension.
    pub(crate) fn stem(&self) -> String {
        let name = self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        stem.to_owned()
    }

    /// Returns the faults as errors of this file.
    pub(crate) fn errors(&self, mut faults: Vec<Fault>) -> SourceErrors {
        faults.sort_by_key(|fault| (fault.span.place.line, fault.span.place.column));
        let left_out = faults.len().saturating_sub(MOST_ERRORS);
        faults.truncate(MOST_ERRORS);
        let lines: Vec<&str> = self.text.split('\n').collect();
        let errors = faults.into_iter().map(|fault| {
            let line = lines.get(fault.span.place.line.saturating_sub(1));
            SourceError::at(&self.file, fault, line.unwrap_or(&""))
        });
        SourceErrors::new(errors.collect(), left_out)
    }
}
