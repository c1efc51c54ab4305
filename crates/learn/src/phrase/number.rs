//! Reads a number in digits of any width or in Japanese numerals.

use super::sentence::Sentence;

/// Numbers with more characters are no number a sentence means.
const MOST_CHARS: usize = 9;

/// Reads the number that starts at `at`; returns it and the place after it.
pub(super) fn read_number(sentence: &Sentence, at: usize) -> Option<(f64, usize)> {
    read_digits(sentence, at).or_else(|| read_kanji(sentence, at))
}

fn read_digits(sentence: &Sentence, at: usize) -> Option<(f64, usize)> {
    let mut text = String::new();
    while let Some(c) = sentence.char_at(at + text.len()) {
        let is_digit = c.is_ascii_digit();
        let after = sentence.char_at(at + text.len() + 1);
        let is_point = c == '.'
            && !text.is_empty()
            && !text.contains('.')
            && after.is_some_and(|c| c.is_ascii_digit());
        if !is_digit && !is_point {
            break;
        }
        text.push(c);
        if text.len() > MOST_CHARS {
            return None;
        }
    }
    let number = text.parse().ok()?;
    Some((number, at + text.len()))
}

/// Reads numerals up to 九百九十九: 三, 十二, 二十, 百五.
fn read_kanji(sentence: &Sentence, at: usize) -> Option<(f64, usize)> {
    let (mut total, mut digit, mut end) = (0, None, at);
    while let Some(numeral) = sentence.char_at(end).and_then(numeral) {
        match numeral {
            Numeral::Digit(_) if digit.is_some() => return None,
            Numeral::Digit(value) => digit = Some(value),
            Numeral::Unit(unit) => total += unit * digit.take().unwrap_or(1),
        }
        end += 1;
        if end - at > MOST_CHARS {
            return None;
        }
    }
    let number = total + digit.unwrap_or(0);
    (end > at).then(|| (f64::from(number), end))
}

enum Numeral {
    Digit(u32),
    Unit(u32),
}

fn numeral(c: char) -> Option<Numeral> {
    const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    match c {
        '十' => Some(Numeral::Unit(10)),
        '百' => Some(Numeral::Unit(100)),
        c => {
            let value = DIGITS.iter().zip(0..).find(|(digit, _)| **digit == c)?.1;
            Some(Numeral::Digit(value))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_numerals_are_read() {
        let read = |text: &str| read_number(&Sentence::new(text, super::super::Clause::Do), 0);
        assert_eq!(read("12秒"), Some((12.0, 2)));
        assert_eq!(read("１．５秒"), Some((1.5, 3)));
        assert_eq!(read("三秒"), Some((3.0, 1)));
        assert_eq!(read("二十三秒"), Some((23.0, 3)));
        assert_eq!(read("十秒"), Some((10.0, 1)));
        assert_eq!(read("3.秒"), Some((3.0, 1)));
        assert_eq!(read("秒"), None);
        assert_eq!(read("12345678901秒"), None);
        assert_eq!(read("一二秒"), None);
    }
}
