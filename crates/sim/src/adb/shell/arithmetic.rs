//! Sums in scripts: `$((1 + 2 * 3))`.

/// Returns the value of a sum of numbers; `None` when it is none.
pub(super) fn evaluate(text: &str, value: &dyn Fn(&str) -> String) -> Option<i64> {
    let mut sum = Sum {
        chars: text.chars().filter(|c| !c.is_whitespace()).collect(),
        at: 0,
        depth: 0,
        value,
    };
    let result = sum.level(0)?;
    (sum.at == sum.chars.len()).then_some(result)
}

/// The operators, weakest first.
const LEVELS: [&[&str]; 4] = [
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["+", "-"],
    &["*", "/", "%"],
];

struct Sum<'a> {
    chars: Vec<char>,
    at: usize,
    depth: usize,
    value: &'a dyn Fn(&str) -> String,
}

impl Sum<'_> {
    fn level(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = LEVELS.get(level) else {
            return self.atom();
        };
        let mut left = self.level(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.is_at(operator)) {
            self.at += operator.len();
            left = apply(operator, left, self.level(level + 1)?)?;
        }
        Some(left)
    }

    fn atom(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > 200 {
            return None;
        }
        let found = match *self.chars.get(self.at)? {
            '-' => {
                self.at += 1;
                self.atom()?.checked_neg()
            }
            '(' => {
                self.at += 1;
                let inside = self.level(0)?;
                self.at += usize::from(self.is_at(")"));
                Some(inside)
            }
            c if c.is_ascii_alphanumeric() || c == '_' => self.name_or_number(),
            _ => None,
        };
        self.depth -= 1;
        found
    }

    fn name_or_number(&mut self) -> Option<i64> {
        let rest = self.chars[self.at..].iter();
        let word: String = rest
            .take_while(|c| c.is_ascii_alphanumeric() || **c == '_')
            .collect();
        self.at += word.len();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return word.parse().ok();
        }
        let value = (self.value)(&word);
        if value.is_empty() {
            Some(0)
        } else {
            value.parse().ok()
        }
    }

    fn is_at(&self, operator: &str) -> bool {
        let mut wanted = operator.chars().enumerate();
        wanted.all(|(offset, c)| self.chars.get(self.at + offset) == Some(&c))
    }
}

fn apply(operator: &str, left: i64, right: i64) -> Option<i64> {
    match operator {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        "==" => Some(i64::from(left == right)),
        "!=" => Some(i64::from(left != right)),
        "<=" => Some(i64::from(left <= right)),
        ">=" => Some(i64::from(left >= right)),
        "<" => Some(i64::from(left < right)),
        _ => Some(i64::from(left > right)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_worked_out_as_on_paper() {
        let value = |name: &str| {
            if name == "i" {
                "4".to_owned()
            } else {
                String::new()
            }
        };
        for (text, result) in [
            ("1 + 2 * 3", Some(7)),
            ("(1+2)*3", Some(9)),
            ("i+1", Some(5)),
            ("-i - x", Some(-4)),
            ("7 % 4 == 3", Some(1)),
            ("1 / 0", None),
            ("1 +", None),
            ("", None),
        ] {
            assert_eq!(evaluate(text, &value), result, "{text}");
        }
    }
}
