//! Addresses of simulated phones: which apps are on them and how they behave.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::app::{App, drift_all};
use crate::catalog;
use crate::device::SimOptions;
use crate::fault::Fault;
use crate::latency::Latency;

/// The options an address can have.
const OPTIONS: &str = "drift=NAME, fault=KIND:COUNT, latency=phone|instant|slow, signals=on|off, tree=on|off, open=SCREEN";

/// Reads a file that describes an app.
pub type ReadFile<'a> = &'a dyn Fn(&Path) -> std::io::Result<String>;

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
        Self::parse_reading(address, &|path| {
            String::from_utf8(read_plain(path)?).map_err(io::Error::other)
        })
    }

    /// Does the same, and reads files by `read`, which may refuse some.
    pub fn parse_reading(address: &str, read: ReadFile<'_>) -> Result<Self, OpenError> {
        let (names, query) = address.split_once('?').unwrap_or((address, ""));
        let mut parsed = Self {
            apps: apps(names, read)?,
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
        let bad = || {
            let option = format!("{key}={value}");
            OpenError::Address(format!(
                "a simulated phone has no option `{option}`; accepted: {OPTIONS}"
            ))
        };
        let switch = || match value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(bad()),
        };
        match key {
            "drift" => self.drift(value)?,
            "fault" => {
                let fault = Fault::parse(value).map_err(OpenError::of)?;
                self.options.faults.push(fault);
            }
            "latency" => self.options.latency = Latency::preset(value).ok_or_else(bad)?,
            "signals" => self.options.signals_change = switch()?,
            "tree" => self.options.has_tree = switch()?,
            "open" => self.open = Some(value.to_owned()),
            _ => return Err(bad()),
        }
        Ok(())
    }

    /// Applies the drift to every app that has it; at least one must.
    fn drift(&mut self, name: &str) -> Result<(), OpenError> {
        if drift_all(&mut self.apps, name) {
            return Ok(());
        }
        let mut known: Vec<&str> = Vec::new();
        for drift in self.apps.iter().flat_map(|app| app.drift_names()) {
            if !known.contains(&drift) {
                known.push(drift);
            }
        }
        let known = match known.as_slice() {
            [] => "this app describes none".to_owned(),
            known => format!("there are: {}", known.join(", ")),
        };
        let message = format!("there is no drift `{name}`; {known}");
        Err(OpenError::Address(message))
    }
}

fn apps(names: &str, read: ReadFile<'_>) -> Result<Vec<Arc<App>>, OpenError> {
    let names = names.trim();
    if names.is_empty() || names == "phone" {
        return Ok(catalog::on_every_phone());
    }
    names
        .split(',')
        .map(|name| app(name.trim(), read))
        .collect()
}

fn app(name: &str, read: ReadFile<'_>) -> Result<Arc<App>, OpenError> {
    if let Some(app) = catalog::shipped(name) {
        return Ok(app);
    }
    let is_path = name.contains(['/', '\\', '.']);
    if !is_path {
        let known: Vec<&str> = catalog::keys().collect();
        return Err(OpenError::Address(format!(
            "there is no simulated app `{name}`; shipped: {}; or give the path of an APP.md or .app.yaml file",
            known.join(", ")
        )));
    }
    let text = read(Path::new(name))
        .map_err(|error| OpenError::File(format!("cannot read `{name}`: {error}")))?;
    let is_pack = Path::new(name).extension().is_some_and(|end| end == "md");
    let parsed = if is_pack {
        App::parse_md(name, &text)
    } else {
        App::parse_yaml(name, &text)
    };
    parsed.map(Arc::new).map_err(OpenError::of)
}

/// Why a simulated phone cannot be opened, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpenError {
    /// The address is wrong, or an app file it names.
    Address(String),
    /// A file cannot be read.
    File(String),
}

impl OpenError {
    fn of(error: impl fmt::Display) -> Self {
        Self::Address(error.to_string())
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(message) | Self::File(message) => out.write_str(message),
        }
    }
}

impl std::error::Error for OpenError {}

/// Reads a plain file; a pipe would be waited for.
pub(crate) fn read_plain(path: &Path) -> io::Result<Vec<u8>> {
    match std::fs::metadata(path)?.is_file() {
        true => std::fs::read(path),
        false => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is no plain file",
        )),
    }
}
