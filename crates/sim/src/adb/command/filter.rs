//! Programs that pass on a part of their input: `head`, `tail`, `sort`, `wc` and `grep`.

use regex_lite::Regex;

use super::file::input;
use super::options::Options;
use super::{Call, Ended};

/// Passes on the start.
pub(super) fn head(call: &mut Call<'_>) -> Ended {
    part(call, |count, all| {
        let count = count.and_then(|count| count.parse().ok());
        0..count.unwrap_or(10).min(all)
    })
}

/// Passes on the end; `-n +2` is all from the second line on.
pub(super) fn tail(call: &mut Call<'_>) -> Ended {
    part(call, |count, all| {
        let first = count.and_then(|count| count.strip_prefix('+'));
        let start = match first {
            Some(from) => from.parse().unwrap_or(1usize).saturating_sub(1),
            None => {
                let count = count.and_then(|count| count.parse().ok());
                all.saturating_sub(count.unwrap_or(10))
            }
        };
        start.min(all)..all
    })
}

/// Passes on the lines that `choose` picks by what follows `-n`, or the number that is an option, and their count.
fn part(call: &Call<'_>, choose: impl Fn(Option<&str>, usize) -> std::ops::Range<usize>) -> Ended {
    let options = call.options(&["n"]);
    let (bytes, status) = input(call, &options.rest)?;
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let count = options.value("n").or(options.number());
    let chosen = choose(count, lines.len());
    call.io.out.write(&lines[chosen].concat())?;
    Ok(status)
}

/// Counts lines, words and bytes.
pub(super) fn wc(call: &mut Call<'_>) -> Ended {
    let options = call.options(&[]);
    let (bytes, status) = input(call, &options.rest)?;
    let text = String::from_utf8_lossy(&bytes);
    let counts = [
        ("l", text.matches('\n').count()),
        ("w", text.split_whitespace().count()),
        ("c", bytes.len()),
    ];
    let asks_all = !options.has(&["l", "w", "c"]);
    let shown = counts
        .iter()
        .filter(|(letter, _)| asks_all || options.has(&[letter]));
    let shown = shown.map(|(_, count)| count.to_string());
    let names = options.rest.iter().take(1).map(|name| (*name).to_owned());
    call.line(&shown.chain(names).collect::<Vec<_>>().join(" "))?;
    Ok(status)
}

/// Sorts lines.
pub(super) fn sort(call: &mut Call<'_>) -> Ended {
    let options = call.options(&[]);
    let (bytes, status) = input(call, &options.rest)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut all: Vec<&str> = text.lines().collect();
    all.sort_unstable();
    if options.has(&["r"]) {
        all.reverse();
    }
    if options.has(&["u"]) {
        all.dedup();
    }
    all.iter()
        .try_for_each(|line| call.line(line).map(|_| ()))?;
    Ok(status)
}

/// Passes on the lines that fit a pattern.
pub(super) fn grep(call: &mut Call<'_>) -> Ended {
    let mut options = call.options(&["e", "m", "A", "B", "C"]);
    let mut patterns = options.values("e");
    if patterns.is_empty() && !options.rest.is_empty() {
        patterns.push(options.rest.remove(0));
    }
    if patterns.is_empty() {
        return call.fail(2, "grep: no REGEX");
    }
    let Some(regex) = regex_of(&options, &patterns) else {
        return call.fail(2, "grep: bad REGEX");
    };
    let has = |letter: &str| options.has(&[letter]);
    let (bytes, status) = input(call, &options.rest)?;
    let text = String::from_utf8_lossy(&bytes);
    let fits = |(_, line): &(usize, &str)| regex.is_match(line) != has("v");
    let most = options.value("m").and_then(|most| most.parse().ok());
    let found = text.lines().enumerate().filter(fits);
    let found: Vec<(usize, &str)> = found.take(most.unwrap_or(usize::MAX)).collect();
    if has("c") {
        call.line(&found.len().to_string())?;
    } else if !has("q") {
        for (number, line) in &found {
            let number = match has("n") {
                true => format!("{}:", number + 1),
                false => String::new(),
            };
            let part = regex.find(line).filter(|_| has("o"));
            let shown = part.map_or(*line, |part| part.as_str());
            call.line(&format!("{number}{shown}"))?;
        }
    }
    let is_missing = i32::from(found.is_empty());
    Ok(if status == 0 { is_missing } else { 2 })
}

