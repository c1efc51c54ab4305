//! The work under way: calls that can be stopped and threads with devices, so that a server ends in order.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use retap_replay::StopSignal;

/// How long devices may take to be closed before the process ends without them.
const PATIENCE: Duration = Duration::from_secs(5);

/// The work under way. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct ActiveWork(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Wakes whoever waits for the last device.
    closed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    calls: BTreeMap<u64, ActiveCall>,
    next_call: u64,
    devices: usize,
    is_ending: bool,
}

#[derive(Debug)]
struct ActiveCall {
    /// Whose call it is, where clients have sessions.
    session: Option<String>,
    stop: StopSignal,
}

impl ActiveWork {
    /// Notes a call of a session until what is returned is dropped.
    pub(crate) fn call(&self, session: Option<&str>, stop: &StopSignal) -> CallGuard {
        let mut state = self.lock();
        if state.is_ending {
            stop.stop();
        }
        let number = state.next_call;
        state.next_call += 1;
        let (session, stop) = (session.map(str::to_owned), stop.clone());
        state.calls.insert(number, ActiveCall { session, stop });
        CallGuard(self.clone(), number)
    }

    /// Notes a device until what is returned is dropped.
    pub(crate) fn device(&self) -> DeviceGuard {
        self.lock().devices += 1;
        DeviceGuard(self.clone())
    }

    /// Stops every call, and those that are still to come.
    pub(crate) fn stop(&self) {
        let mut state = self.lock();
        state.is_ending = true;
        state.calls.values().for_each(|call| call.stop.stop());
    }

    /// Stops the calls of a session whose client has gone: nobody waits for their answers.
    pub(crate) fn stop_session(&self, session: &str) {
        let state = self.lock();
        let is_its = |call: &&ActiveCall| call.session.as_deref() == Some(session);
        let calls = state.calls.values().filter(is_its);
        calls.for_each(|call| call.stop.stop());
    }

    /// Waits until every device is closed; one that does not answer is not waited for long.
    pub(crate) fn wait_until_closed(&self) {
        let is_open = |state: &mut State| state.devices > 0;
        let waited = self
            .0
            .closed
            .wait_timeout_while(self.lock(), PATIENCE, is_open);
        drop(waited);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every change is one assignment, so a thread that died left nothing half done.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call under way.
#[derive(Debug)]
pub(crate) struct CallGuard(ActiveWork, u64);

impl Drop for CallGuard {
    fn drop(&mut self) {
        // Whoever drops it waits for no answer: it has come, or the client has gone.
        if let Some(call) = self.0.lock().calls.remove(&self.1) {
            call.stop.stop();
        }
    }
}

/// A device that is open.
#[derive(Debug)]
pub(crate) struct DeviceGuard(ActiveWork);

impl Drop for DeviceGuard {
    fn drop(&mut self) {
        self.0.lock().devices -= 1;
        self.0.0.closed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_ends_stops_its_calls_and_waits_for_its_devices() {
        let active_work = ActiveWork::default();
        let (early, late) = (StopSignal::default(), StopSignal::default());
        let _call = active_work.call(None, &early);
        let device = active_work.device();
        let closing = std::thread::spawn(move || drop(device));
        active_work.stop();
        active_work.wait_until_closed();
        closing.join().unwrap();
        assert!(early.is_stopped());
        let _late = active_work.call(None, &late);
        assert!(late.is_stopped());
    }

    #[test]
    fn a_client_that_has_gone_takes_only_its_own_calls_along() {
        let active_work = ActiveWork::default();
        let (gone, other, nobody) = <(StopSignal, StopSignal, StopSignal)>::default();
        let _calls = (
            active_work.call(Some("gone"), &gone),
            active_work.call(Some("other"), &other),
            active_work.call(None, &nobody),
        );
        active_work.stop_session("gone");
        assert!(gone.is_stopped());
        assert!(!other.is_stopped() && !nobody.is_stopped());
    }
}
