//! `retap devices`: what can be driven from here.

use clap::Args;
use serde::Serialize;
use serde_json::json;

use crate::android::connected_already;
use crate::config::Config;
use crate::devices::Address;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::terminal::outln;

#[derive(Debug, Args)]
pub(crate) struct DevicesArgs {
    /// Write the result as JSON to standard output
    #[arg(long)]
    json: bool,
}

/// One device of the listing.
#[derive(Serialize)]
pub(crate) struct Entry {
    pub(crate) address: String,
    name: Option<String>,
    /// Its description.
    pub(crate) about: String,
    #[serde(rename = "usable")]
    pub(crate) is_usable: bool,
}

pub(super) fn run(args: &DevicesArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = Config::load(environment)?;
    let entries = entries(&config);
    if args.json {
        outln!(
            "{}",
            json!({ "format": 1, "default": config.device, "devices": entries })
        );
        return Ok(Exit::Passed);
    }
    let widths = entries.iter().map(|entry| entry.address.chars().count());
    let width = widths.max().unwrap_or(0);
    for entry in &entries {
        outln!("{:width$}  {}", entry.address, entry.about);
    }
    match &config.device {
        Some(device) => outln!("\nused when none is named: {device}"),
        None => outln!("\nnone is used unless it is named: add `--device ADDRESS`"),
    }
    Ok(Exit::Passed)
}

/// Returns what can be driven from here.
pub(crate) fn entries(config: &Config) -> Vec<Entry> {
    let sim = |app: &str, about: String| Entry::new(format!("sim:{app}"), about);
    let mut entries = vec![sim("", "simulated phone with several apps".to_owned())];
    let apps = retap_sim::catalog().into_iter();
    entries.extend(apps.map(|app| sim(app.key, format!("simulated phone: {}", app.about))));
    entries.extend(connected_already(&config.adb).iter().map(|phone| {
        let remedy = phone.remedy();
        let about = match remedy {
            None => format!("Android device {}", phone.model.replace('_', " ")),
            Some(remedy) => format!("Android device, {}: {remedy}", phone.state),
        };
        Entry {
            is_usable: remedy.is_none(),
            ..Entry::new(format!("android:{}", phone.serial), about)
        }
    }));
    entries.extend(config.devices.iter().map(|(name, address)| {
        let parsed = Address::parse(address, config);
        let about = match &parsed {
            Ok(_) => format!("configured as `{name}`"),
            Err(error) => format!("configured as `{name}`: {error}"),
        };
        Entry {
            name: Some(name.clone()),
            is_usable: parsed.is_ok(),
            ..Entry::new(address.clone(), about)
        }
    }));
    entries
}

impl Entry {
    fn new(address: String, about: String) -> Self {
        Self {
            address,
            name: None,
            about,
            is_usable: true,
        }
    }
}
