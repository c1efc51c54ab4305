//! A line of a source with a caret below the place that is meant, fit for a terminal.

use super::fault::Span;

/// How many columns of a line are shown.
const SHOWN_COLUMNS: usize = 100;
/// How many columns are shown before the caret when a line is cut.
const COLUMNS_BEFORE: usize = 40;

/// Returns `text`, which stands at the line of `span`, with carets below that stretch of it.
pub(crate) fn excerpt(span: Span, text: &str) -> String {
    // A line can have a million characters; only those around the place are looked at.
    let from = span.place.column.saturating_sub(SHOWN_COLUMNS);
    let near = text.chars().skip(from).take(3 * SHOWN_COLUMNS);
    let shown: Vec<String> = near.map(shown).collect();
    let start = (span.place.column.max(1) - 1 - from).min(shown.len());
    let end = (start + span.width).min(shown.len());
    let before = tail(&shown[..start], COLUMNS_BEFORE);
    let room = SHOWN_COLUMNS.saturating_sub(width(&before));
    let meant = head(&shown[start..end], room);
    let room = room.saturating_sub(width(&meant));
    let after = match meant.ends_with('…') {
        true => String::new(),
        false => head(&shown[end..], room),
    };
    let number = span.place.line.to_string();
    let line = format!("{before}{meant}{after}");
    let margin = " ".repeat(number.len());
    let indent = " ".repeat(width(&before));
    let carets = "^".repeat(width(&meant).max(1));
    format!(
        "  {number} | {}\n  {margin} | {indent}{carets}",
        line.trim_end()
    )
}

/// Returns the end of `pieces`; all of it when the line is short enough not to be cut.
fn tail(pieces: &[String], columns: usize) -> String {
    let all: String = pieces.concat();
    if width(&all) <= SHOWN_COLUMNS / 2 {
        return all;
    }
    let mut kept = fitting(pieces.iter().rev(), columns - 1);
    kept.reverse();
    format!("…{}", kept.concat())
}

/// Returns the start of `pieces` in at most `columns` columns.
fn head(pieces: &[String], columns: usize) -> String {
    let kept = fitting(pieces.iter(), columns);
    let end = if kept.len() < pieces.len() { "…" } else { "" };
    format!("{}{end}", kept.concat())
}

/// Returns the first pieces that fit into so many columns.
fn fitting<'a>(pieces: impl Iterator<Item = &'a String>, columns: usize) -> Vec<&'a str> {
    let mut used = 0;
    let fits = |piece: &&str| {
        used += width(piece);
        used <= columns
    };
    pieces.map(String::as_str).take_while(fits).collect()
}

/// Returns a character as it may be shown: what a terminal would act on is escaped.
fn shown(c: char) -> String {
    let is_invisible = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}' | '\u{feff}');
    match c {
        '\t' => "\\t".to_owned(),
        _ if c.is_control() || is_invisible => c.escape_unicode().to_string(),
        _ => c.to_string(),
    }
}

/// Returns how many terminal columns `text` takes.
fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

/// Returns how many terminal columns a character takes: combining marks none, CJK two.
fn columns(c: char) -> usize {
    match u32::from(c) {
        0x0300..=0x036f | 0x3099..=0x309a | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown_at(column: usize, width: usize, text: &str) -> String {
        excerpt(Span::new(7, column, width), text)
    }

    #[test]
    fn the_caret_stands_below_what_is_meant() {
        insta::assert_snapshot!(shown_at(5, 3, "  - tpa: \"General\""), @r#"
          7 |   - tpa: "General"
            |     ^^^
        "#);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        insta::assert_snapshot!(shown_at(4, 2, "「設定」を押す"), @r"
        7 | 「設定」を押す
          |       ^^^^
        ");
    }

    #[test]
    fn control_characters_are_escaped() {
        insta::assert_snapshot!(shown_at(3, 1, "\ta\u{1b}[31m\u{202e}b"), @r"
        7 | \ta\u{1b}[31m\u{202e}b
          |    ^^^^^^
        ");
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let line = format!("{}HERE{}", "a".repeat(500), "b".repeat(500));
        let shown = shown_at(501, 4, &line);
        assert!(
            shown.lines().all(|line| line.chars().count() < 115),
            "{shown}"
        );
        assert!(
            shown.contains("…aaa") && shown.contains("aHEREb") && shown.contains("b…"),
            "{shown}"
        );
        let all_meant = shown_at(1, 5000, &"x".repeat(5000));
        assert!(
            all_meant.lines().all(|line| line.chars().count() < 115),
            "{all_meant}"
        );
    }
}
