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

mod measure;
mod phone;

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_drivers::android::{AdbConfig, AdbServer, AndroidDevice, Wanted};
use retap_model::device::{Action, Clock, Deadline, Device, Typed};
use retap_model::geometry::Point;
use retap_model::program::Target;
use retap_model::select::{Search, locate};

use measure::{millis, p50, timed};
use phone::World;

/// How often each thing is done.
const ROUNDS: usize = 30;

fn main() {
    if Command::new("adb").arg("version").output().is_err() {
        println!("adb is not installed; nothing was measured");
        return;
    }
    let world = Phone(World::start("login?latency=instant&open=settings"));
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

/// The phone, as this harness drives it.
struct Phone(World);

impl Phone {
    fn open(&self) -> AndroidDevice {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let config = AdbConfig {
            port: self.0.counted_port,
            ..AdbConfig::default()
        };
        let server = AdbServer::new(config, Arc::clone(&clock));
        let wanted = Wanted {
            serial: &self.0.serial,
            app: None,
        };
        AndroidDevice::open(server, wanted, deadline(clock.as_ref())).unwrap()
    }

    fn adb(&self, words: &[&str]) {
        let words = [&["-s", &self.0.serial], words].concat();
        assert!(self.0.adb(&words).status.success(), "{words:?}");
    }

    /// Prints both ways side by side, measured in turns.
    fn compare(&self, what: &str, budget: u32, mut own: impl FnMut(), each: impl Fn(&Self)) {
        own();
        let (mut ours, mut theirs, mut trips) = (Vec::new(), Vec::new(), 0);
        for _ in 0..ROUNDS {
            self.0.round_trips();
            ours.push(timed(&mut own));
            trips = trips.max(self.0.round_trips());
            theirs.push(timed(|| each(self)));
        }
        let (ours, theirs) = (p50(&mut ours), p50(&mut theirs));
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        let mark = if trips <= budget { "ok" } else { "OVER" };
        println!(
            "{what:<44} {:>12} {:>12} {ratio:>6.1}x {trips:>5} of {budget:>2} {mark}",
            millis(ours),
            millis(theirs)
        );
    }
}

fn deadline(clock: &dyn Clock) -> Deadline {
    Deadline::after(clock.now(), Duration::from_secs(60))
}

fn soon() -> Deadline {
    Deadline(retap_model::device::Moment(Duration::from_secs(100_000)))
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
