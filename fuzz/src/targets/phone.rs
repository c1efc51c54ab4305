//! The simulated phone: its apps, and whatever a client of adb sends to it.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use retap_drivers::android::read_tree;
use retap_model::device::{Action, Clock as _, Deadline, Device as _};
use retap_sim::adb::foreign::{Phone, take_apart};
use retap_sim::adb::{Stop, serve};
use retap_sim::{App, AppError, SimAddress, SimClock, SimDevice};

use super::{check_place_of, text};

pub(super) fn app_md(bytes: &[u8]) {
    app(bytes, "x.md", App::parse_md);
}

pub(super) fn app_yaml(bytes: &[u8]) {
    app(bytes, "x.app.yaml", App::parse_yaml);
}

fn app(bytes: &[u8], path: &str, parse: fn(&str, &str) -> Result<App, AppError>) {
    let text = text(bytes);
    match parse(path, &text) {
        Err(error) => check_place_of(&error.to_string(), path, &text),
        Ok(app) => {
            for name in app.drift_names() {
                assert!(app.drifted(name).is_some());
            }
            let read = |_: &std::path::Path| Ok(text.clone().into_owned());
            let address = SimAddress::parse_reading(path, &read).expect("it was read before");
            use_app(
                SimDevice::new("sim:x", address).expect("an app can be installed"),
                app.name(),
            );
        }
    }
}

/// Opens an app and taps on what it shows; what the phone shows, the driver of real ones can read.
fn use_app(mut device: SimDevice, name: &str) {
    let clock = device.clock();
    let deadline = || Deadline::after(clock.now(), Duration::from_secs(60));
    for round in 0..4 {
        let action = match round {
            0 => Action::Launch(name.to_owned()),
            _ => {
                let Ok(screen) = device.read_screen(deadline()) else {
                    break;
                };
                let mut elements = screen.elements.iter().filter(|it| it.is_clickable);
                let Some(element) = elements.nth(round * 2 - 1) else {
                    break;
                };
                Action::Tap(element.bounds.center())
            }
        };
        // The app may not be open, or the place outside of the screen.
        drop(device.perform(&action, deadline()));
        if let Ok(dump) = device.dump_tree(deadline()) {
            let natural = device.info().size;
            let read = read_tree(&dump.bytes, natural);
            assert!(read.is_ok(), "{read:?} of {}", text(&dump.bytes));
        }
    }
}

pub(super) fn sim_address(bytes: &[u8]) {
    let read = |_: &std::path::Path| Err(std::io::ErrorKind::NotFound.into());
    match SimAddress::parse_reading(&text(bytes), &read) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(address) => drop(SimDevice::new("sim:x", address)),
    }
}

fn phone() -> Phone {
    Phone::new(SimDevice::open("login?latency=instant").expect("a shipped app is whole"))
}

/// The greeting is sent by the target; the bytes are what follows.
pub(super) fn adb_daemon(bytes: &[u8]) {
    static PORT: OnceLock<u16> = OnceLock::new();
    let port = PORT.get_or_init(|| {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let port = listener.local_addr().expect("it has an address").port();
        let device = SimDevice::open("login?latency=instant").expect("a shipped app is whole");
        std::thread::spawn(move || {
            serve(&listener, device, Arc::new(SimClock::new()), &Stop::new())
        });
        port
    });
    let mut socket = TcpStream::connect(("127.0.0.1", *port)).expect("the phone listens");
    let timeout = Some(Duration::from_secs(20));
    socket.set_read_timeout(timeout).expect("a time can be set");
    let mut reader = socket.try_clone().expect("a socket can be shared");
    let reading = std::thread::spawn(move || {
        let read = reader.read_to_end(&mut Vec::new());
        read.is_ok_and(|count| count > 0)
    });
    let hello =
        b"CNXN\x01\x00\x00\x01\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\xbc\xb1\xa7\xb1";
    // The phone hangs up as soon as the protocol is broken.
    drop(
        socket
            .write_all(hello)
            .and_then(|()| socket.write_all(bytes)),
    );
    drop(socket.shutdown(Shutdown::Write));
    drop(reading.join());
    let still = TcpStream::connect(("127.0.0.1", *port));
    assert!(still.is_ok(), "the phone does not listen any more");
}

pub(super) fn adb_packets(bytes: &[u8]) {
    take_apart(bytes);
}

pub(super) fn adb_sync(bytes: &[u8]) {
    phone().sync(bytes);
}

pub(super) fn shell(bytes: &[u8]) {
    let (script, input) = match bytes.iter().position(|byte| *byte == 0) {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &b"one two\nthree \xff\n"[..]),
    };
    phone().run(&text(script), input);
}
