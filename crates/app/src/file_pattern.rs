//! Patterns of file names such as `skills/**/*.yaml`. What they fit is found by walking through folders, each of which is
//! entered once: a library that follows links on every way would never end where two of them lead in a circle.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use glob::{Pattern, PatternError};

/// A pattern of file names.
pub(crate) struct FilePattern {
    start: PathBuf,
    parts: Vec<Part>,
}

/// What stands between two slashes.
enum Part {
    /// `**`: any number of folders.
    Folders,
    Name(Pattern),
}

/// How far a path fits a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    None,
    /// Something in it may.
    Begun,
    /// It does, or a folder around it.
    Whole,
}

impl FilePattern {
    pub(crate) fn parse(pattern: &str) -> Result<Self, PatternError> {
        let components: Vec<Component<'_>> = Path::new(pattern).components().collect();
        let is_plain = |part: &&Component<'_>| !has_wildcard(part);
        let plain = components.iter().take_while(is_plain).count();
        let start: PathBuf = components[..plain].iter().collect();
        let parts = components[plain..].iter().map(|part| {
            let name = part.as_os_str().to_string_lossy();
            match &*name {
                "**" => Ok(Part::Folders),
                name => Pattern::new(name).map(Part::Name),
            }
        });
        let mut parts: Vec<Part> = parts.collect::<Result<_, _>>()?;
        parts.dedup_by(|one, other| matches!((one, other), (Part::Folders, Part::Folders)));
        Ok(Self { start, parts })
    }

    /// Returns the folder below which everything is that fits.
    pub(crate) fn start(&self) -> &Path {
        match self.start.as_os_str().is_empty() {
            true => Path::new("."),
            false => &self.start,
        }
    }

    /// Returns how far a path fits that is below the start.
    pub(crate) fn fit(&self, path: &Path) -> Fit {
        let reached = self.reached(path);
        match reached.last() {
            None => Fit::None,
            Some(last) if *last == self.parts.len() => Fit::Whole,
            Some(_) => Fit::Begun,
        }
    }

    /// Returns which parts may come next behind a path. What is in two folders with the same ones fits alike.
    pub(crate) fn reached(&self, path: &Path) -> BTreeSet<usize> {
        let path = path.strip_prefix(".").unwrap_or(path);
        let below = path.strip_prefix(&self.start).unwrap_or(path);
        let mut reached = self.with_skipped([0]);
        for name in below.iter().map(|name| name.to_string_lossy()) {
            let next = reached.iter().filter_map(|at| match self.parts.get(*at) {
                // All that is in what fits does.
                None | Some(Part::Folders) => Some(*at),
                Some(Part::Name(part)) => part.matches(&name).then_some(at + 1),
            });
            reached = self.with_skipped(next.collect::<Vec<_>>());
        }
        reached
    }

    /// Returns parts, and those behind each `**`, which may stand for no folder at all.
    fn with_skipped(&self, parts: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        let is_folders = |at: &usize| matches!(self.parts.get(*at), Some(Part::Folders));
        let parts: BTreeSet<usize> = parts.into_iter().collect();
        let behind: Vec<usize> = parts
            .iter()
            .filter(|at| is_folders(at))
            .map(|at| at + 1)
            .collect();
        parts.into_iter().chain(behind).collect()
    }
}

fn has_wildcard(part: &Component<'_>) -> bool {
    part.as_os_str().to_string_lossy().contains(['*', '?', '['])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_fit_whole_or_may_lead_to_what_does() {
        for (pattern, path, expected) in [
            ("*.yaml", "a.yaml", Fit::Whole),
            ("*.yaml", "./a.yaml", Fit::Whole),
            ("*.yaml", "a/b.yaml", Fit::None),
            ("skills/*", "skills/mail/send.yaml", Fit::Whole),
            ("skills/**/*.yaml", "skills", Fit::Begun),
            ("skills/**/*.yaml", "skills/a/b/c.yaml", Fit::Whole),
            ("skills/**/*.yaml", "skills/c.yaml", Fit::Whole),
            ("skills/**/*.yaml", "skills/a/c.md", Fit::Begun),
            ("skills/**", "skills/a/c.md", Fit::Whole),
            ("../[ab]/?.md", "../a/c.md", Fit::Whole),
            ("../[ab]/?.md", "../c/c.md", Fit::None),
            ("/x/**/**/y/*.md", "/x/y/z.md", Fit::Whole),
        ] {
            let fit = FilePattern::parse(pattern).unwrap().fit(Path::new(path));
            assert_eq!(fit, expected, "{pattern} {path}");
        }
        assert!(FilePattern::parse("a**b/*.yaml").is_err());
    }
}
