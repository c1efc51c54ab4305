//! A phone behind a counted wire, for tests of the device.

use std::fs;
use std::path::Path;

use retap_drivers::android::AndroidDevice;

use crate::fake_adb::{Answer, FakeAdb, in_turn};

/// The facts a phone of Android 14 tells of itself.
pub(crate) const FACTS: &str = "@sdk\n34\n@model\nPixel 7\n@size\nPhysical size: 1080x2400\n@time\n\
    11-15 12:00:00.000\n@home\npriority=0 preferredOrder=0\ncom.launcher/.Home\n";

/// Returns the bytes of a dump.
pub(crate) fn fixture(name: &str) -> Vec<u8> {
    let path = format!("tests/fixtures/uiautomator/{name}.xml");
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Starts a phone that says what it is and then gives these answers in turn.
pub(crate) fn phone(answers: Vec<Answer>) -> (FakeAdb, AndroidDevice) {
    phone_of(FACTS, answers)
}

/// Starts a phone that says this of itself and then gives these answers in turn.
pub(crate) fn phone_of(facts: &str, answers: Vec<Answer>) -> (FakeAdb, AndroidDevice) {
    let adb = FakeAdb::start(in_turn([vec![Answer::shell(facts)], answers].concat()));
    let device = adb.open();
    (adb, device)
}

/// Returns the commands that were sent since the last call.
pub(crate) fn commands(adb: &FakeAdb) -> Vec<String> {
    let strip = |service: String| {
        let (_, command) = service.split_once(':').unwrap();
        command.to_owned()
    };
    adb.take_services().into_iter().map(strip).collect()
}
