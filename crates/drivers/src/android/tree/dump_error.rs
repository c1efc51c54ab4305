//! Why a dump could not be used, told from what uiautomator printed instead of one.

use super::xml::{ENDS_EARLY, XmlFault};

/// Longest quotation of what a device printed.
const LONGEST_QUOTE: usize = 120;

/// Returns why `output` holds no tree.
pub(super) fn no_tree(output: &str) -> String {
    let output = output.trim();
    if output.is_empty() {
        return "the dump is empty".to_owned();
    }
    if output.contains("null root node") {
        return "no window is ready yet (uiautomator: null root node)".to_owned();
    }
    if output.contains("could not get idle state") {
        return "the screen does not stop moving (uiautomator: could not get idle state)"
            .to_owned();
    }
    let mut lines = output.lines().map(str::trim);
    match lines.clone().find(|line| line.contains("ERROR")) {
        Some(line) => format!("uiautomator says `{}`", quote(line)),
        None if output == "Killed" => {
            "uiautomator was killed; another tool may be using it".to_owned()
        }
        None => {
            let line = lines.find(|line| !line.is_empty()).unwrap_or_default();
            format!("there is no tree in the dump, but `{}`", quote(line))
        }
    }
}

/// Returns what is wrong with the XML of a dump.
pub(super) fn broken(fault: &XmlFault, length: usize) -> String {
    if fault.what == ENDS_EARLY {
        return ends_early(length);
    }
    format!("the dump is broken at byte {}: {}", fault.at, fault.what)
}

/// Returns the reason for a dump that is only half there.
pub(super) fn ends_early(length: usize) -> String {
    format!("the dump ends in the middle, after {length} bytes")
}

fn quote(line: &str) -> String {
    let short: String = line.chars().take(LONGEST_QUOTE).collect();
    if short.len() < line.len() {
        format!("{short}…")
    } else {
        short
    }
}
