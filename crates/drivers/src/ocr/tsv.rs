//! Parses the table that `tesseract … tsv` writes: one row for each page, block, line and word.

use retap_model::geometry::Rect;

/// Rows of this level are lines of text.
const LINE_LEVEL: u32 = 4;

/// Rows of this level are words, of the line above them.
const WORD_LEVEL: u32 = 5;

const COLUMNS: usize = 12;

/// One word, or in Japanese a few characters.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    pub text: String,
    /// Its place in pixels of the picture.
    pub edge: Rect,
    /// From 0 to 1.
    pub confidence: f64,
}

/// One line as tesseract sees it, with its words from left to right.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub edge: Rect,
    pub words: Vec<Word>,
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

fn parse_row(row: &str) -> Option<(u32, Word)> {
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
    Some((
        level,
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
}
