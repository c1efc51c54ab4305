//! Drift: each kind changes what it says and nothing else.

use retap_model::screen::{Element, Screen};

use crate::driver::Driver;

const KINDS: &str = "rename re_id move reorder insert wrap remove swap_labels remove_and_lookalike rename_to_danger";

fn general(drift: &str) -> Screen {
    Driver::open(&format!("settings?open=general&drift={drift}")).read()
}

fn by_id<'a>(screen: &'a Screen, id: &str) -> Option<(usize, &'a Element)> {
    screen.elements.iter().enumerate().find(|(_, e)| e.id == id)
}

fn text_in(screen: &Screen, id: &str) -> String {
    let (row, _) = by_id(screen, id).unwrap();
    let inside = screen
        .elements
        .iter()
        .find(|e| e.parent == Some(row))
        .unwrap();
    inside.text.clone()
}

#[test]
fn every_shipped_app_has_every_kind_and_it_changes_the_app() {
    for app in retap_sim::catalog() {
        assert_eq!(app.drifts.join(" "), KINDS, "{}", app.name);
        let shipped = retap_sim::shipped(app.key).unwrap();
        for kind in app.drifts {
            let drifted = shipped.drifted(&kind).unwrap();
            assert_ne!(drifted, *shipped, "{} {kind}", app.name);
        }
    }
}

#[test]
fn rename_changes_the_text_and_keeps_the_id() {
    assert_eq!(text_in(&general("rename"), "row_about"), "About phone");
    assert_eq!(
        text_in(&general("rename_to_danger"), "row_about"),
        "Erase All Content"
    );
}

#[test]
fn re_id_changes_the_id_and_keeps_the_text() {
    let screen = general("re_id");
    assert!(by_id(&screen, "row_about").is_none());
    assert_eq!(text_in(&screen, "pref_about"), "About");
}

#[test]
fn move_and_reorder_change_places_only() {
    let place = |screen: &Screen, id| by_id(screen, id).unwrap().1.bounds.y;
    let moved = general("move");
    assert!(place(&moved, "row_about") > place(&moved, "reset_button"));
    let reordered = general("reorder");
    assert!(place(&reordered, "row_about") > place(&reordered, "row_date"));
    assert!(place(&reordered, "row_about") < place(&reordered, "reset_button"));
}

#[test]
fn insert_puts_a_neighbour_before_the_row() {
    let screen = general("insert");
    let (new, _) = by_id(&screen, "row_about_updates").unwrap();
    let (old, _) = by_id(&screen, "row_about").unwrap();
    assert!(new < old);
}

#[test]
fn wrap_adds_a_container_between() {
    let screen = general("wrap");
    let (_, row) = by_id(&screen, "row_about").unwrap();
    let frame = &screen.elements[row.parent.unwrap()];
    assert_eq!(frame.id, "row_about_frame");
    assert!(frame.bounds.height >= row.bounds.height);
}

#[test]
fn removed_rows_are_gone_and_lookalikes_take_their_place() {
    assert!(by_id(&general("remove"), "row_about").is_none());
    let screen = general("remove_and_lookalike");
    assert!(by_id(&screen, "row_about").is_none());
    assert_eq!(text_in(&screen, "row_about_updates"), "About Updates");
}

#[test]
fn swapped_labels_keep_what_the_rows_do() {
    let mut phone = Driver::open("settings?open=general&drift=swap_labels");
    phone.tap("About");
    assert_eq!(phone.title(), "Storage");
}

#[test]
fn drift_reaches_lists_and_the_buttons_in_their_rows() {
    let mut phone = Driver::open("mail?drift=insert");
    phone.perform(retap_model::device::Action::Launch("Mail".to_owned()));
    phone.tap("Allow");
    assert!(phone.shows("Boat on Sunday"));
    let mut phone = Driver::open("shop?drift=re_id&open=products");
    phone.wait(1300);
    assert_eq!(phone.find("btn_add").text, "Add");
}
