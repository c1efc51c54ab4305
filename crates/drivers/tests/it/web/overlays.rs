//! Overlays of a browser on a page: dialogs, lists, the choice of a file; and other windows.

use std::fs;
use std::path::Path;

use retap_drivers::web::{Uploads, WebOptions};
use retap_model::device::{Action, Device, DeviceError, Download, DownloadEnd, Happening, Signal};
use retap_model::screen::Role;

use super::kit::{deadline, named, open, open_with, opened, shown};
use super::server::{Answer, Server};

#[test]
fn dialogs_of_scripts_are_on_the_screen_and_their_buttons_work() {
    let mut page = shown!(
        "<button onclick=\"alert('Hello'); p.textContent='alerted'\">Alert</button>
         <button onclick=\"p.textContent = confirm('Sure?') ? 'yes' : 'no'\">Confirm</button>
         <button onclick=\"p.textContent = prompt('Your name?', 'Ann')\">Ask</button>
         <button onclick=\"alert('1'); alert('2')\">Two</button><p id=p>-</p>",
    );
    page.tap("Alert");
    let screen = page.see("Hello");
    assert_eq!(screen.dialog().unwrap().description, "Alert");
    assert!(
        named(&screen, "Confirm")
            .is_none_or(|button| button.is_covered || button.role == Role::Dialog)
    );
    for refused in [
        page.device.screenshot(deadline()).map(drop),
        page.device.dump_tree(deadline()).map(drop),
        page.device.drawn(deadline()).map(drop),
    ] {
        let refused = refused.unwrap_err();
        let is_undrawn = matches!(refused, DeviceError::Unreadable { .. });
        assert!(is_undrawn, "{refused}");
    }
    page.tap("OK");
    page.see("alerted");
    page.tap("Confirm");
    page.tap("Cancel");
    page.see("no");
    page.tap("Confirm");
    page.press("return");
    page.see("yes");
    page.tap("Ask");
    page.wait_for("Your name?", |field| {
        field.state.focused && field.text == "Ann"
    });
    page.act(Action::ClearText);
    page.type_text("Bob");
    page.wait_for("Your name?", |field| field.text == "Bob");
    page.tap("OK");
    page.see("Bob");
    page.tap("Two");
    page.see("1");
    page.tap("OK");
    page.see("2");
    page.tap("OK");
    page.see("Bob");
}

#[test]
fn leaving_a_page_with_something_entered_is_asked_about_unless_an_address_is_given() {
    let server = Server::start(|got| match got.path.as_str() {
        "/" => "<a href=/two>On</a><input aria-label=Field>
            <script>onbeforeunload = (e) => { e.preventDefault(); e.returnValue = 'x' }</script>"
            .into(),
        _ => "<h1>Second</h1>".into(),
    });
    let mut page = opened!(open(&server.url("/")));
    page.fill("Field", "x");
    page.tap("On");
    page.tap("Stay");
    page.wait_for("Field", |field| field.text == "x");
    page.tap("On");
    page.tap("Leave");
    page.see("Second");
    page.act(Action::OpenUrl(server.url("/")));
    page.fill("Field", "x");
    page.act(Action::OpenUrl(server.url("/two")));
    page.see("Second");
}

#[test]
fn a_page_that_greets_with_a_dialog_can_be_opened() {
    let mut page = shown!("<script>alert('Welcome')</script><h1>Shop</h1>");
    page.see("Welcome");
    page.tap("OK");
    page.see("Shop");
}

#[test]
fn windows_are_followed_and_come_back() {
    let server = Server::start(|got| {
        match got.path.as_str() {
        "/" => "<button onclick=\"window.open('/popup','_blank','width=300,height=200')\">Open</button>
                <a href=/tab target=_blank>Tab</a><p id=p>-</p>"
            .into(),
        "/popup" => "<button onclick=\"opener.p.textContent='told'; window.close()\">Tell and close</button>".into(),
        _ => "<h1>Another tab</h1>".into(),
    }
    });
    let mut page = opened!(open(&server.url("/")));
    page.tap("Open");
    page.tap("Tell and close");
    page.see("told");
    page.tap("Tab");
    page.see("Another tab");
    page.act(Action::Back);
    page.see("told");
    page.tap("Tab");
    page.see("Another tab");
    page.act(Action::Launch(server.url("/")));
    page.see("-");
}

