//! Words a person wrote in a source, with the variables they named still visible in them.
//!
//! Variables are substituted here, in parsed values, never in a file's text: a value with a
//! newline or a quote is only ever text.
//!
//! Not here: understanding a sentence, which is `learn/phrase`.

mod filling;
mod sentence;

pub use filling::{Filling, LONGEST_FILLED, MOST_FILLED, NotRecalled};

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::secret::{MASK, Secret, is_secret_name};

/// How a source writes a `$` that begins no variable.
const DOLLAR: &str = "${$}";

/// How much of what looks like a variable is told, in characters.
const LONGEST_STRAY: usize = 40;

/// A piece of a [`Phrase`].
#[derive(Clone, PartialEq, Eq)]
pub enum Part {
    /// Text that stands for itself.
    Literal(String),
    /// A `${` that begins no variable although a `}` follows; it stands for itself, and is told.
    Stray,
    /// `${NAME}` or `${NAME:-default}`; it keeps how it was written when it gets its value.
    Variable {
        /// The name between the braces.
        name: String,
        /// The value when the variable is unset.
        default: Option<String>,
        /// The value to use, once there is one.
        value: Option<Value>,
    },
    /// `{name}`: what an earlier `remember` step captured.
    Recall(String),
}

/// A text that may be a secret, such as the value of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Text that may be shown.
    Plain(String),
    /// Text that may not.
    Hidden(Secret),
}

impl Value {
    /// Returns the real text.
    pub fn reveal(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Hidden(secret) => secret.reveal(),
        }
    }
}

/// Words of a source: a label, a text to type, a URL.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Phrase {
    parts: Vec<Part>,
}

impl Phrase {
    /// Returns a phrase that stands for exactly `text`, whatever characters it has.
    pub fn literal(text: impl Into<String>) -> Self {
        Self {
            parts: vec![Part::Literal(text.into())],
        }
    }

    /// Reads `${NAME}` and `${NAME:-default}` in `text`; everything else is literal, and `${$}` is a `$`, so that
    /// `${$}{NAME}` stands for the text `${NAME}`.
    ///
    /// A default ends at the first `}`, or at the last of a run of adjoining braces, so that
    /// `${A:-{x}}` has the default `{x}`. What is not a well-formed variable stays literal.
    pub fn parse(text: &str) -> Self {
        let mut parts = Vec::new();
        // Behind the last brace no variable can end; looking for one from every `${` on would
        // take quadratic time.
        let (braced, tail) = text.split_at(last_brace(text).map_or(0, |at| at + 1));
        let mut rest = braced;
        while let Some(start) = rest.find("${") {
            if rest[start..].starts_with(DOLLAR) {
                push_literal(&mut parts, &rest[..start]);
                push_literal(&mut parts, "$");
                rest = &rest[start + DOLLAR.len()..];
                continue;
            }
            let Some((part, length)) = parse_variable(&rest[start..]) else {
                push_literal(&mut parts, &rest[..start]);
                parts.push(Part::Stray);
                rest = &rest[start + 2..];
                continue;
            };
            push_literal(&mut parts, &rest[..start]);
            parts.push(part);
            rest = &rest[start + length..];
        }
        push_literal(&mut parts, rest);
        push_literal(&mut parts, &tail.replace(DOLLAR, "$"));
        Self { parts }
    }

    /// Returns the same phrase with every `{name}` read as a recall.
    pub fn with_recalls(self) -> Self {
        let mut parts = Vec::new();
        for part in self.parts {
            match part {
                Part::Literal(text) => split_recalls(&text, &mut parts),
                Part::Stray | Part::Variable { .. } | Part::Recall(_) => parts.push(part),
            }
        }
        Self { parts }
    }

    /// Returns the pieces in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Gives every variable its value and adds the names that have none to `unset`, and those whose value is too long.
    ///
    /// A default is used only when the variable is unset; set but empty is empty.
    pub fn bind(&mut self, variables: &Variables, unset: &mut BTreeSet<String>) {
        let mut filling = Filling::default();
        self.fill(variables, &mut filling);
        unset.append(&mut filling.unset);
        unset.append(&mut filling.too_long);
    }

