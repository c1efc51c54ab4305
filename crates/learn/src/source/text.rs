//! The text of one file, with its name and what is left of its bytes after cleaning.

use super::fault::Fault;
use super::finding::{Finding, SourceErrors};

/// How many bytes a source may have; the longest real skills have a few thousand.
pub(crate) const MAX_BYTES: usize = 1024 * 1024;

/// A file that is known to be text of a sane size, lines ended by `\n`, without a BOM.
#[derive(Debug)]
pub(crate) struct SourceText {
    file: String,
    text: String,
}

impl SourceText {
    /// Checks and cleans the bytes of the file people know as `file`.
    pub(crate) fn new(file: &str, bytes: &[u8]) -> Result<Self, SourceErrors> {
        let whole = |message, accepted: &str| SourceErrors::whole(file, message, accepted);
        if bytes.len() > MAX_BYTES {
            let message = format!("the file is too large: {} bytes", bytes.len());
            return Err(whole(message, &format!("files of up to {MAX_BYTES} bytes")));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let offset = error.valid_up_to();
            let line = 1 + bytes[..offset]
                .iter()
                .filter(|byte| **byte == b'\n')
                .count();
            whole(
                format!("not UTF-8 text: byte {offset} is invalid"),
                &format!("UTF-8 text (see line {line})"),
            )
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if text.trim().is_empty() {
            let message = "the file is empty".to_owned();
            return Err(whole(message, "a skill with a name and steps"));
        }
        Ok(Self {
            file: file.to_owned(),
            text,
        })
    }

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
    pub(crate) fn errors(&self, faults: Vec<Fault>) -> SourceErrors {
        SourceErrors::new(&self.file, self.findings(faults))
    }

    /// Returns the faults as people read them.
    pub(crate) fn findings(&self, faults: Vec<Fault>) -> Vec<Finding> {
        let lines: Vec<&str> = self.text.split('\n').collect();
        let findings = faults.into_iter().map(|fault| Finding::at(fault, &lines));
        findings.collect()
    }
}

/// Returns what is to be seen of a comment or a paragraph.
pub(crate) fn printable(text: &str) -> String {
    text.replace(is_unprintable, "").trim().to_owned()
}

/// Returns whether nobody can see a character; YAML refuses such even in comments, so no note has one.
pub(crate) fn is_unprintable(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\u{85}'))
        || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}
