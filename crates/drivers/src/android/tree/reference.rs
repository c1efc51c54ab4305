//! Character references in values of attributes, such as `&amp;`.
//!
//! Real dumps are not always XML: old systems write an emoji as two references of half a character
//! each, which a parser that follows the rules must reject.

use std::borrow::Cow;

/// Returns a raw value with its character references replaced. One that is unknown stays as it is.
pub(super) fn decode(raw: &str) -> Cow<'_, str> {
    if !raw.contains('&') {
        return Cow::Borrowed(raw);
    }
    let mut units: Vec<u16> = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(start) = rest.find('&') {
        units.extend(rest[..start].encode_utf16());
        rest = &rest[start..];
        let (code, length) = reference(rest).unwrap_or((u32::from('&'), 1));
        match char::from_u32(code) {
            Some(whole) => units.extend_from_slice(whole.encode_utf16(&mut [0; 2])),
            // Half a character: the other half is the next reference, or it is none.
            None => units.push(code as u16),
        }
        rest = &rest[length..];
    }
    units.extend(rest.encode_utf16());
    Cow::Owned(String::from_utf16_lossy(&units))
}

/// Returns the character, or half of one, that a text begins with as a reference, and the length of that.
fn reference(text: &str) -> Option<(u32, usize)> {
    /// Longest reference that means something, `&#1114111;`.
    const LONGEST: usize = 10;
    let end = text.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let code = match &text[1..end] {
        "amp" => u32::from('&'),
        "lt" => u32::from('<'),
        "gt" => u32::from('>'),
        "quot" => u32::from('"'),
        "apos" => u32::from('\''),
        other => parse_code(other.strip_prefix('#')?)?,
    };
    Some((code, end + 1))
}

/// Returns the number of a character or of half of one.
fn parse_code(digits: &str) -> Option<u32> {
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    (code <= 0x0010_ffff).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_become_characters_and_broken_ones_stay() {
        for (raw, text) in [
            ("plain", "plain"),
            ("a &lt;b&gt; &amp;&quot;&apos;", "a <b> &\"'"),
            ("1&#10;2&#x41;", "1\n2A"),
            ("&#128512;", "😀"),
            // As old systems write it.
            ("&#55357;&#56832;!", "😀!"),
            ("&#55357;x", "\u{fffd}x"),
            ("&#56832;", "\u{fffd}"),
            ("&#55357;", "\u{fffd}"),
            ("&#55357;&#55357;&#56832;", "\u{fffd}😀"),
            (
                "AT&T; &nbsp; &#xZZ; &#99999999; &",
                "AT&T; &nbsp; &#xZZ; &#99999999; &",
            ),
            ("&&amp;é", "&&é"),
        ] {
            assert_eq!(decode(raw), text, "{raw}");
        }
    }
}
