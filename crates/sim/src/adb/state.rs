//! Holds what a served phone has beyond its apps: files, properties, settings, processes, a screen that
//! can be off.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use retap_model::device::{Clock, Device, Moment};
use retap_model::geometry::Size;

use crate::app::App;
use crate::device::SimDevice;
use crate::draw::SCALE;
use crate::dump::{LAUNCHER, Scale};

use super::files::Files;
use super::log_buffer::{LogBuffer, Priority};

/// The activity every app has.
pub(super) const ACTIVITY: &str = ".MainActivity";
/// The activity of the home screen.
pub(super) const HOME_ACTIVITY: &str = ".Launcher";
/// The keyboard every phone has.
pub(super) const KEYBOARD: &str = "com.android.inputmethod.latin/.LatinIME";
/// The setting that names the keyboard in use.
pub(super) const KEYBOARD_SETTING: &str = "secure/default_input_method";
/// The keyboard that takes text from broadcasts; installed on request.
pub(super) const ADB_KEYBOARD: &str = "com.android.adbkeyboard/.AdbIME";
/// The property that installs [`ADB_KEYBOARD`].
pub(super) const ADB_KEYBOARD_PROPERTY: &str = "debug.retap.adbkeyboard";

/// The density of a screen with this many pixels to a unit.
pub(super) const DENSITY: u32 = 320;

/// The number before that of the first app's process.
const BEFORE_APPS: u32 = 4199;

/// A served phone at one moment.
pub(super) struct State {
    pub(super) device: SimDevice,
    /// How far the phone was brought, in the time of the world.
    pub(super) brought_to: Moment,
    pub(super) files: Files,
    pub(super) properties: BTreeMap<String, String>,
    /// By `SPACE/NAME`.
    pub(super) settings: BTreeMap<String, String>,
    pub(super) log: LogBuffer,
    /// The apps as they were served, before any drift that was asked for since.
    pub(super) originals: Vec<Arc<App>>,
    /// The processes of running apps, by package.
    pub(super) processes: BTreeMap<String, u32>,
    last_pid: u32,
    /// The value `wm size` was set to.
    pub(super) size: Option<PixelSize>,
    /// The value `wm density` was set to.
    pub(super) density: Option<u32>,
    pub(super) is_awake: bool,
    /// Whether all of the field in focus is selected, so that the next key replaces it.
    pub(super) has_selected_all: bool,
    /// How many dumps are still to be refused, and how.
    pub(super) refusals: BTreeMap<Refusal, u64>,
}

retap_model::words! {
    /// Why a dump is refused.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub(super) enum Refusal {
        /// Something moves on the screen.
        NotIdle = "not_idle",
        /// A window is not there yet.
        NullRoot = "null_root",
    }
}

impl State {
    /// Returns the state of a phone that is plugged in at this moment of the world.
    pub(super) fn new(device: SimDevice, now_in_world: Moment) -> Self {
        let now = device.clock().timestamp();
        let originals = device.phone().apps.iter().map(|one| Arc::clone(&one.app));
        let mut state = Self {
            originals: originals.collect(),
            brought_to: now_in_world,
            files: Files::new(now.0 / 1000),
            properties: values(PROPERTIES),
            settings: values(SETTINGS),
            log: LogBuffer::default(),
            processes: BTreeMap::new(),
            last_pid: BEFORE_APPS,
            size: None,
            density: None,
            is_awake: true,
            has_selected_all: false,
            refusals: BTreeMap::new(),
            device,
        };
        state.log.now = now;
        state.log.info("boot_progress", "boot completed");
        state.settle();
        state
    }

    /// Takes over what an act did to processes and logs.
    pub(super) fn settle(&mut self) {
        self.log.now = self.device.clock().timestamp();
        let apps = self.device.phone().apps.iter();
        let running = apps.filter(|one| one.session.is_some());
        let running: Vec<String> = running.map(|one| one.app.package().to_owned()).collect();
        self.processes
            .retain(|package, _| running.contains(package));
        for package in running {
            self.processes.entry(package).or_insert_with(|| {
                self.last_pid += 1;
                self.last_pid
            });
        }
        for line in self.device.take_log_lines() {
            let (package, text) = line.split_once(": ").unwrap_or(("phone", &line));
            let pid = self.processes.get(package).copied();
            let tag = package.rsplit('.').next().unwrap_or(package);
            let pid = pid.unwrap_or(super::log_buffer::SYSTEM_PID);
            self.log.push(pid, Priority::DEBUG, tag, text);
        }
    }

