//! `retap sim list`: the shipped apps and their drift.

use clap::Args;
use retap_sim::{CatalogApp, catalog};
use serde_json::{Value, json};

use crate::error::{AppError, Exit};
use crate::terminal::outln;

/// The arguments of `retap sim list`.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// Write the result as JSON to standard output
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &ListArgs) -> Result<Exit, AppError> {
    let apps = catalog();
    if args.json {
        let list: Vec<Value> = apps.iter().map(as_json).collect();
        outln!("{}", json!({ "format": 1, "apps": list }));
        return Ok(Exit::Passed);
    }
    for app in &apps {
        outln!("sim:{:<10}{}", app.key, app.about);
        outln!("{:<14}drift: {}", "", app.drifts.join(", "));
    }
    outln!();
    outln!("more apps: `sim:path/to/APP.md` or `sim:path/to/x.app.yaml`; several: `sim:shop,mail`");
    outln!(
        "options:   `sim:settings?drift=rename&fault=lost_tap:1&latency=slow&tree=off&open=about`"
    );
    Ok(Exit::Passed)
}

fn as_json(app: &CatalogApp) -> Value {
    json!({
        "address": format!("sim:{}", app.key),
        "name": app.name,
        "about": app.about,
        "drifts": app.drifts,
    })
}
