//! `test` and `[`: asking about files, texts and numbers.

use super::super::files::Node;
use super::{Call, Ended};

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
