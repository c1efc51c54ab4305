//! A browser: where one may be, how it is started or joined, shared by any number of devices, ended with the last of them.
//!
//! Not here: pages and what they show.

mod process;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use retap_model::device::{Clock, Deadline, brief};
use serde_json::json;

use super::blocked::unreachable;
use super::cdp::{CdpError, Client, Connection, Interest, attach, command};
use super::open::every_target;
use super::private_folder::PrivateFolder;

use process::Process;

/// The command to type to get a browser.
const REMEDY: &str =
    "install one (Debian: `apt-get install chromium chromium-headless-shell`) or say where it is";

/// How long a browser may take to start.
const START: Duration = Duration::from_secs(30);

/// The folder of downloads in the browser's own.
const DOWNLOADS: &str = "retap-downloads";

/// How to start a browser.
#[derive(Debug, Clone, Default)]
pub struct BrowserConfig {
    /// The program; without one the usual places are tried.
    pub program: Option<PathBuf>,
    /// Folders in which programs are looked for, as in `PATH`.
    pub folders: Vec<PathBuf>,
    /// Where the browser's own folder is made; it is removed at the end.
    pub scratch: PathBuf,
    /// Whether a window is wanted.
    pub window: Window,
    /// Names of sites that no page of it may reach, in whatever way.
    pub blocked: Vec<String>,
    /// Further arguments of the program, after ours.
    pub arguments: Vec<String>,
}

