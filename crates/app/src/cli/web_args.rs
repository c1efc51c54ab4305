//! Flags of every command that may open a page.

use std::path::PathBuf;

use clap::Args;

use crate::config::Config;
use crate::environment::Environment;
use crate::error::AppError;

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
