//! XML elements that cannot be written wrongly.

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

    /// Returns its beginning without the last `>`, for what is too long to be held at once.
    pub(super) fn open_tag(&self) -> String {
        let attributes = self.attributes.iter();
        let attributes: String = attributes
            .map(|(name, value)| format!(" {name}=\"{}\"", escape_attribute(value)))
            .collect();
        format!("<{}{attributes}", self.name)
    }

    /// Returns it as text, at a depth of its document.
    pub(super) fn to_text(&self, depth: usize) -> String {
        let indent = "  ".repeat(depth);
        let head = format!("{indent}{}", self.open_tag());
        if self.text.is_empty() && self.children.is_empty() {
            return format!("{head}/>\n");
        }
        let children = self.children.iter();
        let children: String = children.map(|child| child.to_text(depth + 1)).collect();
        let inside = match children.as_str() {
            "" => String::new(),
            children => format!("\n{children}{indent}"),
        };
        format!("{head}>{}{inside}</{}>\n", escape(&self.text), self.name)
    }
}

/// Escapes text; the characters XML 1.0 has no way to write are shown by escapes of their own.
fn escape(text: &str) -> String {
    escape_markup(text, "&apos;")
}

/// Escapes the value of an attribute, where a parser would turn newlines and tabs into spaces.
fn escape_attribute(value: &str) -> String {
    escape(value).replace('\n', "&#10;").replace('\t', "&#9;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_escaped_and_what_xml_forbids_is_shown() {
        let element = Element::new("a")
            .attribute("b", "<\"'\n\u{1}\u{ffff}>")
            .text("x & y\u{b}\u{1f600}");
        assert_eq!(
            element.to_text(0),
            "<a b=\"&lt;&quot;&apos;&#10;\\u0001\\uffff&gt;\">x &amp; y\\u000b\u{1f600}</a>\n"
        );
    }
}
