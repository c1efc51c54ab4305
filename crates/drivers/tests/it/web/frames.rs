//! Frames wherever they are: turned, scaled, nested, covered, going elsewhere.

use retap_model::device::{Action, Device, DeviceError};
use retap_model::screen::Screen;

use super::kit::{Page, deadline, named, open, opened};
use super::server::{Got, Server};

/// A page that tells the server which button was clicked, of this origin or another.
const INNER: &str = "<!doctype html><style>body {margin: 0; line-height: 18px} button {height: 21px}</style><p style='margin:0'>Choose</p><button id=one>One</button><br><br><button id=two>Two</button>
    <label style='position:absolute;left:120px;top:60px'>Note <input id=note size=5></label>
    <script>onclick = (e) => fetch('/clicked?' + e.target.id)</script>";

/// A server with a page around frames; `FRAME` is a frame of the same origin, `OTHER` of another.
fn around(page: &str) -> Server {
    let page = page.to_owned();
    Server::start(move |got: &Got| match got.path.split_once('?') {
        Some(("/outer", other)) => page
            .replace("FRAME", "src=/inner")
            .replace("OTHER", &format!("src={other}"))
            .as_str()
            .into(),
        Some(("/frame", inside)) => format!(
            "<body style='margin:0'><iframe {} style='border:0;width:260px;height:120px'></iframe>",
            inside.replace('+', " ")
        )
        .as_str()
        .into(),
        _ if got.path == "/inner" => INNER.into(),
        _ if got.path == "/gone" => "<script>fetch('/arrived')</script>".into(),
        _ => "".into(),
    })
}

fn open_around(server: &Server) -> Option<Page> {
    open(&server.url(&format!("/outer?{}", server.other_url("/inner"))))
}

#[test]
fn frames_that_are_scaled_turned_and_moved_are_touched_where_they_are_drawn() {
    let styles = [
        "transform:scale(.5)",
        "transform:scale(1.5,.8) translate(40px,20px)",
        "transform:rotate(90deg)",
        "transform:rotate(30deg) scale(.8)",
        "rotate:-20deg;scale:1.2",
        "transform:scaleX(-1)",
        "zoom:1.5",
        "border:7px solid;padding:11px;transform:scale(.7)",
    ];
    for style in styles {
        for kind in ["FRAME", "OTHER"] {
            let server = around(&format!(
                "<body style='margin:90px 200px'><div style='transform:skewX(5deg)'><iframe {kind} style='width:260px;height:120px;{style}'></iframe></div>"
            ));
            let Some(mut page) = open_around(&server) else {
                return;
            };
            for name in ["One", "Two"] {
                page.tap(name);
                let clicked = server.wait_for(&format!("/clicked?{}", name.to_lowercase()));
                assert!(!clicked.is_empty());
            }
            page.fill("Note", "abc");
            page.wait_for("note", |field| field.text == "abc");
            let clicks = server.got();
            let clicks = clicks.iter().filter(|got| {
                got.path.starts_with("/clicked?t") || got.path.starts_with("/clicked?o")
            });
            assert_eq!(clicks.count(), 2, "{kind} {style}");
        }
    }
}

#[test]
fn a_frame_in_space_is_told_but_nothing_in_it() {
    let server = around(
        "<div style='perspective:300px'><iframe FRAME title=Card style='transform:rotateY(40deg)'></iframe></div><p>End</p>",
    );
    let Some(mut page) = open_around(&server) else {
        return;
    };
    let screen = page.see("End");
    assert!(named(&screen, "Card").is_some());
    assert!(named(&screen, "One").is_none());
}

#[test]
fn frames_three_deep_of_both_kinds_are_used() {
    let server =
        around("<h1>Top</h1><iframe OTHER style='width:300px;height:200px;margin:20px'></iframe>");
    let deep = server.other_url(&format!("/frame?src={}", server.url("/frame?src=/inner")));
    let mut page = opened!(open(&server.url(&format!("/outer?{deep}"))));
    page.tap("Two");
    server.wait_for("/clicked?two");
}

#[test]
fn what_lies_over_a_frame_of_another_origin_covers_what_is_in_it() {
    for kind in ["FRAME", "OTHER"] {
        let server = around(&format!(
            "<body style='margin:0'><header style='position:fixed;left:0;right:0;top:0;height:45px;background:#eee'>Header</header>
             <iframe {kind} style='border:0;width:260px;height:120px'></iframe><p id=p>-</p>"
        ));
        let Some(mut page) = open_around(&server) else {
            return;
        };
        let covered = |screen: &Screen, text: &str| {
            let all = screen.elements.iter();
            all.filter(|element| element.text == text)
                .all(|element| element.is_covered)
        };
        let screen = page.see("Two");
        assert!(covered(&screen, "One"), "{kind}");
        page.tap("Two");
        server.wait_for("/clicked?two");
    }
}

#[test]
fn a_frame_that_goes_elsewhere_or_goes_away_is_not_touched() {
    for kind in ["FRAME", "OTHER"] {
        for change in [
            "f.remove()",
            "f.src = '/gone'",
            "f.style.marginTop = '200px'",
        ] {
            let server = around(&format!(
                "<iframe id=f {kind} style='width:260px;height:120px'></iframe><button id=b onclick=\"{change}\" style='position:fixed;bottom:0'>Change</button>"
            ));
            let Some(mut page) = open_around(&server) else {
                return;
            };
            let screen = page.see("Two");
            let (at, change_at) = (
                named(&screen, "Two").unwrap().bounds.center(),
                named(&screen, "Change").unwrap().bounds.center(),
            );
            page.act(Action::Tap(change_at));
            if change.contains("src") {
                server.wait_for("/arrived");
            }
            let touched = page.device.perform(&Action::Tap(at), deadline());
            assert!(
                matches!(touched, Err(DeviceError::Missed { .. })),
                "{kind} {change}: {touched:?}"
            );
            page.read();
            assert!(
                !server
                    .got()
                    .iter()
                    .any(|got| got.path.starts_with("/clicked"))
            );
        }
    }
}
