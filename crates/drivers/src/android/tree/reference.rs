//! Character references in values of attributes, such as `&amp;`.
//!
//! Real dumps are not always XML: old systems write an emoji as two references of half a character
//! each, which a parser that follows the rules must reject.

use std::borrow::Cow;

/// Returns a raw value with its character references replaced. One that is unknown stays as it is.
pub(super) fn decode(raw: &str) -> Cow<'_, str> {
    let Some(first) = raw.find('&') else {
        return Cow::Borrowed(raw);
    };
    let mut text = String::with_capacity(raw.len());
    text.push_str(&raw[..first]);
    let mut rest = &raw[first..];
    // The first half of a character that was written as two references.
    let mut half = None;
    while !rest.is_empty() {
        let (unit, length) = next_unit(rest);
        rest = &rest[length..];
        match (half.take(), unit) {
            (Some(high), Unit::Half(low)) if is_low(low) => text.push(join(high, low)),
            (left, unit) => {
                if left.is_some() {
                    text.push(char::REPLACEMENT_CHARACTER);
                }
                match unit {
                    Unit::Whole(c) => text.push(c),
                    Unit::Half(value) if is_low(value) => text.push(char::REPLACEMENT_CHARACTER),
                    Unit::Half(value) => half = Some(value),
                }
            }
        }
    }
    if half.is_some() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    Cow::Owned(text)
}

/// A character, or half of one as UTF-16 has it.
enum Unit {
    Whole(char),
    Half(u32),
}

/// Reads one character or reference from the start of a text that is not empty.
fn next_unit(text: &str) -> (Unit, usize) {
    /// Longest reference that means something, `&#1114111;`.
    const LONGEST: usize = 10;
    let first = text.chars().next().unwrap_or_default();
    let literal = (Unit::Whole(first), first.len_utf8());
    if first != '&' {
        return literal;
    }
    let head = text.as_bytes();
    let Some(end) = head.iter().take(LONGEST).position(|byte| *byte == b';') else {
        return literal;
    };
    let unit = match &text[1..end] {
        "amp" => Unit::Whole('&'),
        "lt" => Unit::Whole('<'),
        "gt" => Unit::Whole('>'),
        "quot" => Unit::Whole('"'),
        "apos" => Unit::Whole('\''),
        other => match other.strip_prefix('#').and_then(parse_code) {
            Some(code) => char::from_u32(code).map_or(Unit::Half(code), Unit::Whole),
            None => return literal,
        },
    };
    (unit, end + 1)
}

/// Returns the number of a character or of half of one.
fn parse_code(digits: &str) -> Option<u32> {
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    (code <= 0x0010_ffff).then_some(code)
}

const fn is_low(half: u32) -> bool {
    half >= 0xdc00
}

fn join(high: u32, low: u32) -> char {
    let code = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
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
