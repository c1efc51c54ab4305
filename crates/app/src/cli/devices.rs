//! `retap devices`: what can be driven from here.

use clap::Args;
use serde_json::{Value, json};

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
pub(crate) struct Entry {
    pub(crate) address: String,
    name: Option<String>,
    /// Its description.
    pub(crate) about: String,
    pub(crate) is_usable: bool,
}

pub(super) fn run(args: &DevicesArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = Config::load(environment)?;
    let entries = entries(&config);
    if args.json {
        let devices: Vec<Value> = entries.iter().map(Entry::as_json).collect();
        outln!(
            "{}",
            json!({ "format": 1, "default": config.device, "devices": devices })
        );
        return Ok(Exit::Passed);
    }
    let width = entries
        .iter()
        .map(|entry| entry.address.chars().count())
        .max()
        .unwrap_or(0);
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
    let mut entries = vec![Entry {
        address: "sim:".to_owned(),
        name: None,
        about: "simulated phone with several apps".to_owned(),
        is_usable: true,
    }];
    entries.extend(retap_sim::catalog().into_iter().map(|app| Entry {
        address: format!("sim:{}", app.key),
        name: None,
        about: format!("simulated phone: {}", app.about),
        is_usable: true,
    }));
    let phones = connected_already(&config.adb);
    entries.extend(phones.iter().map(|phone| Entry {
        address: format!("android:{}", phone.serial),
        name: None,
        about: match phone.state.remedy() {
            None => format!("Android device {}", phone.model.replace('_', " ")),
            Some(remedy) => format!("Android device, {}: {remedy}", phone.state.as_str()),
        },
        is_usable: phone.state.remedy().is_none(),
    }));
    entries.extend(config.devices.iter().map(|(name, address)| {
        let parsed = Address::parse(address, config);
        Entry {
            address: address.clone(),
            name: Some(name.clone()),
            about: match &parsed {
                Ok(_) => format!("configured as `{name}`"),
                Err(error) => format!("configured as `{name}`: {error}"),
            },
            is_usable: parsed.is_ok(),
        }
    }));
    entries
}

impl Entry {
    /// Returns it as data.
    pub(crate) fn as_json(&self) -> Value {
        json!({
            "address": self.address,
            "name": self.name,
            "about": self.about,
            "usable": self.is_usable,
        })
    }
}
