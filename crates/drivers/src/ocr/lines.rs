//! From the table that `tesseract … tsv` writes, one row for each page, block, line and word, to elements: one for
//! each stretch of text a person sees as one.

use retap_model::geometry::Rect;
use retap_model::screen::Element;

/// Rows of this level are lines of text.
const LINE_LEVEL: u32 = 4;

/// Rows of this level are words, of the line above them.
const WORD_LEVEL: u32 = 5;

const COLUMNS: usize = 12;

/// One line as tesseract sees it, with its words (in Japanese a few characters each) from left to right, in pixels.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    edge: Rect,
    words: Vec<Element>,
}

/// Parses a whole table; lines without a visible word are left out. The error says which row makes no sense.
pub(super) fn parse_tsv(table: &str) -> Result<Vec<Line>, String> {
    let mut lines: Vec<Line> = Vec::new();
    // The first row names the columns.
    for (index, row) in table.lines().enumerate().skip(1) {
        let error = || format!("row {} of tesseract's table is `{row}`", index + 1);
        let (level, word) = parse_row(row).ok_or_else(error)?;
        if level == LINE_LEVEL {
            let (edge, words) = (word.bounds, Vec::new());
            lines.push(Line { edge, words });
        } else if level == WORD_LEVEL && !word.text.is_empty() {
            lines.last_mut().ok_or_else(error)?.words.push(word);
        }
    }
    lines.retain(|line| !line.words.is_empty());
    Ok(lines)
}

fn parse_row(row: &str) -> Option<(u32, Element)> {
    let fields: Vec<&str> = row.splitn(COLUMNS, '\t').collect();
    let number = |column: usize| {
        let number: f64 = fields.get(column)?.parse().ok()?;
        number.is_finite().then_some(number)
    };
    let level = fields.first()?.parse().ok()?;
    let edge = Rect::new(number(6)?, number(7)?, number(8)?, number(9)?);
    let confidence = (number(10)? / 100.0).clamp(0.0, 1.0);
    // Rows above the level of words end before the text in some versions.
    let text = fields.get(11).map_or("", |text| text.trim()).to_owned();
    Some((level, text_at(text, edge, confidence)))
}

/// Returns the element for a text that pixels tell of, with a confidence from 0 to 1. They do not tell what is disabled,
/// and a step may have to tap it.
fn text_at(text: String, bounds: Rect, confidence: f64) -> Element {
    let mut element = Element {
        text,
        bounds,
        confidence: Some(confidence),
        ..Element::default()
    };
    element.state.enabled = true;
    element
}

/// Turns the pixels of an element into the units of touches, each of which has `scale` pixels.
pub(super) fn in_units(element: Element, scale: f64) -> Element {
    let at = element.bounds;
    let (width, height) = (at.width / scale, at.height / scale);
    Element {
        bounds: Rect::new(at.x / scale, at.y / scale, width, height),
        ..element
    }
}

/// A gap wider than this many line heights parts a label from the value at the other end of its row.
const GAP_BETWEEN_TEXTS: f64 = 1.2;

/// A gap wider than this many line heights beside a Japanese character is a space.
const GAP_OF_SPACE: f64 = 0.2;

/// Texts read with less confidence are icons and edges, mistaken for letters.
const LEAST_CONFIDENCE: f64 = 0.4;

/// Returns the texts of `lines` that have a letter or digit and were read with enough confidence.
pub(super) fn stretches_of(lines: &[Line]) -> Vec<Element> {
    let is_text = |stretch: &Element| stretch.text.chars().any(char::is_alphanumeric);
    let is_sure = |stretch: &Element| stretch.confidence >= Some(LEAST_CONFIDENCE);
    let mut stretches = Vec::new();
    for line in lines {
        let widest = line.edge.height * GAP_BETWEEN_TEXTS;
        let is_near = |one: &Element, next: &Element| next.bounds.x - one.bounds.right() <= widest;
        let parts = line.words.chunk_by(is_near);
        stretches.extend(parts.map(|words| join_words(line.edge, words)));
    }
    stretches.retain(|stretch| is_sure(stretch) && is_text(stretch));
    stretches
}

