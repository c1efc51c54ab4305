//! A phone that is served for one test, in time that the test owns.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use retap_model::device::Clock;
use retap_sim::adb::{AdbError, Stop, serve};
use retap_sim::{SimClock, SimDevice};

/// A served phone; it is no longer served when this is dropped.
pub(super) struct Served {
    pub(super) address: SocketAddr,
    /// The time of the world.
    world: SimClock,
    stop: Stop,
    thread: Option<JoinHandle<Result<(), AdbError>>>,
}

impl Served {
    /// Serves the phone at `sim:ADDRESS`, which takes no time for anything it does.
    pub(super) fn open(address: &str) -> Self {
        let mark = if address.contains('?') { '&' } else { '?' };
        let device = SimDevice::open(&format!("{address}{mark}latency=instant")).unwrap();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let (world, stop) = (SimClock::new(), Stop::new());
        let time = Arc::new(world.clone());
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || serve(&listener, device, time, &stopped));
        Self {
            address,
            world,
            stop,
            thread: Some(thread),
        }
    }

    /// Lets time go by in the world.
    pub(super) fn pass(&self, seconds: u64) {
        self.world.sleep(Duration::from_secs(seconds));
    }

    /// Returns the time of the world, in milliseconds.
    pub(super) fn millis(&self) -> u64 {
        self.world.millis()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.stop();
        let ended = self.thread.take().unwrap().join();
        if !std::thread::panicking() {
            ended.unwrap().unwrap();
        }
    }
}
