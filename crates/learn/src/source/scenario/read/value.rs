//! Single values of a scenario, each with the finding it gives when it is something else.

use std::time::Duration;

use super::super::document::Verify;
use super::super::fix::Remedy;
use super::super::rule::Rule;
use super::walk::Walk;
use crate::source::duration::{Unit, format_duration, parse_duration};
use crate::source::fault::Fault;
use crate::source::yaml::{Content, Node};

/// Returns the entries of a mapping.
pub(super) fn entries_of(node: &Node) -> Option<&[(Node, Node)]> {
    match &node.content {
        Content::Mapping(entries) => Some(entries),
        Content::Scalar { .. } | Content::Sequence(_) => None,
    }
}

/// Returns the text of a key; the tree has scalar keys only.
pub(super) fn key_text(key: &Node) -> &str {
    match &key.content {
        Content::Scalar { text, .. } => text,
        Content::Sequence(_) | Content::Mapping(_) => "",
    }
}

/// Returns the entry of this name; the first when there are several.
pub(super) fn entry<'a>(entries: &'a [(Node, Node)], name: &str) -> Option<(&'a Node, &'a Node)> {
    let found = entries.iter().find(|(key, _)| key_text(key) == name);
    found.map(|(key, value)| (key, value))
}

/// Returns the value of this name; the first when there are several.
pub(super) fn get<'a>(entries: &'a [(Node, Node)], name: &str) -> Option<&'a Node> {
    entry(entries, name).map(|(_, value)| value)
}

/// Returns the value of this name that something is written behind.
pub(super) fn given<'a>(entries: &'a [(Node, Node)], name: &str) -> Option<&'a Node> {
    get(entries, name).filter(|node| !node.is_null())
}

/// Returns the finding of a value that is none of those `accepted`.
pub(super) fn wrong(rule: Rule, owner: &str, node: &Node, accepted: &str) -> Fault {
    let is_quoted = matches!(node.content, Content::Scalar { quoted: true, .. });
    let is_typed = matches!(rule, Rule::WaitType | Rule::StrictType);
    let message = match node.text() {
        Some(text) if is_quoted && is_typed => {
            format!("`{owner}` cannot be the text `{}`", first_line(text))
        }
        Some(text) => format!("`{owner}` cannot be `{}`", first_line(text)),
        None if node.is_null() => format!("`{owner}` has no value"),
        None => format!("`{owner}` cannot be {}", node.kind()),
    };
    Fault::breaks(rule, node.span, message).accepted(accepted)
}

