//! A question to the person at the terminal.

use std::io::{BufRead as _, Stdin};

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use signal_hook::SigId;

use crate::error::Exit;
use crate::interrupt::{ENDING, on_signals};
use crate::terminal::{talk, talkln};

/// Whether what is typed is shown; a secret is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Echo {
    Shown,
    Hidden,
}

/// Asks the person at the terminal and returns the line typed.
pub(crate) fn ask_person(prompt: &str, echo: Echo) -> std::io::Result<String> {
    // Before the question: what is typed the moment it shows is neither seen nor lost.
    let asking = Asking::start(echo)?;
    talk!("{prompt}");
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    if echo == Echo::Hidden {
        talkln!("");
    }
    drop(asking);
    if read? == 0 {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    Ok(line.trim_end_matches(['\n', '\r']).to_owned())
}

/// A question under way. The typing of a secret does not show for as long as this is there, and shows
/// again afterwards, Ctrl-C included.
struct Asking {
    shown: Termios,
    on_interrupt: Vec<SigId>,
}

impl Asking {
    fn start(echo: Echo) -> std::io::Result<Self> {
        let stdin = std::io::stdin();
        let shown = tcgetattr(&stdin)?;
        // For every question: a handler that was removed after one leaves Ctrl-C without any effect.
        let on_interrupt = restore_on_interrupt(shown.clone());
        if echo == Echo::Hidden {
            let mut hidden = shown.clone();
            hidden.local_modes.remove(LocalModes::ECHO);
            tcsetattr(&stdin, OptionalActions::Flush, &hidden)?;
        }
        Ok(Self {
            shown,
            on_interrupt,
        })
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        show_typing(&std::io::stdin(), &self.shown);
        for handler in self.on_interrupt.drain(..) {
            signal_hook::low_level::unregister(handler);
        }
    }
}

/// Ends the process at Ctrl-C and the like with the terminal as it was. Without a handler the terminal would stay
/// as it is now, and nobody would see what they type next.
fn restore_on_interrupt(shown: Termios) -> Vec<SigId> {
    on_signals(&ENDING, move || {
        show_typing(&std::io::stdin(), &shown);
        talkln!("");
        std::process::exit(i32::from(Exit::Interrupted.code()));
    })
}

/// A terminal that went away has nothing left to show.
fn show_typing(stdin: &Stdin, shown: &Termios) {
    let _ = tcsetattr(stdin, OptionalActions::Now, shown);
}
