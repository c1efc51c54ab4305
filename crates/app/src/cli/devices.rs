//! `retap devices`: what can be driven from here.

use clap::Args;
use serde_json::{Value, json};

use crate::android::connected_already;
use crate::config::Config;
use crate::devices::Address;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::terminal::outln;

/// What was typed after `retap devices`.
#[derive(Debug, Args)]
pub(crate) struct DevicesArgs {
    /// Write the result as JSON to standard output
    #[arg(long)]
    json: bool,
}

/// One device of the listing.
struct Entry {
    address: String,
    name: Option<String>,
    about: String,
    is_usable: bool,
}

/// Runs the command.
pub(super) fn run(args: &DevicesArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = Config::load(environment)?;
    let entries = entries(&config);
    if args.json {
        let devices: Vec<Value> = entries.iter().map(as_json).collect();
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

fn entries(config: &Config) -> Vec<Entry> {
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

fn as_json(entry: &Entry) -> Value {
    json!({
        "address": entry.address,
        "name": entry.name,
        "about": entry.about,
        "usable": entry.is_usable,
    })
}
