//! `retap sim`: the phone by itself.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::project::Project;

#[test]
fn a_picture_of_an_app_is_a_png() {
    let project = Project::new();
    project.run("sim screenshot settings -o out/a.png").exits(0);
    project
        .run("sim screenshot settings --screen about --drift rename -o b.png")
        .exits(0);
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
    child: Child,
    host: String,
    path: String,
}

impl Page {
    fn open(project: &Project) -> Self {
        let mut child = project
            .command()
            .args(["sim", "serve", "settings"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let rest = line.trim().strip_prefix("http://").unwrap();
        let (host, path) = rest.split_once('/').unwrap();
        Self {
            child,
            host: host.to_owned(),
            path: format!("/{path}"),
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

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
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
