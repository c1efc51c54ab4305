//! Answers of tools: data for programs, a few words for models, and refusals that say why.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use retap_model::device::{DeviceError, Png};
use retap_model::secret::Masker;
use retap_model::verify::FailureCode;
use retap_replay::{Engine, NotSeen};
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::Value;

use crate::error::{AppError, Exit};
use crate::mcp::answer::answer;
use crate::mcp::tool_spec::Dialect;

/// How many characters of a refusal are told; it may quote what a client sent.
const LONGEST_MESSAGE: usize = 800;

/// How many characters of a text that a client sent are told again.
const LONGEST_QUOTE: usize = 200;

/// Returns whether a text is too long to be told again whole.
pub(crate) fn is_long(text: &str) -> bool {
    text.len() > 4 * LONGEST_QUOTE
}

/// Returns a text as answers quote it.
pub(crate) fn quoted_briefly(text: &str) -> String {
    if !is_long(text) {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST_QUOTE).collect();
    format!("{start}… ({} characters)", text.chars().count())
}

/// Quotes in part each of these texts that stands in `text`.
fn quote_briefly(text: &mut String, long: &[String]) {
    for whole in long {
        if text.len() < whole.len() {
            continue;
        }
        // Blocks of text may be JSON, which writes some characters otherwise.
        let written = Value::from(whole.as_str()).to_string();
        for quote in [whole, &written[1..written.len() - 1]] {
            if text.contains(quote) {
                *text = text.replace(quote, &quoted_briefly(whole));
            }
        }
    }
}

/// The result of a call.
pub(crate) type Answer = Result<Reply, Refusal>;

/// The answer of a tool.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    /// Data for programs; an object.
    pub(crate) data: Value,
    /// Blocks of text for models, in order.
    pub(crate) texts: Vec<String>,
    pub(crate) picture: Option<Png>,
    /// Whether what was asked did not come true.
    pub(crate) is_error: bool,
}

impl Reply {
    /// Returns data with a few words; it did not come true where the data says so.
    pub(crate) fn new(data: impl Serialize, text: impl Into<String>) -> Self {
        let data = to_json(data);
        Self {
            is_error: data["success"] == false,
            data,
            texts: vec![text.into()],
            picture: None,
        }
    }

    /// Returns data whose words are the data itself.
    pub(crate) fn json(data: impl Serialize) -> Self {
        let data = to_json(data);
        let text = data.to_string();
        Self::new(data, text)
    }

    /// Marks it as not having come true.
    pub(crate) fn failed(mut self) -> Self {
        self.is_error = true;
        self
    }

    /// Adds a picture.
    pub(crate) fn with_picture(mut self, picture: Png) -> Self {
        self.picture = Some(picture);
        self
    }

    /// Returns it with every one of the secrets masked.
    pub(crate) fn masked(mut self, engine: &Engine) -> Self {
        let told = engine.told();
        self.for_each_text(&|text| mask_text(text, &told));
        self
    }

    /// Returns it with each of these texts, which a client sent, quoted in part wherever it is told again.
    pub(crate) fn quoting_briefly(mut self, long: &[String]) -> Self {
        self.for_each_text(&|text| quote_briefly(text, long));
        self
    }

    fn for_each_text(&mut self, change: &dyn Fn(&mut String)) {
        self.texts.iter_mut().for_each(change);
        change_texts(&mut self.data, change);
    }

    /// Returns it as the protocol has it.
    pub(crate) fn into_result(self) -> CallToolResult {
        let mut content: Vec<ContentBlock> =
            self.texts.into_iter().map(ContentBlock::text).collect();
        if let Some(Png(bytes)) = &self.picture {
            content.push(ContentBlock::image(
                BASE64_STANDARD.encode(bytes),
                "image/png",
            ));
        }
        let mut result = CallToolResult::success(content);
        result.is_error = Some(self.is_error);
        result.structured_content = Some(self.data);
        result
    }
}

/// Returns data as it goes over the wire.
pub(crate) fn to_json(data: impl Serialize) -> Value {
    serde_json::to_value(data).expect("answers are made of plain data")
}

