//! The phone as a device: calls take time on its clock, can go wrong, and leave a log.

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use retap_model::device::{
    Ability, Action, Change, Clock, Deadline, Device, DeviceError, DeviceInfo, NetworkMode,
    Platform, Png, TreeDump, Typed,
};
use retap_model::device_methods;
use retap_model::screen::Screen;
use retap_model::secret::MASK;

use crate::address::{OpenError, SimAddress, read_plain};
use crate::clock::SimClock;
use crate::draw;
use crate::dump::{LAUNCHER, uiautomator_dump};
use crate::fault::{Fault, FaultKind, Faults};
use crate::latency::Latency;
use crate::latest::push_latest;
use crate::layout::{lay_out, style::SCREEN};
use crate::phone::{Outcome, Phone, types_into_password};
use crate::touch_log::{TouchLog, Touched};

/// How much longer a reading takes that [`FaultKind::SlowRead`] strikes.
const SLOW_READ: Duration = Duration::from_secs(10);

/// Longest description of an act in logs and errors.
const LONGEST_WORDS: usize = 200;

/// The abilities a simulated phone always has; it has none but these and those below.
const ABILITIES: [Ability; 14] = [
    Ability::Screenshot,
    Ability::Touch,
    Ability::Type,
    Ability::ScreenKeyboard,
    Ability::Keys,
    Ability::Apps,
    Ability::ClearData,
    Ability::OpenUrl,
    Ability::Back,
    Ability::Home,
    Ability::Shake,
    Ability::Network,
    Ability::Install,
    Ability::Logs,
];

/// The abilities it has while it gives its elements.
const OF_THE_TREE: [Ability; 2] = [Ability::Tree, Ability::NamesApps];

/// How a simulated device behaves.
#[derive(Debug, Clone)]
pub struct SimOptions {
    /// How long its calls take.
    pub latency: Latency,
    /// The faults it has from the start.
    pub faults: Vec<Fault>,
    /// Whether it signals changes; without, it must be polled.
    pub signals_change: bool,
    /// Whether it gives its tree; without, only pictures can be had.
    pub has_tree: bool,
}

impl Default for SimOptions {
    fn default() -> Self {
        Self {
            latency: Latency::PHONE,
            faults: Vec::new(),
            signals_change: true,
            has_tree: true,
        }
    }
}

/// A simulated phone that is driven like a real one.
#[derive(Debug)]
pub struct SimDevice {
    info: DeviceInfo,
    phone: Phone,
    clock: SimClock,
    options: SimOptions,
    faults: Faults,
    touch_log: TouchLog,
    /// The screen before the last act, kept only while stale readings are planned.
    before_last_act: Option<Screen>,
    /// The latest lines the apps logged since the last call for it.
    log_lines: VecDeque<String>,
}

/// One reading of the screen, before it is known what it is for.
#[derive(Debug)]
pub(crate) enum Reading {
    /// As it should be.
    Whole(Screen),
    /// Of this screen, but only half of it was written.
    Half(Screen),
}

impl SimDevice {
    /// Opens the phone at `address`, which is what stands after `sim:`; see [`SimAddress`].
    pub fn open(address: &str) -> Result<Self, OpenError> {
        let parsed = SimAddress::parse(address)?;
        Self::new(&format!("sim:{address}"), parsed)
    }

    /// Returns a phone with the apps and options of `setup`, called `address` in reports.
    pub fn new(address: &str, setup: SimAddress) -> Result<Self, OpenError> {
        let mut phone = Phone::new(setup.apps);
        if let Some(screen) = &setup.open {
            let package = phone.apps.first().map(|one| one.app.package().to_owned());
            let url = format!("app://{}/{screen}", package.unwrap_or_default());
            let opened = phone.open_url(&url);
            opened.map_err(OpenError::Address)?;
        }
        let faults = Faults::default();
        for fault in &setup.options.faults {
            faults.inject(*fault);
        }
        Ok(Self {
            info: DeviceInfo {
                address: address.to_owned(),
                name: "simulated phone".to_owned(),
                platform: Platform::Simulated,
                size: SCREEN,
                scale: draw::SCALE,
            },
            phone,
            clock: SimClock::new(),
            options: setup.options,
            faults,
            touch_log: TouchLog::default(),
            before_last_act: None,
            log_lines: VecDeque::new(),
        })
    }

    /// Returns the clock the phone lives by; the engine must use the same.
    pub fn clock(&self) -> SimClock {
        self.clock.clone()
    }

    /// Returns the log of what was touched.
    pub fn touch_log(&self) -> TouchLog {
        self.touch_log.clone()
    }

    /// Returns the faults, to add some while the device runs.
    pub fn faults(&self) -> Faults {
        self.faults.clone()
    }

    /// Returns how long its calls take.
    pub fn latency(&self) -> &Latency {
        &self.options.latency
    }

    /// Returns the phone behind the device.
    pub(crate) fn phone(&self) -> &Phone {
        &self.phone
    }

