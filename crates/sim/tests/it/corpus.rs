//! The packs of the public corpus, where it is there.

use crate::corpus_folder::in_corpus;
use crate::driver::Driver;

const APPS: &str = "mirroir-skills/apps";

fn pack(name: &str) -> Option<Driver> {
    let path = in_corpus(APPS)?.join(name).join("APP.md");
    Some(Driver::open(&path.display().to_string()))
}

#[test]
fn the_five_packs_load() {
    let Some(root) = in_corpus(APPS) else {
        return;
    };
    for (name, expected) in [
        ("settings", (23, 53, 2)),
        ("weather", (4, 19, 2)),
        ("test_fixtures/login_fixture", (2, 6, 0)),
        ("test_fixtures/permission_alert", (1, 1, 1)),
        ("test_fixtures/scrollable_list", (1, 20, 0)),
    ] {
        let path = root.join(name).join("APP.md");
        let text = std::fs::read_to_string(&path).unwrap();
        let app = retap_sim::App::parse_md(name, &text).unwrap_or_else(|e| panic!("{e}"));
        let counts = app.counts();
        let found = (counts.screens, counts.elements, counts.popups);
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn rows_lead_on_chevrons_back_and_obstacles_block() {
    let Some(mut phone) = pack("settings") else {
        return;
    };
    phone.tap("Settings");
    assert!(phone.shows("Software Update Available"));
    let covered = phone.read();
    let general = covered
        .elements
        .iter()
        .find(|e| e.text == "General")
        .unwrap();
    phone.tap_at(general.bounds.center());
    phone.tap("Later");
    phone.tap("General");
    // Three taps were made on the app: one on the covered row, one on `Later`, one on `General`.
    assert!(phone.shows("Sign in to your Apple ID"));
    phone.tap("Cancel");
    assert_eq!(phone.title(), "General");
    phone.tap("About");
    phone.tap("<");
    phone.tap("Back");
    assert_eq!(phone.title(), "Settings");
    phone.tap("Airplane Mode");
    assert_eq!(phone.last_effect(), None);
}

#[test]
fn fields_and_lists_of_packs_work() {
    let Some(mut phone) = pack("test_fixtures/login_fixture") else {
        return;
    };
    phone.tap("Login");
    phone.tap("username");
    phone.type_text("johndoe");
    assert!(phone.find("password").is_password);
    phone.press("return");
    phone.tap("Log In");
    assert!(phone.shows("Welcome back"));
    let Some(mut phone) = pack("test_fixtures/scrollable_list") else {
        return;
    };
    phone.tap("Scrollable List");
    assert!(!phone.shows("Item 20"));
    phone.swipe((200.0, 800.0), (200.0, 200.0));
    assert!(phone.shows("Item 20"));
}
