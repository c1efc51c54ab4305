//! A port for a server that another program will start.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU16, Ordering};

/// How many ports a process of tests has.
const PORTS: u16 = 500;

/// Returns a port nobody listens on. It is below those the system gives to outgoing connections: a client that
/// tries one of those until its server is there can reach itself, and hears its own words.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + (std::process::id() % 24) as u16 * PORTS;
    loop {
        let port = first + NEXT.fetch_add(1, Ordering::Relaxed) % PORTS;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
