//! Programs that read, write and move files.

use std::io;

use super::super::files::{FileError, Node, file_name, parent};
use super::Call;

/// Prints files, or its input.
pub(super) fn cat(call: &mut Call<'_>) -> io::Result<i32> {
    let (_, names) = call.letters();
    let mut status = 0;
    let names = if names.is_empty() { vec!["-"] } else { names };
    for name in names {
        if matches!(name, "-" | "/dev/stdin") {
            loop {
                let bytes = call.io.stdin.read_some()?;
                if bytes.is_empty() {
                    break;
                }
                call.io.out.write(&bytes)?;
            }
            continue;
        }
        match read(call, name) {
            Ok(bytes) => call.io.out.write(&bytes)?,
            Err(error) => status = call.fail(1, &format!("cat: {name}: {error}"))?,
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
    call.phone.state().files.read(&path).map(<[u8]>::to_vec)
}

/// Writes its input to files and prints it too.
pub(super) fn tee(call: &mut Call<'_>) -> io::Result<i32> {
    let (letters, names) = call.letters();
    let bytes = call.io.stdin.read_all()?;
    call.io.out.write(&bytes)?;
    let mut status = 0;
    for name in names {
        let path = call.path(name);
        let mut state = call.phone.state();
        let now = state.seconds();
        let written = if letters.contains('a') {
            state.files.append(&path, &bytes, now)
        } else {
            state.files.write(&path, bytes.clone(), now)
        };
        drop(state);
        if let Err(error) = written {
            status = call.fail(1, &format!("tee: {name}: {error}"))?;
        }
    }
    Ok(status)
}

/// Removes files and folders.
pub(super) fn rm(call: &mut Call<'_>) -> io::Result<i32> {
    let (letters, names) = call.letters();
    if names.is_empty() && !letters.contains('f') {
        return call.fail(1, "rm: Needs 1 argument");
    }
    let goes_in = letters.contains(['r', 'R']);
    let mut status = 0;
    for name in names {
        let path = call.path(name);
        let mut state = call.phone.state();
        let is_folder = state.files.get(&path).is_ok_and(Node::is_folder);
        let removed = match (is_folder, goes_in) {
            (true, false) => Err(FileError::IsFolder),
            (_, true) => state.files.remove_all(&path),
            (false, false) => state.files.remove(&path),
        };
        drop(state);
        match removed {
            Ok(()) => {}
            Err(FileError::NotFound) if letters.contains('f') => {}
            Err(error) => status = call.fail(1, &format!("rm: {name}: {error}"))?,
        }
    }
    Ok(status)
}

/// Removes empty folders.
pub(super) fn rmdir(call: &mut Call<'_>) -> io::Result<i32> {
    each(call, "rmdir", |call, path, _| {
        call.phone.state().files.remove(path)
    })
}

/// Makes folders.
pub(super) fn mkdir(call: &mut Call<'_>) -> io::Result<i32> {
    each(call, "mkdir", |call, path, letters| {
        let mut state = call.phone.state();
        let now = state.seconds();
        if letters.contains('p') {
            state.files.make_folders(path, now)
        } else {
            state.files.make_folder(path, now)
        }
    })
}

/// Makes empty files, or says that files changed now.
pub(super) fn touch(call: &mut Call<'_>) -> io::Result<i32> {
    each(call, "touch", |call, path, _| {
        let mut state = call.phone.state();
        let now = state.seconds();
        state.files.append(path, &[], now)
    })
}

/// Sets permissions; the first argument says which.
pub(super) fn chmod(call: &mut Call<'_>) -> io::Result<i32> {
    let (_, names) = call.letters();
    let Some((mode, names)) = names.split_first() else {
        return call.fail(1, "chmod: Needs 2 arguments");
    };
    let mut status = 0;
    for name in names {
        let path = call.path(name);
        let mut state = call.phone.state();
        let found = state
            .files
            .get(&path)
            .map(|node| (node.permissions, node.changed));
        if let Ok((before, changed)) = found {
            let permissions = u32::from_str_radix(mode, 8).unwrap_or(before | 0o111);
            state.files.stamp(&path, permissions, changed);
        }
        drop(state);
        if let Err(error) = found {
            status = call.fail(1, &format!("chmod: {name}: {error}"))?;
        }
    }
    Ok(status)
}

/// Copies files and folders.
pub(super) fn cp(call: &mut Call<'_>) -> io::Result<i32> {
    transfer(call, "cp", Keep::Both)
}

/// Moves files and folders.
pub(super) fn mv(call: &mut Call<'_>) -> io::Result<i32> {
    transfer(call, "mv", Keep::NewOnly)
}

/// Whether what is copied stays where it was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Both,
    NewOnly,
}

#[derive(Clone, Copy)]
struct TransferRules {
    takes_folders: bool,
    keep: Keep,
}

fn transfer(call: &Call<'_>, program: &str, keep: Keep) -> io::Result<i32> {
    let (letters, names) = call.letters();
    let Some((to, from)) = names.split_last().filter(|(_, from)| !from.is_empty()) else {
        return call.fail(1, &format!("{program}: Needs 2 arguments"));
    };
    let mut status = 0;
    let takes_folders = keep == Keep::NewOnly || letters.contains(['r', 'R', 'a']);
    let rules = TransferRules {
        takes_folders,
        keep,
    };
    for name in from {
        let moved = transfer_one(call, name, to, rules);
        if let Err(error) = moved {
            status = call.fail(1, &format!("{program}: bad '{name}': {error}"))?;
        }
    }
    Ok(status)
}

fn transfer_one(
    call: &Call<'_>,
    from: &str,
    to: &str,
    rules: TransferRules,
) -> Result<(), FileError> {
    let (from, mut to) = (call.path(from), call.path(to));
    let mut state = call.phone.state();
    let now = state.seconds();
    if state.files.get(&to).is_ok_and(Node::is_folder) {
        to = format!("{to}/{}", file_name(&from));
    }
    if state.files.get(&from)?.is_folder()
        && (!rules.takes_folders || to.starts_with(&format!("{from}/")))
    {
        return Err(FileError::IsFolder);
    }
    if from == to {
        return Err(FileError::Exists);
    }
    for path in state.files.tree(&from) {
        let target = format!("{to}{}", &path[from.len()..]);
        match state.files.get(&path)?.bytes.clone() {
            Some(bytes) => state.files.write(&target, bytes, now)?,
            None => state.files.make_folders(&target, now)?,
        }
    }
    match rules.keep {
        Keep::Both => Ok(()),
        Keep::NewOnly => state.files.remove_all(&from),
    }
}

/// Prints the last part of a path.
pub(super) fn basename(call: &mut Call<'_>) -> io::Result<i32> {
    let name = file_name(call.arg(0));
    call.line(name.strip_suffix(call.arg(1)).unwrap_or(name))?;
    Ok(0)
}

/// Prints the folder of a path.
pub(super) fn dirname(call: &mut Call<'_>) -> io::Result<i32> {
    let name = call.arg(0);
    call.line(if name.contains('/') {
        parent(name)
    } else {
        "."
    })?;
    Ok(0)
}

/// Prints the plain form of paths that exist.
pub(super) fn readlink(call: &mut Call<'_>) -> io::Result<i32> {
    let (_, names) = call.letters();
    let mut status = 0;
    for name in names {
        let path = call.path(name);
        let found = call.phone.state().files.get(&path).map(|_| ());
        match found {
            Ok(()) => call.line(&path)?,
            Err(error) => status = call.fail(1, &format!("{}: {name}: {error}", call.name))?,
        }
    }
    Ok(status)
}

type Change = fn(&Call<'_>, &str, &str) -> Result<(), FileError>;

fn each(call: &Call<'_>, program: &str, change: Change) -> io::Result<i32> {
    let (letters, names) = call.letters();
    if names.is_empty() {
        return call.fail(1, &format!("{program}: Needs 1 argument"));
    }
    let mut status = 0;
    for name in names {
        let path = call.path(name);
        if let Err(error) = change(call, &path, &letters) {
            status = call.fail(1, &format!("{program}: '{name}': {error}"))?;
        }
    }
    Ok(status)
}
