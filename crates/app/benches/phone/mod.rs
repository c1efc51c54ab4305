//! A simulated phone behind the real adb, and a counter of what goes to it.

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A simulated phone, an adb server of its own, and a counter of what goes to it.
pub(crate) struct World {
    phone: Child,
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
        let mut phone = Command::new(env!("CARGO_BIN_EXE_retap"))
            .args(["sim", app, "--adb", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut serial = String::new();
        let stdout = phone.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut serial).unwrap();
        let free = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let adb_port = free.local_addr().unwrap().port();
        drop(free);
        let round_trips = Arc::new(AtomicU32::new(0));
        let counted_port = count_connections(adb_port, Arc::clone(&round_trips));
        let world = Self {
            phone,
            serial: serial.trim().to_owned(),
            adb_port,
            counted_port,
            round_trips,
        };
        let port = adb_port.to_string();
        let connect = ["-P", &port, "connect", &world.serial];
        Command::new("adb").args(connect).output().unwrap();
        world
    }

    /// Returns the round trips since the last time.
    pub(crate) fn round_trips(&self) -> u32 {
        self.round_trips.swap(0, Ordering::Relaxed)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = self.phone.kill();
        let _ = self.phone.wait();
        let port = self.adb_port.to_string();
        let _ = Command::new("adb")
            .args(["-P", &port, "kill-server"])
            .output();
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
