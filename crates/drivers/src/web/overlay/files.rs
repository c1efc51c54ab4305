//! The choice of a file to upload.

use std::path::{Path, PathBuf};

use retap_model::geometry::Size;
use retap_model::screen::Element;
use serde_json::Value;

use super::super::cdp::Session;
use super::dialog::{Parts, lay_out};

/// Between two names when several files may be chosen.
const SEPARATOR: char = ';';

/// The choice of a file to upload.
#[derive(Debug, Clone)]
pub(crate) struct Files {
    /// The session of the page that asks.
    pub session: Session,
    /// The field that asks, by the browser's number.
    pub node: i64,
    /// The text to enter: one name, or several with semicolons between them.
    pub names: String,
}

impl Files {
    /// Returns the choice an event tells of.
    pub(crate) fn of(session: &Session, params: &Value) -> Self {
        Self {
            session: session.clone(),
            node: params["backendNodeId"].as_i64().unwrap_or_default(),
            names: String::new(),
        }
    }

    /// Returns the files of these names, or why not. Relative names start in `folder`.
    pub(crate) fn named(names: &str, folder: Option<&Path>) -> Result<Vec<PathBuf>, String> {
        let names = names.split(SEPARATOR).map(str::trim);
        let files = names.filter(|name| !name.is_empty()).map(|name| {
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
        let both = Files::named("Cargo.toml; src/lib.rs", Some(folder));
        assert_eq!(both.unwrap().len(), 2);
        for (names, folder) in [
            ("Cargo.toml", None),
            ("nowhere", Some(folder)),
            (" ;", None),
        ] {
            assert!(Files::named(names, folder).is_err(), "{names}");
        }
    }
}
