//! Real phones: what they print, and what the adb server answers.

use std::io::{Cursor, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use retap_drivers::android::{
    AdbConfig, AdbServer, AndroidDevice, Asked, ShellKind, Wanted, network_events,
    package_in_archive, read_tree,
};
use retap_model::device::{Action, Clock as _, Deadline, Device as _};
use retap_model::geometry::{Point, Size};
use retap_sim::SimClock;

use super::{check_parents, text};

pub(super) fn tree(bytes: &[u8]) {
    let tree = match read_tree(bytes, Size::new(1080.0, 2400.0)) {
        Ok(tree) => tree,
        Err(error) => {
            assert!(error.is_transient(), "{error}");
            return;
        }
    };
    assert!(!tree.elements.is_empty());
    check_parents(&tree.elements);
    for bounds in tree.elements.iter().map(|element| element.bounds) {
        let edges = [bounds.x, bounds.y, bounds.right(), bounds.bottom()];
        assert!(edges.iter().all(|edge| edge.is_finite()), "{bounds:?}");
    }
    let text = text(bytes);
    assert!(text.ends_with(tree.rest));
}

pub(super) fn apk(bytes: &[u8]) {
    if let Some(package) = package_in_archive(&mut Cursor::new(bytes)) {
        assert!(!package.is_empty());
    }
}

/// How the adb server answers.
#[derive(Clone, Copy, PartialEq)]
enum Server {
    /// As it should; the bytes are what commands print.
    Frames,
    /// With the bytes, whatever was asked.
    Raw,
}

/// A server that answers with the bytes, and the driver's view of it.
struct FakeServer {
    port: u16,
    answer: Arc<Mutex<(Server, Vec<u8>)>>,
}

impl FakeServer {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let port = listener.local_addr().expect("it has an address").port();
        let answer = Arc::new(Mutex::new((Server::Raw, Vec::new())));
        let given = Arc::clone(&answer);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (server, bytes) = given.lock().unwrap_or_else(PoisonError::into_inner).clone();
                std::thread::spawn(move || drop(reply(stream, server, &bytes)));
            }
        });
        Self { port, answer }
    }
}

fn reply(mut stream: TcpStream, server: Server, bytes: &[u8]) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    let answer = match server {
        Server::Frames => answer_to(&read_request(&mut stream)?, bytes),
        Server::Raw => bytes.to_vec(),
    };
    stream.write_all(&answer)?;
    stream.shutdown(Shutdown::Write)?;
    stream.read_to_end(&mut Vec::new()).map(|_| ())
}

/// Reads requests up to the one that is answered with more than a yes.
fn read_request(stream: &mut TcpStream) -> std::io::Result<String> {
    loop {
        let mut length = [0; 4];
        stream.read_exact(&mut length)?;
        let length = usize::from_str_radix(&text(&length), 16).unwrap_or_default();
        let mut request = vec![0; length];
        stream.read_exact(&mut request)?;
        stream.write_all(b"OKAY")?;
        if !request.starts_with(b"host:transport:") {
            return Ok(text(&request).into_owned());
        }
    }
}

fn answer_to(request: &str, bytes: &[u8]) -> Vec<u8> {
    let block = |text: &str| format!("{:04x}{text}", text.len()).into_bytes();
    match request {
        "host:version" => block("0029"),
        "host:devices-l" => block("P1 device model:Pixel_7\n"),
        it if it.ends_with(":features") => block("shell_v2,cmd"),
        it if it.starts_with("shell,v2") => packets(bytes),
        _ => bytes.to_vec(),
    }
}

/// Returns what a command printed as the packets of its shell, with a good end.
fn packets(printed: &[u8]) -> Vec<u8> {
    let mut bytes = vec![1];
    bytes.extend_from_slice(&(printed.len() as u32).to_le_bytes());
    bytes.extend_from_slice(printed);
    bytes.extend_from_slice(&[3, 1, 0, 0, 0, 0]);
    bytes
}

/// Runs with a server that answers so.
fn with_server(server: Server, bytes: &[u8], act: fn(AdbServer, Deadline)) {
    static FAKE: OnceLock<FakeServer> = OnceLock::new();
    let fake = FAKE.get_or_init(FakeServer::start);
    *fake.answer.lock().unwrap_or_else(PoisonError::into_inner) = (server, bytes.to_vec());
    let config = AdbConfig {
        port: fake.port,
        ..AdbConfig::default()
    };
    let clock = Arc::new(SimClock::new());
    let deadline = Deadline::after(clock.now(), Duration::from_secs(20));
    act(AdbServer::new(config, clock), deadline);
}

/// The server answers as it should; the bytes are what commands print.
pub(super) fn answers(bytes: &[u8]) {
    let text = text(bytes);
    let lines: Vec<&str> = text.lines().collect();
    network_events(&lines, 1);
    with_server(Server::Frames, bytes, |server, deadline| {
        let device = AndroidDevice::open(server, Wanted::default(), deadline);
        let Ok(mut device) = device else {
            return;
        };
        // Whatever they say, an answer or a reason comes back.
        drop(device.read_screen(deadline));
        drop(device.screenshot(deadline));
        drop(device.read_logs(deadline));
        drop(device.process_of("a.b", deadline));
        drop(device.is_keyboard_shown(deadline));
        drop(device.perform(&Action::Tap(Point::new(1.0, 1.0)), deadline));
        drop(device.perform(&Action::Launch("Settings".to_owned()), deadline));
        drop(device.apps_of(&Action::OpenUrl("a://b".to_owned()), deadline));
    });
}

/// The server answers with the bytes alone.
pub(super) fn client(bytes: &[u8]) {
    with_server(Server::Raw, bytes, |server, deadline| {
        let asked = Asked::new("try", deadline);
        drop(server.version(deadline));
        drop(server.devices(deadline));
        drop(server.features("P1", deadline));
        drop(server.wait_for_device("P1", deadline));
        drop(server.shell("P1", ShellKind::V2, "ls", asked));
        drop(server.shell("P1", ShellKind::Plain, "ls", asked));
        drop(server.push("P1", &mut &b"file"[..], "/sdcard/x", asked));
    });
}
