//! Copying files: the `sync:` service.

use std::io::{self, Read, Write};

use super::files::{FileError, Node, full_path, parent};
use super::phone::AdbPhone;

/// The longest path adb sends.
const LONGEST_PATH: u32 = 1024;
/// How many bytes of a file one message can carry.
const LONGEST_DATA: usize = 64 * 1024;
/// How many bytes are gathered before they are written: small pieces wait for each other on the
/// way to the client.
const WRITTEN_AT_ONCE: usize = 512 * 1024;
/// A file longer than this is not taken in, since it is kept in memory.
const LONGEST_FILE: usize = 512 * 1024 * 1024;
/// The kinds of files, as the bits of a mode say them.
const KIND: u32 = 0o170_000;
const SYMLINK: u32 = 0o120_000;

/// Answers requests until the other side is done.
pub(super) fn run(from: &mut impl Read, to: &mut impl Write, phone: &AdbPhone) -> io::Result<()> {
    loop {
        let head = read_exactly(from, 8)?;
        let (id, length) = (&head[..4], word(&head, 4));
        if id == b"QUIT" {
            return Ok(());
        }
        if length > LONGEST_PATH {
            return to.write_all(&fail("path too long"));
        }
        let named = read_exactly(from, length as usize)?;
        let named = String::from_utf8_lossy(&named);
        let path = full_path("/", &named);
        let answer = match id {
            b"STAT" => stat(&path, phone),
            b"LIST" => list(&path, phone),
            b"SEND" => {
                // The mode stands after the last comma; a path may have commas too.
                let (named, mode) = named.rsplit_once(',').unwrap_or((&named, "33188"));
                let mode = mode.parse().unwrap_or(0o644);
                receive(from, &full_path("/", named), mode, phone)?
            }
            b"RECV" => send(to, &path, phone)?,
            _ => return to.write_all(&fail("unknown command")),
        };
        to.write_all(&answer)?;
    }
}

/// Takes in a file that is pushed; returns the answer.
fn receive(from: &mut impl Read, path: &str, mode: u32, phone: &AdbPhone) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut is_too_long = false;
    let changed = loop {
        let head = read_exactly(from, 8)?;
        let value = word(&head, 4);
        match &head[..4] {
            b"DATA" if value as usize <= LONGEST_DATA => {
                let more = read_exactly(from, value as usize)?;
                is_too_long |= bytes.len() + more.len() > LONGEST_FILE;
                if !is_too_long {
                    bytes.extend(more);
                }
            }
            b"DONE" => break value,
            _ => return Ok(fail("invalid data message")),
        }
    };
    let written = if is_too_long {
        Err(FileError::Full)
    } else if mode & KIND == SYMLINK {
        Err(FileError::ReadOnly)
    } else {
        let files = &mut phone.state().files;
        let made = files.make_folders(parent(path));
        let written = made.and_then(|()| files.write(path, bytes));
        written.map(|()| files.stamp(path, permissions(mode), u64::from(changed)))
    };
    Ok(match written {
        Ok(()) => message(b"OKAY", &[]),
        Err(error) => fail(&format!("couldn't create file: {error}")),
    })
}

/// Returns the permissions of a file: one that its owner can run is one all can run, and so on, as adbd does.
const fn permissions(mode: u32) -> u32 {
    let owner = (mode >> 6) & 7;
    owner << 6 | owner << 3 | (owner & 4)
}

/// Sends a file that is pulled; returns what is left to send of the answer.
fn send(to: &mut impl Write, path: &str, phone: &AdbPhone) -> io::Result<Vec<u8>> {
    let bytes = phone.state().files.read(path).map(<[u8]>::to_vec);
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) => return Ok(fail(&format!("open failed: {error}"))),
    };
    let mut messages = Vec::new();
    for part in bytes.chunks(LONGEST_DATA) {
        messages.extend(message(b"DATA", part));
        if messages.len() >= WRITTEN_AT_ONCE {
            to.write_all(&messages)?;
            messages.clear();
        }
    }
    messages.extend(message(b"DONE", &[]));
    Ok(messages)
}

/// Answers `STAT`: zeros for what does not exist.
fn stat(path: &str, phone: &AdbPhone) -> Vec<u8> {
    let state = phone.state();
    [b"STAT".to_vec(), words(state.files.get(path).ok())].concat()
}

/// Answers `LIST`.
fn list(path: &str, phone: &AdbPhone) -> Vec<u8> {
    let state = phone.state();
    let mut answer = Vec::new();
    for (name, node) in state.files.list(path).unwrap_or_default() {
        let length = u32::try_from(name.len()).unwrap_or_default();
        answer.extend_from_slice(b"DENT");
        answer.extend(words(Some(node)));
        answer.extend_from_slice(&length.to_le_bytes());
        answer.extend_from_slice(name.as_bytes());
    }
    // The end is as long as an entry without a name.
    answer.extend_from_slice(b"DONE");
    answer.extend_from_slice(&[0; 16]);
    answer
}

/// Returns the mode, the size and the time of a file.
fn words(node: Option<&Node>) -> Vec<u8> {
    let words = node.map_or([0; 3], |node| {
        let size = u32::try_from(node.size()).unwrap_or(u32::MAX);
        let changed = u32::try_from(node.changed).unwrap_or(u32::MAX);
        [node.mode(), size, changed]
    });
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Reads exactly as many bytes as there is room for.
fn read_exactly(from: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; count];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Returns the little-endian word at `at`; zero where there is none.
fn word(bytes: &[u8], at: usize) -> u32 {
    let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
    four.map_or(0, u32::from_le_bytes)
}

/// Returns a message: an id, a length and a payload.
fn message(id: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    [id.as_slice(), &length.to_le_bytes(), payload].concat()
}

/// Returns the message that something failed.
fn fail(reason: &str) -> Vec<u8> {
    message(b"FAIL", reason.as_bytes())
}
