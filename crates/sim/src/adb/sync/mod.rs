//! Copying files: the `sync:` service.
//!
//! Not here: files of this machine; a phone's files are in memory.

mod list;
mod transfer;
mod wire;

use std::io::{self, Read, Write};
use std::sync::Arc;

use super::files::full_path;
use super::phone::AdbPhone;
use super::service::read_exactly;
use wire::{fail, word};

/// The longest path adb sends.
const LONGEST_PATH: u32 = 1024;

/// Answers requests until the other side is done.
pub(super) fn run(stream: &mut (impl Read + Write), phone: &Arc<AdbPhone>) -> io::Result<()> {
    loop {
        let head = read_exactly(stream, 8)?;
        let (id, length) = (&head[..4], word(&head, 4));
        if id == b"QUIT" {
            return Ok(());
        }
        if length > LONGEST_PATH {
            return stream.write_all(&fail("path too long"));
        }
        let path = read_exactly(stream, length as usize)?;
        let path = String::from_utf8_lossy(&path).into_owned();
        let plain = |path: &str| full_path("/", path);
        match id {
            b"STAT" => stream.write_all(&list::stat_v1(&plain(&path), phone))?,
            b"STA2" => stream.write_all(&list::stat_v2(b"STA2", &plain(&path), phone))?,
            b"LST2" => stream.write_all(&list::stat_v2(b"LST2", &plain(&path), phone))?,
            b"LIST" => stream.write_all(&list::list_v1(&plain(&path), phone))?,
            b"LIS2" => stream.write_all(&list::list_v2(&plain(&path), phone))?,
            b"SEND" => {
                // The mode stands after the last comma; a path may have commas too.
                let (path, mode) = path.rsplit_once(',').unwrap_or((&path, "33188"));
                let mode = mode.parse().unwrap_or(0o644);
                transfer::receive(stream, &plain(path), mode, phone)?;
            }
            b"SND2" => {
                let rest = read_exactly(stream, 12)?;
                if word(&rest, 8) != 0 {
                    return stream.write_all(&fail("compression is not supported"));
                }
                transfer::receive(stream, &plain(&path), word(&rest, 4), phone)?;
            }
            b"RECV" => transfer::send(stream, &plain(&path), phone)?,
            b"RCV2" => {
                let rest = read_exactly(stream, 8)?;
                if word(&rest, 4) != 0 {
                    return stream.write_all(&fail("compression is not supported"));
                }
                transfer::send(stream, &plain(&path), phone)?;
            }
            _ => return stream.write_all(&fail("unknown command")),
        }
    }
}
