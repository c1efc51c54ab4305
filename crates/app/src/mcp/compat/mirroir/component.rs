//! `calibrate_component`: which rows of the screen a component definition describes, and why not others.

use std::path::Path;

use super::look::{Spot, Text, illustrated, texts_of, whole_page};
use crate::files::{self, Content};
use crate::mcp::answer::answer;
use crate::mcp::{Answer, Refusal, Reply, ToolCall};

answer! {
    /// The rows of the screen that a component describes.
    pub(super) struct Calibrated { component: String, rows: usize, matches: Vec<Spot> }
}

/// How far apart the middles of two texts of one row may be.
const ROW: f64 = 10.0;

/// How much of the height of the screen the bars at its top and bottom take.
const BAR: f64 = 0.12;

/// How many letters make a long text.
const LONG: usize = 50;

/// Signs that lead on.
const CHEVRONS: [&str; 4] = [">", "›", "〉", "❯"];

/// Signs that close something.
const DISMISS: [&str; 4] = ["x", "×", "✕", "╳"];

/// Keys that say nothing about which rows match, but belong into a definition.
const OTHER_KEYS: [&str; 11] = [
    "clickable",
    "click_target",
    "click_result",
    "back_after_click",
    "absorbs_same_row",
    "absorbs_below_within_pt",
    "absorb_condition",
    "explorable",
    "role",
    "priority",
    "labels",
];

/// The rows that match.
#[derive(Debug, Default, PartialEq)]
struct Definition {
    name: String,
    zone: Option<String>,
    min_elements: Option<usize>,
    max_elements: Option<usize>,
    max_row_height: Option<f64>,
    has_chevron: Option<bool>,
    has_number: Option<bool>,
    has_long_text: Option<bool>,
    has_dismiss: Option<bool>,
    min_confidence: Option<f64>,
    excludes_numbers: bool,
    pattern: Option<String>,
}

/// Tries a definition on the screen, or on the whole page.
pub(super) fn calibrate_component(call: &mut ToolCall<'_>) -> Answer {
    let named = call.args.need_text("component_path")?;
    let path = call.client.host.named_file(named)?;
    let definition = read(&path)?;
    let screen = call.look()?;
    let texts = match call.args.is("scroll") {
        Some(true) => whole_page(call, &screen)?.texts,
        Some(false) | None => texts_of(&screen),
    };
    let rows = rows_of(texts);
    let mut lines = vec![
        format!("=== Component Definition: {} ===", definition.name),
        format!("=== Screen Analysis ({} rows) ===", rows.len()),
    ];
    let mut matches = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let said = row.iter().map(|text| format!("\"{}\"", text.text));
        let said = said.collect::<Vec<_>>().join(", ");
        let against = definition.objections(row, screen.size.height);
        let verdict = match row.first().filter(|_| against.is_empty()) {
            Some(first) => {
                matches.push(Spot::of(first));
                "matches".to_owned()
            }
            None => against.join("; "),
        };
        lines.push(format!("Row {index}: {said} — {verdict}"));
    }
    let (name, matched) = (&definition.name, matches.len());
    lines.push("=== Results ===".to_owned());
    lines.push(format!("{name} matched {matched} of {} rows", rows.len()));
    let answer = Calibrated {
        component: name.clone(),
        rows: rows.len(),
        matches,
    };
    Ok(illustrated(call, Reply::new(answer, lines.join("\n"))))
}

fn read(path: &Path) -> Result<Definition, Refusal> {
    let broken = |reason: String| Refusal::input(format!("`{}`: {reason}", path.display()));
    if path.extension().is_none_or(|it| it != "md") {
        return Err(broken("a component definition is a .md file".to_owned()));
    }
    let text =
        files::read_text(path, Content::Source).map_err(|error| broken(error.to_string()))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    parse(&text, &stem).map_err(broken)
}

/// Reads front matter and the lists of `key: value` below it. A key nobody knows rejects the file.
fn parse(text: &str, stem: &str) -> Result<Definition, String> {
    let mut definition = Definition {
        name: stem.to_owned(),
        ..Definition::default()
    };
    let mut marks = 0;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line == "---" && marks < 2 {
            marks += 1;
            continue;
        }
        let item = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
        let item = if marks == 1 { Some(line) } else { item };
        let Some((key, value)) = item.and_then(|item| item.split_once(':')) else {
            continue;
        };
        let key = key.trim().trim_matches(['*', '`']);
        let value = value.trim().trim_matches(['"', '`', '\'']);
        let set = match marks {
            1 => definition.set_header(key, value),
            _ => definition.set_rule(key, value),
        };
        set.map_err(|reason| format!("line {}: {reason}", number + 1))?;
    }
    Ok(definition)
}

