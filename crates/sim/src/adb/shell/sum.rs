//! Sums in scripts: `$((1 + 2 * 3))`.

use std::iter::Peekable;
use std::vec::IntoIter;

/// The signs between numbers, weakest first.
const LEVELS: [&[char]; 2] = [&['+', '-'], &['*', '/', '%']];

/// How many brackets can be in each other.
const DEEPEST: usize = 100;

/// Returns the value of a sum; `value` has those of the names in it. `None` when it is none.
pub(super) fn evaluate(text: &str, value: &dyn Fn(&str) -> String) -> Option<i64> {
    let signs: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut sum = Sum {
        rest: signs.into_iter().peekable(),
        depth: 0,
        value,
    };
    let result = sum.level(0)?;
    sum.rest.next().is_none().then_some(result)
}

struct Sum<'a> {
    rest: Peekable<IntoIter<char>>,
    depth: usize,
    value: &'a dyn Fn(&str) -> String,
}

impl Sum<'_> {
    fn level(&mut self, level: usize) -> Option<i64> {
        let Some(signs) = LEVELS.get(level) else {
            return self.atom();
        };
        let mut left = self.level(level + 1)?;
        while let Some(sign) = self.rest.next_if(|c| signs.contains(c)) {
            let right = self.level(level + 1)?;
            left = match sign {
                '+' => left.checked_add(right),
                '-' => left.checked_sub(right),
                '*' => left.checked_mul(right),
                '/' => left.checked_div(right),
                _ => left.checked_rem(right),
            }?;
        }
        Some(left)
    }

    fn atom(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let found = if self.rest.next_if_eq(&'-').is_some() {
            self.atom()?.checked_neg()
        } else if self.rest.next_if_eq(&'(').is_some() {
            let inside = self.level(0)?;
            self.rest.next_if_eq(&')')?;
            Some(inside)
        } else {
            self.name_or_number()
        };
        self.depth -= 1;
        found
    }

    fn name_or_number(&mut self) -> Option<i64> {
        let mut word = String::new();
        let is_name = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        while let Some(c) = self.rest.next_if(is_name) {
            word.push(c);
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return word.parse().ok();
        }
        let value = Some((self.value)(&word)).filter(|_| !word.is_empty())?;
        if value.is_empty() {
            return Some(0);
        }
        value.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_worked_out_as_on_paper() {
        let value = |name: &str| match name {
            "i" => "4".to_owned(),
            _ => String::new(),
        };
        for (text, result) in [
            ("1 + 2 * 3", Some(7)),
            ("(1+2)*3", Some(9)),
            ("i+1", Some(5)),
            ("-i - x", Some(-4)),
            ("7 % 4", Some(3)),
            ("1 / 0", None),
            ("1 +", None),
            ("", None),
        ] {
            assert_eq!(evaluate(text, &value), result, "{text}");
        }
    }
}
