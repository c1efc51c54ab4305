//! The one way to standard output and standard error: what strangers wrote is made visible, and a reader that went
//! away is no failure.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use retap_report::for_terminal;
pub(crate) use retap_report::{Paint, Style, Tone};

/// Whether something could not be written to standard output. The macros that write have no way to
/// return it, so it waits here for `main`, which ends the command with it.
static OUTPUT_LOST: AtomicBool = AtomicBool::new(false);

/// Standard output as it is, for bytes and for what was made visible already. Writing never fails: a reader that
/// went away, as `| head` does, is no reason to, and of a full disk `main` tells at the end.
pub(crate) struct StandardOutput;

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut stdout = io::stdout();
        if let Err(error) = stdout.write_all(bytes).and_then(|()| stdout.flush())
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            OUTPUT_LOST.store(true, Ordering::Relaxed);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Standard error in the same way; when nobody listens there, nobody can be told.
pub(crate) struct StandardError;

impl Write for StandardError {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = io::stderr().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes words with whatever strangers put into them made visible.
pub(crate) fn write_words(mut out: impl Write, words: std::fmt::Arguments<'_>) {
    // Neither of the two streams fails.
    let _ = out.write_all(for_terminal(&words.to_string()).as_bytes());
}

/// Returns whether something could not be written to standard output.
pub(crate) fn is_output_lost() -> bool {
    OUTPUT_LOST.load(Ordering::Relaxed)
}

/// Writes to standard output; see [`write_words`].
macro_rules! out {
    ($($words:tt)*) => {
        $crate::terminal::write_words($crate::terminal::StandardOutput, format_args!($($words)*))
    };
}

/// Writes a line to standard output; see [`out!`].
macro_rules! outln {
    () => { $crate::terminal::out!("\n") };
    ($($words:tt)*) => {{
        $crate::terminal::out!($($words)*);
        $crate::terminal::out!("\n");
    }};
}

/// Writes to standard error; see [`write_words`].
macro_rules! talk {
    ($($words:tt)*) => {
        $crate::terminal::write_words($crate::terminal::StandardError, format_args!($($words)*))
    };
}

/// Writes a line to standard error; see [`talk!`].
macro_rules! talkln {
    ($($words:tt)*) => {{
        $crate::terminal::talk!($($words)*);
        $crate::terminal::talk!("\n");
    }};
}

pub(crate) use {out, outln, talk, talkln};

/// Returns `1 step` or `2 steps`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        many => format!("{many} {noun}s"),
    }
}
