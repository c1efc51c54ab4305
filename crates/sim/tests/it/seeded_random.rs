//! Numbers for tests that look random and are the same for the same seed.

/// A generator of numbers, with its seed.
pub(crate) struct SeededRandom(pub(crate) u64);

impl SeededRandom {
    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1);
        (self.0 >> 33) as usize % end
    }
}
