//! Programs that pass on a part of their input.

use std::io;

use super::Call;
use super::file::read;

/// Returns the bytes of the named files one after the other, or of the input when none is named.
pub(super) fn input(call: &Call<'_>, names: &[&str]) -> io::Result<(Vec<u8>, i32)> {
    if names.is_empty() {
        return Ok((call.io.stdin.read_all()?, 0));
    }
    let (mut bytes, mut status) = (Vec::new(), 0);
    for name in names {
        match read(call, name) {
            Ok(more) => bytes.extend(more),
            Err(error) => {
                status = call.fail(1, &format!("{}: {name}: {error}", call.name))?;
            }
        }
    }
    Ok((bytes, status))
}

/// Returns the lines of a text, each with its end.
pub(super) fn lines(bytes: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n')
}

/// Returns how many lines (`-n 3`, `-3`) or bytes (`-c 3`) are asked for, and the files.
fn counts<'a>(call: &'a Call<'_>) -> (Option<String>, Option<String>, Vec<&'a str>) {
    let (mut lines, mut bytes, mut names) = (None, None, Vec::new());
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.strip_prefix('-') {
            Some("n") => lines = args.next().cloned(),
            Some("c") => bytes = args.next().cloned(),
            Some(flag) if flag.starts_with('n') => lines = Some(flag[1..].to_owned()),
            Some(flag) if flag.starts_with('c') => bytes = Some(flag[1..].to_owned()),
            Some(flag) if flag.starts_with(|c: char| c.is_ascii_digit()) => {
                lines = Some(flag.to_owned());
            }
            Some(_) => {}
            None => names.push(arg.as_str()),
        }
    }
    (lines, bytes, names)
}

/// Passes on the start.
pub(super) fn head(call: &mut Call<'_>) -> io::Result<i32> {
    let (count, size, names) = counts(call);
    let (bytes, status) = input(call, &names)?;
    if let Some(size) = size.and_then(|size| size.parse::<usize>().ok()) {
        call.io.out.write(&bytes[..size.min(bytes.len())])?;
        return Ok(status);
    }
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(10);
    let taken: Vec<&[u8]> = lines(&bytes).take(count).collect();
    call.io.out.write(&taken.concat())?;
    Ok(status)
}

/// Passes on the end.
pub(super) fn tail(call: &mut Call<'_>) -> io::Result<i32> {
    let (count, size, names) = counts(call);
    let (bytes, status) = input(call, &names)?;
    if let Some(size) = size.and_then(|size| size.parse::<usize>().ok()) {
        call.io
            .out
            .write(&bytes[bytes.len().saturating_sub(size)..])?;
        return Ok(status);
    }
    let count = count.unwrap_or_else(|| "10".to_owned());
    let all: Vec<&[u8]> = lines(&bytes).collect();
    let start = match count.strip_prefix('+') {
        Some(from) => from.parse().unwrap_or(1usize).saturating_sub(1),
        None => all.len().saturating_sub(count.parse().unwrap_or(10)),
    };
    call.io.out.write(&all[start.min(all.len())..].concat())?;
    Ok(status)
}

/// Counts lines, words and bytes.
pub(super) fn wc(call: &mut Call<'_>) -> io::Result<i32> {
    let (letters, names) = call.letters();
    let (bytes, status) = input(call, &names)?;
    let text = String::from_utf8_lossy(&bytes);
    let counts = [
        ('l', bytes.iter().filter(|byte| **byte == b'\n').count()),
        ('w', text.split_whitespace().count()),
        ('c', bytes.len()),
        ('m', text.chars().count()),
    ];
    let asked = if letters.is_empty() { "lwc" } else { &letters };
    let shown = counts.iter().filter(|(letter, _)| asked.contains(*letter));
    let shown: Vec<String> = shown.map(|(_, count)| count.to_string()).collect();
    let name = names
        .first()
        .map(|name| format!(" {name}"))
        .unwrap_or_default();
    call.line(&format!("{}{name}", shown.join(" ")))?;
    Ok(status)
}

