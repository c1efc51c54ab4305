//! A simulated phone behind the real adb, and a counter of what goes to it.

use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

#[path = "../../../sim/tests/it/free_port.rs"]
mod free_port;
#[path = "../../tests/harness/served.rs"]
#[allow(dead_code, reason = "shared with the tests")]
mod served;

use free_port::free_port;
use served::Served;

/// A simulated phone, an adb server of its own, and a counter of what goes to it.
pub(crate) struct World {
    _phone: Served,
    /// The phone's serial.
    pub(crate) serial: String,
    /// Where the adb server is.
    pub(crate) adb_port: u16,
    /// Where it is counted on the way.
    pub(crate) counted_port: u16,
    round_trips: Arc<AtomicU32>,
}

impl World {
    /// Starts the phone with this app.
    pub(crate) fn start(app: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_retap"));
        command.args(["sim", app, "--adb", "0"]);
        let phone = Served::start(command.stderr(Stdio::null()));
        let adb_port = free_port();
        let round_trips = Arc::new(AtomicU32::new(0));
        let counted_port = count_connections(adb_port, Arc::clone(&round_trips));
        let world = Self {
            serial: phone.line.clone(),
            _phone: phone,
            adb_port,
            counted_port,
            round_trips,
        };
        world.adb(&["connect", &world.serial]);
        world
    }

    /// Runs the real adb client against the server of this world, which is never the usual one.
    pub(crate) fn adb(&self, words: &[&str]) -> Output {
        let port = self.adb_port.to_string();
        let mut adb = Command::new("adb");
        adb.args(["-P", &port]).args(words);
        adb.env("ANDROID_ADB_SERVER_PORT", &port).output().unwrap()
    }

    /// Returns the round trips since the last time.
    pub(crate) fn round_trips(&self) -> u32 {
        self.round_trips.swap(0, Ordering::Relaxed)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.adb(&["kill-server"]);
    }
}

/// Passes connections on to the adb server and counts them.
fn count_connections(to: u16, counter: Arc<AtomicU32>) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            counter.fetch_add(1, Ordering::Relaxed);
            let Ok(server) = TcpStream::connect(("127.0.0.1", to)) else {
                continue;
            };
            pass(client.try_clone().unwrap(), server.try_clone().unwrap());
            pass(server, client);
        }
    });
    port
}

fn pass(mut from: TcpStream, mut to: TcpStream) {
    from.set_nodelay(true).unwrap();
    to.set_nodelay(true).unwrap();
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut from, &mut to);
        let _ = to.shutdown(std::net::Shutdown::Write);
    });
}
