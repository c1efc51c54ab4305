//! `retap sim`: the phone by itself.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::project::Project;
use crate::served::Served;

#[test]
fn a_picture_of_an_app_is_a_png() {
    let project = Project::new();
    project.passes("sim screenshot settings -o out/a.png");
    project.passes("sim screenshot settings --screen about --drift rename -o b.png");
    let bytes = std::fs::read(project.path("out/a.png")).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n"));
    project.run("sim screenshot nowhere -o c.png").exits(2);
    project
        .run("sim screenshot settings --drift nowhere -o c.png")
        .exits(2);
    assert!(!project.path("c.png").exists());
}

#[test]
fn the_shipped_apps_are_listed() {
    let text = Project::new().run("sim list").exits(0).stdout();
    for app in [
        "sim:settings",
        "sim:shop",
        "sim:mail",
        "sim:login",
        "sim:login-en",
    ] {
        assert!(text.contains(app), "{text}");
    }
}

/// A page being served, ended with the test.
struct Page {
    _served: Served,
    host: String,
    path: String,
}

impl Page {
    fn open(project: &Project) -> Self {
        let served = Served::start(project.command().args(["sim", "serve", "settings"]));
        let rest = served.line.strip_prefix("http://").unwrap();
        let (host, path) = rest.split_once('/').unwrap();
        Self {
            host: host.to_owned(),
            path: format!("/{path}"),
            _served: served,
        }
    }

    fn ask(&self, method: &str, path: &str, host: &str, body: &str) -> Vec<u8> {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        answer
    }

    fn text(&self, method: &str, file: &str, body: &str) -> String {
        let path = format!("{}{file}", self.path);
        String::from_utf8_lossy(&self.ask(method, &path, &self.host, body)).into_owned()
    }
}

#[test]
fn the_page_shows_the_phone_to_its_owner_and_takes_taps() {
    let project = Project::new();
    let page = Page::open(&project);
    assert!(page.host.starts_with("127.0.0.1:"));
    assert!(page.text("GET", "", "").contains("<title>Simulated phone"));
    assert!(page.text("GET", "screen.png", "").contains("image/png"));
    assert!(
        page.text("POST", "tap", "0.5 0.2")
            .starts_with("HTTP/1.1 200")
    );
    assert!(page.text("POST", "key", "home").starts_with("HTTP/1.1 200"));
    assert!(page.text("POST", "tap", "7 7").starts_with("HTTP/1.1 400"));
    assert!(
        page.text("GET", "elsewhere", "")
            .starts_with("HTTP/1.1 404")
    );
    let stranger = page.ask("GET", "/", &page.host, "");
    assert!(String::from_utf8_lossy(&stranger).starts_with("HTTP/1.1 404"));
    let rebound = page.ask("GET", &page.path, "evil.example", "");
    assert!(String::from_utf8_lossy(&rebound).starts_with("HTTP/1.1 403"));
}
