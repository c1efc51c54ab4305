//! The words and answers of the sync protocol.

/// Returns the little-endian word at `at`; zero where there is none.
pub(super) fn word(bytes: &[u8], at: usize) -> u32 {
    let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
    four.map_or(0, u32::from_le_bytes)
}

/// Returns a message: an id, a length and a payload.
pub(super) fn message(id: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    [id.as_slice(), &length.to_le_bytes(), payload].concat()
}

/// Returns the message that something failed.
pub(super) fn fail(reason: &str) -> Vec<u8> {
    message(b"FAIL", reason.as_bytes())
}
