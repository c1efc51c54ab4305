//! Putting one member into a JSON file of somebody else: everything else stays as it is, to the byte,
//! comments and trailing commas included.

use serde_json::Value;

/// An object in a text: where it begins and ends, and its members.
struct Object {
    /// The place of `{`.
    start: usize,
    /// The place of `}`.
    end: usize,
    members: Vec<Member>,
}

struct Member {
    key: String,
    start: usize,
    value: std::ops::Range<usize>,
}

/// Returns the text with `value` as the member `name` of the object `section`; both are made where there
/// are none. What cannot be read is an error, in words.
pub(super) fn with_member(
    text: &str,
    section: &str,
    name: &str,
    value: &Value,
) -> Result<String, String> {
    let plain = without_comments(text);
    if plain.trim().is_empty() {
        let new = serde_json::json!({ section: { name: value } });
        return Ok(format!("{text}{}\n", pretty(&new, "")));
    }
    let whole: Value = serde_json::from_str(&plain).map_err(|error| error.to_string())?;
    if !whole.is_object() {
        return Err("it is no object".to_owned());
    }
    let root = read_object(&plain, plain.find('{').unwrap_or_default());
    let Some(servers) = root.member(section) else {
        let new = serde_json::json!({ name: value });
        return Ok(inserted(text, &plain, &root, section, &new));
    };
    let is_object = whole.get(section).is_some_and(Value::is_object);
    if !is_object {
        return Err(format!("`{section}` is no object"));
    }
    let servers = read_object(&plain, servers.value.start);
    match servers.member(name) {
        Some(_) if whole[section][name] == *value => Ok(text.to_owned()),
        Some(known) => {
            let indent = indent_of(text, known.start);
            let new = if has_line(&text[known.value.clone()]) {
                pretty(value, &indent)
            } else {
                value.to_string()
            };
            let (before, after) = (&text[..known.value.start], &text[known.value.end..]);
            Ok(format!("{before}{new}{after}"))
        }
        None => Ok(inserted(text, &plain, &servers, name, value)),
    }
}

/// Returns the text with a new last member of an object.
fn inserted(text: &str, plain: &str, object: &Object, name: &str, value: &Value) -> String {
    let outer = indent_of(text, object.start);
    let key = Value::from(name);
    let Some(last) = object.members.last() else {
        let indent = format!("{outer}  ");
        let (before, after) = text.split_at(object.start + 1);
        let new = pretty(value, &indent);
        return format!(
            "{before}\n{indent}{key}: {new}\n{outer}{}",
            after.trim_start()
        );
    };
    let end = last.value.end;
    // A trailing comma is blanked in the plain text, where a comment could have one too.
    let is_blank = plain[end..object.end].trim().is_empty();
    let comma = trailing_comma(&text[end..object.end]).filter(|_| is_blank);
    let missing = if comma.is_some() { "" } else { "," };
    let behind = comma.map_or(end, |comma| end + comma + 1);
    if !has_line(&text[object.start..object.end]) {
        let (before, after) = (&text[..end], &text[end..behind]);
        return format!("{before}{missing}{after} {key}: {value}{}", &text[behind..]);
    }
    let indent = indent_of(text, last.start);
    let new = pretty(value, &indent);
    // A comment on the line of the last member stays with it.
    let line = behind + line_length(&text[behind..object.end]);
    let (before, rest, after) = (&text[..end], &text[end..line], &text[line..]);
    format!("{before}{missing}{rest}\n{indent}{key}: {new}{after}")
}

/// Returns how far blanks and comments go on a line.
fn line_length(rest: &str) -> usize {
    let mut at = 0;
    loop {
        let left = &rest[at..];
        match (comment_length(left), left.chars().next()) {
            (Some(length), _) => at += length,
            (None, Some(' ' | '\t')) => at += 1,
            (None, _) => return at,
        }
    }
}

/// Returns where a comma stands before anything but blanks and comments.
fn trailing_comma(rest: &str) -> Option<usize> {
    let mut at = 0;
    while at < rest.len() {
        let left = &rest[at..];
        if let Some(length) = comment_length(left) {
            at += length;
        } else if left.starts_with(',') {
            return Some(at);
        } else if left.starts_with(char::is_whitespace) {
            at += left.chars().next().map_or(1, char::len_utf8);
        } else {
            return None;
        }
    }
    None
}

/// Returns the value with this indentation on every line but the first.
fn pretty(value: &Value, indent: &str) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.replace('\n', &format!("\n{indent}"))
}

fn has_line(text: &str) -> bool {
    text.contains('\n')
}

/// Returns the blanks at the start of the line a place is on.
fn indent_of(text: &str, place: usize) -> String {
    let line = text[..place].rfind('\n').map_or(0, |end| end + 1);
    let blanks = text[line..].chars().take_while(|c| *c == ' ' || *c == '\t');
    blanks.collect()
}

/// Returns the length of the comment a text begins with.
fn comment_length(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    let inside = text.strip_prefix("/*")?;
    inside.find("*/").map(|end| end + 4)
}

