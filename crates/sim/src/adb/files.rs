//! The small file system of the phone: a few folders tools write to, kept in memory.

use std::collections::BTreeMap;

pub(super) use super::file_error::FileError;
pub(super) use super::node::Node;
pub(super) use super::path::{file_name, full_path, parent};

/// All bytes of all files together; more is a full disk.
const ROOM: usize = 512 * 1024 * 1024;

/// Below these folders everything can be written; all else is read-only.
const WRITABLE: [&str; 4] = [
    "/storage/emulated/0",
    "/data/local/tmp",
    "/data/data",
    "/cache",
];

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
    used: usize,
}

impl Files {
    /// Returns the files of a new phone, all changed at `now`.
    pub(super) fn new(now: u64) -> Self {
        let mut files = Self {
            nodes: BTreeMap::new(),
            used: 0,
        };
        files.put_folder("/", now);
        for folder in FOLDERS {
            let mut path = String::new();
            for part in folder.split('/').filter(|part| !part.is_empty()) {
                path = format!("{path}/{part}");
                files.put_folder(&path, now);
            }
        }
        files
    }

    /// Puts a file where no tool could: the system's own.
    pub(super) fn install(&mut self, path: &str, bytes: Vec<u8>, now: u64) {
        self.put(path, Some(bytes), 0o755, now);
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
        let start = if path == "/" {
            "/".to_owned()
        } else {
            format!("{path}/")
        };
        let inside = self.nodes.range(start.clone()..);
        let inside = inside.take_while(|(name, _)| name.starts_with(&start));
        let direct = inside.filter_map(|(name, node)| {
            let name = &name[start.len()..];
            (!name.is_empty() && !name.contains('/')).then_some((name, node))
        });
        Ok(direct.collect())
    }

    /// Writes a whole file.
    pub(super) fn write(&mut self, path: &str, bytes: Vec<u8>, now: u64) -> Result<(), FileError> {
        self.check_place(path)?;
        if self.get(path).is_ok_and(Node::is_folder) {
            return Err(FileError::IsFolder);
        }
        let old = self.get(path).map_or(0, Node::size);
        if self.used - old.min(self.used) + bytes.len() > ROOM {
            return Err(FileError::Full);
        }
        let permissions = self.get(path).map_or(0o660, |node| node.permissions);
        self.put(path, Some(bytes), permissions, now);
        Ok(())
    }

    /// Adds bytes to the end of a file, which need not exist.
    pub(super) fn append(&mut self, path: &str, more: &[u8], now: u64) -> Result<(), FileError> {
        if self.used.saturating_add(more.len()) > ROOM {
            return Err(FileError::Full);
        }
        if let Some(node) = self.nodes.get_mut(path)
            && let Some(bytes) = &mut node.bytes
            && is_writable(path)
        {
            bytes.extend_from_slice(more);
            node.changed = now;
            self.used += more.len();
            return Ok(());
        }
        self.write(path, more.to_vec(), now)
    }

    /// Sets permissions and the time of the last change.
    pub(super) fn stamp(&mut self, path: &str, permissions: u32, changed: u64) {
        if let Some(node) = self.nodes.get_mut(path) {
            node.permissions = permissions & 0o7777;
            node.changed = changed;
        }
    }

    /// Makes one folder.
    pub(super) fn make_folder(&mut self, path: &str, now: u64) -> Result<(), FileError> {
        if self.nodes.contains_key(path) {
            return Err(FileError::Exists);
        }
        self.check_place(path)?;
        self.put_folder(path, now);
        Ok(())
    }

    /// Makes a folder and those it is in, as far as they do not exist.
    pub(super) fn make_folders(&mut self, path: &str, now: u64) -> Result<(), FileError> {
        let mut made = String::new();
        for part in path.split('/').filter(|part| !part.is_empty()) {
            made = format!("{made}/{part}");
            match self.get(&made) {
                Ok(node) if node.is_folder() => {}
                Ok(_) => return Err(FileError::NotFolder),
                Err(_) => self.make_folder(&made, now)?,
            }
        }
        Ok(())
    }

    /// Removes a file or an empty folder.
    pub(super) fn remove(&mut self, path: &str) -> Result<(), FileError> {
        if self.get(path)?.is_folder() && !self.list(path)?.is_empty() {
            return Err(FileError::NotEmpty);
        }
        if !is_writable(path) {
            return Err(FileError::ReadOnly);
        }
        self.take(path);
        Ok(())
    }

