//! Text from events as Markdown that shows it as it is, in tables too.

use crate::text::{address, clean};

/// The characters that Markdown, or GitHub's extensions of it, would take for more.
const SPECIAL: &str = "\\`*_[]<>|~&#$";

/// Returns a text as inline Markdown on one line.
pub(super) fn plain(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| escape(&clean(line))).collect();
    lines.join("<br>")
}

/// Returns a text as inline Markdown on one line, values between backticks as code.
pub(super) fn with_code(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| code_of_line(&clean(line)))
        .collect();
    lines.join("<br>")
}

/// Returns a link to a file beside this one.
pub(super) fn link(words: &str, path: &str) -> String {
    format!("[{}]({})", plain(words), address(path))
}

/// Returns a row of a table; the cells are Markdown already.
pub(super) fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// Returns the head of a table with the line under it; columns that end in `:` hold figures.
pub(super) fn head(columns: &[&str]) -> String {
    let names: Vec<String> = columns
        .iter()
        .map(|name| name.trim_end_matches(':').to_owned())
        .collect();
    let rules: Vec<&str> = columns
        .iter()
        .map(|name| if name.ends_with(':') { "--:" } else { "---" })
        .collect();
    format!("{}|{}|\n", row(&names), rules.join("|"))
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if SPECIAL.contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

fn code_of_line(line: &str) -> String {
    let parts: Vec<&str> = line.split('`').collect();
    let last = parts.len() - 1;
    let mut markdown = String::new();
    for (index, part) in parts.iter().enumerate() {
        match (index % 2 == 1, index == last) {
            (true, false) if is_code(part) && !markdown.ends_with('`') => {
                markdown += &format!("`{part}`");
            }
            (true, false) => markdown += &format!("\\`{}\\`", escape(part)),
            // The last backtick has no partner.
            (true, true) => markdown += &format!("\\`{}", escape(part)),
            (false, _) => markdown += &escape(part),
        }
    }
    markdown
}

/// Returns whether code shows a value as it is: a `|` in it would end the cell of a table, and in
/// front of one a backslash is shown in some readers and not in others.
fn is_code(value: &str) -> bool {
    !value.trim().is_empty() && value.trim() == value && !value.contains('|')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markdown() {
        assert_eq!(
            plain("a|b *c* `d`\n<e> [f](g) # \x1b"),
            "a\\|b \\*c\\* \\`d\\`<br>\\<e\\> \\[f\\](g) \\# \\\\u001b"
        );
    }

    #[test]
    fn quoted_values_are_code_where_code_is_safe() {
        assert_eq!(
            with_code("`a_b` is not `c|d` nor `e"),
            "`a_b` is not \\`c\\|d\\` nor \\`e"
        );
        assert_eq!(with_code("`a``b` ``"), "`a`\\`b\\` \\`\\`");
        assert_eq!(with_code("「`設定`」\nhint: x"), "「`設定`」<br>hint: x");
    }

    #[test]
    fn a_link_leads_to_any_name_of_a_file() {
        assert_eq!(
            link("a|b", "注文 1/(x)|`.png"),
            "[a\\|b](注文%201/%28x%29%7C%60.png)"
        );
    }
}