    /// Gives every variable its value for which there is room, and notes the others.
    pub fn fill(&mut self, variables: &Variables, filling: &mut Filling) {
        let mut filled = self.values().map(|(_, value)| value.reveal().len()).sum();
        for part in &mut self.parts {
            let Part::Variable {
                name,
                default,
                value: value @ None,
            } = part
            else {
                continue;
            };
            match variables.text(name, default.as_deref()) {
                None => {
                    filling.unset.insert(name.clone());
                }
                Some(text) if filling.take(&mut filled, text) => {
                    *value = Some(variables.value(name, text));
                }
                Some(_) => {
                    filling.too_long.insert(name.clone());
                }
            }
        }
    }

    /// Returns the phrase with recalls replaced by what was remembered, which stays a secret where it is one; or the name
    /// that cannot be.
    pub fn recall(&self, memory: &BTreeMap<String, Value>) -> Result<Self, NotRecalled> {
        let mut parts = Vec::with_capacity(self.parts.len());
        let (mut filling, mut filled) = (Filling::default(), 0);
        for part in &self.parts {
            match part {
                Part::Recall(name) => {
                    let value = memory.get(name);
                    let value = value.ok_or_else(|| NotRecalled::Unknown(name.clone()))?;
                    if !filling.take(&mut filled, value.reveal()) {
                        return Err(NotRecalled::TooLong(name.clone()));
                    }
                    parts.push(match value {
                        Value::Plain(text) => Part::Literal(text.clone()),
                        Value::Hidden(_) => Part::Variable {
                            name: name.clone(),
                            default: None,
                            value: Some(value.clone()),
                        },
                    });
                }
                Part::Literal(_) | Part::Stray | Part::Variable { .. } => parts.push(part.clone()),
            }
        }
        Ok(Self { parts })
    }

    /// Returns the names under which what it recalls was remembered.
    pub fn recall_names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Recall(name) => Some(name.as_str()),
            Part::Literal(_) | Part::Stray | Part::Variable { .. } => None,
        })
    }

    /// Returns what looks like a variable and is none, such as `${user.pin}`, as the source has it.
    pub fn strays(&self) -> impl Iterator<Item = String> {
        let starts = (0..self.parts.len()).filter(|at| self.parts[*at] == Part::Stray);
        starts.map(|at| {
            let text: String = self.parts[at..].iter().map(Part::source).collect();
            let end = text.find('}').map_or(text.len(), |end| end + 1);
            text[..end].chars().take(LONGEST_STRAY).collect()
        })
    }

    /// Returns the text as the source has it, variables by name.
    pub fn source(&self) -> String {
        let mut source = String::new();
        for (at, part) in self.parts.iter().enumerate() {
            let before = at.checked_sub(1).map(|at| &self.parts[at]);
            let after = self.parts.get(at + 1);
            match part {
                Part::Literal(text) if before.or(after).is_none() => {
                    source.push_str(&escaped(text));
                }
                Part::Literal(text) => source.push_str(&escaped_between(before, text, after)),
                Part::Stray | Part::Variable { .. } | Part::Recall(_) => {
                    source.push_str(&part.source());
                }
            }
        }
        source
    }

    /// Returns the real text, secrets included; for matching and typing only.
    pub fn reveal(&self) -> String {
        self.parts.iter().map(Part::reveal).collect()
    }

    /// Returns whether any value in it is a secret.
    pub fn is_secret(&self) -> bool {
        self.secret_values().next().is_some()
    }

    /// Returns whether it means the same in every run: nothing in it is a variable or a recall.
    pub fn is_fixed(&self) -> bool {
        let mut parts = self.parts.iter();
        parts.all(|part| matches!(part, Part::Literal(_) | Part::Stray))
    }

    /// Returns whether the real text is empty.
    pub fn is_empty(&self) -> bool {
        self.parts
            .iter()
            .all(|part| matches!(part, Part::Literal(text) if text.is_empty()))
    }

    /// Returns the secret values in it, once bound.
    pub fn secret_values(&self) -> impl Iterator<Item = &str> {
        self.values().filter_map(|(_, value)| match value {
            Value::Hidden(secret) => Some(secret.reveal()),
            Value::Plain(_) => None,
        })
    }

    /// Returns the names of the variables whose values are secret, once bound.
    pub fn secret_names(&self) -> impl Iterator<Item = &str> {
        let is_secret = |(_, value): &(&str, &Value)| matches!(value, Value::Hidden(_));
        self.values().filter(is_secret).map(|(name, _)| name)
    }

    /// Returns the names of the variables and their values, once bound.
    pub fn values(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.parts.iter().filter_map(|part| match part {
            Part::Variable { name, value, .. } => Some((name.as_str(), value.as_ref()?)),
            Part::Literal(_) | Part::Stray | Part::Recall(_) => None,
        })
    }

    /// Returns the variables it names with their values, once bound.
    pub fn variables(&self) -> Variables {
        let mut variables = Variables::new();
        for (name, value) in self.values() {
            variables.set(name, value.reveal());
            if matches!(value, Value::Hidden(_)) {
                variables.mark_secret(name);
            }
        }
        variables
    }

    /// Returns the names of the variables and their plain values, once bound.
    pub fn plain_values(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values().filter_map(|(name, value)| match value {
            Value::Plain(text) => Some((name, text.as_str())),
            Value::Hidden(_) => None,
        })
    }
}