    /// Removes a file, or a folder with all that is in it.
    pub(super) fn remove_all(&mut self, path: &str) -> Result<(), FileError> {
        self.get(path)?;
        if !is_writable(path) {
            return Err(FileError::ReadOnly);
        }
        for inside in self.tree(path) {
            self.take(&inside);
        }
        Ok(())
    }

    /// Returns the paths of `path` and of all that is in it, folders first.
    pub(super) fn tree(&self, path: &str) -> Vec<String> {
        let start = format!("{}/", path.trim_end_matches('/'));
        let mut found: Vec<String> = self
            .nodes
            .contains_key(path)
            .then(|| path.to_owned())
            .into_iter()
            .collect();
        let inside = self.nodes.range(start.clone()..);
        let inside = inside.take_while(|(name, _)| name.starts_with(&start));
        found.extend(
            inside
                .map(|(name, _)| name.clone())
                .filter(|name| name != path),
        );
        found
    }

    fn check_place(&self, path: &str) -> Result<(), FileError> {
        let folder = parent(path);
        match self.get(folder) {
            Ok(node) if node.is_folder() => {}
            Ok(_) => return Err(FileError::NotFolder),
            Err(error) => return Err(error),
        }
        if is_writable(path) {
            Ok(())
        } else {
            Err(FileError::ReadOnly)
        }
    }

    fn put_folder(&mut self, path: &str, now: u64) {
        self.put(path, None, 0o771, now);
    }

    fn put(&mut self, path: &str, bytes: Option<Vec<u8>>, permissions: u32, changed: u64) {
        self.used += bytes.as_ref().map_or(0, Vec::len);
        let node = Node {
            bytes,
            permissions,
            changed,
        };
        let old = self.nodes.insert(path.to_owned(), node);
        self.forget(old);
    }

    fn take(&mut self, path: &str) {
        let old = self.nodes.remove(path);
        self.forget(old);
    }

    fn forget(&mut self, old: Option<Node>) {
        let bytes = old.and_then(|node| node.bytes);
        self.used = self
            .used
            .saturating_sub(bytes.map_or(0, |bytes| bytes.len()));
    }
}

fn is_writable(path: &str) -> bool {
    WRITABLE.iter().any(|folder| {
        path.strip_prefix(folder)
            .is_some_and(|rest| rest.len() > 1 && rest.starts_with('/'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_live_where_a_phone_lets_them() {
        let mut files = Files::new(1);
        let path = full_path("/", "/sdcard/a.txt");
        files.write(&path, b"one".to_vec(), 2).unwrap();
        files.append(&path, b"two", 3).unwrap();
        assert_eq!(files.read(&path), Ok(b"onetwo".as_slice()));
        assert_eq!(
            files.write("/system/bin/x", Vec::new(), 2),
            Err(FileError::ReadOnly)
        );
        assert_eq!(
            files.write("/nowhere/x", Vec::new(), 2),
            Err(FileError::NotFound)
        );
        assert_eq!(
            files.write("/data/local/tmp", Vec::new(), 2),
            Err(FileError::ReadOnly)
        );
        assert_eq!(
            files.remove("/storage/emulated/0"),
            Err(FileError::NotEmpty)
        );
        files.remove(&path).unwrap();
        assert_eq!(files.used, 0);
    }

    #[test]
    fn folders_are_made_listed_and_removed_with_all_in_them() {
        let mut files = Files::new(1);
        files.make_folders("/data/local/tmp/a/b", 2).unwrap();
        files.write("/data/local/tmp/a/c", Vec::new(), 2).unwrap();
        let names = |files: &Files, path: &str| -> Vec<String> {
            files
                .list(path)
                .unwrap()
                .iter()
                .map(|(name, _)| (*name).to_owned())
                .collect()
        };
        assert_eq!(names(&files, "/data/local/tmp/a"), ["b", "c"]);
        assert_eq!(files.remove("/data/local/tmp/a"), Err(FileError::NotEmpty));
        files.remove_all("/data/local/tmp/a").unwrap();
        assert!(names(&files, "/data/local/tmp").is_empty());
        assert!(names(&files, "/").contains(&"storage".to_owned()));
    }
}