    /// Returns the phone behind the device, to change what is installed on it.
    pub(crate) fn phone_mut(&mut self) -> &mut Phone {
        &mut self.phone
    }

    /// Makes calls take this long from now on; returns how long they took before.
    pub(crate) fn set_latency(&mut self, latency: Latency) -> Latency {
        std::mem::replace(&mut self.options.latency, latency)
    }

    /// Returns what the apps logged since the last call for it; takes no time and never fails.
    pub(crate) fn take_log_lines(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log_lines).into()
    }

    /// Lets `time` go by for a call, or fails when the deadline is sooner.
    pub(crate) fn spend(
        &mut self,
        time: Duration,
        deadline: Deadline,
        asked: &str,
    ) -> Result<(), DeviceError> {
        if self.faults.strikes(FaultKind::Dead) {
            return Err(DeviceError::Disconnected {
                device: self.info.address.clone(),
                reason: "the connection is dead".to_owned(),
            });
        }
        let left = deadline.left(self.clock.now());
        self.clock.sleep(time.min(left));
        self.phone.advance(self.clock.now());
        if time > left {
            return Err(DeviceError::DeadlinePassed {
                device: self.info.address.clone(),
                asked: asked.to_owned(),
            });
        }
        Ok(())
    }

    /// Reads the tree, with the time and the faults that every reading has.
    fn read_tree(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        if !self.options.has_tree {
            return Err(self.unsupported(Ability::Tree));
        }
        let time = self
            .options
            .latency
            .read_tree
            .saturating_add(self.reading_delay());
        self.spend(time, deadline, "read the screen")?;
        match self.take_reading() {
            Reading::Whole(screen) => Ok(screen),
            Reading::Half(_) => Err(DeviceError::Unreadable {
                reason: "the dump ends in the middle".to_owned(),
            }),
        }
    }

    /// Returns how much longer than usual the next reading takes.
    pub(crate) fn reading_delay(&self) -> Duration {
        if self.faults.strikes(FaultKind::SlowRead) {
            SLOW_READ
        } else {
            Duration::ZERO
        }
    }

    /// Reads the screen at this moment, with the faults that readings have.
    pub(crate) fn take_reading(&mut self) -> Reading {
        self.phone.note_reading();
        if self.faults.strikes(FaultKind::HalfDump) {
            return Reading::Half(lay_out(&self.phone).into_screen());
        }
        if self.faults.strikes(FaultKind::StaleFrame)
            && let Some(screen) = &self.before_last_act
        {
            return Reading::Whole(screen.clone());
        }
        self.phone.is_changed = false;
        Reading::Whole(lay_out(&self.phone).into_screen())
    }

    /// Performs an act that takes this much time.
    pub(crate) fn perform_in(
        &mut self,
        time: Duration,
        action: &Action,
        deadline: Deadline,
    ) -> Result<(), DeviceError> {
        let words = self.words(action);
        self.spend(time, deadline, &words)?;
        if self.faults.has_any(FaultKind::StaleFrame) {
            self.before_last_act = Some(lay_out(&self.phone).into_screen());
        }
        if action.ability() == Ability::Touch && self.faults.strikes(FaultKind::LostTap) {
            let lost = Outcome {
                element: None,
                effects: vec!["lost on the way".to_owned()],
            };
            self.log(&words, action, lost);
            return Ok(());
        }
        for outcome in self.act(action)? {
            self.log(&words, action, outcome);
        }
        Ok(())
    }

    fn unsupported(&self, ability: Ability) -> DeviceError {
        DeviceError::Unsupported {
            device: self.info.address.clone(),
            ability,
        }
    }

    fn act(&mut self, action: &Action) -> Result<Vec<Outcome>, DeviceError> {
        let phone = &mut self.phone;
        let outcome = match action {
            Action::Tap(at) => Ok(phone.tap(*at)),
            Action::DoubleTap(at) => return Ok(vec![phone.tap(*at), phone.tap(*at)]),
            Action::Special(act, _) => return Err(self.unsupported(act.ability())),
            Action::LongPress(at, _) => Ok(phone.hold(*at)),
            Action::Swipe(from, to, _) => Ok(phone.swipe(*from, *to)),
            Action::Drag(from, to, _) => Ok(phone.drag(*from, *to)),
            Action::Type(typed) => Ok(phone.type_text(typed)),
            Action::ClearText => Ok(phone.clear_text()),
            Action::PressKey(key, modifiers) => Ok(phone.press(key, modifiers)),
            Action::Launch(app) => phone.launch(app),
            Action::Stop(app) => phone.stop(app),
            Action::ClearData(app) => phone.clear_data(app),
            Action::OpenUrl(url) => phone.open_url(url),
            Action::Back => Ok(phone.go_back().into()),
            Action::Home => Ok(phone.go_home().into()),
            Action::Shake => Ok(phone.shake()),
            Action::SetNetwork(mode) => Ok(phone.set_network(*mode).into()),
        };
        let refused = |reason| DeviceError::Refused {
            asked: action.to_string(),
            reason,
        };
        outcome.map(|outcome| vec![outcome]).map_err(refused)
    }

    fn log(&mut self, words: &str, action: &Action, outcome: Outcome) {
        let effect = (!outcome.effects.is_empty()).then(|| outcome.effects.join("; "));
        let app = self.phone.front_app();
        let app = app.map_or("phone", |front| front.app.package());
        let line = effect.as_deref().unwrap_or("had no effect");
        push_latest(&mut self.log_lines, format!("{app}: {words}: {line}"));
        self.touch_log.push(Touched {
            action: words.to_owned(),
            point: action.point(),
            element: outcome.element,
            effect,
        });
    }

    /// Returns the act in words; text is shown only when it goes into a field that is no password.
    fn words(&self, action: &Action) -> String {
        let hides = self
            .phone
            .front_app()
            .is_none_or(|f| f.session.focus.is_none())
            || types_into_password(&self.phone);
        match action {
            Action::Type(Typed::Plain(_)) if hides => format!("type {MASK}"),
            Action::PressKey(key, _) if hides && key.as_str().chars().count() == 1 => {
                format!("press {MASK}")
            }
            other => other.to_string().chars().take(LONGEST_WORDS).collect(),
        }
    }
}