/// Returns what finds any of the patterns, in the way the options ask for; `None` when one makes no sense.
fn regex_of(options: &Options<'_>, patterns: &[&str]) -> Option<Regex> {
    let has = |letter: &str| options.has(&[letter]);
    let written = |pattern: &str| match (has("F"), has("E")) {
        (true, _) => regex_lite::escape(pattern),
        (false, true) => pattern.to_owned(),
        (false, false) => extended(pattern),
    };
    let patterns = patterns.iter().flat_map(|text| text.split('\n'));
    let patterns = patterns.map(|pattern| format!("(?:{})", written(pattern)));
    let either = patterns.collect::<Vec<_>>().join("|");
    let placed = match (has("x"), has("w")) {
        (true, _) => format!("^(?:{either})$"),
        (false, true) => format!(r"\b{{start-half}}(?:{either})\b{{end-half}}"),
        (false, false) => either,
    };
    let case = if has("i") { "(?i)" } else { "" };
    Regex::new(&format!("{case}{placed}")).ok()
}

/// Returns a basic pattern, whose operators have a backslash, as an extended one, whose operators have none.
fn extended(pattern: &str) -> String {
    let mut regex = String::new();
    let mut rest = pattern.chars();
    while let Some(c) = rest.next() {
        let (c, is_escaped) = match c {
            '\\' => (rest.next().unwrap_or('\\'), true),
            c => (c, false),
        };
        let is_operator = "|(){}+?".contains(c);
        if is_escaped != is_operator {
            regex.push('\\');
        }
        regex.push(c);
    }
    regex
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regex(options: &str, pattern: &str) -> Option<Regex> {
        let args: Vec<String> = options.split(' ').map(str::to_owned).collect();
        regex_of(&Options::parse(&args, &[]), &[pattern])
    }

    #[test]
    fn patterns_find_what_grep_finds() {
        for (pattern, options, text, found) in [
            ("a.c", "", "xabcx", Some("abc")),
            ("a.c", "-F", "xabcx", None),
            (
                "mCurrentFocus|mFocusedApp",
                "-E",
                "  mFocusedApp=x",
                Some("mFocusedApp"),
            ),
            ("a|b", "", "a|b", Some("a|b")),
            (r"a\|b", "", "xb", Some("b")),
            ("^pid=[0-9]+$", "-E", "pid=42", Some("pid=42")),
            ("^id", "", "pid", None),
            ("(ab)+c", "-E", "xababc", Some("ababc")),
            ("[^ ]*/[^ }]*", "", "u0 a.b/.C}", Some("a.b/.C")),
            ("colou?r", "-E", "color", Some("color")),
            ("", "", "x", Some("")),
            ("(^a|b$)", "-E", "xb", Some("b")),
            (r"\d\.", "", "1.q", Some("1.")),
            ("Wifi", "-w -i", "the WIFI is on", Some("WIFI")),
            ("Wifi", "-w -i", "the wifis", None),
        ] {
            let regex = regex(options, pattern).unwrap();
            let at = regex.find(text).map(|found| found.as_str());
            assert_eq!(at, found, "{pattern} in {text}");
        }
    }

    #[test]
    fn a_hard_pattern_does_not_take_forever_and_a_broken_one_is_refused() {
        let hard = regex("-E", "(a*)*(a*)*(a*)*b").unwrap();
        assert!(!hard.is_match(&"a".repeat(200)));
        assert!(regex("-E", "(").is_none());
        assert!(regex("", "[").is_none());
    }
}
