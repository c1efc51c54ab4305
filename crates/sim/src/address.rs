//! Addresses of simulated phones: which apps are on them and how they behave.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::app::{App, AppError};
use crate::catalog;
use crate::device::SimOptions;
use crate::fault::{Fault, FaultError};
use crate::latency::Latency;

/// The options an address can have.
const OPTIONS: &str = "drift=NAME, fault=KIND:COUNT, latency=phone|instant|slow, signals=on|off, tree=on|off, open=SCREEN";

/// The address after `sim:`, taken apart and with its files read.
///
/// - empty or `phone`: the shipped apps but those that share a package
/// - `settings`, `shop,mail`, `login`, `path/to/APP.md`, `path/to/x.app.yaml`: only these
/// - `?drift=NAME&fault=lost_tap:1&latency=slow&signals=off&tree=off&open=SCREEN`
///
/// The phone starts on its home screen; `open` starts it on a screen of the first app instead.
#[derive(Debug, Clone)]
pub struct SimAddress {
    /// The apps to install, drift applied.
    pub apps: Vec<Arc<App>>,
    /// How the device behaves.
    pub options: SimOptions,
    /// The screen of the first app to start on.
    pub open: Option<String>,
}

impl SimAddress {
    /// Takes an address apart and reads the files it names.
    pub fn parse(address: &str) -> Result<Self, OpenError> {
        let (names, query) = address.split_once('?').unwrap_or((address, ""));
        let mut parsed = Self {
            apps: apps(names)?,
            options: SimOptions::default(),
            open: None,
        };
        for option in query.split('&').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            parsed.set(key, value)?;
        }
        Ok(parsed)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), OpenError> {
        match key {
            "drift" => self.drift(value)?,
            "fault" => {
                let fault = Fault::parse(value).map_err(OpenError::Fault)?;
                self.options.faults.push(fault);
            }
            "latency" => {
                let preset = Latency::preset(value);
                self.options.latency = preset.ok_or_else(|| bad_option(key, value))?;
            }
            "signals" => self.options.signals_change = switch(key, value)?,
            "tree" => self.options.has_tree = switch(key, value)?,
            "open" => self.open = Some(value.to_owned()),
            _ => return Err(bad_option(key, value)),
        }
        Ok(())
    }

    /// Applies the drift to every app that has it; at least one must.
    fn drift(&mut self, name: &str) -> Result<(), OpenError> {
        let mut is_known = false;
        for app in &mut self.apps {
            if let Some(drifted) = app.drifted(name) {
                *app = Arc::new(drifted);
                is_known = true;
            }
        }
        if is_known {
            return Ok(());
        }
        let mut known: Vec<String> = Vec::new();
        for drift in self.apps.iter().flat_map(|app| app.drift_names()) {
            if !known.iter().any(|name| name == drift) {
                known.push(drift.to_owned());
            }
        }
        Err(OpenError::UnknownDrift {
            name: name.to_owned(),
            known,
        })
    }
}

fn apps(names: &str) -> Result<Vec<Arc<App>>, OpenError> {
    let names = names.trim();
    if names.is_empty() || names == "phone" {
        return Ok(catalog::on_every_phone());
    }
    names.split(',').map(|name| app(name.trim())).collect()
}

fn app(name: &str) -> Result<Arc<App>, OpenError> {
    if let Some(app) = catalog::shipped(name) {
        return Ok(app);
    }
    let is_path = name.contains(['/', '\\', '.']);
    if !is_path {
        return Err(OpenError::UnknownApp {
            name: name.to_owned(),
            known: catalog::keys().map(str::to_owned).collect(),
        });
    }
    let text = std::fs::read_to_string(name).map_err(|error| OpenError::File {
        path: name.to_owned(),
        reason: error.to_string(),
    })?;
    let is_pack = Path::new(name).extension().is_some_and(|end| end == "md");
    let parsed = if is_pack {
        App::parse_md(name, &text)
    } else {
        App::parse_yaml(name, &text)
    };
    parsed.map(Arc::new).map_err(OpenError::App)
}

fn switch(key: &str, value: &str) -> Result<bool, OpenError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(bad_option(key, value)),
    }
}

fn bad_option(key: &str, value: &str) -> OpenError {
    OpenError::Option {
        key: key.to_owned(),
        value: value.to_owned(),
    }
}

/// Why a simulated phone cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpenError {
    /// No shipped app is called that.
    UnknownApp {
        /// The request.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// None of the apps has such a drift set.
    UnknownDrift {
        /// The request.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The first app has no such screen.
    UnknownScreen {
        /// Why it cannot be opened.
        reason: String,
    },
    /// An option that does not exist, or a value it cannot have.
    Option {
        /// Its name.
        key: String,
        /// The value.
        value: String,
    },
    /// A fault that does not exist.
    Fault(FaultError),
    /// A file that cannot be read.
    File {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
    /// A file that is wrong.
    App(AppError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownApp { name, known } => write!(
                out,
                "there is no simulated app `{name}`; shipped: {}; or give the path of an APP.md or .app.yaml file",
                known.join(", ")
            ),
            Self::UnknownDrift { name, known } if known.is_empty() => {
                write!(out, "there is no drift `{name}`; this app describes none")
            }
            Self::UnknownDrift { name, known } => {
                write!(
                    out,
                    "there is no drift `{name}`; there are: {}",
                    known.join(", ")
                )
            }
            Self::UnknownScreen { reason } => out.write_str(reason),
            Self::Option { key, value } => write!(
                out,
                "a simulated phone has no option `{key}={value}`; accepted: {OPTIONS}"
            ),
            Self::Fault(error) => error.fmt(out),
            Self::File { path, reason } => write!(out, "cannot read `{path}`: {reason}"),
            Self::App(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for OpenError {}
