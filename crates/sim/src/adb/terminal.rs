//! A shell that is typed into, with or without a terminal.

use std::io::{self, Write};

use super::shell::{Io, Leave, Shell};

const PROMPT: &str = "sim:/ $ ";
const CTRL_C: u8 = 3;
const CTRL_D: u8 = 4;
const BACKSPACE: u8 = 8;
const DELETE: u8 = 127;

/// Whether a terminal stands between the shell and whoever uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Terminal {
    Raw,
    Pty,
}

/// Writes on, with the line ends a terminal has: it makes `\r\n` of every `\n`.
pub(super) struct LineWriter<W> {
    pub(super) to: W,
    pub(super) terminal: Terminal,
}

impl<W: Write> Write for LineWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.terminal == Terminal::Raw {
            return self.to.write(bytes);
        }
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

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Runs the lines of the input one after the other, until it ends or one leaves.
///
/// A terminal prompts for them and shows what is typed.
pub(super) fn run_lines(shell: &mut Shell, io: &Io, terminal: Terminal) -> Result<i32, Leave> {
    let show = |text: &str| match terminal {
        Terminal::Raw => Ok(()),
        Terminal::Pty => io.out.write(text.as_bytes()),
    };
    let mut status = 0;
    show(PROMPT)?;
    while let Some(line) = read_line(io, terminal)? {
        match shell.run_text(&String::from_utf8_lossy(&line), io) {
            Ok(ended) => status = ended,
            Err(Leave::Exit(ended)) => return Ok(ended),
            Err(Leave::Break | Leave::Continue) => {}
            Err(Leave::Gone) => return Err(Leave::Gone),
        }
        show(PROMPT)?;
    }
    Ok(status)
}

/// Returns the next line; `None` when nothing more comes.
fn read_line(io: &Io, terminal: Terminal) -> Result<Option<Vec<u8>>, Leave> {
    let mut line = Vec::new();
    loop {
        let typed = io.stdin.read_count(1)?;
        let Some(byte) = typed.first().copied() else {
            return Ok(Some(line).filter(|line| !line.is_empty()));
        };
        let shown: &[u8] = match (terminal, byte) {
            (Terminal::Raw, b'\n') => return Ok(Some(line)),
            (Terminal::Pty, b'\r' | b'\n') => {
                io.out.write(b"\n")?;
                return Ok(Some(line));
            }
            (Terminal::Pty, CTRL_D) if line.is_empty() => {
                io.out.write(b"\n")?;
                return Ok(None);
            }
            (Terminal::Pty, CTRL_C) => {
                io.out.write(b"^C\n")?;
                return Ok(Some(Vec::new()));
            }
            (Terminal::Pty, BACKSPACE | DELETE) => match line.pop() {
                Some(_) => b"\x08 \x08",
                None => b"",
            },
            (Terminal::Raw, other) => {
                line.push(other);
                b""
            }
            (Terminal::Pty, other) => {
                line.push(other);
                &[other]
            }
        };
        io.out.write(shown)?;
    }
}
