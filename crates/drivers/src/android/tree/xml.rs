//! A pull parser for the XML that uiautomator writes: tags and attributes, nothing else.
//!
//! Own code because real dumps are not always XML: old systems write an emoji as two character
//! references of half a character each, which a parser that follows the rules must reject.

use std::borrow::Cow;

/// A tag.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Tag<'x> {
    /// The start of an element; its attributes come next, see [`Tags::attributes`].
    Open(&'x str),
    /// The end of an element.
    Close(&'x str),
}

/// How an element goes on behind its attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goes {
    /// With what is in it.
    On,
    /// Not at all: it is closed.
    NoFurther,
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
///
/// Places in the text are cut only beside ASCII characters, which are never inside of another one.
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
            let Some(start) = self.rest().find('<') else {
                self.at = self.text.len();
                return Ok(None);
            };
            self.at += start + 1;
            match self.bytes() {
                [b'?', ..] => self.skip_behind("?>")?,
                [b'!', b'-', b'-', ..] => self.skip_behind("-->")?,
                [b'!', ..] => self.skip_behind(">")?,
                [b'/', ..] => {
                    self.at += 1;
                    let name = self.word()?;
                    self.skip_behind(">")?;
                    return Ok(Some(Tag::Close(name)));
                }
                _ => {
                    let at = self.at;
                    let name = self.word()?;
                    if name.is_empty() {
                        let what = "a tag has no name";
                        return Err(XmlFault { what, at });
                    }
                    return Ok(Some(Tag::Open(name)));
                }
            }
        }
    }

    /// Calls `each` with the name and the raw value of every attribute of the tag that was opened.
    pub(super) fn attributes(
        &mut self,
        mut each: impl FnMut(&'x str, &'x str),
    ) -> Result<Goes, XmlFault> {
        loop {
            self.skip_space();
            match self.bytes() {
                [] | [b'/'] => return Err(self.fault(ENDS_EARLY)),
                [b'>', ..] => {
                    self.at += 1;
                    return Ok(Goes::On);
                }
                [b'/', b'>', ..] => {
                    self.at += 2;
                    return Ok(Goes::NoFurther);
                }
                _ => {}
            }
            let (name, value) = self.attribute()?;
            each(name, value);
        }
    }

    fn attribute(&mut self) -> Result<(&'x str, &'x str), XmlFault> {
        let at = self.at;
        let fault = |what| Err(XmlFault { what, at });
        let name = self.word()?;
        self.skip_space();
        match self.bytes() {
            [] => return fault(ENDS_EARLY),
            [b'=', ..] if !name.is_empty() => self.at += 1,
            _ => return fault("a word is no attribute"),
        }
        self.skip_space();
        let quote = match self.bytes() {
            [] => return fault(ENDS_EARLY),
            [quote @ (b'"' | b'\''), ..] => *quote,
            _ => return fault("a value has no quotes"),
        };
        self.at += 1;
        let value = self.up_to(|byte| byte == quote)?;
        self.at += 1;
        Ok((name, value))
    }

    /// Reads up to a character that cannot be in a name.
    fn word(&mut self) -> Result<&'x str, XmlFault> {
        self.up_to(|byte| {
            matches!(byte, b'=' | b'>' | b'/' | b'<' | b'"' | b'\'') || byte.is_ascii_whitespace()
        })
    }

    /// Reads up to an ASCII character, which must come.
    fn up_to(&mut self, is_end: impl Fn(u8) -> bool) -> Result<&'x str, XmlFault> {
        let end = self.bytes().iter().position(|byte| is_end(*byte));
        let end = self.at + end.ok_or_else(|| self.fault(ENDS_EARLY))?;
        let text = &self.text[self.at..end];
        self.at = end;
        Ok(text)
    }

    fn skip_space(&mut self) {
        let space = self
            .bytes()
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace());
        self.at += space.count();
    }

    fn skip_behind(&mut self, mark: &str) -> Result<(), XmlFault> {
        let end = self.rest().find(mark);
        self.at += end.ok_or_else(|| self.fault(ENDS_EARLY))? + mark.len();
        Ok(())
    }

    fn bytes(&self) -> &'x [u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn fault(&self, what: &'static str) -> XmlFault {
        XmlFault { what, at: self.at }
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
        let mut tags = Tags::new("<?xml v?><!-- <x> --><a b='>' c = \"'/\"/>t</a > rest");
        assert_eq!(tags.next_tag(), Ok(Some(Tag::Open("a"))));
        let mut seen = Vec::new();
        let goes = tags.attributes(|name, value| seen.push((name, value)));
        assert_eq!(goes, Ok(Goes::NoFurther));
        assert_eq!(seen, [("b", ">"), ("c", "'/")]);
        assert_eq!(tags.next_tag(), Ok(Some(Tag::Close("a"))));
        assert_eq!(tags.rest(), " rest");
        assert_eq!(tags.next_tag(), Ok(None));
    }

    #[test]
    fn what_is_broken_says_where() {
        let fault = |text| {
            let mut tags = Tags::new(text);
            match tags.next_tag() {
                Ok(_) => tags.attributes(|_, _| {}).unwrap_err(),
                Err(fault) => fault,
            }
        };
        for text in [
            "<node text=\"ab",
            "<node text",
            "<a b=",
            "  </node",
            "<!-- x",
            "<a ",
            "<a/",
            "<",
        ] {
            assert_eq!(fault(text).what, ENDS_EARLY, "{text}");
        }
        assert_eq!(fault("<>").what, "a tag has no name");
        let word = fault("<a b=\"1\" c d=\"2\">");
        assert_eq!((word.what, word.at), ("a word is no attribute", 9));
        assert_eq!(fault("<a b=1>").what, "a value has no quotes");
        assert_eq!(fault("<a / b=\"1\">").what, "a word is no attribute");
    }
}
