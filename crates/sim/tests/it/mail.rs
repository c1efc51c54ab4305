//! Mail: lists that change, search, undo.

use retap_model::device::Action;
use retap_model::geometry::Point;

use crate::driver::Driver;

fn inbox() -> Driver {
    let mut phone = Driver::launch("mail", "Mail");
    phone.tap("Don't Allow");
    phone
}

#[test]
fn reading_every_unread_message_ends() {
    let mut phone = inbox();
    let mut read = 0;
    while phone.shows("Unread") {
        phone.tap("Unread");
        phone.wait(400);
        phone.tap("Back");
        read += 1;
        assert!(read <= 3);
    }
    assert_eq!(read, 3);
    assert!(!phone.shows("3 unread"));
}

#[test]
fn archiving_everything_leaves_an_empty_inbox() {
    let mut phone = inbox();
    for _ in 0..6 {
        let row = phone.find("message_row").bounds.center();
        let to = Point::new(row.x - 150.0, row.y);
        phone.swipe((row.x, row.y), (to.x, to.y));
        assert!(phone.shows("Archived"));
    }
    assert!(phone.shows("No messages"));
    phone.tap("tab_archive");
    assert!(phone.shows("Tide table"));
}

#[test]
fn a_message_is_flagged_and_archived_from_its_screen() {
    let mut phone = inbox();
    phone.tap("Two books are due");
    phone.wait(400);
    phone.tap("Flag");
    assert!(phone.shows("Flagged"));
    phone.tap("archive_button");
    assert_eq!(phone.title(), "Inbox");
    assert!(!phone.shows("Two books are due"));
}

#[test]
fn a_long_press_flags_and_shaking_takes_a_change_back() {
    let mut phone = inbox();
    let library = phone.find("Library").bounds.center();
    phone.perform(Action::LongPress(
        library,
        std::time::Duration::from_millis(600),
    ));
    assert!(phone.last_effect().unwrap().contains("flag = Flagged"));
    phone.swipe(
        (library.x + 100.0, library.y),
        (library.x - 90.0, library.y),
    );
    assert!(!phone.shows("Library"));
    phone.perform(Action::Shake);
    phone.tap("Undo");
    assert!(phone.shows("Library"));
}

#[test]
fn a_search_shows_what_matches() {
    let mut phone = inbox();
    phone.tap("Search");
    assert!(phone.shows("Type a word of a subject."));
    phone.tap("query");
    phone.type_text("ti");
    phone.press("return");
    assert!(phone.shows("Tide table"));
    assert!(!phone.shows("Boat on Saturday"));
}

#[test]
fn a_message_that_is_sent_is_in_the_sent_list() {
    let mut phone = inbox();
    phone.tap("New Message");
    phone.tap("to");
    phone.type_text("mika@example.org");
    phone.press("tab");
    phone.type_text("Yes");
    phone.press("return");
    phone.tap("Send");
    assert!(phone.shows("Message sent"));
    phone.tap("Sent");
    phone.wait(600);
    assert!(phone.shows("mika@example.org"));
}

#[test]
fn shaking_means_nothing_where_no_app_binds_it() {
    let mut phone = Driver::launch("settings", "Settings");
    phone.perform(Action::Shake);
    assert_eq!(phone.last_effect(), None);
}
