//! Where links of a project may lead: to its own folder and to those that the person named, unless the person trusts it.
//!
//! What was opened is what is judged: by the time a file is read, its name may stand for another one than when it was
//! found.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use retap_drivers::plain_file::place_of;

use crate::config::readable_folders;
use crate::discovery::OWNERS;
use crate::environment::Environment;
use crate::error::{AppError, cannot};
use crate::files::folder_of;

/// The folders whose files are judged when they are opened, as they are called, each with where its links may lead. It is
/// one for the process, because no reader of a file may forget it.
static CONFINED: RwLock<BTreeMap<PathBuf, Bounds>> = RwLock::new(BTreeMap::new());

/// The folders out of which links must not lead, each as it really is; nothing where they may lead anywhere.
#[derive(Debug, Clone)]
pub(crate) struct Bounds(Option<Vec<PathBuf>>);

impl Bounds {
    /// Returns bounds that links may lead out of.
    pub(crate) const fn none() -> Self {
        Self(None)
    }

    /// Returns a folder and those that the person named; without a list links may lead anywhere.
    pub(crate) fn around(folder: &Path, readable: Option<&[PathBuf]>) -> Self {
        let folders = readable.map(|more| {
            let all = std::iter::once(folder).chain(more.iter().map(PathBuf::as_path));
            all.filter_map(|folder| fs::canonicalize(folder).ok())
                .collect()
        });
        Self(folders)
    }

    /// Returns where links of the project may lead. A home folder is its person's, and so are the links in it.
    pub(crate) fn of_project(environment: &Environment, readable: Option<&[PathBuf]>) -> Self {
        match environment.home.as_ref() == Some(&environment.project) {
            true => Self::none(),
            false => Self::around(&environment.project, readable),
        }
    }

    /// Returns where links may lead from a path that was typed: about the project where it is in it, else about its folder.
    pub(crate) fn of_typed(path: &Path, readable: Option<&[PathBuf]>) -> Self {
        let folder = match is_named_here(path) {
            true => Path::new("."),
            false if path.is_dir() => path,
            false => folder_of(path),
        };
        let bounds = Self::around(folder, readable);
        bounds.confine(folder);
        bounds
    }

    /// Lets every file that is opened below a folder from now on be judged.
    pub(crate) fn confine(&self, folder: &Path) {
        let mut confined = CONFINED.write().unwrap_or_else(PoisonError::into_inner);
        let ways = [as_called(folder), fs::canonicalize(folder).ok()];
        for folder in ways.into_iter().flatten() {
            confined.insert(folder, self.clone());
        }
    }

    /// Returns whether a path is inside; what is not there at all leads nowhere.
    pub(crate) fn admits(&self, path: &Path) -> bool {
        fs::canonicalize(path).map_or(true, |real| self.has(&real))
    }

