//! The chat completions API of OpenAI, as many servers speak it, local ones among them.
//!
//! See <https://platform.openai.com/docs/api-reference/chat/create>. Left out on purpose:
//! `temperature` and `response_format`, which some models and servers refuse.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use retap_model::secret::Secret;
use serde_json::{Value, json};

use super::channel::{Channel, Failure, one_line};
use super::config::{AdvisorConfig, Endpoint};
use super::http::Http;
use super::prompt::Prompt;

/// The one server whose newer models refuse `max_tokens`; others know only that.
const OPENAI_HOST: &str = "api.openai.com";

/// A model behind a chat completions API.
pub(super) struct OpenAi {
    http: Http,
    model: String,
    max_tokens: u32,
}

impl OpenAi {
    pub(super) fn new(endpoint: &Endpoint, config: &AdvisorConfig) -> Self {
        let bearer = |key: &Secret| Secret::new(format!("Bearer {}", key.reveal()));
        let headers = endpoint
            .key
            .as_ref()
            .map(|key| ("authorization", bearer(key)));
        let headers = headers.into_iter().collect();
        Self {
            http: Http::new(endpoint, "/chat/completions", headers, &config.model),
            model: config.model.clone(),
            max_tokens: config.max_tokens,
        }
    }
}

impl Channel for OpenAi {
    fn provider(&self) -> &'static str {
        "openai"
    }

    fn host(&self) -> &str {
        self.http.host()
    }

    fn encode(&self, prompt: &Prompt) -> Vec<u8> {
        let mut content = vec![json!({"type": "text", "text": prompt.data()})];
        if let Some(picture) = &prompt.picture {
            let url = format!("data:image/png;base64,{}", STANDARD.encode(&picture.0));
            content.push(json!({"type": "image_url", "image_url": {"url": url}}));
        }
        let limit = if self.host() == OPENAI_HOST {
            "max_completion_tokens"
        } else {
            "max_tokens"
        };
        json!({
            "model": self.model,
            limit: self.max_tokens,
            "messages": [
                {"role": "system", "content": prompt.instructions()},
                {"role": "user", "content": content},
            ],
        })
        .to_string()
        .into_bytes()
    }

    fn exchange(&self, body: &[u8], within: Duration) -> Result<String, Failure> {
        text_of(&self.http.post(body, within)?)
    }
}

fn text_of(answer: &Value) -> Result<String, Failure> {
    let choice = &answer["choices"][0];
    if choice["finish_reason"] == "length" {
        return Err(Failure::lasting("the answer was cut at `max_tokens`"));
    }
    let message = &choice["message"];
    if let Some(refusal) = message["refusal"].as_str().filter(|text| !text.is_empty()) {
        let refusal = one_line(refusal);
        return Err(Failure::lasting(format!("the model refused: {refusal}")));
    }
    match message["content"].as_str() {
        Some(text) => Ok(text.to_owned()),
        None => {
            let answer = one_line(&answer.to_string());
            Err(Failure::lasting(format!(
                "the answer has no text: {answer}"
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::AdvisorSettings;
    use super::super::config::Provider;
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
        let body = OpenAi::new(endpoint, &config).encode(&prompt);
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