impl Device for SimDevice {
    device_methods!(
        absent:
        drawn, read_whole, bring_into_view, os_version, type_into, reconnect, process_of, dump_storage, signals_after, wait_until_quiet, field_ends_with, identifiers_at
    );

    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn can(&self, ability: Ability) -> bool {
        ABILITIES.contains(&ability)
            || (OF_THE_TREE.contains(&ability) && self.options.has_tree)
            || (ability == Ability::SignalsChange && self.options.signals_change)
    }

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        self.read_tree(deadline)
    }

    fn dump_tree(&mut self, deadline: Deadline) -> Result<TreeDump, DeviceError> {
        let mut screen = self.read_tree(deadline)?;
        // How long a password is is for nobody to keep.
        let hidden = screen.elements.iter_mut().filter(|it| it.holds_password());
        hidden.for_each(|element| element.hidden_length = Some(MASK.chars().count()));
        let package = screen.app_id.as_deref().unwrap_or(LAUNCHER);
        Ok(TreeDump {
            extension: "xml",
            bytes: uiautomator_dump(&screen, package).into_bytes(),
        })
    }

    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError> {
        self.spend(
            self.options.latency.screenshot,
            deadline,
            "take a screenshot",
        )?;
        self.phone.note_reading();
        if !self.options.has_tree {
            self.phone.is_changed = false;
        }
        Ok(Png(draw::picture_of(&lay_out(&self.phone), &self.phone)))
    }

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        self.perform_in(self.options.latency.of(action), action, deadline)
    }

    fn wait_for_change(&mut self, deadline: Deadline) -> Result<Change, DeviceError> {
        if !self.options.signals_change {
            return Ok(Change::CannotTell);
        }
        self.spend(Duration::ZERO, deadline, "wait for a change")?;
        if self.phone.is_changed {
            return Ok(Change::Happened);
        }
        let until = match self.phone.next_change() {
            Some(moment) => moment.min(deadline.0),
            None => deadline.0,
        };
        self.clock.sleep(until.since(self.clock.now()));
        self.phone.advance(self.clock.now());
        if self.phone.is_changed {
            Ok(Change::Happened)
        } else {
            Ok(Change::None)
        }
    }

    fn is_network_in(
        &mut self,
        mode: NetworkMode,
        deadline: Deadline,
    ) -> Result<bool, DeviceError> {
        self.spend(Duration::ZERO, deadline, "read the radios")?;
        Ok(self.phone.radios.is_in(mode))
    }

    fn is_keyboard_shown(&mut self, deadline: Deadline) -> Result<bool, DeviceError> {
        self.spend(Duration::ZERO, deadline, "ask for the keyboard")?;
        Ok(self.phone.is_typing())
    }

    /// Installs an app file, `.app.yaml` or `APP.md`.
    fn install(&mut self, package: &Path, deadline: Deadline) -> Result<String, DeviceError> {
        let asked = format!("install {}", package.display());
        let refused = |reason: String| DeviceError::Refused {
            asked: asked.clone(),
            reason,
        };
        let bytes = read_plain(package).map_err(|error| refused(error.to_string()))?;
        self.spend(self.options.latency.launch, deadline, &asked)?;
        self.phone.install(&bytes).map_err(refused)?;
        Ok("Success".to_owned())
    }

    fn apps_of(
        &mut self,
        action: &Action,
        _deadline: Deadline,
    ) -> Result<Option<Vec<String>>, DeviceError> {
        Ok(Some(self.phone.app_of(action)))
    }

    fn read_logs(&mut self, deadline: Deadline) -> Result<Vec<String>, DeviceError> {
        self.spend(Duration::ZERO, deadline, "read the logs")?;
        Ok(self.take_log_lines())
    }
}
