//! Text that must never be printed, logged or written: which it is, and how it is kept out of what is.
//!
//! Not here: who writes. Every writer asks one [`Masker`].

mod form;
mod letters;
mod markup;
mod masker;
mod names;
mod part;
mod pieces;

use std::fmt;

pub(crate) use letters::SEAM;
pub use masker::Masker;
pub(crate) use names::name_words;
pub use names::{is_secret_label, is_secret_name};

/// The text that stands in every output where a secret would be; as long for every secret, so that it tells no length.
pub const MASK: &str = "••••";

/// Text that shows as [`MASK`] wherever it is formatted; only [`Secret::reveal`] gives it out.
///
/// It implements neither `Serialize` nor a readable `Debug`, so that a file or a report that
/// tries to hold one does not compile or shows the mask.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text itself; call it only where it is handed to a device.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(MASK)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(MASK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_never_shows_itself() {
        let secret = Secret::new("hunter2");
        assert_eq!(
            format!("{secret} {secret:?} {:?}", Some(&secret)),
            "•••• •••• Some(••••)"
        );
        assert_eq!(secret.reveal(), "hunter2");
    }
}
