//! `retap sim APP --adb PORT`: the simulated phone for adb and everything that speaks to it.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use retap_drivers::SystemClock;
use retap_sim::SimDevice;
use retap_sim::adb::{Stop, serve};

use crate::error::{AppError, Exit};
use crate::interrupt;
use crate::terminal::{outln, talkln};

/// Serves the phone until Ctrl-C.
pub(super) fn run(address: &str, port: u16) -> Result<Exit, AppError> {
    let device = SimDevice::open(address).map_err(|error| {
        AppError::input(format!("cannot open `sim:{address}`"))
            .because(error)
            .hint("`retap sim list` shows the apps and what can be said after `?`")
    })?;
    let cannot_listen = |error: std::io::Error| {
        AppError::device(format!("cannot listen on port {port}")).because(error)
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(cannot_listen)?;
    let place = listener.local_addr().map_err(cannot_listen)?;
    outln!("{place}");
    talkln!("`adb connect {place}` makes it a device; Ctrl-C ends it");
    let stop = Stop::new();
    let ending = stop.clone();
    interrupt::when_stopped(move || ending.stop());
    let world = Arc::new(SystemClock::new());
    serve(&listener, device, world, &stop).map_err(|error| {
        AppError::device("the phone cannot be served any longer").because(error)
    })?;
    Ok(Exit::Passed)
}
