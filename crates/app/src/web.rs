//! Browsers: which one, started once a command, and the pages in it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_drivers::web::{
    Browser, BrowserConfig, BrowserError, DownloadLimits, Profile, SharedUploads, StorageState,
    Uploads, Viewport, WebDevice, WebOptions, Window, find_browsers,
};
use retap_model::device::{Clock, Deadline};
use retap_model::geometry::Size;
use serde::Deserialize;

use crate::config::{named_folders, readable_folders};
use crate::devices::{DeviceRequirements, Opened, Readable};
use crate::environment::Environment;
use crate::error::{AppError, cannot};
use crate::files::{self, Content, DOWNLOADS_TOGETHER};
use crate::shared::Shared;

/// How long opening a page may take.
const OPENING: Duration = Duration::from_secs(60);

/// The remedy for a file that a skill may not read.
const READABLE: &str = "it is not in the folder of the skill; put `folders = [\"FOLDER\"]` into \
                        `.retap/config.toml` of your home folder, or type the file by `--set`";

/// The remedy for a file that an agent may not read.
const READABLE_BY_AGENTS: &str = "it is neither inside of the project nor, for a skill, in the folder of the skill; \
                                  a person may put `folders = [\"FOLDER\"]` into `.retap/config.toml` of the home folder";

/// The longest side of a page, in its own pixels.
const LONGEST_SIDE: u32 = 5000;

/// The variables that name the screen of a desktop.
const DISPLAYS: [&str; 2] = ["DISPLAY", "WAYLAND_DISPLAY"];

/// The settings of the table `web`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WebConfig {
    pub(crate) browser: Option<PathBuf>,
    pub(crate) headed: Option<bool>,
    pub(crate) viewport: Option<[u32; 2]>,
    /// Whether pages are told that they are on a phone.
    pub(crate) mobile: Option<bool>,
    /// The language, such as `ja-JP`.
    pub(crate) locale: Option<String>,
    /// The time zone, such as `Asia/Tokyo`.
    pub(crate) timezone: Option<String>,
    /// The permissions pages have without asking.
    #[serde(default)]
    pub(crate) permissions: Vec<String>,
    /// Where what pages download is put besides.
    pub(crate) downloads: Option<PathBuf>,
    /// How many megabytes one download may have; only the person's file may say it.
    pub(crate) largest_download: Option<u32>,
    /// A file with what sites kept before.
    pub(crate) storage: Option<PathBuf>,
}

/// The browser of a command: started with its first page, ended with the command.
#[derive(Default)]
pub(crate) struct Browsers {
    running: Shared<Option<Running>>,
    /// Folders in which programs are looked for.
    folders: Vec<PathBuf>,
    /// Folders whose files any skill may read; without a list all files may be read.
    readable: Option<Vec<PathBuf>>,
    /// Folders that the person named, whose files agents may read too.
    named_folders: Vec<PathBuf>,
    /// Whether there is something to show a window on.
    has_display: bool,
}

/// A browser and the clock that every deadline in it is on: moments of two clocks cannot be compared.
#[derive(Clone)]
struct Running {
    browser: Browser,
    clock: Arc<dyn Clock>,
    /// The sites that it cannot reach.
    blocked: Vec<String>,
}

impl fmt::Debug for Browsers {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Browsers")
    }
}

impl Browsers {
    /// Returns no browser yet, and where one would be looked for.
    pub(crate) fn of(environment: &Environment) -> Self {
        Self {
            running: Shared::default(),
            folders: environment.program_folders(),
            readable: readable_folders(environment),
            named_folders: named_folders(environment),
            has_display: !cfg!(target_os = "linux")
                || DISPLAYS
                    .iter()
                    .any(|name| environment.variables.contains_key(*name)),
        }
    }

    /// Returns the files that pages may be given.
    pub(crate) fn uploads(&self, readable: &Readable) -> Uploads {
        let (folder, allowed) = match readable {
            Readable::OfPerson => (Path::new(""), None),
            Readable::OfSkill { folder, typed } => {
                let own = Path::new(".").join(folder);
                let more = self.readable.clone();
                let all = more.map(|more| [vec![own], typed.clone(), more].concat());
                (folder.as_path(), all)
            }
        };
        Uploads {
            // The browser is another process, which may be in another folder. A file without one is in ours.
            start: std::path::absolute(Path::new(".").join(folder)).ok(),
            allowed,
            remedy: READABLE.to_owned(),
            ..copied_uploads()
        }
    }

