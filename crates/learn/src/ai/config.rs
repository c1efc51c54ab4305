//! Which model is asked, where, and what it may cost; made from plain values, because only the app
//! reads files and the environment.

use std::time::Duration;

use retap_model::secret::Secret;
use thiserror::Error;
use ureq::http::Uri;

use super::server::Api;

/// A provider that is a server, by its word in `PROVIDER:MODEL`.
struct KnownServer {
    word: &'static str,
    api: Api,
    base_url: &'static str,
    key_setting: &'static str,
}

#[rustfmt::skip]
const SERVERS: [KnownServer; 3] = [
    KnownServer { word: "anthropic", api: Api::Messages, base_url: "https://api.anthropic.com", key_setting: "ANTHROPIC_API_KEY" },
    KnownServer { word: "openai", api: Api::Chat, base_url: "https://api.openai.com/v1", key_setting: "OPENAI_API_KEY" },
    KnownServer { word: "ollama", api: Api::Chat, base_url: "http://127.0.0.1:11434/v1", key_setting: OTHER_KEY },
];

/// The variable for the key of any server but a provider's own.
///
/// A project's configuration may name a server; it must not thereby get the key of another one.
const OTHER_KEY: &str = "RETAP_AI_KEY";

/// The most retries that make sense: the pauses then add up to a minute.
const MOST_RETRIES: u32 = 10;
const LONGEST_TIMEOUT: Duration = Duration::from_secs(3600);

/// Which model is asked, and what it may cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdvisorConfig {
    pub(super) provider: Provider,
    /// The model, by the provider's name for it; may be empty for a command.
    pub(super) model: String,
    pub(super) limits: Limits,
}

/// The cost of asking, bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest answer, in the model's tokens.
    pub max_tokens: u32,
    /// The most requests in one run; one sent again counts again.
    pub max_calls: u32,
    /// The most bytes, over all requests of a run.
    pub max_bytes: u64,
    /// The most time one answer takes, retries included.
    pub timeout: Duration,
    /// How often a request that failed for a passing reason is sent again.
    pub retries: u32,
    /// Whether pictures of the screen are sent along.
    pub send_pictures: bool,
}

impl Default for Limits {
    /// Returns what holds when nothing else is said; a verdict takes about 60 tokens, thinking more.
    fn default() -> Self {
        Self {
            max_tokens: 1024,
            max_calls: 50,
            max_bytes: 32 << 20,
            timeout: Duration::from_secs(60),
            retries: 3,
            send_pictures: false,
        }
    }
}

/// Who is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Provider {
    /// A server that speaks one of the known APIs.
    Server(Endpoint),
    /// A program on this machine and its arguments, each passed as it is; no shell reads them.
    Command {
        program: String,
        arguments: Vec<String>,
    },
}

/// A server and the key it wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Endpoint {
    /// The API it speaks.
    pub(super) api: Api,
    /// The address below which the API lies, without a slash at its end.
    pub(super) base_url: String,
    /// Its host, with the port where one is given.
    pub(super) host: String,
    /// The key, where one is needed.
    pub(super) key: Option<Secret>,
    /// The variable the key is read from, for messages.
    pub(super) key_setting: &'static str,
}

/// The values as the app found them: flags, configuration, environment.
#[derive(Debug, Clone, Default)]
pub struct AdvisorSettings {
    /// `PROVIDER:MODEL`, such as `anthropic:claude-sonnet-4-5` or `ollama:llava:13b`.
    pub agent: String,
    /// Another server than the provider's own.
    pub base_url: Option<String>,
    /// The value of the variable that [`AdvisorSettings::key_setting`] names.
    pub key: Option<Secret>,
    /// The program and its arguments, for the provider `command`.
    pub command: Vec<String>,
    /// How much it may cost.
    pub limits: Limits,
}

/// Why the settings make no configuration. Never shows a key.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct AdvisorConfigError {
    message: String,
}

fn refuse<T>(message: impl Into<String>) -> Result<T, AdvisorConfigError> {
    let message = message.into();
    Err(AdvisorConfigError { message })
}

