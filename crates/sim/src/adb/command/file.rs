//! Programs that print, make and remove files: `cat`, `ls`, `mkdir` and `rm`.

use retap_model::time::Timestamp;

use super::super::files::{FileError, Node};
use super::super::shell::Leave;
use super::options::Options;
use super::{Call, Ended};

/// Prints files, or its input.
pub(super) fn cat(call: &mut Call<'_>) -> Ended {
    let names = call.options(&[]).rest;
    if matches!(names.as_slice(), [] | ["-"]) {
        return pass_input_on(call);
    }
    each(call, &names, |name| {
        read(call, name).map_err(|error| format!("{name}: {error}"))
    })
}

/// Prints input as it comes, not only once all of it is there.
fn pass_input_on(call: &Call<'_>) -> Ended {
    loop {
        let bytes = call.io.stdin.read_some()?;
        if bytes.is_empty() {
            return Ok(0);
        }
        call.io.out.write(&bytes)?;
    }
}

/// Lists folders.
pub(super) fn ls(call: &mut Call<'_>) -> Ended {
    let mut options = call.options(&[]);
    if options.rest.is_empty() {
        options.rest.push(".");
    }
    each(call, &options.rest, |name| {
        let listed = listed(call, name, &options).map(String::into_bytes);
        listed.map_err(|error| format!("{name}: {error}"))
    })
}

fn listed(call: &Call<'_>, name: &str, options: &Options<'_>) -> Result<String, FileError> {
    let path = call.path(name);
    let state = call.state();
    let is_long = options.has(&["l"]);
    let row = |name: &str, node: &Node| match is_long {
        true => long_row(name, node),
        false => format!("{name}\n"),
    };
    let node = state.files.get(&path)?;
    if !node.is_folder() || options.has(&["d"]) {
        return Ok(row(name, node));
    }
    let entries = state.files.list(&path)?;
    let mut lines = match options.rest.as_slice() {
        [_] => String::new(),
        _ => format!("\n{name}:\n"),
    };
    if is_long {
        let blocks = entries.iter().map(|(_, node)| node.size().div_ceil(1024));
        lines.push_str(&format!("total {}\n", blocks.sum::<usize>()));
    }
    let is_shown = |name: &str| options.has(&["a", "A"]) || !name.starts_with('.');
    let shown = entries.into_iter().filter(|(name, _)| is_shown(name));
    lines.extend(shown.map(|(name, node)| row(name, node)));
    Ok(lines)
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

/// Removes files and folders.
pub(super) fn rm(call: &mut Call<'_>) -> Ended {
    let options = call.options(&[]);
    let is_forced = options.has(&["f"]);
    if options.rest.is_empty() && !is_forced {
        return call.fail(1, "rm: Needs 1 argument");
    }
    let goes_in = options.has(&["r", "R"]);
    each(call, &options.rest, |name| {
        let path = call.path(name);
        let files = &mut call.state().files;
        let is_folder = files.get(&path).is_ok_and(Node::is_folder);
        let removed = match is_folder && !goes_in {
            true => Err(FileError::IsFolder),
            false => files.remove(&path),
        };
        match removed {
            Err(error) if error != FileError::NotFound || !is_forced => {
                Err(format!("{name}: {error}"))
            }
            Ok(()) | Err(_) => Ok(Vec::new()),
        }
    })
}

/// Makes folders.
pub(super) fn mkdir(call: &mut Call<'_>) -> Ended {
    let options = call.options(&["m"]);
    if options.rest.is_empty() {
        return call.fail(1, "mkdir: Needs 1 argument");
    }
    each(call, &options.rest, |name| {
        let path = call.path(name);
        let files = &mut call.state().files;
        let made = match options.has(&["p"]) {
            true => files.make_folders(&path),
            false => files.make_folder(&path),
        };
        let made = made.map(|()| Vec::new());
        made.map_err(|error| format!("'{name}': {error}"))
    })
}

/// Prints what `work` makes of each name, or its complaint behind the name of the program.
fn each(call: &Call<'_>, names: &[&str], work: impl Fn(&str) -> Result<Vec<u8>, String>) -> Ended {
    let mut status = 0;
    for name in names {
        match work(name) {
            Ok(bytes) => call.io.out.write(&bytes)?,
            Err(complaint) => status = call.fail(1, &format!("{}: {complaint}", call.name))?,
        }
    }
    Ok(status)
}

/// Returns the bytes of a file that is named here.
pub(super) fn read(call: &Call<'_>, name: &str) -> Result<Vec<u8>, FileError> {
    if name == "/dev/null" {
        return Ok(Vec::new());
    }
    let path = call.path(name);
    call.state().files.read(&path).map(<[u8]>::to_vec)
}

/// Writes bytes to a file that is named here.
pub(super) fn write(call: &Call<'_>, name: &str, bytes: Vec<u8>) -> Result<(), FileError> {
    call.state().files.write(&call.path(name), bytes)
}

/// Returns the bytes of the named files one after the other, or of the input when none is named.
pub(super) fn input(call: &Call<'_>, names: &[&str]) -> Result<(Vec<u8>, i32), Leave> {
    let (mut bytes, mut status) = (Vec::new(), 0);
    if names.is_empty() {
        bytes = call.io.stdin.read_all()?;
    }
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
