//! The orders in which a person may read letters, whatever order the page has them in.

use retap_model::geometry::Rect;

/// How much of its height may be free between two letters of a word.
const WIDEST_IN_WORD: f64 = 0.3;

/// The letters in one order.
pub(crate) struct Reading {
    pub(crate) text: String,
    /// Where each piece begins in the text, and its number.
    starts: Vec<(usize, usize)>,
}

impl Reading {
    /// Returns the number of the piece that a place in the text belongs to.
    pub(crate) fn piece_at(&self, place: usize) -> usize {
        let behind = self.starts.partition_point(|(start, _)| *start <= place);
        self.starts[behind.saturating_sub(1)].1
    }
}

/// A piece with its extent along the line it is read in, and across it.
struct Piece<'t> {
    number: usize,
    text: &'t str,
    along: [f64; 2],
    across: [f64; 2],
    height: f64,
}

/// Returns the readings of letters by where they are: in rows and in columns, forwards and backwards.
pub(crate) fn readings(letters: &[(String, Rect)]) -> Vec<Reading> {
    let drawn = letters.iter().enumerate();
    let drawn = drawn.filter(|(_, (text, area))| !text.trim().is_empty() && !area.is_empty());
    let pieces = |extents: fn(Rect) -> [[f64; 2]; 2]| {
        let pieces = drawn.clone().map(|(number, (text, area))| {
            let [along, across] = extents(*area);
            Piece {
                number,
                text,
                along,
                across,
                height: area.height,
            }
        });
        lines(pieces.collect())
    };
    let rows = pieces(|area| [[area.x, area.right()], [area.y, area.bottom()]]);
    let columns = pieces(|area| [[area.y, area.bottom()], [area.x, area.right()]]);
    [rows, columns]
        .iter()
        .flat_map(|lines| [forwards(lines), backwards(lines)])
        .collect()
}

/// Returns the pieces line by line, each line sorted. What lies at the height of a line's first piece is in that line.
fn lines(mut pieces: Vec<Piece<'_>>) -> Vec<Vec<Piece<'_>>> {
    let middle = |piece: &Piece<'_>| f64::midpoint(piece.across[0], piece.across[1]);
    pieces.sort_by(|one, other| middle(one).total_cmp(&middle(other)));
    let mut lines: Vec<Vec<Piece<'_>>> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if middle(&piece) < line[0].across[1] => line.push(piece),
            Some(_) | None => lines.push(vec![piece]),
        }
    }
    for line in &mut lines {
        line.sort_by(|one, other| one.along[0].total_cmp(&other.along[0]));
    }
    lines
}

fn forwards(lines: &[Vec<Piece<'_>>]) -> Reading {
    let lines = lines.iter().map(|line| line.iter().collect());
    read(lines, |text| text.to_owned())
}

fn backwards(lines: &[Vec<Piece<'_>>]) -> Reading {
    let lines = lines.iter().map(|line| line.iter().rev().collect());
    read(lines, |text| text.chars().rev().collect())
}

/// Joins pieces, with a blank where there is room for one.
fn read<'p>(
    lines: impl Iterator<Item = Vec<&'p Piece<'p>>>,
    spelling: fn(&str) -> String,
) -> Reading {
    let mut reading = Reading {
        text: String::new(),
        starts: Vec::new(),
    };
    for line in lines {
        let mut last: Option<&Piece<'_>> = None;
        for piece in line {
            let room = last.map(|last| {
                let free = piece.along[0].max(last.along[0]) - piece.along[1].min(last.along[1]);
                free / piece.height
            });
            if room.is_none_or(|room| room > WIDEST_IN_WORD) {
                reading.text.push(' ');
            }
            reading.starts.push((reading.text.len(), piece.number));
            reading.text.push_str(&spelling(piece.text));
            last = Some(piece);
        }
    }
    reading
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(letters: &[(&str, f64, f64)]) -> Vec<String> {
        let letters = letters.iter().map(|(text, x, y)| {
            let area = Rect::new(*x, *y, 8.0 * text.chars().count() as f64, 16.0);
            ((*text).to_owned(), area)
        });
        let readings = readings(&letters.collect::<Vec<_>>());
        readings.into_iter().map(|reading| reading.text).collect()
    }

    #[test]
    fn letters_are_read_by_where_they_are() {
        let shuffled = texts(&[
            ("c", 18.0, 3.0),
            ("a", 0.0, 0.0),
            ("ok", 0.0, 40.0),
            ("b", 9.0, -2.0),
        ]);
        assert_eq!(shuffled[..2], [" abc ok", " cba ko"]);
        let column = texts(&[
            ("z", 0.0, 40.0),
            ("x", 0.0, 0.0),
            ("y", 1.0, 20.0),
            ("far", 90.0, 0.0),
        ]);
        assert_eq!(column[2..], [" xyz far", " zyx raf"]);
        assert_eq!(texts(&[("1", 0.0, 0.0), ("2", 30.0, 0.0)])[0], " 1 2");
    }

    #[test]
    fn a_place_in_a_reading_is_that_of_a_letter() {
        let area = |x: f64| Rect::new(x, 0.0, 8.0, 16.0);
        let letters = [("b".to_owned(), area(9.0)), ("é".to_owned(), area(0.0))];
        let rows = &readings(&letters)[0];
        assert_eq!(rows.text, " éb");
        assert_eq!([1, 2, 3].map(|place| rows.piece_at(place)), [1, 1, 0]);
    }
}
