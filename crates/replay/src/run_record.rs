//! Where a run tells what it does, and what none of it may show.

use std::collections::BTreeSet;

use retap_model::event::EventSink;
use retap_model::secret::{as_written, mask};

use crate::observer::Observer;
use crate::parts::Painter;

/// Where a run tells what it does, and what none of it may show.
pub(crate) struct RunRecord<'a> {
    pub(crate) sink: &'a mut dyn EventSink,
    pub(crate) observer: Option<&'a mut dyn Observer>,
    pub(crate) painter: Option<&'a dyn Painter>,
    /// Values that no event may show.
    pub(crate) secrets: BTreeSet<String>,
    /// Whether events must not tell what is touched, nor pictures show it.
    pub(crate) hide_acts: bool,
    /// The names of files kept so far, so that none overwrites another.
    pub(crate) file_names: BTreeSet<String>,
}

impl RunRecord<'_> {
    /// Returns the text with every secret in it masked.
    pub(crate) fn masked(&self, text: &str) -> String {
        mask(text, &self.secrets)
    }

    pub(crate) fn has_secrets(&self) -> bool {
        !self.secrets.is_empty()
    }

    /// Returns whether a text shows a secret.
    pub(crate) fn shows_secret(&self, text: &str) -> bool {
        self.masked(text) != text
    }

    /// Returns the bytes of a file with every secret masked, as it is and as XML and JSON write it; unchanged, to
    /// the byte, where there is none. `None` where the file is no text.
    pub(crate) fn without_secrets(&self, bytes: Vec<u8>) -> Option<Vec<u8>> {
        if !self.has_secrets() {
            return Some(bytes);
        }
        let text = String::from_utf8(bytes).ok()?;
        let written = self.secrets.iter().flat_map(|text| as_written(text));
        Some(mask(&text, &written.collect()).into_bytes())
    }

    /// Treats a text as secret from now on.
    pub(crate) fn keep_secret(&mut self, text: &str) {
        self.secrets.insert(text.to_owned());
    }
}
