//! The choice of a file to upload.

use std::path::{Path, PathBuf};

use retap_model::geometry::Size;
use retap_model::screen::Element;
use serde_json::Value;

use super::super::cdp::Session;
use super::layout::{Parts, lay_out};

/// Between two names when several files may be chosen.
const SEPARATOR: char = ';';

/// The choice of a file to upload.
#[derive(Debug, Clone)]
pub(in crate::web) struct Files {
    /// The session of the page that asks.
    pub(in crate::web) session: Session,
    /// The field that asks, by the browser's number.
    pub(in crate::web) node: i64,
    /// The text to enter: one name, or several with semicolons between them.
    pub(in crate::web) names: String,
}

impl Files {
    /// Returns the choice an event tells of.
    pub(in crate::web) fn of(session: &Session, params: &Value) -> Self {
        Self {
            session: session.clone(),
            node: params["backendNodeId"].as_i64().unwrap_or_default(),
            names: String::new(),
        }
    }

    /// Returns the files that are named, or why not. Relative names start in `folder`.
    pub(in crate::web) fn chosen(&self, folder: Option<&Path>) -> Result<Vec<PathBuf>, String> {
        Self::named(&self.names, folder)
    }

    /// Returns the files of these names, or why not. Relative names start in `folder`.
    pub(in crate::web) fn named(
        names: &str,
        folder: Option<&Path>,
    ) -> Result<Vec<PathBuf>, String> {
        let names = names
            .split(SEPARATOR)
            .map(str::trim)
            .filter(|name| !name.is_empty());
        let files = names.map(|name| {
            let path = Path::new(name);
            let path = match folder {
                Some(folder) => folder.join(path),
                None if path.is_absolute() => path.to_owned(),
                None => return Err(format!("`{name}` does not say which folder it is in")),
            };
            match path.is_file() {
                true => Ok(path),
                false => Err(format!("there is no file `{}`", path.display())),
            }
        });
        let files: Vec<PathBuf> = files.collect::<Result<_, _>>()?;
        match files.is_empty() {
            true => Err("no file is named".to_owned()),
            false => Ok(files),
        }
    }

    /// Returns its elements on a page of this size.
    pub(super) fn elements(&self, size: Size) -> Vec<Element> {
        let parts = Parts {
            title: "Choose file",
            message: "",
            field: Some(("File name", &self.names)),
            buttons: &["Open", "Cancel"],
        };
        lay_out(&parts, size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_must_lead_to_a_file() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let chosen = |names: &str, folder: Option<&Path>| {
            let files = Files {
                session: Session("S".to_owned()),
                node: 1,
                names: names.to_owned(),
            };
            files.chosen(folder)
        };
        assert_eq!(
            chosen("Cargo.toml; src/lib.rs", Some(folder))
                .unwrap()
                .len(),
            2
        );
        for (names, folder) in [
            ("Cargo.toml", None),
            ("nowhere", Some(folder)),
            (" ;", None),
        ] {
            assert!(chosen(names, folder).is_err(), "{names}");
        }
    }
}
