//! The bytes of files, both ways.

use std::io::{self, Read, Write};

use super::super::files::{FileError, parent};
use super::super::phone::AdbPhone;
use super::super::service::read_exactly;
use super::wire::{fail, message, word};

/// How many bytes of a file one message can carry.
const LONGEST_DATA: usize = 64 * 1024;
/// How many bytes are gathered before they are written: small pieces wait for each other on the
/// way to the client.
const WRITTEN_AT_ONCE: usize = 512 * 1024;
/// A file longer than this is not taken in, since it is kept in memory.
const LONGEST_FILE: usize = 512 * 1024 * 1024;

const SYMLINK: u32 = 0o120_000;
const KIND: u32 = 0o170_000;

/// Takes in a file that is pushed.
pub(super) fn receive(
    stream: &mut (impl Read + Write),
    path: &str,
    mode: u32,
    phone: &AdbPhone,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    let mut is_too_long = false;
    let changed = loop {
        let head = read_exactly(stream, 8)?;
        let value = word(&head, 4);
        match &head[..4] {
            b"DATA" if value as usize <= LONGEST_DATA => {
                let more = read_exactly(stream, value as usize)?;
                is_too_long |= bytes.len() + more.len() > LONGEST_FILE;
                if !is_too_long {
                    bytes.extend(more);
                }
            }
            b"DONE" => break value,
            _ => return stream.write_all(&fail("invalid data message")),
        }
    };
    let written = if is_too_long {
        Err(FileError::Full)
    } else if mode & KIND == SYMLINK {
        Err(FileError::ReadOnly)
    } else {
        write(path, bytes, mode, changed, phone)
    };
    match written {
        Ok(()) => stream.write_all(&message(b"OKAY", &[])),
        Err(error) => stream.write_all(&fail(&format!("couldn't create file: {error}"))),
    }
}

fn write(
    path: &str,
    bytes: Vec<u8>,
    mode: u32,
    changed: u32,
    phone: &AdbPhone,
) -> Result<(), FileError> {
    let mut state = phone.state();
    let now = state.seconds();
    state.files.make_folders(parent(path), now)?;
    state.files.write(path, bytes, now)?;
    // A file that its owner can run is one all can run, and so on, as adbd does.
    let owner = (mode >> 6) & 7;
    let permissions = owner << 6 | owner << 3 | (owner & 4);
    state.files.stamp(path, permissions, u64::from(changed));
    Ok(())
}

/// Sends a file that is pulled.
pub(super) fn send(
    stream: &mut (impl Read + Write),
    path: &str,
    phone: &AdbPhone,
) -> io::Result<()> {
    let bytes = phone.state().files.read(path).map(<[u8]>::to_vec);
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) => return stream.write_all(&fail(&format!("open failed: {error}"))),
    };
    let mut messages = Vec::new();
    for part in bytes.chunks(LONGEST_DATA) {
        messages.extend(message(b"DATA", part));
        if messages.len() >= WRITTEN_AT_ONCE {
            stream.write_all(&messages)?;
            messages.clear();
        }
    }
    messages.extend(message(b"DONE", &[]));
    stream.write_all(&messages)
}
