//! The tree and the touches come from one layout; here is the proof on every screen.

use retap_model::screen::{Element, Screen};
use retap_sim::{catalog, shipped};

use crate::driver::Driver;

/// Opens every screen of every shipped app, loaded and without popups.
fn every_screen(mut visit: impl FnMut(&str, &str)) {
    for app in catalog() {
        for screen in shipped(app.key).unwrap().screen_ids() {
            visit(app.key, screen);
        }
    }
}

fn opened(app: &str, screen: &str) -> Driver {
    let mut phone = Driver::open(&format!("{app}?open={screen}"));
    phone.wait(5000);
    if phone.shows("Don't Allow") {
        phone.tap("Don't Allow");
    }
    if phone.shows("Location is on") {
        phone.tap("OK");
    }
    phone
}

/// Returns the clickable elements that can be seen.
fn clickable(screen: &Screen) -> Vec<Element> {
    let seen = screen.visible().map(|(_, element)| element);
    seen.filter(|element| element.is_clickable)
        .cloned()
        .collect()
}

#[test]
fn whatever_the_tree_calls_clickable_takes_the_touch_in_its_middle() {
    every_screen(|app, screen| {
        let elements = clickable(&opened(app, screen).read());
        for element in elements {
            let mut phone = opened(app, screen);
            phone.tap_at(element.bounds.center());
            let touched = phone.device.touch_log().entries().pop().unwrap().element;
            let touched = touched.map(|touched| touched.id).unwrap_or_default();
            // A switch hands its touch on to the row it stands in.
            let expected = element.id.trim_end_matches("_switch");
            let found = touched.trim_end_matches("_switch");
            // The trailing button and the chevron share a row with its middle.
            let is_row_with_button = element.id == "product_row" || element.id == "cart_row";
            assert!(
                found == expected || is_row_with_button,
                "{app}/{screen}: {element:?} gave {touched}"
            );
        }
    });
}

#[test]
fn every_element_lies_after_its_parent_and_in_it() {
    every_screen(|app, name| {
        let screen = opened(app, name).read();
        for (index, element) in screen.elements.iter().enumerate() {
            let Some(parent) = element.parent else {
                continue;
            };
            assert!(parent < index, "{app}/{name}");
            let holder = &screen.elements[parent];
            if screen.is_in_view(element) {
                let inside = element.bounds.intersection(holder.bounds);
                let inside = inside.unwrap_or_default();
                let is_inside = (inside.width - element.bounds.width).abs() < 0.01
                    && (inside.height - element.bounds.height).abs() < 0.01;
                assert!(
                    is_inside,
                    "{app}/{name}: {element:?} sticks out of {holder:?}"
                );
            }
        }
    });
}

#[test]
fn texts_on_a_screen_do_not_lie_on_each_other() {
    every_screen(|app, name| {
        let screen = opened(app, name).read();
        let texts: Vec<&Element> = screen
            .visible()
            .map(|(_, e)| e)
            .filter(|e| !e.text.is_empty())
            .collect();
        for (index, one) in texts.iter().enumerate() {
            for other in &texts[index + 1..] {
                let common = one.bounds.intersection(other.bounds);
                assert!(
                    common.is_none(),
                    "{app}/{name}: `{}` on `{}`",
                    one.text,
                    other.text
                );
            }
        }
    });
}
