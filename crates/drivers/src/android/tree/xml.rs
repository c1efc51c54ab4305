//! A pull parser for the XML that uiautomator writes: tags and attributes, nothing else.

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

/// The fault in the XML, and its byte.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct XmlFault {
    pub what: &'static str,
    pub at: usize,
}

/// A fault in XML that stops before its last tag does.
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
        let is_space = |byte: &&u8| byte.is_ascii_whitespace();
        self.at += self.bytes().iter().take_while(is_space).count();
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

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(fault(text).what, what, "{text}");
        }
        let word = fault("<a b=\"1\" c d=\"2\">");
        assert_eq!((word.what, word.at), ("a word is no attribute", 9));
    }
}
