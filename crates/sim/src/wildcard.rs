//! Texts that must have a shape: `*` stands for any text, other signs for single characters.

/// Returns whether `text` has the shape of `pattern`; `fits` says what a sign other than `*` stands for.
///
/// Matching is greedy with one point to come back to, so that long texts cannot take forever.
pub(crate) fn matches(pattern: &str, text: &str, fits: fn(char, char) -> bool) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    let (mut at, mut seen) = (0, 0);
    // Where to go on when what follows the last star does not fit.
    let mut star: Option<(usize, usize)> = None;
    while seen < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at + 1, seen));
                at += 1;
            }
            Some(sign) if fits(*sign, text[seen]) => {
                at += 1;
                seen += 1;
            }
            Some(_) | None => {
                let Some((after, start)) = star else {
                    return false;
                };
                star = Some((after, start + 1));
                (at, seen) = (after, start + 1);
            }
        }
    }
    pattern[at..].iter().all(|rest| *rest == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_runs_and_other_signs_for_characters() {
        let fits = |sign: char, found: char| match sign {
            '?' => true,
            '#' => found.is_ascii_digit(),
            letter => letter == found,
        };
        for (pattern, text, expected) in [
            ("?*@?*.?*", "ada@example.org", true),
            ("?*@?*.?*", "ada@example", false),
            ("####-##", "1234-56", true),
            ("####-##", "1234-5x", false),
            ("*", "", true),
            ("", "x", false),
            ("*.png", "a.png", true),
            ("*.png", "a.pn", false),
            ("a?c", "abc", true),
            ("a*b*c", "axxbyybzc", true),
            ("a*b*c", "axxc", false),
            ("*a*a*a*b", &"a".repeat(5000), false),
        ] {
            assert_eq!(matches(pattern, text, fits), expected, "{pattern} {text}");
        }
    }
}
