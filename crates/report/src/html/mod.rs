//! HTML: one page that holds everything, or where there are many runs a page that lists them and a folder beside it.
//! No script is needed to read it.
//!
//! Not here: links to anything but the pages and pictures that lie beside it.

mod compare;
mod picture;
mod run_section;
mod step;
mod top;

use std::io::{self, Write};
use std::ops::Range;

use crate::run::{Case, Runs, Status};
use crate::run_files::{RunFiles, with_whole};
use crate::text::{address, escape_markup};
use picture::{Pictures, Placement};
use top::{PageLink, Tools, page_links};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// A page may load nothing but its pictures, not even by mistake.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src";

/// More runs than this are spread over pages: a browser takes long over a page of thousands.
const MOST_RUNS_ON_A_PAGE: usize = 50;

/// How a report is written.
pub struct HtmlOptions<'a> {
    /// The heading when there are several runs; without one they are counted.
    pub title: Option<&'a str>,
    /// Where steps and pictures come from.
    pub files: &'a dyn RunFiles,
}

/// What writes a page.
pub type WritePage<'a> = dyn FnMut(&mut dyn Write) -> io::Result<()> + 'a;

/// Where the pages of a report go that has more than one.
pub trait HtmlPages {
    /// Returns the name of the first page, which lists all runs.
    fn index_name(&self) -> String;

    /// Returns the name of the folder beside it that holds the others.
    fn folder_name(&self) -> String;

    /// Writes the first page.
    fn index(&mut self, write: &mut WritePage<'_>) -> io::Result<()>;

    /// Writes a page into the folder.
    fn page(&mut self, name: &str, write: &mut WritePage<'_>) -> io::Result<()>;

    /// Puts the picture of a run into the folder under this name.
    fn picture(&mut self, name: &str, run: &str, file: &str) -> io::Result<()>;
}

/// Writes the runs as one page that holds everything, a run at a time.
pub fn html(runs: &Runs, options: &HtmlOptions<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut pictures = Pictures::new(options.files, Placement::InPage);
    let list = RunList {
        tools: Tools::WithSteps,
        link: &|index| format!("#run-{index}"),
    };
    write_top(runs, options, &list, out)?;
    write_runs(runs, 0..runs.all().len(), &mut pictures, out)?;
    pictures.write_store(out)?;
    write_end(out)
}

/// Writes the runs as one page, or where there are many as a page that lists them and further ones in a folder, where
/// equal pictures are one file.
pub fn html_pages(
    runs: &Runs,
    options: &HtmlOptions<'_>,
    pages: &mut dyn HtmlPages,
) -> io::Result<()> {
    let count = runs.all().len();
    if count <= MOST_RUNS_ON_A_PAGE {
        return pages.index(&mut |out| html(runs, options, out));
    }
    let mut pictures = Pictures::new(options.files, Placement::Beside);
    for first in (0..count).step_by(MOST_RUNS_ON_A_PAGE) {
        let index = pages.index_name();
        let name = page_name(first);
        pages.page(&name, &mut |out| {
            write_part(runs, first, &index, &mut pictures, out)
        })?;
        for shown in pictures.take_new() {
            pages.picture(&shown.name, &shown.run, &shown.file)?;
        }
    }
    let folder = address(&pages.folder_name());
    let link = |index: usize| format!("{folder}/{}#run-{index}", page_name(index));
    pages.index(&mut |out| {
        let list = RunList {
            tools: Tools::OfList,
            link: &link,
        };
        write_top(runs, options, &list, out)?;
        let firsts = (0..count).step_by(MOST_RUNS_ON_A_PAGE);
        let pages = firsts.map(|first| PageLink {
            address: format!("{folder}/{}", page_name(first)),
            first: first + 1,
            last: last_on_page(first, count),
        });
        out.write_all(page_links(pages).as_bytes())?;
        out.write_all(b"</main>\n")?;
        write_end(out)
    })
}

/// Returns the name of the page a run is on.
fn page_name(index: usize) -> String {
    format!("page-{}.html", index / MOST_RUNS_ON_A_PAGE + 1)
}

/// Returns how many runs there are up to the end of the page that begins after `first`.
fn last_on_page(first: usize, count: usize) -> usize {
    (first + MOST_RUNS_ON_A_PAGE).min(count)
}

/// How a page lists runs.
struct RunList<'a> {
    /// Says where a run is.
    link: &'a dyn Fn(usize) -> String,
    tools: Tools,
}

/// Writes the head of a page, how it all ended, and the table of all runs.
fn write_top(
    runs: &Runs,
    options: &HtmlOptions<'_>,
    list: &RunList<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let cases = runs.cases();
    let title = title(&cases, options);
    write_head(&title, Placement::InPage, out)?;
    let masthead = match cases.as_slice() {
        [only] => with_whole(only, options.files, |case| {
            top::masthead(runs, &[case], &title, list.tools)
        }),
        cases => top::masthead(runs, cases, &title, list.tools),
    };
    out.write_all(masthead.as_bytes())?;
    if cases.len() > 1 {
        top::write_overview(&cases, list.link, out)?;
    }
    out.write_all(compare::comparisons(runs, options.files).as_bytes())
}

/// Writes the page with the runs from `first` on.
fn write_part(
    runs: &Runs,
    first: usize,
    index: &str,
    pictures: &mut Pictures<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let count = runs.all().len();
    let last = last_on_page(first, count);
    let title = format!("Runs {} to {last} of {count}", first + 1);
    write_head(&title, Placement::Beside, out)?;
    out.write_all(top::part_masthead(&title, &format!("../{}", address(index))).as_bytes())?;
    write_runs(runs, first..last, pictures, out)?;
    write_end(out)
}

/// Writes the runs of these places, one at a time, and the end of what is read on a page.
fn write_runs(
    runs: &Runs,
    places: Range<usize>,
    pictures: &mut Pictures<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for run in &runs.all()[places] {
        let heading = match runs.all() {
            [_] => String::new(),
            _ => run_section::heading(run),
        };
        let whole = pictures.files.whole(run);
        let section = run_section::run_section(&whole, run.place, &heading, pictures);
        out.write_all(section.as_bytes())?;
    }
    out.write_all(b"</main>\n")
}

fn title(cases: &[Case<'_>], options: &HtmlOptions<'_>) -> String {
    match (options.title, cases) {
        (_, [only]) => only.last.header.skill.clone(),
        (Some(title), _) => title.to_owned(),
        (None, _) => format!("{} runs", cases.len()),
    }
}

fn write_head(title: &str, pictures: Placement, out: &mut dyn Write) -> io::Result<()> {
    let title = escape(title);
    let pictures = match pictures {
        Placement::InPage => "data:",
        Placement::Beside => "'self' file:",
    };
    write!(
        out,
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{POLICY} {pictures}">
<title>{title} · retap</title>
<style>
{STYLE}</style>
</head>
<body>
<main>
"#
    )
}

fn write_end(out: &mut dyn Write) -> io::Result<()> {
    write!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n")
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
        Status::Broken => "‽",
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