/// Sorts texts as they are read: row by row, and in a row from left to right.
pub(super) fn sort_as_read(mut texts: Vec<Element>) -> Vec<Element> {
    let middle = |text: &Element| text.bounds.center().y;
    texts.sort_by(|one, other| middle(one).total_cmp(&middle(other)));
    let is_same_row = |one: &Element, other: &Element| {
        middle(other) - middle(one) < one.bounds.height.min(other.bounds.height) / 2.0
    };
    for row in texts.chunk_by_mut(is_same_row) {
        row.sort_by(|one, other| one.bounds.x.total_cmp(&other.bounds.x));
    }
    texts
}

fn join_words(line: Rect, words: &[Element]) -> Element {
    let mut text = String::new();
    let (mut left, mut right) = (f64::INFINITY, line.x);
    let mut right_before = f64::INFINITY;
    for word in words {
        let gap = (word.bounds.x - right_before) / line.height;
        if needs_space(&text, &word.text, gap) {
            text.push(' ');
        }
        text.push_str(&word.text);
        right_before = word.bounds.right();
        (left, right) = (left.min(word.bounds.x), right.max(word.bounds.right()));
    }
    // Boxes of Japanese words are taller than their ink and may stick out; the line's own is right.
    let (left, right) = (left.max(line.x), right.min(line.right()));
    let sum: f64 = words.iter().filter_map(|word| word.confidence).sum();
    let edge = Rect::new(left, line.y, right - left, line.height);
    text_at(text, edge, sum / words.len() as f64)
}

fn needs_space(before: &str, after: &str, gap: f64) -> bool {
    let (Some(last), Some(first)) = (before.chars().last(), after.chars().next()) else {
        return false;
    };
    match (is_japanese(last), is_japanese(first)) {
        (false, false) => true,
        (true, true) => false,
        (true, false) | (false, true) => gap > GAP_OF_SPACE,
    }
}

