//! `.retap/config.toml`: the usual device, the names of others, values of variables.
//!
//! The project's file is read first, then the one in the home folder; what the project says wins,
//! key by key. The format is described in `docs/formats/config.md`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use retap_drivers::android::AdbConfig;
use retap_learn::ai::{AdvisorSettings, Limits};
use serde::Deserialize;

use crate::android::adb_config;
use crate::environment::Environment;
use crate::error::{AppError, cannot};
use crate::web::WebConfig;

/// The longest timeout that makes sense, in seconds: a day.
const LONGEST_TIMEOUT: f64 = 86_400.0;

/// The settings of the configuration: plain data, nothing that is open or running.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Config {
    /// The address or name of the usual device.
    pub(crate) device: Option<String>,
    /// How long a wait lasts at the most when a step does not say.
    pub(crate) timeout: Option<Duration>,
    /// Addresses by the names people gave them.
    pub(crate) devices: BTreeMap<String, String>,
    /// Values of variables that neither `--set` nor the environment has.
    pub(crate) variables: BTreeMap<String, String>,
    /// Where the adb server is.
    pub(crate) adb: AdbConfig,
    /// How pages are opened.
    pub(crate) web: WebConfig,
    /// The model that may be asked.
    pub(crate) ai: AiConfig,
    /// The files it was read from.
    pub(crate) files: Vec<PathBuf>,
}

/// The settings of the table `ai`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AiConfig {
    /// `PROVIDER:MODEL`.
    pub(crate) agent: Option<String>,
    base_url: Option<String>,
    #[serde(default)]
    command: Vec<String>,
    max_tokens: Option<u32>,
    max_calls: Option<u32>,
    max_bytes: Option<u64>,
    timeout: Option<f64>,
    retries: Option<u32>,
    send_pictures: Option<bool>,
}

impl AiConfig {
    /// Returns the settings it makes; who is asked and the key are the caller's.
    pub(crate) fn settings(&self) -> AdvisorSettings {
        let usual = Limits::default();
        let timeout = self.timeout.and_then(|seconds| parse_timeout(seconds).ok());
        AdvisorSettings {
            agent: String::new(),
            base_url: self.base_url.clone(),
            key: None,
            command: self.command.clone(),
            limits: Limits {
                max_tokens: self.max_tokens.unwrap_or(usual.max_tokens),
                max_calls: self.max_calls.unwrap_or(usual.max_calls),
                max_bytes: self.max_bytes.unwrap_or(usual.max_bytes),
                timeout: timeout.unwrap_or(usual.timeout),
                retries: self.retries.unwrap_or(usual.retries),
                send_pictures: self.send_pictures.unwrap_or(usual.send_pictures),
            },
        }
    }

    /// Adds what a file of lower rank says where nothing was said yet.
    fn add(&mut self, lower: Self) {
        self.agent = self.agent.take().or(lower.agent);
        self.base_url = self.base_url.take().or(lower.base_url);
        if self.command.is_empty() {
            self.command = lower.command;
        }
        self.max_tokens = self.max_tokens.or(lower.max_tokens);
        self.max_calls = self.max_calls.or(lower.max_calls);
        self.max_bytes = self.max_bytes.or(lower.max_bytes);
        self.timeout = self.timeout.or(lower.timeout);
        self.retries = self.retries.or(lower.retries);
        self.send_pictures = self.send_pictures.or(lower.send_pictures);
    }

    /// Returns the key that only the person's own file may have: a project that is merely looked at
    /// must not choose which program runs here, or where a question goes.
    fn personal_key(&self) -> Option<&'static str> {
        match (&self.base_url, self.command.is_empty()) {
            (Some(_), _) => Some("base_url"),
            (None, false) => Some("command"),
            (None, true) => None,
        }
    }
}

/// The file as it is written; version 1 has no version key, a later one will.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    device: Option<String>,
    timeout: Option<f64>,
    #[serde(default)]
    devices: BTreeMap<String, String>,
    #[serde(default)]
    variables: BTreeMap<String, String>,
    #[serde(default)]
    ai: AiConfig,
    #[serde(default)]
    web: WebConfig,
}

impl Config {
    /// Reads the configuration of the project and of the home folder; neither must be there.
    pub(crate) fn load(environment: &Environment) -> Result<Self, AppError> {
        let mut config = Self {
            adb: adb_config(environment),
            ..Self::default()
        };
        for place in environment.places() {
            let path = place.join(".retap").join("config.toml");
            let text = match std::fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                Err(error) => return Err(cannot("read", &path, error)),
            };
            let shown = environment.shown(&path);
            let mut read = parse(&shown, &text)?;
            // What stands in a file starts where the file is.
            read.web.storage = read.web.storage.map(|path| place.join(path));
            read.web.downloads = read.web.downloads.map(|path| place.join(path));
            let is_own = environment.home.as_deref() == Some(place);
            if let Some(key) = read.ai.personal_key().filter(|_| !is_own) {
                let message = format!("`{key}` may only stand in the file of your home folder");
                return Err(at_ai_key(&shown, &text, key, &message)
                    .hint("a project must not choose which program runs, or where questions go"));
            }
            if read.web.browser.is_some() && !is_own {
                let message = "`browser` may only stand in the file of your home folder";
                return Err(at_key(&shown, &text, "browser", message)
                    .hint("a project must not choose which program runs; `--browser` may"));
            }
            config.add(read);
            config.files.push(shown);
        }
        Ok(config)
    }

    /// Adds what a file of lower rank says where nothing was said yet.
    fn add(&mut self, lower: Self) {
        self.device = self.device.take().or(lower.device);
        self.timeout = self.timeout.or(lower.timeout);
        for (name, address) in lower.devices {
            self.devices.entry(name).or_insert(address);
        }
        self.ai.add(lower.ai);
        self.web.add(lower.web);
        for (name, value) in lower.variables {
            self.variables.entry(name).or_insert(value);
        }
    }
}

