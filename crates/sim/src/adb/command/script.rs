//! The programs that a shell has itself: those that change it, `echo` and `test`.

use super::super::files::Node;
use super::super::shell::Leave;
use super::file::read as read_file;
use super::{Call, Ended};

/// Goes to another folder.
pub(super) fn change_folder(call: &mut Call<'_>) -> Ended {
    let name = call.args.first().map_or("/", String::as_str);
    let path = call.path(name);
    let found = call.state().files.list(&path).map(|_| ());
    match found {
        Ok(()) => {
            call.shell.folder = path;
            Ok(0)
        }
        Err(error) => call
            .shell
            .complain(2, &format!("cd: {name}: {error}"), call.io),
    }
}

/// Prints the folder.
pub(super) fn print_folder(call: &mut Call<'_>) -> Ended {
    call.line(&call.shell.folder)
}

/// Ends the script, with the status of the last command or another.
pub(super) fn exit(call: &mut Call<'_>) -> Ended {
    let given = call.args.first().map(|text| text.parse().unwrap_or(1));
    Err(Leave::Exit(given.unwrap_or(call.shell.status)))
}

/// Ends a loop.
pub(super) fn leave_loop(_: &mut Call<'_>) -> Ended {
    Err(Leave::Break)
}

/// Ends a round of a loop.
pub(super) fn next_round(_: &mut Call<'_>) -> Ended {
    Err(Leave::Continue)
}

/// Sets variables; ours are all the same, whether exported or not.
pub(super) fn export(call: &mut Call<'_>) -> Ended {
    for (name, value) in call.args.iter().filter_map(|arg| arg.split_once('=')) {
        call.shell.set_variable(name, value.to_owned(), call.io)?;
    }
    Ok(0)
}

/// Runs a command; the real one ends the shell with it.
pub(super) fn exec(call: &mut Call<'_>) -> Ended {
    let status = call.shell.run_arguments(call.args, call.io)?;
    Err(Leave::Exit(status))
}

/// Runs a script that is given (`-c`), in a file, or typed in.
pub(super) fn sh(call: &mut Call<'_>) -> Ended {
    let (script, parameters) = match call.args {
        [flag, script, rest @ ..] if flag == "-c" => (
            script.clone().into_bytes(),
            rest.get(1..).unwrap_or_default(),
        ),
        [file, rest @ ..] => match read_file(call, file) {
            Ok(script) => (script, rest),
            Err(error) => {
                let complaint = format!("can't open '{file}': {error}");
                return call.shell.complain(127, &complaint, call.io);
            }
        },
        [] => (call.io.stdin.read_all()?, [].as_slice()),
    };
    call.shell.parameters = parameters.to_vec();
    let script = String::from_utf8_lossy(&script);
    match call.shell.run_text(&script, call.io) {
        Err(Leave::Exit(status)) => Ok(status),
        other => other,
    }
}

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

/// `test EXPRESSION`.
pub(super) fn test(call: &mut Call<'_>) -> Ended {
    answer(call, call.args)
}

/// `[ EXPRESSION ]`.
pub(super) fn bracket(call: &mut Call<'_>) -> Ended {
    match call.args.split_last() {
        Some((last, rest)) if last == "]" => answer(call, rest),
        Some(_) | None => call.fail(2, "[: missing ]"),
    }
}

fn answer(call: &Call<'_>, args: &[String]) -> Ended {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match holds(call, &words) {
        Some(holds) => Ok(i32::from(!holds)),
        None => call.fail(2, &format!("{}: unexpected operator", call.name)),
    }
}

fn holds(call: &Call<'_>, words: &[&str]) -> Option<bool> {
    if let Some(at) = words.iter().position(|word| *word == "-o") {
        return Some(holds(call, &words[..at])? || holds(call, &words[at + 1..])?);
    }
    if let Some(at) = words.iter().position(|word| *word == "-a") {
        return Some(holds(call, &words[..at])? && holds(call, &words[at + 1..])?);
    }
    match words {
        [] => Some(false),
        [text] => Some(!text.is_empty()),
        ["!", rest @ ..] => holds(call, rest).map(|holds| !holds),
        ["-n", text] => Some(!text.is_empty()),
        ["-z", text] => Some(text.is_empty()),
        [flag, name] => about_file(call, flag, name),
        [one, "=" | "==", other] => Some(one == other),
        [one, "!=", other] => Some(one != other),
        [one, operator, other] => compared(one, operator, other),
        _ => None,
    }
}

fn about_file(call: &Call<'_>, flag: &str, name: &str) -> Option<bool> {
    let state = call.state();
    let node = state.files.get(&call.path(name)).ok();
    match flag {
        "-e" | "-r" | "-w" => Some(node.is_some()),
        "-f" => Some(node.is_some_and(|node| !node.is_folder())),
        "-d" => Some(node.is_some_and(Node::is_folder)),
        "-s" => Some(node.is_some_and(|node| node.size() > 0)),
        "-x" => Some(node.is_some_and(|node| node.permissions & 0o111 != 0)),
        _ => None,
    }
}

fn compared(one: &str, operator: &str, other: &str) -> Option<bool> {
    let (one, other): (i64, i64) = (one.trim().parse().ok()?, other.trim().parse().ok()?);
    match operator {
        "-eq" => Some(one == other),
        "-ne" => Some(one != other),
        "-lt" => Some(one < other),
        "-le" => Some(one <= other),
        "-gt" => Some(one > other),
        "-ge" => Some(one >= other),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_become_bytes() {
        assert_eq!(unescape(r"a\nb\x41\0101\q\\"), b"a\nbAA\\q\\");
        assert_eq!(unescape(r"\xff\"), b"\xff\\");
    }
}
