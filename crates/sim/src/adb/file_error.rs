//! Why a file cannot be had.

use std::fmt;

/// Why a file cannot be had; shown in the words of the C library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileError {
    NotFound,
    NotFolder,
    IsFolder,
    Exists,
    NotEmpty,
    ReadOnly,
    Full,
}

impl FileError {
    /// Returns the number the kernel has for it.
    pub(super) const fn number(self) -> u32 {
        match self {
            Self::NotFound => 2,
            Self::Exists => 17,
            Self::NotFolder => 20,
            Self::IsFolder => 21,
            Self::Full => 28,
            Self::ReadOnly => 30,
            Self::NotEmpty => 39,
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::NotFound => "No such file or directory",
            Self::NotFolder => "Not a directory",
            Self::IsFolder => "Is a directory",
            Self::Exists => "File exists",
            Self::NotEmpty => "Directory not empty",
            Self::ReadOnly => "Read-only file system",
            Self::Full => "No space left on device",
        })
    }
}
