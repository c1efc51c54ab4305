//! The arguments Chromium is started with, and why.

use std::ffi::OsString;
use std::path::Path;

use super::{BrowserConfig, Window};

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

/// Returns the arguments of a browser.
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
