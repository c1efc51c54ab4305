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
    let entry = |(index, key)| {
        let app = app(index);
        CatalogApp {
            key,
            name: app.name().to_owned(),
            about: app.about().to_owned(),
            drifts: app.drift_names().into_iter().map(str::to_owned).collect(),
        }
    };
    keys().enumerate().map(entry).collect()
}

/// Returns the shipped app that addresses call `key`.
pub fn shipped(key: &str) -> Option<Arc<App>> {
    keys().position(|known| known == key).map(app)
}

/// Returns the words addresses use for the shipped apps.
pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(key, _)| *key)
}

/// Returns the apps of a phone whose address names none.
pub(crate) fn on_every_phone() -> Vec<Arc<App>> {
    (0..ON_EVERY_PHONE).map(app).collect()
}

/// Returns the app of the file at `index`. It is parsed once for all devices, and only if one has it: parsing all of
/// them took most of the time of a short replay.
fn app(index: usize) -> Arc<App> {
    static APPS: [OnceLock<Arc<App>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    let parsed = || Arc::new(parse(&FILES[index]).expect("shipped apps are parsed by a test"));
    Arc::clone(APPS[index].get_or_init(parsed))
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