impl AdvisorSettings {
    /// Returns the variable the key must be read from, or `None` where no key is used.
    pub fn key_setting(&self) -> Option<&'static str> {
        let server = self.server()?;
        Some(match self.base_url {
            Some(_) => OTHER_KEY,
            None => server.key_setting,
        })
    }

    fn server(&self) -> Option<&'static KnownServer> {
        let (word, _) = self.words();
        SERVERS.iter().find(|server| server.word == word)
    }

    /// Returns the configuration, or what is wrong with the settings.
    pub fn parse(self) -> Result<AdvisorConfig, AdvisorConfigError> {
        let (word, model) = self.words();
        let provider = match (self.server(), word) {
            (Some(server), _) => Provider::Server(self.endpoint(server)?),
            (None, "command") => self.command()?,
            (None, other) => {
                let servers = SERVERS.map(|server| server.word).join(", ");
                return refuse(format!(
                    "`{other}` is no AI provider; known are {servers}, command, as in `anthropic:MODEL`"
                ));
            }
        };
        if model.is_empty() && !matches!(provider, Provider::Command { .. }) {
            return refuse(format!("no model is named; write `{word}:MODEL`"));
        }
        self.limits.check()?;
        Ok(AdvisorConfig {
            model: model.to_owned(),
            provider,
            limits: self.limits,
        })
    }

    /// Returns provider and model; a model may have colons itself, as `llava:13b` does.
    fn words(&self) -> (&str, &str) {
        let (provider, model) = self.agent.split_once(':').unwrap_or((&self.agent, ""));
        (provider.trim(), model.trim())
    }

    fn endpoint(&self, server: &KnownServer) -> Result<Endpoint, AdvisorConfigError> {
        let key_setting = self.key_setting().unwrap_or(OTHER_KEY);
        let base_url = self.base_url.as_deref().unwrap_or(server.base_url);
        let (base_url, uri) = parse_base_url(base_url)?;
        let key = self
            .key
            .as_ref()
            .map(|key| Secret::new(key.reveal().trim()))
            .filter(|key| !key.reveal().is_empty());
        if key.is_none() && key_setting != OTHER_KEY {
            return refuse(format!("`{key_setting}` is not set"));
        }
        let is_plain = |key: &Secret| key.reveal().bytes().all(|byte| byte.is_ascii_graphic());
        if !key.as_ref().is_none_or(is_plain) {
            return refuse(format!("`{key_setting}` has characters that no key has"));
        }
        let host = uri.authority().map_or("", |host| host.as_str()).to_owned();
        if key.is_some() && uri.scheme_str() == Some("http") && !is_this_machine(&uri) {
            return refuse(format!(
                "the key in `{key_setting}` would travel unencrypted to `{host}`; use https, or unset it"
            ));
        }
        Ok(Endpoint {
            api: server.api,
            base_url,
            host,
            key,
            key_setting,
        })
    }

    fn command(&self) -> Result<Provider, AdvisorConfigError> {
        match self.command.split_first() {
            Some((program, arguments)) if !program.is_empty() => Ok(Provider::Command {
                program: program.clone(),
                arguments: arguments.to_vec(),
            }),
            Some(_) | None => refuse(
                "the provider `command` needs `command`, a list of the program and its arguments",
            ),
        }
    }
}

impl Limits {
    fn check(&self) -> Result<(), AdvisorConfigError> {
        if self.max_tokens == 0 {
            return refuse("`max_tokens` must be at least 1");
        }
        if self.retries > MOST_RETRIES {
            return refuse(format!("`retries` must be {MOST_RETRIES} at the most"));
        }
        if self.timeout.is_zero() || self.timeout > LONGEST_TIMEOUT {
            let most = LONGEST_TIMEOUT.as_secs();
            return refuse(format!(
                "`timeout` must be above 0 and up to {most} seconds"
            ));
        }
        Ok(())
    }
}

fn parse_base_url(text: &str) -> Result<(String, Uri), AdvisorConfigError> {
    // Checked first, so that no message below can show a password.
    if text.contains('@') {
        return refuse("`base_url` must not hold a user name or password");
    }
    let base = text.trim().trim_end_matches('/');
    let uri: Uri = match base.parse() {
        Ok(uri) => uri,
        Err(error) => {
            return refuse(format!(
                "`base_url` is `{text}`, which is no address: {error}"
            ));
        }
    };
    if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.host().is_none() {
        return refuse(format!(
            "`base_url` is `{text}`, but must start with https:// or http://"
        ));
    }
    if base.contains(['?', '#']) {
        return refuse(format!(
            "`base_url` is `{text}`, but must end with its path"
        ));
    }
    Ok((base.to_owned(), uri))
}

