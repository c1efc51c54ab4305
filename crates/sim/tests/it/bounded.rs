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

/// Opens an app with so many texts, each of which says the note so often, and returns how many bytes its screen says in how
/// many elements.
fn measure(items: usize, times: usize) -> (usize, usize) {
    let name = format!("retap-bounded-{items}-{}.app.yaml", std::process::id());
    let path = std::env::temp_dir().join(name);
    let note = "sixteen letters.".repeat(1024);
    let note_in = "{note}".repeat(times);
    let text = |item| format!("      - text: \"Note {note_in}\"\n        id: note{item}\n");
    let texts: String = (0..items).map(text).collect();
    let app = format!(
        "app: Many\nroot: start\nstate: {{note: \"{note}\"}}\nscreens:\n  start:\n    title: Many\n    items:\n{texts}"
    );
    std::fs::write(&path, app).unwrap();
    let mut driver = Driver::launch(path.to_str().unwrap(), "Many");
    let screen = driver.read();
    std::fs::remove_file(path).unwrap();
    let said = screen.elements.iter().map(|it| it.text.len()).sum();
    (said, screen.elements.len())
}

#[test]
fn a_screen_says_so_much_in_so_many_elements_however_much_its_file_asks_for() {
    let (said, elements) = measure(800, 4);
    assert!(said > 131_072 && said < 140_000, "{said}");
    assert!(elements < 20, "{elements}");
    let (said, elements) = measure(30_000, 0);
    assert!(said < 140_000, "{said}");
    assert!((4_000..4_010).contains(&elements), "{elements}");
}
