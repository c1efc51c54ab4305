//! The apps that come with retap.

use std::sync::{Arc, OnceLock};

use crate::app::App;

/// A shipped app before it is read.
struct File {
    /// The word addresses use for it.
    key: &'static str,
    path: &'static str,
    text: &'static str,
    place: Place,
}

/// Which phones have an app.
#[derive(PartialEq)]
enum Place {
    /// Those of the address `sim:` too.
    EveryPhone,
    /// Only those that name it, because another shipped app has the same package.
    WhereNamed,
}

const FILES: [File; 5] = [
    File {
        key: "settings",
        path: "settings.app.yaml",
        text: include_str!("../apps/settings.app.yaml"),
        place: Place::EveryPhone,
    },
    File {
        key: "shop",
        path: "shop.app.yaml",
        text: include_str!("../apps/shop.app.yaml"),
        place: Place::EveryPhone,
    },
    File {
        key: "mail",
        path: "mail.app.yaml",
        text: include_str!("../apps/mail.app.yaml"),
        place: Place::EveryPhone,
    },
    File {
        key: "login",
        path: "login.app.yaml",
        text: include_str!("../apps/login.app.yaml"),
        place: Place::WhereNamed,
    },
    File {
        key: "login-en",
        path: "login-en.app.yaml",
        text: include_str!("../apps/login-en.app.yaml"),
        place: Place::WhereNamed,
    },
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
    apps.map(|(file, app)| CatalogApp {
        key: file.key,
        name: app.name().to_owned(),
        about: app.about().to_owned(),
        drifts: app.drift_names().into_iter().map(str::to_owned).collect(),
    })
    .collect()
}

/// Returns the shipped app that addresses call `key`.
pub fn shipped(key: &str) -> Option<Arc<App>> {
    let index = FILES.iter().position(|file| file.key == key)?;
    apps().get(index).cloned()
}

/// Returns the words addresses use for the shipped apps.
pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.key)
}

/// Returns the apps of a phone whose address names none.
pub(crate) fn on_every_phone() -> Vec<Arc<App>> {
    let found = FILES.iter().zip(apps());
    found
        .filter(|(file, _)| file.place == Place::EveryPhone)
        .map(|(_, app)| app.clone())
        .collect()
}

/// Parsed once for all devices, so that opening one is cheap.
fn apps() -> &'static [Arc<App>] {
    static APPS: OnceLock<Vec<Arc<App>>> = OnceLock::new();
    APPS.get_or_init(|| {
        let parse = |file: &File| {
            let app = App::parse_yaml(file.path, file.text);
            Arc::new(app.expect("shipped apps are parsed by a test"))
        };
        FILES.iter().map(parse).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_app_parses() {
        for file in FILES {
            if let Err(error) = App::parse_yaml(file.path, file.text) {
                panic!("{error}");
            }
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
