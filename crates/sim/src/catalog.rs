//! The apps that come with retap.

use std::sync::{Arc, OnceLock};

use crate::app::{App, AppError};

/// Which phones have an app.
#[derive(PartialEq)]
enum Place {
    /// Those of the address `sim:` too.
    EveryPhone,
    /// Only those that name it, because another shipped app has the same package.
    WhereNamed,
}

/// A shipped app before it is read: the word addresses use for it, its text, and its place.
type File = (&'static str, &'static str, Place);

const FILES: [File; 5] = [
    (
        "settings",
        include_str!("../apps/settings.app.yaml"),
        Place::EveryPhone,
    ),
    (
        "shop",
        include_str!("../apps/shop.app.yaml"),
        Place::EveryPhone,
    ),
    (
        "mail",
        include_str!("../apps/mail.app.yaml"),
        Place::EveryPhone,
    ),
    (
        "login",
        include_str!("../apps/login.app.yaml"),
        Place::WhereNamed,
    ),
    (
        "login-en",
        include_str!("../apps/login-en.app.yaml"),
        Place::WhereNamed,
    ),
];

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
    apps.map(|((key, ..), app)| CatalogApp {
        key,
        name: app.name().to_owned(),
        about: app.about().to_owned(),
        drifts: app.drift_names().into_iter().map(str::to_owned).collect(),
    })
    .collect()
}

/// Returns the shipped app that addresses call `key`.
pub fn shipped(key: &str) -> Option<Arc<App>> {
    let index = FILES.iter().position(|(known, ..)| *known == key)?;
    apps().get(index).cloned()
}

/// Returns the words addresses use for the shipped apps.
pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(key, ..)| *key)
}

/// Returns the apps of a phone whose address names none.
pub(crate) fn on_every_phone() -> Vec<Arc<App>> {
    let found = FILES.iter().zip(apps());
    found
        .filter(|((_, _, place), _)| *place == Place::EveryPhone)
        .map(|(_, app)| app.clone())
        .collect()
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

fn parse((key, text, _): &File) -> Result<App, AppError> {
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
