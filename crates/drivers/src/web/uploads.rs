//! The files that pages may be given.

use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The files that pages may be given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Uploads {
    /// Where relative names start; without a folder they must be absolute.
    pub start: Option<PathBuf>,
    /// Files, and folders whose files, may be given; without a list every file may.
    pub allowed: Option<Vec<PathBuf>>,
    /// What to say to who names another file; `FOLDER` stands for the folder that file is in.
    pub remedy: String,
    /// Why no file may be given at all.
    pub refusal: Option<String>,
}

/// The files that pages may be given now: whoever opened a device can change them while it is open. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct SharedUploads(Arc<Mutex<Uploads>>);

impl SharedUploads {
    /// Returns what holds now.
    pub fn now(&self) -> Uploads {
        let uploads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        uploads.clone()
    }

    /// Lets this hold from now on.
    pub fn replace(&self, uploads: Uploads) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = uploads;
    }
}

impl From<Uploads> for SharedUploads {
    fn from(uploads: Uploads) -> Self {
        Self(Arc::new(Mutex::new(uploads)))
    }
}

impl PartialEq for SharedUploads {
    fn eq(&self, other: &Self) -> bool {
        self.now() == other.now()
    }
}

/// Returns the files of these names, or why not.
pub(super) fn files_named(names: &str, uploads: &Uploads) -> Result<Vec<PathBuf>, String> {
    let names = names.split(';').map(str::trim);
    let named = names.filter(|name| !name.is_empty());
    let files: Vec<PathBuf> = named
        .map(|name| uploads.find(name))
        .collect::<Result<_, _>>()?;
    match files.is_empty() {
        true => Err("no file is named".to_owned()),
        false => Ok(files),
    }
}

impl Uploads {
    /// Returns the file of this name. Links are followed before it is judged where the file is, so that none
    /// leads to another one.
    fn find(&self, name: &str) -> Result<PathBuf, String> {
        let path = Path::new(name);
        let path = match &self.start {
            Some(folder) => folder.join(path),
            None if path.is_absolute() => path.to_owned(),
            None => return Err(format!("`{name}` does not say which folder it is in")),
        };
        let real = path.canonicalize().unwrap_or_else(|_| without_dots(&path));
        if !self.allows(&real) {
            let folder = real.parent().unwrap_or(&real).display().to_string();
            let remedy = self.remedy.replace("FOLDER", &folder);
            let place = without_dots(&path).display().to_string();
            let named = match place == name {
                true => format!("`{name}`"),
                false => format!("`{name}`, which is `{place}`,"),
            };
            return Err(format!("{named} is not there or may not be read: {remedy}"));
        }
        match path.is_file() {
            true => Ok(path),
            false => Err(format!("there is no file `{}`", path.display())),
        }
    }

    fn allows(&self, file: &Path) -> bool {
        let Some(allowed) = &self.allowed else {
            return true;
        };
        let leads_up = file.components().any(|part| part == Component::ParentDir);
        let mut allowed = allowed.iter().filter_map(|path| path.canonicalize().ok());
        !leads_up && allowed.any(|path| file.starts_with(path))
    }
}

/// Returns a path without `.` and `..`, by its words alone.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_must_lead_to_a_file() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let uploads = |start: Option<&Path>| Uploads {
            start: start.map(Path::to_owned),
            ..Uploads::default()
        };
        let both = files_named("Cargo.toml; src/lib.rs", &uploads(Some(folder)));
        assert_eq!(both.unwrap().len(), 2);
        for (names, folder) in [
            ("Cargo.toml", None),
            ("nowhere", Some(folder)),
            (" ;", None),
        ] {
            assert!(files_named(names, &uploads(folder)).is_err(), "{names}");
        }
    }

    #[test]
    fn a_name_that_leads_to_nothing_says_where_it_leads_and_what_would_allow_it() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut uploads = Uploads {
            start: Some(folder.join("src")),
            allowed: Some(vec![folder.join("src")]),
            remedy: "name FOLDER".to_owned(),
            refusal: None,
        };
        let (place, folder) = (folder.join("no.png"), folder.display().to_string());
        let refused = files_named("../no.png", &uploads).unwrap_err();
        assert!(refused.contains(&format!("which is `{}`", place.display())));
        assert!(refused.ends_with(&format!("name {folder}")), "{refused}");
        uploads.allowed = Some(vec![folder.into()]);
        let absent = files_named("../no.png", &uploads).unwrap_err();
        assert!(absent.starts_with("there is no file"), "{absent}");
    }

    #[test]
    fn a_file_is_only_given_from_where_it_may_be_read() {
        use std::os::unix::fs::symlink;
        let root = std::env::temp_dir().join(format!("retap-uploads-{}", std::process::id()));
        let folder = root.join("skills");
        std::fs::create_dir_all(folder.join("deep")).unwrap();
        for file in ["secret", "named", "skills/cat.png", "skills/deep/dog.png"] {
            std::fs::write(root.join(file), file).unwrap();
        }
        symlink("../secret", folder.join("link.png")).unwrap();
        symlink("..", folder.join("up")).unwrap();
        symlink("deep/dog.png", folder.join("inner.png")).unwrap();
        let uploads = Uploads {
            start: Some(folder.clone()),
            allowed: Some(vec![folder, root.join("named")]),
            remedy: "say so".to_owned(),
            refusal: None,
        };
        let named = root.join("named").display().to_string();
        let secret = root.join("secret").display().to_string();
        for name in ["cat.png", "deep/../cat.png", "inner.png", &named] {
            assert!(files_named(name, &uploads).is_ok(), "{name}");
        }
        for name in ["link.png", "up/secret", "../secret", "../no", &secret] {
            let refused = files_named(name, &uploads).unwrap_err();
            assert!(refused.ends_with("may not be read: say so"), "{refused}");
        }
        std::fs::remove_dir_all(root).unwrap();
    }
}
