//! Text in quotes, as YAML and prose both write it, and YAML values on one line.

use std::fmt::Write as _;

use super::yaml::{Content, Node};

/// Returns `text` in double quotes on one line, whatever it holds.
///
/// [`unquote`] reads it back in prose; YAML has the same escapes.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            _ if needs_escape(c) => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Returns whether a character would break a line, vanish, or turn the text around.
fn needs_escape(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns what stands inside quotes with its escapes undone; other backslashes stay.
pub(crate) fn unquote(inner: &str) -> String {
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let (c, length) = match after.chars().next() {
            Some('n') => ('\n', 1),
            Some('t') => ('\t', 1),
            Some(c @ ('"' | '\\' | '\u{201c}' | '\u{201d}')) => (c, c.len_utf8()),
            Some('u') => unicode_escape(&after[1..]).map_or(('\\', 0), |c| (c, 5)),
            Some(_) | None => ('\\', 0),
        };
        text.push(c);
        rest = &after[length..];
    }
    text.push_str(rest);
    text
}

fn unicode_escape(after: &str) -> Option<char> {
    let digits = after.get(..4)?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    char::from_u32(u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?)
}

/// Returns `text` as it is when YAML cannot take it for anything else, in quotes otherwise.
pub(crate) fn plain_or_quoted(text: &str) -> String {
    if is_word_like(text) && !is_reserved(text) && text.starts_with(char::is_alphabetic) {
        return text.to_owned();
    }
    quote(text)
}

/// Returns a YAML value on one line; the same value always gives the same text.
pub(crate) fn flow(node: &Node) -> String {
    match &node.content {
        Content::Scalar { .. } if node.is_null() => "null".to_owned(),
        Content::Scalar {
            text,
            quoted: false,
        } if is_word_like(text) => text.clone(),
        Content::Scalar { text, .. } => quote(text),
        Content::Sequence(items) => {
            format!(
                "[{}]",
                items.iter().map(flow).collect::<Vec<_>>().join(", ")
            )
        }
        Content::Mapping(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| format!("{}: {}", flow(key), flow(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Returns whether `text` is one line of letters, digits, spaces and harmless marks.
fn is_word_like(text: &str) -> bool {
    text.starts_with(char::is_alphanumeric)
        && !text.ends_with(' ')
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '/' | '+'))
}

fn is_reserved(text: &str) -> bool {
    const WORDS: [&str; 9] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    WORDS.contains(&text.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_read_back() {
        for text in [
            "",
            "a \"b\" \\n",
            "line\nnext\ttab",
            "\u{1}\u{2028}\u{202e}",
            "日本",
            "C:\\new\\",
        ] {
            let quoted = quote(text);
            assert!(!quoted.contains('\n'));
            assert_eq!(unquote(&quoted[1..quoted.len() - 1]), text);
        }
    }

    #[test]
    fn lone_backslashes_stay() {
        assert_eq!(unquote(r"C:\Program \u12 \"), r"C:\Program \u12 \");
    }

    #[test]
    fn words_stay_plain() {
        assert_eq!(plain_or_quoted("Read Device Info"), "Read Device Info");
        for text in ["17.0", "true", "a: b", "a #b", "- a", "", " a", "a, b"] {
            assert!(plain_or_quoted(text).starts_with('"'), "{text}");
        }
    }
}