/// Returns the finding of a key that is none of those `known`.
pub(super) fn unknown_key(rule: Rule, owner: &str, key: &Node, known: &[&str]) -> Option<Fault> {
    let name = key_text(key);
    let message = format!("`{owner}` has no key `{name}`");
    let found = Fault::breaks(rule, key.span, message).accepted(known.join(", "));
    (!known.contains(&name)).then(|| found.suggest(name, known))
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

impl<'a> Walk<'a> {
    /// Reads text.
    pub(super) fn read_text(&mut self, owner: &str, node: &'a Node) -> Option<String> {
        if node.text().is_none() {
            self.push(wrong(Rule::WrongValue, owner, node, "text"));
        }
        node.text().map(str::to_owned)
    }

    /// Reads `true` or `false`.
    pub(super) fn read_bool(&mut self, rule: Rule, owner: &str, node: &'a Node) -> Option<bool> {
        if let Some(value) = plain_bool(node) {
            return Some(value);
        }
        let meant = node.text().and_then(meant_bool);
        let found = wrong(rule, owner, node, "true, false");
        match meant.filter(|_| rule == Rule::StrictType) {
            Some(meant) => self.push_replacement(found, node, meant.to_string()),
            None => self.push(found),
        }
        meant
    }

    /// Reads how many seconds to wait.
    pub(super) fn read_wait(&mut self, node: &'a Node) -> Option<Duration> {
        const ACCEPTED: &str = "a number of seconds such as 3 or 0.5, at most a day";
        if let Some(wait) = plain_seconds(node) {
            return Some(wait);
        }
        let meant = node.text().and_then(meant_seconds);
        let found = wrong(Rule::WaitType, "wait", node, ACCEPTED);
        match meant {
            Some(wait) => self.push_replacement(found, node, format_duration(wait, Unit::Seconds)),
            None => self.push(found),
        }
        meant
    }

    /// Keeps the finding of a value that `text` would mend.
    fn push_replacement(&mut self, found: Fault, value: &'a Node, text: String) {
        self.push_mendable(found, Remedy::Replace { value, text });
    }

    /// Reads how long the scenario may take.
    pub(super) fn read_timeout(&mut self, node: &'a Node) -> Option<Duration> {
        const ACCEPTED: &str = "a number of seconds such as 60, at most a day";
        let timeout = node
            .text()
            .and_then(|text| parse_duration(text, Unit::Seconds));
        let timeout = timeout.filter(|timeout| !timeout.is_zero());
        if timeout.is_none() {
            self.push(wrong(Rule::WrongValue, "config.timeout", node, ACCEPTED));
        }
        timeout
    }

    /// Reads how a `then` is judged.
    pub(super) fn read_verify(&mut self, owner: &str, node: &'a Node) -> Option<Verify> {
        let words = Verify::ALL.map(Verify::as_str);
        let verify = Verify::ALL
            .into_iter()
            .find(|verify| node.text() == Some(verify.as_str()));
        if verify.is_none() {
            let found = wrong(Rule::WrongValue, owner, node, &words.join(", "));
            self.push(found.suggest(node.text().unwrap_or_default(), &words));
        }
        verify
    }

    /// Reads `1280x720` or `{ width: 1280, height: 720 }`.
    pub(super) fn read_viewport(&mut self, node: &'a Node) -> Option<[u32; 2]> {
        const ACCEPTED: &str = "1280x720, or { width: 1280, height: 720 }";
        let (width, height) = match &node.content {
            Content::Mapping(entries) => {
                self.check_keys("viewport", node, &["width", "height"]);
                let number = |name| get(entries, name).and_then(Node::text);
                (number("width"), number("height"))
            }
            Content::Scalar { text, .. } => match text.split_once('x') {
                Some((width, height)) => (Some(width), Some(height)),
                None => (None, None),
            },
            Content::Sequence(_) => (None, None),
        };
        let pixels = |text: Option<&str>| text?.trim().parse().ok().filter(|size| *size > 0);
        match (pixels(width), pixels(height)) {
            (Some(width), Some(height)) => Some([width, height]),
            (Some(_) | None, _) => {
                self.push(wrong(Rule::WrongValue, "config.viewport", node, ACCEPTED));
                None
            }
        }
    }
}

/// Reads words to select a scenario by: a list, or one text in which commas separate.
pub(super) fn read_tags<'a>(walk: &mut Walk<'a>, node: &'a Node) -> Vec<String> {
    match &node.content {
        Content::Sequence(items) => {
            let items = items.iter().filter(|item| !item.is_null());
            let tags = items.filter_map(|item| walk.read_text("tags", item));
            tags.collect()
        }
        Content::Scalar { .. } => {
            let words = node.text().unwrap_or_default().split(',').map(str::trim);
            words
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect()
        }
        Content::Mapping(_) => {
            walk.push(wrong(Rule::WrongValue, "tags", node, "a list, or `a, b`"));
            Vec::new()
        }
    }
}

/// Returns a text that YAML may see something else in than text.
fn plain(node: &Node) -> Option<&str> {
    match &node.content {
        Content::Scalar {
            text,
            quoted: false,
        } => Some(text),
        Content::Scalar { .. } | Content::Sequence(_) | Content::Mapping(_) => None,
    }
}

/// Returns the truth value that YAML sees in a node.
fn plain_bool(node: &Node) -> Option<bool> {
    match plain(node)? {
        "true" | "True" | "TRUE" => Some(true),
        "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

/// Returns the truth value that an author means.
fn meant_bool(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// Returns the seconds of a node that YAML sees a number in.
fn plain_seconds(node: &Node) -> Option<Duration> {
    let is_part = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    let number = plain(node).filter(|text| text.bytes().all(is_part));
    parse_duration(number?, Unit::Seconds)
}

/// Returns the seconds that an author means by `"3"`, `3 sec`, `500ms`, `3秒`, `1分`.
fn meant_seconds(text: &str) -> Option<Duration> {
    const UNITS: [(&str, &str); 3] = [("ミリ秒", "ms"), ("秒", "s"), ("分", "min")];
    let text = text.trim().strip_suffix('間').unwrap_or(text.trim());
    let japanese = UNITS.iter().find_map(|(unit, short)| {
        let number = text.strip_suffix(unit)?;
        Some(format!("{} {short}", number.trim_end()))
    });
    parse_duration(japanese.as_deref().unwrap_or(text), Unit::Seconds)
}
