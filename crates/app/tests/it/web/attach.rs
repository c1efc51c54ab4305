//! A browser somebody sits at: joined for a run, and left as it was.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use retap_drivers::web::{Window, find_browsers};

use super::{SKILL, bought, shop};
use crate::project::Project;

/// A browser of somebody else, ended with the test.
struct Stranger {
    process: Child,
    address: String,
}

impl Stranger {
    /// Starts one with a page open; `None` where there is no browser.
    fn start(page: &str) -> Option<Self> {
        let program = find_browsers(Window::Headless, &[]).into_iter().next()?;
        let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join("somebody");
        let mut process = Command::new(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu"])
            .args(["--disable-dev-shm-usage", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(page)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap())
            .lines()
            .map_while(Result::ok);
        let line = lines.find(|line| line.contains("DevTools listening on ws://"));
        let address = line.unwrap().split('/').nth(2).unwrap().to_owned();
        // What it goes on to say must be read, or it would wait for somebody to.
        std::thread::spawn(move || lines.count());
        Some(Self { process, address })
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

impl Drop for Stranger {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
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
    let project = Project::with(&[("buy.yaml", &SKILL.replace("URL", &site.url))]);
    let device = format!("--device web+attach:{}", stranger.address);
    project.run(&format!("compile buy.yaml {device}")).exits(0);
    let replayed = project
        .run(&format!("test buy.yaml {device} --json"))
        .exits(0);
    let result: serde_json::Value = serde_json::from_str(&replayed.stdout()).unwrap();
    assert_eq!(result["skills"][0]["mode"], "compiled");
    assert_eq!(bought(&site), ["Milk", "Milk"]);
    // A browser says that it closes a page a little before it has done so.
    let mut looks = std::iter::repeat_with(|| stranger.pages()).take(1000);
    let is_left_alone = looks.any(|pages| pages == before);
    assert!(is_left_alone, "{:?} is not {before:?}", stranger.pages());
    let still_runs = stranger.process.try_wait().unwrap().is_none();
    assert!(still_runs, "it was ended");
}
