//! The settings app, from the home screen on.

use retap_model::device::{Action, NetworkMode};
use retap_model::geometry::Point;
use retap_model::screen::Role;

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
    assert_eq!(phone.touched(), ["Settings", "General", "About", "<"]);
    let general = &phone.device.touch_log().entries()[1];
    let element = general.element.as_ref().unwrap();
    let names = [&element.app, &element.screen, &element.id];
    assert_eq!(names, ["Settings", "main", "row_general"]);
    assert_eq!(general.effect.as_deref(), Some("opened screen general"));
}

#[test]
fn the_tree_has_rows_with_their_texts_inside() {
    let mut phone = Driver::launch("settings?open=main", "settings");
    let screen = phone.read();
    for (index, element) in screen.elements.iter().enumerate() {
        assert!(element.parent.is_none_or(|parent| parent < index));
    }
    let place = |id: &str| screen.elements.iter().position(|e| e.id == id).unwrap();
    let row = &screen.elements[place("row_general")];
    assert_eq!(
        (row.role, row.is_clickable, row.text.as_str()),
        (Role::Row, true, "")
    );
    let inside = |e: &&retap_model::screen::Element| e.parent == Some(place("row_general"));
    let texts: Vec<&str> = screen
        .elements
        .iter()
        .filter(inside)
        .map(|e| e.label())
        .collect();
    assert_eq!(texts, ["General"]);
    assert_eq!(row.class, "android.widget.LinearLayout");
    assert_eq!(screen.app.as_deref(), Some("Settings"));
    assert_eq!(screen.name.as_deref(), Some("main"));
}

#[test]
fn switches_turn_values_and_conditions_follow() {
    let mut phone = Driver::launch("settings", "Settings");
    phone.tap("Notifications");
    assert!(phone.shows("Show Previews"));
    phone.tap("Allow Notifications");
    assert_eq!(phone.find("row_allow_switch").state.checked, Some(false));
    assert!(!phone.shows("Show Previews"));
    assert!(phone.shows("Notifications are off for all apps."));
}

#[test]
fn radios_are_the_same_from_outside_and_inside() {
    let mut phone = Driver::launch("settings", "Settings");
    phone.perform(Action::SetNetwork(NetworkMode::AirplaneOn));
    assert_eq!(phone.find("row_airplane_switch").state.checked, Some(true));
    assert_eq!(phone.find("row_cellular_switch").state.checked, Some(false));
    phone.tap("Wi-Fi");
    assert!(!phone.shows("Hillside"));
    phone.tap("row_wifi_switch_switch");
    assert!(phone.shows("Hillside"));
}

#[test]
fn a_long_screen_scrolls_by_the_finger_and_stops_at_its_ends() {
    let mut phone = Driver::launch("settings?open=legal", "settings");
    assert!(phone.find("content").is_scrollable);
    assert!(!phone.shows("Regulatory"));
    let before = phone.find("legal_pictures").bounds.y;
    phone.swipe((200.0, 700.0), (200.0, 600.0));
    assert_eq!(phone.find("legal_pictures").bounds.y, before - 100.0);
    phone.swipe((200.0, 800.0), (200.0, -5000.0));
    assert!(phone.shows("Regulatory"));
    phone.swipe((200.0, 800.0), (200.0, 700.0));
    assert_eq!(phone.last_effect(), None);
    phone.swipe((200.0, 300.0), (200.0, 9000.0));
    assert_eq!(phone.find("legal_pictures").bounds.y, before);
}

#[test]
fn what_is_scrolled_away_cannot_be_touched() {
    let mut phone = Driver::launch("settings?open=legal", "settings");
    phone.swipe((200.0, 700.0), (200.0, 600.0));
    let screen = phone.read();
    let fonts = screen
        .elements
        .iter()
        .find(|e| e.id == "legal_fonts")
        .unwrap();
    assert!(!screen.is_in_view(fonts) || fonts.bounds.y >= 138.0);
    phone.tap_at(Point::new(200.0, 100.0));
    let touched = phone.device.touch_log().entries().pop().unwrap();
    assert_eq!(touched.element.unwrap().id, "nav_bar");
}

