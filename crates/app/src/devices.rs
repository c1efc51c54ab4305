//! Addresses to devices. What follows the scheme is the driver's business, not this file's.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use retap_drivers::android::AdbConfig;
use retap_drivers::ocr::Tesseract;
use retap_drivers::web::{SharedUploads, is_unclear_site, sites_of};
use retap_model::device::{
    Ability, Clock, Deadline, Device, DeviceError, DeviceInfo, Png, TextReader, TextReaderError,
};
use retap_model::screen::Element;
use retap_sim::{OpenError, SimAddress, SimDevice, TouchLog};

use crate::agent_limits::SharedLimits;
use crate::android;
use crate::config::Config;
use crate::environment::Environment;
use crate::error::AppError;
use crate::files::{self, Content};
use crate::guarded_device::GuardedDevice;
use crate::mcp::DeviceLocks;
use crate::permissions::{CORRECT_THE_FILE, Guard, Policy, SharedGuard};
use crate::reach::Reach;
use crate::web::{self, Browsers, WebConfig};
use crate::writing::remove_leftovers;

/// The schemes of addresses, and whether there is a driver for each.
const SCHEMES: [(&str, bool); 7] = [
    ("sim", true),
    ("android", true),
    ("web", true),
    ("web+attach", true),
    ("webdriver", false),
    ("ios", false),
    ("desktop", false),
];

/// How long a screen that still loads is waited for.
const LOADING: Duration = Duration::from_secs(5);

/// The command to type to try things without a device.
pub(crate) const TRY_THE_SIMULATED_PHONE: &str =
    "to try it on the simulated phone, add `--device sim:`; `retap sim list` shows its apps";

/// An address whose scheme has a driver.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Address {
    /// A simulated phone; what stands after `sim:`.
    Sim(String),
    Android {
        /// Its serial; empty for the one that is meant.
        serial: String,
        adb: AdbConfig,
    },
    Web {
        place: web::Place,
        config: Box<WebConfig>,
    },
}

/// The requirements a skill or scenario has of the device it runs on.
#[derive(Debug, Clone, Default)]
pub(crate) struct DeviceRequirements {
    /// The Android package it is about, which can tell which of several devices is meant.
    pub(crate) app: Option<String>,
    /// The files it may give to pages.
    pub(crate) readable: Readable,
    /// Width and height of a page.
    pub(crate) viewport: Option<[u32; 2]>,
    pub(crate) locale: Option<String>,
    pub(crate) timezone: Option<String>,
    /// Names of apps and sites that must not be reached; the opener fills them in.
    pub(crate) blocked: Vec<String>,
}

impl DeviceRequirements {
    /// Returns those of something no skill says.
    pub(crate) fn of_person() -> Self {
        Self {
            readable: Readable::OfPerson,
            ..Self::default()
        }
    }
}

/// The files that may be given to pages.
#[derive(Debug, Clone)]
pub(crate) enum Readable {
    /// Those of this folder, where names start, those of folders the person named, and these, which the person typed.
    OfSkill {
        folder: PathBuf,
        typed: Vec<PathBuf>,
    },
    /// Any: it is the person who names them.
    OfPerson,
}

impl Default for Readable {
    fn default() -> Self {
        let (folder, typed) = (PathBuf::new(), Vec::new());
        Self::OfSkill { folder, typed }
    }
}

impl Address {
    /// Returns whether opening it loads a page.
    pub(crate) fn begins_with_page(&self) -> bool {
        match self {
            Self::Web {
                place: web::Place::Url(url),
                ..
            } => !matches!(url.trim(), "" | "about:blank"),
            Self::Web { .. } | Self::Sim(_) | Self::Android { .. } => false,
        }
    }

    /// Returns whether opening it makes a new one: a simulated phone, a page of our own browser.
    pub(crate) const fn is_own(&self) -> bool {
        match self {
            Self::Sim(_) => true,
            Self::Web { place, .. } => matches!(place, web::Place::Url(_)),
            Self::Android { .. } => false,
        }
    }

    /// Returns whether a device with this address in its `info` is meant; a phone without a serial is whichever there is.
    pub(crate) fn may_be(&self, open: &str) -> bool {
        let address = self.to_string();
        address == open || (address == "android:" && open.starts_with("android:"))
    }