fn is_this_machine(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or("").trim_matches(['[', ']']);
    host == "localhost"
        || host
            .parse()
            .is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(agent: &str) -> AdvisorSettings {
        AdvisorSettings {
            agent: agent.to_owned(),
            ..AdvisorSettings::default()
        }
    }

    fn with(agent: &str, base_url: &str, key: &str) -> Result<AdvisorConfig, String> {
        let settings = AdvisorSettings {
            base_url: (!base_url.is_empty()).then(|| base_url.to_owned()),
            key: Some(Secret::new(key)),
            ..settings(agent)
        };
        settings.parse().map_err(|error| error.to_string())
    }

    #[test]
    fn a_local_model_needs_no_key_and_may_have_colons() {
        let config = settings("ollama:llava:13b").parse().unwrap();
        assert_eq!(config.model, "llava:13b");
        let Provider::Server(endpoint) = config.provider else {
            panic!("{config:?}");
        };
        assert_eq!(
            (&*endpoint.base_url, &*endpoint.host, endpoint.key),
            ("http://127.0.0.1:11434/v1", "127.0.0.1:11434", None)
        );
    }

    #[test]
    fn the_providers_key_goes_to_the_providers_server_only() {
        let other = AdvisorSettings {
            base_url: Some("https://evil.example".to_owned()),
            ..settings("anthropic:m")
        };
        assert_eq!(other.key_setting(), Some("RETAP_AI_KEY"));
        assert_eq!(
            settings("anthropic:m").key_setting(),
            Some("ANTHROPIC_API_KEY")
        );
        assert_eq!(settings("openai:m").key_setting(), Some("OPENAI_API_KEY"));
        assert_eq!(settings("command:m").key_setting(), None);
    }

    #[test]
    fn wrong_settings_say_what_would_be_right() {
        let error = |agent: &str| settings(agent).parse().unwrap_err().to_string();
        insta::assert_snapshot!(error("gpt-5"), @"`gpt-5` is no AI provider; known are anthropic, openai, ollama, command, as in `anthropic:MODEL`");
        insta::assert_snapshot!(error("ollama"), @"no model is named; write `ollama:MODEL`");
        insta::assert_snapshot!(error("anthropic:m"), @"`ANTHROPIC_API_KEY` is not set");
        insta::assert_snapshot!(error("command:m"), @"the provider `command` needs `command`, a list of the program and its arguments");
        let mut late = settings("ollama:m");
        late.limits.retries = 11;
        insta::assert_snapshot!(late.parse().unwrap_err(), @"`retries` must be 10 at the most");
    }

    #[test]
    fn wrong_addresses_are_refused_without_showing_a_secret() {
        let error = |url: &str| with("openai:m", url, "sk-very-secret").unwrap_err();
        insta::assert_snapshot!(error("https://me:hunter2@host/v1"), @"`base_url` must not hold a user name or password");
        insta::assert_snapshot!(error("ftp://host"), @"`base_url` is `ftp://host`, but must start with https:// or http://");
        insta::assert_snapshot!(error("https://host/v1?a=b"), @"`base_url` is `https://host/v1?a=b`, but must end with its path");
        insta::assert_snapshot!(error("http://10.0.0.5:8080/v1"), @"the key in `RETAP_AI_KEY` would travel unencrypted to `10.0.0.5:8080`; use https, or unset it");
        assert!(with("openai:m", "http://localhost:8080/v1/", "k").is_ok());
        assert!(with("openai:m", "http://[::1]:8080/v1/", "k").is_ok());
        insta::assert_snapshot!(with("openai:m", "", "a\nb").unwrap_err(), @"`OPENAI_API_KEY` has characters that no key has");
    }

    #[test]
    fn a_configuration_never_shows_its_key() {
        let config = with("openai:m", "", " sk-very-secret\n").unwrap();
        assert!(!format!("{config:?}").contains("very-secret"));
    }
}
