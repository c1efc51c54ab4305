//! Posts JSON to one address and reads JSON back, within a time; no proxy, no redirects, no cookies.

use std::time::Duration;

use retap_model::secret::Secret;
use serde_json::Value;
use ureq::Body;
use ureq::http::{HeaderMap, Response, StatusCode};

use super::channel::{Failure, LARGEST_ANSWER, one_line};
use super::config::Endpoint;

/// One address of a server.
pub(super) struct Http {
    agent: ureq::Agent,
    url: String,
    headers: Vec<(&'static str, Secret)>,
    host: String,
    key_setting: &'static str,
    model: String,
}

impl Http {
    /// Returns the address `path` below the endpoint.
    pub(super) fn new(
        endpoint: &Endpoint,
        path: &str,
        headers: Vec<(&'static str, Secret)>,
        model: &str,
    ) -> Self {
        let config = ureq::Agent::config_builder()
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
            agent: config.new_agent(),
            url: format!("{}{path}", endpoint.base_url),
            headers,
            host: endpoint.host.clone(),
            key_setting: endpoint.key_setting,
            model: model.to_owned(),
        }
    }

    /// Returns the host, with its port where one is given.
    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Posts the body and returns what a success brings.
    pub(super) fn post(&self, body: &[u8], within: Duration) -> Result<Value, Failure> {
        let mut request = self
            .agent
            .post(&self.url)
            .config()
            .timeout_global(Some(within))
            .build()
            .header("content-type", "application/json")
            .header("accept", "application/json");
        for (name, value) in &self.headers {
            request = request.header(*name, value.reveal());
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
        let host = &self.host;
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
        let Self {
            host,
            key_setting,
            model,
            ..
        } = self;
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
                "`{host}` does not know the model `{model}` or the address `{}` ({code}){message}",
                self.url
            )),
            300..=399 => Failure::lasting(format!(
                "`{host}` answered {status}, a redirect, which is not followed; set `base_url`"
            )),
            _ => Failure::lasting(format!("`{host}` answered {status}{message}")),
        }
    }

    fn explain(&self, error: &ureq::Error) -> Failure {
        let host = &self.host;
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
