//! The connections of a phone, to cut them when it is unplugged or no longer served.

use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};

use retap_model::device::Moment;

/// The connections of a phone and whether it takes new ones.
#[derive(Default)]
pub(super) struct Links {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    open: Vec<(u64, TcpStream)>,
    next: u64,
    cut: Cut,
}

/// Whether the cable is out.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Cut {
    #[default]
    PluggedIn,
    Until(Moment),
    ForGood,
}

impl Links {
    /// Notes a new connection, or refuses it while the cable is out.
    pub(super) fn add(&self, socket: &TcpStream, now: Moment) -> Option<u64> {
        let mut inner = self.lock();
        let is_out = match inner.cut {
            Cut::PluggedIn => false,
            Cut::Until(back) => now < back,
            Cut::ForGood => true,
        };
        if is_out {
            return None;
        }
        let number = inner.next;
        inner.next += 1;
        let socket = socket.try_clone().ok()?;
        inner.open.push((number, socket));
        Some(number)
    }

    /// Forgets a connection that has ended.
    pub(super) fn remove(&self, number: u64) {
        self.lock().open.retain(|(known, _)| *known != number);
    }

    /// Takes the cable out until `back`, or for good.
    pub(super) fn cut(&self, back: Option<Moment>) {
        let mut inner = self.lock();
        inner.cut = back.map_or(Cut::ForGood, Cut::Until);
        for (_, socket) in inner.open.drain(..) {
            // One that is closed already is as good as cut.
            let _ = socket.shutdown(Shutdown::Both);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