/// Returns the text with blanks in place of comments, trailing commas and a byte order mark, so that
/// every place stays where it was.
fn without_comments(text: &str) -> String {
    let mut plain = text.as_bytes().to_vec();
    let mut at = 0;
    let mut comma = None;
    // The last thing that is neither a blank nor a comment: a comma trails only what can stand before one.
    let mut last = b'{';
    if text.starts_with('\u{feff}') {
        plain[..3].fill(b' ');
        at = 3;
    }
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'"' => {
                comma = None;
                last = b'"';
                at = end_of_string(text.as_bytes(), at);
                continue;
            }
            b'/' if comment_length(&text[at..]).is_some() => {
                let end = at + comment_length(&text[at..]).unwrap_or(1);
                let hidden = plain[at..end].iter_mut();
                hidden
                    .filter(|byte| **byte != b'\n')
                    .for_each(|byte| *byte = b' ');
                at = end;
                continue;
            }
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            b',' => comma = (!matches!(last, b'{' | b'[' | b',')).then_some(at),
            b'}' | b']' => {
                if let Some(comma) = comma.take() {
                    plain[comma] = b' ';
                }
            }
            _ => comma = None,
        }
        last = *byte;
        at += 1;
    }
    // Only bytes of whole characters were replaced.
    String::from_utf8(plain).unwrap_or_default()
}

fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

impl Object {
    /// Returns the member of this name; of several the last, as readers of JSON do.
    fn member(&self, key: &str) -> Option<&Member> {
        self.members.iter().rev().find(|member| member.key == key)
    }
}

/// Reads the object at a place of a text that is known to be JSON.
fn read_object(plain: &str, start: usize) -> Object {
    let bytes = plain.as_bytes();
    let mut object = Object {
        start,
        end: bytes.len(),
        members: Vec::new(),
    };
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'}' => {
                object.end = at;
                break;
            }
            b'"' => {
                let end = end_of_string(bytes, at);
                let key = serde_json::from_str(&plain[at..end]).unwrap_or_default();
                let colon = plain[end..].find(':').map_or(end, |colon| end + colon + 1);
                let blanks = plain[colon..].len() - plain[colon..].trim_start().len();
                let value = colon + blanks..end_of_value(bytes, colon + blanks);
                let next = value.end;
                object.members.push(Member {
                    key,
                    start: at,
                    value,
                });
                at = next;
            }
            _ => at += 1,
        }
    }
    object
}

fn end_of_value(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0_u32;
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = end_of_string(bytes, at);
                if depth == 0 {
                    return at;
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return at,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            b',' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn put(text: &str) -> String {
        let value = json!({ "command": "retap" });
        with_member(text, "servers", "retap", &value).unwrap()
    }

    #[test]
    fn comments_order_and_trailing_commas_stay() {
        let old = "// mine\n{\n  \"servers\": {\n    /* keep, */ \"b\": { \"command\": \"x\" }, // ,}\n  },\n  \"a\": 1,\n}\n";
        insta::assert_snapshot!(put(old), @r#"
        // mine
        {
          "servers": {
            /* keep, */ "b": { "command": "x" }, // ,}
            "retap": {
              "command": "retap"
            }
          },
          "a": 1,
        }
        "#);
    }

    #[test]
    fn a_section_is_made_where_there_is_none() {
        assert_eq!(
            put(""),
            "{\n  \"servers\": {\n    \"retap\": {\n      \"command\": \"retap\"\n    }\n  }\n}\n"
        );
        assert_eq!(
            put("{}"),
            "{\n  \"servers\": {\n    \"retap\": {\n      \"command\": \"retap\"\n    }\n  }\n}"
        );
        assert_eq!(
            put(r#"{"a": {"servers": 1}}"#),
            r#"{"a": {"servers": 1}, "servers": {"retap":{"command":"retap"}}}"#
        );
        assert_eq!(
            put("{\"servers\": {}}"),
            "{\"servers\": {\n  \"retap\": {\n    \"command\": \"retap\"\n  }\n}}"
        );
    }

    #[test]
    fn what_is_there_is_replaced_and_a_second_time_nothing_changes() {
        for old in [
            "{\"servers\": {\"retap\": {\"command\": \"old\"}, \"b\": 1}}",
            "{\n\t\"servers\": {\n\t\t\"retap\": {\n\t\t\t\"command\": \"old\"\n\t\t}\n\t}\n}\n",
            "\u{feff}{\"x\": \"} , // \\\" {\", \"servers\": {\"b\": [1, {\"c\": \"}\"}]}}",
            "{\"servers\": {\"b\": 1,}, }",
        ] {
            let new = put(old);
            let plain: Value = serde_json::from_str(&without_comments(&new)).unwrap();
            assert_eq!(plain["servers"]["retap"]["command"], "retap", "{new}");
            assert_eq!(put(&new), new);
        }
    }

    #[test]
    fn what_is_broken_is_refused() {
        for old in [
            "{",
            "[]",
            "{\"servers\": []}",
            "{\"servers\": 1}",
            "{,}",
            "/* x",
        ] {
            let refused = with_member(old, "servers", "retap", &json!({}));
            assert!(refused.is_err(), "{old}: {refused:?}");
        }
    }
}
