//! A colour with transparency, and how it covers another.

/// A colour; `alpha` 255 covers what is below, 0 leaves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    /// Amount of red.
    pub red: u8,
    /// Amount of green.
    pub green: u8,
    /// Amount of blue.
    pub blue: u8,
    /// How much of what is below gets covered.
    pub alpha: u8,
}

impl Color {
    /// Opaque white.
    pub const WHITE: Self = Self::rgb(0xFF_FF_FF);
    /// Opaque black.
    pub const BLACK: Self = Self::rgb(0x00_00_00);

    /// Returns the opaque colour written as `0xRRGGBB`.
    pub const fn rgb(code: u32) -> Self {
        let [_, red, green, blue] = code.to_be_bytes();
        Self {
            red,
            green,
            blue,
            alpha: 255,
        }
    }

    /// Returns the same colour with another transparency.
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }

    /// Paints this colour over `below`, thinned by `coverage` (0 none, 255 all of it).
    pub(super) fn paint_over(self, below: &mut [u8; 3], coverage: u8) {
        let strength = divide_by_255(u32::from(self.alpha) * u32::from(coverage));
        for (channel, ink) in below.iter_mut().zip([self.red, self.green, self.blue]) {
            let mixed = u32::from(ink) * strength + u32::from(*channel) * (255 - strength);
            *channel = divide_by_255(mixed) as u8;
        }
    }
}

fn divide_by_255(product: u32) -> u32 {
    (product + 127) / 255
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_transparent_black_halves_what_is_below() {
        let mut pixel = [200, 100, 0];
        Color::BLACK.with_alpha(128).paint_over(&mut pixel, 255);
        assert_eq!(pixel, [100, 50, 0]);
    }

    #[test]
    fn coverage_and_alpha_multiply() {
        let mut pixel = [0, 0, 0];
        Color::rgb(0xFF_80_00).paint_over(&mut pixel, 255);
        assert_eq!(pixel, [255, 128, 0]);
        Color::WHITE.with_alpha(128).paint_over(&mut pixel, 0);
        assert_eq!(pixel, [255, 128, 0]);
    }
}