impl Definition {
    fn set_header(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "name" => self.name = value.to_owned(),
            "version" | "platform" | "description" => {}
            _ => self.set_rule(key, value)?,
        }
        Ok(())
    }

    fn set_rule(&mut self, key: &str, value: &str) -> Result<(), String> {
        let count = || value.parse::<usize>().map_err(|_| not(key, value));
        let number = || value.parse::<f64>().map_err(|_| not(key, value));
        let flag = || value.parse::<bool>().map_err(|_| not(key, value));
        match key {
            "zone" if matches!(value, "nav_bar" | "content" | "tab_bar") => {
                self.zone = Some(value.to_owned());
            }
            "zone" => return Err(not(key, value)),
            "min_elements" => self.min_elements = Some(count()?),
            "max_elements" => self.max_elements = Some(count()?),
            "max_row_height_pt" => self.max_row_height = Some(number()?),
            "row_has_chevron" => self.has_chevron = Some(flag()?),
            "has_numeric_value" => self.has_number = Some(flag()?),
            "has_long_text" => self.has_long_text = Some(flag()?),
            "has_dismiss_button" => self.has_dismiss = Some(flag()?),
            "min_confidence" => self.min_confidence = Some(number()?),
            "exclude_numeric_only" => self.excludes_numbers = flag()?,
            "text_pattern" => self.pattern = Some(value.to_owned()),
            known if OTHER_KEYS.contains(&known) => {}
            unknown => return Err(format!("`{unknown}` is no key of a component definition")),
        }
        Ok(())
    }

    /// Returns what speaks against a row; nothing where it matches.
    fn objections(&self, row: &[Text], height: f64) -> Vec<String> {
        let zone = zone_at(row.first().map_or(0.0, |text| text.y), height);
        let says = |known: &[&str]| row.iter().any(|it| known.contains(&it.text.trim()));
        let numbers = row.iter().filter(|it| is_number(it.text.trim())).count();
        let count = match self.excludes_numbers {
            true => row.len() - numbers,
            false => row.len(),
        };
        let tallest = row.iter().map(|text| text.height).fold(0.0, f64::max);
        let sure = row.iter().map(|text| text.confidence).sum::<f64>() / row.len().max(1) as f64;
        let is_long = row.iter().any(|it| it.text.chars().count() > LONG);
        let mut against = Vec::new();
        if let Some(wanted) = self.zone.as_deref().filter(|wanted| *wanted != zone) {
            against.push(format!("zone: need {wanted}, got {zone}"));
        }
        if let Some(least) = self.min_elements.filter(|least| count < *least) {
            against.push(format!("too few elements: need ≥{least}, got {count}"));
        }
        if let Some(most) = self.max_elements.filter(|most| count > *most) {
            against.push(format!("too many elements: need ≤{most}, got {count}"));
        }
        if let Some(most) = self.max_row_height.filter(|most| tallest > *most) {
            against.push(format!("row too tall: need ≤{most}pt, got {tallest}pt"));
        }
        for (what, wanted, is) in [
            ("chevron", self.has_chevron, says(&CHEVRONS)),
            ("numeric", self.has_number, numbers > 0),
            ("long_text", self.has_long_text, is_long),
            ("dismiss", self.has_dismiss, says(&DISMISS)),
        ] {
            if let Some(wanted) = wanted.filter(|wanted| *wanted != is) {
                against.push(format!("{what}: need {wanted}, got {is}"));
            }
        }
        if let Some(least) = self.min_confidence.filter(|least| sure < *least) {
            against.push(format!("confidence: need ≥{least}, got {sure:.2}"));
        }
        if let Some(pattern) = &self.pattern {
            // Better no match than one that was not looked for.
            against.push(format!("text_pattern: `{pattern}` cannot be judged here"));
        }
        against
    }
}

fn zone_at(middle: f64, height: f64) -> &'static str {
    if middle < height * BAR {
        "nav_bar"
    } else if middle > height * (1.0 - BAR) {
        "tab_bar"
    } else {
        "content"
    }
}

fn is_number(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || ".,%".contains(c);
    !text.is_empty() && text.chars().all(is_part)
}

fn not(key: &str, value: &str) -> String {
    format!("`{value}` is no value of `{key}`")
}

fn rows_of(texts: Vec<Text>) -> Vec<Vec<Text>> {
    let mut rows: Vec<Vec<Text>> = Vec::new();
    for text in texts {
        match rows.last_mut() {
            Some(row) if row.first().is_some_and(|it| text.y - it.y <= ROW) => row.push(text),
            Some(_) | None => rows.push(vec![text]),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_rejects_the_file_and_says_where() {
        let text = "---\nname: Row\n---\n## Match Rules\n- zone: content\n- min_elemens: 1\n";
        let error = parse(text, "row").unwrap_err();
        assert_eq!(
            error,
            "line 6: `min_elemens` is no key of a component definition"
        );
        assert_eq!(
            parse("- zone: middle\n", "row").unwrap_err(),
            "line 1: `middle` is no value of `zone`"
        );
    }
}
