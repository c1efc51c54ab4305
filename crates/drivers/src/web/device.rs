//! A device in a browser: a page in front, seen and touched as a person would.

use std::collections::{BTreeSet, HashSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use retap_model::device::{
    Ability, Action, Change, Deadline, Device, DeviceError, DeviceInfo, Landed, NetworkMode, Png,
    Signal, TreeDump, Typed,
};
use retap_model::device_methods;
use retap_model::geometry::Point;
use retap_model::screen::Screen;
use serde_json::{Value, json};

use super::ask::AskError;
use super::browser::Browser;
use super::cdp::{Client, Session, Ticket};
use super::changes::Changes;
use super::frames::Frames;
use super::options::WebOptions;
use super::overlay::Overlay;
use super::screen::FrameArea;
use super::signals::Signals;
use super::storage::Blank;
use super::tabs::Tabs;
use super::{sites_of, url};

/// A device in a browser.
///
/// An app is a site: its identifier is the address it was launched by, its name is host and port.
/// The home screen is an empty page. What the browser itself would show over a page (a dialog of
/// a script, a native list, the choice of a file) is shown as elements and takes touches.
pub struct WebDevice {
    pub(super) info: DeviceInfo,
    pub(super) client: Client,
    /// Kept so that the browser lives as long as its devices.
    pub(super) browser: Browser,
    pub(super) url: Option<String>,
    pub(super) options: WebOptions,
    /// The browser context that is the device's own.
    pub(super) context: Option<String>,
    pub(super) tabs: Tabs,
    pub(super) frames: Frames,
    pub(super) changes: Changes,
    pub(super) signals: Signals,
    pub(super) overlay: Option<Overlay>,
    /// The last reading of a page, for what must be told while the page cannot be asked.
    pub(super) seen: Option<Screen>,
    /// Where the page and its frames of other origins were at the last reading.
    pub(super) areas: Vec<FrameArea>,
    /// How large the page was drawn at the last reading.
    pub(super) zoom: f64,
    pub(super) launched: Option<Launched>,
    /// Whether the page was read since the last touch.
    pub(super) is_read: bool,
    /// Why a frame kept the last touch from itself.
    pub(super) missed: Option<String>,
    pub(super) connection: Connection,
    /// The sessions of workers, which have a network of their own.
    pub(super) workers: HashSet<Session>,
    /// The data being dragged, as the browser handed it over.
    pub(super) dragged: Option<Value>,
    pub(super) is_opening: bool,
    pub(super) first_answers: Vec<Ticket>,
    pub(super) user_agent: String,
    /// The origins its pages and frames were of.
    pub(super) visited: BTreeSet<String>,
    /// Whether requests are answered with an empty page.
    pub(super) blank: Blank,
}

/// Whether pages have a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Connection {
    Online,
    Offline,
}

/// The site that was launched last.
#[derive(Debug, Clone)]
pub(super) struct Launched {
    /// The caller's name for it.
    pub(super) name: String,
    /// The hosts it goes by: that of the address, and those of the pages it led to by itself.
    pub(super) hosts: Vec<String>,
    /// Whether nothing was done since.
    pub(super) is_arriving: bool,
}

impl WebDevice {
    /// Returns how many pages, frames and workers the browser has, for benchmarks.
    #[doc(hidden)]
    pub fn count_targets(&mut self, deadline: Deadline) -> Result<usize, DeviceError> {
        let asked = self.ask_browser("Target.getTargets", &json!({}), deadline);
        let answer = asked.map_err(|error| self.device_error("count its targets", error))?;
        Ok(answer["targetInfos"].as_array().map_or(0, Vec::len))
    }

    fn take_picture(&mut self, deadline: Deadline) -> Result<Vec<u8>, AskError> {
        let Some(session) = self.tabs.front().map(|tab| tab.session.clone()) else {
            let reason = "the page was closed";
            return Err(AskError::Gone { reason });
        };
        let params = json!({"format": "png", "optimizeForSpeed": true});
        let answer = self.ask(&session, "Page.captureScreenshot", &params, deadline)?;
        let data = answer["data"].as_str().unwrap_or_default();
        Ok(STANDARD.decode(data).unwrap_or_default())
    }

    fn begin_act(&mut self, action: &Action) -> Result<(), DeviceError> {
        let caught = self.catch_up();
        caught.map_err(|error| self.device_error(&action.to_string(), error))?;
        if self.overlay.is_none() {
            self.tabs.forget_dialogs();
        }
        if let Some(launched) = &mut self.launched {
            launched.is_arriving = false;
        }
        self.signals.acted();
        Ok(())
    }

    fn check_alive(&self) -> Result<(), DeviceError> {
        if self.tabs.front().is_some_and(|tab| tab.is_crashed) {
            let reason = "the page crashed";
            return Err(self.device_error("", AskError::Gone { reason }));
        }
        Ok(())
    }
}