#[test]
fn files_are_chosen_by_name_and_downloads_are_kept() {
    let server = Server::start(|got| {
        match (got.method.as_str(), got.path.as_str()) {
        ("POST", _) => format!("<p>{}</p>", got.body.contains("hello from a file")).as_str().into(),
        (_, "/file") => Answer::Full {
            status: "200 OK",
            headers: vec![("Content-Disposition", "attachment; filename=report.txt".to_owned())],
            body: "a report".to_owned(),
        },
        _ => "<form method=post enctype=multipart/form-data><label>Picture <input type=file name=f></label>
              <button>Send</button></form><a href=/file>Download</a>"
            .into(),
    }
    });
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web-files");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("note.txt"), "hello from a file").unwrap();
    let options = WebOptions {
        downloads: Some(folder.clone()),
        uploads: Uploads {
            start: Some(folder.clone()),
            scratch: std::env::temp_dir(),
            ..Uploads::default()
        }
        .into(),
        ..WebOptions::new(server.url("/"))
    };
    let mut page = opened!(open_with(options));
    page.tap("Picture");
    page.wait_for("File name", |field| field.state.focused);
    page.type_text("nowhere.txt");
    let refused = page.try_act(Action::PressKey(
        retap_model::device::Key::from_word("return").unwrap(),
        vec![],
    ));
    assert!(matches!(refused, Err(DeviceError::InvalidInput { .. })));
    page.act(Action::ClearText);
    page.type_text("note.txt");
    page.tap("Open");
    page.wait_for("Picture", |field| field.text == "note.txt");
    page.tap("Download");
    page.see("Downloaded report.txt");
    let signals = page.device.signals_after(0).unwrap();
    let file = signals.into_iter().find_map(|signal| match signal.what {
        Happening::Downloaded(Download {
            end: DownloadEnd::Whole(file),
            ..
        }) => Some(file),
        Happening::Downloaded(_)
        | Happening::Requested(_)
        | Happening::Complained(_)
        | Happening::Blocked(_) => None,
    });
    assert_eq!(fs::read_to_string(file.unwrap()).unwrap(), "a report");
    page.tap("Send");
    page.see("true");
    page.miss("Downloaded report.txt");
}

#[test]
fn a_download_that_is_refused_is_said_so() {
    let server = Server::start(|got| match got.path.as_str() {
        "/file" => Answer::Full {
            status: "200 OK",
            headers: vec![(
                "Content-Disposition",
                "attachment; filename=report.txt".to_owned(),
            )],
            body: "a report".to_owned(),
        },
        _ => "<a href=/file>Download</a>".into(),
    });
    let mut page = opened!(open(&server.url("/")));
    page.tap("Download");
    page.see("Not downloaded: report.txt");
    let signals = page.device.signals_after(0).unwrap();
    let is_broken = |signal: &Signal| {
        matches!(
            &signal.what,
            Happening::Downloaded(Download {
                end: DownloadEnd::Broken { .. },
                ..
            })
        )
    };
    assert!(signals.iter().any(is_broken), "{signals:?}");
}

#[test]
fn a_long_native_list_fits_and_a_touch_beside_it_closes_it() {
    let options: String = (0..250).map(|n| format!("<option>Country {n}")).collect();
    let mut page = shown!(&format!(
        "<label>Country <select id=s onchange=\"p.textContent = this.value + ' chosen'\">{options}</select></label>
         <p id=p>-</p><select disabled aria-label=Dead><option>x</select>"
    ));
    page.tap("Country");
    page.tap("Country 249");
    page.see("Country 249 chosen");
    page.tap("Country");
    page.wait(|screen| named(screen, "Country 7").map(|_| ()));
    page.press("escape");
    page.miss("Country 7");
    assert!(!named(&page.read(), "Dead").unwrap().state.enabled);
}

#[test]
fn a_window_signals_its_changes_from_the_start() {
    let server = Server::start(|got| match got.path.as_str() {
        "/" => "<button onclick=\"window.open('/popup')\">Open</button>".into(),
        _ => "<p id=p>1</p><button onclick=\"window.close()\">Close</button>
              <script>setTimeout(() => p.textContent = '2', 100)</script>"
            .into(),
    });
    let mut page = opened!(open(&server.url("/")));
    for _ in 0..10 {
        page.tap("Open");
        page.see("2");
        page.tap("Close");
        page.see("Open");
    }
}
