//! Programs that say which files there are.

use std::io;

use retap_model::time::Timestamp;

use super::super::files::Node;
use super::super::shell::matches_glob;
use super::Call;

/// Lists folders.
pub(super) fn ls(call: &mut Call<'_>) -> io::Result<i32> {
    let (letters, names) = call.letters();
    let names = if names.is_empty() { vec!["."] } else { names };
    let has_many = names.len() > 1;
    let mut status = 0;
    for name in names {
        let path = call.path(name);
        let listed = listed(call, name, &path, &letters);
        match listed {
            Ok(lines) => {
                if has_many && is_folder(call, &path) {
                    call.line(&format!("\n{name}:"))?;
                }
                call.out(&lines)?;
            }
            Err(error) => status = call.fail(1, &format!("ls: {name}: {error}"))?,
        }
    }
    Ok(status)
}

fn is_folder(call: &Call<'_>, path: &str) -> bool {
    call.phone
        .state()
        .files
        .get(path)
        .is_ok_and(Node::is_folder)
}

fn listed(
    call: &Call<'_>,
    name: &str,
    path: &str,
    letters: &str,
) -> Result<String, super::super::files::FileError> {
    let state = call.phone.state();
    let is_long = letters.contains('l');
    let row = |name: &str, node: &Node| match is_long {
        true => long_row(name, node),
        false => format!("{name}\n"),
    };
    let node = state.files.get(path)?;
    if !node.is_folder() || letters.contains('d') {
        return Ok(row(name, node));
    }
    let entries = state.files.list(path)?;
    let is_shown = |name: &str| letters.contains(['a', 'A']) || !name.starts_with('.');
    let mut lines = String::new();
    if is_long {
        let blocks: usize = entries
            .iter()
            .map(|(_, node)| node.size().div_ceil(1024))
            .sum();
        lines = format!("total {blocks}\n");
    }
    for (name, node) in entries.into_iter().filter(|(name, _)| is_shown(name)) {
        lines.push_str(&row(name, node));
    }
    Ok(lines)
}

fn long_row(name: &str, node: &Node) -> String {
    let time = date_and_time(node.changed);
    let permissions = permissions(node);
    format!(
        "{permissions} 1 shell shell {:>8} {time} {name}\n",
        node.size()
    )
}

/// Returns `drwxrwx--x` and the like.
fn permissions(node: &Node) -> String {
    let mut text = String::from(if node.is_folder() { "d" } else { "-" });
    for bit in (0..9).rev() {
        let letter = ['x', 'w', 'r'][bit % 3];
        text.push(if node.permissions >> bit & 1 == 1 {
            letter
        } else {
            '-'
        });
    }
    text
}

/// Returns `2026-01-15 09:41`.
fn date_and_time(seconds: u64) -> String {
    let text = Timestamp(seconds.saturating_mul(1000)).to_rfc3339();
    text.chars()
        .take(16)
        .map(|c| if c == 'T' { ' ' } else { c })
        .collect()
}

/// Says what is known of files, by a format or at length.
pub(super) fn stat(call: &mut Call<'_>) -> io::Result<i32> {
    let mut format = None;
    let mut names = Vec::new();
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-c" => format = args.next().cloned(),
            "-L" => {}
            name => names.push(name.to_owned()),
        }
    }
    let mut status = 0;
    for name in names {
        let path = call.path(&name);
        let node = call.phone.state().files.get(&path).cloned();
        match node {
            Ok(node) => call.line(&match &format {
                Some(format) => filled(format, &name, &node),
                None => at_length(&name, &node),
            })?,
            Err(error) => status = call.fail(1, &format!("stat: '{name}': {error}"))?,
        }
    }
    Ok(status)
}

fn kind(node: &Node) -> &'static str {
    if node.is_folder() {
        "directory"
    } else {
        "regular file"
    }
}

fn filled(format: &str, name: &str, node: &Node) -> String {
    let mut text = String::new();
    let mut characters = format.chars();
    while let Some(c) = characters.next() {
        if c != '%' {
            text.push(c);
            continue;
        }
        match characters.next() {
            Some('s') => text.push_str(&node.size().to_string()),
            Some('n') => text.push_str(name),
            Some('F') => text.push_str(kind(node)),
            Some('a') => text.push_str(&format!("{:o}", node.permissions)),
            Some('f') => text.push_str(&format!("{:x}", node.mode())),
            Some('A') => text.push_str(&permissions(node)),
            Some('X' | 'Y' | 'Z') => text.push_str(&node.changed.to_string()),
            Some('U' | 'G') => text.push_str("shell"),
            Some('u' | 'g') => text.push_str("2000"),
            Some(other) => text.push(other),
            None => text.push('%'),
        }
    }
    text
}

fn at_length(name: &str, node: &Node) -> String {
    format!(
        "  File: {name}\n  Size: {}\t Blocks: {}\t IO Blocks: 512\t{}\n\
         Access: ({:04o}/{})\tUid: (2000/   shell)\tGid: (2000/   shell)\nModify: {}",
        node.size(),
        node.size().div_ceil(512),
        kind(node),
        node.permissions,
        permissions(node),
        date_and_time(node.changed),
    )
}

/// Prints the paths below folders, by name and kind.
pub(super) fn find(call: &mut Call<'_>) -> io::Result<i32> {
    let start = call.args.iter().take_while(|arg| !arg.starts_with('-'));
    let folders: Vec<String> = start.cloned().collect();
    let after = |flag: &str| {
        let at = call.args.iter().position(|arg| arg == flag)?;
        call.args.get(at + 1).cloned()
    };
    let (name, wanted) = (after("-name"), after("-type"));
    let mut status = 0;
    for folder in folders {
        let path = call.path(&folder);
        let state = call.phone.state();
        let mut lines = String::new();
        for found in state.files.tree(&path) {
            let last = super::super::files::file_name(&found);
            let is_folder = state.files.get(&found).is_ok_and(Node::is_folder);
            let fits = name.as_ref().is_none_or(|name| matches_glob(name, last))
                && wanted
                    .as_ref()
                    .is_none_or(|kind| (kind == "d") == is_folder);
            if fits {
                let written = format!(
                    "{}{}",
                    folder.trim_end_matches('/'),
                    &found[path.trim_end_matches('/').len()..]
                );
                lines.push_str(&format!("{written}\n"));
            }
        }
        let exists = state.files.get(&path).map(|_| ());
        drop(state);
        call.out(&lines)?;
        if let Err(error) = exists {
            status = call.fail(1, &format!("find: '{folder}': {error}"))?;
        }
    }
    Ok(status)
}

/// Says how much room files take.
pub(super) fn du(call: &mut Call<'_>) -> io::Result<i32> {
    let (_, names) = call.letters();
    for name in names {
        let path = call.path(name);
        let state = call.phone.state();
        let paths = state.files.tree(&path);
        let sizes = paths.iter().filter_map(|path| state.files.get(path).ok());
        let blocks: usize = sizes.map(|node| node.size().div_ceil(1024)).sum();
        drop(state);
        call.line(&format!("{blocks}\t{name}"))?;
    }
    Ok(0)
}

/// Says how much room there is.
pub(super) fn df(call: &mut Call<'_>) -> io::Result<i32> {
    call.line("Filesystem     1K-blocks    Used Available Use% Mounted on")?;
    call.line("/dev/block/dm-5   524288   10240    514048   2% /data")?;
    call.line("/dev/fuse         524288   10240    514048   2% /storage/emulated")?;
    Ok(0)
}