fn is_japanese(character: char) -> bool {
    matches!(character, '\u{3000}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' | '\u{FF00}'..='\u{FFEF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n";

    #[test]
    fn words_belong_to_the_line_above_them() {
        let table = format!(
            "{HEADER}1\t1\t0\t0\t0\t0\t0\t0\t820\t1796\t-1\t\n\
             4\t1\t1\t1\t1\t0\t40\t100\t200\t30\t-1\t\n\
             5\t1\t1\t1\t1\t1\t40\t102\t90\t28\t96.5\tAirplane\n\
             5\t1\t1\t1\t1\t2\t140\t100\t100\t30\t91\tMode\n\
             4\t1\t2\t1\t1\t0\t40\t200\t60\t30\t-1\t\n\
             5\t1\t2\t1\t1\t1\t40\t200\t60\t30\t88\t設定\n"
        );
        let lines = parse_tsv(&table).unwrap();
        let texts = |line: &Line| -> Vec<String> {
            let texts = line.words.iter().map(|word| word.text.clone());
            texts.collect()
        };
        assert_eq!(texts(&lines[0]), ["Airplane", "Mode"]);
        assert_eq!(texts(&lines[1]), ["設定"]);
        let first = &lines[0].words[0];
        let edge = Rect::new(40.0, 102.0, 90.0, 28.0);
        assert_eq!((first.bounds, first.confidence), (edge, Some(0.965)));
    }

    #[test]
    fn blank_words_and_lines_without_words_are_left_out() {
        let table = format!(
            "{HEADER}4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t\n\
             5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t95\t \n\
             4\t1\t1\t1\t2\t0\t0\t0\t9\t9\t-1\n"
        );
        assert_eq!(parse_tsv(&table), Ok(Vec::new()));
        assert_eq!(parse_tsv(""), Ok(Vec::new()));
    }

    #[test]
    fn a_row_that_makes_no_sense_is_named() {
        for row in [
            "5\t1\t1",
            "five\t1\t1\t1\t1\t1\t0\t0\t9\t9\t95\tOK",
            "4\t1\t1\t1\t1\t1\tx\t0\t9\t9\t95\tOK",
        ] {
            let error = parse_tsv(&format!("{HEADER}{row}\n")).unwrap_err();
            assert_eq!(error, format!("row 2 of tesseract's table is `{row}`"));
        }
    }

    #[test]
    fn a_word_without_a_line_is_refused() {
        let table = format!("{HEADER}5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t95\tOK\n");
        assert!(parse_tsv(&table).is_err());
    }

    /// Returns a line 20 pixels tall at `top`, of words given as left edge, right edge and text.
    fn line(top: f64, words: &[(f64, f64, &str)]) -> Line {
        let edge = |left, right| Rect::new(left, top, right - left, 20.0);
        let word = |&(left, right, text): &(f64, f64, &str)| {
            text_at(text.to_owned(), edge(left, right), 0.9)
        };
        let words: Vec<Element> = words.iter().map(word).collect();
        Line {
            edge: edge(words[0].bounds.x, words[words.len() - 1].bounds.right()),
            words,
        }
    }

    fn texts(stretches: &[Element]) -> Vec<&str> {
        stretches.iter().map(|it| it.text.as_str()).collect()
    }

    #[test]
    fn a_wide_gap_parts_the_label_from_the_value() {
        let words = [
            (10.0, 60.0, "Airplane"),
            (66.0, 99.0, "Mode"),
            (300.0, 330.0, "Off"),
        ];
        let stretches = stretches_of(&[line(0.0, &words)]);
        assert_eq!(texts(&stretches), ["Airplane Mode", "Off"]);
        let edge = stretches[0].bounds;
        assert_eq!((edge.x, edge.right()), (10.0, 99.0));
    }

    #[test]
    fn japanese_is_joined_without_spaces_that_are_not_there() {
        let words = [
            (0.0, 20.0, "保存"),
            (20.0, 40.0, "する"),
            (48.0, 52.0, "/"),
            (60.0, 90.0, "Save"),
        ];
        let joined = stretches_of(&[line(0.0, &words)]);
        assert_eq!(texts(&joined), ["保存する / Save"]);
        let words = [(0.0, 20.0, "に"), (21.0, 40.0, "30"), (41.0, 60.0, "日間")];
        assert_eq!(texts(&stretches_of(&[line(0.0, &words)])), ["に30日間"]);
    }

    #[test]
    fn noise_is_left_out() {
        let mut noise = line(0.0, &[(0.0, 50.0, "Goyecereo")]);
        noise.words[0].confidence = Some(0.1);
        assert_eq!(stretches_of(&[noise, line(40.0, &[(0.0, 5.0, "|")])]), []);
    }

    #[test]
    fn texts_are_sorted_row_by_row() {
        let lines = [
            line(103.0, &[(10.0, 40.0, "Wi-Fi")]),
            line(0.0, &[(10.0, 40.0, "Settings")]),
            line(100.0, &[(300.0, 340.0, "guest")]),
        ];
        let sorted = sort_as_read(stretches_of(&lines));
        assert_eq!(texts(&sorted), ["Settings", "Wi-Fi", "guest"]);
    }

    #[test]
    fn bounds_are_in_the_units_of_touches() {
        let stretch = stretches_of(&[line(100.0, &[(40.0, 100.0, "OK")])]).remove(0);
        let element = in_units(stretch, 2.0);
        assert_eq!(element.bounds, Rect::new(20.0, 50.0, 30.0, 10.0));
        assert_eq!(element.confidence, Some(0.9));
        assert!(element.state.enabled);
    }
}
