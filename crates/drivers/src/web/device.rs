//! A device in a browser: a page in front, seen and touched as a person would.

use std::collections::{BTreeSet, HashSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use retap_model::device::{
    Ability, Action, Change, Deadline, Device, DeviceError, DeviceInfo, Drawn, Identifiers, Landed,
    NetworkMode, Png, Signal, TreeDump, Typed,
};
use retap_model::device_methods;
use retap_model::geometry::Point;
use retap_model::screen::Screen;
use retap_model::secret::Secret;
use serde_json::{Value, json};

use super::bodies::PendingBody;
use super::browser::Browser;
use super::open::WebOptions;
use super::overlay::Overlay;
use super::screen::{FrameArea, WholeSource};
use super::signals::Signals;
use super::upload_copies::UploadCopies;
use super::url::{self, sites_of};
use super::{AskError, Asked, Changes, Client, Frames, Session, Tabs, Ticket, text};

/// Why there is nothing to look at behind a dialog of a script.
const UNDRAWN: &str = "a page is not drawn while a dialog of it is open";

/// A device in a browser.
///
/// An app is a site: its identifier is the address it was launched by, its name is host and port.
/// The home screen is an empty page. What the browser itself would show over a page (a dialog of
/// a script, a native list, the choice of a file) is shown as elements and takes touches.
pub struct WebDevice {
    pub(super) info: DeviceInfo,
    pub(super) client: Client,
    /// When what is under way must be done.
    pub(super) deadline: Deadline,
    /// Kept so that the browser lives as long as its devices.
    pub(super) browser: Browser,
    pub(super) options: WebOptions,
    /// The browser context that is the device's own.
    pub(super) context: Option<String>,
    pub(super) tabs: Tabs,
    pub(super) frames: Frames,
    pub(super) changes: Changes,
    pub(super) signals: Signals,
    /// The bodies that the browser was asked for.
    pub(super) bodies: Vec<PendingBody>,
    pub(super) overlay: Option<Overlay>,
    pub(super) upload_copies: UploadCopies,
    /// The last reading of a page, for what must be told while the page cannot be asked.
    pub(super) seen: Option<Screen>,
    /// Where the page and its frames of other origins were at the last reading.
    pub(super) areas: Vec<FrameArea>,
    /// Where the elements of the last whole reading come from.
    pub(super) whole: Vec<WholeSource>,
    /// How large the page was drawn at the last reading.
    pub(super) zoom: f64,
    pub(super) launched: Option<Launched>,
    /// Whether nobody has waited yet for what the last act set going.
    pub(super) is_unheard: bool,
    /// The newest signal when the last reading began.
    pub(super) read_at: u64,
    /// Whether the page was read since the last touch.
    pub(super) is_read: bool,
    /// Why a frame kept the last touch from itself.
    pub(super) missed: Option<String>,
    pub(super) connection: Connection,
    /// The sessions of workers, which have a network of their own.
    pub(super) workers: HashSet<Session>,
    /// Those that have begun, as far as is known.
    pub(super) heard_workers: HashSet<Session>,
    /// The data being dragged, as the browser handed it over.
    pub(super) dragged: Option<Value>,
    pub(super) is_opening: bool,
    /// The number by which our script knows itself in the frames of a page, which the page cannot guess.
    pub(super) page_key: u64,
    /// The hosts its pages may not reach, each with its port or on every port.
    pub(super) blocked: Vec<String>,
    /// The documents that a secret was typed into: the target, and how many documents it had had.
    pub(super) typed_secrets: HashSet<(String, u64)>,
    /// The text that was copied last.
    pub(super) clipboard: String,
    pub(super) first_answers: Vec<Ticket>,
    pub(super) user_agent: String,
    /// The origins its pages and frames were of.
    pub(super) visited: BTreeSet<String>,
    /// Whether requests are answered with an empty page, which stands for any site without asking it: what
    /// an origin keeps can only be reached from a document of it, and the real one would run its scripts.
    pub(super) stands_in: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Connection {
    Online,
    Offline,
}

impl Connection {
    /// Returns what a mode means for pages: a browser has one network and no mobile radio.
    pub(super) const fn after(mode: NetworkMode) -> Option<Self> {
        match mode {
            NetworkMode::AirplaneOn | NetworkMode::WifiOff => Some(Self::Offline),
            NetworkMode::AirplaneOff | NetworkMode::WifiOn => Some(Self::Online),
            NetworkMode::CellularOn | NetworkMode::CellularOff => None,
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Launched {
    /// The caller's name for it.
    pub name: String,
    /// The hosts it goes by: that of the address, and those of the pages it led to by itself.
    pub hosts: Vec<String>,
    /// Whether nothing was done since.
    pub is_arriving: bool,
}

impl WebDevice {
    /// Returns how many pages, frames and workers the browser has, for benchmarks.
    #[doc(hidden)]
    pub fn count_targets(&mut self, deadline: Deadline) -> Result<usize, DeviceError> {
        self.attempt("count its targets", deadline, |device| {
            let answer = device.ask_browser("Target.getTargets", json!({}))?;
            Ok(answer["targetInfos"].as_array().map_or(0, Vec::len))
        })
    }

    fn take_picture(&mut self) -> Asked<Png> {
        self.check_alive()?;
        let session = self.front_page()?;
        let params = json!({"format": "png", "optimizeForSpeed": true});
        let answer = self.ask(&session, "Page.captureScreenshot", params)?;
        match STANDARD.decode(text(&answer["data"])).unwrap_or_default() {
            empty if empty.is_empty() => Err(AskError::Unreadable("the browser gave no picture")),
            bytes => Ok(Png(bytes)),
        }
    }

    /// Looks at what the page in front draws. While a dialog of a script is open it draws nothing and answers nobody:
    /// that is nothing to look at, and no failure of the device.
    fn attempt_look<T>(
        &mut self,
        asked: &str,
        deadline: Deadline,
        look: impl FnOnce(&mut Self) -> Asked<T>,
    ) -> Result<T, DeviceError> {
        self.attempt(asked, deadline, |device| match look(device) {
            Err(AskError::Dialog) => Err(AskError::Unreadable(UNDRAWN)),
            looked => looked,
        })
    }

    /// Does an act; errors say which one.
    fn attempt_act<T>(
        &mut self,
        action: &Action,
        deadline: Deadline,
        act: impl FnOnce(&mut Self) -> Asked<T>,
    ) -> Result<T, DeviceError> {
        self.attempt(&action.to_string(), deadline, |device| {
            if device.overlay.is_none() {
                device.tabs.forget_dialogs();
            }
            if let Some(launched) = &mut device.launched {
                launched.is_arriving = false;
            }
            device.tabs.forget_ways();
            device.signals.acted();
            device.is_unheard = true;
            act(device)
        })
    }

    fn check_alive(&self) -> Asked {
        let is_crashed = self.tabs.front().is_some_and(|tab| tab.is_crashed);
        if is_crashed {
            return Err(AskError::CRASHED);
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
        self.attempt("read the screen", deadline, |device| {
            device.check_alive()?;
            device.read()
        })
    }

    fn read_whole(&mut self, deadline: Deadline) -> Result<Option<Screen>, DeviceError> {
        self.attempt_look("read the whole page", deadline, Self::read_whole)
    }

    fn bring_into_view(&mut self, element: usize, deadline: Deadline) -> Result<(), DeviceError> {
        let scroll = |device: &mut Self| device.scroll_into_view(element);
        self.attempt_look("scroll to what was found", deadline, scroll)
    }

    fn dump_tree(&mut self, deadline: Deadline) -> Result<TreeDump, DeviceError> {
        let html = self.attempt_look("give its tree", deadline, |it| it.call("dump()"))?;
        Ok(TreeDump {
            extension: "html",
            bytes: text(&html).as_bytes().to_vec(),
        })
    }

    fn drawn(&mut self, deadline: Deadline) -> Result<Option<Vec<Drawn>>, DeviceError> {
        self.attempt_look("say what it draws", deadline, Self::read_drawn)
    }

    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError> {
        self.attempt_look("take a screenshot", deadline, Self::take_picture)
    }

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        self.attempt_act(action, deadline, |device| device.act(action))
    }

    fn type_into(
        &mut self,
        field: Point,
        text: &Typed,
        deadline: Deadline,
    ) -> Result<Landed, DeviceError> {
        let tap = Action::Tap(field);
        self.attempt_act(&tap, deadline, |device| {
            if device.overlay.is_some() {
                return device.act(&tap).map(|()| Landed::OnlyTouched);
            }
            device.note_typed(text);
            device.enter(field, text.reveal())
        })
    }

    fn field_ends_with(
        &mut self,
        field: Point,
        text: &Secret,
        deadline: Deadline,
    ) -> Result<Option<bool>, DeviceError> {
        self.attempt("compare what a field holds", deadline, |device| {
            device.ends_with(field, text.reveal())
        })
    }

    fn identifiers_at(
        &mut self,
        place: Point,
        deadline: Deadline,
    ) -> Result<Identifiers, DeviceError> {
        self.attempt("ask what something is about", deadline, |device| {
            device.identifiers_at(place)
        })
    }

    fn wait_for_change(&mut self, deadline: Deadline) -> Result<Change, DeviceError> {
        self.attempt("wait for a change", deadline, |device| {
            loop {
                let is_changed = |device: &Self| {
                    let front = |session: &Session| device.tabs.is_front(session);
                    device.changes.any(front)
                };
                if is_changed(device) {
                    return Ok(Change::Happened);
                }
                if !device.notice()? && !is_changed(device) {
                    return Ok(Change::None);
                }
            }
        })
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
            url::complete(app).or_else(|| self.options.url.clone())
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
        match Connection::after(mode) {
            Some(wanted) => Ok(self.connection == wanted),
            None => Err(DeviceError::Unsupported {
                device: self.info.address.clone(),
                ability: Ability::Network,
            }),
        }
    }

    fn dump_storage(&mut self, deadline: Deadline) -> Result<Vec<u8>, DeviceError> {
        let state = self.attempt("tell what sites keep", deadline, Self::collect)?;
        Ok(state.to_json().into_bytes())
    }

    fn signals_after(&mut self, number: u64) -> Result<Vec<Signal>, DeviceError> {
        let deadline = self.deadline;
        self.attempt("tell what happened", deadline, |device| {
            Ok(device.signals.after(number))
        })
    }

    fn wait_until_quiet(&mut self, deadline: Deadline) -> Result<Option<String>, DeviceError> {
        self.attempt(
            "wait for what was set going",
            deadline,
            Self::wait_for_quiet,
        )
    }

    fn read_logs(&mut self, deadline: Deadline) -> Result<Vec<String>, DeviceError> {
        self.attempt("give its logs", deadline, |device| {
            let lost = device.client.take_lost();
            if lost > 0 {
                device.signals.log(format!(
                    "{lost} lines and requests were dropped: the page made more than were fetched"
                ));
            }
            Ok(device.signals.take_lines())
        })
    }
}