    /// Returns the files that an agent may give to pages: of the first of these folders, where names start, of the
    /// others, and of those the person named. Whatever the agent says is not typed by a person.
    pub(crate) fn uploads_of_agent(&self, folders: &[PathBuf]) -> Uploads {
        let folders = folders.iter().filter_map(|it| std::path::absolute(it).ok());
        let folders: Vec<PathBuf> = folders.collect();
        Uploads {
            start: folders.first().cloned(),
            allowed: Some([folders, self.named_folders.clone()].concat()),
            remedy: READABLE_BY_AGENTS.to_owned(),
            ..copied_uploads()
        }
    }

    /// Returns the browsers that are installed, the one to use first.
    pub(crate) fn installed(&self) -> Vec<PathBuf> {
        find_browsers(Window::Headless, &self.folders)
    }

    /// Returns the browser of this command. What it cannot reach is said when it is started, so another list is another
    /// browser.
    fn launched(&self, config: &WebConfig, blocked: &[String]) -> Result<Running, BrowserError> {
        let mut running = self.running.lock();
        if let Some(running) = running.as_ref().filter(|it| it.blocked == blocked) {
            return Ok(running.clone());
        }
        let config = BrowserConfig {
            program: config.browser.clone(),
            folders: self.folders.clone(),
            scratch: std::env::temp_dir(),
            window: match config.headed {
                Some(true) => Window::Headed,
                Some(false) | None => Window::Headless,
            },
            blocked: blocked.to_vec(),
            arguments: Vec::new(),
        };
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let launched = Running {
            browser: Browser::start(&config, Arc::clone(&clock))?,
            clock,
            blocked: blocked.to_vec(),
        };
        // Known before it answers: whoever closes it does not wait for that.
        *running = Some(launched.clone());
        drop(running);
        launched.browser.wait_until_it_answers().inspect_err(|_| {
            self.running.lock().take();
        })?;
        Ok(launched)
    }

    /// Ends the browser of this command, if one was started, and removes its folder, also while somebody waits for it.
    pub(crate) fn close(&self) {
        let running = self.running.lock().take();
        if let Some(running) = running {
            running.browser.end();
        }
    }

    fn joined(address: &str) -> Result<Running, BrowserError> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let browser = Browser::attach(address, Arc::clone(&clock))?;
        Ok(Running {
            browser,
            clock,
            blocked: Vec::new(),
        })
    }
}

/// Returns where copies of what pages are given are made, and how much they may have.
fn copied_uploads() -> Uploads {
    Uploads {
        scratch: std::env::temp_dir(),
        most: Some(Content::Upload.most()),
        ..Uploads::default()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the browser of this command, at this address; empty for none.
    Url(String),
    /// In a browser that runs already and listens there.
    Joined(String),
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(url) => write!(out, "web:{url}"),
            Self::Joined(address) => write!(out, "web+attach:{address}"),
        }
    }
}

/// Opens a page.
pub(crate) fn open(
    place: &Place,
    config: &WebConfig,
    browsers: &Browsers,
    requirements: &DeviceRequirements,
) -> Result<Opened, AppError> {
    let url = match place {
        Place::Url(url) => url.as_str(),
        Place::Joined(_) => "",
    };
    let storage = storage(place, config)?;
    check_viewport(requirements.viewport.or(config.viewport))?;
    if config.headed == Some(true) && !browsers.has_display && matches!(place, Place::Url(_)) {
        let [x11, wayland] = DISPLAYS;
        return Err(AppError::device(format!(
            "a window needs a screen to show on, and neither `{x11}` nor `{wayland}` names one"
        ))
        .hint("leave out `--headed`, or run it under `xvfb-run`"));
    }
    let running = match place {
        Place::Url(_) => browsers.launched(config, &requirements.blocked),
        Place::Joined(address) => Browsers::joined(address),
    };
    let Running { browser, clock, .. } =
        running.map_err(|error| AppError::device("there is no browser to drive").because(error))?;
    let uploads = SharedUploads::from(browsers.uploads(&requirements.readable));
    let largest = config
        .largest_download
        .map_or(Content::Download.most(), |megabytes| {
            u64::from(megabytes) << 20
        });
    let options = WebOptions {
        storage,
        downloads: browser.downloads(),
        download_limits: Some(DownloadLimits {
            each: largest,
            together: largest.saturating_mul(DOWNLOADS_TOGETHER),
        }),
        uploads: uploads.clone(),
        ..options(place, url, config, requirements)
    };
    let deadline = Deadline::after(clock.now(), OPENING);
    let device = WebDevice::open(&browser, options, deadline)
        .map_err(|error| AppError::device(format!("cannot open `web:{url}`")).because(error))?;
    Ok(Opened {
        uploads,
        ..Opened::on_real_time(Box::new(device), clock)
    })
}

