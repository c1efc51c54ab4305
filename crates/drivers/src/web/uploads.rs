//! The files that pages may be given.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crate::plain_file;

use super::{AskError, Asked};

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
    /// Where the folder for copies of them is made; it is removed with the device.
    pub scratch: PathBuf,
    /// How many bytes the files may have that one field is given, and how many are kept for all, if there is a limit.
    pub most: Option<u64>,
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

/// A file that a page may be given, opened.
#[derive(Debug)]
pub(super) struct Chosen {
    /// The name that the page is told.
    pub(super) name: OsString,
    pub(super) file: File,
    /// How many bytes it had when it was opened.
    pub(super) length: u64,
    /// When it was changed.
    pub(super) modified: SystemTime,
}

impl Chosen {
    fn of(path: &Path, file: File) -> io::Result<Self> {
        let there = file.metadata()?;
        Ok(Self {
            name: path.file_name().unwrap_or_default().to_owned(),
            file,
            length: there.len(),
            modified: there.modified()?,
        })
    }
}

/// Opens the files of these names, or says why not.
pub(super) fn files_named(names: &str, uploads: &Uploads) -> Asked<Vec<Chosen>> {
    let names = names.split(';').map(str::trim);
    let named = names.filter(|name| !name.is_empty());
    let files: Vec<Chosen> = named.map(|name| uploads.find(name)).collect::<Asked<_>>()?;
    match files.is_empty() {
        true => Err(AskError::Input("no file is named".to_owned())),
        false => Ok(files),
    }
}

impl Uploads {
    /// Opens the file of this name. What was opened is what is judged, so that no link leads to another one, whatever
    /// becomes of the name meanwhile.
    fn find(&self, name: &str) -> Asked<Chosen> {
        let path = Path::new(name);
        let path = match &self.start {
            Some(folder) => folder.join(path),
            None if path.is_absolute() => path.to_owned(),
            None => {
                let reason = format!("`{name}` does not say which folder it is in");
                return Err(AskError::Input(reason));
            }
        };
        let opened = plain_file::open(&path);
        let real = match &opened {
            Ok(file) => plain_file::place_of(file, &path),
            Err(_) => path.canonicalize(),
        };
        let real = real.unwrap_or_else(|_| without_dots(&path));
        if !self.allows(&real) {
            return Err(AskError::NotPermitted(self.refused(name, &path, &real)));
        }
        let chosen = opened.and_then(|file| Chosen::of(&path, file));
        chosen.map_err(|error| {
            let path = path.display();
            AskError::Input(match error.kind() {
                io::ErrorKind::NotFound => format!("there is no file `{path}`"),
                _ => format!("`{path}` cannot be read: {error}"),
            })
        })
    }

    /// Returns why one of these files may never be given, whether it is there or not; nothing is given.
    pub fn refusal_of(&self, names: &str) -> Option<String> {
        match files_named(names, self) {
            Err(AskError::NotPermitted(reason)) => Some(reason),
            Ok(_) | Err(_) => None,
        }
    }

    /// Returns what to say of a file that may not be given.
    fn refused(&self, name: &str, path: &Path, real: &Path) -> String {
        let folder = real.parent().unwrap_or(real).display().to_string();
        let remedy = self.remedy.replace("FOLDER", &folder);
        let place = without_dots(path).display().to_string();
        let named = match place == name {
            true => format!("`{name}`"),
            false => format!("`{name}`, which is `{place}`,"),
        };
        format!("{named} is not there or may not be read: {remedy}")
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

    /// Returns why files of these names are not given.
    fn refusal(names: &str, uploads: &Uploads) -> String {
        match files_named(names, uploads) {
            Err(AskError::Input(reason) | AskError::NotPermitted(reason)) => reason,
            given => panic!("{given:?}"),
        }
    }

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
            ..Uploads::default()
        };
        let (place, folder) = (folder.join("no.png"), folder.display().to_string());
        let refused = refusal("../no.png", &uploads);
        assert!(refused.contains(&format!("which is `{}`", place.display())));
        assert!(refused.ends_with(&format!("name {folder}")), "{refused}");
        uploads.allowed = Some(vec![folder.into()]);
        let absent = refusal("../no.png", &uploads);
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
            ..Uploads::default()
        };
        let named = root.join("named").display().to_string();
        let secret = root.join("secret").display().to_string();
        for name in ["cat.png", "deep/../cat.png", "inner.png", &named] {
            assert!(files_named(name, &uploads).is_ok(), "{name}");
        }
        for name in ["link.png", "up/secret", "../secret", "../no", &secret] {
            let refused = refusal(name, &uploads);
            assert!(refused.ends_with("may not be read: say so"), "{refused}");
        }
        std::fs::remove_dir_all(root).unwrap();
    }
}
