//! The flow by Playwright, in a process of its own that does it once for every line it is sent.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::site::{OUTCOME, Site};

/// Where `./bench web` installs it.
const MODULE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../.tools/playwright/node_modules/playwright-core"
);

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/web/playwright.js");

/// Playwright with a page open.
pub(crate) struct Playwright {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Playwright {
    /// Starts it; `None` where it is not installed.
    pub(crate) fn start(program: &Path, site: &Site) -> Option<Self> {
        if !Path::new(MODULE).exists() {
            return None;
        }
        let mut child = Command::new("node")
            .args([SCRIPT, MODULE])
            .arg(program)
            .args([&site.url, OUTCOME])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take()?);
        let mut started = Self {
            child,
            input,
            output,
        };
        assert_eq!(started.answer(), "ready", "what Playwright says");
        site.check("Playwright");
        Some(started)
    }

    /// Does the flow once; returns how long it took by its own clock.
    pub(crate) fn flow(&mut self, site: &Site) -> Duration {
        writeln!(self.input.as_mut().unwrap()).unwrap();
        let took = self.answer().parse::<f64>().unwrap() / 1000.0;
        site.check("Playwright");
        Duration::from_secs_f64(took)
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }
}

impl Drop for Playwright {
    fn drop(&mut self) {
        // It closes its browser when there is nothing more to read.
        self.input = None;
        let _ = self.child.wait();
    }
}
