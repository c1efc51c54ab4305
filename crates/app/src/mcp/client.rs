//! One client: its devices, each on its own thread, and the skill it is compiling.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_model::device::{Clock, Moment};
use retap_model::secret::Masker;
use retap_model::time::Timestamp;

use crate::config::Config;
use crate::devices::{Address, DeviceOpener, DeviceRequirements, Opened, choose};
use crate::environment::Environment;
use crate::files::stays_inside;
use crate::mcp::active_work::ActiveWork;
use crate::mcp::compat::Compiling;
use crate::mcp::device_locks::DeviceLocks;
use crate::mcp::device_thread::DeviceThread;
use crate::mcp::notifications::{Notifier, Subscriptions};
use crate::mcp::registry::Profile;
use crate::mcp::reply::quoted_briefly;
use crate::mcp::{Args, Refusal, resources};
use crate::operation::Operation;
use crate::permission_rules::Asked;
use crate::permissions::LivePolicy;
use crate::reach::Reach;
use crate::shared::Shared;

/// How many devices a client may have open: each has a thread, and most a page of a browser.
const MOST_DEVICES: usize = 32;

/// The state that all clients of one server share.
#[derive(Debug)]
pub(crate) struct Host {
    pub(crate) environment: Environment,
    pub(crate) config: Config,
    pub(crate) opener: Arc<DeviceOpener>,
    pub(crate) policy: LivePolicy,
    pub(crate) active_work: ActiveWork,
    pub(crate) notifier: Notifier,
    pub(crate) profile: Profile,
    /// The device that is used when a call names none.
    pub(crate) device: Option<String>,
    /// Whether simulated phones take real time.
    pub(crate) real_time: bool,
    /// What was secret on any device so far.
    pub(crate) secrets: Shared<Masker>,
}

impl Host {
    /// Returns the address of a device that is called by it, by a configured name or by its bare serial.
    fn address_of(&self, named: &str) -> String {
        if Address::parse(named, &self.config).is_ok() {
            return named.to_owned();
        }
        let phones = crate::android::connected_already(&self.config.adb);
        match phones.iter().find(|phone| phone.serial == named) {
            Some(phone) => format!("android:{}", phone.serial),
            None => named.to_owned(),
        }
    }

    /// Opens the device of an address, or the one that is meant.
    ///
    /// The app that is to be driven can tell which of several phones is meant.
    fn open(&self, address: Option<&str>, app: Option<&str>) -> Result<Opened, Refusal> {
        let requirements = DeviceRequirements {
            app: app.map(str::to_owned),
            ..DeviceRequirements::default()
        };
        let (named, address) = (address, choose(address, None, &self.config)?);
        self.check_reach(named, &address)?;
        let mut opened = self.opener.open(&address, &requirements)?;
        let is_virtual = opened.touch_log.is_some();
        if self.real_time && is_virtual {
            opened.clock = Arc::new(PacedClock(opened.clock));
        }
        Ok(opened)
    }

    /// Returns the folder of the project, if the server was started in one.
    pub(crate) fn project(&self) -> Result<&Path, Refusal> {
        self.environment.own_project().ok_or_else(|| {
            let folder = self.environment.project.display();
            Refusal::not_permitted(format!(
                "files are read and written inside of a project, and `{folder}`, where retap was started, is none; start \
                 `retap mcp` in the folder of the project"
            ))
        })
    }

    /// Returns a file that a call names, from the folder of the project on and inside of it.
    pub(crate) fn named_file(&self, named: &str) -> Result<PathBuf, Refusal> {
        let project = self.project()?;
        let path = project.join(named);
        match stays_inside(project, &path) {
            Ok(()) => Ok(path),
            Err(reason) => Err(Refusal::not_permitted(reason)),
        }
    }

    /// Refuses to go on with a device in the middle of a skill that an agent could not open itself.
    pub(crate) fn permit_device(&self, named: &str) -> Result<(), Refusal> {
        let address = Address::parse(named, &self.config)?;
        self.check_reach(Some(named), &address)
    }

    /// Refuses a device that its person did not name, if the permissions do not give it to agents, or if it begins with
    /// a page where they deny opening addresses.
    fn check_reach(&self, named: Option<&str>, address: &Address) -> Result<(), Refusal> {
        // The only phone that is connected was named by connecting it.
        let Some(named) = named.or(self.config.device.as_deref()) else {
            return Ok(());
        };
        if self.device.as_deref() == Some(named) || self.config.is_personal_device(named) {
            return Ok(());
        }
        let policy = self.policy.now();
        let not_opened = |reason: String| {
            Refusal::not_permitted(format!("the device `{named}` is not opened: {reason}"))
        };
        policy
            .device(self.config.address_of(named), Reach::of(address))
            .map_err(not_opened)?;
        let asked = Asked {
            names: &["open"],
            operations: &[Operation::OpenAddress],
        };
        let denial = policy.denial(&asked);
        match denial.filter(|_| address.begins_with_page()) {
            None => Ok(()),
            Some(reason) => Err(not_opened(format!("it begins with a page: {reason}"))),
        }
    }

