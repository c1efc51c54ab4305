//! Measures the web driver on a real Chromium: what a reading costs, and a tap with its reading
//! against the same commands sent without a driver.
//!
//! `cargo run --release -p retap-drivers --example web_figures`

#![allow(clippy::print_stdout, reason = "an example talks to a person")]

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_drivers::web::{Browser, BrowserConfig, WebDevice, WebOptions};
use retap_model::device::{Action, Change, Clock, Deadline, Device};
use retap_model::geometry::Point;

/// How often each thing is measured; figures are the middle of these.
const ROUNDS: usize = 60;

fn main() -> Result<(), Box<dyn Error>> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let port = serve()?;
    let started = clock.now();
    let config = BrowserConfig {
        folders: vec!["/usr/bin".into()],
        scratch: Path::new("/tmp").to_owned(),
        ..BrowserConfig::default()
    };
    let browser = Browser::launch(&config, Arc::clone(&clock))?;
    let mut bench = Bench {
        clock,
        browser,
        port,
    };
    let first = bench.open("/small")?;
    let start = bench.clock.now().since(started);
    println!("start to first page            {:>8.1} ms", millis(start));
    drop(first);
    let again = bench.middle(10, |bench| bench.open("/small").map(drop))?;
    println!("another page in that browser   {:>8.1} ms", millis(again));
    for (name, path) in [
        ("small page, 10 nodes", "/small"),
        ("usual page, 600 nodes", "/usual"),
        ("dense page, 2,000 in view", "/dense"),
        ("large page, 10,000 nodes", "/large"),
    ] {
        bench.reading(name, path)?;
    }
    bench.tapping()
}

struct Bench {
    clock: Arc<dyn Clock>,
    browser: Browser,
    port: u16,
}

impl Bench {
    fn deadline(&self) -> Deadline {
        Deadline::after(self.clock.now(), Duration::from_secs(20))
    }

    fn open(&mut self, path: &str) -> Result<WebDevice, Box<dyn Error>> {
        let options = WebOptions::new(format!("http://127.0.0.1:{}{path}", self.port));
        let mut device = WebDevice::open(&self.browser, options, self.deadline())?;
        let is_loading = |device: &mut WebDevice, deadline| -> Result<bool, Box<dyn Error>> {
            let screen = device.read_screen(deadline)?;
            Ok(screen.loading().is_some() || screen.elements.is_empty())
        };
        while is_loading(&mut device, self.deadline())? {
            device.wait_for_change(self.deadline())?;
        }
        Ok(device)
    }

    /// Returns the middle of how long `work` takes.
    fn middle(
        &mut self,
        rounds: usize,
        mut work: impl FnMut(&mut Self) -> Result<(), Box<dyn Error>>,
    ) -> Result<Duration, Box<dyn Error>> {
        let mut times = Vec::with_capacity(rounds);
        for _ in 0..rounds {
            let before = self.clock.now();
            work(self)?;
            times.push(self.clock.now().since(before));
        }
        times.sort_unstable();
        Ok(times[rounds / 2])
    }

    fn reading(&mut self, name: &str, path: &str) -> Result<(), Box<dyn Error>> {
        let mut device = self.open(path)?;
        let count = device.read_screen(self.deadline())?.elements.len();
        let took = self.middle(ROUNDS, |bench| {
            device.read_screen(bench.deadline())?;
            Ok(())
        })?;
        println!("{name:<30} {:>8.1} ms, {count} elements", millis(took));
        Ok(())
    }

    /// A tap that adds an element, the wait for it and the reading that shows it.
    fn tapping(&mut self) -> Result<(), Box<dyn Error>> {
        let mut device = self.open("/usual")?;
        let at = Point::new(30.0, 20.0);
        let touch = self.middle(ROUNDS, |bench| {
            Ok(device.perform(&Action::Tap(at), bench.deadline())?)
        })?;
        let both = self.middle(ROUNDS, |bench| {
            device.perform(&Action::Tap(at), bench.deadline())?;
            device.read_screen(bench.deadline())?;
            Ok(())
        })?;
        let still = self.middle(ROUNDS, |bench| {
            let now = Deadline(bench.clock.now());
            let change = device.wait_for_change(now)?;
            assert_eq!(change, Change::None, "nothing happens between readings");
            Ok(())
        })?;
        let raw = self.middle(ROUNDS, |bench| {
            Ok(device.touch_and_evaluate(at, bench.deadline())?)
        })?;
        println!("tap                            {:>8.1} ms", millis(touch));
        println!("tap and reading                {:>8.1} ms", millis(both));
        println!("tap and `1+1`, as raw commands {:>8.1} ms", millis(raw));
        println!("asking whether it changed      {:>8.3} ms", millis(still));
        Ok(())
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn page(path: &str) -> String {
    let row = |n: usize| {
        format!("<li><b>Name {n}</b> <span>Detail {n}</span> <button>Open</button></li>")
    };
    let rows = |count: usize| (0..count).map(row).collect::<String>();
    let button =
        "<button onclick=\"n.textContent = +n.textContent + 1\">More</button><p id=n>0</p>";
    match path {
        "/usual" => format!("{button}<ul>{}</ul>", rows(145)),
        "/large" => format!("{button}<ul>{}</ul>", rows(2500)),
        "/dense" => {
            let cell = |n: usize| {
                format!("<span style='display:inline-block;font-size:6px;width:24px'>c{n}</span>")
            };
            format!(
                "{button}<div style='line-height:8px'>{}</div>",
                (0..2000).map(cell).collect::<String>()
            )
        }
        _ => button.to_owned(),
    }
}

fn serve() -> std::io::Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut line = String::new();
            let mut reader = BufReader::new(&stream);
            if reader.read_line(&mut line).is_err() {
                continue;
            }
            let body = page(line.split_whitespace().nth(1).unwrap_or_default());
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length:";
            // A browser that hangs up asks again.
            let _ = write!(stream, "{head} {}\r\n\r\n{body}", body.len());
        }
    });
    Ok(port)
}