    /// Refuses a path that leads out.
    pub(crate) fn check(&self, path: &Path) -> Result<(), AppError> {
        match fs::canonicalize(path) {
            Ok(real) if !self.has(&real) => {
                let way_out = WayOut::new(path, real);
                Err(cannot("read", path, way_out.into()))
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }

    fn has(&self, real: &Path) -> bool {
        let Self(folders) = self;
        let is_within = |folders: &Vec<PathBuf>| folders.iter().any(|it| real.starts_with(it));
        folders.as_ref().is_none_or(is_within)
    }
}

/// Lets the files of the project be judged whenever they are opened, and those in the person's own folders not.
pub(crate) fn confine_project(environment: &Environment) {
    let readable = readable_folders(environment);
    Bounds::of_project(environment, readable.as_deref()).confine(&environment.project);
    for folder in environment
        .home
        .iter()
        .flat_map(|home| OWNERS.map(|owner| home.join(owner)))
    {
        Bounds::none().confine(&folder);
    }
}

/// Refuses a file that was opened and lies where no link of its folder may lead. A path below several folders may lead
/// where any of them lets it.
pub(crate) fn judge_opened(path: &Path, file: &File) -> io::Result<()> {
    let confined = CONFINED.read().unwrap_or_else(PoisonError::into_inner);
    let around = |way: PathBuf| -> Vec<&Bounds> {
        let folders = confined.iter().filter(|(it, _)| way.starts_with(it));
        folders.map(|(_, bounds)| bounds).collect()
    };
    // The first folder on the way decides: links in it are its own, wherever they lead.
    let mut ways = ways_to(path).map(around);
    let Some(around) = ways.find(|around| !around.is_empty()) else {
        return Ok(());
    };
    let real = place_of(file, path)?;
    match around.iter().any(|bounds| bounds.has(&real)) {
        true => Ok(()),
        false => Err(WayOut::new(path, real).into()),
    }
}

/// Returns whether a path is said to be in the project, however its folder is reached: by its own name, by a link to it as
/// shells keep it in `$PWD`, or by way of a folder beside it.
pub(crate) fn is_named_here(path: &Path) -> bool {
    fs::canonicalize(".").is_ok_and(|here| ways_to(path).any(|way| way.starts_with(&here)))
}

/// Returns whether the links of the project are the person's own: the person trusts it.
pub(crate) fn is_trusted_here() -> bool {
    let confined = CONFINED.read().unwrap_or_else(PoisonError::into_inner);
    let here = fs::canonicalize(".").ok();
    let bounds = here.and_then(|here| confined.get(&here));
    bounds.is_some_and(|Bounds(folders)| folders.is_none())
}

/// Returns a path by its words, then by what each folder on the way to it really is with the words behind that.
fn ways_to(path: &Path) -> impl Iterator<Item = PathBuf> {
    let path = std::path::absolute(path).unwrap_or_default();
    let mut folders: Vec<PathBuf> = path.ancestors().map(Path::to_path_buf).collect();
    folders.reverse();
    let called = as_called(&path);
    let really = folders.into_iter().filter_map(move |folder| {
        let rest = path.strip_prefix(&folder).ok()?;
        as_called(&fs::canonicalize(&folder).ok()?.join(rest))
    });
    called.into_iter().chain(really)
}

/// Returns a path from the root on without `.` and `..`, by its words alone: links in it stay.
fn as_called(path: &Path) -> Option<PathBuf> {
    let mut called = PathBuf::new();
    for part in std::path::absolute(path).ok()?.components() {
        match part {
            Component::ParentDir => {
                called.pop();
            }
            part => called.push(part),
        }
    }
    Some(called)
}

/// A path that leads out of the project.
#[derive(Debug)]
pub(crate) struct WayOut {
    path: PathBuf,
    real: PathBuf,
}

impl WayOut {
    fn new(path: &Path, real: PathBuf) -> Self {
        let path = path.to_path_buf();
        Self { path, real }
    }

    /// Returns what to type for it to be read.
    pub(crate) fn remedy(&self) -> String {
        let folder = match self.real.is_dir() {
            true => self.real.as_path(),
            false => self.real.parent().unwrap_or(Path::new("/")),
        };
        format!(
            "if you want that, put `folders = [\"{}\"]` into `.retap/config.toml` of your home folder",
            folder.display()
        )
    }
}

impl fmt::Display for WayOut {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` leads out of the project", self.path.display())
    }
}

impl std::error::Error for WayOut {}

impl From<WayOut> for io::Error {
    fn from(way_out: WayOut) -> Self {
        Self::new(io::ErrorKind::InvalidInput, way_out)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::files::{Content, read_text};

    #[test]
    fn a_link_that_took_the_place_of_a_file_is_not_read() {
        let root = std::env::temp_dir().join(format!("retap-bounds-{}", std::process::id()));
        let (project, named) = (root.join("project"), root.join("named"));
        for folder in [&project.join("deep"), &named] {
            fs::create_dir_all(folder).unwrap();
        }
        for file in ["secret", "project/own", "named/file"] {
            fs::write(root.join(file), file).unwrap();
        }
        let skill = project.join("deep/x.md");
        let bounds = Bounds::around(&project, Some(std::slice::from_ref(&named)));
        bounds.confine(&project);
        for (target, is_read) in [
            ("../own", true),
            ("../../named/file", true),
            ("../../secret", false),
        ] {
            // It was a plain file when it was found.
            fs::write(&skill, "x").unwrap();
            assert!(bounds.admits(&skill));
            fs::remove_file(&skill).unwrap();
            symlink(target, &skill).unwrap();
            for path in [skill.clone(), project.join("deep/../deep/x.md")] {
                assert_eq!(
                    read_text(&path, Content::Source).is_ok(),
                    is_read,
                    "{target}"
                );
            }
            fs::remove_file(&skill).unwrap();
        }
        fs::remove_dir(project.join("deep")).unwrap();
        symlink(&root, project.join("deep")).unwrap();
        let error = read_text(&project.join("deep/secret"), Content::Source).unwrap_err();
        assert!(
            error.to_string().ends_with("leads out of the project"),
            "{error}"
        );
        assert_eq!(
            read_text(&root.join("secret"), Content::Source).unwrap(),
            "secret"
        );
        fs::remove_dir_all(&root).unwrap();
    }
}