    /// Reads an address, or the name of a device of the configuration.
    pub(crate) fn parse(text: &str, config: &Config) -> Result<Self, AppError> {
        let named = config.address_of(text);
        let Some((scheme, rest)) = named.split_once(':') else {
            return Err(not_an_address(named, config));
        };
        let known = SCHEMES.iter().find(|(known, _)| *known == scheme);
        match known {
            Some(("sim", _)) => Ok(Self::Sim(rest.to_owned())),
            Some(("android", _)) => Ok(Self::android(rest, config)),
            Some(("web", _)) => Ok(Self::web(web::Place::Url(rest.to_owned()), config)),
            Some(("web+attach", _)) => Ok(Self::web(web::Place::Joined(rest.to_owned()), config)),
            Some(_) => Err(AppError::input(format!(
                "devices of the kind `{scheme}:` are not supported yet, so `{named}` cannot be opened; \
                 supported: {}",
                supported()
            ))
            .hint(TRY_THE_SIMULATED_PHONE)),
            None => Err(not_an_address(named, config)),
        }
    }

    fn android(serial: &str, config: &Config) -> Self {
        Self::Android {
            serial: serial.to_owned(),
            adb: config.adb.clone(),
        }
    }

    fn web(place: web::Place, config: &Config) -> Self {
        Self::Web {
            place,
            config: Box::new(config.web.clone()),
        }
    }
}

impl fmt::Display for Address {
    /// Writes it as an open device says it in its `info`, which for a phone without a serial is known once it is open.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sim(rest) => write!(out, "sim:{rest}"),
            Self::Android { serial, .. } => write!(out, "android:{serial}"),
            Self::Web { place, .. } => write!(out, "{place}"),
        }
    }
}

/// Opens devices, and has what they share: the browser, the locks on phones, what nobody may touch.
#[derive(Debug)]
pub(crate) struct DeviceOpener {
    pub(crate) browsers: Browsers,
    /// Shared with whoever reads the policy again.
    pub(crate) guard: SharedGuard,
    /// Those of a person's command; none where somebody else sees to it.
    command_locks: Option<DeviceLocks>,
}

impl DeviceOpener {
    /// Returns the opener of a person's command, which locks the phones it uses.
    pub(crate) fn of_command(environment: &Environment) -> Self {
        Self {
            command_locks: Some(DeviceLocks::of(environment)),
            ..Self::without_locks(environment)
        }
    }

    /// Returns an opener that locks nothing: of a command that only looks, or of a server, whose clients
    /// lock phones, each for itself.
    pub(crate) fn without_locks(environment: &Environment) -> Self {
        Self {
            browsers: Browsers::of(environment),
            guard: SharedGuard::new(Policy::load(environment).guard),
            command_locks: None,
        }
    }

    /// Opens the device; a simulated phone and a page are new ones each time.
    pub(crate) fn open(
        &self,
        address: &Address,
        requirements: &DeviceRequirements,
    ) -> Result<Opened, AppError> {
        if let Some(reason) = &self.guard.now().closed {
            let error = AppError::input(reason.clone());
            return Err(error.hint(CORRECT_THE_FILE));
        }
        remove_leftovers();
        let opened = match address {
            Address::Sim(rest) => open_sim(rest)?,
            Address::Android { serial, adb } => {
                android::open(adb, serial, requirements.app.as_deref())?
            }
            Address::Web { place, config } => {
                let guard = self.guard.now();
                not_blocked(place, &guard)?;
                let requirements = DeviceRequirements {
                    blocked: guard.blocked_apps.clone(),
                    ..requirements.clone()
                };
                web::open(place, config, &self.browsers, &requirements)?
            }
        };
        if let Some(locks) = self.command_locks.as_ref().filter(|_| !opened.is_own()) {
            locks.take_for_person(&opened.device.info().address);
        }
        // A run may go on with a page on another device, which is given no more than this one.
        opened
            .uploads
            .replace(self.browsers.uploads(&requirements.readable));
        Ok(self.guarded(opened))
    }

    /// Opens the device that was typed, else the usual one, for something no skill says.
    pub(crate) fn open_named(
        &self,
        typed: Option<&str>,
        config: &Config,
    ) -> Result<Opened, AppError> {
        let address = choose(typed, None, config)?;
        self.open(&address, &DeviceRequirements::of_person())
    }

    /// Puts the guard around a device.
    ///
    /// The device itself refuses what the policy forbids, so that no path can forget to ask.
    pub(crate) fn guarded(&self, opened: Opened) -> Opened {
        Opened {
            device: GuardedDevice::around(opened.device, &self.guard, &opened.limits),
            ..opened
        }
    }
}