impl Device for WebDevice {
    device_methods!(absent: os_version, reconnect, is_keyboard_shown, install, process_of);

    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn can(&self, ability: Ability) -> bool {
        match ability {
            Ability::Tree
            | Ability::SignalsChange
            | Ability::Screenshot
            | Ability::Touch
            | Ability::Type
            | Ability::Keys
            | Ability::Apps
            | Ability::NamesApps
            | Ability::ClearData
            | Ability::OpenUrl
            | Ability::Back
            | Ability::Home
            | Ability::Network
            | Ability::Storage
            | Ability::Requests
            | Ability::Upload
            | Ability::Logs => true,
            Ability::Hover | Ability::RightClick => !self.is_touched(),
            Ability::ScreenKeyboard | Ability::Install | Ability::Shake => false,
        }
    }

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        let caught = self.catch_up();
        caught.map_err(|error| self.device_error("read the screen", error))?;
        self.check_alive()?;
        let read = self.read(deadline);
        read.map_err(|error| self.device_error("read the screen", error))
    }

    fn dump_tree(&mut self, deadline: Deadline) -> Result<TreeDump, DeviceError> {
        let dumped = self.call("dump()", deadline);
        let html = dumped.map_err(|error| self.device_error("give its tree", error))?;
        Ok(TreeDump {
            extension: "html",
            bytes: html.as_str().unwrap_or_default().as_bytes().to_vec(),
        })
    }

    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError> {
        let caught = self.catch_up();
        caught.map_err(|error| self.device_error("take a screenshot", error))?;
        self.check_alive()?;
        match self.take_picture(deadline) {
            Ok(bytes) if !bytes.is_empty() => Ok(Png(bytes)),
            Ok(_) => Err(DeviceError::Unreadable {
                reason: "the browser gave no picture".to_owned(),
            }),
            // A page that waits for a dialog is not drawn.
            Err(AskError::Dialog) => Err(DeviceError::Unreadable {
                reason: "a page is not drawn while a dialog of it is open".to_owned(),
            }),
            Err(error) => Err(self.device_error("take a screenshot", error)),
        }
    }

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        self.begin_act(action)?;
        self.act(action, deadline)
    }

    fn type_into(
        &mut self,
        field: Point,
        text: &Typed,
        deadline: Deadline,
    ) -> Result<Landed, DeviceError> {
        let tap = Action::Tap(field);
        self.begin_act(&tap)?;
        if self.overlay.is_some() {
            self.act(&tap, deadline)?;
            return Ok(Landed::OnlyTouched);
        }
        let entered = self.enter(field, text.reveal(), deadline);
        entered.map_err(|error| self.act_error(&tap, error))
    }

    fn wait_for_change(&mut self, deadline: Deadline) -> Result<Change, DeviceError> {
        // First of all, so that a browser that has gone is told whatever else happened.
        let caught = self.catch_up();
        caught.map_err(|error| self.device_error("wait for a change", error))?;
        loop {
            if self.changes.any(|session| self.tabs.is_front(session)) {
                return Ok(Change::Happened);
            }
            let is_time_left = self.notice(deadline);
            if !is_time_left.map_err(|error| self.device_error("wait for a change", error))?
                && !self.changes.any(|session| self.tabs.is_front(session))
            {
                return Ok(Change::None);
            }
        }
    }

    fn apps_of(
        &mut self,
        action: &Action,
        _deadline: Deadline,
    ) -> Result<Option<Vec<String>>, DeviceError> {
        let address = if let Action::OpenUrl(url) = action {
            Some(url.clone())
        } else if let Action::Launch(app) | Action::Stop(app) = action {
            self.address_of(app)
        } else if let Action::ClearData(app) = action {
            url::complete(app).or_else(|| self.url.clone())
        } else {
            return Ok(Some(Vec::new()));
        };
        Ok(address.as_deref().and_then(sites_of))
    }

    fn is_network_in(
        &mut self,
        mode: NetworkMode,
        _deadline: Deadline,
    ) -> Result<bool, DeviceError> {
        match mode {
            NetworkMode::AirplaneOn | NetworkMode::WifiOff => {
                Ok(self.connection == Connection::Offline)
            }
            NetworkMode::AirplaneOff | NetworkMode::WifiOn => {
                Ok(self.connection == Connection::Online)
            }
            NetworkMode::CellularOn | NetworkMode::CellularOff => Err(DeviceError::Unsupported {
                device: self.info.address.clone(),
                ability: Ability::Network,
            }),
        }
    }

    fn dump_storage(&mut self, deadline: Deadline) -> Result<Vec<u8>, DeviceError> {
        let collected = self.collect(deadline);
        let state = collected.map_err(|error| self.device_error("tell what sites keep", error))?;
        Ok(state.to_json().into_bytes())
    }

    fn signals_after(&mut self, number: u64) -> Result<Vec<Signal>, DeviceError> {
        let caught = self.catch_up();
        caught.map_err(|error| self.device_error("tell what happened", error))?;
        Ok(self.signals.after(number))
    }

    fn read_logs(&mut self, _deadline: Deadline) -> Result<Vec<String>, DeviceError> {
        let caught = self.catch_up();
        caught.map_err(|error| self.device_error("give its logs", error))?;
        let lost = self.client.take_lost();
        if lost > 0 {
            self.signals.log(format!(
                "{lost} lines and requests were dropped: the page made more than were fetched"
            ));
        }
        Ok(self.signals.take_lines())
    }
}
