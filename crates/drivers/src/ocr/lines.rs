//! From the table that `tesseract … tsv` writes, one row for each page, block, line and word, to elements: one for
//! each stretch of text a person sees as one.

use retap_model::geometry::Rect;
use retap_model::screen::{Element, State};

/// Rows of this level are lines of text.
const LINE_LEVEL: u32 = 4;

/// Rows of this level are words, of the line above them.
const WORD_LEVEL: u32 = 5;

const COLUMNS: usize = 12;

/// A text in pixels: one word (in Japanese a few characters), or a stretch of words that a person sees as one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Text {
    text: String,
    edge: Rect,
    /// From 0 to 1.
    confidence: f64,
}

/// One line as tesseract sees it, with its words from left to right.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    edge: Rect,
    words: Vec<Text>,
}

/// Parses a whole table; lines without a visible word are left out. The error says which row makes no sense.
pub(super) fn parse_tsv(table: &str) -> Result<Vec<Line>, String> {
    let mut lines: Vec<Line> = Vec::new();
    // The first row names the columns.
    for (index, row) in table.lines().enumerate().skip(1) {
        let error = || format!("row {} of tesseract's table is `{row}`", index + 1);
        let (level, word) = parse_row(row).ok_or_else(error)?;
        if level == LINE_LEVEL {
            let (edge, words) = (word.edge, Vec::new());
            lines.push(Line { edge, words });
        } else if level == WORD_LEVEL && !word.text.is_empty() {
            lines.last_mut().ok_or_else(error)?.words.push(word);
        }
    }
    lines.retain(|line| !line.words.is_empty());
    Ok(lines)
}

fn parse_row(row: &str) -> Option<(u32, Text)> {
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
    let word = Text {
        text,
        edge,
        confidence,
    };
    Some((level, word))
}

/// A gap wider than this many line heights parts a label from the value at the other end of its row.
const GAP_BETWEEN_TEXTS: f64 = 1.2;

/// A gap wider than this many line heights beside a Japanese character is a space.
const GAP_OF_SPACE: f64 = 0.2;

/// Texts read with less confidence are icons and edges, mistaken for letters.
const LEAST_CONFIDENCE: f64 = 0.4;

impl Text {
    /// Returns the element for this text on a screen with `scale` pixels for each unit.
    pub(super) fn into_element(self, scale: f64) -> Element {
        let Rect { x, y, .. } = self.edge;
        let (width, height) = (self.edge.width, self.edge.height);
        Element {
            text: self.text,
            bounds: Rect::new(x / scale, y / scale, width / scale, height / scale),
            // Pixels do not tell what is disabled, and a step may have to tap it.
            state: State {
                enabled: true,
                ..State::default()
            },
            confidence: Some(self.confidence),
            ..Element::default()
        }
    }

    fn middle(&self) -> f64 {
        self.edge.center().y
    }
}

/// Returns the texts of `lines` that have a letter or digit and were read with enough confidence.
pub(super) fn stretches_of(lines: &[Line]) -> Vec<Text> {
    let is_text = |stretch: &Text| stretch.text.chars().any(char::is_alphanumeric);
    let is_sure = |stretch: &Text| stretch.confidence >= LEAST_CONFIDENCE;
    let mut stretches = Vec::new();
    for line in lines {
        let widest = line.edge.height * GAP_BETWEEN_TEXTS;
        let is_near = |one: &Text, next: &Text| next.edge.x - one.edge.right() <= widest;
        let parts = line.words.chunk_by(is_near);
        stretches.extend(parts.map(|words| join_words(line.edge, words)));
    }
    stretches.retain(|stretch| is_sure(stretch) && is_text(stretch));
    stretches
}

/// Sorts texts as they are read: row by row, and in a row from left to right.
pub(super) fn sort_as_read(mut stretches: Vec<Text>) -> Vec<Text> {
    stretches.sort_by(|one, other| one.middle().total_cmp(&other.middle()));
    let is_same_row = |one: &Text, other: &Text| {
        other.middle() - one.middle() < one.edge.height.min(other.edge.height) / 2.0
    };
    for row in stretches.chunk_by_mut(is_same_row) {
        row.sort_by(|one, other| one.edge.x.total_cmp(&other.edge.x));
    }
    stretches
}

fn join_words(line: Rect, words: &[Text]) -> Text {
    let mut text = String::new();
    let (mut left, mut right) = (f64::INFINITY, line.x);
    let mut right_before = f64::INFINITY;
    for word in words {
        let gap = (word.edge.x - right_before) / line.height;
        if needs_space(&text, &word.text, gap) {
            text.push(' ');
        }
        text.push_str(&word.text);
        right_before = word.edge.right();
        (left, right) = (left.min(word.edge.x), right.max(word.edge.right()));
    }
    // Boxes of Japanese words are taller than their ink and may stick out; the line's own is right.
    let (left, right) = (left.max(line.x), right.min(line.right()));
    let confidence = words.iter().map(|word| word.confidence).sum::<f64>() / words.len() as f64;
    Text {
        text,
        edge: Rect::new(left, line.y, right - left, line.height),
        confidence,
    }
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
        assert_eq!((first.edge, first.confidence), (edge, 0.965));
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
        let word = |&(left, right, text): &(f64, f64, &str)| Text {
            text: text.to_owned(),
            edge: edge(left, right),
            confidence: 0.9,
        };
        let words: Vec<Text> = words.iter().map(word).collect();
        Line {
            edge: edge(words[0].edge.x, words[words.len() - 1].edge.right()),
            words,
        }
    }

    fn texts(stretches: &[Text]) -> Vec<&str> {
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
        let edge = stretches[0].edge;
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
        noise.words[0].confidence = 0.1;
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
        let element = stretch.into_element(2.0);
        assert_eq!(element.bounds, Rect::new(20.0, 50.0, 30.0, 10.0));
        assert_eq!(element.confidence, Some(0.9));
        assert!(element.state.enabled);
    }
}
