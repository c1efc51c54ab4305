//! Compares what a field holds with what was typed. Fields for cards, phones, dates and amounts put marks in by
//! themselves; marks that group the figures are format, those that make another value of them are not.

use retap_model::seen::is_unseen;

/// Returns whether a field holds what was typed, but for marks it has put in that leave the value as it is:
/// - between figures spaces, dashes, the brackets of an area code, and the marks of dates, times and thousands;
///   between capital letters, as in codes, spaces and dashes;
/// - in front `+`, `#`, `@`, at either end of a number a sign of currency or `%`, and `°` behind one: the figures are
///   still those that were typed, and the field says what they count;
/// - behind the text blanks, and what is left of a mask, such as `/__`.
///
/// Not a minus, brackets around the whole, a decimal point, or any other mark at an end. `1.500` for `1500` is taken
/// for thousands, for nothing on a screen tells it from three decimals.
pub(super) fn is_same_but_for_format(held: &str, typed: &str) -> bool {
    if held == typed {
        return true;
    }
    let (held, typed) = (Spelled::of(held), Spelled::of(typed));
    let is_kept = |gap: usize| {
        let (now, then) = (held.gaps[gap].as_str(), typed.gaps[gap].as_str());
        let is_inside = 0 < gap && gap < typed.letters.len();
        let is_put_in = then.is_empty() || is_inside && is_regrouped(now, then);
        let is_format = is_put_in && held.is_format(gap) && !is_typed_elsewhere(now, &typed);
        now == then || is_sign(now) == is_sign(then) && (is_format || has_same_marks(now, then))
    };
    !typed.letters.is_empty()
        && held.letters == typed.letters
        && held.separators(&typed) <= 1
        && (0..held.gaps.len()).all(is_kept)
}

/// Returns whether what stands before a figure is a minus, which a dash that joins two is not.
fn is_sign(gap: &str) -> bool {
    let before = gap.strip_suffix(['-', '−']);
    before.is_some_and(|before| before.ends_with(char::is_whitespace))
}

/// Returns whether marks that were typed are there as they were, with blanks or a sign of currency among them.
fn has_same_marks(now: &str, then: &str) -> bool {
    let marks = |gap: &str| {
        let is_mark = |c: &char| !c.is_whitespace() && !is_currency(*c);
        gap.chars().filter(is_mark).collect::<String>()
    };
    !marks(then).is_empty() && marks(now) == marks(then)
}

/// Returns whether spaces and dashes that were typed have become others, or brackets.
fn is_regrouped(now: &str, then: &str) -> bool {
    let is_gap = |c: char| c.is_whitespace() || c == '-';
    let is_group = |c: char| is_gap(c) || matches!(c, '(' | ')');
    then.chars().all(is_gap) && now.chars().all(is_group)
}

/// Returns whether a mark of thousands was typed at another place, where it meant something.
fn is_typed_elsewhere(marks: &str, typed: &Spelled) -> bool {
    let is_typed = |mark: char| typed.gaps.iter().any(|gap| gap.contains(mark));
    marks.contains(|c| is_separator(c) && is_typed(c))
}

/// A text as its letters and figures, and what stands between them.
struct Spelled {
    letters: Vec<char>,
    /// What stands before each of them, and behind the last.
    gaps: Vec<String>,
}

impl Spelled {
    fn of(text: &str) -> Self {
        let mut letters = Vec::new();
        let mut gaps = vec![String::new()];
        for c in text.chars().filter(|c| !is_unseen(*c)) {
            if c.is_alphanumeric() {
                letters.push(c);
                gaps.push(String::new());
            } else if let Some(gap) = gaps.last_mut() {
                gap.push(c);
            }
        }
        Self { letters, gaps }
    }

    /// Returns how many different marks of thousands are between figures that were not typed there.
    fn separators(&self, typed: &Self) -> usize {
        let gaps = self.gaps.iter().zip(&typed.gaps);
        let new = gaps.filter(|(now, then)| now != then);
        let mut marks: Vec<&str> = new.map(|(now, _)| now.as_str()).collect();
        marks.retain(|gap| gap.contains(is_separator));
        marks.sort_unstable();
        marks.dedup();
        marks.len()
    }

