//! `retap devices`: what can be driven from here.

use serde::Serialize;
use serde_json::json;

use super::run_args::OutputArgs;
use crate::android::connected_already;
use crate::config::Config;
use crate::devices::Address;
use crate::environment::Environment;
use crate::error::{AppError, Exit};

/// One device of the listing.
#[derive(Serialize)]
pub(crate) struct Entry {
    pub(crate) address: String,
    name: Option<String>,
    pub(crate) about: String,
    #[serde(rename = "usable")]
    pub(crate) is_usable: bool,
}

pub(super) fn run(args: &OutputArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = Config::load(environment)?;
    let entries = entries(&config);
    args.print(
        || json!({ "format": 1, "default": config.device, "devices": entries }),
        || as_text(&entries, config.device.as_deref()),
    );
    Ok(Exit::Passed)
}

fn as_text(entries: &[Entry], usual: Option<&str>) -> String {
    let widths = entries.iter().map(|entry| entry.address.chars().count());
    let width = widths.max().unwrap_or(0);
    let line = |entry: &Entry| format!("{:width$}  {}\n", entry.address, entry.about);
    let lines: String = entries.iter().map(line).collect();
    match usual {
        Some(device) => format!("{lines}\nused when none is named: {device}\n"),
        None => format!("{lines}\nnone is used unless it is named: add `--device ADDRESS`\n"),
    }
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
