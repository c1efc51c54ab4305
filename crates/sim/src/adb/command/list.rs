//! Programs that print which files there are.

use retap_model::time::Timestamp;

use super::super::files::{FileError, Node, file_name};
use super::super::shell::matches_glob;
use super::options::Options;
use super::{Call, Ended};

/// Lists folders.
pub(super) fn ls(call: &mut Call<'_>) -> Ended {
    let options = call.options(&[]);
    let names = match options.rest.as_slice() {
        [] => &["."],
        names => names,
    };
    let mut status = 0;
    for name in names {
        let listed = listed(call, name, &options);
        match listed {
            Ok(Listed::File(line)) => call.out(&line)?,
            Ok(Listed::Folder(lines)) if names.len() > 1 => {
                call.out(&format!("\n{name}:\n{lines}"))?;
            }
            Ok(Listed::Folder(lines)) => call.out(&lines)?,
            Err(error) => status = call.fail(1, &format!("ls: {name}: {error}"))?,
        }
    }
    Ok(status)
}

/// The lines about one argument of `ls`.
enum Listed {
    File(String),
    Folder(String),
}

fn listed(call: &Call<'_>, name: &str, options: &Options<'_>) -> Result<Listed, FileError> {
    let path = call.path(name);
    let state = call.state();
    let is_long = options.has(&["l"]);
    let row = |name: &str, node: &Node| match is_long {
        true => long_row(name, node),
        false => format!("{name}\n"),
    };
    let node = state.files.get(&path)?;
    if !node.is_folder() || options.has(&["d"]) {
        return Ok(Listed::File(row(name, node)));
    }
    let entries = state.files.list(&path)?;
    let is_shown = |name: &str| options.has(&["a", "A"]) || !name.starts_with('.');
    let mut lines = String::new();
    if is_long {
        let blocks = entries.iter().map(|(_, node)| node.size().div_ceil(1024));
        lines = format!("total {}\n", blocks.sum::<usize>());
    }
    for (name, node) in entries.into_iter().filter(|(name, _)| is_shown(name)) {
        lines.push_str(&row(name, node));
    }
    Ok(Listed::Folder(lines))
}

fn long_row(name: &str, node: &Node) -> String {
    let (permissions, size) = (permissions(node), node.size());
    // `2026-01-15T09:41:00Z`, up to the minutes.
    let time = Timestamp(node.changed.saturating_mul(1000)).to_rfc3339();
    let time = time.get(..16).unwrap_or_default().replace('T', " ");
    format!("{permissions} 1 shell shell {size:>8} {time} {name}\n")
}

/// Returns `drwxrwx--x` and the like.
fn permissions(node: &Node) -> String {
    let kind = if node.is_folder() { 'd' } else { '-' };
    let bits = (0..9).rev().map(|bit| {
        let is_set = node.permissions >> bit & 1 == 1;
        if is_set {
            ['x', 'w', 'r'][bit % 3]
        } else {
            '-'
        }
    });
    [kind].into_iter().chain(bits).collect()
}

/// Prints what is known of files, by a format (`-c`) if one is given.
pub(super) fn stat(call: &mut Call<'_>) -> Ended {
    let options = call.options(&["c"]);
    let format = options
        .value("c")
        .unwrap_or("  File: %n\n  Size: %s\t %F\nAccess: (%a/%A)");
    let mut status = 0;
    for name in &options.rest {
        let node = call.state().files.get(&call.path(name)).cloned();
        match node {
            Ok(node) => call.line(&fill_in(format, |letter| fact(name, &node, letter)))?,
            Err(error) => {
                status = call.fail(1, &format!("stat: '{name}': {error}"))?;
                continue;
            }
        };
    }
    Ok(status)
}

fn fact(name: &str, node: &Node, letter: char) -> Option<String> {
    Some(match letter {
        's' => node.size().to_string(),
        'n' => name.to_owned(),
        'F' if node.is_folder() => "directory".to_owned(),
        'F' => "regular file".to_owned(),
        'a' => format!("{:o}", node.permissions),
        'A' => permissions(node),
        'Y' => node.changed.to_string(),
        _ => return None,
    })
}

/// Returns `format` with the value of each letter that follows a `%`; `None` leaves the letter.
pub(super) fn fill_in(format: &str, value: impl Fn(char) -> Option<String>) -> String {
    let mut text = String::new();
    let mut characters = format.chars();
    while let Some(c) = characters.next() {
        match characters.clone().next() {
            Some(letter) if c == '%' => {
                text.push_str(&value(letter).unwrap_or_else(|| letter.to_string()));
                characters.next();
            }
            Some(_) | None => text.push(c),
        }
    }
    text
}

/// Prints the paths below folders, by name and kind.
pub(super) fn find(call: &mut Call<'_>) -> Ended {
    let options = call.options(&["name", "type"]);
    let mut status = 0;
    // What stands behind the first option belongs to one, known here or not.
    let folders = call.args.iter().take_while(|arg| !arg.starts_with('-'));
    for folder in folders {
        let path = call.path(folder);
        let state = call.state();
        let exists = state.files.get(&path).map(|_| ());
        let fits = |found: &String| {
            let is_folder = state.files.get(found).is_ok_and(Node::is_folder);
            let pattern = options.value("name");
            pattern.is_none_or(|pattern| matches_glob(pattern, file_name(found)))
                && options
                    .value("type")
                    .is_none_or(|kind| (kind == "d") == is_folder)
        };
        let start = path.trim_end_matches('/').len();
        let written = folder.trim_end_matches('/');
        let found = state.files.tree(&path).into_iter().filter(fits);
        let lines: String = found
            .map(|found| format!("{written}{}\n", &found[start..]))
            .collect();
        drop(state);
        call.out(&lines)?;
        if let Err(error) = exists {
            status = call.fail(1, &format!("find: '{folder}': {error}"))?;
        }
    }
    Ok(status)
}
