//! The abilities of the terminal: colours only where somebody can see them.

use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) use retap_report::{Paint, Style, Tone};

/// Whether something could not be written to standard output. The macros that write have no way to
/// return it, so it waits here for `main`, which ends the command with it.
static OUTPUT_LOST: AtomicBool = AtomicBool::new(false);

/// Writes to standard output. A reader that went away, as `| head` does, is no reason to fail; a
/// full disk is.
pub(crate) fn write_out(words: std::fmt::Arguments<'_>) {
    use std::io::Write as _;
    let mut stdout = std::io::stdout();
    if let Err(error) = stdout.write_fmt(words).and_then(|()| stdout.flush())
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        OUTPUT_LOST.store(true, Ordering::Relaxed);
    }
}

/// Returns whether something could not be written to standard output.
pub(crate) fn is_output_lost() -> bool {
    OUTPUT_LOST.load(Ordering::Relaxed)
}

/// Writes to standard output; see [`write_out`].
macro_rules! out {
    ($($words:tt)*) => { $crate::terminal::write_out(format_args!($($words)*)) };
}

/// Writes a line to standard output; see [`out!`].
macro_rules! outln {
    () => { $crate::terminal::out!("\n") };
    ($($words:tt)*) => {{
        $crate::terminal::out!($($words)*);
        $crate::terminal::out!("\n");
    }};
}

/// Writes to standard error; when nobody listens there, nobody can be told.
macro_rules! talk {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = write!(std::io::stderr(), $($words)*);
    }};
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
