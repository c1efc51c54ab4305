//! A shell that is typed into, with or without a terminal.

use std::io::{self, Write};

use super::shell::{Io, Leave, Shell};

const PROMPT: &str = "sim:/ $ ";
const CTRL_C: u8 = 3;
const CTRL_D: u8 = 4;
const BACKSPACE: u8 = 8;
const DELETE: u8 = 127;

/// The treatment of line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineEnds {
    AsTheyAre,
    /// A terminal makes `\r\n` of every `\n`.
    WithReturn,
}

impl LineEnds {
    /// Returns a writer to `to` that treats line ends so.
    pub(super) const fn writer<W: Write>(self, to: W) -> LineWriter<W> {
        LineWriter { to, ends: self }
    }
}

/// Writes on, with the line ends a terminal has.
pub(super) struct LineWriter<W> {
    to: W,
    ends: LineEnds,
}

impl<W: Write> Write for LineWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.ends {
            LineEnds::AsTheyAre => self.to.write(bytes),
            LineEnds::WithReturn => {
                let mut changed = Vec::with_capacity(bytes.len() + 16);
                for byte in bytes {
                    if *byte == b'\n' {
                        changed.push(b'\r');
                    }
                    changed.push(*byte);
                }
                self.to.write_all(&changed)?;
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Runs the lines of the input one after the other; returns the last status.
pub(super) fn run_lines(shell: &mut Shell, io: &Io) -> Option<i32> {
    let mut status = 0;
    let mut line = Vec::new();
    loop {
        let byte = io.stdin.read_count(1).ok()?;
        let is_end = byte.is_empty();
        if !is_end && byte != b"\n" {
            line.extend(byte);
            continue;
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        line.clear();
        match shell.run_text(&text, io) {
            Ok(ended) => status = ended,
            Err(Leave::Exit(ended)) => return Some(ended),
            Err(Leave::Break | Leave::Continue) => {}
            Err(Leave::Gone) => return None,
        }
        if is_end {
            return Some(status);
        }
    }
}

/// Prompts for lines and shows what is typed, as a terminal does.
pub(super) fn type_into(shell: &mut Shell, io: &Io) -> Option<i32> {
    let mut status = 0;
    let mut line = Vec::new();
    io.out.write(PROMPT.as_bytes()).ok()?;
    loop {
        let typed = io.stdin.read_count(1).ok()?;
        let Some(byte) = typed.first().copied() else {
            return Some(status);
        };
        match byte {
            CTRL_D if line.is_empty() => {
                io.out.write(b"\n").ok()?;
                return Some(status);
            }
            CTRL_C => {
                line.clear();
                io.out.write(format!("^C\n{PROMPT}").as_bytes()).ok()?;
            }
            BACKSPACE | DELETE => {
                if line.pop().is_some() {
                    io.out.write(b"\x08 \x08").ok()?;
                }
            }
            b'\r' | b'\n' => {
                io.out.write(b"\n").ok()?;
                let text = String::from_utf8_lossy(&line).into_owned();
                line.clear();
                match shell.run_text(&text, io) {
                    Ok(ended) => status = ended,
                    Err(Leave::Exit(ended)) => return Some(ended),
                    Err(Leave::Break | Leave::Continue) => {}
                    Err(Leave::Gone) => return None,
                }
                io.out.write(PROMPT.as_bytes()).ok()?;
            }
            other => {
                line.push(other);
                io.out.write(&[other]).ok()?;
            }
        }
    }
}
