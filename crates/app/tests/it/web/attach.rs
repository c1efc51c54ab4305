//! A browser somebody sits at: joined for a run, and left as it was.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;

use retap_drivers::web::{Window, find_browsers};

use super::{SKILL, bought, project_on, shop};
use crate::served::Served;

/// A browser of somebody else, ended with the test.
struct Stranger {
    served: Served,
    address: String,
}

impl Stranger {
    /// Starts one with a page open; `None` where there is no browser.
    fn start(page: &str) -> Option<Self> {
        let program = find_browsers(Window::Headless, &[]).into_iter().next()?;
        let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join("somebody");
        let mut command = Command::new(program);
        command
            .args(["--headless", "--no-sandbox", "--disable-gpu"])
            .args(["--disable-dev-shm-usage", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(page);
        let served = Served::start_talking(&mut command, "DevTools listening on ws://");
        let address = served.line.split('/').nth(2).unwrap().to_owned();
        Some(Self { served, address })
    }

    /// Opens another page.
    fn open(&self, page: &str) {
        self.ask(&format!("PUT /json/new?{page}"));
    }

    /// Returns the addresses of its pages.
    fn pages(&self) -> Vec<String> {
        let targets: serde_json::Value = serde_json::from_str(&self.ask("GET /json/list")).unwrap();
        let pages = targets.as_array().unwrap().iter();
        let pages = pages.filter(|target| target["type"] == "page");
        let mut pages: Vec<String> = pages
            .map(|page| page["url"].as_str().unwrap().to_owned())
            .collect();
        pages.sort();
        pages
    }

    fn ask(&self, what: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = format!("{what} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = BufReader::new(stream);
        let mut length = 0;
        for line in answer.by_ref().lines().map_while(Result::ok) {
            if let Some(said) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = said.trim().parse().unwrap();
            }
            if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        answer.read_exact(&mut body).unwrap();
        String::from_utf8(body).unwrap()
    }
}

#[test]
fn a_browser_with_pages_of_its_own_is_joined_and_left_as_it_was() {
    let site = shop();
    let first = format!("{}first", site.url);
    let Some(mut stranger) = Stranger::start(&first) else {
        return;
    };
    stranger.open("about:blank");
    let is_open = |pages: &Vec<String>| pages.contains(&first) && pages.len() == 2;
    let mut looks = std::iter::repeat_with(|| stranger.pages()).take(1000);
    let before = looks.find(is_open).expect("its two pages");
    let project = project_on(&site, "buy.yaml", SKILL);
    let device = format!("--device web+attach:{}", stranger.address);
    project.passes(&format!("compile buy.yaml {device}"));
    project.replays(&format!("buy.yaml {device}"));
    assert_eq!(bought(&site), ["Milk", "Milk"]);
    // A browser says that it closes a page a little before it has done so.
    let mut looks = std::iter::repeat_with(|| stranger.pages()).take(1000);
    let is_left_alone = looks.any(|pages| pages == before);
    assert!(is_left_alone, "{:?} is not {before:?}", stranger.pages());
    assert!(stranger.served.is_running(), "it was ended");
}
