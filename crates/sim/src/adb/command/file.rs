//! Programs that read, write and move files.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::super::files::{FileError, Node, file_name};
use super::super::shell::Leave;
use super::{Call, Ended};

/// Prints files, or its input.
pub(super) fn cat(call: &mut Call<'_>) -> Ended {
    let options = call.options(&[]);
    let names = match options.rest.as_slice() {
        [] => &["-"],
        names => names,
    };
    let mut status = 0;
    for name in names {
        if matches!(*name, "-" | "/dev/stdin") {
            pass_input_on(call)?;
            continue;
        }
        match read(call, name) {
            Ok(bytes) => call.io.out.write(&bytes)?,
            Err(error) => status = call.fail(1, &format!("cat: {name}: {error}"))?,
        }
    }
    Ok(status)
}

/// Prints input as it comes, not only once all of it is there.
fn pass_input_on(call: &Call<'_>) -> Result<(), Leave> {
    loop {
        let bytes = call.io.stdin.read_some()?;
        if bytes.is_empty() {
            return Ok(());
        }
        call.io.out.write(&bytes)?;
    }
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

/// Does `change` to each name; a complaint is printed behind the name of the program.
fn each(call: &Call<'_>, names: &[&str], change: impl Fn(&str) -> Result<(), String>) -> Ended {
    let mut status = 0;
    for name in names {
        if let Err(complaint) = change(name) {
            status = call.fail(1, &format!("{}: {complaint}", call.name))?;
        }
    }
    Ok(status)
}

/// Writes its input to files and prints it too.
pub(super) fn tee(call: &mut Call<'_>) -> Ended {
    let options = call.options(&[]);
    let bytes = call.io.stdin.read_all()?;
    call.io.out.write(&bytes)?;
    each(call, &options.rest, |name| {
        let written = if options.has(&["a"]) {
            call.state().files.append(&call.path(name), &bytes)
        } else {
            write(call, name, bytes.clone())
        };
        written.map_err(|error| format!("{name}: {error}"))
    })
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
            Err(FileError::NotFound) if is_forced => Ok(()),
            removed => removed.map_err(|error| format!("{name}: {error}")),
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
        made.map_err(|error| format!("'{name}': {error}"))
    })
}

/// Copies files and folders.
pub(super) fn cp(call: &mut Call<'_>) -> Ended {
    let folders = match call.options(&[]).has(&["r", "R", "a"]) {
        true => Folders::Taken,
        false => Folders::Refused,
    };
    transfer(call, |call, from, to| {
        copy(call, from, to, folders).map(|_| ())
    })
}

/// Moves files and folders.
pub(super) fn mv(call: &mut Call<'_>) -> Ended {
    transfer(call, |call, from, to| {
        let path = copy(call, from, to, Folders::Taken)?;
        call.state().files.remove(&path)
    })
}

/// Brings each but the last argument to the last.
fn transfer(
    call: &Call<'_>,
    bring: impl Fn(&Call<'_>, &str, &str) -> Result<(), FileError>,
) -> Ended {
    let options = call.options(&[]);
    match options.rest.as_slice() {
        [from @ .., to] if !from.is_empty() => each(call, from, |name| {
            bring(call, name, to).map_err(|error| format!("bad '{name}': {error}"))
        }),
        _ => call.fail(1, &format!("{}: Needs 2 arguments", call.name)),
    }
}

/// Whether folders are copied with all that is in them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Folders {
    Taken,
    Refused,
}

/// Copies `from`; returns its full path.
fn copy(call: &Call<'_>, from: &str, to: &str, folders: Folders) -> Result<String, FileError> {
    let (from, mut to) = (call.path(from), call.path(to));
    let files = &mut call.state().files;
    if files.get(&to).is_ok_and(Node::is_folder) {
        to = format!("{to}/{}", file_name(&from));
    }
    let is_inside = to.starts_with(&format!("{from}/"));
    if files.get(&from)?.is_folder() && (folders == Folders::Refused || is_inside) {
        return Err(FileError::IsFolder);
    }
    if from == to {
        return Err(FileError::Exists);
    }
    for path in files.tree(&from) {
        let target = format!("{to}{}", &path[from.len()..]);
        match files.get(&path)?.bytes.clone() {
            Some(bytes) => files.write(&target, bytes)?,
            None => files.make_folders(&target)?,
        }
    }
    Ok(from)
}

/// Writes bytes as text in base 64, or reads such text with `-d`.
pub(super) fn base64(call: &mut Call<'_>) -> Ended {
    let options = call.options(&[]);
    let (bytes, status) = input(call, &options.rest)?;
    if !options.has(&["d"]) {
        call.line(&LENIENT.encode(&bytes))?;
        return Ok(status);
    }
    match decode_base64(&bytes) {
        Some(decoded) => {
            call.io.out.write(&decoded)?;
            Ok(status)
        }
        None => call.fail(1, "base64: bad input"),
    }
}

/// Text that was cut or joined has padding missing or blanks between.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Returns the bytes that a text in base 64 stands for.
pub(super) fn decode_base64(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    LENIENT.decode(digits.copied().collect::<Vec<u8>>()).ok()
}

/// Returns the bytes of the named files one after the other, or of the input when none is named.
pub(super) fn input(call: &Call<'_>, names: &[&str]) -> Result<(Vec<u8>, i32), Leave> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64_goes_both_ways() {
        for text in ["", "a", "ab", "abc", "こんにちは"] {
            let encoded = LENIENT.encode(text);
            assert_eq!(decode_base64(encoded.as_bytes()).unwrap(), text.as_bytes());
        }
        assert_eq!(LENIENT.encode(b"hello"), "aGVsbG8=");
        assert_eq!(decode_base64(b"!"), None);
    }
}
