//! The storage of sites, given to another device before its first page.

use retap_drivers::web::{Profile, StorageState, WebDevice, WebOptions};
use retap_model::device::{Action, Device, DeviceError};

use super::kit::{browser, deadline, open, open_with};
use super::server::Server;

/// A page that says what it found kept when its first script ran, and keeps something itself.
const PAGE: &str = "<script>const found = [localStorage.seen ?? 'nothing', document.cookie || 'no cookie'].join(' and ');
localStorage.seen = location.hostname; document.cookie = 'sid=1'</script><h1></h1>
<script>document.querySelector('h1').textContent = location.hostname + ': ' + found</script>";

#[test]
fn what_sites_of_two_origins_keep_is_there_before_the_first_script_of_another_device() {
    let server = Server::page(PAGE);
    let Some(mut first) = open(&server.url("/")) else {
        return;
    };
    first.see("127.0.0.1: nothing and no cookie");
    first.act(Action::OpenUrl(server.other_url("/")));
    first.see("localhost: nothing and no cookie");
    let kept = first.device.dump_storage(deadline()).unwrap();
    first.see("localhost: nothing and no cookie");
    let before = server.got().len();
    let options = WebOptions {
        storage: Some(StorageState::parse(&kept).unwrap()),
        ..WebOptions::new(server.url("/"))
    };
    let mut second = open_with(options).unwrap();
    second.see("127.0.0.1: 127.0.0.1 and sid=1");
    assert_eq!(server.got().len(), before + 1, "no site was asked for it");
    let refused = second.try_act(Action::Back).unwrap_err();
    assert!(matches!(refused, DeviceError::Refused { .. }), "{refused}");
    second.act(Action::OpenUrl(server.other_url("/")));
    second.see("localhost: localhost and sid=1");
    let again = second.device.dump_storage(deadline()).unwrap();
    assert_eq!(String::from_utf8(again), String::from_utf8(kept));
}

#[test]
fn a_cookie_the_browser_refuses_is_told_by_its_place() {
    let Some(browser) = browser() else {
        return;
    };
    let file = br#"{"cookies": [{"name": "old", "value": "1", "domain": "a.example", "path": "/", "expires": 1},
        {"name": "__Host-sid", "value": "1", "domain": "a.example", "path": "/"}], "origins": []}"#;
    let options = WebOptions {
        storage: Some(StorageState::parse(file).unwrap()),
        ..WebOptions::new("")
    };
    let refused = WebDevice::open(browser, options, deadline()).err().unwrap();
    let words = refused.to_string();
    assert!(words.contains("cookies[1]: "), "{words}");
    assert!(!words.contains("__Host-sid"), "{words}");
}

#[test]
fn of_the_browser_of_a_person_only_what_was_visited_is_told() {
    let server = Server::page(PAGE);
    let as_person = |url: String| {
        open_with(WebOptions {
            profile: Profile::Browser,
            ..WebOptions::new(url)
        })
    };
    let (Some(mut theirs), Some(mut ours)) =
        (as_person(server.other_url("/")), as_person(server.url("/")))
    else {
        return;
    };
    theirs.see_in_part("localhost:");
    ours.see_in_part("127.0.0.1:");
    let kept = ours.device.dump_storage(deadline()).unwrap();
    let kept = String::from_utf8(kept).unwrap();
    assert!(kept.contains("\"domain\": \"127.0.0.1\""), "{kept}");
    assert!(!kept.contains("localhost"), "{kept}");
}