/// Shows the real text with secrets masked.
impl fmt::Display for Phrase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                Part::Variable {
                    value: Some(Value::Hidden(_)),
                    ..
                } => formatter.write_str(MASK)?,
                Part::Literal(_) | Part::Stray | Part::Variable { .. } | Part::Recall(_) => {
                    formatter.write_str(&part.reveal())?;
                }
            }
        }
        Ok(())
    }
}

/// Shows a secret's value and default masked.
impl fmt::Debug for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(text) => write!(formatter, "{text:?}"),
            Self::Stray => formatter.write_str("\"${\""),
            Self::Variable { name, value, .. } => match value {
                Some(value) => write!(formatter, "${{{name}}}={value:?}"),
                None => write!(formatter, "${{{name}}}"),
            },
            Self::Recall(name) => write!(formatter, "{{{name}}}"),
        }
    }
}

impl Part {
    fn variable(name: &str, default: Option<&str>) -> Self {
        Self::Variable {
            name: name.to_owned(),
            default: default.map(str::to_owned),
            value: None,
        }
    }

    fn source(&self) -> String {
        match self {
            Self::Literal(text) => escaped(text),
            Self::Stray => "${".to_owned(),
            Self::Variable { name, default, .. } => match default {
                Some(default) => format!("${{{name}:-{default}}}"),
                None => format!("${{{name}}}"),
            },
            Self::Recall(name) => format!("{{{name}}}"),
        }
    }

    fn reveal(&self) -> String {
        match self {
            Self::Variable {
                value: Some(value), ..
            } => value.reveal().to_owned(),
            Self::Literal(text) => text.clone(),
            Self::Stray | Self::Variable { .. } | Self::Recall(_) => self.source(),
        }
    }
}

/// Returns a text as a source has it that stands for exactly this text.
fn escaped(text: &str) -> String {
    match text.contains("${") && Phrase::parse(text) != Phrase::literal(text) {
        true => text.replace("${", &format!("{DOLLAR}{{")),
        false => text.to_owned(),
    }
}

/// Returns the same for a text that others stand beside, which it must not become one with.
fn escaped_between(before: Option<&Part>, text: &str, after: Option<&Part>) -> String {
    let mut escaped = text.replace("${", &format!("{DOLLAR}{{"));
    if matches!(before, Some(Part::Stray)) && escaped.starts_with("$}") {
        escaped.replace_range(..1, DOLLAR);
    }
    match (after, escaped.strip_suffix('$')) {
        (Some(Part::Recall(_)), Some(rest)) => format!("{rest}{DOLLAR}"),
        (_, _) => escaped,
    }
}

/// Returns where the last brace is with which a variable may end.
fn last_brace(text: &str) -> Option<usize> {
    let mut braces = text.rmatch_indices('}').map(|(at, _)| at);
    braces.find(|at| !text[..=*at].ends_with(DOLLAR))
}

/// The values variables take in one run; never shown, because some are secret.
#[derive(Clone, Default)]
pub struct Variables {
    values: BTreeMap<String, String>,
    secrets: BTreeSet<String>,
    plain: BTreeSet<String>,
}

impl fmt::Debug for Variables {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.values.keys()).finish()
    }
}

