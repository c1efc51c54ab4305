//! The small file system of the phone: a few folders tools write to, kept in memory.

use std::collections::BTreeMap;
use std::fmt;

/// All bytes of all files together; more is a full disk.
const ROOM: usize = 512 * 1024 * 1024;

/// Below these folders everything can be written; all else is read-only.
const WRITABLE: [&str; 4] = [
    "/storage/emulated/0",
    "/data/local/tmp",
    "/data/data",
    "/cache",
];

/// The permissions of a folder.
const FOLDER: u32 = 0o771;

/// The folders a new phone has.
const FOLDERS: [&str; 11] = [
    "/storage/emulated/0/Download",
    "/storage/emulated/0/DCIM",
    "/storage/emulated/0/Pictures",
    "/storage/emulated/0/Android/data",
    "/data/local/tmp",
    "/data/data",
    "/data/app",
    "/cache",
    "/dev",
    "/system/bin",
    "/proc",
];

/// The files of a phone, by their full paths.
#[derive(Debug, Clone)]
pub(super) struct Files {
    nodes: BTreeMap<String, Node>,
    /// The time that changes get, in seconds since 1970.
    pub(super) now: u64,
}

impl Files {
    /// Returns the files of a new phone, all changed at `now`.
    pub(super) fn new(now: u64) -> Self {
        let nodes = BTreeMap::new();
        let mut files = Self { nodes, now };
        files.put("/", None, FOLDER);
        for folder in FOLDERS {
            let mut path = String::new();
            for part in folder.split('/').filter(|part| !part.is_empty()) {
                path = format!("{path}/{part}");
                files.put(&path, None, FOLDER);
            }
        }
        files
    }

    /// Returns what is at `path`.
    pub(super) fn get(&self, path: &str) -> Result<&Node, FileError> {
        self.nodes.get(path).ok_or(FileError::NotFound)
    }

    /// Returns the bytes of a file.
    pub(super) fn read(&self, path: &str) -> Result<&[u8], FileError> {
        self.get(path)?.bytes.as_deref().ok_or(FileError::IsFolder)
    }

    /// Returns the names in a folder, sorted, with what they name.
    pub(super) fn list(&self, path: &str) -> Result<Vec<(&str, &Node)>, FileError> {
        if !self.get(path)?.is_folder() {
            return Err(FileError::NotFolder);
        }
        let start = format!("{}/", path.trim_end_matches('/'));
        let inside = self.nodes.iter().filter_map(|(name, node)| {
            let name = name.strip_prefix(&start)?;
            (!name.is_empty() && !name.contains('/')).then_some((name, node))
        });
        Ok(inside.collect())
    }

    /// Writes a whole file.
    pub(super) fn write(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), FileError> {
        self.check_place(path)?;
        let old = self.get(path).ok();
        if old.is_some_and(Node::is_folder) {
            return Err(FileError::IsFolder);
        }
        let freed = old.map_or(0, Node::size);
        if self.used() - freed + bytes.len() > ROOM {
            return Err(FileError::Full);
        }
        let permissions = old.map_or(0o660, |node| node.permissions);
        self.put(path, Some(bytes), permissions);
        Ok(())
    }

    /// Adds bytes to the end of a file, which need not exist.
    pub(super) fn append(&mut self, path: &str, more: &[u8]) -> Result<(), FileError> {
        if self.used().saturating_add(more.len()) > ROOM {
            return Err(FileError::Full);
        }
        if let Some(node) = self.nodes.get_mut(path)
            && let Some(bytes) = &mut node.bytes
            && is_writable(path)
        {
            bytes.extend_from_slice(more);
            node.changed = self.now;
            return Ok(());
        }
        self.write(path, more.to_vec())
    }

    /// Returns the bytes of all files together.
    fn used(&self) -> usize {
        let files = self.nodes.values().filter_map(|node| node.bytes.as_ref());
        files.map(Vec::len).sum()
    }

    /// Sets permissions and the time of the last change.
    pub(super) fn stamp(&mut self, path: &str, permissions: u32, changed: u64) {
        if let Some(node) = self.nodes.get_mut(path) {
            node.permissions = permissions & 0o7777;
            node.changed = changed;
        }
    }

    /// Makes one folder.
    pub(super) fn make_folder(&mut self, path: &str) -> Result<(), FileError> {
        if self.nodes.contains_key(path) {
            return Err(FileError::Exists);
        }
        self.check_place(path)?;
        self.put(path, None, FOLDER);
        Ok(())
    }

    /// Makes a folder and those it is in, as far as they do not exist.
    pub(super) fn make_folders(&mut self, path: &str) -> Result<(), FileError> {
        let mut made = String::new();
        for part in path.split('/').filter(|part| !part.is_empty()) {
            made = format!("{made}/{part}");
            match self.get(&made) {
                Ok(node) if node.is_folder() => {}
                Ok(_) => return Err(FileError::NotFolder),
                Err(_) => self.make_folder(&made)?,
            }
        }
        Ok(())
    }

