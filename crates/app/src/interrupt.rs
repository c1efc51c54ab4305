//! Ctrl-C: the first asks the runs to end, the second ends the process.

use std::io::Read;
use std::os::unix::net::UnixStream;

use retap_replay::StopSignal;

use crate::error::Exit;
use crate::terminal::talkln;

/// Returns a signal that Ctrl-C sets.
///
/// The handler only writes a byte to a pipe; a thread that does nothing else reads it, because
/// hardly anything may be done inside a signal handler.
pub(crate) fn listen() -> StopSignal {
    let stop = StopSignal::default();
    let Ok((mut reader, writer)) = UnixStream::pair() else {
        return stop;
    };
    // Without a handler Ctrl-C ends the process at once, which is what it did before.
    if signal_hook::low_level::pipe::register(signal_hook::consts::SIGINT, writer).is_err() {
        return stop;
    }
    let signal = stop.clone();
    std::thread::spawn(move || {
        let mut byte = [0];
        while reader.read_exact(&mut byte).is_ok() {
            if signal.is_stopped() {
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
            signal.stop();
            talkln!("stopping after the step under way; press Ctrl-C again to stop at once");
        }
    });
    stop
}

/// Calls `act` on the first Ctrl-C or request to terminate; the second ends the process.
pub(crate) fn when_stopped(act: impl FnOnce() + Send + 'static) {
    let Ok((mut reader, writer)) = UnixStream::pair() else {
        return;
    };
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let heard = writer.try_clone();
        // Without a handler a signal ends the process at once, which is what it did before.
        let _ = heard.and_then(|writer| signal_hook::low_level::pipe::register(signal, writer));
    }
    std::thread::spawn(move || {
        let mut byte = [0];
        if reader.read_exact(&mut byte).is_ok() {
            act();
        }
        if reader.read_exact(&mut byte).is_ok() {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
    });
}
