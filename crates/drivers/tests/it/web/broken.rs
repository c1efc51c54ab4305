//! Pages and browsers that break, hang or go away.

use std::time::Duration;

use retap_drivers::web::WebOptions;
use retap_model::device::{Action, Change, Deadline, Device, DeviceError, Typed};
use retap_model::screen::Role;

use super::kit::{clock, deadline, open, opened, own_browser};
use super::server::{Answer, Server};

#[test]
fn a_page_that_never_stops_loading_can_be_used() {
    let server = Server::start(|got| match got.path.as_str() {
        "/" => Answer::Endless(
            "<h1>Half</h1><button onclick=\"this.textContent='Done'\">Go</button>".to_owned(),
        ),
        _ => "".into(),
    });
    let mut page = opened!(open(&server.url("/")));
    let screen = page.see("Half");
    assert_eq!(screen.loading().unwrap().role, Role::Progress);
    let button = page.wait_for("Go", |_| true);
    page.act(Action::Tap(button.bounds.center()));
    page.see("Done");
}

#[test]
fn a_page_that_crashes_is_an_error_at_once_and_the_next_one_works() {
    let server = Server::page("<h1>Fine</h1>");
    let mut page = opened!(open(&server.url("/")));
    page.see("Fine");
    let _ = page.try_act(Action::OpenUrl("chrome://crash".to_owned()));
    let error = loop {
        match page.device.read_screen(deadline()) {
            Err(error) => break error,
            Ok(_) => assert_eq!(
                page.device.wait_for_change(deadline()).unwrap(),
                Change::Happened
            ),
        }
    };
    assert!(matches!(error, DeviceError::Disconnected { .. }), "{error}");
    page.act(Action::Launch(server.url("/")));
    page.see("Fine");
}

#[test]
fn a_killed_browser_is_an_error_at_once() {
    let own = opened!(own_browser());
    let server = Server::page("<h1>Fine</h1>");
    let options = WebOptions::new(server.url("/"));
    let mut device = retap_drivers::web::WebDevice::open(&own, options, deadline()).unwrap();
    let id = own.process_id().unwrap();
    signal("-KILL", id);
    let error = loop {
        match device.wait_for_change(deadline()) {
            Err(error) => break error,
            // Nothing is waited for to its deadline.
            Ok(change) => assert_eq!(change, Change::Happened),
        }
        let _ = device.read_screen(deadline());
    };
    assert!(matches!(error, DeviceError::Disconnected { .. }), "{error}");
}

/// Sends a signal to a process.
pub(crate) fn signal(name: &str, process: u32) {
    let mut kill = std::process::Command::new("kill");
    let sent = kill.args([name, &process.to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn a_stopped_browser_outlasts_no_deadline_and_goes_on_later() {
    let own = opened!(own_browser());
    let id = own.process_id().unwrap();
    let server = Server::page("<textarea aria-label=Note autofocus></textarea><p>Fine</p>");
    let options = WebOptions::new(server.url("/"));
    let device = retap_drivers::web::WebDevice::open(&own, options, deadline()).unwrap();
    let mut page = super::kit::Page::of(device);
    page.see("Fine");
    signal("-STOP", id);
    let soon = || Deadline::after(clock().now(), Duration::from_millis(50));
    let is_late = |error: DeviceError| matches!(error, DeviceError::DeadlinePassed { .. });
    // More than any buffer between us and the browser holds.
    for _ in 0..6 {
        let typed = Action::Type(Typed::Plain("x".repeat(100_000)));
        assert!(is_late(page.device.perform(&typed, soon()).unwrap_err()));
    }
    assert!(is_late(page.device.read_screen(soon()).unwrap_err()));
    assert!(is_late(page.device.screenshot(soon()).unwrap_err()));
    page.device.wait_for_change(soon()).unwrap();
    signal("-CONT", id);
    page.act(Action::Launch(server.url("/")));
    page.see("Fine");
    signal("-STOP", id);
    // Nothing to wait for but the end: a stopped browser is ended all the same.
    drop((page, own));
    assert!(!std::path::Path::new(&format!("/proc/{id}/exe")).exists());
}
