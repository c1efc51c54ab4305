//! The apps that come with retap.

use std::sync::{Arc, OnceLock};

use crate::app::App;

/// The files of the shipped apps, by the words addresses use for them.
const FILES: [(&str, &str, &str); 3] = [
    (
        "settings",
        "settings.app.yaml",
        include_str!("../apps/settings.app.yaml"),
    ),
    (
        "shop",
        "shop.app.yaml",
        include_str!("../apps/shop.app.yaml"),
    ),
    (
        "mail",
        "mail.app.yaml",
        include_str!("../apps/mail.app.yaml"),
    ),
];

/// What is known of a shipped app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogApp {
    /// The word addresses use, as in `sim:settings`.
    pub key: &'static str,
    /// The name people call it by.
    pub name: String,
    /// What it is for.
    pub about: String,
    /// Its drift sets, as in `sim:settings?drift=rename`.
    pub drifts: Vec<String>,
}

/// Returns the shipped apps in the order they stand on the home screen.
pub fn catalog() -> Vec<CatalogApp> {
    let apps = FILES.iter().zip(apps());
    apps.map(|((key, _, _), app)| CatalogApp {
        key,
        name: app.name().to_owned(),
        about: app.about().to_owned(),
        drifts: app.drift_names().into_iter().map(str::to_owned).collect(),
    })
    .collect()
}

/// Returns the shipped app that addresses call `key`.
pub fn shipped(key: &str) -> Option<Arc<App>> {
    let index = FILES.iter().position(|(known, _, _)| *known == key)?;
    apps().get(index).cloned()
}

/// Returns the words addresses use for the shipped apps.
pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(key, _, _)| *key)
}

/// Parsed once for all devices, so that opening one is cheap.
fn apps() -> &'static [Arc<App>] {
    static APPS: OnceLock<Vec<Arc<App>>> = OnceLock::new();
    APPS.get_or_init(|| {
        let parse = |(_, path, text): &(&str, &str, &str)| {
            Arc::new(App::parse_yaml(path, text).expect("shipped apps are parsed by a test"))
        };
        FILES.iter().map(parse).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_app_parses() {
        for (_, path, text) in FILES {
            if let Err(error) = App::parse_yaml(path, text) {
                panic!("{error}");
            }
        }
    }
}
