//! Compares what a field holds with what was typed. Fields for cards, phones, dates and amounts put marks in by
//! themselves; marks that group the figures are format, those that make another value of them are not.

use retap_model::seen::is_unseen;

use super::figures::{Figures, is_same_date, is_same_number};

/// From so many figures on, a text of several groups is the number of a phone, a card or an account.
const SHORTEST_CODE: usize = 7;

/// Returns whether a field holds what was typed, as a mask shows it. A mask may
/// - put marks between figures: spaces, dashes, the brackets of an area code, and the marks of dates, times and thousands;
///   between capital letters, as in codes, spaces and dashes;
/// - put in front `+`, `#`, `@` and the prefix of a country, at either end of a number a sign of currency or `%`, and `°`
///   behind one: the figures are still those that were typed, and the field says what they count;
/// - put behind the text blanks, and what is left of the mask, such as `/__`;
/// - change marks that were typed where they mean nothing: in the number of a phone or a card, in a number that can be
///   read in one way only and is the same afterwards, in a date of which the day cannot be the month;
/// - write the letters of a code that is written in small letters in capitals, and the other way round.
///
/// It may not change figures, put in or take away a minus or brackets around the whole, move a decimal point, or change a
/// mark between two numbers. `1.500` for `1500` is taken for thousands, for nothing on a screen tells it from three
/// decimals.
pub(super) fn is_same_but_for_format(held: &str, typed: &str) -> bool {
    if held == typed {
        return true;
    }
    let (held, typed) = (Spelled::of(held), Spelled::of(typed));
    let held = held.without_country(&typed).unwrap_or(held);
    if typed.letters.is_empty() || !typed.has_currency_of(&held) {
        return false;
    }
    let is_kept = |gap: usize| typed.is_kept(gap, &held);
    held.has_letters_of(&typed) && (0..held.gaps.len()).all(is_kept)
        || [&typed, &held].iter().all(|it| it.is_bare())
            && is_same_date([typed.figures(), held.figures()])
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

    /// Returns it without the prefix of a country, if that is all that it has and a typed number of a phone has not.
    fn without_country(&self, typed: &Self) -> Option<Self> {
        let prefix = self.letters.len().checked_sub(typed.letters.len())?;
        if !(matches!(prefix, 1..=3) && self.gaps[0].trim() == "+") {
            return None;
        }
        let joint = self.gaps[prefix].trim_start_matches([' ', '-']);
        let is_alone = self.gaps[1..prefix].iter().all(String::is_empty)
            && !self.gaps[prefix].is_empty()
            && matches!(joint, "" | "(");
        let is_phone = typed.letters.len() >= SHORTEST_CODE
            && typed.letters.iter().all(char::is_ascii_digit)
            && !typed.gaps[0].contains('+');
        (is_alone && is_phone).then(|| Self {
            letters: self.letters[prefix..].to_vec(),
            gaps: [vec![joint.to_owned()], self.gaps[prefix + 1..].to_vec()].concat(),
        })
    }

    /// Returns whether the letters are the same, or those of a code that has all of them in one case.
    fn has_letters_of(&self, typed: &Self) -> bool {
        let in_case = |change: fn(char) -> String| {
            let changed = typed
                .letters
                .iter()
                .flat_map(|c| change(*c).chars().collect::<Vec<_>>());
            changed.eq(self.letters.iter().copied())
        };
        let has = |is: fn(char) -> bool| typed.letters.iter().any(|c| is(*c));
        let [is_upper, is_lower] = [has(char::is_uppercase), has(char::is_lowercase)];
        self.letters == typed.letters
            || has(char::is_numeric)
                && (!is_upper && in_case(|c| c.to_uppercase().collect())
                    || !is_lower && in_case(|c| c.to_lowercase().collect()))
    }

    /// Returns whether signs of currency that it has are those of another.
    fn has_currency_of(&self, other: &Self) -> bool {
        let signs = |text: &Self| {
            let all = text.gaps.iter().flat_map(|gap| gap.chars());
            all.filter(|c| is_currency(*c)).collect::<String>()
        };
        let signs_of_this = signs(self);
        signs_of_this.is_empty() || signs_of_this == signs(other)
    }

    /// Returns whether what was typed in a gap is there as it was, or as a mask may show it.
    fn is_kept(&self, gap: usize, held: &Self) -> bool {
        let (then, now) = (self.gaps[gap].as_str(), held.gaps[gap].as_str());
        if now == then {
            return true;
        }
        let is_format = || match then.is_empty() {
            true => held.is_format(gap),
            false => self.is_regrouped(gap, held),
        };
        is_sign(now) == is_sign(then)
            && (has_same_marks(now, then) || is_format() || self.is_in_same_number(gap, held))
    }

    /// Returns whether a gap is one in a number that is the same in both.
    fn is_in_same_number(&self, gap: usize, held: &Self) -> bool {
        let is_figure = |at: usize| self.letters.get(at).is_some_and(|c| c.is_numeric());
        if gap == 0 || !is_figure(gap - 1) || !is_figure(gap) {
            return false;
        }
        let start = (0..gap).rev().take_while(|at| is_figure(*at)).count();
        let behind = (gap..self.letters.len()).take_while(|at| is_figure(*at));
        let run = [gap - start, gap + behind.count()];
        is_same_number([self.figures_in(run), held.figures_in(run)])
    }

    /// Returns whether marks that were typed mean nothing, and others are in their place that mean nothing either.
    fn is_regrouped(&self, gap: usize, held: &Self) -> bool {
        let now = held.gaps[gap].as_str();
        let is_group = |c: char| c.is_whitespace() || "-.()".contains(c);
        let is_bracket = |text: &Self| {
            let gap = text.gaps[gap].trim();
            gap.is_empty() || gap == "(" && text.is_closed_behind(0)
        };
        match gap {
            0 => self.is_code() && is_bracket(self) && is_bracket(held),
            _ if gap == self.letters.len() => false,
            _ if now.is_empty() => self.is_code() && self.may_lose(gap),
            _ => self.is_code() && now.chars().all(is_group) && held.has_brackets_in_pairs(),
        }
    }

    /// Returns whether it is the number of a phone, a card or an account, in groups that are told apart by what says
    /// nothing else: a single mark between two numbers may be that of a range, a fraction or a time.
    fn is_code(&self) -> bool {
        let inner = &self.gaps[1..self.letters.len()];
        let figures = self.letters.iter().filter(|c| c.is_numeric()).count();
        let is_group = |c: char| c.is_whitespace() || "-./()".contains(c);
        let marked = inner.iter().filter(|gap| !gap.trim().is_empty()).count();
        let begins_with_zero =
            self.letters[0] == '0' && inner.first().is_some_and(String::is_empty);
        figures >= SHORTEST_CODE
            && inner.iter().all(|gap| gap.chars().all(is_group))
            && (marked != 1 || begins_with_zero)
            && (marked == 0 || self.figures().decimals().is_empty())
            && !self.figures().is_like_date()
    }

    /// Returns whether a typed mark may be left out: a point parts numbers that may be of any length.
    fn may_lose(&self, gap: usize) -> bool {
        let is_group = |c: char| c.is_whitespace() || "-()".contains(c);
        self.gaps[gap].chars().all(is_group)
    }

    fn has_brackets_in_pairs(&self) -> bool {
        let brackets = self.gaps.iter().flat_map(|gap| gap.chars());
        let brackets: String = brackets.filter(|c| matches!(c, '(' | ')')).collect();
        matches!(brackets.as_str(), "" | "()")
    }

    /// Returns whether nothing stands around it.
    fn is_bare(&self) -> bool {
        let ends = [self.gaps.first(), self.gaps.last()];
        ends.into_iter().flatten().all(|gap| gap.trim().is_empty())
    }

    fn figures(&self) -> Figures<'_> {
        self.figures_in([0, self.letters.len()])
    }

    /// Returns the figures from one letter to another, with the marks among them.
    fn figures_in(&self, [start, end]: [usize; 2]) -> Figures<'_> {
        Figures::of(&self.letters[start..end], &self.gaps[start..=end])
    }

    /// Returns whether what a mask has put into a gap leaves the value as it is.
    fn is_format(&self, gap: usize) -> bool {
        let core = self.gaps[gap].trim();
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
            '.' => are_figures && marks == "." && self.has_several_points(),
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

    /// Returns whether points group the figures of a date or a code. Two are never decimal ones, but may be those of
    /// thousands.
    fn has_several_points(&self) -> bool {
        let points = self.gaps[1..self.letters.len()].iter();
        points.filter(|gap| *gap == ".").count() > 1 && self.figures().decimals().is_empty()
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

/// Returns whether what stands before a figure is a minus, which a dash that joins two is not.
fn is_sign(gap: &str) -> bool {
    let before = gap.strip_suffix(['-', '−']);
    before.is_some_and(|before| before.ends_with(char::is_whitespace))
}

/// Returns whether marks that were typed are there as they were, with blanks or a sign of currency among them.
fn has_same_marks(now: &str, then: &str) -> bool {
    let marks = |gap: &str| {
        let is_mark = |c: &char| !c.is_whitespace() && !is_currency(*c);
        gap.replace('−', "-")
            .chars()
            .filter(is_mark)
            .collect::<String>()
    };
    !marks(then).is_empty() && marks(now) == marks(then)
}

const fn is_currency(c: char) -> bool {
    matches!(
        c,
        '$' | '£' | '¥' | '฿' | '＄' | '￥' | '\u{20a0}'..='\u{20cf}'
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
            ("415.555.0123", "(415) 555-0123"),
            ("415 555 0123", "415.555.0123"),
            ("(415) 555-0123", "415-555-0123"),
            ("415-555-0123", "4155550123"),
            ("41 555 501 23", "(415) 555-0123"),
            ("0171/1234567", "0171 1234567"),
            ("4155550123", "+1 (415) 555-0123"),
            ("4111-1111-1111-1111", "4111 1111 1111 1111"),
            ("4111 1111 1111 1111", "4111111111111111"),
            ("de89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00"),
            ("sw1a1aa", "SW1A 1AA"),
            ("1.234.567", "1,234,567"),
            ("1,234,567", "1234567"),
            ("1 000", "1,000"),
            ("1,50", "1.50"),
            ("USD 1000", "USD 1,000"),
            ("-1.5", "\u{2212}1.5"),
            ("17.11.2026", "2026-11-17"),
            ("2026-11-17", "2026/11/17"),
            ("17-11-2026", "17/11/2026"),
            ("12/25", "12 / 25"),
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
            ("10-5", "10 5"),
            ("10-5", "105"),
            ("1000-2000", "1000 2000"),
            ("10 5", "10-5"),
            ("1.5", "15"),
            ("1,5", "15"),
            ("1.500", "1500"),
            ("1,500", "1.500"),
            ("-3", "3"),
            ("3", "- 3"),
            ("12:30", "1230"),
            ("12.30", "12:30"),
            ("12/25", "1225"),
            ("1.2.3", "1-2-3"),
            ("192.168.1.10", "192.168.11.0"),
            ("192.168.1.10", "192168110"),
            ("1.12.2026", "11.2.2026"),
            ("1-12-2026", "1122026"),
            ("05.06.2026", "05/06/2026"),
            ("05.06.2026", "2026-06-05"),
            ("05.06.2026", "2026-05-06"),
            ("17.11.26", "2017-11-26"),
            ("17.11.2026", "2026-11-18"),
            ("$-100", "€-100"),
            ("$100", "100 €"),
            ("415.555.0123", "415) 555-0123("),
            ("415-555-0123", "(4155550123)"),
            ("+14155550123", "+1 (415) 555-012"),
            ("4155550123", "+14155550123"),
            ("+4155550123", "+1 4155550123"),
            ("aB3x", "AB3X"),
            ("abc", "ABC"),
            ("sw1a1aa", "Sw1a 1aa"),
        ] {
            assert!(!is_same_but_for_format(held, typed), "{typed}: {held}");
        }
    }

    /// Returns figures with a mark before each of them that has one.
    fn marked(figures: &str, marks: &[Option<char>]) -> String {
        let marks = marks.iter().copied().chain(std::iter::repeat(None));
        let first = std::iter::once(None);
        let pairs = first.chain(marks).zip(figures.chars());
        pairs
            .flat_map(|(mark, figure)| mark.into_iter().chain([figure]))
            .collect()
    }

    fn marks() -> impl Strategy<Value = Vec<Option<char>>> {
        let mark = prop_oneof![3 => Just(None), 1 => Just(Some(' ')), 1 => Just(Some('-'))];
        prop::collection::vec(mark, 1..12)
    }

    proptest! {
        #[test]
        fn a_mask_that_only_groups_passes(figures in "[1-9][0-9]{6,15}", marks in marks()) {
            let held = marked(&figures, &marks);
            prop_assert!(is_same_but_for_format(&held, &figures), "{figures}: {held}");
        }

        #[test]
        fn groups_of_a_long_number_may_be_told_apart_by_other_marks(
            groups in prop::collection::vec("[0-9]{3,5}", 3..6),
            marks in ["[ -]", "[ .-]"],
        ) {
            let [typed, held] = [groups.join(&marks[0]), groups.join(&marks[1])];
            prop_assert!(is_same_but_for_format(&held, &typed), "{typed}: {held}");
        }

        #[test]
        fn other_figures_are_another_value(
            figures in "[0-9]{1,15}", other in "[0-9]{1,15}", marks in marks(), typed_marks in marks(),
        ) {
            prop_assume!(figures != other);
            let [typed, held] = [marked(&figures, &typed_marks), marked(&other, &marks)];
            prop_assert!(!is_same_but_for_format(&held, &typed), "{typed}: {held}");
        }

        #[test]
        fn a_minus_comes_and_goes_with_the_value(figures in "[0-9]{1,15}", marks in marks()) {
            let held = marked(&figures, &marks);
            for (typed, held) in [(format!("-{figures}"), held.clone()), (figures, format!("-{held}"))] {
                prop_assert!(!is_same_but_for_format(&held, &typed), "{typed}: {held}");
            }
        }

        #[test]
        fn a_decimal_point_stays_where_it_is(
            figures in "[0-9]{3,12}", typed_at in 1..3_usize, held_at in 1..11_usize, point in "[.,]", marks in marks(),
        ) {
            prop_assume!(typed_at != held_at && held_at < figures.len());
            let split = |at: usize| {
                let (whole, decimals) = figures.split_at(figures.len() - at);
                format!("{whole}{point}{decimals}")
            };
            let typed = split(typed_at);
            for held in [split(held_at), marked(&figures, &marks)] {
                prop_assert!(!is_same_but_for_format(&held, &typed), "{typed}: {held}");
            }
        }
    }
}
