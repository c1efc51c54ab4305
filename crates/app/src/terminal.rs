//! What the terminal can show: colours only where somebody can see them.

use std::sync::atomic::{AtomicBool, Ordering};

use retap_report::Style;
pub(crate) use retap_report::{Paint, Tone};
use rustix::termios::{LocalModes, OptionalActions, Termios};

/// A stream somebody may be looking at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stream {
    /// Whether it is a terminal.
    pub(crate) is_terminal: bool,
    /// Whether words on it may be coloured.
    pub(crate) colour: bool,
    /// How many columns a line has.
    pub(crate) columns: usize,
}

impl Stream {
    /// Returns how the console report may write to it.
    pub(crate) fn style(self, verbose: bool) -> Style {
        Style {
            colour: self.colour,
            terminal: self.is_terminal,
            width: self.columns,
            verbose,
        }
    }

    /// Returns what colours words on it.
    pub(crate) fn paint(self) -> Paint {
        Paint::new(self.colour)
    }
}

/// Asks the person at the terminal and returns the line typed; a secret is not shown while it is typed.
pub(crate) fn ask_person(prompt: &str, is_secret: bool) -> std::io::Result<String> {
    use std::io::BufRead as _;
    let stdin = std::io::stdin();
    // Before the question: what is typed the moment it shows is neither seen nor lost.
    let shown = if is_secret {
        hide_typing(&stdin)?
    } else {
        None
    };
    talk!("{prompt}");
    let mut line = String::new();
    let read = stdin.lock().read_line(&mut line);
    if let Some(shown) = shown {
        rustix::termios::tcsetattr(&stdin, OptionalActions::Now, &shown)?;
        talkln!("");
    }
    if read? == 0 {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    Ok(line.trim_end_matches(['\n', '\r']).to_owned())
}

/// Stops the terminal from showing what is typed, and returns how it was before.
fn hide_typing(stdin: &std::io::Stdin) -> std::io::Result<Option<Termios>> {
    let shown = rustix::termios::tcgetattr(stdin)?;
    let mut hidden = shown.clone();
    hidden.local_modes.remove(LocalModes::ECHO);
    rustix::termios::tcsetattr(stdin, OptionalActions::Flush, &hidden)?;
    Ok(Some(shown))
}

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
