//! One file or folder.

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
