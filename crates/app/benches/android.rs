//! Measures driving a phone through the real adb, beside starting `adb` for every command.
//!
//! Run it with `./bench android`. The phone is the simulated one without any latency of its own, so
//! that what is measured is the way to it.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a harness prints, reads the clock, and may panic"
)]

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use retap_drivers::SystemClock;
use retap_drivers::android::{AdbConfig, AdbServer, AndroidDevice, Wanted};
use retap_model::device::{Action, Clock, Deadline, Device, Typed};
use retap_model::geometry::Point;
use retap_model::program::Target;
use retap_model::select::{Search, locate};

/// How often each thing is done.
const ROUNDS: usize = 30;

fn main() {
    if Command::new("adb").arg("version").output().is_err() {
        println!("adb is not installed; nothing was measured");
        return;
    }
    let world = World::start();
    let mut phone = world.open();
    println!(
        "{:<44} {:>12} {:>12} {:>7} {:>12}",
        "through adb, p50 of 30", "retap", "adb each", "ratio", "round trips"
    );
    world.compare(
        "read the screen",
        2,
        || read(&mut phone),
        |world| {
            world.adb(&["exec-out", "uiautomator", "dump", "/dev/tty"]);
        },
    );
    world.compare(
        "tap",
        1,
        || tap(&mut phone, 400.0, 60.0),
        |world| {
            world.adb(&["shell", "input", "tap", "400", "60"]);
        },
    );
    world.compare(
        "fill a field",
        4,
        || fill(&mut phone),
        |world| {
            world.adb(&["shell", "input", "tap", "400", "300"]);
            world.adb(&["shell", "input", "keyevent", "123"]);
            for _ in 0..12 {
                world.adb(&["shell", "input", "keyevent", "67"]);
            }
            world.adb(&["shell", "input", "text", "Desk"]);
            world.adb(&["exec-out", "uiautomator", "dump", "/dev/tty"]);
        },
    );
    world.compare(
        "wait, tap, wait, expect",
        10,
        || canonical(&mut phone),
        |world| {
            for _ in 0..2 {
                world.adb(&["exec-out", "uiautomator", "dump", "/dev/tty"]);
            }
            world.adb(&["shell", "input", "tap", "400", "60"]);
            world.adb(&["exec-out", "uiautomator", "dump", "/dev/tty"]);
        },
    );
}

/// A simulated phone, an adb server of its own, and a counter of what goes to it.
struct World {
    phone: Child,
    serial: String,
    adb_port: u16,
    counted_port: u16,
    round_trips: Arc<AtomicU32>,
}

impl World {
    fn start() -> Self {
        let mut phone = Command::new(env!("CARGO_BIN_EXE_retap"))
            .args(["sim", "login?latency=instant&open=settings", "--adb", "0"])
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

    fn open(&self) -> AndroidDevice {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let config = AdbConfig {
            port: self.counted_port,
            ..AdbConfig::default()
        };
        let server = AdbServer::new(config, Arc::clone(&clock));
        let wanted = Wanted {
            serial: &self.serial,
            app: None,
        };
        AndroidDevice::open(server, wanted, deadline(clock.as_ref())).unwrap()
    }

    fn adb(&self, words: &[&str]) {
        let port = self.adb_port.to_string();
        let output = Command::new("adb")
            .args(["-P", &port, "-s", &self.serial])
            .args(words)
            .output()
            .unwrap();
        assert!(output.status.success(), "{words:?}");
    }

    /// Prints both ways side by side, measured in turns.
    fn compare(&self, what: &str, budget: u32, mut own: impl FnMut(), each: impl Fn(&Self)) {
        own();
        let (mut ours, mut theirs, mut trips) = (Vec::new(), Vec::new(), 0);
        for _ in 0..ROUNDS {
            self.round_trips.store(0, Ordering::Relaxed);
            ours.push(timed(&mut own));
            trips = trips.max(self.round_trips.load(Ordering::Relaxed));
            theirs.push(timed(|| each(self)));
        }
        let (ours, theirs) = (p50(ours), p50(theirs));
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        let mark = if trips <= budget { "ok" } else { "OVER" };
        println!(
            "{what:<44} {:>9.1} ms {:>9.1} ms {ratio:>6.1}x {trips:>5} of {budget:>2} {mark}",
            ours.as_secs_f64() * 1000.0,
            theirs.as_secs_f64() * 1000.0
        );
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

fn deadline(clock: &dyn Clock) -> Deadline {
    Deadline::after(clock.now(), Duration::from_secs(60))
}

fn soon() -> Deadline {
    Deadline(retap_model::device::Moment(Duration::from_secs(100_000)))
}

fn timed(act: impl FnOnce()) -> Duration {
    let start = Instant::now();
    act();
    start.elapsed()
}

fn p50(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn read(phone: &mut AndroidDevice) {
    phone.read_screen(soon()).unwrap();
}

fn tap(phone: &mut AndroidDevice, x: f64, y: f64) {
    phone
        .perform(&Action::Tap(Point::new(x, y)), soon())
        .unwrap();
}

/// Touches the field for notes, empties it, types, and reads it back.
fn fill(phone: &mut AndroidDevice) {
    let screen = phone.read_screen(soon()).unwrap();
    let Search::Found(found) = locate(&screen, &Target::labelled("メモ"), None) else {
        panic!("no field: {:?}", screen.texts());
    };
    phone.perform(&Action::Tap(found.point), soon()).unwrap();
    phone.perform(&Action::ClearText, soon()).unwrap();
    let text = Typed::Plain("Desk".to_owned());
    phone.perform(&Action::Type(text), soon()).unwrap();
}

fn canonical(phone: &mut AndroidDevice) {
    read(phone);
    tap(phone, 400.0, 60.0);
    read(phone);
    read(phone);
}
