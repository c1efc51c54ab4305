//! Runs that are kept in memory, with pictures from a function.
#![allow(dead_code, reason = "the example has pictures of its own")]

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use retap_report::RunFiles;

/// Whole runs, and pictures by the names of their files.
pub(crate) struct InMemory<F>(pub(crate) F);

/// Every picture but one called `missing.png`, all alike.
pub(crate) fn one_picture() -> InMemory<impl Fn(&str) -> Option<Vec<u8>>> {
    InMemory(|file: &str| (file != "missing.png").then(|| b"png".to_vec()))
}

impl<F: Fn(&str) -> Option<Vec<u8>>> RunFiles for InMemory<F> {
    fn key(&self, _run: &str, file: &str) -> Option<String> {
        let mut hasher = DefaultHasher::new();
        self.0(file)?.hash(&mut hasher);
        Some(format!("{:x}", hasher.finish()))
    }

    fn read(&self, _run: &str, file: &str) -> Option<Vec<u8>> {
        self.0(file)
    }

    fn path(&self, _run: &str, file: &str) -> String {
        format!("out/{file}")
    }
}
