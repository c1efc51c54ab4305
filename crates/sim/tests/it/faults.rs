//! Faults, each seen from outside.

use retap_model::device::{Ability, Device, DeviceError};
use retap_sim::Fault;

use crate::driver::Driver;

#[test]
fn a_lost_tap_touches_nothing() {
    let mut phone = Driver::launch("settings?fault=lost_tap:1", "settings");
    phone.tap("General");
    assert_eq!(phone.title(), "Settings");
    assert_eq!(phone.touched(), ["-"]);
    phone.tap("General");
    assert_eq!(phone.title(), "General");
}

#[test]
fn a_half_written_dump_is_unreadable_and_the_next_is_not() {
    let mut phone = Driver::launch("settings?fault=half_dump:1", "settings");
    let deadline = phone.deadline();
    let error = phone.device.read_screen(deadline).unwrap_err();
    assert!(error.is_transient());
    assert_eq!(phone.title(), "Settings");
}

#[test]
fn a_stale_frame_shows_the_screen_before_the_act() {
    let mut phone = Driver::launch("settings", "settings");
    phone
        .device
        .faults()
        .inject(Fault::parse("stale_frame:2@2").unwrap());
    phone.tap("General");
    assert_eq!(phone.title(), "Settings");
    assert_eq!(phone.title(), "Settings");
    assert_eq!(phone.title(), "General");
}

#[test]
fn a_dead_connection_stays_dead() {
    let mut phone = Driver::open("settings?fault=dead:2");
    phone.read();
    let deadline = phone.deadline();
    for _ in 0..3 {
        let error = phone.device.screenshot(deadline).unwrap_err();
        assert!(matches!(error, DeviceError::Disconnected { .. }), "{error}");
    }
}

#[test]
fn a_slow_reading_takes_its_time() {
    let mut phone = Driver::open("settings?fault=slow_read:1");
    phone.read();
    assert_eq!(phone.device.clock().millis(), 10_045);
}

#[test]
fn without_a_tree_there_are_still_pictures() {
    let mut phone = Driver::open("settings?tree=off");
    let deadline = phone.deadline();
    assert_eq!(
        phone.device.read_screen(deadline).unwrap_err(),
        DeviceError::Unsupported {
            device: "sim:settings?tree=off".to_owned(),
            ability: Ability::Tree
        }
    );
    assert!(phone.device.screenshot(deadline).is_ok());
}
