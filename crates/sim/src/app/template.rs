//! Text with values in it, such as `{cart.count} items`.

use super::Condition;
use super::validate::{Named, Note};

/// The longest text that values are put together to, in bytes; what is longer is cut off.
const LONGEST_TEXT: usize = 65_536;

/// How many counts may be in the condition of another.
const MOST_COUNTS: usize = 15;

/// Text whose parts in braces are looked up when it is shown.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Template(Vec<Part>);

#[derive(Debug, Clone, PartialEq)]
enum Part {
    Literal(String),
    Value(Expression),
}

/// Something that has a value while an app runs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expression {
    /// A value of the entry at hand, a field, or the app.
    Name(String),
    /// How many entries of a list there are, or those for which a condition holds.
    Count(String, Option<Box<Condition>>),
    /// The sum of one value over a list, with two decimals.
    Sum(String, String),
}

/// Where expressions find their values.
pub(crate) trait Lookup {
    /// Returns the value called `name`; empty when there is none.
    fn value(&self, name: &str) -> String;
    /// Returns how many entries of `list` meet `only`.
    fn count(&self, list: &str, only: Option<&Condition>) -> usize;
    /// Returns the sum of `value` over the entries of `list`.
    fn sum(&self, list: &str, value: &str) -> f64;
}

impl Template {
    /// Returns a template that is `text` itself, braces and all.
    pub(crate) fn literal(text: impl Into<String>) -> Self {
        Self(vec![Part::Literal(text.into())])
    }

    /// Reads text with braces and notes what it refers to; the error says what is wrong with it.
    pub(super) fn parse(text: &str, note: Note<'_>) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            if open > 0 {
                parts.push(Part::Literal(rest[..open].to_owned()));
            }
            let Some(length) = rest[open..].find('}') else {
                return Err(format!("`{text}` opens a brace and never closes it"));
            };
            let inside = &rest[open + 1..open + length];
            parts.push(Part::Value(Expression::parse(inside, note)?));
            rest = &rest[open + length + 1..];
        }
        if !rest.is_empty() || parts.is_empty() {
            parts.push(Part::Literal(rest.to_owned()));
        }
        Ok(Self(parts))
    }

    /// Returns the text with its values.
    pub(crate) fn render(&self, lookup: &dyn Lookup) -> String {
        match self.0.as_slice() {
            [Part::Literal(text)] => text.clone(),
            // Values that are made of values double with every act.
            _ => self.render_up_to(LONGEST_TEXT, lookup),
        }
    }

    /// Returns the text with its values, cut off after so many bytes.
    pub(crate) fn render_up_to(&self, most: usize, lookup: &dyn Lookup) -> String {
        let most = most.min(LONGEST_TEXT);
        let mut text = String::new();
        for part in &self.0 {
            if text.len() >= most {
                break;
            }
            match part {
                Part::Literal(literal) => text.push_str(literal),
                Part::Value(expression) => text.push_str(&expression.evaluate(lookup)),
            }
        }
        cut_off(text, most)
    }

    /// Returns the text as it is written in the file, for ids and errors.
    pub(crate) fn plain(&self) -> String {
        self.0
            .iter()
            .filter_map(|part| match part {
                Part::Literal(text) => Some(text.as_str()),
                Part::Value(_) => None,
            })
            .collect()
    }
}

impl Expression {
    /// Reads `name`, `list.count`, `list.count(condition)` or `list.sum(value)`.
    pub(super) fn parse(text: &str, note: Note<'_>) -> Result<Self, String> {
        let text = text.trim();
        if let Some(list) = text.strip_suffix(".count") {
            note(Named::List, list);
            return Ok(Self::Count(list.to_owned(), None));
        }
        if let Some((list, inside)) = call(text, ".count(") {
            if inside.matches(".count(").nth(MOST_COUNTS).is_some() {
                let most = MOST_COUNTS + 1;
                return Err(format!("a value has more than {most} `.count(` in it"));
            }
            note(Named::List, list);
            let only = Condition::parse(inside, note)?;
            return Ok(Self::Count(list.to_owned(), Some(Box::new(only))));
        }
        if let Some((list, value)) = call(text, ".sum(") {
            note(Named::List, list);
            note(Named::Value, value.trim());
            return Ok(Self::Sum(list.to_owned(), value.trim().to_owned()));
        }
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
        if text.is_empty() || !text.chars().all(is_name) {
            return Err(format!(
                "`{text}` is not a value; accepted: NAME, LIST.count, LIST.count(CONDITION), LIST.sum(VALUE)"
            ));
        }
        note(Named::Value, text);
        Ok(Self::Name(text.to_owned()))
    }

    /// Returns the value it has now.
    pub(crate) fn evaluate(&self, lookup: &dyn Lookup) -> String {
        match self {
            Self::Name(name) => lookup.value(name),
            Self::Count(list, only) => lookup.count(list, only.as_deref()).to_string(),
            Self::Sum(list, value) => format!("{:.2}", lookup.sum(list, value)),
        }
    }
}

/// Returns a text without what is behind so many bytes.
pub(crate) fn cut_off(mut text: String, most: usize) -> String {
    if text.len() > most {
        let mut ends = (0..=most).rev();
        let end = ends.find(|end| text.is_char_boundary(*end));
        text.truncate(end.unwrap_or_default());
    }
    text
}

fn call<'a>(text: &'a str, function: &str) -> Option<(&'a str, &'a str)> {
    text.strip_suffix(')')?.split_once(function)
}
