//! Scenarios: read, checked, mended and expanded.

mod docs;
mod fix;
mod read;
mod replay;
mod rules;

use std::fs;
use std::path::Path;

use retap_learn::source::{Rule, Scenario, check_scenario, read_scenario};

/// The samples beside this file.
const SAMPLES: [&str; 6] = [
    "mail-archive.yaml",
    "mail-search.yaml",
    "settings-language.yaml",
    "settings-replay.yaml",
    "shop-checkout.yaml",
    "shop-login.yaml",
];

/// Returns the text of a sample.
fn sample(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/scenario");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Reads a file of this name with this text, which must be a scenario.
fn read(file: &str, text: &str) -> Scenario {
    read_scenario(Path::new(file), text.as_bytes()).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Returns the rules a text breaks, in source order.
fn rules(text: &str) -> Vec<Rule> {
    let findings = check_scenario(Path::new("x.yaml"), text.as_bytes()).unwrap();
    findings.into_iter().map(|it| it.rule.unwrap()).collect()
}

/// Returns what the rules find in a text, one line each.
fn findings(text: &str) -> String {
    let findings = check_scenario(Path::new("x.yaml"), text.as_bytes());
    let findings = findings.unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    let lines = findings.into_iter().map(|finding| {
        let (rule, place) = (finding.rule.unwrap(), finding.place.unwrap());
        let mut line = format!("{}:{} {rule} {}", place.line, place.column, finding.message);
        if let Some(accepted) = finding.accepted {
            line.push_str(&format!(" | accepted: {accepted}"));
        }
        if let Some(hint) = finding.hint {
            line.push_str(&format!(" | hint: {hint}"));
        }
        line + "\n"
    });
    lines.collect()
}
