//! Pictures: real PNG files of the right size, the same for the same screen.

use retap_model::device::Device;

use crate::driver::Driver;

fn picture(phone: &mut Driver) -> Vec<u8> {
    let deadline = phone.deadline();
    phone.device.screenshot(deadline).unwrap().0
}

#[test]
fn a_picture_has_two_pixels_a_point_and_is_always_the_same() {
    let one = picture(&mut Driver::open("settings?open=main"));
    let other = picture(&mut Driver::open("settings?open=main"));
    assert!(one == other);
    let decoder = png::Decoder::new(std::io::Cursor::new(&one));
    let info = decoder.read_info().unwrap();
    assert_eq!(info.info().size(), (820, 1796));
}

#[test]
fn what_changes_on_the_screen_changes_the_picture() {
    let mut phone = Driver::open("settings?open=main");
    let before = picture(&mut phone);
    phone.tap("Bluetooth");
    assert!(picture(&mut phone) != before);
}
