//! One browser that all runs join, so that none has to start its own.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use retap_drivers::web::{Window, find_browsers};

use crate::missing_tool::skip_without;

/// A browser that waits to be joined, until it is dropped.
pub(super) struct Browser {
    child: Child,
    profile: PathBuf,
    /// The address of a device in it.
    pub(super) device: String,
}

impl Browser {
    /// Starts the browser, or returns `None` where there is none.
    pub(super) fn start() -> Option<Self> {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
        let Some(program) = find_browsers(Window::Headless, &folders).into_iter().next() else {
            skip_without("a browser");
            return None;
        };
        let profile = std::env::temp_dir().join(format!("retap-miniwob-{}", std::process::id()));
        let mut child = Command::new(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
            ])
            .args(["--disable-dev-shm-usage", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let talk = BufReader::new(child.stderr.take().unwrap());
        let said = "DevTools listening on ws://";
        let address = talk
            .lines()
            .map_while(Result::ok)
            .find_map(|line| Some(line.strip_prefix(said)?.split('/').next()?.to_owned()));
        let device = format!("web+attach:{}", address.unwrap());
        Some(Self {
            child,
            profile,
            device,
        })
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