#[test]
fn sliders_go_where_the_finger_lets_go() {
    let mut phone = Driver::launch("settings?open=sounds", "settings");
    let ringer = phone.find("ringer");
    assert_eq!(ringer.state.value.as_deref(), Some("0.5"));
    let from = ringer.bounds.center();
    let to = Point::new(ringer.bounds.right() - 1.0, from.y);
    phone.perform(Action::Drag(
        from,
        to,
        std::time::Duration::from_millis(500),
    ));
    assert_eq!(phone.find("ringer").state.value.as_deref(), Some("1.00"));
}

#[test]
fn rows_of_a_list_that_allows_it_can_be_dragged() {
    let mut phone = Driver::launch("settings?open=storage", "settings");
    let from = phone.find("Notes").bounds.center();
    let to = phone.find("Photos").bounds.center();
    phone.perform(Action::Drag(
        from,
        to,
        std::time::Duration::from_millis(500),
    ));
    let texts = phone.texts();
    let place = |name: &str| texts.iter().position(|text| text == name);
    assert!(place("Notes") < place("Photos"));
}

#[test]
fn a_popup_blocks_everything_until_a_button_is_touched() {
    let mut phone = Driver::launch("settings?open=general", "settings");
    let about = phone.find("About").bounds.center();
    phone.tap("Reset All Settings");
    let screen = phone.read();
    assert_eq!(screen.dialog().unwrap().label(), "Reset all settings?");
    let covered = screen.elements.iter().find(|e| e.text == "About").unwrap();
    assert!(covered.is_covered);
    phone.tap_at(about);
    phone.perform(Action::Back);
    phone.swipe((200.0, 700.0), (200.0, 300.0));
    assert!(phone.shows("Reset all settings?"));
    phone.tap("Cancel");
    assert!(!phone.shows("Reset all settings?"));
    phone.tap("About");
    assert_eq!(phone.title(), "About");
}

#[test]
fn stopping_forgets_the_place_and_clearing_forgets_the_data() {
    let mut phone = Driver::launch("settings", "settings");
    phone.tap("Bluetooth");
    phone.tap("General");
    phone.perform(Action::Home);
    phone.perform(Action::Launch("dev.retap.settings".to_owned()));
    assert_eq!(phone.title(), "General");
    phone.perform(Action::Stop("Settings".to_owned()));
    phone.perform(Action::Launch("SETTINGS".to_owned()));
    assert_eq!(phone.title(), "Settings");
    assert_eq!(
        phone.find("row_bluetooth_switch").state.checked,
        Some(false)
    );
    phone.perform(Action::ClearData("Settings".to_owned()));
    phone.perform(Action::Launch("Settings".to_owned()));
    assert_eq!(phone.find("row_bluetooth_switch").state.checked, Some(true));
}

#[test]
fn an_app_that_is_not_there_is_refused_with_those_that_are() {
    let mut phone = Driver::open("");
    let error = phone
        .try_perform(Action::Launch("Calculator".to_owned()))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "could not launch Calculator: no app is called `Calculator`; installed: Settings, Shop, Mail"
    );
}

#[test]
fn links_open_screens_and_unknown_ones_are_refused() {
    let mut phone = Driver::open("");
    phone.perform(Action::OpenUrl("app://settings/about".to_owned()));
    assert_eq!(phone.title(), "About");
    phone.perform(Action::OpenUrl(
        "https://mail.example/x/compose?to=1".to_owned(),
    ));
    assert!(phone.shows("Allow Mail to send you notifications?"));
    for url in [
        "https://nobody.example/",
        "app://settings/nowhere",
        "tel:1",
        "",
    ] {
        assert!(
            phone.try_perform(Action::OpenUrl(url.to_owned())).is_err(),
            "{url}"
        );
    }
}

#[test]
fn odd_points_touch_nothing_and_break_nothing() {
    let mut phone = Driver::launch("settings", "settings");
    for (x, y) in [
        (f64::NAN, 5.0),
        (-1.0, -1.0),
        (1e300, 5.0),
        (f64::INFINITY, 0.0),
    ] {
        let point = Point::new(x, y);
        let time = std::time::Duration::ZERO;
        phone.tap_at(point);
        phone.perform(Action::DoubleTap(point));
        phone.perform(Action::LongPress(point, time));
        phone.perform(Action::Swipe(point, Point::new(100.0, 300.0), time));
        phone.perform(Action::Swipe(Point::new(100.0, 300.0), point, time));
        phone.perform(Action::Drag(Point::new(100.0, 300.0), point, time));
    }
    phone.read();
}
