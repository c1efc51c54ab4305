//! One HTML page that holds everything: no script is needed to read it, no file besides it.
//!
//! Not here: links to anything that would have to be fetched.

mod compare;
mod picture;
mod run_section;
mod step;
mod top;

use crate::run::{Case, Runs, Status};
use crate::text::escape_markup;
use picture::Pictures;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The page may load nothing, not even by mistake.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; \
                      script-src 'unsafe-inline'";

/// How the page is written.
pub struct HtmlOptions<'a> {
    /// The heading when there are several runs; without one they are counted.
    pub title: Option<&'a str>,
    /// Returns the PNG file of a run's picture, if it is there.
    pub pictures: &'a dyn Fn(&str, &str) -> Option<Vec<u8>>,
}

/// Returns the runs as one self-contained HTML page.
pub fn html(runs: &Runs, options: &HtmlOptions<'_>) -> String {
    let cases = runs.cases();
    let title = title(&cases, options);
    let mut pictures = Pictures::new(options.pictures);
    let mut body = top::masthead(runs, &cases, &title);
    if cases.len() > 1 {
        body += &top::overview(runs, &cases);
    }
    body += &compare::comparisons(runs);
    for (index, run) in runs.all().iter().enumerate() {
        let heading = match runs.all() {
            [_] => String::new(),
            _ => run_section::heading(run),
        };
        body += &run_section::run_section(run, index, &heading, &mut pictures);
    }
    page(&title, &body, &pictures.store())
}

fn title(cases: &[Case<'_>], options: &HtmlOptions<'_>) -> String {
    match (options.title, cases) {
        (_, [only]) => only.last.header.skill.clone(),
        (Some(title), _) => title.to_owned(),
        (None, _) => format!("{} runs", cases.len()),
    }
}

fn page(title: &str, body: &str, pictures: &str) -> String {
    let title = escape(title);
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{title} · retap</title>
<style>
{STYLE}</style>
</head>
<body>
<main>
{body}</main>
{pictures}<script>
{SCRIPT}</script>
</body>
</html>
"#
    )
}

/// Returns the class that colours a status.
fn class_of(status: Status) -> String {
    status.as_str().replace(' ', "-")
}

/// Returns the sign of a status, with its word for those who cannot see it.
fn mark(status: Status) -> String {
    let sign = match status {
        Status::Passed => "✓",
        Status::Flaky => "≈",
        Status::Failed => "✕",
        Status::DeviceError => "!",
        Status::NotJudged => "?",
        Status::Skipped => "–",
        Status::Interrupted => "■",
    };
    let (class, word) = (class_of(status), status.as_str());
    format!(
        r#"<span class="mark {class}" role="img" aria-label="{word}" title="{word}">{sign}</span>"#
    )
}

/// Returns a term and its value in a list of facts; nothing when the value is empty.
fn fact(term: &str, value: &str) -> String {
    if value.is_empty() {
        return String::new();
    }
    format!("<div><dt>{term}</dt><dd>{}</dd></div>\n", escape(value))
}

/// Returns how far along something is, as CSS writes it.
fn percent(part: f64, whole: f64) -> String {
    if whole <= 0.0 {
        return "0%".to_owned();
    }
    format!("{:.2}%", (part / whole * 100.0).clamp(0.0, 100.0))
}

/// Escapes text for the content of an element or a quoted attribute.
fn escape(text: &str) -> String {
    escape_markup(text, "&#39;")
}

/// Escapes text and sets what is between backticks, as reasons quote values, as code.
fn escape_with_code(text: &str) -> String {
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
