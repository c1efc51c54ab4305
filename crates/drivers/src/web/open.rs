//! Opening a device in a browser: how it is set up, what its pages must know before they run, and leaving nothing of it
//! behind.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

use retap_model::device::{Action, Deadline, Device, DeviceError, DeviceInfo, Platform};
use retap_model::geometry::Size;
use serde_json::{Value, json};

use super::browser::Browser;
use super::clipboard::Clipboard;
use super::device::Connection;
use super::screen::SCRIPT;
use super::signals::{DownloadLimits, Signals};
use super::storage::StorageState;
use super::upload_copies::UploadCopies;
use super::uploads::SharedUploads;
use super::url;
use super::{
    AskError, Asked, CdpError, Changes, Command, Frames, Patience, Refusal, Session, Tab, Tabs,
    Ticket, WORLD, WebDevice, command, text,
};

/// The extent of a page and what kind of screen it is on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    /// The extent, in CSS pixels.
    pub size: Size,
    /// How many pixels of a screenshot make one CSS pixel.
    pub scale: f64,
    /// Whether pages are told that they are on a phone, and are touched rather than clicked.
    pub is_mobile: bool,
}

impl Viewport {
    /// A window on a desk.
    pub const DESKTOP: Self = Self {
        size: Size::new(1280.0, 800.0),
        scale: 1.0,
        is_mobile: false,
    };

    /// A phone.
    pub const PHONE: Self = Self {
        size: Size::new(412.0, 915.0),
        scale: 2.0,
        is_mobile: true,
    };
}

/// Whose cookies and storage a device has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// Its own, empty at first and gone at the end.
    #[default]
    Own,
    /// Those of the browser it is in, as when joining one in which a person is logged in.
    Browser,
}

impl Default for Viewport {
    fn default() -> Self {
        Self::DESKTOP
    }
}

/// How a device in a browser is set up.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WebOptions {
    /// The address it is known by, such as `web:https://example.com`.
    pub address: String,
    /// The text it shows at first; nothing without one.
    pub url: Option<String>,
    /// Its screen.
    pub viewport: Viewport,
    /// Its language, such as `ja-JP`.
    pub locale: Option<String>,
    /// Its time zone, such as `Asia/Tokyo`.
    pub timezone: Option<String>,
    /// The permissions pages have without asking, by the protocol's names, such as `geolocation`.
    pub permissions: Vec<String>,
    /// Where downloads go, under names of the browser that none has twice; without a folder they are
    /// refused.
    pub downloads: Option<PathBuf>,
    /// How much may be downloaded, if there is a limit; what is more is broken off.
    pub download_limits: Option<DownloadLimits>,
    /// Which files pages may be given.
    pub uploads: SharedUploads,
    /// Names of sites that its pages may not reach. What a browser of our own must not reach in any way is said when it
    /// is started.
    pub blocked: Vec<String>,
    /// Whose cookies and storage it has.
    pub profile: Profile,
    /// The cookies and storage sites kept before, given to the browser before the first page.
    pub storage: Option<StorageState>,
}

impl WebOptions {
    /// Returns the usual set-up for a page.
    pub fn new(url: impl Into<String>) -> Self {
        let url = url.into();
        Self {
            address: format!("web:{url}"),
            url: (!url.is_empty()).then_some(url),
            ..Self::default()
        }
    }
}

/// How Chromium names itself on a phone; `{}` is its version.
const PHONE: &str = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) \
                     Chrome/{}.0.0.0 Mobile Safari/537.36";

/// The function by which the script in a page signals.
pub(super) const BINDING: &str = "retapSignal";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Page,
    /// A frame in another process than the page.
    Frame,
}

impl WebDevice {
    /// Opens a page in `browser` and goes to the address in the options.
    pub fn open(
        browser: &Browser,
        options: WebOptions,
        deadline: Deadline,
    ) -> Result<Self, DeviceError> {
        let viewport = options.viewport;
        let blocked = options.blocked.iter();
        let blocked = blocked.flat_map(|site| url::blocked_hosts(site)).collect();
        let mut device = Self {
            info: DeviceInfo {
                address: options.address.clone(),
                name: options.url.clone().unwrap_or_else(|| "browser".to_owned()),
                platform: Platform::Web,
                size: viewport.size,
                scale: viewport.scale,
            },
            client: browser.client(),
            deadline,
            browser: browser.clone(),
            options,
            context: None,
            tabs: Tabs::default(),
            frames: Frames::default(),
            changes: Changes::default(),
            signals: Signals::default(),
            bodies: Vec::new(),
            overlay: None,
            upload_copies: UploadCopies::default(),
            seen: None,
            areas: Vec::new(),
            whole: Vec::new(),
            zoom: 1.0,
            launched: None,
            is_unheard: false,
            read_at: 0,
            is_read: false,
            missed: None,
            connection: Connection::Online,
            workers: HashSet::new(),
            heard_workers: HashSet::new(),
            dragged: None,
            is_opening: false,
            page_key: RandomState::new().hash_one(0),
            blocked,
            typed_secrets: HashSet::new(),
            clipboard: String::new(),
            first_answers: Vec::new(),
            user_agent: String::new(),
            visited: BTreeSet::new(),
            stands_in: false,
        };
        device.attempt("open a page", deadline, Self::begin)?;
        if let Some(url) = device.options.url.clone() {
            device.perform(&Action::Launch(url), deadline)?;
        }
        Ok(device)
    }