    /// Returns the app in front, or the launcher.
    pub(super) fn front_package(&self) -> String {
        let front = self.device.phone().front_app();
        front
            .map_or(LAUNCHER, |front| front.app.package())
            .to_owned()
    }

    /// Returns the installed app of a package.
    pub(super) fn app(&self, package: &str) -> Option<Arc<App>> {
        let mut apps = self.device.phone().apps.iter();
        let found = apps.find(|one| one.app.package() == package);
        found.map(|one| Arc::clone(&one.app))
    }

    /// Returns the packages of the apps, in the order of the home screen.
    pub(super) fn packages(&self) -> Vec<String> {
        let apps = self.device.phone().apps.iter();
        apps.map(|one| one.app.package().to_owned()).collect()
    }

    /// Returns the packages of the apps that open an address.
    pub(super) fn openers(&self, url: &str) -> Vec<String> {
        let phone = self.device.phone();
        let openers = phone.openers(url).into_iter();
        openers
            .map(|index| phone.apps[index].app.package().to_owned())
            .collect()
    }

    /// Returns whether a keyboard is shown.
    pub(super) fn is_typing(&self) -> bool {
        self.device.phone().is_typing()
    }

    /// Returns the screen in pixels.
    pub(super) fn physical_size(&self) -> PixelSize {
        let Size { width, height } = self.device.info().size;
        PixelSize {
            width: (width * SCALE).round() as u32,
            height: (height * SCALE).round() as u32,
        }
    }

    /// Returns the size tools are told: the one `wm size` set, or that of the screen.
    pub(super) fn size_in_use(&self) -> PixelSize {
        self.size.unwrap_or_else(|| self.physical_size())
    }

    /// Returns how many pixels of tools make one unit of the phone.
    pub(super) fn scale(&self) -> Scale {
        let PixelSize { width, height } = self.size_in_use();
        let size = self.device.info().size;
        Scale {
            across: f64::from(width) / size.width,
            down: f64::from(height) / size.height,
        }
    }

    /// Returns the keyboards that are installed.
    pub(super) fn keyboards(&self) -> Vec<&'static str> {
        let has_adb = self
            .properties
            .get(ADB_KEYBOARD_PROPERTY)
            .is_some_and(|value| value == "1");
        let mut keyboards = vec![KEYBOARD];
        keyboards.extend(has_adb.then_some(ADB_KEYBOARD));
        keyboards
    }

    /// Returns the keyboard in use.
    pub(super) fn keyboard(&self) -> &str {
        let chosen = self.settings.get(KEYBOARD_SETTING);
        chosen.map_or(KEYBOARD, String::as_str)
    }
}

/// Returns `PACKAGE/ACTIVITY` of a package's first screen.
pub(super) fn component(package: &str) -> String {
    let activity = if package == LAUNCHER {
        HOME_ACTIVITY
    } else {
        ACTIVITY
    };
    format!("{package}/{activity}")
}

/// The properties of the phone, one `NAME=VALUE` a line.
const PROPERTIES: &str = include_str!("../../adb/properties.txt");
/// The settings that tools ask for, one `SPACE/NAME=VALUE` a line.
const SETTINGS: &str = include_str!("../../adb/settings.txt");

/// Returns the values in a text of lines `NAME=VALUE`.
fn values(text: &str) -> BTreeMap<String, String> {
    let pairs = text.lines().filter_map(|line| line.split_once('='));
    pairs
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// The size of a screen in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PixelSize {
    pub(super) width: u32,
    pub(super) height: u32,
}

impl PixelSize {
    /// Reads `WIDTHxHEIGHT`; `None` for what no screen has.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (width, height) = text.split_once('x')?;
        let side = |text: &str| {
            text.parse()
                .ok()
                .filter(|side| (200..=20_000).contains(side))
        };
        Some(Self {
            width: side(width)?,
            height: side(height)?,
        })
    }
}

impl fmt::Display for PixelSize {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}x{}", self.width, self.height)
    }
}
