//! The model that is asked, if anybody is: from the flag, the configuration and the environment.

use retap_learn::ai::{AdvisorConfig, AdvisorSettings};
use retap_model::secret::Secret;

use crate::config::Config;
use crate::environment::Environment;
use crate::error::AppError;

/// Returns which model is asked: what was typed, else what is configured, else none.
///
/// Nothing is sent by this, and without it nothing ever is.
pub(crate) fn advisor(
    typed: Option<&str>,
    config: &Config,
    environment: &Environment,
) -> Result<Option<AdvisorConfig>, AppError> {
    let Some(agent) = typed.or(config.ai.agent.as_deref()) else {
        return Ok(None);
    };
    let mut settings = AdvisorSettings {
        agent: agent.to_owned(),
        ..config.ai.settings()
    };
    let key = settings
        .key_setting()
        .and_then(|name| environment.variables.get(name));
    settings.key = key.filter(|key| !key.is_empty()).map(Secret::new);
    let parsed = settings.parse().map_err(|error| {
        AppError::input(format!("the model `{agent}` cannot be asked: {error}"))
            .hint("docs/guide/ai.md says how to name a model and where its key comes from")
    })?;
    Ok(Some(parsed))
}
