//! Apps whose values grow with every touch: a loop on one may not take all memory.

use retap_model::screen::Screen;
use retap_sim::SimDevice;

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

/// Opens the app `Many` of this text and reads its screen.
fn read(name: &str, app: &str) -> Screen {
    let name = format!("retap-bounded-{name}-{}.app.yaml", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, app).unwrap();
    let mut driver = Driver::launch(path.to_str().unwrap(), "Many");
    std::fs::remove_file(path).unwrap();
    driver.read()
}

/// Opens an app with so many texts, each of which says the note so often, and returns how many bytes its screen says in how
/// many elements.
fn measure(items: usize, times: usize) -> (usize, usize) {
    let note = "sixteen letters.".repeat(1024);
    let note_in = "{note}".repeat(times);
    let text = |item| format!("      - text: \"Note {note_in}\"\n        id: note{item}\n");
    let texts: String = (0..items).map(text).collect();
    let app = format!(
        "app: Many\nroot: start\nstate: {{note: \"{note}\"}}\nscreens:\n  start:\n    title: Many\n    items:\n{texts}"
    );
    let screen = read(&items.to_string(), &app);
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

#[test]
fn conditions_that_count_what_others_count_end() {
    let entries = "    - {a: \"1\"}\n".repeat(2_000);
    let count = "many.count(many.count(many.count(many.count(a == 1) == 1) == 1) == 1)";
    let app = format!(
        "app: Many\nroot: start\nlists:\n  many:\n{entries}screens:\n  start:\n    title: Many\n    items:\n      \
         - text: \"There are {{{count}}}\"\n      - text: Behind\n"
    );
    let screen = read("count", &app);
    // Nobody waits for the sixteen millions of millions of them to be counted.
    assert!(
        screen.texts().contains(&"There are 0"),
        "{:?}",
        screen.texts()
    );
    assert!(screen.texts().contains(&"Behind"));
}

#[test]
fn counts_inside_of_counts_inside_of_counts_are_refused() {
    let deep = 9_000;
    let count = format!(
        "{}a == 1{})",
        "many.count(".repeat(deep),
        ") == 1".repeat(deep - 1)
    );
    let app = format!(
        "app: Many\nroot: s\nlists: {{many: []}}\nscreens:\n  s:\n    title: M\n    items:\n      - text: \"{{{count}}}\"\n"
    );
    let path = std::env::temp_dir().join(format!("retap-deep-{}.app.yaml", std::process::id()));
    std::fs::write(&path, app).unwrap();
    let refused = SimDevice::open(path.to_str().unwrap())
        .unwrap_err()
        .to_string();
    std::fs::remove_file(path).unwrap();
    assert!(
        refused.contains("a value has more than 16 `.count(` in it"),
        "{refused}"
    );
}