/// Why there is no browser.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    /// None is installed where browsers usually are.
    #[error("no Chromium was found; {REMEDY}")]
    Missing,
    /// The program could not be started.
    #[error("`{}` could not be started: {}", .0.display(), .1)]
    Start(PathBuf, #[source] io::Error),
    /// It started, and ended or said nothing before it could be used.
    #[error("`{browser}` did not answer; it said: {}", brief(.output))]
    Silent {
        /// The program or address.
        browser: String,
        /// Its last message.
        output: String,
    },
    /// No running browser could be joined at this address.
    #[error("no browser could be joined at `{}`: {}", .0, brief(&.1.to_string()))]
    Attach(String, #[source] io::Error),
    /// The browser's own folder could not be made.
    #[error("`{}` could not be made: {}", .0.display(), .1)]
    Profile(PathBuf, #[source] io::Error),
}

/// A browser. Clones are the same browser; it ends with the last of them and its devices.
#[derive(Clone)]
pub struct Browser {
    inner: Arc<Inner>,
}

struct Inner {
    connection: Arc<Connection>,
    clock: Arc<dyn Clock>,
    name: String,
    /// Where downloads may go, inside the browser's own folder.
    downloads: Option<PathBuf>,
    /// Taken by whoever ends it; `None` from the start for a browser that was joined: it is somebody else's and stays.
    process: Mutex<Option<Process>>,
    is_joined: bool,
    /// Whether it has no window that a person could touch.
    is_alone: bool,
}

impl Browser {
    /// Starts a browser and waits until it answers.
    pub fn launch(config: &BrowserConfig, clock: Arc<dyn Clock>) -> Result<Self, BrowserError> {
        let browser = Self::start(config, clock)?;
        browser.wait_until_it_answers()?;
        Ok(browser)
    }

    /// Starts a browser that may take a while to answer.
    pub fn start(config: &BrowserConfig, clock: Arc<dyn Clock>) -> Result<Self, BrowserError> {
        let found = || find_browsers(config.window, &config.folders);
        let program = config.program.clone();
        let program = program.or_else(|| found().into_iter().next());
        let program = program.ok_or(BrowserError::Missing)?;
        let not_made = |folder: &Path| {
            let folder = folder.to_owned();
            |error: io::Error| BrowserError::Profile(folder, error)
        };
        let profile = PrivateFolder::make(&config.scratch).map_err(not_made(&config.scratch))?;
        let downloads = profile.path().join(DOWNLOADS);
        std::fs::create_dir(&downloads).map_err(not_made(&downloads))?;
        let arguments = arguments(config, profile.path());
        let started = Process::start(&program, &arguments, profile, Arc::clone(&clock));
        let (process, wire) =
            started.map_err(|error| BrowserError::Start(program.clone(), error))?;
        Ok(Self::of(Inner {
            connection: Connection::open(wire),
            clock,
            name: program.display().to_string(),
            downloads: Some(downloads),
            process: Mutex::new(Some(process)),
            is_joined: false,
            is_alone: config.window == Window::Headless,
        }))
    }

    fn of(inner: Inner) -> Self {
        let inner = Arc::new(inner);
        Self { inner }
    }

    /// Ends a browser of ours at once and removes its folder, whoever still waits for it or has pages in it. One that
    /// was joined is left.
    pub fn end(&self) {
        self.inner.end();
    }

    /// Joins a browser that was started with `--remote-debugging-port` at `HOST:PORT`.
    pub fn attach(address: &str, clock: Arc<dyn Clock>) -> Result<Self, BrowserError> {
        let deadline = Deadline::after(clock.now(), START);
        let wire = attach(address, &clock, deadline)
            .map_err(|error| BrowserError::Attach(address.to_owned(), error))?;
        let browser = Self::of(Inner {
            connection: Connection::open(wire),
            clock,
            name: address.to_owned(),
            downloads: None,
            process: Mutex::new(None),
            is_joined: true,
            is_alone: false,
        });
        browser.wait_until_it_answers()?;
        Ok(browser)
    }

    /// Returns the number of the browser's process, where it is ours.
    pub fn process_id(&self) -> Option<u32> {
        self.inner.process().as_ref().map(Process::id)
    }

    /// Returns a folder for downloads that goes away with the browser, where it is ours.
    pub fn downloads(&self) -> Option<PathBuf> {
        self.inner.downloads.clone()
    }

    /// Returns whether the browser is somebody else's and stays when we go.
    pub(super) fn is_joined(&self) -> bool {
        self.inner.is_joined
    }

    /// Returns whether nobody but us can touch its pages.
    pub(super) fn is_alone(&self) -> bool {
        self.inner.is_alone
    }

    pub(super) fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.inner.clock)
    }

    pub(super) fn client(&self) -> Client {
        Client::new(Arc::clone(&self.inner.connection), self.clock())
    }

    /// Asks for every new page to be handed over before it runs, so that a browser that does not start is
    /// noticed here.
    pub fn wait_until_it_answers(&self) -> Result<(), BrowserError> {
        let inner = &self.inner;
        let silent = |error: CdpError| {
            let output = inner.process().as_ref().map(Process::last_output);
            let output = output.filter(|output| !output.is_empty());
            BrowserError::Silent {
                browser: inner.name.clone(),
                output: output.unwrap_or_else(|| error.to_string()),
            }
        };
        let mut client = self.client();
        let every_page = command("Target.setAutoAttach", every_target());
        let sent = client.send(None, &every_page, Interest::Answer);
        let ticket = sent.map_err(silent)?;
        let deadline = Deadline::after(inner.clock.now(), START);
        loop {
            client.next(deadline).map_err(silent)?;
            if let Some(answer) = client.take(&ticket) {
                return answer.map(drop).map_err(silent);
            }
            if deadline.has_passed(inner.clock.now()) {
                return Err(silent(ticket.too_late()));
            }
        }
    }
}

impl Inner {
    fn process(&self) -> MutexGuard<'_, Option<Process>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        let Some(process) = self.process().take() else {
            return;
        };
        let mut client = Client::new(Arc::clone(&self.connection), Arc::clone(&self.clock));
        // A browser that has gone already needs no goodbye.
        let _ = client.tell(None, &command("Browser.close", json!({})));
        self.connection.close();
        drop(process);
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.end();
        self.connection.close();
    }
}

/// Places of the program itself. Debian's scripts under `/usr/bin` do not `exec`, so that killing
/// one of them leaves the browser running; the headless shell starts three times as fast.
const HEADLESS: [&str; 2] = [
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib64/chromium-browser/headless_shell",
];

