//! Random inputs and broken files: whatever happens, nothing panics and the tree stays sound.

use std::time::Duration;

use retap_model::device::{Action, Key, NetworkMode, Typed};
use retap_model::geometry::Point;
use retap_sim::App;

use crate::dice::Dice;
use crate::driver::Driver;

/// Returns a point on the screen or near it.
fn point(dice: &mut Dice) -> Point {
    Point::new(dice.roll(430) as f64 - 10.0, dice.roll(920) as f64 - 10.0)
}

fn action(dice: &mut Dice) -> Action {
    let time = Duration::from_millis(dice.roll(400));
    match dice.roll(16) {
        0 => Action::DoubleTap(point(dice)),
        1 => Action::LongPress(point(dice), time),
        2 | 3 => Action::Swipe(point(dice), point(dice), time),
        4 => Action::Drag(point(dice), point(dice), time),
        5 => Action::Type(Typed::Plain("a1@例.b\n".to_owned())),
        6 => {
            let name = Key::NAMES[dice.roll(Key::NAMES.len() as u64) as usize];
            Action::PressKey(Key::from_word(name).unwrap(), Vec::new())
        }
        7 => Action::Back,
        8 if dice.roll(8) == 0 => Action::Home,
        9 if dice.roll(4) == 0 => Action::Shake,
        10 => Action::SetNetwork(NetworkMode::ALL[dice.roll(6) as usize]),
        11 => Action::Launch(["settings", "shop", "mail"][dice.roll(3) as usize].to_owned()),
        _ => Action::Tap(point(dice)),
    }
}

#[test]
fn a_monkey_breaks_nothing() {
    let mut dice = Dice(7);
    let mut phone = Driver::open("?latency=instant");
    for _ in 0..1500 {
        phone.perform(action(&mut dice));
        phone.wait(dice.roll(900));
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
    let mut dice = Dice(11);
    let yaml = include_str!("../../apps/mail.app.yaml");
    let pack = include_str!("../../../../docs/formats/app-md.md");
    for text in [yaml, pack] {
        let characters: Vec<char> = text.chars().collect();
        for _ in 0..300 {
            let mut broken = characters.clone();
            for _ in 0..=dice.roll(6) {
                let at = dice.roll(broken.len() as u64) as usize;
                match dice.roll(3) {
                    0 => drop(broken.remove(at)),
                    1 => broken.insert(at, broken[dice.roll(broken.len() as u64) as usize]),
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
