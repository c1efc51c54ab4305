//! Files that are copied to a device.

use std::io::{self, Read};

use retap_model::device::Deadline;

use super::wire::Wire;
use super::{AdbError, AdbServer};

/// Longest piece of a file that the protocol allows.
const LONGEST_PIECE: usize = 64 << 10;

/// The bit of a mode that says "regular file".
const REGULAR_FILE: u32 = 0o100_000;

/// Longest reason that is believed to be one.
const LONGEST_REASON: usize = 64 << 10;

impl AdbServer {
    /// Copies `file` to `path` on the device, readable and writable there, and returns its length.
    pub fn push(
        &self,
        serial: &str,
        file: &mut dyn Read,
        path: &str,
        deadline: Deadline,
    ) -> Result<u64, AdbError> {
        let asked = format!("copy a file to `{path}`");
        let mut wire = self.open_service(serial, "sync:", &asked, deadline)?;
        let target = format!("{path},{}", REGULAR_FILE | 0o644);
        send(&mut wire, b"SEND", target.as_bytes())?;
        let mut total = 0;
        let mut piece = vec![0; LONGEST_PIECE];
        loop {
            let count = fill(file, &mut piece).map_err(|error| here(&wire, &error))?;
            if count == 0 {
                break;
            }
            send(&mut wire, b"DATA", &piece[..count])?;
            total += count as u64;
        }
        // `DONE` carries the time of the file where others carry a length; the device's own will do.
        wire.write(b"DONE\0\0\0\0")?;
        let (word, length) = read_head(&mut wire)?;
        match &word {
            b"OKAY" => {
                quit(&mut wire)?;
                Ok(total)
            }
            b"FAIL" => Err(refusal(&mut wire, length)?),
            other => Err(unknown(&wire, other)),
        }
    }
}

fn send(wire: &mut Wire<'_>, word: &[u8; 4], body: &[u8]) -> Result<(), AdbError> {
    let length = (body.len() as u32).to_le_bytes();
    wire.write(&[&word[..], &length, body].concat())
}

fn read_head(wire: &mut Wire<'_>) -> Result<([u8; 4], usize), AdbError> {
    let mut head = [0; 8];
    wire.read_exact(&mut head)?;
    let word = [head[0], head[1], head[2], head[3]];
    Ok((word, number(&head[4..]) as usize))
}

fn number(bytes: &[u8]) -> u32 {
    let mut four = [0; 4];
    four.copy_from_slice(&bytes[..4]);
    u32::from_le_bytes(four)
}

fn quit(wire: &mut Wire<'_>) -> Result<(), AdbError> {
    wire.write(b"QUIT\0\0\0\0")
}

fn refusal(wire: &mut Wire<'_>, length: usize) -> Result<AdbError, AdbError> {
    let mut reason = Vec::new();
    wire.read_onto(&mut reason, length.min(LONGEST_REASON))?;
    Ok(wire.refused(String::from_utf8_lossy(&reason).into_owned()))
}

fn unknown(wire: &Wire<'_>, word: &[u8]) -> AdbError {
    wire.nonsense(format!("`{}` in the middle of a file", word.escape_ascii()))
}

/// The trouble is with the file on this machine.
fn here(wire: &Wire<'_>, error: &io::Error) -> AdbError {
    wire.refused(error.to_string())
}

fn fill(file: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut count = 0;
    while count < buffer.len() {
        match file.read(&mut buffer[count..]) {
            Ok(0) => break,
            Ok(more) => count += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(count)
}
