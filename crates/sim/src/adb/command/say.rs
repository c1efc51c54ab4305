//! `echo`, `printf`, `true` and `false`.

use super::{Call, Ended};

/// Does nothing, well.
pub(super) fn nothing(_: &mut Call<'_>) -> Ended {
    Ok(0)
}

/// Does nothing, badly.
pub(super) fn failure(_: &mut Call<'_>) -> Ended {
    Ok(1)
}

/// Prints its arguments.
pub(super) fn echo(call: &mut Call<'_>) -> Ended {
    let is_flag = |arg: &String| matches!(arg.as_str(), "-n" | "-e" | "-E" | "-ne" | "-en");
    let start = call.args.iter().position(|arg| !is_flag(arg));
    let (flags, words) = call.args.split_at(start.unwrap_or(call.args.len()));
    let text = words.join(" ");
    let has = |letter: char| flags.iter().any(|flag| flag.contains(letter));
    let mut bytes = if has('E') {
        text.into_bytes()
    } else {
        unescape(&text)
    };
    if !has('n') {
        bytes.push(b'\n');
    }
    call.io.out.write(&bytes)?;
    Ok(0)
}

/// Prints by a format, again and again while there are arguments.
pub(super) fn printf(call: &mut Call<'_>) -> Ended {
    let Some((format, mut args)) = call.args.split_first() else {
        return call.fail(1, "printf: Needs 1 argument");
    };
    let mut bytes = Vec::new();
    loop {
        let before = args.len();
        format_once(format, &mut args, &mut bytes);
        if args.is_empty() || args.len() == before {
            break;
        }
    }
    call.io.out.write(&bytes)?;
    Ok(0)
}

fn format_once(format: &str, args: &mut &[String], bytes: &mut Vec<u8>) {
    let mut rest = format;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend(unescape(before));
        let is_flag = |c: char| c.is_ascii_digit() || c == '-';
        let end = after.find(|c| !is_flag(c)).unwrap_or(after.len());
        let (flags, kind) = after.split_at(end);
        let mut characters = kind.chars();
        let kind = characters.next().unwrap_or('%');
        rest = characters.as_str();
        if kind == '%' {
            bytes.push(b'%');
            continue;
        }
        let arg = match args.split_first() {
            Some((first, others)) => {
                *args = others;
                first.as_str()
            }
            None => "",
        };
        let number = || arg.trim().parse::<i64>().unwrap_or_default();
        let text = match kind {
            'd' | 'i' | 'u' => number().to_string(),
            'x' => format!("{:x}", number()),
            'b' => String::from_utf8_lossy(&unescape(arg)).into_owned(),
            _ => arg.to_owned(),
        };
        bytes.extend(padded(&text, flags).into_bytes());
    }
    bytes.extend(unescape(rest));
}

fn padded(text: &str, flags: &str) -> String {
    // Nobody needs more, and `%999999999d` is no reason to fill the memory.
    let width = flags.trim_start_matches(['-', '0']).parse();
    let width = width.unwrap_or(0usize).min(4096);
    if flags.starts_with('-') {
        format!("{text:<width$}")
    } else if flags.starts_with('0') {
        format!("{text:0>width$}")
    } else {
        format!("{text:>width$}")
    }
}

/// Returns a text with `\n`, `\t`, `\x41`, `\0101` and the like replaced.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let mut characters = after.chars();
        let escaped = characters.next();
        rest = characters.as_str();
        match escaped {
            Some('n') => bytes.push(b'\n'),
            Some('t') => bytes.push(b'\t'),
            Some('r') => bytes.push(b'\r'),
            Some('e') => bytes.push(27),
            Some('\\') | None => bytes.push(b'\\'),
            Some('x') => rest = push_number(&mut bytes, rest, 16, 2),
            Some('0') => rest = push_number(&mut bytes, rest, 8, 3),
            Some(other) => bytes.extend_from_slice(format!("\\{other}").as_bytes()),
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

fn push_number<'a>(bytes: &mut Vec<u8>, text: &'a str, base: u32, longest: usize) -> &'a str {
    let digits = text.chars().take(longest).take_while(|c| c.is_digit(base));
    let (digits, rest) = text.split_at(digits.count());
    let number = u32::from_str_radix(digits, base).unwrap_or_default();
    bytes.extend(number.to_le_bytes().first());
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_become_bytes() {
        assert_eq!(unescape(r"a\nb\x41\0101\q\\"), b"a\nbAA\\q\\");
        assert_eq!(unescape(r"\xff\"), b"\xff\\");
    }

    #[test]
    fn formats_are_filled_in() {
        let args = ["7".to_owned(), "x".to_owned()];
        let mut bytes = Vec::new();
        format_once("%03d|%-3s|%%|%s|", &mut args.as_slice(), &mut bytes);
        assert_eq!(String::from_utf8_lossy(&bytes), "007|x  |%||");
    }
}