/// Refuses to begin with a page of a blocked site: it is loaded before there is a device to refuse it. Where a site is blocked
/// that no browser knows by that name, nothing is opened: it would not be blocked.
fn not_blocked(place: &web::Place, guard: &Guard) -> Result<(), AppError> {
    if let Some(site) = guard.blocked_apps.iter().find(|it| is_unclear_site(it)) {
        let message =
            format!("`blockedApps` names `{site}`, and which site that is cannot be told");
        let hint = "write the host as the address bar of a browser shows it, such as `pay.example`";
        return Err(AppError::input(message).hint(hint));
    }
    let web::Place::Url(url) = place else {
        return Ok(());
    };
    if url.is_empty() || guard.blocked_apps.is_empty() {
        return Ok(());
    }
    let Some(sites) = sites_of(url) else {
        return Err(AppError::input(
            "`blockedApps` names apps, and which site this page is of cannot be told",
        ));
    };
    match sites.iter().find(|site| guard.blocks(site)) {
        Some(site) => Err(AppError::input(format!(
            "`blockedApps` names `{site}`, so its page is not opened"
        ))),
        None => Ok(()),
    }
}

/// A device ready to be driven.
pub(crate) struct Opened {
    pub(crate) device: Box<dyn Device>,
    pub(crate) clock: Arc<dyn Clock>,
    /// How long reading text from a picture counts for on that clock; none on real time.
    pub(crate) text_reading: Option<Duration>,
    /// The touches a simulated phone saw.
    pub(crate) touch_log: Option<TouchLog>,
    /// The files that pages may be given.
    pub(crate) uploads: SharedUploads,
    /// What the agent may do that drives it.
    pub(crate) limits: SharedLimits,
}

impl Opened {
    /// Lets this device do no more than another one of the same run.
    pub(crate) fn limit_like(&self, uploads: &SharedUploads, limits: &SharedLimits) {
        self.uploads.replace(uploads.now());
        self.limits.replace(limits.now());
    }

    /// Returns a device that is open already, on a clock of the world.
    pub(crate) fn on_real_time(device: Box<dyn Device>, clock: Arc<dyn Clock>) -> Self {
        Self {
            device,
            clock,
            text_reading: None,
            touch_log: None,
            uploads: SharedUploads::default(),
            limits: SharedLimits::default(),
        }
    }

    /// Returns a simulated phone that is open already.
    pub(crate) fn of_sim(device: SimDevice) -> Self {
        Self {
            clock: Arc::new(device.clock()),
            text_reading: Some(device.latency().read_text),
            touch_log: Some(device.touch_log()),
            uploads: SharedUploads::default(),
            limits: SharedLimits::default(),
            device: Box::new(device),
        }
    }

    /// Waits until what shows does not load any more, as a person would before looking, and not for ever.
    pub(crate) fn wait_until_loaded(&mut self, deadline: Deadline) -> Result<(), DeviceError> {
        let patience = Deadline::after(self.clock.now(), LOADING);
        while self.device.can(Ability::SignalsChange) && self.device.can(Ability::Tree) {
            let screen = self.device.read_screen(deadline)?;
            if screen.loading().is_none() || patience.has_passed(self.clock.now()) {
                break;
            }
            self.device.wait_for_change(patience)?;
        }
        Ok(())
    }

    /// Returns whether it was made for whoever opened it: a simulated phone, a page of our own browser.
    pub(crate) fn is_own(&self) -> bool {
        self.touch_log.is_some() || self.device.info().address.starts_with("web:")
    }

    /// Returns a reader of text for a device that has no tree.
    pub(crate) fn text_reader(&self) -> Option<Box<dyn TextReader>> {
        if self.device.can(Ability::Tree) {
            return None;
        }
        let clock = Arc::clone(&self.clock);
        Some(Box::new(PacedReader {
            tesseract: Tesseract::new(Arc::clone(&clock)),
            clock,
            pace: self.text_reading,
        }))
    }
}

/// Reads text with tesseract; on a virtual clock, where real work takes no time, a reading is
/// given the time it would take on a phone.
struct PacedReader {
    tesseract: Tesseract,
    clock: Arc<dyn Clock>,
    /// How long a reading takes on a virtual clock.
    pace: Option<Duration>,
}

