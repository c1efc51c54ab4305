//! `base64`: bytes as text.

use std::io;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::Call;
use super::filter::input;

/// Writes bytes as text, or reads such text with `-d`.
pub(super) fn run(call: &mut Call<'_>) -> io::Result<i32> {
    let (letters, names) = call.letters();
    let (bytes, status) = input(call, &names)?;
    if !letters.contains('d') {
        call.line(&LENIENT.encode(&bytes))?;
        return Ok(status);
    }
    match decode(&bytes) {
        Some(decoded) => {
            call.io.out.write(&decoded)?;
            Ok(status)
        }
        None => call.fail(1, "base64: bad input"),
    }
}

/// Text that was cut or joined has padding missing or blanks between.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Returns the bytes that a text in base 64 stands for.
pub(super) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    LENIENT.decode(digits.copied().collect::<Vec<u8>>()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64_goes_both_ways() {
        for text in ["", "a", "ab", "abc", "こんにちは"] {
            let encoded = LENIENT.encode(text);
            assert_eq!(decode(encoded.as_bytes()).unwrap(), text.as_bytes());
        }
        assert_eq!(LENIENT.encode(b"hello"), "aGVsbG8=");
        assert_eq!(decode(b"!"), None);
    }
}
