//! Programs that pass on a part of their input.

use regex_lite::Regex;

use super::super::shell::Leave;
use super::file::input;
use super::options::Options;
use super::pattern::{Case, Place, Syntax, compile};
use super::{Call, Ended};

/// Returns the lines of a text, each with its end.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').collect()
}

/// Passes on the start.
pub(super) fn head(call: &mut Call<'_>) -> Ended {
    part(call, |options, all| {
        let count = options.value("n").and_then(|count| count.parse().ok());
        let count = count.or(options.number()).unwrap_or(10);
        &all[..count.min(all.len())]
    })
}

/// Passes on the end; `-n +2` is all from the second line on.
pub(super) fn tail(call: &mut Call<'_>) -> Ended {
    part(call, |options, all| {
        let count = options.value("n").unwrap_or_default();
        let start = match count.strip_prefix('+') {
            Some(from) => from.parse().unwrap_or(1usize).saturating_sub(1),
            None => {
                let count = count.parse().ok().or(options.number());
                all.len().saturating_sub(count.unwrap_or(10))
            }
        };
        &all[start.min(all.len())..]
    })
}

/// Passes on those lines that `choose` leaves.
fn part(
    call: &Call<'_>,
    choose: impl for<'a> Fn(&Options<'_>, &'a [&'a [u8]]) -> &'a [&'a [u8]],
) -> Ended {
    let options = call.options(&["n"]);
    let (bytes, status) = input(call, &options.rest)?;
    call.io
        .out
        .write(&choose(&options, &lines(&bytes)).concat())?;
    Ok(status)
}

/// Counts lines, words and bytes.
pub(super) fn wc(call: &mut Call<'_>) -> Ended {
    let options = call.options(&[]);
    let (bytes, status) = input(call, &options.rest)?;
    let text = String::from_utf8_lossy(&bytes);
    let counts = [
        ("l", bytes.iter().filter(|byte| **byte == b'\n').count()),
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

/// Returns the text of the files, or of the input.
fn text(call: &Call<'_>, options: &Options<'_>) -> Result<(String, i32), Leave> {
    let (bytes, status) = input(call, &options.rest)?;
    Ok((String::from_utf8_lossy(&bytes).into_owned(), status))
}

/// Sorts lines.
pub(super) fn sort(call: &mut Call<'_>) -> Ended {
    let options = call.options(&[]);
    let (text, status) = text(call, &options)?;
    let mut all: Vec<&str> = text.lines().collect();
    if options.has(&["n"]) {
        let number = |line: &str| {
            let digits = line.trim().chars().take_while(char::is_ascii_digit);
            digits
                .collect::<String>()
                .parse::<u64>()
                .unwrap_or_default()
        };
        all.sort_by_key(|line| number(line));
    } else {
        all.sort_unstable();
    }
    if options.has(&["r"]) {
        all.reverse();
    }
    if options.has(&["u"]) {
        all.dedup();
    }
    let lines: String = all.iter().map(|line| format!("{line}\n")).collect();
    call.out(&lines)?;
    Ok(status)
}

/// Passes on fields (`-d: -f2`) of each line.
pub(super) fn cut(call: &mut Call<'_>) -> Ended {
    let options = call.options(&["d", "f"]);
    let mark = options.value("d").unwrap_or("\t");
    let Some(fields) = options.value("f") else {
        return call.fail(1, "cut: Needs -f");
    };
    let (first, last) = fields.split_once('-').unwrap_or((fields, fields));
    let first = first.parse().unwrap_or(1usize).max(1);
    let last = last.parse().unwrap_or(usize::MAX);
    let (text, status) = text(call, &options)?;
    for line in text.lines() {
        let parts: Vec<&str> = line.split(mark).collect();
        if parts.len() == 1 {
            call.line(line)?;
            continue;
        }
        let wanted = parts.into_iter().take(last).skip(first - 1);
        call.line(&wanted.collect::<Vec<_>>().join(mark))?;
    }
    Ok(status)
}

/// Replaces characters, or leaves them out with `-d`.
pub(super) fn tr(call: &mut Call<'_>) -> Ended {
    let options = call.options(&[]);
    let set = |index: usize| -> Vec<char> {
        let mut text = options
            .rest
            .get(index)
            .copied()
            .unwrap_or_default()
            .to_owned();
        for (short, long) in [
            ("\\n", "\n"),
            ("\\r", "\r"),
            ("\\t", "\t"),
            ("a-z", "abcdefghijklmnopqrstuvwxyz"),
            ("A-Z", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            ("0-9", "0123456789"),
        ] {
            text = text.replace(short, long);
        }
        text.chars().collect()
    };
    let (from, to) = (set(0), set(1));
    let bytes = call.io.stdin.read_all()?;
    let replaced = |c: char| match from.iter().position(|known| *known == c) {
        None => Some(c),
        Some(_) if options.has(&["d"]) => None,
        Some(at) => to.get(at).or(to.last()).copied(),
    };
    let text = String::from_utf8_lossy(&bytes);
    call.print(&text.chars().filter_map(replaced).collect::<String>())
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
    let (text, status) = text(call, &options)?;
    let fits = |line: &str| regex.is_match(line) != has("v");
    let most = options
        .value("m")
        .and_then(|most| most.parse().ok())
        .unwrap_or(usize::MAX);
    let found = text
        .lines()
        .enumerate()
        .filter(|(_, line)| fits(line))
        .take(most);
    let found: Vec<(usize, &str)> = found.collect();
    if has("c") {
        call.line(&found.len().to_string())?;
    } else if !has("q") {
        for (number, line) in &found {
            let number = match has("n") {
                true => format!("{}:", number + 1),
                false => String::new(),
            };
            let part = regex.find(line).filter(|_| has("o"));
            call.line(&format!(
                "{number}{}",
                part.map_or(*line, |part| part.as_str())
            ))?;
        }
    }
    let is_missing = i32::from(found.is_empty());
    Ok(if status == 0 { is_missing } else { 2 })
}

/// Returns what finds any of the patterns, in the way the options ask for.
fn regex_of(options: &Options<'_>, patterns: &[&str]) -> Option<Regex> {
    let has = |letter: &str| options.has(&[letter]);
    let syntax = match (has("F"), has("E")) {
        (true, _) => Syntax::Literal,
        (false, true) => Syntax::Extended,
        (false, false) => Syntax::Basic,
    };
    let place = match (has("x"), has("w")) {
        (true, _) => Place::WholeLine,
        (false, true) => Place::Word,
        (false, false) => Place::Anywhere,
    };
    let case = if has("i") { Case::Ignored } else { Case::Kept };
    let patterns: Vec<&str> = patterns.iter().flat_map(|text| text.split('\n')).collect();
    compile(&patterns, syntax, place, case)
}
