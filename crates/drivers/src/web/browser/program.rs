//! Where a Chromium may be, and the arguments it is started with, and why.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::BrowserConfig;

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
const ALWAYS: [&str; 21] = [
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

pub(super) fn arguments(config: &BrowserConfig, profile: &Path) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = ALWAYS.iter().map(OsString::from).collect();
    if config.window == Window::Headless {
        arguments.extend(WITHOUT_WINDOW.iter().map(OsString::from));
    }
    // Chromium refuses to start as root with its sandbox.
    if rustix::process::geteuid().is_root() {
        arguments.push("--no-sandbox".into());
    }
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
}