    /// Returns whether what stands in a gap leaves the value as it is.
    fn is_format(&self, gap: usize) -> bool {
        let marks = self.gaps[gap].as_str();
        if marks.is_empty() {
            return false;
        }
        let core = marks.trim();
        let before = gap.checked_sub(1).map(|letter| self.letters[letter]);
        match (before, self.letters.get(gap).copied()) {
            (None, first) => {
                let is_number = first.is_some_and(char::is_numeric);
                core.chars().all(|c| match c {
                    '#' | '@' => true,
                    '+' | '%' => is_number,
                    '(' => is_number && self.is_closed_behind(gap),
                    _ => is_number && is_currency(c),
                })
            }
            (Some(last), None) => core.is_empty() || last.is_numeric() && self.is_unit(core),
            (Some(left), Some(right)) => self.groups(gap, [left, right]),
        }
    }

    /// Returns whether marks behind a number say what it counts, or are what is left of a mask.
    fn is_unit(&self, marks: &str) -> bool {
        let is_mask = |c: char| c.is_whitespace() || "_-/.:()".contains(c);
        let mut all = marks.chars();
        match (all.next(), all.next()) {
            (Some('%' | '°'), None) => true,
            (Some('/'), None) => self.figures_before(self.letters.len()) <= 2,
            (Some(only), None) if is_currency(only) => true,
            _ => marks.contains('_') && marks.chars().all(is_mask),
        }
    }

    /// Returns whether marks between two letters or figures only group them.
    fn groups(&self, gap: usize, sides: [char; 2]) -> bool {
        let marks = self.gaps[gap].as_str();
        let are_figures = sides.iter().all(|c| c.is_numeric());
        let is_code =
            sides.iter().any(|c| c.is_numeric()) || sides.iter().all(|c| c.is_uppercase());
        let core = marks.trim();
        let mut dashes = 0;
        core.chars().all(|c| match c {
            '-' | '‐' | '‑' | '–' => {
                dashes += 1;
                dashes == 1 && is_code
            }
            '(' => are_figures && self.is_closed_behind(gap),
            ')' => are_figures && self.gaps[..gap].iter().any(|gap| gap.contains('(')),
            '/' => are_figures && core == "/" && self.is_part_of_date(gap),
            ':' => marks == ":" && self.is_pair_behind(gap),
            _ if is_separator(c) => {
                are_figures && marks.chars().eq([c]) && self.is_grouped_by(gap, c)
            }
            _ => c.is_whitespace(),
        }) && (is_code || !core.is_empty())
    }

    /// Returns whether a bracket is closed before the end: around the whole, brackets are a minus.
    fn is_closed_behind(&self, gap: usize) -> bool {
        let last = self.letters.len();
        let is_masked = self.gaps[last].contains('_');
        let inner = self.gaps[gap + 1..last].iter();
        let mut closing = inner.chain(is_masked.then(|| &self.gaps[last]));
        closing.any(|gap| gap.contains(')'))
    }

    /// Returns whether the figures around a slash are those of a day, month or year.
    fn is_part_of_date(&self, gap: usize) -> bool {
        let mut slashes = self.gaps[gap..self.letters.len()].iter();
        let last = slashes.rposition(|it| it.contains('/')).unwrap_or(0) + gap;
        matches!(self.figures_behind(last), 2 | 4) && self.figures_before(gap) <= 4
    }

    fn is_pair_behind(&self, gap: usize) -> bool {
        let next = self.gaps[gap + 1..].iter().position(|it| !it.is_empty());
        next.map_or(self.letters.len() - gap, |next| next + 1) == 2
    }

    /// Returns whether a mark divides a number into thousands, or, as in `1,00,000`, into hundreds of thousands. Two
    /// points are never a decimal one.
    fn is_grouped_by(&self, gap: usize, mark: char) -> bool {
        let of_mark = |it: &usize| self.gaps[*it].chars().eq([mark]);
        let mut all = (1..self.letters.len()).filter(of_mark);
        let (first, last) = (all.next().unwrap_or(gap), all.next_back().unwrap_or(gap));
        if mark == '.' && first != last {
            return true;
        }
        let start = first - self.figures_before(first).min(first);
        let is_decimal = start > 0 && self.gaps[start].contains(is_separator);
        let is_whole = !is_decimal && start < first && self.letters[start] != '0';
        let is_hundreds = mark == ',' && gap < last && self.figures_behind(gap) == 2;
        let is_group = self.figures_behind(gap) == 3 || is_hundreds;
        is_whole && is_group && self.figures_behind(last) == 3 && self.figures_before(first) <= 3
    }