    fn begin(&mut self) -> Asked {
        let version = self.ask_browser("Browser.getVersion", json!({}))?;
        self.user_agent = if self.options.viewport.is_mobile {
            phone_user_agent(&version)
        } else {
            text(&version["userAgent"]).to_owned()
        };
        if self.options.profile == Profile::Own {
            let options = json!({"disposeOnDetach": self.browser.is_joined()});
            let made = self.ask_browser("Target.createBrowserContext", options)?;
            let context = text(&made["browserContextId"]).to_owned();
            self.client.own(&context);
            self.context = Some(context);
        }
        self.allow()?;
        self.open_tab()?;
        self.restore()
    }

    /// Grants permissions and says where downloads go.
    fn allow(&mut self) -> Asked {
        if !self.options.permissions.is_empty() {
            let params = self.in_context(json!({"permissions": self.options.permissions}));
            self.ask_browser("Browser.grantPermissions", params)?;
        }
        self.deny_clipboard()?;
        let behavior = match &self.options.downloads {
            Some(folder) => json!({
                "behavior": "allowAndName", "downloadPath": folder.to_string_lossy(), "eventsEnabled": true
            }),
            None => json!({"behavior": "deny", "eventsEnabled": true}),
        };
        // In a browser of somebody else, downloads are that person's affair.
        if self.context.is_some() || self.options.downloads.is_some() {
            let params = self.in_context(behavior);
            self.ask_browser("Browser.setDownloadBehavior", params)?;
        }
        Ok(())
    }

    /// Opens a new page in front and waits until it is set up.
    pub(super) fn open_tab(&mut self) -> Asked {
        self.is_opening = true;
        let params = self.in_context(json!({"url": "about:blank"}));
        let made = self.ask_browser("Target.createTarget", params)?;
        let target = text(&made["targetId"]);
        self.client.own(target);
        if !self.tabs.has(target) {
            // In the browser's own context new pages are not handed over by themselves.
            let params = json!({"targetId": target, "flatten": true});
            let attached = self.ask_browser("Target.attachToTarget", params)?;
            let session = Session(text(&attached["sessionId"]).to_owned());
            if self.tabs.add(target, &session) {
                let answers = self.set_up(&session, Kind::Page)?;
                self.keep_first_answers(answers);
            }
        }
        self.is_opening = false;
        self.front_page()?;
        for ticket in std::mem::take(&mut self.first_answers) {
            let answer = self.wait_for_answer(&ticket, Patience::Answer);
            answer.map_err(|error| self.about_option(error))?;
        }
        Ok(())
    }

    /// Adds the value of the option that the browser refuses, which it does not name.
    fn about_option(&self, error: AskError) -> AskError {
        let AskError::Cdp(CdpError::Refused { method, refusal }) = error else {
            return error;
        };
        let value = match method {
            "Emulation.setTimezoneOverride" => self.options.timezone.as_deref(),
            "Emulation.setLocaleOverride" => self.options.locale.as_deref(),
            _ => None,
        };
        let value = value.map(|value| format!(" `{value}`"));
        let message = refusal.message + &value.unwrap_or_default();
        let refusal = Refusal { message };
        CdpError::Refused { method, refusal }.into()
    }

    /// Keeps the tickets of a page we open, whose answers matter, and gives up on those of others.
    pub(super) fn keep_first_answers(&mut self, tickets: Vec<Ticket>) {
        if self.is_opening {
            self.first_answers = tickets;
        } else {
            tickets.iter().for_each(|ticket| self.client.forget(ticket));
        }
    }

