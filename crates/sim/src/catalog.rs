//! The apps that come with retap.

use std::sync::{Arc, OnceLock};

use crate::app::{App, AppError};

/// A shipped app before it is read: the word addresses use for it and its text.
type File = (&'static str, &'static str);

macro_rules! file {
    ($key:literal) => {
        ($key, include_str!(concat!("../apps/", $key, ".app.yaml")))
    };
}

const FILES: [File; 5] = [
    file!("settings"),
    file!("shop"),
    file!("mail"),
    file!("login"),
    file!("login-en"),
];

/// How many of them the phone `sim:` has; the others share a package and are only where they are named.
const ON_EVERY_PHONE: usize = 3;

/// The facts known about a shipped app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogApp {
    /// The word addresses use, as in `sim:settings`.
    pub key: &'static str,
    /// The name people call it by.
    pub name: String,
    /// Its purpose.
    pub about: String,
    /// Its drift sets, as in `sim:settings?drift=rename`.
    pub drifts: Vec<String>,
}

/// Returns the shipped apps; those of the phone `sim:` come first, in the order of its home screen.
pub fn catalog() -> Vec<CatalogApp> {
    let apps = FILES.iter().zip(apps());
    apps.map(|((key, _), app)| CatalogApp {
        key,
        name: app.name().to_owned(),
        about: app.about().to_owned(),
        drifts: app.drift_names().into_iter().map(str::to_owned).collect(),
    })
    .collect()
}

/// Returns the shipped app that addresses call `key`.
pub fn shipped(key: &str) -> Option<Arc<App>> {
    let index = FILES.iter().position(|(known, _)| *known == key)?;
    apps().get(index).cloned()
}

/// Returns the words addresses use for the shipped apps.
pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(key, _)| *key)
}

/// Returns the apps of a phone whose address names none.
pub(crate) fn on_every_phone() -> Vec<Arc<App>> {
    apps()[..ON_EVERY_PHONE].to_vec()
}

/// Parsed once for all devices, so that opening one is cheap.
fn apps() -> &'static [Arc<App>] {
    static APPS: OnceLock<Vec<Arc<App>>> = OnceLock::new();
    APPS.get_or_init(|| {
        let parsed = FILES.iter().map(parse);
        parsed
            .map(|app| Arc::new(app.expect("shipped apps are parsed by a test")))
            .collect()
    })
}

fn parse((key, text): &File) -> Result<App, AppError> {
    App::parse_yaml(&format!("{key}.app.yaml"), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_app_parses() {
        for file in FILES {
            parse(&file).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    #[test]
    fn no_phone_has_two_apps_of_one_package_unless_asked() {
        let apps = on_every_phone();
        let packages: std::collections::BTreeSet<&str> =
            apps.iter().map(|app| app.package()).collect();
        assert_eq!(packages.len(), apps.len());
    }
}