    /// Returns how many figures stand in a row before a gap.
    fn figures_before(&self, gap: usize) -> usize {
        let is_figure = |at: &usize| {
            self.letters[*at].is_numeric() && (*at + 1 == gap || self.gaps[*at + 1].is_empty())
        };
        (0..gap).rev().take_while(is_figure).count()
    }

    /// Returns how many figures stand in a row behind a gap.
    fn figures_behind(&self, gap: usize) -> usize {
        let is_figure = |at: &usize| {
            self.letters[*at].is_numeric() && (*at == gap || self.gaps[*at].is_empty())
        };
        (gap..self.letters.len()).take_while(is_figure).count()
    }
}

/// Returns whether a mark may divide thousands, and may as well be that before the decimals.
const fn is_separator(c: char) -> bool {
    matches!(c, '.' | ',' | '\'' | '’')
}

const fn is_currency(c: char) -> bool {
    matches!(
        c,
        '$' | '£' | '¥' | '฿' | '＄' | '￥' | '\u{20a0}'..='\u{20cf}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_that_group_are_format() {
        for (typed, held) in [
            ("4111111111111111", "4111 1111 1111 1111"),
            ("5551234567", "(555) 123-4567"),
            ("15551234567", "+1 (555) 123-4567"),
            ("555-123-4567", "(555) 123-4567"),
            ("0123456789", "01.23.45.67.89"),
            ("31012024", "31/01/2024"),
            ("31012024", "31.01.2024"),
            ("1225", "12 / 25"),
            ("1230", "12:30"),
            ("AABBCCDDEEFF", "AA:BB:CC:DD:EE:FF"),
            ("1000000", "1,000,000"),
            ("1000", "1.000"),
            ("1000", "1\u{202f}000"),
            ("10000000", "1,00,00,000"),
            ("1000.50", "1,000.50"),
            ("1000,50", "1.000,50"),
            ("12345678901", "123.456.789-01"),
            ("12345678000195", "12.345.678/0001-95"),
            ("DE89370400440532013000", "DE89 3704 0044 0532 0130 00"),
            ("WDJBMJHT", "WDJB-MJHT"),
            ("sw1a1aa", "sw1a 1aa"),
            ("100", "$100"),
            ("1000", "$1,000"),
            ("100", "100 €"),
            ("100", "100 %"),
            ("100", "%100"),
            ("-100", "-100 €"),
            ("ff0000", "#ff0000"),
            ("12", "12/__/____"),
            ("555", "(555) ___-____"),
            ("12", "12/"),
            ("abc", "abc "),
        ] {
            assert!(is_same_but_for_format(held, typed), "{typed}: {held}");
        }
    }

    #[test]
    fn marks_that_make_another_value_are_none() {
        for (typed, held) in [
            ("100", "-100"),
            ("100", "\u{2212}100"),
            ("100", "$-100"),
            ("100", "- 100 €"),
            ("100", "100-"),
            ("100", "(100)"),
            ("100", "$(100)"),
            ("100", "($100)"),
            ("100", "(1,00)"),
            ("100", "1.00"),
            ("100", "1,00"),
            ("100", "10.0"),
            ("100", ".100"),
            ("100", "100."),
            ("100", "$1.00"),
            ("100000", "1,000.00"),
            ("100000", "1.000,00"),
            ("1234567", "1,234.567"),
            ("0500", "0.500"),
            ("1234.567", "1.234.567"),
            ("1234.5678", "1234.5,678"),
            ("12", "1/2"),
            ("100", "<100"),
            ("100", "~100"),
            ("100", "100+"),
            ("100", "%-100"),
            ("100", "1+00"),
            ("100", "1*00"),
            ("100", "100!"),
            ("-100", "100 €"),
            ("-5551234567", "(555) 123-4567"),
            ("1-200", "1.200"),
            ("1.00", "100 €"),
            ("abc", "abc!"),
            ("abc", "abc?"),
            ("abc", "-abc"),
            ("abc", "(abc)"),
            ("abc", "$abc"),
            ("alot", "a lot"),
            ("therapist", "the rapist"),
            ("a b", "a-b."),
            ("abc", "abcd"),
            ("", " "),
        ] {
            assert!(!is_same_but_for_format(held, typed), "{typed}: {held}");
        }
    }
}
