//! Models behind HTTP: the Messages API of Anthropic, and the chat completions API of OpenAI, which
//! many servers speak, local ones among them.
//!
//! See <https://docs.anthropic.com/en/api/messages> and
//! <https://platform.openai.com/docs/api-reference/chat/create>. Left out on purpose: `temperature`
//! and `response_format`, which some models and servers refuse; proxies, redirects and cookies.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use retap_model::secret::Secret;
use serde_json::{Value, json};
use ureq::Body;
use ureq::http::{HeaderMap, Response, StatusCode};

use super::channel::{Channel, Failure, LARGEST_ANSWER, one_line};
use super::config::{AdvisorConfig, Endpoint};
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

impl Api {
    const fn path(self) -> &'static str {
        match self {
            Self::Messages => "/v1/messages",
            Self::Chat => "/chat/completions",
        }
    }
}

/// A model behind a server.
pub(super) struct Server {
    agent: ureq::Agent,
    endpoint: Endpoint,
    model: String,
    max_tokens: u32,
}

impl Server {
    pub(super) fn new(endpoint: &Endpoint, config: &AdvisorConfig) -> Self {
        let settings = ureq::Agent::config_builder()
            .http_status_as_error(false)
            // The default reads the environment, which only the app may do.
            .proxy(None)
            // A redirect would carry the key and the screen to a server nobody configured.
            .max_redirects(0)
            .max_redirects_will_error(false)
            // A connection that idled between two questions may be dead.
            .max_idle_connections(0)
            .user_agent(concat!("retap/", env!("CARGO_PKG_VERSION")))
            .build();
        Self {
            agent: settings.new_agent(),
            endpoint: endpoint.clone(),
            model: config.model.clone(),
            max_tokens: config.limits.max_tokens,
        }
    }

    fn url(&self) -> String {
        format!("{}{}", self.endpoint.base_url, self.endpoint.api.path())
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

    /// Posts the body and returns what a success brings.
    fn post(&self, body: &[u8], within: Duration) -> Result<Value, Failure> {
        let mut request = self
            .agent
            .post(self.url())
            .config()
            .timeout_global(Some(within))
            .build()
            .header("content-type", "application/json")
            .header("accept", "application/json");
        if self.endpoint.api == Api::Messages {
            request = request.header("anthropic-version", MESSAGES_VERSION);
        }
        if let Some(key) = self.endpoint.key.as_ref().map(Secret::reveal) {
            request = match self.endpoint.api {
                Api::Messages => request.header("x-api-key", key),
                Api::Chat => request.header("authorization", format!("Bearer {key}")),
            };
        }
        let mut response = request.send(body).map_err(|error| self.explain(&error))?;
        let bytes = read_body(&mut response);
        let status = response.status();
        if status.is_success() {
            let bytes = bytes.map_err(|error| self.explain(&error))?;
            return self.parse(&bytes);
        }
        // The status says enough where the body cannot be read.
        let message = error_message(&bytes.unwrap_or_default());
        Err(self.refusal(status, response.headers(), &message))
    }

    fn parse(&self, bytes: &[u8]) -> Result<Value, Failure> {
        let host = &self.endpoint.host;
        let text = std::str::from_utf8(bytes).map_err(|_| {
            Failure::lasting(format!("`{host}` answered with bytes that are no text"))
        })?;
        serde_json::from_str(text).map_err(|error| {
            let text = one_line(text);
            Failure::lasting(format!(
                "`{host}` answered with something that is not JSON ({error}): `{text}`"
            ))
        })
    }

    fn refusal(&self, status: StatusCode, headers: &HeaderMap, message: &str) -> Failure {
        let Endpoint {
            host, key_setting, ..
        } = &self.endpoint;
        let (model, url) = (&self.model, self.url());
        let message = if message.is_empty() {
            String::new()
        } else {
            format!(": {message}")
        };
        let code = status.as_u16();
        match code {
            429 | 500..=599 => Failure::Passing {
                reason: format!("`{host}` answered {status}{message}"),
                wait: retry_after(headers),
            },
            401 | 403 => Failure::lasting(format!(
                "`{host}` refused the key in `{key_setting}` ({code}){message}"
            )),
            404 => Failure::lasting(format!(
                "`{host}` does not know the model `{model}` or the address `{url}` ({code}){message}"
            )),
            300..=399 => Failure::lasting(format!(
                "`{host}` answered {status}, a redirect, which is not followed; set `base_url`"
            )),
            _ => Failure::lasting(format!("`{host}` answered {status}{message}")),
        }
    }

    fn explain(&self, error: &ureq::Error) -> Failure {
        let host = &self.endpoint.host;
        match error {
            ureq::Error::Timeout(_) => Failure::TimedOut {
                message: String::new(),
            },
            ureq::Error::BodyExceedsLimit(most) => {
                Failure::lasting(format!("`{host}` answered with more than {most} bytes"))
            }
            // Rustls reports through here when a certificate is wrong, which time does not mend.
            ureq::Error::Io(inner) if inner.kind() == std::io::ErrorKind::InvalidData => {
                Failure::lasting(format!("cannot talk to `{host}`: {inner}"))
            }
            ureq::Error::Io(_) | ureq::Error::ConnectionFailed | ureq::Error::HostNotFound => {
                Failure::Passing {
                    reason: format!("cannot reach `{host}`: {error}"),
                    wait: None,
                }
            }
            other => Failure::lasting(format!("cannot talk to `{host}`: {other}")),
        }
    }
}

impl Channel for Server {
    fn provider(&self) -> &'static str {
        self.endpoint.api.as_str()
    }

    fn host(&self) -> &str {
        &self.endpoint.host
    }

    fn encode(&self, prompt: &Prompt) -> Vec<u8> {
        let body = match self.endpoint.api {
            Api::Messages => self.messages_body(prompt),
            Api::Chat => self.chat_body(prompt),
        };
        body.to_string().into_bytes()
    }

    fn exchange(&self, body: &[u8], within: Duration) -> Result<String, Failure> {
        let answer = self.post(body, within)?;
        let text = match self.endpoint.api {
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

fn read_body(response: &mut Response<Body>) -> Result<Vec<u8>, ureq::Error> {
    response
        .body_mut()
        .with_config()
        .limit(LARGEST_ANSWER)
        .read_to_vec()
}

/// Returns the pause a server asks for, in seconds; a date is not understood and our own pause is
/// made.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get("retry-after")?.to_str().ok()?;
    value.trim().parse().ok().map(Duration::from_secs)
}

/// Returns what an error says: both APIs put it into `error.message`, some servers into `error`.
fn error_message(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    let message = [&value["error"]["message"], &value["error"]];
    let message = message.into_iter().find_map(Value::as_str);
    one_line(message.unwrap_or(&text))
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
        let Provider::Server(endpoint) = &config.provider else {
            panic!("{config:?}");
        };
        let prompt = Prompt {
            task: Task::Judge,
            words: String::new(),
            screen: String::new(),
            picture: None,
        };
        let body = Server::new(endpoint, &config).encode(&prompt);
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
