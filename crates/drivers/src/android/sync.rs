//! Files that are copied to a device.

use std::io::Read;

use super::wire::Wire;
use super::{AdbError, AdbServer, Asked};

/// Longest piece of a file that the protocol allows, and longest reason that is believed to be one.
const LONGEST_PIECE: usize = 64 << 10;

/// The bit of a mode that says "regular file".
const REGULAR_FILE: u32 = 0o100_000;

impl AdbServer {
    /// Copies `file` to `path` on the device, readable and writable there.
    pub fn push(
        &self,
        serial: &str,
        file: &mut dyn Read,
        path: &str,
        asked: Asked<'_>,
    ) -> Result<(), AdbError> {
        let mut wire = self.open_service(serial, "sync:", asked)?;
        let target = format!("{path},{}", REGULAR_FILE | 0o644);
        send(&mut wire, b"SEND", target.as_bytes())?;
        let mut piece = Vec::with_capacity(LONGEST_PIECE);
        loop {
            piece.clear();
            let read = Read::take(&mut *file, LONGEST_PIECE as u64).read_to_end(&mut piece);
            // The trouble is with the file on this machine.
            if read.map_err(|error| wire.refused(error.to_string()))? == 0 {
                break;
            }
            send(&mut wire, b"DATA", &piece)?;
        }
        // `DONE` carries the time of the file where others carry a length; the device's own will do.
        wire.write(b"DONE\0\0\0\0")?;
        let mut head = [0; 8];
        wire.read_exact(&mut head)?;
        let [a, b, c, d, length @ ..] = head;
        match &[a, b, c, d] {
            b"OKAY" => wire.write(b"QUIT\0\0\0\0"),
            b"FAIL" => {
                let length = u32::from_le_bytes(length) as usize;
                let mut reason = Vec::new();
                wire.read_onto(&mut reason, length.min(LONGEST_PIECE))?;
                Err(wire.refused(String::from_utf8_lossy(&reason).into_owned()))
            }
            other => {
                let word = other.escape_ascii();
                Err(wire.nonsense(format!("`{word}` in the middle of a file")))
            }
        }
    }
}

fn send(wire: &mut Wire<'_>, word: &[u8; 4], body: &[u8]) -> Result<(), AdbError> {
    let length = (body.len() as u32).to_le_bytes();
    wire.write(&[&word[..], &length, body].concat())
}
