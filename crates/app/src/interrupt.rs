//! Ctrl-C: the first asks the runs to end, the second ends the process.

use std::io::Read;
use std::os::unix::net::UnixStream;

use retap_replay::StopSignal;
use signal_hook::SigId;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::low_level::pipe;

use crate::error::Exit;
use crate::terminal::talkln;

/// Returns a signal that Ctrl-C sets; the second Ctrl-C ends the process.
pub(crate) fn listen() -> StopSignal {
    let stop = StopSignal::default();
    let signal = stop.clone();
    on_signals(&[SIGINT], move || {
        if signal.is_stopped() {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
        signal.stop();
        talkln!("stopping after the step under way; press Ctrl-C again to stop at once");
    });
    stop
}

/// Calls `act` on the first Ctrl-C or request to terminate; the second ends the process.
pub(crate) fn when_stopped(act: impl FnOnce() + Send + 'static) {
    let mut act = Some(act);
    on_signals(&[SIGINT, SIGTERM], move || match act.take() {
        Some(act) => act(),
        None => std::process::exit(i32::from(Exit::Interrupted.code())),
    });
}

/// Calls `heard` each time one of these signals comes.
///
/// The handler only writes a byte to a pipe; a thread that does nothing else reads it, because
/// hardly anything may be done inside a signal handler.
///
/// Without a handler a signal ends the process at once, which is what it did before. The thread ends once
/// every handler that is returned is unregistered.
pub(crate) fn on_signals(signals: &[i32], mut heard: impl FnMut() + Send + 'static) -> Vec<SigId> {
    let Ok((mut reader, writer)) = UnixStream::pair() else {
        return Vec::new();
    };
    let register = |signal: &i32| pipe::register(*signal, writer.try_clone().ok()?).ok();
    let registered = signals.iter().filter_map(register).collect();
    std::thread::spawn(move || {
        while reader.read_exact(&mut [0]).is_ok() {
            heard();
        }
    });
    registered
}
