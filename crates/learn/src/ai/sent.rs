//! The list of everything that was sent to a model, for the report.

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
