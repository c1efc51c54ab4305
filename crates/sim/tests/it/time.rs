//! Time: loading, toasts, late popups, deadlines; none of it real.

use std::time::Duration;

use retap_model::device::{Change, Clock, Deadline, Device, DeviceError};

use crate::driver::Driver;

fn wait_for_change(phone: &mut Driver) -> Change {
    let deadline = phone.deadline();
    phone.device.wait_for_change(deadline).unwrap()
}

#[test]
fn a_slow_screen_shows_a_spinner_until_it_has_loaded() {
    let mut phone = Driver::launch("settings?open=general", "settings");
    phone.tap("Software Update");
    let screen = phone.read();
    assert!(screen.loading().is_some());
    assert!(!screen.texts().contains(&"Automatic Updates"));
    let before = phone.device.clock().millis();
    assert_eq!(wait_for_change(&mut phone), Change::Happened);
    let waited = phone.device.clock().millis() - before;
    assert!((1700..=1800).contains(&waited), "{waited}");
    assert!(phone.shows("Automatic Updates"));
    assert!(phone.read().loading().is_none());
}

#[test]
fn a_change_since_the_last_reading_ends_the_wait_at_once() {
    let mut phone = Driver::launch("settings", "settings");
    phone.tap("General");
    let before = phone.device.clock().now();
    assert_eq!(wait_for_change(&mut phone), Change::Happened);
    assert_eq!(phone.device.clock().now(), before);
    phone.read();
    assert_eq!(wait_for_change(&mut phone), Change::None);
    assert_eq!(
        phone.device.clock().now().since(before),
        Duration::from_millis(30_045)
    );
}

#[test]
fn a_toast_goes_away_by_itself() {
    let mut phone = Driver::launch("mail", "mail");
    phone.tap("Allow");
    phone.tap("New Message");
    phone.tap("Save Draft");
    assert!(phone.shows("Draft saved"));
    assert_eq!(wait_for_change(&mut phone), Change::Happened);
    assert!(!phone.shows("Draft saved"));
}

#[test]
fn a_late_popup_comes_when_it_is_due() {
    let mut phone = Driver::launch("settings", "settings");
    phone.tap("Privacy");
    assert!(!phone.shows("Location is on"));
    assert_eq!(wait_for_change(&mut phone), Change::Happened);
    assert!(phone.shows("Location is on"));
}

#[test]
fn the_clock_of_the_phone_goes_on() {
    let mut phone = Driver::open("settings");
    assert_eq!(phone.find("clock").text, "9:41");
    phone.wait(20 * 60_000);
    assert_eq!(phone.find("clock").text, "10:01");
}

#[test]
fn a_call_that_outlasts_its_deadline_fails_at_the_deadline() {
    let mut phone = Driver::open("settings?latency=slow");
    let clock = phone.device.clock();
    let deadline = Deadline::after(clock.now(), Duration::from_millis(100));
    let error = phone.device.read_screen(deadline).unwrap_err();
    assert_eq!(
        error,
        DeviceError::DeadlinePassed {
            device: "sim:settings?latency=slow".to_owned(),
            asked: "read the screen".to_owned()
        }
    );
    assert_eq!(clock.now(), deadline.0);
}

#[test]
fn a_phone_without_signals_must_be_polled() {
    let mut phone = Driver::open("settings?signals=off");
    assert_eq!(wait_for_change(&mut phone), Change::CannotTell);
    assert_eq!(phone.device.clock().millis(), 0);
}
