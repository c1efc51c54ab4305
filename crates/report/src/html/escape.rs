//! Text from events made harmless in HTML.

use crate::text::escape_markup;

/// Escapes text for the content of an element or a quoted attribute.
pub(super) fn escape(text: &str) -> String {
    escape_markup(text, "&#39;")
}

/// Escapes text and sets what is between backticks, as reasons quote values, as code.
pub(super) fn escape_with_code(text: &str) -> String {
    let parts: Vec<String> = text.split('`').map(escape).collect();
    let last = parts.len() - 1;
    let mut html = String::new();
    for (index, part) in parts.iter().enumerate() {
        let is_quoted = index % 2 == 1;
        match (is_quoted, index == last) {
            (true, false) => html.push_str(&format!("<code>{part}</code>")),
            // The last backtick has no partner.
            (true, true) => html.push_str(&format!("`{part}")),
            (false, _) => html.push_str(part),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_values_become_code_and_stay_harmless() {
        assert_eq!(
            escape_with_code("`<b>` is not `there"),
            "<code>&lt;b&gt;</code> is not `there"
        );
        assert_eq!(escape("\"'&"), "&quot;&#39;&amp;");
    }
}