    /// Tells a new session all it must know and lets it run. The answers come later; those of the
    /// first page are looked at, because wrong options show there.
    pub(super) fn set_up(
        &mut self,
        session: &Session,
        kind: Kind,
    ) -> Result<Vec<Ticket>, CdpError> {
        let is_alone = self.browser.is_alone();
        let key = &self.page_key;
        let has_own = self.clipboard_in_use() == Clipboard::Own;
        let script = format!(
            "globalThis.retapIsAlone = {is_alone}; globalThis.retapKey = '{key:016x}'; \
             globalThis.retapOwnClipboard = {has_own};\n{SCRIPT}"
        );
        let binding = json!({"name": BINDING, "executionContextName": WORLD});
        let script = json!({"source": script, "worldName": WORLD, "runImmediately": true});
        let mut commands = vec![
            command("Page.enable", json!({})),
            command("Inspector.enable", json!({})),
            // Before the binding, which otherwise some worlds never get.
            command("Runtime.enable", json!({})),
            command("Runtime.addBinding", binding),
            command("Page.addScriptToEvaluateOnNewDocument", script),
            network_enable(),
            command("Log.enable", json!({})),
            command("Target.setAutoAttach", every_target()),
        ];
        commands.extend(self.clipboard_script());
        commands.extend(self.option_commands(kind));
        if self.connection == Connection::Offline {
            commands.push(network_conditions(Connection::Offline));
        }
        commands.extend(self.hold_blocked());
        commands.push(command("Runtime.runIfWaitingForDebugger", json!({})));
        let send = |command| self.send(session, &command);
        commands.into_iter().map(send).collect()
    }

    /// Returns what a page, or a frame in a process of its own, is told of the options. Each process of the browser has
    /// its own language and time.
    fn option_commands(&self, kind: Kind) -> Vec<Command> {
        let WebOptions {
            viewport,
            locale,
            timezone,
            ..
        } = &self.options;
        let mut commands = Vec::new();
        let mut add = |method, params| commands.push(command(method, params));
        if kind == Kind::Page {
            let metrics = json!({
                "width": viewport.size.width as i64,
                "height": viewport.size.height as i64,
                "deviceScaleFactor": viewport.scale,
                "mobile": viewport.is_mobile,
            });
            add("Emulation.setDeviceMetricsOverride", metrics);
            add(
                "Emulation.setFocusEmulationEnabled",
                json!({"enabled": true}),
            );
            add(
                "Page.setInterceptFileChooserDialog",
                json!({"enabled": true}),
            );
            if viewport.is_mobile {
                let touch = json!({"enabled": true, "maxTouchPoints": 5});
                add("Emulation.setTouchEmulationEnabled", touch);
            }
        }
        if let Some(locale) = locale {
            add("Emulation.setLocaleOverride", json!({"locale": locale}));
        }
        if let Some(zone) = timezone {
            add("Emulation.setTimezoneOverride", json!({"timezoneId": zone}));
        }
        commands.extend(self.user_agent());
        commands
    }

    /// Servers see language and kind of device only in what the browser says of itself.
    fn user_agent(&self) -> Option<Command> {
        let is_mobile = self.options.viewport.is_mobile;
        if !is_mobile && self.options.locale.is_none() {
            return None;
        }
        let mut params = json!({"userAgent": self.user_agent});
        if let Some(locale) = &self.options.locale {
            params["acceptLanguage"] = json!(locale);
        }
        if is_mobile {
            params["platform"] = json!("Linux armv8l");
        }
        Some(command("Emulation.setUserAgentOverride", params))
    }

    /// Adds the device's browser context to parameters.
    pub(super) fn in_context(&self, mut params: Value) -> Value {
        if let Some(context) = &self.context {
            params["browserContextId"] = json!(context);
        }
        params
    }
}

/// Returns the wish for everything that opens to be handed over before it runs.
pub(super) fn every_target() -> Value {
    json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true})
}

/// Returns the command that has the browser tell of requests. What writes are answered with is kept outside of the page, which need
/// not read it and may be gone.
pub(super) fn network_enable() -> Command {
    let params = json!({
        "maxTotalBufferSize": 10_000_000,
        "maxResourceBufferSize": 1_000_000,
        "enableDurableMessages": true,
    });
    command("Network.enable", params)
}

/// Returns the command that cuts a session off from the network, or joins it again.
pub(super) fn network_conditions(connection: Connection) -> Command {
    let params = json!({
        "offline": connection == Connection::Offline,
        "latency": 0,
        "downloadThroughput": -1,
        "uploadThroughput": -1,
    });
    command("Network.emulateNetworkConditions", params)
}

fn phone_user_agent(version: &Value) -> String {
    let product = text(&version["product"]);
    let number = product.split_once('/').map_or("0", |(_, number)| number);
    PHONE.replace("{}", number.split('.').next().unwrap_or("0"))
}

impl Drop for WebDevice {
    fn drop(&mut self) {
        // Nobody waits: a browser that has gone has closed its pages.
        let goodbyes = match &self.context {
            Some(context) => {
                let params = json!({"browserContextId": context});
                vec![command("Target.disposeBrowserContext", params)]
            }
            None => self.tabs.all().iter().map(close_target).collect(),
        };
        for goodbye in goodbyes {
            let _ = self.client.tell(None, &goodbye);
        }
    }
}

fn close_target(tab: &Tab) -> Command {
    command("Target.closeTarget", json!({"targetId": tab.target}))
}
