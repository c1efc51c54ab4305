//! The Messages API of Anthropic.
//!
//! See <https://docs.anthropic.com/en/api/messages>.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use retap_model::secret::Secret;
use serde_json::{Value, json};

use super::channel::{Channel, Failure, one_line};
use super::config::{AdvisorConfig, Endpoint};
use super::http::Http;
use super::prompt::Prompt;

/// The version of the API whose shapes are read and written here.
const VERSION: &str = "2023-06-01";

/// A model behind the Messages API.
pub(super) struct Anthropic {
    http: Http,
    model: String,
    max_tokens: u32,
}

impl Anthropic {
    pub(super) fn new(endpoint: &Endpoint, config: &AdvisorConfig) -> Self {
        let mut headers = vec![("anthropic-version", Secret::new(VERSION))];
        headers.extend(endpoint.key.clone().map(|key| ("x-api-key", key)));
        Self {
            http: Http::new(endpoint, "/v1/messages", headers, &config.model),
            model: config.model.clone(),
            max_tokens: config.max_tokens,
        }
    }
}

impl Channel for Anthropic {
    fn provider(&self) -> &'static str {
        "anthropic"
    }

    fn host(&self) -> &str {
        self.http.host()
    }

    fn encode(&self, prompt: &Prompt) -> Vec<u8> {
        let mut content = Vec::new();
        if let Some(picture) = &prompt.picture {
            let data = STANDARD.encode(&picture.0);
            let source = json!({"type": "base64", "media_type": "image/png", "data": data});
            content.push(json!({"type": "image", "source": source}));
        }
        content.push(json!({"type": "text", "text": prompt.data()}));
        json!({
            "model": self.model,
            "max_tokens": self.max_tokens,
            "system": prompt.instructions(),
            "messages": [{"role": "user", "content": content}],
        })
        .to_string()
        .into_bytes()
    }

    fn exchange(&self, body: &[u8], within: Duration) -> Result<String, Failure> {
        text_of(&self.http.post(body, within)?)
    }
}

fn text_of(answer: &Value) -> Result<String, Failure> {
    match answer["stop_reason"].as_str() {
        Some("max_tokens") => return Err(Failure::lasting("the answer was cut at `max_tokens`")),
        Some("refusal") => return Err(Failure::lasting("the model refused to answer")),
        Some(_) | None => {}
    }
    let blocks = answer["content"].as_array().map_or(&[][..], Vec::as_slice);
    let texts: Vec<&str> = blocks
        .iter()
        .filter(|block| block["type"] == "text")
        .filter_map(|block| block["text"].as_str())
        .collect();
    if texts.is_empty() {
        let answer = one_line(&answer.to_string());
        return Err(Failure::lasting(format!(
            "the answer has no text: {answer}"
        )));
    }
    Ok(texts.concat())
}
