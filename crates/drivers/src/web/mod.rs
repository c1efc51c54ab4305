//! Browsers: Chromium over its DevTools protocol, driven by events and never polled.
//!
//! Not here: which element is meant, and whether an act worked.

mod acts;
mod answer;
mod ask;
mod blocked;
mod bodies;
mod browser;
mod cdp;
mod clipboard;
mod device;
mod events;
mod graphql;
mod international;
mod open;
mod overlay;
mod pages;
mod private_folder;
mod quiet;
mod records;
mod screen;
mod signals;
mod storage;
mod upload_copies;
mod uploads;
mod url;
mod write;

pub use browser::{Browser, BrowserConfig, BrowserError, Window, find_browsers};
pub use device::WebDevice;
pub use open::{Profile, Viewport, WebOptions};
pub use private_folder::remove_left_folders;
pub use signals::DownloadLimits;
pub use storage::StorageState;
pub use uploads::{SharedUploads, Uploads};
pub use url::{is_unclear_site, named_host, sites_of};

// For `fuzz/`.
#[doc(hidden)]
pub use cdp::is_message;
#[doc(hidden)]
pub use screen::parse_reading;
#[doc(hidden)]
pub use write::read_bodies;

use ask::{AskError, Asked, Patience};
use cdp::{CdpError, Client, Command, Event, Interest, Refusal, Session, Ticket, command, text};
use device::Launched;
use pages::{Changes, Frames, Tab, Tabs, WORLD, World};

/// The script that reads pages, for benchmarks.
#[doc(hidden)]
pub const PAGE_SCRIPT: &str = screen::SCRIPT;
