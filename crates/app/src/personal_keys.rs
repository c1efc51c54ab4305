//! What only the person's own configuration may say, and what a project's may not: all refusals at once, each with what to
//! write where.

use std::path::Path;

use crate::config::{Config, ConfigFile, HARMLESS, is_hidden};
use crate::devices::Address;
use crate::error::AppError;
use crate::files;
use crate::reach::Reach;

impl Config {
    /// Refuses what only the person's own file may say, all of it at once.
    pub(crate) fn check_impersonal(
        &self,
        place: &Path,
        file: &ConfigFile<'_>,
    ) -> Result<(), AppError> {
        let mut refused = self.refused_keys(file);
        refused.extend(self.refused_devices(file));
        refused.extend(self.refused_paths(place, file));
        AppError::joined(refused)
    }

    fn refused_keys(&self, file: &ConfigFile<'_>) -> Vec<AppError> {
        const PROGRAM: &str = "a project must not choose which program runs; `--browser` may";
        const SENT: &str =
            "a project must not choose which program runs, or what is sent to whom; `--agent` may";
        let of_home = |keys: &[&str], why: Option<&str>| {
            let key = keys.last().copied().unwrap_or_default();
            let message = format!("`{key}` may only stand in the file of your home folder");
            let error = file.error_at(keys, &message);
            let error = why
                .map(str::to_owned)
                .into_iter()
                .fold(error, AppError::hint);
            error.hint(line_of_home(keys))
        };
        let is_given = |is: bool, keys: &[&str], why| is.then(|| of_home(keys, why));
        let mut permissions = self.web.permissions.iter();
        let permission = permissions.find(|name| !HARMLESS.contains(&name.as_str()));
        let keys = [
            self.ai
                .personal_key()
                .map(|key| of_home(&["ai", key], Some(SENT))),
            permission.map(|name| {
                let message =
                    format!("`{name}` may only be given to pages in the file of your home folder");
                let keys = ["web", "permissions"];
                file.error_at(&keys, &message).hint(line_of_home(&keys))
            }),
            is_given(!self.trust.is_empty(), &["trust"], None),
            is_given(!self.folders.is_empty(), &["folders"], None),
            is_given(
                self.web.largest_download.is_some(),
                &["web", "largest_download"],
                None,
            ),
            is_given(
                self.web.browser.is_some(),
                &["web", "browser"],
                Some(PROGRAM),
            ),
        ];
        keys.into_iter().flatten().collect()
    }

    fn refused_devices(&self, file: &ConfigFile<'_>) -> Vec<AppError> {
        let usual = self.device.iter().map(|device| (vec!["device"], device));
        let others = self.devices.iter();
        let others = others.map(|(name, device)| (vec!["devices", name.as_str()], device));
        // What is no address at all is told when it is used.
        let is_special = |(_, named): &(Vec<&str>, &String)| {
            let address = Address::parse(named, &Self::default());
            address.is_ok_and(|address| Reach::of(&address) == Reach::Special)
        };
        let special = usual.chain(others).filter(is_special);
        special
            .map(|(keys, named)| {
                let message = format!("`{named}` may only be named in the file of your home folder");
                file.error_at(&keys, &message).hint(
                    "it stands for a file, for code or for your own browser; `--device` may name it too",
                )
            })
            .collect()
    }

    /// Refuses paths of a project's file that lead out of the project.
    fn refused_paths(&self, place: &Path, file: &ConfigFile<'_>) -> Vec<AppError> {
        let paths = [
            ("storage", &self.web.storage),
            ("downloads", &self.web.downloads),
        ];
        let leads_out = |path: &Path| files::stays_inside(place, &place.join(path)).is_err();
        let mut refused: Vec<AppError> = paths
            .into_iter()
            .filter(|(_, path)| path.as_deref().is_some_and(leads_out))
            .map(|(key, _)| {
                let message = format!("`{key}` must be inside of the project's folder");
                let keys = ["web", key];
                let line = line_of_home(&keys);
                file.error_at(&keys, &message)
                    .hint(format!("{line}, or type `--{key}`"))
            })
            .collect();
        let downloads = self.web.downloads.as_deref();
        if downloads.is_some_and(|path| !leads_out(path) && is_hidden(place, &place.join(path))) {
            let message = "`downloads` must not be a hidden folder: programs trust what is in one";
            let error = file.error_at(&["web", "downloads"], message);
            refused.push(error.hint(format!(
                "if you want that, put `trust = [\"{}\"]` into `.retap/config.toml` of your home folder, or type `--downloads`",
                place.display()
            )));
        }
        refused
    }
}

/// Returns what to write where, for a key that a project may not give.
fn line_of_home(keys: &[&str]) -> String {
    let (key, table) = match keys {
        [table, key] => (*key, format!(" under `[{table}]`")),
        keys => (keys.first().copied().unwrap_or_default(), String::new()),
    };
    format!(
        "if you want that, write `{key} = …`{table} in `.retap/config.toml` of your home folder"
    )
}
