//! Dumps of the simulated phone, read as if they came over adb: they say what the phone itself says.

use std::time::Duration;

use retap_drivers::android::read_tree;
use retap_model::device::{Action, Clock, Deadline, Device};
use retap_model::geometry::{Rect, Size};
use retap_model::screen::{Element, Role, Screen};
use retap_sim::SimDevice;

/// The part of an element that a dump can keep; the roles of some are lost in Android's classes.
fn kept(element: &Element, scale: f64) -> String {
    let Rect { x, y, .. } = element.bounds;
    let [left, top] = [x, y].map(|units| (units * scale).round());
    format!(
        "{:?} {:?} {} {} {:?} {:?} {left},{top}",
        element.text,
        element.description,
        element.id,
        element.is_password,
        element.state.checked,
        element.state.enabled
    )
}

/// Returns what is in the app's own window, which is all that a dump is of.
fn in_window(screen: &Screen) -> Vec<&Element> {
    let is_bar = |one: &Element| one.bounds.bottom() <= screen.status_bar;
    let is_other = |one: &Element| {
        one.parent.is_none()
            && (is_bar(one) || one.description == "Keyboard" || one.role == Role::Toast)
    };
    screen
        .visible()
        .map(|(_, element)| element)
        .filter(|element| !is_other(element))
        // Sliders and bars have their value where others have their text.
        .filter(|element| !matches!(element.role, Role::Slider | Role::Progress))
        .collect()
}

#[test]
fn a_dump_of_the_simulated_phone_says_what_the_phone_says() {
    for (address, opens) in [
        ("settings", vec!["General", "About"]),
        ("settings", vec!["Wi-Fi"]),
        ("mail", vec![]),
        ("shop", vec![]),
    ] {
        let mut phone = SimDevice::open(address).unwrap();
        let clock = phone.clock();
        let soon = || Deadline::after(clock.now(), Duration::from_secs(60));
        let launch = Action::Launch(address.to_owned());
        phone.perform(&launch, soon()).unwrap();
        clock.sleep(Duration::from_secs(5));
        for label in opens {
            let screen = phone.read_screen(soon()).unwrap();
            let target = screen.elements.iter().find(|one| one.label() == label);
            let at = target.unwrap().bounds.center();
            phone.perform(&Action::Tap(at), soon()).unwrap();
            clock.sleep(Duration::from_secs(5));
        }
        let screen = phone.read_screen(soon()).unwrap();
        let dump = phone.dump_tree(soon()).unwrap().bytes;
        let scale = phone.info().scale;
        let natural = Size::new(screen.size.width * scale, screen.size.height * scale);
        let tree = read_tree(&dump, natural).unwrap();
        let wanted: Vec<String> = in_window(&screen)
            .into_iter()
            .map(|one| kept(one, scale))
            .collect();
        let is_figure = |one: &&Element| !matches!(one.role, Role::Slider | Role::Progress);
        // The window of a popup is a dialog itself, and has no name of the app's.
        let is_window = |one: &&Element| one.role == Role::Dialog && one.id.is_empty();
        let got: Vec<String> = tree
            .elements
            .iter()
            .filter(|one| is_figure(one) && !is_window(one))
            .map(|one| kept(one, 1.0))
            .collect();
        assert!(wanted.len() >= 5, "{address}: {wanted:?}");
        assert_eq!(got, wanted, "{address}");
        assert_eq!(tree.package, screen.app_id, "{address}");
    }
}
