//! Where a Chromium may be.

use std::path::{Path, PathBuf};

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
    let named = folders
        .iter()
        .flat_map(|folder| NAMES.iter().map(|name| folder.join(name)));
    let mut found: Vec<PathBuf> = Vec::new();
    for path in known.chain(named) {
        let is_fit = window == Window::Headless || has_window(&path);
        if is_fit && path.is_file() && !found.contains(&path) {
            found.push(path);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_never_looked_for_in_a_program_without_one() {
        let headed = find_browsers(Window::Headed, &[PathBuf::from("/usr/bin")]);
        assert!(
            headed
                .iter()
                .all(|path| !path.to_string_lossy().contains("headless"))
        );
    }
}