fn parse(path: &Path, text: &str) -> Result<Config, AppError> {
    let wire: Wire = toml::from_str(text).map_err(|error| {
        let (line, column) = error.span().map_or((1, 1), |span| place(text, span.start));
        AppError::input(format!(
            "{}:{line}:{column}: {}",
            path.display(),
            error.message()
        ))
        .hint("see docs/formats/config.md for what may stand there")
    })?;
    let timeout = wire
        .timeout
        .map(|seconds| {
            parse_timeout(seconds).map_err(|message| at_key(path, text, "timeout", &message))
        })
        .transpose()?;
    if let Some(Err(message)) = wire.ai.timeout.map(parse_timeout) {
        return Err(at_ai_key(path, text, "timeout", &message));
    }
    Ok(Config {
        adb: AdbConfig::default(),
        web: wire.web,
        ai: wire.ai,
        device: wire.device,
        timeout,
        devices: wire.devices,
        variables: wire.variables,
        files: Vec::new(),
    })
}

/// Reads a number of seconds.
pub(crate) fn parse_timeout(seconds: f64) -> Result<Duration, String> {
    if seconds.is_finite() && seconds > 0.0 && seconds <= LONGEST_TIMEOUT {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!(
            "`timeout` is `{seconds}`, but must be a number of seconds above 0 and up to {LONGEST_TIMEOUT}"
        ))
    }
}

/// Returns an error at a key outside of all tables.
fn at_key(path: &Path, text: &str, key: &str, message: &str) -> AppError {
    at_key_from(0, path, text, key, message)
}

/// Returns an error at a key of the table `ai`.
fn at_ai_key(path: &Path, text: &str, key: &str, message: &str) -> AppError {
    let table = text
        .lines()
        .position(|line| line.trim_start().starts_with("[ai]"));
    at_key_from(table.unwrap_or(0), path, text, key, message)
}

fn at_key_from(first: usize, path: &Path, text: &str, key: &str, message: &str) -> AppError {
    let mut lines = text.lines().enumerate().skip(first);
    let line = lines
        .find(|(_, line)| line.trim_start().starts_with(key))
        .map_or(1, |(index, _)| index + 1);
    AppError::input(format!("{}:{line}:1: {message}", path.display()))
}

/// Returns the line and column, from 1, of a byte of the text.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |index| index + 1);
    (line, before[start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        parse(Path::new(".retap/config.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn everything_that_may_be_said_is_read() {
        let config = read(
            "device = \"desk\"\ntimeout = 2.5\n[devices]\ndesk = \"sim:settings\"\n[variables]\nCITY = \"Paris\"\n",
        )
        .unwrap();
        assert_eq!(config.device.as_deref(), Some("desk"));
        assert_eq!(config.timeout, Some(Duration::from_millis(2500)));
        assert_eq!(config.devices["desk"], "sim:settings");
        assert_eq!(config.variables["CITY"], "Paris");
    }

    #[test]
    fn an_unknown_key_is_an_error_with_its_line() {
        insta::assert_snapshot!(
            read("timeout = 3\ndevcie = \"sim:\"\n").unwrap_err(),
            @".retap/config.toml:2:1: unknown field `devcie`, expected one of `device`, `timeout`, `devices`, `variables`, `ai`, `web`"
        );
    }

    #[test]
    fn a_value_of_the_wrong_kind_is_an_error_with_its_line() {
        insta::assert_snapshot!(
            read("\ndevice = 3\n").unwrap_err(),
            @".retap/config.toml:2:10: invalid type: integer `3`, expected a string"
        );
        insta::assert_snapshot!(
            read("timeout = -1\n").unwrap_err(),
            @".retap/config.toml:1:1: `timeout` is `-1`, but must be a number of seconds above 0 and up to 86400"
        );
    }

    #[test]
    fn a_wrong_timeout_of_the_model_is_told_by_its_own_line() {
        insta::assert_snapshot!(
            read("timeout = 4\n[ai]\ntimeout = 0\n").unwrap_err(),
            @".retap/config.toml:3:1: `timeout` is `0`, but must be a number of seconds above 0 and up to 86400"
        );
    }

    #[test]
    fn the_project_wins_key_by_key() {
        let mut config = read("device = \"sim:\"\n[variables]\nA = \"1\"").unwrap();
        config.add(read("device = \"x\"\ntimeout = 4\n[variables]\nA = \"2\"\nB = \"2\"").unwrap());
        assert_eq!(config.device.as_deref(), Some("sim:"));
        assert_eq!(config.timeout, Some(Duration::from_secs(4)));
        assert_eq!(
            (&*config.variables["A"], &*config.variables["B"]),
            ("1", "2")
        );
    }
}
