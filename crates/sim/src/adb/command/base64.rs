//! `base64`: bytes as text.

use std::io;

use super::Call;
use super::filter::input;

/// Writes bytes as text, or reads such text with `-d`.
pub(super) fn run(call: &mut Call<'_>) -> io::Result<i32> {
    let (letters, names) = call.letters();
    let (bytes, status) = input(call, &names)?;
    if !letters.contains('d') {
        call.line(&encode(&bytes))?;
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

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = three
            .iter()
            .fold(0u32, |number, byte| number << 8 | u32::from(*byte));
        let number = number << (8 * (3 - three.len()));
        for place in 0..4 {
            let digit = DIGITS[(number >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= three.len() {
                char::from(digit)
            } else {
                '='
            });
        }
    }
    text
}

/// Returns the bytes that a text in base 64 stands for.
pub(super) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace() && **byte != b'=');
    let (mut bytes, mut number, mut bits) = (Vec::new(), 0u32, 0);
    for digit in digits {
        let value = DIGITS.iter().position(|known| known == digit)?;
        number = number << 6 | u32::try_from(value).ok()?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.extend((number >> bits).to_le_bytes().first());
            number &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64_goes_both_ways() {
        for text in ["", "a", "ab", "abc", "こんにちは"] {
            let encoded = encode(text.as_bytes());
            assert_eq!(decode(encoded.as_bytes()).unwrap(), text.as_bytes());
        }
        assert_eq!(encode(b"hello"), "aGVsbG8=");
        assert_eq!(decode(b"!"), None);
    }
}