impl Variables {
    /// Returns no variables at all.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets `name` to `value`.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.values.insert(name.into(), value.into());
    }

    /// Marks `name` as a secret whatever its name looks like.
    pub fn mark_secret(&mut self, name: impl Into<String>) {
        self.secrets.insert(name.into());
    }

    /// Marks `name` as no secret although its name looks like one; a mark as a secret counts more.
    pub fn mark_plain(&mut self, name: impl Into<String>) {
        self.plain.insert(name.into());
    }

    /// Returns whether what `name` holds is a secret: it is marked as one, or it is called like one and not marked
    /// as plain.
    pub fn is_secret(&self, name: &str) -> bool {
        self.secrets.contains(name) || !self.plain.contains(name) && is_secret_name(name)
    }

    fn text<'a>(&'a self, name: &str, default: Option<&'a str>) -> Option<&'a str> {
        self.values.get(name).map(String::as_str).or(default)
    }

    fn value(&self, name: &str, text: &str) -> Value {
        match self.is_secret(name) {
            true => Value::Hidden(Secret::new(text)),
            false => Value::Plain(text.to_owned()),
        }
    }
}

fn push_literal(parts: &mut Vec<Part>, text: &str) {
    if text.is_empty() {
        return;
    }
    if let Some(Part::Literal(last)) = parts.last_mut() {
        last.push_str(text);
    } else {
        parts.push(Part::Literal(text.to_owned()));
    }
}

/// Reads a variable at the start of `text` and returns it with the bytes it takes.
fn parse_variable(text: &str) -> Option<(Part, usize)> {
    let inner = text.strip_prefix("${")?;
    let name_length = name_length(inner)?;
    let (name, after) = inner.split_at(name_length);
    if after.starts_with('}') {
        return Some((Part::variable(name, None), 2 + name_length + 1));
    }
    let default = after.strip_prefix(":-")?;
    let mut end = default.find('}')?;
    while default[end + 1..].starts_with('}') {
        end += 1;
    }
    let part = Part::variable(name, Some(&default[..end]));
    Some((part, 2 + name_length + 2 + end + 1))
}

/// Returns whether `text` is the name of a variable, or one that steps recall: a letter of any language or `_`, then
/// letters, digits and `_`.
pub fn is_name(text: &str) -> bool {
    name_length(text) == Some(text.len())
}

/// Returns the length of the name at the start of `text`.
fn name_length(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    if !(first.is_alphabetic() || first == '_') {
        return None;
    }
    Some(
        text.find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(text.len()),
    )
}