    /// Removes a file, or a folder with all that is in it.
    pub(super) fn remove(&mut self, path: &str) -> Result<(), FileError> {
        self.get(path)?;
        if !is_writable(path) {
            return Err(FileError::ReadOnly);
        }
        let inside = format!("{path}/");
        self.nodes
            .retain(|name, _| name != path && !name.starts_with(&inside));
        Ok(())
    }

    fn check_place(&self, path: &str) -> Result<(), FileError> {
        if !self.get(parent(path))?.is_folder() {
            return Err(FileError::NotFolder);
        }
        match is_writable(path) {
            true => Ok(()),
            false => Err(FileError::ReadOnly),
        }
    }

    fn put(&mut self, path: &str, bytes: Option<Vec<u8>>, permissions: u32) {
        let changed = self.now;
        let node = Node {
            bytes,
            permissions,
            changed,
        };
        self.nodes.insert(path.to_owned(), node);
    }
}

fn is_writable(path: &str) -> bool {
    WRITABLE.iter().any(|folder| {
        path.strip_prefix(folder)
            .is_some_and(|rest| rest.len() > 1 && rest.starts_with('/'))
    })
}

/// A file or a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Node {
    /// `None` for a folder.
    pub(super) bytes: Option<Vec<u8>>,
    /// The permissions, without the kind.
    pub(super) permissions: u32,
    /// When it was changed, in seconds since 1970.
    pub(super) changed: u64,
}

impl Node {
    /// Returns whether this is a folder.
    pub(super) const fn is_folder(&self) -> bool {
        self.bytes.is_none()
    }

    /// Returns the number of bytes; folders have those of a block.
    pub(super) fn size(&self) -> usize {
        self.bytes.as_ref().map_or(4096, Vec::len)
    }

    /// Returns kind and permissions as `stat` has them.
    pub(super) const fn mode(&self) -> u32 {
        let kind = if self.is_folder() {
            0o040_000
        } else {
            0o100_000
        };
        kind | self.permissions
    }
}

/// Why a file cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileError {
    NotFound,
    Exists,
    NotFolder,
    IsFolder,
    Full,
    ReadOnly,
}

impl fmt::Display for FileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::NotFound => "No such file or directory",
            Self::Exists => "File exists",
            Self::NotFolder => "Not a directory",
            Self::IsFolder => "Is a directory",
            Self::Full => "No space left on device",
            Self::ReadOnly => "Read-only file system",
        })
    }
}

/// Other names of the shared storage.
const SHARED: [&str; 5] = [
    "/sdcard",
    "/mnt/sdcard",
    "/storage/self/primary",
    "/storage/sdcard0",
    "/storage/emulated/legacy",
];

/// Returns the full path of `path` seen from `folder`, without `.`, `..` and other names.
pub(super) fn full_path(folder: &str, path: &str) -> String {
    let whole = if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("{folder}/{path}")
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    let plain = format!("/{}", parts.join("/"));
    for name in SHARED {
        match plain.strip_prefix(name) {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                return format!("/storage/emulated/0{rest}");
            }
            Some(_) | None => {}
        }
    }
    plain
}

/// Returns the folder a full path is in.
pub(super) fn parent(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) | None => "/",
        Some((folder, _)) => folder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_live_where_a_phone_lets_them() {
        let mut files = Files::new(1);
        let path = full_path("/", "/sdcard/a.txt");
        files.write(&path, b"one".to_vec()).unwrap();
        files.append(&path, b"two").unwrap();
        assert_eq!(files.read(&path), Ok(b"onetwo".as_slice()));
        for (path, error) in [
            ("/system/bin/x", FileError::ReadOnly),
            ("/nowhere/x", FileError::NotFound),
            ("/data/local/tmp", FileError::ReadOnly),
        ] {
            assert_eq!(files.write(path, Vec::new()), Err(error), "{path}");
        }
        files.remove(&path).unwrap();
        assert_eq!(files.used(), 0);
    }

    #[test]
    fn folders_are_made_listed_and_removed_with_all_in_them() {
        let mut files = Files::new(1);
        files.make_folders("/data/local/tmp/a/b").unwrap();
        files.write("/data/local/tmp/a/c", Vec::new()).unwrap();
        let names = |files: &Files, path: &str| {
            let listed = files.list(path).unwrap().into_iter();
            listed.map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(&files, "/data/local/tmp/a"), ["b", "c"]);
        files.remove("/data/local/tmp/a").unwrap();
        assert!(names(&files, "/data/local/tmp").is_empty());
        assert!(names(&files, "/").contains(&"storage".to_owned()));
    }

    #[test]
    fn paths_are_made_plain() {
        assert_eq!(
            full_path("/", "/sdcard/../sdcard/./a//b"),
            "/storage/emulated/0/a/b"
        );
        assert_eq!(full_path("/data/local", "tmp/x"), "/data/local/tmp/x");
        assert_eq!(full_path("/", "../.."), "/");
        assert_eq!(full_path("/", "/sdcardx"), "/sdcardx");
    }
}