/// Sorts lines.
pub(super) fn sort(call: &mut Call<'_>) -> io::Result<i32> {
    let (letters, names) = call.letters();
    let (bytes, status) = input(call, &names)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut all: Vec<&str> = text.lines().collect();
    if letters.contains('n') {
        let number = |line: &str| {
            let digits: String = line
                .trim()
                .chars()
                .take_while(char::is_ascii_digit)
                .collect();
            digits.parse::<u64>().unwrap_or_default()
        };
        all.sort_by_key(|line| number(line));
    } else {
        all.sort_unstable();
    }
    if letters.contains('r') {
        all.reverse();
    }
    if letters.contains('u') {
        all.dedup();
    }
    all.iter().try_for_each(|line| call.line(line))?;
    Ok(status)
}

/// Leaves out lines that are as the one before.
pub(super) fn uniq(call: &mut Call<'_>) -> io::Result<i32> {
    let (letters, names) = call.letters();
    let (bytes, status) = input(call, &names)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let all: Vec<&str> = text.lines().collect();
    for same in all.chunk_by(|one, next| one == next) {
        let count = if letters.contains('c') {
            format!("{:7} ", same.len())
        } else {
            String::new()
        };
        call.line(&format!("{count}{}", same[0]))?;
    }
    Ok(status)
}

/// Passes on fields (`-d: -f2`) of each line.
pub(super) fn cut(call: &mut Call<'_>) -> io::Result<i32> {
    let value = |flag: &str| {
        let at = call.args.iter().position(|arg| arg.starts_with(flag))?;
        let joined = call.args[at][flag.len()..].to_owned();
        if joined.is_empty() {
            call.args.get(at + 1).cloned()
        } else {
            Some(joined)
        }
    };
    let mark = value("-d").unwrap_or_else(|| "\t".to_owned());
    let Some(fields) = value("-f") else {
        return call.fail(1, "cut: Needs -f");
    };
    let (first, last) = fields.split_once('-').unwrap_or((&fields, &fields));
    let first = first.parse().unwrap_or(1usize).max(1);
    let last = last.parse().unwrap_or(usize::MAX);
    let bytes = call.io.stdin.read_all()?;
    for line in String::from_utf8_lossy(&bytes).lines() {
        let parts: Vec<&str> = line.split(mark.as_str()).collect();
        let wanted = parts
            .iter()
            .skip(first - 1)
            .take(last.saturating_sub(first - 1));
        let wanted: Vec<&str> = wanted.copied().collect();
        let whole = parts.len() == 1;
        call.line(&if whole {
            line.to_owned()
        } else {
            wanted.join(&mark)
        })?;
    }
    Ok(0)
}

/// Replaces characters, or leaves them out with `-d`.
pub(super) fn tr(call: &mut Call<'_>) -> io::Result<i32> {
    let (letters, sets) = call.letters();
    let set = |index: usize| -> Vec<char> {
        let text = sets.get(index).copied().unwrap_or_default();
        let text = text
            .replace("\\n", "\n")
            .replace("\\r", "\r")
            .replace("\\t", "\t");
        text.replace("a-z", "abcdefghijklmnopqrstuvwxyz")
            .replace("A-Z", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            .replace("0-9", "0123456789")
            .chars()
            .collect()
    };
    let (from, to) = (set(0), set(1));
    let bytes = call.io.stdin.read_all()?;
    let replaced = String::from_utf8_lossy(&bytes)
        .chars()
        .filter_map(|c| {
            let Some(at) = from.iter().position(|known| *known == c) else {
                return Some(c);
            };
            if letters.contains('d') {
                None
            } else {
                to.get(at).or(to.last()).copied()
            }
        })
        .collect::<String>();
    call.out(&replaced)?;
    Ok(0)
}
