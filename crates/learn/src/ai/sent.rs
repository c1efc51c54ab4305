//! The list of everything that was sent to a model, for the report.

use retap_model::event;
use retap_model::time::Timestamp;

/// One request that was sent; a request sent again is listed again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// When.
    pub at: Timestamp,
    /// The provider: `anthropic`, `openai` or `command`.
    pub provider: &'static str,
    /// The model; may be empty for a command.
    pub model: String,
    /// The host it went to, or the program.
    pub host: String,
    /// The question or sentence, secrets masked.
    pub question: String,
    /// How many bytes.
    pub bytes: u64,
    /// Whether a picture of the screen was among them.
    pub had_picture: bool,
}

impl Sent {
    /// Returns it as reports are told.
    pub(super) fn to_event(&self) -> event::Sent {
        event::Sent {
            at: self.at.to_rfc3339(),
            provider: self.provider.to_owned(),
            model: self.model.clone(),
            host: self.host.clone(),
            question: self.question.clone(),
            bytes: self.bytes,
            had_picture: self.had_picture,
        }
    }
}