    /// Ends in order: calls are stopped, devices closed, and the browser of the server with its folder.
    pub(crate) fn end(&self) {
        self.active_work.stop();
        self.active_work.wait_until_closed();
        self.opener.browsers.close();
    }
}

/// A virtual clock whose pauses take real time too, for people who watch a simulated phone and for tests of what
/// happens meanwhile.
struct PacedClock(Arc<dyn Clock>);

impl Clock for PacedClock {
    fn now(&self) -> Moment {
        self.0.now()
    }

    fn sleep(&self, time: Duration) {
        self.0.sleep(time);
        SystemClock::new().sleep(time);
    }

    fn timestamp(&self) -> Timestamp {
        self.0.timestamp()
    }
}

/// One client.
pub(crate) struct Client {
    pub(crate) host: Arc<Host>,
    /// The resources it wants to hear of.
    pub(crate) subscriptions: Subscriptions,
    /// The skill it is compiling; calls of one client may overlap.
    pub(crate) compiling: Shared<Option<Compiling>>,
    /// Those of its devices that exist only once.
    device_locks: DeviceLocks,
    /// How it calls itself.
    name: OnceLock<String>,
    /// Its devices by address; taken only for as long as it takes to find one.
    devices: Shared<Devices>,
}

#[derive(Default)]
struct Devices {
    open: BTreeMap<String, DeviceThread>,
    current: Option<String>,
}

impl Client {
    /// Returns a client that has no device yet.
    pub(crate) fn new(host: Arc<Host>) -> Self {
        Self {
            subscriptions: Subscriptions::default(),
            device_locks: DeviceLocks::of(&host.environment),
            name: OnceLock::new(),
            compiling: Shared::default(),
            devices: Shared::default(),
            host,
        }
    }

    /// Returns the thread of the device a call is for, and its address: the one it names, else the
    /// one of the call before, else the usual one.
    pub(crate) fn device_for(
        &self,
        args: &Args,
    ) -> Result<(DeviceThread, Option<String>), Refusal> {
        let named = ["device", "deviceId", "target"]
            .into_iter()
            .find_map(|name| args.words(name))
            .map(str::trim);
        let mut devices = self.devices.lock();
        let address = named
            .map(|named| self.host.address_of(named))
            .or_else(|| devices.current.clone())
            .or_else(|| self.host.device.clone());
        let key = address.clone().unwrap_or_default();
        let thread = match devices.open.get(&key) {
            Some(thread) => thread.clone(),
            None if devices.open.len() >= MOST_DEVICES => {
                let open: Vec<&str> = devices.open.keys().map(String::as_str).collect();
                return Err(Refusal::input(format!(
                    "{MOST_DEVICES} devices are open, and no more are at once: go on with one of them: {}",
                    quoted_briefly(&open.join(", "))
                )));
            }
            None => {
                let thread = DeviceThread::start(&key, self.host.active_work.device())?;
                devices.open.insert(key, thread.clone());
                thread
            }
        };
        Ok((thread, address))
    }

    /// Notes how the client calls itself.
    pub(crate) fn note_name(&self, name: &str) {
        // Only the first introduction counts.
        let _ = self.name.set(name.to_owned());
    }

    /// Opens a device for this client alone; one that another client has is refused.
    pub(crate) fn open(&self, address: Option<&str>, app: Option<&str>) -> Result<Opened, Refusal> {
        let opened = self.host.open(address, app)?;
        if !opened.is_own() {
            let address = &opened.device.info().address;
            let name = self.name.get().map_or("", String::as_str);
            let who = format!("{name}, process {}", std::process::id());
            let who = who.trim_start_matches(", ");
            self.device_locks.take(address, who)?;
        }
        Ok(opened)
    }

    /// Goes on with this device from now on: it could be opened.
    pub(crate) fn note_open(&self, address: Option<&str>) {
        self.devices.lock().current = address.map(str::to_owned);
    }

    /// Forgets a device that could not be opened.
    pub(crate) fn drop_device(&self, address: Option<&str>) {
        self.devices.lock().open.remove(address.unwrap_or_default());
    }

    /// Returns the address of the device that is used now, where one was named.
    pub(crate) fn current_device(&self) -> Option<String> {
        self.devices
            .lock()
            .current
            .clone()
            .or_else(|| self.host.device.clone())
    }

    /// Adds a resource to what is subscriptions; returns whether there is such a thing that may be seen.
    pub(crate) fn subscribe(&self, subscriptions: &Subscriptions, uri: &str) -> bool {
        let is_known = resources::is_there(&self.host, &self.host.policy.now(), uri);
        if is_known {
            subscriptions.add(&self.host, uri);
        }
        is_known
    }
}
