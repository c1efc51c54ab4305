//! Serves a simulated phone over adb: `cargo run -p retap-sim --example adb_phone -- settings 7555`.
//!
//! Then, in another terminal: `adb connect localhost:7555` and `adb -s localhost:7555 shell`.

#![expect(
    clippy::print_stdout,
    reason = "an example talks to the person who runs it"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "here is where real time comes in"
)]

use std::error::Error;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use retap_model::device::{Clock, Moment};
use retap_model::time::Timestamp;
use retap_sim::SimDevice;
use retap_sim::adb::{AdbOptions, Stop, serve};

/// The time of the world.
struct WorldClock(Instant);

impl Clock for WorldClock {
    fn now(&self) -> Moment {
        Moment(self.0.elapsed())
    }

    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }

    fn timestamp(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Timestamp(since.map_or(0, |since| {
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        }))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let address = args.next().unwrap_or_default();
    let port: u16 = args.next().map_or(Ok(7555), |port| port.parse())?;
    let device = SimDevice::open(&address)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    println!("adb connect {}", listener.local_addr()?);
    let options = AdbOptions::new(Arc::new(WorldClock(Instant::now())));
    serve(&listener, device, options, &Stop::new())?;
    Ok(())
}
