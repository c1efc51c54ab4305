//! Apps whose values grow with every touch: a loop on one may not take all memory.

use crate::driver::Driver;

#[test]
fn a_value_that_doubles_is_kept_to_its_limit_and_texts_are_cut_off() {
    let app = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/doubling.app.yaml");
    let mut driver = Driver::launch(app, "Doubling");
    for _ in 0..30 {
        driver.tap("Double");
    }
    let longest = driver.texts().iter().map(String::len).max();
    // Sixteen letters doubled ten times are the longest value, and the screen shows it eight times.
    assert_eq!(longest, Some(65_536));
    let inputs = driver.device.touch_log().entries();
    let effects = inputs.into_iter().filter_map(|input| input.effect);
    let refused = effects.filter(|it| it.contains("note would be longer than 16384 bytes"));
    assert_eq!(refused.count(), 20);
}
