//! XML elements that cannot be written wrongly.

use std::fmt;

use crate::text::escape_markup;

/// One element; everything put into it is escaped when it is written.
#[derive(Debug, Clone)]
pub(super) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    text: String,
    children: Vec<Element>,
}

impl Element {
    pub(super) fn new(name: &'static str) -> Self {
        Self {
            name,
            attributes: Vec::new(),
            text: String::new(),
            children: Vec::new(),
        }
    }

    pub(super) fn attribute(mut self, name: &'static str, value: &str) -> Self {
        self.attributes.push((name, value.to_owned()));
        self
    }

    pub(super) fn text(mut self, text: &str) -> Self {
        text.clone_into(&mut self.text);
        self
    }

    pub(super) fn child(mut self, child: Element) -> Self {
        self.children.push(child);
        self
    }

    fn write(&self, out: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        write!(out, "{indent}<{}", self.name)?;
        for (name, value) in &self.attributes {
            write!(out, " {name}=\"{}\"", escape_attribute(value))?;
        }
        if self.text.is_empty() && self.children.is_empty() {
            return writeln!(out, "/>");
        }
        write!(out, ">{}", escape(&self.text))?;
        if !self.children.is_empty() {
            writeln!(out)?;
            for child in &self.children {
                child.write(out, depth + 1)?;
            }
            write!(out, "{indent}")?;
        }
        writeln!(out, "</{}>", self.name)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(out, 0)
    }
}

/// Escapes text and drops the characters XML 1.0 has no way to write.
fn escape(text: &str) -> String {
    let is_xml = |c: &char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    let text: String = text.chars().filter(is_xml).collect();
    // A parser would turn it into a newline.
    escape_markup(&text, "&apos;").replace('\r', "&#13;")
}

/// Escapes the value of an attribute, where a parser would turn newlines and tabs into spaces.
fn escape_attribute(value: &str) -> String {
    escape(value).replace('\n', "&#10;").replace('\t', "&#9;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_escaped_and_what_xml_forbids_is_dropped() {
        let element = Element::new("a")
            .attribute("b", "<\"'\n\u{1}\u{ffff}>")
            .text("x & y\u{b}\u{1f600}");
        assert_eq!(
            element.to_string(),
            "<a b=\"&lt;&quot;&apos;&#10;&gt;\">x &amp; y\u{1f600}</a>\n"
        );
    }
}
