//! Models behind HTTP: the Messages API of Anthropic, and the chat completions API of OpenAI, which
//! many servers speak, local ones among them.
//!
//! See <https://docs.anthropic.com/en/api/messages> and
//! <https://platform.openai.com/docs/api-reference/chat/create>. Left out on purpose: `temperature`
//! and `response_format`, which some models and servers refuse.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use retap_model::secret::Secret;
use serde_json::{Value, json};

use super::channel::{Channel, Failure, one_line};
use super::config::{AdvisorConfig, Endpoint};
use super::http::Http;
use super::prompt::Prompt;

/// The version of the Messages API whose shapes are read and written here.
const MESSAGES_VERSION: &str = "2023-06-01";

/// The one server whose newer models refuse `max_tokens`; others know only that.
const OPENAI_HOST: &str = "api.openai.com";

retap_model::words! {
    /// The API a server speaks, by its provider's word in reports.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum Api {
        /// The Messages API.
        Messages = "anthropic",
        /// The chat completions API.
        Chat = "openai",
    }
}

/// A model behind a server.
pub(super) struct ModelApi {
    api: Api,
    http: Http,
    model: String,
    max_tokens: u32,
}

impl ModelApi {
    pub(super) fn new(api: Api, endpoint: &Endpoint, config: &AdvisorConfig) -> Self {
        let key = endpoint.key.as_ref();
        let (path, headers) = match api {
            Api::Messages => {
                let version = ("anthropic-version", Secret::new(MESSAGES_VERSION));
                let key = key.map(|key| ("x-api-key", key.clone()));
                ("/v1/messages", [version].into_iter().chain(key).collect())
            }
            Api::Chat => {
                let bearer = |key: &Secret| Secret::new(format!("Bearer {}", key.reveal()));
                let key = key.map(|key| ("authorization", bearer(key)));
                ("/chat/completions", key.into_iter().collect())
            }
        };
        Self {
            api,
            http: Http::new(endpoint, path, headers, &config.model),
            model: config.model.clone(),
            max_tokens: config.limits.max_tokens,
        }
    }

    fn messages_body(&self, prompt: &Prompt) -> Value {
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
    }

    fn chat_body(&self, prompt: &Prompt) -> Value {
        let mut content = vec![json!({"type": "text", "text": prompt.data()})];
        if let Some(picture) = &prompt.picture {
            let url = format!("data:image/png;base64,{}", STANDARD.encode(&picture.0));
            content.push(json!({"type": "image_url", "image_url": {"url": url}}));
        }
        let limit = match self.host() {
            OPENAI_HOST => "max_completion_tokens",
            _ => "max_tokens",
        };
        json!({
            "model": self.model,
            limit: self.max_tokens,
            "messages": [
                {"role": "system", "content": prompt.instructions()},
                {"role": "user", "content": content},
            ],
        })
    }
}

impl Channel for ModelApi {
    fn provider(&self) -> &'static str {
        self.api.as_str()
    }

    fn host(&self) -> &str {
        self.http.host()
    }

    fn encode(&self, prompt: &Prompt) -> Vec<u8> {
        let body = match self.api {
            Api::Messages => self.messages_body(prompt),
            Api::Chat => self.chat_body(prompt),
        };
        body.to_string().into_bytes()
    }

    fn exchange(&self, body: &[u8], within: Duration) -> Result<String, Failure> {
        let answer = self.http.post(body, within)?;
        let text = match self.api {
            Api::Messages => messages_text(&answer),
            Api::Chat => chat_text(&answer),
        };
        text.and_then(|text| {
            text.ok_or_else(|| format!("the answer has no text: {}", one_line(&answer.to_string())))
        })
        .map_err(Failure::lasting)
    }
}

/// The fault of an answer that was cut.
const CUT: &str = "the answer was cut at `max_tokens`";

fn messages_text(answer: &Value) -> Result<Option<String>, String> {
    match answer["stop_reason"].as_str() {
        Some("max_tokens") => return Err(CUT.to_owned()),
        Some("refusal") => return Err("the model refused to answer".to_owned()),
        Some(_) | None => {}
    }
    let blocks = answer["content"].as_array().map_or(&[][..], Vec::as_slice);
    let texts: Vec<&str> = blocks
        .iter()
        .filter(|block| block["type"] == "text")
        .filter_map(|block| block["text"].as_str())
        .collect();
    Ok((!texts.is_empty()).then(|| texts.concat()))
}

fn chat_text(answer: &Value) -> Result<Option<String>, String> {
    let choice = &answer["choices"][0];
    if choice["finish_reason"] == "length" {
        return Err(CUT.to_owned());
    }
    let message = &choice["message"];
    match message["refusal"].as_str().filter(|text| !text.is_empty()) {
        Some(refusal) => Err(format!("the model refused: {}", one_line(refusal))),
        None => Ok(message["content"].as_str().map(str::to_owned)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::{AdvisorSettings, Provider};
    use super::super::prompt::Task;
    use super::*;

    fn limit_of(agent: &str) -> Value {
        let settings = AdvisorSettings {
            agent: agent.to_owned(),
            key: Some(Secret::new("k")),
            ..AdvisorSettings::default()
        };
        let config = settings.parse().unwrap();
        let Provider::OpenAi(endpoint) = &config.provider else {
            panic!("{config:?}");
        };
        let prompt = Prompt {
            task: Task::Judge,
            words: String::new(),
            screen: String::new(),
            picture: None,
        };
        let body = ModelApi::new(Api::Chat, endpoint, &config).encode(&prompt);
        let mut body: Value = serde_json::from_slice(&body).unwrap();
        body["messages"].take();
        body
    }

    #[test]
    fn the_limit_has_the_name_the_server_knows() {
        let own = json!({"model": "m", "max_completion_tokens": 1024, "messages": null});
        let others = json!({"model": "m", "max_tokens": 1024, "messages": null});
        assert_eq!(limit_of("openai:m"), own);
        assert_eq!(limit_of("ollama:m"), others);
    }
}
