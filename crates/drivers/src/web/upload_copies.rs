//! Copies of the files that pages are given. A page reads a file when it wants to, by its name, and by then the name may
//! stand for another file: so the browser gets a copy of what was opened and judged.

use std::collections::VecDeque;
use std::fs::{self, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use super::private_folder::PrivateFolder;
use super::uploads::{Chosen, Uploads};
use super::{AskError, Asked};

/// How many bytes are copied before somebody may say that it takes too long.
const SLICE: u64 = 16 << 20;

/// The least room that a file takes on a disk.
const LEAST_ROOM: u64 = 4096;

/// The copies for the pages of one device, which go away with it.
#[derive(Debug, Default)]
pub(super) struct UploadCopies {
    /// Made for the first file.
    folder: Option<PrivateFolder>,
    /// Each with the room it takes, oldest first.
    kept: VecDeque<(PathBuf, u64)>,
    number: u64,
}

impl UploadCopies {
    /// Copies files and returns where the copies are, or why not. Copies that were made long ago make room for new ones;
    /// none of the same call does.
    pub(super) fn add(
        &mut self,
        chosen: &[Chosen],
        uploads: &Uploads,
        is_late: &dyn Fn() -> bool,
    ) -> Asked<Vec<PathBuf>> {
        let needed: u64 = chosen.iter().map(Chosen::room).sum();
        if let Some(most) = uploads.most {
            if needed > most {
                let (needed, most) = (needed.div_ceil(1 << 20), most >> 20);
                let reason = format!(
                    "the files have {needed} MB, and a page is given {most} MB at the most"
                );
                return Err(AskError::Input(reason));
            }
            self.make_room(most - needed);
        }
        let copy = |file: &Chosen| {
            let name = file.name.display();
            let copied = self.copy(file, &uploads.scratch, is_late);
            copied.map_err(|error| {
                let scratch = uploads.scratch.display();
                let reason =
                    format!("`{name}` cannot be copied into `{scratch}` for the page: {error}");
                AskError::Refused(reason)
            })
        };
        chosen.iter().map(copy).collect()
    }

    fn make_room(&mut self, most: u64) {
        let mut taken: u64 = self.kept.iter().map(|(_, room)| room).sum();
        while taken > most
            && let Some((folder, room)) = self.kept.pop_front()
        {
            taken -= room;
            // What cannot be removed now goes with the device.
            let _ = fs::remove_dir_all(folder);
        }
    }

    /// Copies one file into a folder of its own, since others may have the same name.
    fn copy(
        &mut self,
        file: &Chosen,
        scratch: &Path,
        is_late: &dyn Fn() -> bool,
    ) -> io::Result<PathBuf> {
        let folder = match &self.folder {
            Some(folder) => folder,
            None => self.folder.insert(PrivateFolder::make(scratch)?),
        };
        self.number += 1;
        let folder = folder.path().join(self.number.to_string());
        fs::create_dir(&folder)?;
        let path = folder.join(&file.name);
        match copy_to(file, &path, is_late) {
            Ok(()) => {
                self.kept.push_back((folder, file.room()));
                Ok(path)
            }
            Err(error) => {
                let _ = fs::remove_dir_all(folder);
                Err(error)
            }
        }
    }
}

impl Chosen {
    fn room(&self) -> u64 {
        self.length.max(LEAST_ROOM)
    }
}

/// Copies what a file had when it was opened, with its date.
fn copy_to(file: &Chosen, path: &Path, is_late: &dyn Fn() -> bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut copy = options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?;
    let mut left = file.length;
    while left > 0 {
        if is_late() {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the time is up"));
        }
        match io::copy(&mut (&file.file).take(left.min(SLICE)), &mut copy)? {
            0 => break,
            copied => left -= copied,
        }
    }
    copy.set_modified(file.modified)
}
