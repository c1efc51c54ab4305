//! `test` and `[`: asking about files, texts and numbers.

use std::io;

use super::super::files::Node;
use super::Call;

/// `test EXPRESSION`.
pub(super) fn test(call: &mut Call<'_>) -> io::Result<i32> {
    answer(call, call.args)
}

/// `[ EXPRESSION ]`.
pub(super) fn bracket(call: &mut Call<'_>) -> io::Result<i32> {
    match call.args.split_last() {
        Some((last, rest)) if last.starts_with(']') => answer(call, rest),
        Some(_) | None => call.fail(2, "[: missing ]"),
    }
}

fn answer(call: &Call<'_>, args: &[String]) -> io::Result<i32> {
    match holds(call, args) {
        Some(holds) => Ok(i32::from(!holds)),
        None => call.fail(2, &format!("{}: unexpected operator", call.name)),
    }
}

fn holds(call: &Call<'_>, args: &[String]) -> Option<bool> {
    if let Some(at) = args.iter().position(|arg| arg == "-o" || arg == "||") {
        return Some(holds(call, &args[..at])? || holds(call, &args[at + 1..])?);
    }
    if let Some(at) = args.iter().position(|arg| arg == "-a" || arg == "&&")
        && at > 0
    {
        return Some(holds(call, &args[..at])? && holds(call, &args[at + 1..])?);
    }
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => Some(false),
        [text] => Some(!text.is_empty()),
        ["!", ..] => holds(call, &args[1..]).map(|holds| !holds),
        ["-n", text] => Some(!text.is_empty()),
        ["-z", text] => Some(text.is_empty()),
        [flag, name] if flag.starts_with('-') => about_file(call, flag, name),
        [one, operator, other] => compared(one, operator, other),
        _ => None,
    }
}

fn about_file(call: &Call<'_>, flag: &str, name: &str) -> Option<bool> {
    let path = call.path(name);
    let state = call.phone.state();
    let node = state.files.get(&path).ok();
    match flag {
        "-e" | "-r" | "-w" => Some(node.is_some()),
        "-f" => Some(node.is_some_and(|node| !node.is_folder())),
        "-d" => Some(node.is_some_and(Node::is_folder)),
        "-s" => Some(node.is_some_and(|node| node.size() > 0)),
        "-x" => Some(node.is_some_and(|node| node.permissions & 0o111 != 0)),
        "-L" | "-h" => Some(false),
        _ => None,
    }
}

fn compared(one: &str, operator: &str, other: &str) -> Option<bool> {
    let texts = match operator {
        "=" | "==" => Some(one == other),
        "!=" => Some(one != other),
        _ => None,
    };
    if texts.is_some() {
        return texts;
    }
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
