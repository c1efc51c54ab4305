//! The variables of a shell.

use std::collections::BTreeMap;

use super::run::{NAME, Shell};

/// Returns what every shell starts with.
pub(super) fn at_start() -> BTreeMap<String, String> {
    let known = [
        ("PATH", "/product/bin:/system/bin:/system/xbin:/vendor/bin"),
        ("HOME", "/"),
        ("USER", "shell"),
        ("LOGNAME", "shell"),
        ("HOSTNAME", "sim"),
        ("SHELL", "/bin/sh"),
        ("TMPDIR", "/data/local/tmp"),
        ("EXTERNAL_STORAGE", "/sdcard"),
        ("ANDROID_DATA", "/data"),
        ("ANDROID_ROOT", "/system"),
    ];
    let variables = known.map(|(name, value)| (name.to_owned(), value.to_owned()));
    variables.into()
}

impl Shell {
    /// Returns the value of a variable, or of `?`, `#` and the like.
    pub(super) fn variable(&self, name: &str) -> String {
        match name {
            "?" => self.status.to_string(),
            "$" => "5150".to_owned(),
            "#" => self.parameters.len().to_string(),
            "@" | "*" => self.parameters.join(" "),
            "0" => NAME.to_owned(),
            "PWD" => self.folder.clone(),
            "RANDOM" => "4".to_owned(),
            other => match other.parse::<usize>() {
                Ok(number) => self.parameters.get(number.saturating_sub(1)).cloned(),
                Err(_) => self.variables.get(other).cloned(),
            }
            .unwrap_or_default(),
        }
    }

    /// Sets a variable.
    pub(super) fn set_variable(&mut self, name: &str, value: String) {
        self.variables.insert(name.to_owned(), value);
    }

    /// Forgets a variable.
    pub(super) fn unset_variable(&mut self, name: &str) {
        self.variables.remove(name);
    }

    /// Returns all variables.
    pub(super) fn variables(&self) -> impl Iterator<Item = (&String, &String)> {
        self.variables.iter()
    }
}
