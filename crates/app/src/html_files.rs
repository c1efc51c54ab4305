//! HTML reports on the disk: a page, and where there are many runs a folder of further pages and pictures beside it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use retap_report::{HtmlOptions, HtmlPages, RunFiles, Runs, WritePage, html_pages};

use crate::error::{AppError, cannot_write};
use crate::files::{link_or_copy, write_with};
use crate::kept_runs::KeptRuns;
use crate::retention::is_folder;

/// Writes the page of all runs there.
pub(crate) fn write_html(path: &Path, runs: &Runs, files: &KeptRuns<'_>) -> Result<(), AppError> {
    let mut pages = Pages {
        path,
        folder: path.with_extension("files"),
        files,
        written: BTreeSet::new(),
    };
    let options = HtmlOptions { title: None, files };
    html_pages(runs, &options, &mut pages)
        .and_then(|()| pages.remove_old())
        .map_err(|error| cannot_write(path, error))
}

struct Pages<'a> {
    path: &'a Path,
    folder: PathBuf,
    files: &'a KeptRuns<'a>,
    /// The names of what is in the folder now.
    written: BTreeSet<String>,
}

impl Pages<'_> {
    /// Makes sure that the folder is one; a link would lead elsewhere.
    fn check_folder(&self) -> io::Result<()> {
        match fs::symlink_metadata(&self.folder) {
            Ok(there) if !there.is_dir() => {
                let reason = format!("`{}` is not a folder", self.folder.display());
                Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
            }
            Ok(_) => Ok(()),
            Err(_) => fs::create_dir_all(&self.folder),
        }
    }

    /// Removes the pages and pictures of an earlier report, and nothing that has another name than ours.
    fn remove_old(&self) -> io::Result<()> {
        if !is_folder(&self.folder) {
            return Ok(());
        }
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_ours(&name) && !self.written.contains(&name) {
                fs::remove_file(entry.path())?;
            }
        }
        if self.written.is_empty() {
            // Somebody else's file in it keeps the folder.
            let _ = fs::remove_dir(&self.folder);
        }
        Ok(())
    }
}

/// Returns whether a name is that of a page or a picture of ours.
fn is_ours(name: &str) -> bool {
    let number = name
        .strip_prefix("page-")
        .and_then(|rest| rest.strip_suffix(".html"));
    let key = name.strip_suffix(".png");
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        || key.is_some_and(|key| key.len() == 64 && key.bytes().all(|it| it.is_ascii_hexdigit()))
}

impl HtmlPages for Pages<'_> {
    fn index_name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    fn folder_name(&self) -> String {
        let name = self.folder.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    fn index(&mut self, write: &mut WritePage<'_>) -> io::Result<()> {
        write_with(self.path, write)
    }

    fn page(&mut self, name: &str, write: &mut WritePage<'_>) -> io::Result<()> {
        self.check_folder()?;
        self.written.insert(name.to_owned());
        write_with(&self.folder.join(name), write)
    }

    fn picture(&mut self, name: &str, run: &str, file: &str) -> io::Result<()> {
        self.check_folder()?;
        let to = self.folder.join(name);
        self.written.insert(name.to_owned());
        // Its name says what is in it.
        match self.files.file(run, file) {
            Some(from) if fs::symlink_metadata(&to).is_err() => link_or_copy(&from, &to),
            Some(_) | None => Ok(()),
        }
    }
}

/// Returns one page of the runs as text.
pub(crate) fn html_text(runs: &Runs, files: &dyn RunFiles) -> Option<String> {
    let mut page = Vec::new();
    let options = HtmlOptions { title: None, files };
    retap_report::html(runs, &options, &mut page).ok()?;
    String::from_utf8(page).ok()
}
