//! A small adb server for tests: it frames as the real one does, answers as it is told, and counts.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_drivers::android::{AdbConfig, AdbServer, AndroidDevice, Asked, Wanted};
use retap_model::device::{Clock, Deadline};

/// The bytes the server sends after the `OKAY` of a service, before it hangs up.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    /// A shell v2 command's output and exit code.
    Shell(String, u8),
    /// Bytes as they are.
    Bytes(Vec<u8>),
    /// `FAIL` with a reason instead of the `OKAY`.
    Fail(String),
    /// Nothing, and the line stays open.
    Silence,
}

impl Answer {
    pub(crate) fn shell(text: &str) -> Self {
        Self::Shell(text.to_owned(), 0)
    }
}

/// A device's side of a test: services that were opened, and what is answered to them.
type Device = dyn Fn(&str) -> Answer + Send + Sync;

/// The server; it lives as long as the test does.
pub(crate) struct FakeAdb {
    port: u16,
    /// Requests to the server itself, then services of the device, as they came.
    asked: Arc<Mutex<Vec<String>>>,
    /// Bodies that were sent after a service was opened.
    sent: Arc<Mutex<Vec<Vec<u8>>>>,
    clock: Arc<dyn Clock>,
}

impl FakeAdb {
    /// Starts a server with one phone `P1`, whose services `device` answers.
    pub(crate) fn start(device: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Self {
        Self::with_devices("P1 device model:Pixel_7\n", device)
    }

    /// Starts a server that lists these devices.
    pub(crate) fn with_devices(
        listed: &str,
        device: impl Fn(&str) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let sent: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
        let (listed, log, bodies) = (listed.to_owned(), Arc::clone(&asked), Arc::clone(&sent));
        let device: Arc<Device> = Arc::new(device);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (listed, log, bodies) = (listed.clone(), Arc::clone(&log), Arc::clone(&bodies));
                let device = Arc::clone(&device);
                thread::spawn(move || serve(stream, &listed, &log, &bodies, &*device));
            }
        });
        Self {
            port,
            asked,
            sent,
            clock: Arc::new(SystemClock::new()),
        }
    }

    /// Returns a question with a deadline that is far away.
    pub(crate) fn asked<'a>(&self, what: &'a str) -> Asked<'a> {
        let deadline = self.deadline();
        Asked::new(what, deadline)
    }

    pub(crate) fn server(&self) -> AdbServer {
        let config = AdbConfig {
            port: self.port,
            ..AdbConfig::default()
        };
        AdbServer::new(config, Arc::clone(&self.clock))
    }

    pub(crate) fn deadline(&self) -> Deadline {
        self.within(Duration::from_secs(20))
    }

    pub(crate) fn within(&self, time: Duration) -> Deadline {
        Deadline::after(self.clock.now(), time)
    }

    pub(crate) fn open(&self) -> AndroidDevice {
        let device = AndroidDevice::open(self.server(), Wanted::default(), self.deadline());
        let device = device.unwrap_or_else(|error| panic!("{error}"));
        self.take_asked();
        device
    }

    /// Returns what was asked since the last call.
    pub(crate) fn take_asked(&self) -> Vec<String> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }

    /// Returns the services of the device that were opened since the last call: the round trips.
    pub(crate) fn take_services(&self) -> Vec<String> {
        let mut asked = self.take_asked();
        asked.retain(|request| !request.starts_with("host"));
        asked
    }

    /// Returns what was sent into services since the last call.
    pub(crate) fn take_sent(&self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.sent.lock().unwrap())
    }
}

/// Returns answers to be given one after the other, whatever is asked.
pub(crate) fn in_turn(answers: Vec<Answer>) -> impl Fn(&str) -> Answer + Send + Sync {
    let answers = Mutex::new(VecDeque::from(answers));
    move |_| {
        answers
            .lock()
            .unwrap()
            .pop_front()
            .unwrap_or(Answer::Silence)
    }
}

fn serve(
    mut stream: TcpStream,
    listed: &str,
    log: &Mutex<Vec<String>>,
    bodies: &Mutex<Vec<Vec<u8>>>,
    device: &Device,
) {
    while let Some(request) = read_request(&mut stream) {
        log.lock().unwrap().push(request.clone());
        let block = |text: &str| format!("OKAY{:04x}{text}", text.len()).into_bytes();
        let answer = match request.as_str() {
            "host:version" => block("0029"),
            "host:devices-l" => block(listed),
            features if features.ends_with(":features") => block("shell_v2,cmd,stat_v2"),
            transport if transport.starts_with("host:transport:") => {
                let serial = &transport["host:transport:".len()..];
                if listed
                    .lines()
                    .any(|line| line.split_whitespace().next() == Some(serial))
                {
                    stream.write_all(b"OKAY").unwrap();
                    continue;
                }
                fail(&format!("device '{serial}' not found"))
            }
            service => match device(service) {
                Answer::Shell(text, code) => [b"OKAY", &packets(&text, code)[..]].concat(),
                Answer::Bytes(bytes) => [b"OKAY", &bytes[..]].concat(),
                Answer::Fail(reason) => fail(&reason),
                Answer::Silence => {
                    let _ = stream.read(&mut [0]);
                    return;
                }
            },
        };
        let _ = stream.write_all(&answer);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut body = Vec::new();
        let _ = stream.read_to_end(&mut body);
        if !body.is_empty() {
            bodies.lock().unwrap().push(body);
        }
        return;
    }
}

fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut digits = [0; 4];
    stream.read_exact(&mut digits).ok()?;
    let length = usize::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?;
    let mut request = vec![0; length];
    stream.read_exact(&mut request).ok()?;
    String::from_utf8(request).ok()
}

fn fail(reason: &str) -> Vec<u8> {
    format!("FAIL{:04x}{reason}", reason.len()).into_bytes()
}

/// Frames output in packets of three bytes, to see that they are put together again.
fn packets(text: &str, code: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut packet = |kind: u8, body: &[u8]| {
        bytes.push(kind);
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(body);
    };
    text.as_bytes().chunks(3).for_each(|piece| packet(1, piece));
    packet(3, &[code]);
    bytes
}
