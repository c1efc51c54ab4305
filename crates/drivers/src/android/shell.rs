//! Running commands on a device, standard output, standard error and exit code kept apart; and copying files to it.

use std::io::Read;

use super::server::Wire;
use super::{AdbError, AdbServer, Asked};

/// The kinds of packets that devices send back; input has kinds of its own.
const STDOUT: u8 = 1;
const STDERR: u8 = 2;
const EXIT: u8 = 3;

/// Stands before the exit code where a device cannot send one by itself.
const EXIT_MARK: &str = "retap-exit:";

/// Longest piece of a file that the protocol allows, and longest reason that is believed to be one.
const LONGEST_PIECE: usize = 64 << 10;

/// The bit of a mode that says "regular file".
const REGULAR_FILE: u32 = 0o100_000;

/// The result of a command on the device.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShellOutput {
    /// Its output.
    pub stdout: Vec<u8>,
    /// Its error output; empty where the device mixes both.
    pub stderr: Vec<u8>,
    /// Its exit code.
    pub code: u8,
}

impl ShellOutput {
    /// Returns what it printed, as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Returns all it printed in one line, standard error first, for reasons in errors.
    pub fn one_line(&self) -> String {
        let both = [&self.stderr[..], b"\n", &self.stdout[..]].concat();
        let text = String::from_utf8_lossy(&both);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("; ")
    }
}

/// How a device takes commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShellKind {
    /// Packets with an exit code, since Android 7.
    V2,
    /// Bytes only; the exit code is asked for with a second command.
    Plain,
}

impl ShellKind {
    /// Returns the kind that the features of a device tell of.
    pub(super) fn of(features: &[String]) -> Self {
        let has_packets = features.iter().any(|feature| feature == "shell_v2");
        if has_packets { Self::V2 } else { Self::Plain }
    }
}

impl AdbServer {
    /// Runs `command` in the device's shell.
    pub fn shell(
        &self,
        serial: &str,
        kind: ShellKind,
        command: &str,
        asked: Asked<'_>,
    ) -> Result<ShellOutput, AdbError> {
        match kind {
            ShellKind::V2 => {
                let service = format!("shell,v2,raw:{command}");
                read_packets(&mut self.open_service(serial, &service, asked)?)
            }
            ShellKind::Plain => {
                // A shell of its own, so that `exit` in the command does not end this one.
                let both = format!("(\n{command}\n)\necho {EXIT_MARK}$?");
                let bytes = self.exec(serial, &both, asked)?;
                split_exit_code(bytes).ok_or_else(|| AdbError::Cut {
                    asked: asked.what.to_owned(),
                    reason: "the command did not come to its end".to_owned(),
                })
            }
        }
    }

    /// Runs `command` and returns every byte it writes, unchanged.
    pub fn exec(&self, serial: &str, command: &str, asked: Asked<'_>) -> Result<Vec<u8>, AdbError> {
        let service = format!("exec:{command}");
        self.open_service(serial, &service, asked)?.read_to_end()
    }

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

/// Reads packets until the one with the exit code; without it the answer is not whole.
fn read_packets(wire: &mut Wire<'_>) -> Result<ShellOutput, AdbError> {
    let mut output = ShellOutput::default();
    loop {
        let mut head = [0; 5];
        wire.read_exact(&mut head)?;
        let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize;
        match head[0] {
            STDOUT => wire.read_onto(&mut output.stdout, length)?,
            STDERR => wire.read_onto(&mut output.stderr, length)?,
            EXIT => {
                let mut code = Vec::new();
                wire.read_onto(&mut code, length)?;
                let [code] = code[..] else {
                    return Err(wire.nonsense(format!("an exit code of {length} bytes")));
                };
                output.code = code;
                return Ok(output);
            }
            other => return Err(wire.nonsense(format!("a packet of the kind {other}"))),
        }
    }
}

fn split_exit_code(mut bytes: Vec<u8>) -> Option<ShellOutput> {
    let mark = EXIT_MARK.as_bytes();
    let mut windows = bytes.windows(mark.len());
    let start = windows.rposition(|window| window == mark)?;
    let digits = std::str::from_utf8(&bytes[start + mark.len()..]).ok()?;
    let code = digits.trim().parse().ok()?;
    bytes.truncate(start);
    Some(ShellOutput {
        stdout: bytes,
        stderr: Vec::new(),
        code,
    })
}

fn send(wire: &mut Wire<'_>, word: &[u8; 4], body: &[u8]) -> Result<(), AdbError> {
    let length = (body.len() as u32).to_le_bytes();
    wire.write(&[&word[..], &length, body].concat())
}

/// Returns `text` so that the device's shell takes it as one word with no special meaning.
pub(super) fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_code_is_found_behind_what_was_printed() {
        let output = split_exit_code(b"retap-exit:x\nretap-exit:3\r\n".to_vec()).unwrap();
        assert_eq!(output.stdout, b"retap-exit:x\n");
        assert_eq!(output.code, 3);
        assert_eq!(split_exit_code(b"half".to_vec()), None);
        assert_eq!(split_exit_code(b"retap-exit:".to_vec()), None);
    }

    /// A real shell must give back what was quoted, whatever it is.
    #[test]
    fn quoted_text_means_only_itself() {
        let all: String = (' '..='~')
            .chain("\n\t'\"$(reboot)`id`\\'é".chars())
            .collect();
        let printed = std::process::Command::new("sh")
            .args(["-c", &format!("printf %s {}", quote(&all))])
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(printed.stdout).unwrap(), all);
    }

    #[test]
    fn output_is_one_line_with_standard_error_first() {
        let output = ShellOutput {
            stdout: b"out\n".to_vec(),
            stderr: b"\r\n  bad \n".to_vec(),
            code: 1,
        };
        assert_eq!(output.one_line(), "bad; out");
    }
}
