//! Flags that commands share: which device, how long, with what values, and how the result is written.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use retap_learn::ai::AdvisorConfig;
use retap_model::phrase::is_name;
use serde_json::Value;

use crate::config::{Config, parse_timeout};
use crate::environment::Environment;
use crate::error::AppError;
use crate::terminal::{out, outln, talkln};

/// The flag of every command whose result programs may want to read.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write the result as JSON to standard output
    #[arg(long)]
    pub(super) json: bool,
}

impl OutputArgs {
    /// Prints the result, for programs or for people.
    pub(super) fn print(&self, json: impl FnOnce() -> Value, text: impl FnOnce() -> String) {
        match self.json {
            true => outln!("{}", json()),
            false => out!("{}", text()),
        }
    }
}

/// Flags of every command that drives a device.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Address or configured name of the device, such as `sim:settings`; repeat it for a pool
    #[arg(long = "device", value_name = "ADDRESS")]
    pub(crate) devices: Vec<String>,

    /// How long a wait may last when a step does not say [default: 15]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    timeout: Option<Duration>,

    /// Give a variable its value; with the name alone, that of the environment
    #[arg(long = "set", value_name = "NAME[=VALUE]", value_parser = parse_setting)]
    pub(crate) settings: Vec<(String, String)>,

    /// Ask this model what no rule can decide, such as `ollama:llava`; nobody is asked otherwise
    #[arg(long, value_name = "PROVIDER:MODEL")]
    agent: Option<String>,

    /// Put what pages download there too
    #[arg(long, value_name = "DIR")]
    downloads: Option<PathBuf>,

    #[command(flatten)]
    web: WebArgs,
}

impl RunArgs {
    /// Returns the configuration with what was typed in the place of what it says.
    pub(crate) fn config(&self, environment: &Environment) -> Result<Config, AppError> {
        let mut config = self.web.config(environment)?;
        config.web.downloads = self.downloads.clone().or(config.web.downloads);
        Ok(config)
    }

    /// Lets a run that keeps cookies begin without any where the file that is configured is not there yet.
    pub(crate) fn forget_missing_storage(&self, config: &mut Config) {
        let is_typed = self.web.storage.is_some();
        let missing = config
            .web
            .storage
            .take_if(|file| !is_typed && !file.exists());
        if let Some(file) = missing {
            talkln!(
                "`{}` is not there yet: the run begins without cookies",
                file.display()
            );
        }
    }

    /// Returns which model is asked: as typed, else as configured, else none.
    pub(crate) fn advisor(
        &self,
        config: &Config,
        environment: &Environment,
    ) -> Result<Option<AdvisorConfig>, AppError> {
        config.ai.advisor(self.agent.as_deref(), environment)
    }

    /// Returns how long a wait lasts: as typed, else as configured, else as usual.
    pub(crate) fn timeout(&self, config: &Config) -> Duration {
        self.timeout.unwrap_or_else(|| config.timeout())
    }
}

/// Flags of every command that may open a page.
#[derive(Debug, Args)]
pub(crate) struct WebArgs {
    /// The browser to start for `web:` devices; one that is installed when not said
    #[arg(long, value_name = "PATH")]
    browser: Option<PathBuf>,

    /// Show the browser's window
    #[arg(long)]
    headed: bool,

    /// Begin with the cookies and local storage that `test --save-storage` kept in this file
    #[arg(long, value_name = "FILE")]
    storage: Option<PathBuf>,
}

impl WebArgs {
    /// Returns the configuration with what was typed in the place of what it says.
    pub(crate) fn config(&self, environment: &Environment) -> Result<Config, AppError> {
        let mut config = Config::load(environment)?;
        config.web.browser = self.browser.clone().or(config.web.browser);
        config.web.storage = self.storage.clone().or(config.web.storage);
        if self.headed {
            config.web.headed = Some(true);
        }
        Ok(config)
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "a number of seconds is needed".to_owned())?;
    parse_timeout(seconds)
}

/// Reads a time such as `30d`, `12h` or `90m`.
pub(crate) fn parse_age(text: &str) -> Result<Duration, String> {
    let wanted = || "a number with d, h or m is needed, such as 30d".to_owned();
    let unit = text.chars().last().ok_or_else(wanted)?;
    let seconds = match unit {
        'd' => 86_400,
        'h' => 3_600,
        'm' => 60,
        _ => return Err(wanted()),
    };
    let number: u32 = text[..text.len() - 1].parse().map_err(|_| wanted())?;
    Ok(Duration::from_secs(u64::from(number) * seconds))
}

fn parse_setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, value.to_owned()),
        None => (text, environment_value(text)?),
    };
    if !is_name(name) {
        return Err(format!(
            "`{name}` is not a name: letters, digits and _ are, not starting with a digit"
        ));
    }
    Ok((name.to_owned(), value))
}

/// Returns what the environment has under a name, for who does not want to have a value in the command line.
fn environment_value(name: &str) -> Result<String, String> {
    let value = std::env::var(name);
    value.map_err(|_| format!("`{name}` is not set in the environment; NAME=VALUE gives a value"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_a_name_and_any_value() {
        assert_eq!(
            parse_setting("A=b=c").unwrap(),
            ("A".to_owned(), "b=c".to_owned())
        );
        assert_eq!(parse_setting("_x=").unwrap().1, "");
        assert_eq!(parse_setting("暗証番号=7").unwrap().1, "7");
        assert!(parse_setting("A").is_err());
        assert!(parse_setting("1A=x").is_err());
    }
}
