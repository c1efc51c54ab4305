//! A pull parser for the XML that uiautomator writes: tags and attributes, nothing else.
//!
//! Own code because real dumps are not always XML: old systems write an emoji as two character
//! references of half a character each, which a parser that follows the rules must reject.

use std::borrow::Cow;

/// A tag.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Tag<'x> {
    /// The start of an element.
    Open {
        name: &'x str,
        attributes: Attributes<'x>,
        /// Whether it is its end as well.
        is_closed: bool,
    },
    /// The end of an element.
    Close { name: &'x str },
}

/// What is wrong with the XML, and at which byte.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct XmlFault {
    pub(super) what: &'static str,
    pub(super) at: usize,
}

/// What is wrong with XML that stops before its last tag does.
pub(super) const ENDS_EARLY: &str = "it ends in the middle";

/// Gives the tags of a text one by one; what stands between them is left out.
pub(super) struct Tags<'x> {
    text: &'x str,
    at: usize,
}

impl<'x> Tags<'x> {
    pub(super) const fn new(text: &'x str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns what stands after the last tag.
    pub(super) fn rest(&self) -> &'x str {
        &self.text[self.at..]
    }

    /// Returns the next tag, or nothing when there is none.
    pub(super) fn next_tag(&mut self) -> Result<Option<Tag<'x>>, XmlFault> {
        loop {
            let Some(start) = self.text[self.at..].find('<') else {
                self.at = self.text.len();
                return Ok(None);
            };
            self.at += start + 1;
            let rest = self.rest();
            if rest.starts_with('?') {
                self.skip_behind("?>")?;
            } else if rest.starts_with("!--") {
                self.skip_behind("-->")?;
            } else if rest.starts_with('!') {
                self.skip_behind(">")?;
            } else if let Some(close) = rest.strip_prefix('/') {
                let end = close.find('>').ok_or_else(|| self.fault(ENDS_EARLY))?;
                self.at += 1 + end + 1;
                let name = close[..end].trim_end();
                return Ok(Some(Tag::Close { name }));
            } else {
                return self.open_tag().map(Some);
            }
        }
    }

    fn open_tag(&mut self) -> Result<Tag<'x>, XmlFault> {
        let rest = self.rest();
        let end = tag_end(rest.as_bytes()).ok_or_else(|| self.fault(ENDS_EARLY))?;
        let inside = &rest[..end];
        let (inside, is_closed) = match inside.strip_suffix('/') {
            Some(inside) => (inside, true),
            None => (inside, false),
        };
        let name_end = inside
            .find(|c: char| c.is_ascii_whitespace())
            .unwrap_or(inside.len());
        let (name, text) = inside.split_at(name_end);
        if name.is_empty() {
            return Err(self.fault("a tag has no name"));
        }
        let at = self.at + name_end;
        self.at += end + 1;
        Ok(Tag::Open {
            name,
            attributes: Attributes { text, at },
            is_closed,
        })
    }

    fn skip_behind(&mut self, mark: &str) -> Result<(), XmlFault> {
        let end = self.rest().find(mark);
        self.at += end.ok_or_else(|| self.fault(ENDS_EARLY))? + mark.len();
        Ok(())
    }

    fn fault(&self, what: &'static str) -> XmlFault {
        XmlFault { what, at: self.at }
    }
}

/// Returns where the tag ends; a `>` inside of quotes does not end it.
fn tag_end(bytes: &[u8]) -> Option<usize> {
    let mut quote = None;
    for (place, byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(place),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            (None | Some(_), _) => {}
        }
    }
    None
}

/// The attributes of a tag, read when they are asked for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Attributes<'x> {
    text: &'x str,
    at: usize,
}

impl<'x> Attributes<'x> {
    /// Calls `each` with the name and the raw value of every attribute.
    pub(super) fn for_each(self, mut each: impl FnMut(&'x str, &'x str)) -> Result<(), XmlFault> {
        let mut rest = self.text.trim_ascii_start();
        while !rest.is_empty() {
            let at = self.at + self.text.len() - rest.len();
            let fault = |what| XmlFault { what, at };
            let equals = rest.find('=').ok_or(fault("a word is no attribute"))?;
            let (name, value) = (rest[..equals].trim_ascii(), &rest[equals + 1..]);
            if name.contains(|c: char| c.is_ascii_whitespace()) {
                return Err(fault("a word is no attribute"));
            }
            let value = value.trim_ascii_start();
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
            let quote = quote.ok_or(fault("a value has no quotes"))?;
            let value = &value[1..];
            let end = value.find(quote).ok_or(fault("a value has no end"))?;
            each(name, &value[..end]);
            rest = value[end + 1..].trim_ascii_start();
        }
        Ok(())
    }
}

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
            // As Android before 7 writes it.
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

    #[test]
    fn tags_are_read_over_comments_and_quoted_brackets() {
        let mut tags = Tags::new("<?xml v?><!-- <x> --><a b='>' c=\"'/\"/>t</a > rest");
        let Ok(Some(Tag::Open {
            name: "a",
            attributes,
            is_closed: true,
        })) = tags.next_tag()
        else {
            panic!("no tag");
        };
        let mut seen = Vec::new();
        attributes
            .for_each(|name, value| seen.push((name, value)))
            .unwrap();
        assert_eq!(seen, [("b", ">"), ("c", "'/")]);
        assert_eq!(tags.next_tag(), Ok(Some(Tag::Close { name: "a" })));
        assert_eq!(tags.rest(), " rest");
        assert_eq!(tags.next_tag(), Ok(None));
    }

    #[test]
    fn what_is_broken_says_where() {
        let fault = |text| Tags::new(text).next_tag().unwrap_err();
        assert_eq!(fault("<node text=\"ab").what, ENDS_EARLY);
        assert_eq!(fault("  </node").what, ENDS_EARLY);
        assert_eq!(fault("<!-- x").what, ENDS_EARLY);
        assert_eq!(fault("<>").what, "a tag has no name");
        let attributes = |text| match Tags::new(text).next_tag() {
            Ok(Some(Tag::Open { attributes, .. })) => attributes.for_each(|_, _| {}).unwrap_err(),
            other => panic!("{other:?}"),
        };
        let fault = attributes("<a b=\"1\" c d=\"2\" e>");
        assert_eq!((fault.what, fault.at), ("a word is no attribute", 9));
        assert_eq!(attributes("<a b=1>").what, "a value has no quotes");
    }
}