impl TextReader for PacedReader {
    fn read_text(
        &mut self,
        picture: &Png,
        device: &DeviceInfo,
        deadline: Deadline,
    ) -> Result<Vec<Element>, TextReaderError> {
        let elements = self.tesseract.read_text(picture, device, deadline);
        if let Some(pace) = self.pace {
            self.clock.sleep(pace);
        }
        elements
    }
}

fn open_sim(rest: &str) -> Result<Opened, AppError> {
    let read = |path: &Path| {
        files::check_named(path)?;
        files::read_text(path, Content::SimApp)
    };
    let setup = SimAddress::parse_reading(rest, &read);
    let opened = setup.and_then(|setup| SimDevice::new(&format!("sim:{rest}"), setup));
    let device = opened.map_err(|error| {
        let message = format!("cannot open `sim:{rest}`");
        match error {
            OpenError::File(_) => AppError::device(message).because(error),
            OpenError::Address(_) => AppError::input(message).because(error),
        }
        .hint("`retap sim list` shows the apps and what can be said after `?`")
    })?;
    Ok(Opened::of_sim(device))
}

/// Returns the device a skill runs on: what was typed, else what it says, else the usual one.
pub(crate) fn choose(
    typed: Option<&str>,
    header: Option<&str>,
    config: &Config,
) -> Result<Address, AppError> {
    if let (None, Some(header)) = (typed, header) {
        return named_by_project(header, config);
    }
    let Some(chosen) = typed.or(config.device.as_deref()) else {
        // What is connected need not be named; which of several is meant is told when one is opened.
        if !android::connected_already(&config.adb).is_empty() {
            return Ok(Address::android("", config));
        }
        let settings = match config.is_of_home {
            true => "`.retap/config.toml` of your home folder",
            false => "`.retap/config.toml`",
        };
        return Err(AppError::device(format!(
            "no device: none is connected, and neither `--device`, the skill nor {settings} names one",
        ))
        .hint(TRY_THE_SIMULATED_PHONE));
    };
    Address::parse(chosen, config)
}

/// Returns the device that a skill or a project's configuration names, which a stranger may have written.
pub(crate) fn named_by_project(text: &str, config: &Config) -> Result<Address, AppError> {
    let address = Address::parse(text, config)?;
    if config.is_personal_device(text) {
        return Ok(address);
    }
    match Reach::of(&address) {
        Reach::Nothing | Reach::Ordinary | Reach::AppFile => Ok(address),
        Reach::Special => Err(AppError::input(format!(
            "`{text}` stands for a file, for code or for your own browser, which a project must not choose"
        ))
        .hint(format!("to use it, type `--device {text}`, or name it in `.retap/config.toml` of your home folder"))),
    }
}

fn supported() -> String {
    let names = SCHEMES.iter().filter(|(_, has_driver)| *has_driver);
    names
        .map(|(name, _)| format!("`{name}:`"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn not_an_address(text: &str, config: &Config) -> AppError {
    let mut message =
        format!("`{text}` is neither the address of a device nor a name of the configuration");
    if !config.devices.is_empty() {
        let names: Vec<&str> = config.devices.keys().map(String::as_str).collect();
        message.push_str(&format!("; configured: {}", names.join(", ")));
    }
    AppError::input(message).hint(format!("addresses start with {}", supported()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> Config {
        Config {
            devices: [("desk".to_owned(), "sim:settings".to_owned())].into(),
            ..Config::default()
        }
    }

    #[test]
    fn names_of_the_configuration_stand_for_addresses() {
        let sim = Address::Sim("settings".to_owned());
        assert_eq!(Address::parse("desk", &config()).unwrap(), sim);
        assert_eq!(choose(None, Some("desk"), &config()).unwrap(), sim);
        assert_eq!(
            choose(Some("sim:"), Some("desk"), &config()).unwrap(),
            Address::Sim(String::new())
        );
    }

    #[test]
    fn what_has_no_driver_yet_is_said_so() {
        let error = Address::parse("desktop:", &config()).unwrap_err();
        insta::assert_snapshot!(error, @"devices of the kind `desktop:` are not supported yet, so `desktop:` cannot be opened; supported: `sim:`, `android:`, `web:`, `web+attach:`");
        let error = Address::parse("settings", &config()).unwrap_err();
        insta::assert_snapshot!(error, @"`settings` is neither the address of a device nor a name of the configuration; configured: desk");
    }
}
