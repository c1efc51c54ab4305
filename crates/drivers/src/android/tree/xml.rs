//! A pull parser for the XML that uiautomator writes: tags, attributes and the character references in their values,
//! nothing else.
//!
//! Real dumps are not always XML: old systems write an emoji as two references of half a character
//! each, which a parser that follows the rules must reject.

use std::borrow::Cow;

use super::ends_early;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Tag<'x> {
    /// The start of an element; [`Tags::attributes`] are its own.
    Open(&'x str),
    /// An element with nothing in it; so are they.
    Empty(&'x str),
    /// The end of an element.
    Close(&'x str),
}

/// The name of an attribute and its raw value.
pub(super) type Attribute<'x> = (&'x str, &'x str);

/// Gives the tags of a text one by one; what stands between them is left out.
///
/// Places in the text are cut only beside ASCII characters, which are never inside of another one.
pub(super) struct Tags<'x> {
    text: &'x str,
    at: usize,
    /// The length of the whole dump, for what is wrong with it.
    length: usize,
    /// Those of the tag that was opened last.
    pub attributes: Vec<Attribute<'x>>,
}

impl<'x> Tags<'x> {
    pub(super) const fn new(text: &'x str, length: usize) -> Self {
        Self {
            text,
            at: 0,
            length,
            attributes: Vec::new(),
        }
    }

    /// Returns what stands after the last tag.
    pub(super) fn rest(&self) -> &'x str {
        &self.text[self.at..]
    }

    /// Returns the next tag, or nothing when there is none.
    pub(super) fn next_tag(&mut self) -> Result<Option<Tag<'x>>, String> {
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
                        return Err(broken(at, "a tag has no name"));
                    }
                    return self.read_attributes(name).map(Some);
                }
            }
        }
    }

    fn read_attributes(&mut self, name: &'x str) -> Result<Tag<'x>, String> {
        self.attributes.clear();
        loop {
            self.skip_space();
            match self.bytes() {
                [] | [b'/'] => return Err(ends_early(self.length)),
                [b'>', ..] => {
                    self.at += 1;
                    return Ok(Tag::Open(name));
                }
                [b'/', b'>', ..] => {
                    self.at += 2;
                    return Ok(Tag::Empty(name));
                }
                _ => {}
            }
            let attribute = self.attribute()?;
            self.attributes.push(attribute);
        }
    }

    fn attribute(&mut self) -> Result<Attribute<'x>, String> {
        let at = self.at;
        let name = self.word()?;
        self.skip_space();
        match self.bytes() {
            [] => return Err(ends_early(self.length)),
            [b'=', ..] if !name.is_empty() => self.at += 1,
            _ => return Err(broken(at, "a word is no attribute")),
        }
        self.skip_space();
        let quote = match self.bytes() {
            [] => return Err(ends_early(self.length)),
            [quote @ (b'"' | b'\''), ..] => *quote,
            _ => return Err(broken(at, "a value has no quotes")),
        };
        self.at += 1;
        let value = self.up_to(|byte| byte == quote)?;
        self.at += 1;
        Ok((name, value))
    }

    /// Reads up to a character that cannot be in a name.
    fn word(&mut self) -> Result<&'x str, String> {
        self.up_to(|byte| {
            matches!(byte, b'=' | b'>' | b'/' | b'<' | b'"' | b'\'') || byte.is_ascii_whitespace()
        })
    }

    /// Reads up to an ASCII character, which must come.
    fn up_to(&mut self, is_end: impl Fn(u8) -> bool) -> Result<&'x str, String> {
        let end = self.bytes().iter().position(|byte| is_end(*byte));
        let end = self.at + end.ok_or_else(|| ends_early(self.length))?;
        let text = &self.text[self.at..end];
        self.at = end;
        Ok(text)
    }

    fn skip_space(&mut self) {
        let is_space = |byte: &&u8| byte.is_ascii_whitespace();
        self.at += self.bytes().iter().take_while(is_space).count();
    }

    fn skip_behind(&mut self, mark: &str) -> Result<(), String> {
        let end = self.rest().find(mark);
        self.at += end.ok_or_else(|| ends_early(self.length))? + mark.len();
        Ok(())
    }

    fn bytes(&self) -> &'x [u8] {
        &self.text.as_bytes()[self.at..]
    }
}

fn broken(at: usize, what: &str) -> String {
    format!("the dump is broken at byte {at}: {what}")
}

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
    fn tags_are_read_over_comments_and_quoted_brackets() {
        let mut tags = Tags::new("<?xml v?><!-- <x> --><a b='>' c = \"'/\"/>t</a > rest", 0);
        assert_eq!(tags.next_tag(), Ok(Some(Tag::Empty("a"))));
        assert_eq!(tags.attributes, [("b", ">"), ("c", "'/")]);
        assert_eq!(tags.next_tag(), Ok(Some(Tag::Close("a"))));
        assert_eq!(tags.rest(), " rest");
        assert_eq!(tags.next_tag(), Ok(None));
    }

    #[test]
    fn what_is_broken_says_where() {
        /// What is said of a dump that stops before its last tag does.
        const ENDS_EARLY: &str = "the dump ends in the middle, after";
        let fault = |text: &'static str| Tags::new(text, text.len()).next_tag().unwrap_err();
        for (text, what) in [
            ("<node text=\"ab", ENDS_EARLY),
            ("<node text", ENDS_EARLY),
            ("<a b=", ENDS_EARLY),
            ("  </node", ENDS_EARLY),
            ("<!-- x", ENDS_EARLY),
            ("<a ", ENDS_EARLY),
            ("<a/", ENDS_EARLY),
            ("<", ENDS_EARLY),
            ("<>", "a tag has no name"),
            ("<a b=1>", "a value has no quotes"),
            ("<a / b=\"1\">", "a word is no attribute"),
        ] {
            assert!(fault(text).contains(what), "{text}");
        }
        let word = fault("<a b=\"1\" c d=\"2\">");
        assert_eq!(word, "the dump is broken at byte 9: a word is no attribute");
    }

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