fn split_recalls(text: &str, parts: &mut Vec<Part>) {
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let inner = &rest[start + 1..];
        let name = name_length(inner).map(|length| &inner[..length]);
        match name.filter(|name| inner[name.len()..].starts_with('}')) {
            Some(name) => {
                push_literal(parts, &rest[..start]);
                parts.push(Part::Recall(name.to_owned()));
                rest = &inner[name.len() + 1..];
            }
            None => {
                push_literal(parts, &rest[..=start]);
                rest = inner;
            }
        }
    }
    push_literal(parts, rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(text: &str, values: &[(&str, &str)]) -> (Phrase, Vec<String>) {
        let mut variables = Variables::new();
        for (name, value) in values {
            variables.set(*name, *value);
        }
        let mut phrase = Phrase::parse(text);
        let mut unset = BTreeSet::new();
        phrase.bind(&variables, &mut unset);
        (phrase, unset.into_iter().collect())
    }

    #[test]
    fn a_default_is_used_only_when_unset() {
        assert_eq!(bound("Hi ${A:-you}!", &[]).0.reveal(), "Hi you!");
        assert_eq!(bound("Hi ${A:-you}!", &[("A", "")]).0.reveal(), "Hi !");
        assert_eq!(
            bound("${A:-#standup, now!}", &[]).0.reveal(),
            "#standup, now!"
        );
    }

    #[test]
    fn names_are_of_any_language() {
        for name in ["暗証番号", "contraseña", "_пароль2"] {
            let phrase = bound(&format!("a ${{{name}}}"), &[(name, "x")]).0;
            assert_eq!(phrase.reveal(), "a x");
            assert!(is_name(name));
        }
        assert!(
            !["", "1a", "a-b", "a b", "user.pin"]
                .into_iter()
                .any(is_name)
        );
    }

    #[test]
    fn an_unset_variable_stays_as_written_and_is_reported() {
        let (phrase, unset) = bound("To ${RECIPIENT}", &[]);
        assert_eq!(phrase.reveal(), "To ${RECIPIENT}");
        assert_eq!(unset, ["RECIPIENT"]);
    }

    #[test]
    fn adjoining_braces_belong_to_the_default() {
        assert_eq!(bound("${A:-{x}}", &[]).0.reveal(), "{x}");
        assert_eq!(bound("${A:-${B}}", &[]).0.reveal(), "${B}");
        assert_eq!(bound("${A:-a} ${B:-b}", &[]).0.reveal(), "a b");
    }

    #[test]
    fn malformed_variables_are_literal() {
        for text in ["${", "${A", "$A", "{x}", "${A:-"] {
            assert_eq!(Phrase::parse(text), Phrase::literal(text), "{text}");
        }
        for text in ["${}", "${1A}", "${A:x}", "a ${user.pin} b"] {
            let phrase = Phrase::parse(text);
            assert_eq!(phrase.reveal(), text);
            assert_eq!(phrase.source(), text);
            assert!(phrase.is_fixed());
            assert_eq!(phrase.strays().count(), 1, "{text}");
            let meant = Phrase::parse(&text.replace("${", "${$}{"));
            assert_eq!(meant, Phrase::literal(text));
            assert_eq!(Phrase::parse(&meant.source()), meant);
        }
        let told: Vec<String> = Phrase::parse("a ${user.pin} ${B C}").strays().collect();
        assert_eq!(told, ["${user.pin}", "${B C}"]);
    }

    #[test]
    fn a_text_that_looks_like_a_variable_can_be_written_down() {
        for text in [
            "${A}",
            "$${A:-x}",
            "${$}",
            "${${A}}",
            "a ${B} ${",
            "$",
            "${",
            "${A:-{x}}",
        ] {
            let literal = Phrase::literal(text);
            assert_eq!(
                Phrase::parse(&literal.source()),
                literal,
                "{}",
                literal.source()
            );
            assert_eq!(literal.reveal(), text);
        }
        assert_eq!(bound("${$}${A}", &[("A", "5")]).0.reveal(), "$5");
        assert_eq!(bound("${$}{A}", &[("A", "5")]).0.reveal(), "${A}");
    }

    #[test]
    fn what_stands_side_by_side_is_written_so_that_it_stays_apart() {
        for text in [
            "${USER:/Type ${$}\"${USER:-x;",
            "${$}{A:-${B}",
            "${$}{name}",
            "${a b} ${$}{c",
            "${$} and ${$}{}",
            "x${$}",
            "4$}$${${$}}x",
        ] {
            let phrase = Phrase::parse(text).with_recalls();
            let source = phrase.source();
            assert_eq!(
                Phrase::parse(&source).with_recalls(),
                phrase,
                "{text}: {source}"
            );
        }
    }

    #[test]
    fn a_value_is_never_read_again() {
        let (phrase, unset) = bound("${A}", &[("A", "${B}\n- tap: \"X\"")]);
        assert_eq!(phrase.reveal(), "${B}\n- tap: \"X\"");
        assert!(unset.is_empty());
    }

    #[test]
    fn secrets_show_masked_and_write_back_by_name() {
        let (phrase, _) = bound("pw=${TEST_PASSWORD:-x}", &[("TEST_PASSWORD", "hunter2")]);
        assert_eq!(phrase.to_string(), "pw=••••");
        assert_eq!(phrase.source(), "pw=${TEST_PASSWORD:-x}");
        assert_eq!(phrase.reveal(), "pw=hunter2");
        assert!(!format!("{phrase:?}").contains("hunter2"));
    }

    #[test]
    fn a_text_has_room_for_so_much_and_what_is_beyond_stays_as_it_is_written() {
        let half = "x".repeat(LONGEST_FILLED / 2);
        let (phrase, unset) = bound("${A}${A}${A}, ${B}", &[("A", &half), ("B", "")]);
        assert_eq!(unset, ["A"]);
        assert_eq!(phrase.reveal().len(), LONGEST_FILLED + "${A}, ".len());
        let recalls = Phrase::parse("{a} {a} {a}").with_recalls();
        let memory = BTreeMap::from([("a".to_owned(), Value::Plain(half))]);
        let too_long = NotRecalled::TooLong("a".to_owned());
        assert_eq!(recalls.recall(&memory), Err(too_long));
    }

    #[test]
    fn names_in_braces_are_recalls() {
        let phrase = Phrase::parse("ETA {eta} {2x} {").with_recalls();
        let unknown = NotRecalled::Unknown("eta".to_owned());
        assert_eq!(phrase.recall(&BTreeMap::new()), Err(unknown));
        let eta = Value::Plain("17:08".to_owned());
        let memory = BTreeMap::from([("eta".to_owned(), eta)]);
        assert_eq!(phrase.recall(&memory).unwrap().reveal(), "ETA 17:08 {2x} {");
    }
}
