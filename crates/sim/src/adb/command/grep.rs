//! `grep`: the lines that fit a pattern.

use std::io;

use super::Call;
use super::filter::{input, lines};
use super::pattern::{Case, Place, Syntax, compile};

/// What `grep` was asked for.
#[derive(Default)]
struct Grep {
    letters: String,
    patterns: Vec<String>,
    files: Vec<String>,
    most: Option<usize>,
}

/// Passes on the lines that fit a pattern.
pub(super) fn grep(call: &mut Call<'_>) -> io::Result<i32> {
    let mut grep = parse_grep(call);
    if call.name == "egrep" {
        grep.letters.push('E');
    } else if call.name == "fgrep" {
        grep.letters.push('F');
    }
    if grep.patterns.is_empty() {
        return call.fail(2, "grep: no REGEX");
    }
    let has = |letter: char| grep.letters.contains(letter);
    let syntax = match (has('F'), has('E')) {
        (true, _) => Syntax::Literal,
        (false, true) => Syntax::Extended,
        (false, false) => Syntax::Basic,
    };
    let place = match (has('x'), has('w')) {
        (true, _) => Place::WholeLine,
        (false, true) => Place::Word,
        (false, false) => Place::Anywhere,
    };
    let case = if has('i') { Case::Ignored } else { Case::Kept };
    let patterns = grep.patterns.iter().flat_map(|pattern| pattern.split('\n'));
    let patterns: Vec<&str> = patterns.collect();
    let Some(regex) = compile(&patterns, syntax, place, case) else {
        return call.fail(2, "grep: bad REGEX");
    };
    let files: Vec<&str> = grep.files.iter().map(String::as_str).collect();
    let (bytes, status) = input(call, &files)?;
    let mut count = 0;
    for (number, line) in lines(&bytes).enumerate() {
        if grep.most.is_some_and(|most| count >= most) {
            break;
        }
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end_matches('\n');
        let found = regex.find(text);
        if found.is_some() == has('v') {
            continue;
        }
        count += 1;
        if has('q') || has('c') {
            continue;
        }
        let prefix = if has('n') {
            format!("{}:", number + 1)
        } else {
            String::new()
        };
        match found.filter(|_| has('o')) {
            Some(found) => call.line(&format!("{prefix}{}", found.as_str()))?,
            None => call.line(&format!("{prefix}{text}"))?,
        }
    }
    if has('c') {
        call.line(&count.to_string())?;
    }
    Ok(if status != 0 {
        2
    } else {
        i32::from(count == 0)
    })
}

fn parse_grep(call: &Call<'_>) -> Grep {
    let mut grep = Grep::default();
    let mut args = call.args.iter();
    let mut rest = Vec::new();
    while let Some(arg) = args.next() {
        match arg.strip_prefix('-') {
            Some("-") => {
                rest.extend(args.by_ref().cloned());
            }
            Some("e") => grep.patterns.extend(args.next().cloned()),
            Some("m" | "A" | "B" | "C") if arg != "-m" => {
                args.next();
            }
            Some("m") => grep.most = args.next().and_then(|count| count.parse().ok()),
            Some(count) if count.starts_with('m') => grep.most = count[1..].parse().ok(),
            Some(flags) if !flags.is_empty() && !flags.starts_with('-') => {
                grep.letters.push_str(flags.trim_end_matches('e'));
                if flags.ends_with('e') {
                    grep.patterns.extend(args.next().cloned());
                }
            }
            Some(_) | None => rest.push(arg.clone()),
        }
    }
    if grep.patterns.is_empty() && !rest.is_empty() {
        grep.patterns.push(rest.remove(0));
    }
    grep.files = rest;
    grep
}