answer! {
    /// Why something was not done, as programs read it.
    pub(crate) struct Failure { failure_code: &'static str, retryable: bool }
    /// Why something was not done, for programs and in words. No tool lists its errors.
    pub(crate) struct Trouble { ..failure: Failure, (error: String) }
    /// The error of a tool.
    pub(crate) struct ToolError { tool: String, message: String }
    /// The answer of a call that was refused.
    struct Refused { success: bool, error: ToolError, ..failure: Failure }
}

impl From<FailureCode> for Failure {
    fn from(code: FailureCode) -> Self {
        Self {
            failure_code: code.as_str(),
            retryable: code.is_retryable(),
        }
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self {
            failure: refusal.code.into(),
            error: refusal.message,
        }
    }
}

impl ToolError {
    /// Returns the error of a tool.
    pub(crate) fn new(tool: &str, message: &str) -> Self {
        Self {
            tool: tool.to_owned(),
            message: message.to_owned(),
        }
    }
}

/// Why a call was not carried out.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    /// The code programs read.
    pub(crate) code: FailureCode,
    /// Why, in words.
    pub(crate) message: String,
}

impl Refusal {
    /// Returns a refusal.
    pub(crate) fn new(code: FailureCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    /// Returns a refusal of arguments that make no sense.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::new(FailureCode::InvalidInput, message)
    }

    /// Returns a refusal of what the policy does not permit.
    pub(crate) fn not_permitted(reason: impl std::fmt::Display) -> Self {
        Self::new(
            FailureCode::NotPermitted,
            format!("not permitted: {reason}"),
        )
    }

    /// Returns it with every one of the secrets masked.
    pub(crate) fn masked(mut self, engine: &Engine) -> Self {
        engine.told().apply(&mut self.message);
        self
    }

    /// Returns it with each of these texts quoted in part, which leaves room for what it says of them.
    pub(crate) fn quoting_briefly(mut self, long: &[String]) -> Self {
        quote_briefly(&mut self.message, long);
        self
    }

    /// Returns it as an answer to a call of `tool`, in the words of that tool.
    pub(crate) fn into_reply(self, tool: &str, dialect: Dialect) -> Reply {
        let message: String = self.message.chars().take(LONGEST_MESSAGE).collect();
        let data = to_json(Refused {
            success: false,
            error: ToolError::new(tool, &message),
            failure: self.code.into(),
        });
        let text = match dialect {
            Dialect::Own => format!("{}: {message}", self.code.as_str()),
            Dialect::MobileDebug => data.to_string(),
            Dialect::Mirroir => message,
        };
        Reply::new(data, text)
    }
}

impl From<AppError> for Refusal {
    fn from(error: AppError) -> Self {
        let code = match error.exit {
            Exit::Input => FailureCode::InvalidInput,
            Exit::Device => FailureCode::DeviceError,
            Exit::Passed | Exit::NotJudged | Exit::Failed | Exit::Interrupted => {
                FailureCode::Unknown
            }
        };
        let hints: String = error.hints.iter().map(|it| format!("; {it}")).collect();
        Self::new(code, format!("{error}{hints}"))
    }
}

impl From<DeviceError> for Refusal {
    fn from(error: DeviceError) -> Self {
        Self::new(FailureCode::of_device(&error), error.to_string())
    }
}

impl From<NotSeen> for Refusal {
    fn from(unseen: NotSeen) -> Self {
        let code = match &unseen {
            NotSeen::Unreadable(_) => FailureCode::Timeout,
            NotSeen::Device(error) => FailureCode::of_device(error),
            NotSeen::Stopped => FailureCode::Cancelled,
        };
        Self::new(code, unseen.to_string())
    }
}

/// How a picture begins in base64. In so many letters any short secret stands by chance, and what is secret in the
/// picture is painted over.
const PICTURE: &str = "iVBORw0KGgo";

/// Masks secrets in a text. One that is data is masked as data: its numbers and names are none of the screen's words, and
/// with a mask for a number it would be no data any more.
fn mask_text(text: &mut String, told: &Masker) {
    if text.starts_with(PICTURE) {
        return;
    }
    let is_data = text.starts_with(['{', '[']);
    let data = is_data.then(|| serde_json::from_str(text));
    match data {
        Some(Ok(mut data)) => {
            change_texts(&mut data, &|text| mask_text(text, told));
            *text = data.to_string();
        }
        Some(Err(_)) | None => told.apply(text),
    }
}

fn change_texts(value: &mut Value, change: &dyn Fn(&mut String)) {
    match value {
        Value::String(text) => change(text),
        Value::Array(all) => all.iter_mut().for_each(|one| change_texts(one, change)),
        Value::Object(all) => all.values_mut().for_each(|one| change_texts(one, change)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