const FULL: [&str; 7] = [
    "/usr/lib/chromium/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// Names to look for in the folders of programs, best first.
const NAMES: [&str; 7] = [
    "chrome-headless-shell",
    "chromium-headless-shell",
    "google-chrome-stable",
    "google-chrome",
    "chromium",
    "chromium-browser",
    "microsoft-edge",
];

/// Whether a window is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Window {
    /// No window; the usual way.
    #[default]
    Headless,
    /// A window to watch.
    Headed,
}

/// Returns the browsers that are installed, the one to use first. `folders` are those in which
/// programs are looked for, as in `PATH`.
pub fn find_browsers(window: Window, folders: &[PathBuf]) -> Vec<PathBuf> {
    let has_window = |path: &Path| !path.to_string_lossy().contains("headless");
    let known = HEADLESS.iter().chain(FULL.iter()).map(PathBuf::from);
    let named = |folder: &'_ PathBuf| NAMES.map(|name| folder.join(name));
    let named = folders.iter().flat_map(named);
    let mut found: Vec<PathBuf> = Vec::new();
    for path in known.chain(named) {
        let is_fit = window == Window::Headless || has_window(&path);
        if is_fit && path.is_file() && !found.contains(&path) {
            found.push(path);
        }
    }
    found
}

/// The flags that keep a driven browser from acting by itself.
const ALWAYS: [&str; 22] = [
    // No questions, no accounts, no downloads of its own.
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--password-store=basic",
    "--use-mock-keychain",
    "--metrics-recording-only",
    // Pages in the background run like the one in front: several devices share one browser.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-hang-monitor",
    // A page that goes elsewhere 200 times in ten seconds is held up otherwise: replays in a row do that.
    "--disable-ipc-flooding-protection",
    // A page is read before its first frame is drawn, and until then touches would be dropped.
    "--allow-pre-commit-input",
    // Small containers have a small /dev/shm.
    "--disable-dev-shm-usage",
    // A wheel turn is done when it is done.
    "--disable-smooth-scrolling",
    "--disable-quic",
    "--force-color-profile=srgb",
    // Windows a page opens are followed, so none is blocked.
    "--disable-popup-blocking",
    // A page that comes back from the cache of pages is not loaded, and our script is frozen with it. The last
    // two: after each touch a page's work would wait for the next frame, and each document would get a
    // new frame of the browser's; a flow takes a third longer with them.
    "--disable-features=BackForwardCache,Translate,AcceptCHFrame,MediaRouter,OptimizationHints,Prerender2,DeferRendererTasksAfterInput,RenderDocument",
];

/// The flags of a browser without a window.
const WITHOUT_WINDOW: [&str; 4] = [
    "--headless",
    "--disable-gpu",
    "--hide-scrollbars",
    "--mute-audio",
];

fn arguments(config: &BrowserConfig, profile: &Path) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = ALWAYS.iter().map(OsString::from).collect();
    if config.window == Window::Headless {
        arguments.extend(WITHOUT_WINDOW.iter().map(OsString::from));
    }
    // Chromium refuses to start as root with its sandbox.
    if rustix::process::geteuid().is_root() {
        arguments.push("--no-sandbox".into());
    }
    arguments.extend(unreachable(&config.blocked));
    arguments.push("--remote-debugging-pipe".into());
    let mut folder = OsString::from("--user-data-dir=");
    folder.push(profile);
    arguments.push(folder);
    arguments.extend(config.arguments.iter().map(OsString::from));
    arguments.push("about:blank".into());
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_never_looked_for_in_a_program_without_one() {
        let headed = find_browsers(Window::Headed, &[PathBuf::from("/usr/bin")]);
        let is_headless = |path: &PathBuf| path.to_string_lossy().contains("headless");
        assert!(!headed.iter().any(is_headless));
    }

    #[test]
    fn what_a_browser_says_is_quoted_in_part() {
        let said = "x".repeat(100_000);
        let silent = BrowserError::Silent {
            browser: "chromium".to_owned(),
            output: said.clone(),
        };
        let not_joined = BrowserError::Attach("127.0.0.1:1".to_owned(), io::Error::other(said));
        for error in [silent, not_joined] {
            let told = error.to_string();
            assert!(
                told.len() < 1_000 && told.ends_with("99500 bytes more"),
                "{told}"
            );
        }
    }
}
