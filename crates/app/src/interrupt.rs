//! Ctrl-C, a closed terminal, a request to terminate: the first asks the runs to end, the second ends the process.

use std::io::Read;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use retap_replay::StopSignal;
use signal_hook::SigId;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::low_level::pipe;

use crate::terminal::talkln;

/// The signals that ask for an end.
pub(crate) const ENDING: [i32; 3] = [SIGINT, SIGHUP, SIGTERM];

/// The signal that came first. A process has its signals once, so this has one home.
static FIRST: AtomicI32 = AtomicI32::new(SIGINT);

/// Returns the exit code of what a signal ended, as shells have it: 128 and the number of the signal.
pub(crate) fn exit_code() -> u8 {
    u8::try_from(128 + FIRST.load(Ordering::Relaxed)).unwrap_or(u8::MAX)
}

/// Returns a signal that is set by whatever asks for an end; the second time the process ends at once.
pub(crate) fn listen() -> StopSignal {
    let stop = StopSignal::default();
    let signal = stop.clone();
    when_stopped(move |number| {
        FIRST.store(number, Ordering::Relaxed);
        signal.stop();
        let again = match number {
            SIGINT => "press Ctrl-C again",
            _ => "ask again",
        };
        talkln!("stopping after the step under way; {again} to stop at once");
    });
    stop
}

/// Calls `act` with the signal that first asks for an end; the second ends the process. One that whoever started the process
/// had it ignore, as `nohup` does, stays ignored.
pub(crate) fn when_stopped(act: impl FnOnce(i32) + Send + 'static) {
    let act = Arc::new(Mutex::new(Some(act)));
    for number in ENDING.into_iter().filter(|number| !is_ignored(*number)) {
        let act = Arc::clone(&act);
        on_signals(&[number], move || {
            let first = act.lock().unwrap_or_else(PoisonError::into_inner).take();
            match first {
                Some(act) => act(number),
                None => std::process::exit(128 + number),
            }
        });
    }
}

/// Returns whether this process ignores a signal, where the system tells.
fn is_ignored(number: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & (1 << (number - 1)) != 0)
}

/// Lets a file that grows beyond what the system allows be an error of writing, which is told, and not the end of the
/// process.
pub(crate) fn survive_full_files() {
    // The flag is never read: that there is a handler is all that counts.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
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