/// Refuses a page that is larger than any screen: every picture of it would take as much memory.
fn check_viewport(size: Option<[u32; 2]>) -> Result<(), AppError> {
    let is_fine = |side: &u32| (1..=LONGEST_SIDE).contains(side);
    match size.filter(|size| !size.iter().all(is_fine)) {
        None => Ok(()),
        Some([width, height]) => Err(AppError::input(format!(
            "`viewport` is {width} by {height}; both must be from 1 to {LONGEST_SIDE}"
        ))),
    }
}

/// Reads what sites kept before.
fn storage(place: &Place, config: &WebConfig) -> Result<Option<StorageState>, AppError> {
    let Some(path) = &config.storage else {
        return Ok(None);
    };
    if let Place::Joined(address) = place {
        return Err(AppError::input(format!(
            "`{}` cannot be given to `web+attach:{address}`: that browser has the cookies of its person",
            path.display()
        ))
        .hint("leave out `--storage` and `[web] storage`, or use `web:`"));
    }
    let bytes = files::read_named(path, Content::Storage).map_err(|error| {
        cannot("read", path, error).hint("`retap test SKILL --save-storage FILE` makes one")
    })?;
    let state = StorageState::parse(&bytes)
        .map_err(|why| AppError::input(format!("{}: {why}", path.display())));
    state
        .map(Some)
        .map_err(|error| error.hint("docs/formats/storage-state.md shows what such a file says"))
}

fn options(
    place: &Place,
    url: &str,
    config: &WebConfig,
    requirements: &DeviceRequirements,
) -> WebOptions {
    let usual = match config.mobile {
        Some(true) => Viewport::PHONE,
        Some(false) | None => Viewport::DESKTOP,
    };
    let size = requirements.viewport.or(config.viewport);
    let size = size.map_or(usual.size, |[width, height]| {
        Size::new(f64::from(width), f64::from(height))
    });
    let own = |wished: &Option<String>, configured: &Option<String>| {
        wished.clone().or_else(|| configured.clone())
    };
    WebOptions {
        address: place.to_string(),
        viewport: Viewport { size, ..usual },
        locale: own(&requirements.locale, &config.locale),
        timezone: own(&requirements.timezone, &config.timezone),
        permissions: config.permissions.clone(),
        blocked: requirements.blocked.clone(),
        profile: match place {
            Place::Url(_) => Profile::Own,
            Place::Joined(_) => Profile::Browser,
        },
        ..WebOptions::new(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page that was opened long after the browser was given a deadline in the past: it had a clock of
    /// its own, whose moments the browser's clock had left behind.
    #[test]
    fn every_page_of_a_browser_is_on_the_clock_of_the_browser() {
        let browsers = Browsers {
            folders: vec!["/usr/bin".into()],
            ..Browsers::default()
        };
        if browsers.installed().is_empty() {
            return;
        }
        let page = || {
            let place = Place::Url(String::new());
            open(
                &place,
                &WebConfig::default(),
                &browsers,
                &DeviceRequirements::default(),
            )
        };
        let (Ok(first), Ok(second)) = (page(), page()) else {
            panic!("a page did not open");
        };
        assert!(Arc::ptr_eq(&first.clock, &second.clock));
        let running = browsers.launched(&WebConfig::default(), &[]).unwrap();
        assert!(Arc::ptr_eq(&first.clock, &running.clock));
    }
}
