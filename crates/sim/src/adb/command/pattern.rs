//! The patterns of `grep`, written as the `regex` crates take them.

use regex_lite::Regex;

/// How a pattern is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    /// As it stands.
    Literal,
    /// `\|`, `\(`, `\+` have a meaning; without the backslash they are characters.
    Basic,
    /// `|`, `(`, `+` have a meaning.
    Extended,
}

/// Which places of a line count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Anywhere,
    /// Between characters that are no part of a word.
    Word,
    WholeLine,
}

/// Whether upper and lower case are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Kept,
    Ignored,
}

/// Returns what finds any of these patterns; `None` when one makes no sense.
pub(super) fn compile(
    patterns: &[&str],
    syntax: Syntax,
    place: Place,
    case: Case,
) -> Option<Regex> {
    let patterns = patterns.iter().map(|pattern| match syntax {
        Syntax::Literal => regex_lite::escape(pattern),
        Syntax::Basic | Syntax::Extended => translated(pattern, syntax),
    });
    let either = patterns
        .map(|pattern| format!("(?:{pattern})"))
        .collect::<Vec<_>>()
        .join("|");
    let placed = match place {
        Place::Anywhere => either,
        Place::Word => format!(r"\b{{start-half}}(?:{either})\b{{end-half}}"),
        Place::WholeLine => format!("^(?:{either})$"),
    };
    let case = match case {
        Case::Kept => "",
        Case::Ignored => "(?i)",
    };
    Regex::new(&format!("{case}{placed}")).ok()
}

/// Returns a pattern of `grep` in the syntax of the `regex` crates: there, operators never have a backslash,
/// `^`, `$` and `*` always have a meaning, and a backslash has one between brackets too.
fn translated(pattern: &str, syntax: Syntax) -> String {
    let mut regex = String::new();
    let mut rest = pattern.chars().peekable();
    let mut is_first = true;
    while let Some(c) = rest.next() {
        let was_first = std::mem::take(&mut is_first);
        // An operator, if it is written as the syntax writes operators.
        let (c, is_operator) = match c {
            '\\' => (rest.next().unwrap_or('\\'), syntax == Syntax::Basic),
            c => (c, syntax == Syntax::Extended),
        };
        let is_escaped = is_operator == (syntax == Syntax::Basic);
        match c {
            '|' | '(' if is_operator => {
                regex.push(c);
                is_first = true;
            }
            ')' | '+' | '?' | '{' | '}' if is_operator => regex.push(c),
            'd' | 's' | 'w' if is_escaped => regex.extend(['\\', c]),
            '.' if !is_escaped => regex.push(c),
            '*' if !is_escaped && !was_first => regex.push(c),
            '^' if !is_escaped && was_first => regex.push(c),
            '$' if !is_escaped && ends(rest.clone(), syntax) => regex.push(c),
            '[' if !is_escaped => push_set(&mut regex, &mut rest),
            literal => regex.push_str(&regex_lite::escape(literal.encode_utf8(&mut [0; 4]))),
        }
    }
    regex
}

/// Returns whether nothing of this branch of a pattern follows.
fn ends(mut rest: impl Iterator<Item = char>, syntax: Syntax) -> bool {
    match (syntax, rest.next()) {
        (_, None) | (Syntax::Extended, Some('|' | ')')) => true,
        (Syntax::Basic, Some('\\')) => matches!(rest.next(), Some('|' | ')')),
        (_, Some(_)) => false,
    }
}

/// Takes what stands between brackets; a bracket that is not closed is left to the other side to refuse.
fn push_set(regex: &mut String, rest: &mut impl Iterator<Item = char>) {
    regex.push('[');
    let mut length = 0;
    for c in rest {
        match c {
            '^' if length == 0 && regex.ends_with('[') => {
                regex.push('^');
                continue;
            }
            ']' if length > 0 => {
                regex.push(']');
                return;
            }
            '\\' | '[' | ']' | '&' | '~' => regex.extend(['\\', c]),
            c => regex.push(c),
        }
        length += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_find_what_grep_finds() {
        use Syntax::{Basic, Extended, Literal};
        for (pattern, syntax, text, found) in [
            ("a.c", Basic, "xabcx", Some("abc")),
            ("a.c", Literal, "xabcx", None),
            (
                "mCurrentFocus|mFocusedApp",
                Extended,
                "  mFocusedApp=x",
                Some("mFocusedApp"),
            ),
            ("a|b", Basic, "a|b", Some("a|b")),
            (r"a\|b", Basic, "xb", Some("b")),
            ("^pid=[0-9]+$", Extended, "pid=42", Some("pid=42")),
            ("^id", Basic, "pid", None),
            ("(ab)+c", Extended, "xababc", Some("ababc")),
            ("[^ ]*/[^ }]*", Basic, "u0 a.b/.C}", Some("a.b/.C")),
            ("colou?r", Extended, "color", Some("color")),
            ("", Basic, "x", Some("")),
            ("*a$b^c", Basic, "*a$b^c", Some("*a$b^c")),
            ("(^a|b$)", Extended, "xb", Some("b")),
            (r"[]\]+", Extended, r"a\]", Some(r"\]")),
            (r"\d\.\q", Basic, "1.q", Some("1.q")),
        ] {
            let regex = compile(&[pattern], syntax, Place::Anywhere, Case::Kept).unwrap();
            let at = regex.find(text).map(|found| found.as_str());
            assert_eq!(at, found, "{pattern} in {text}");
        }
    }

    #[test]
    fn words_and_cases_can_be_asked_for() {
        let regex = compile(&["Wifi"], Syntax::Basic, Place::Word, Case::Ignored).unwrap();
        assert!(regex.is_match("the WIFI is on"));
        assert!(!regex.is_match("the wifis"));
    }

    #[test]
    fn a_hard_pattern_does_not_take_forever_and_a_broken_one_is_refused() {
        let parse = |pattern, syntax| compile(&[pattern], syntax, Place::Anywhere, Case::Kept);
        let regex = parse("(a*)*(a*)*(a*)*b", Syntax::Extended).unwrap();
        assert!(!regex.is_match(&"a".repeat(200)));
        assert!(parse("(", Syntax::Extended).is_none());
        assert!(parse("[", Syntax::Basic).is_none());
    }
}
