//! How text looks, how wide it gets, and where it breaks into lines.

use retap_model::geometry::Rect;

use super::color::Color;
use super::font::Glyph;

/// Ends a text that was cut because it was too wide.
const ELLIPSIS: char = '…';

/// How thick the strokes of letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// For most text.
    Regular,
    /// For titles and buttons.
    Bold,
}

/// Where in its area a line of text goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// At the left edge.
    Left,
    /// In the middle.
    Center,
    /// At the right edge.
    Right,
}

/// How a line of text looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextStyle {
    /// Side of the square a letter is designed in, in points.
    pub size: f64,
    /// How thick the strokes are.
    pub weight: Weight,
    /// Colour of the letters.
    pub color: Color,
}

impl TextStyle {
    /// Returns a style of regular weight.
    pub const fn regular(size: f64, color: Color) -> Self {
        Self {
            size,
            weight: Weight::Regular,
            color,
        }
    }

    /// Returns a style of bold weight.
    pub const fn bold(size: f64, color: Color) -> Self {
        Self {
            size,
            weight: Weight::Bold,
            color,
        }
    }

    /// Returns the height of one line.
    pub(crate) fn line_height(&self) -> f64 {
        (self.size * 1.35).ceil()
    }

    /// Returns the box of one line that starts at `x` and has its middle at `middle`, no wider than `room`.
    pub(crate) fn line_box(&self, text: &str, x: f64, middle: f64, room: f64) -> Rect {
        let width = text_width(self, text).min(room.max(1.0)).max(1.0);
        let height = self.line_height();
        Rect::new(x, middle - height / 2.0, width, height)
    }
}

/// Returns how wide `text` is on one line, in points.
pub fn text_width(style: &TextStyle, text: &str) -> f64 {
    text.chars()
        .map(|character| advance(style, character))
        .sum()
}

/// Returns `text`, cut and ended with `…` when it is wider than `width`.
pub fn fit_text(style: &TextStyle, width: f64, text: &str) -> String {
    if text_width(style, text) <= width {
        return text.to_owned();
    }
    let room = width - advance(style, ELLIPSIS);
    let mut fitting = String::new();
    let mut used = 0.0;
    for character in text.chars() {
        used += advance(style, character);
        if used > room {
            break;
        }
        fitting.push(character);
    }
    fitting.truncate(fitting.trim_end().len());
    fitting.push(ELLIPSIS);
    fitting
}

/// Returns the lines of `text` when none may be wider than `width`.
///
/// Lines break at spaces and beside any Japanese character; a single word that is too wide is broken anywhere.
pub fn wrap_text(style: &TextStyle, width: f64, text: &str) -> Vec<String> {
    text.lines()
        .flat_map(|paragraph| wrap_paragraph(style, width, paragraph))
        .collect()
}

fn wrap_paragraph(style: &TextStyle, width: f64, paragraph: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0.0;
    for piece in pieces(paragraph) {
        let piece_width = text_width(style, piece.trim_end());
        if used + piece_width > width && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
            used = 0.0;
        }
        for character in piece.chars() {
            let step = advance(style, character);
            if used + step > width && !line.is_empty() && !character.is_whitespace() {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
            line.push(character);
            used += step;
        }
    }
    lines.push(line);
    lines
        .iter()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

/// Returns the pieces of `paragraph` that must not be broken, each with the spaces that follow it.
fn pieces(paragraph: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (place, character) in paragraph.char_indices() {
        if before.is_some_and(|before| may_break_between(before, character)) {
            pieces.push(&paragraph[start..place]);
            start = place;
        }
        before = Some(character);
    }
    if start < paragraph.len() {
        pieces.push(&paragraph[start..]);
    }
    pieces
}

fn may_break_between(before: char, after: char) -> bool {
    if after.is_whitespace() || closes(after) || opens(before) {
        return false;
    }
    before.is_whitespace() || is_japanese(before) || is_japanese(after)
}

/// Returns whether a line must not begin with `character`.
fn closes(character: char) -> bool {
    "、。，．・？！：；」』）】〉》ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ…,.)!?"
        .contains(character)
}

/// Returns whether a line must not end with `character`.
fn opens(character: char) -> bool {
    "「『（【〈《(".contains(character)
}

fn is_japanese(character: char) -> bool {
    matches!(character, '\u{3000}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' | '\u{FF00}'..='\u{FFEF}')
}

fn advance(style: &TextStyle, character: char) -> f64 {
    f64::from(Glyph::of(character, style.weight).advance()) * style.size
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: TextStyle = TextStyle::regular(10.0, Color::BLACK);

    #[test]
    fn width_grows_with_size_and_text() {
        assert_eq!(text_width(&STYLE, ""), 0.0);
        assert_eq!(text_width(&STYLE, "設定"), 20.0);
        assert_eq!(
            text_width(&TextStyle::regular(20.0, Color::BLACK), "設定"),
            40.0
        );
    }

    #[test]
    fn text_that_is_too_wide_ends_with_an_ellipsis_and_fits() {
        assert_eq!(fit_text(&STYLE, 200.0, "Privacy"), "Privacy");
        let cut = fit_text(&STYLE, 80.0, "Privacy and security settings");
        assert!(cut.ends_with('…') && cut.starts_with("Privacy"), "{cut}");
        assert!(text_width(&STYLE, &cut) <= 80.0);
    }

    #[test]
    fn english_breaks_at_spaces() {
        let lines = wrap_text(&STYLE, 70.0, "Delete this photo from all devices?");
        assert_eq!(lines, ["Delete this", "photo from all", "devices?"]);
    }

    #[test]
    fn japanese_breaks_anywhere_but_before_a_full_stop() {
        let lines = wrap_text(&STYLE, 50.0, "写真を削除。確認");
        assert_eq!(lines, ["写真を削", "除。確認"]);
    }

    #[test]
    fn a_word_wider_than_the_line_is_broken() {
        let lines = wrap_text(&STYLE, 30.0, "abcdefghijkl");
        assert!(lines.len() > 1);
        assert_eq!(lines.concat(), "abcdefghijkl");
    }

    #[test]
    fn line_breaks_and_empty_lines_are_kept() {
        assert_eq!(wrap_text(&STYLE, 100.0, "one\n\ntwo"), ["one", "", "two"]);
    }
}
