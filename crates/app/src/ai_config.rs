//! The table `ai` of `.retap/config.toml`: which model may be asked, and what that may cost.

use retap_learn::ai::{AdvisorConfig, AdvisorSettings, Limits};
use retap_model::secret::Secret;
use serde::Deserialize;

use crate::config::parse_timeout;
use crate::environment::Environment;
use crate::error::AppError;

/// The settings of the table `ai`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AiConfig {
    /// `PROVIDER:MODEL`.
    agent: Option<String>,
    base_url: Option<String>,
    #[serde(default)]
    command: Vec<String>,
    max_tokens: Option<u32>,
    max_calls: Option<u32>,
    max_bytes: Option<u64>,
    pub(crate) timeout: Option<f64>,
    retries: Option<u32>,
    send_pictures: Option<bool>,
}

impl AiConfig {
    /// Returns which model is asked: what was typed, else what is configured, else none.
    ///
    /// Nothing is sent by this, and without it nothing ever is.
    pub(crate) fn advisor(
        &self,
        typed: Option<&str>,
        environment: &Environment,
    ) -> Result<Option<AdvisorConfig>, AppError> {
        let Some(agent) = typed.or(self.agent.as_deref()) else {
            return Ok(None);
        };
        let mut settings = AdvisorSettings {
            agent: agent.to_owned(),
            base_url: self.base_url.clone(),
            key: None,
            command: self.command.clone(),
            limits: self.limits(),
        };
        let key = settings.key_setting();
        settings.key = key
            .and_then(|name| environment.variable(name))
            .map(Secret::new);
        let parsed = settings.parse().map_err(|error| {
            AppError::input(format!("the model `{agent}` cannot be asked: {error}"))
                .hint("docs/guide/ai.md says how to name a model and where its key comes from")
        })?;
        Ok(Some(parsed))
    }

    /// Returns what asking may cost: as configured, or as usual.
    fn limits(&self) -> Limits {
        let usual = Limits::default();
        let timeout = self.timeout.and_then(|seconds| parse_timeout(seconds).ok());
        Limits {
            max_tokens: self.max_tokens.unwrap_or(usual.max_tokens),
            max_calls: self.max_calls.unwrap_or(usual.max_calls),
            max_bytes: self.max_bytes.unwrap_or(usual.max_bytes),
            timeout: timeout.unwrap_or(usual.timeout),
            retries: self.retries.unwrap_or(usual.retries),
            send_pictures: self.send_pictures.unwrap_or(usual.send_pictures),
        }
    }

    /// Returns the key that only the person's own file may have: a project that is merely looked at must not
    /// choose which program runs here, whether and where questions go, or how much is spent on them.
    pub(crate) fn personal_key(&self) -> Option<&'static str> {
        let usual = Limits::default();
        let keys = [
            ("base_url", self.base_url.is_some()),
            ("command", !self.command.is_empty()),
            ("agent", self.agent.is_some()),
            ("send_pictures", self.send_pictures == Some(true)),
            ("max_tokens", self.max_tokens > Some(usual.max_tokens)),
            ("max_calls", self.max_calls > Some(usual.max_calls)),
            ("max_bytes", self.max_bytes > Some(usual.max_bytes)),
            ("retries", self.retries > Some(usual.retries)),
        ];
        keys.into_iter()
            .find(|(_, is_said)| *is_said)
            .map(|it| it.0)
    }
}
