//! The size of the screen a scenario was compiled on.

use std::fmt;

use crate::geometry::Size;

/// Width and height in whole pixels; written `1080x2400`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScreenSize {
    width: u32,
    height: u32,
}

impl ScreenSize {
    /// Returns the size, `None` when a side is 0.
    fn new(width: u32, height: u32) -> Option<Self> {
        (width > 0 && height > 0).then_some(Self { width, height })
    }

    /// Reads `1080x2400`; anything else, spaces and leading zeros too, is none.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let (width, height) = text.split_once('x')?;
        let size = Self::new(width.parse().ok()?, height.parse().ok()?)?;
        (size.to_string() == text).then_some(size)
    }

    /// Returns the size of this screen in whole pixels, `None` when a side is less than one.
    pub(super) fn of(screen: Size) -> Option<Self> {
        Self::new(screen.width.round() as u32, screen.height.round() as u32)
    }

    /// Returns the extent in the units of touches.
    pub(super) fn to_size(self) -> Size {
        Size::new(f64::from(self.width), f64::from(self.height))
    }
}

impl fmt::Display for ScreenSize {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_they_are_written() {
        assert_eq!(
            ScreenSize::from_text("1080x2400").unwrap().to_size(),
            Size::new(1080.0, 2400.0)
        );
        for text in [
            "",
            "1080",
            "0x5",
            "1080X2400",
            "1080 x 2400",
            "-1x5",
            "1x2x3",
        ] {
            assert_eq!(ScreenSize::from_text(text), None, "{text}");
        }
    }
}
