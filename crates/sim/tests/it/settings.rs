//! The settings app, from the home screen on.

use crate::driver::Driver;

#[test]
fn rows_lead_to_screens_and_the_chevron_back() {
    let mut phone = Driver::open("settings");
    assert_eq!(phone.texts(), ["Settings"]);
    phone.tap("Settings");
    assert_eq!(phone.title(), "Settings");
    phone.tap("General");
    phone.tap("About");
    assert!(phone.shows("Model Name"));
    phone.tap("<");
    assert_eq!(phone.title(), "General");
    let log = phone.device.touch_log();
    assert_eq!(log.touched_labels(), ["Settings", "General", "About", "<"]);
    let general = &log.entries()[1];
    let element = general.element.as_ref().unwrap();
    assert_eq!(
        (
            element.app.as_str(),
            element.screen.as_str(),
            element.id.as_str()
        ),
        ("Settings", "main", "row_general")
    );
    assert_eq!(general.effect.as_deref(), Some("opened screen general"));
}
