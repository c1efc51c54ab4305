//! Parses the table that `tesseract … tsv` writes: one row for each page, block, line and word.

use std::fmt;

/// Rows of this level are lines of text.
const LINE_LEVEL: u32 = 4;

/// Rows of this level are words, of the line above them.
const WORD_LEVEL: u32 = 5;

const COLUMNS: usize = 12;

/// A box in pixels of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PixelBox {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl PixelBox {
    /// Returns the vertical extent.
    pub(super) fn height(self) -> f64 {
        self.bottom - self.top
    }
}

/// One word, or in Japanese a few characters.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) edge: PixelBox,
    /// From 0 to 1.
    pub(super) confidence: f64,
}

/// One line as tesseract sees it, with its words from left to right.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) edge: PixelBox,
    pub(super) words: Vec<Word>,
}

/// Where a table made no sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TsvError {
    row: usize,
    found: String,
}

impl fmt::Display for TsvError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "row {} of tesseract's table is `{}`",
            self.row, self.found
        )
    }
}

/// Parses a whole table; lines without a visible word are left out.
pub(super) fn parse_tsv(table: &str) -> Result<Vec<Line>, TsvError> {
    let mut lines: Vec<Line> = Vec::new();
    // The first row names the columns.
    for (index, row) in table.lines().enumerate().skip(1) {
        let error = || TsvError {
            row: index + 1,
            found: row.to_owned(),
        };
        let (level, word) = parse_row(row).ok_or_else(error)?;
        if level == LINE_LEVEL {
            lines.push(Line {
                edge: word.edge,
                words: Vec::new(),
            });
        } else if level == WORD_LEVEL && !word.text.is_empty() {
            lines.last_mut().ok_or_else(error)?.words.push(word);
        }
    }
    lines.retain(|line| !line.words.is_empty());
    Ok(lines)
}

fn parse_row(row: &str) -> Option<(u32, Word)> {
    let fields: Vec<&str> = row.splitn(COLUMNS, '\t').collect();
    // Rows above the level of words end before the text in some versions.
    let [
        level,
        _,
        _,
        _,
        _,
        _,
        left,
        top,
        width,
        height,
        confidence,
        text @ ..,
    ] = fields.as_slice()
    else {
        return None;
    };
    let number = |field: &str| {
        field
            .parse::<f64>()
            .ok()
            .filter(|number| number.is_finite())
    };
    let (left, top) = (number(left)?, number(top)?);
    let edge = PixelBox {
        left,
        top,
        right: left + number(width)?,
        bottom: top + number(height)?,
    };
    let text = text.first().map_or("", |text| text.trim()).to_owned();
    let confidence = (number(confidence)? / 100.0).clamp(0.0, 1.0);
    Some((
        level.parse().ok()?,
        Word {
            text,
            edge,
            confidence,
        },
    ))
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
        let texts = |line: &Line| {
            line.words
                .iter()
                .map(|word| word.text.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(texts(&lines[0]), ["Airplane", "Mode"]);
        assert_eq!(texts(&lines[1]), ["設定"]);
        let edge = PixelBox {
            left: 40.0,
            top: 102.0,
            right: 130.0,
            bottom: 130.0,
        };
        assert_eq!(
            (lines[0].words[0].edge, lines[0].words[0].confidence),
            (edge, 0.965)
        );
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
            assert_eq!(
                error.to_string(),
                format!("row 2 of tesseract's table is `{row}`")
            );
        }
    }

    #[test]
    fn a_word_without_a_line_is_refused() {
        let table = format!("{HEADER}5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t95\tOK\n");
        assert!(parse_tsv(&table).is_err());
    }
}
