//! Random inputs and broken files: whatever happens, nothing panics and the tree stays sound.

use std::time::Duration;

use retap_model::device::{Action, Key, NetworkMode, Typed};
use retap_model::geometry::Point;
use retap_sim::App;

use crate::driver::Driver;
use crate::seeded_random::SeededRandom;

/// Returns a point on the screen or near it.
fn point(random: &mut SeededRandom) -> Point {
    Point::new(
        random.below(430) as f64 - 10.0,
        random.below(920) as f64 - 10.0,
    )
}

fn action(random: &mut SeededRandom) -> Action {
    let time = Duration::from_millis(random.below(400) as u64);
    match random.below(16) {
        0 => Action::DoubleTap(point(random)),
        1 => Action::LongPress(point(random), time),
        2 | 3 => Action::Swipe(point(random), point(random), time),
        4 => Action::Drag(point(random), point(random), time),
        5 => Action::Type(Typed::Plain("a1@例.b\n".to_owned())),
        6 => {
            let name = Key::NAMES[random.below(Key::NAMES.len())];
            Action::PressKey(Key::from_word(name).unwrap(), Vec::new())
        }
        7 => Action::Back,
        8 if random.below(8) == 0 => Action::Home,
        9 if random.below(4) == 0 => Action::Shake,
        10 => Action::SetNetwork(NetworkMode::ALL[random.below(6)]),
        11 => Action::Launch(["settings", "shop", "mail"][random.below(3)].to_owned()),
        _ => Action::Tap(point(random)),
    }
}

#[test]
fn a_monkey_breaks_nothing() {
    let mut random = SeededRandom(7);
    let mut phone = Driver::open("?latency=instant");
    for _ in 0..1500 {
        phone.perform(action(&mut random));
        phone.wait(random.below(900) as u64);
        let screen = phone.read();
        assert!(!screen.elements.is_empty());
        for (index, element) in screen.elements.iter().enumerate() {
            assert!(element.parent.is_none_or(|parent| parent < index));
            assert!(!element.is_password || element.text.is_empty());
        }
    }
}

#[test]
fn broken_files_are_refused_without_a_panic() {
    let mut random = SeededRandom(11);
    let yaml = include_str!("../../apps/mail.app.yaml");
    let pack = include_str!("../../../../docs/formats/app-md.md");
    for text in [yaml, pack] {
        let characters: Vec<char> = text.chars().collect();
        for _ in 0..300 {
            let mut broken = characters.clone();
            for _ in 0..=random.below(6) {
                let at = random.below(broken.len());
                match random.below(3) {
                    0 => drop(broken.remove(at)),
                    1 => broken.insert(at, broken[random.below(broken.len())]),
                    _ => broken.truncate(at.max(1)),
                }
            }
            let broken: String = broken.into_iter().collect();
            let errors = [
                App::parse_yaml("x", &broken).err(),
                App::parse_md("x", &broken).err(),
            ];
            for error in errors.into_iter().flatten() {
                assert!(error.to_string().starts_with("x:"));
            }
        }
    }
}
