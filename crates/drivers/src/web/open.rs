//! Opening a device in a browser, and leaving nothing of it behind.

use std::collections::{BTreeSet, HashSet};

use retap_model::device::{Action, Deadline, Device, DeviceError, DeviceInfo, Platform};
use serde_json::{Value, json};

use super::ask::{AskError, Asked, Patience};
use super::browser::Browser;
use super::cdp::{CdpError, Refusal, Session, Ticket, command, text};
use super::changes::Changes;
use super::device::{Connection, WebDevice};
use super::frames::Frames;
use super::options::{Profile, WebOptions};
use super::set_up::Kind;
use super::signals::Signals;
use super::storage::Blank;
use super::tabs::Tabs;

/// What Chromium says of itself on a phone; `{}` is its version.
const PHONE: &str = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) \
                     Chrome/{}.0.0.0 Mobile Safari/537.36";

impl WebDevice {
    /// Opens a page in `browser` and goes to the address in the options.
    pub fn open(
        browser: &Browser,
        options: WebOptions,
        deadline: Deadline,
    ) -> Result<Self, DeviceError> {
        let viewport = options.viewport;
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
            url: options.url.clone(),
            options,
            context: None,
            tabs: Tabs::default(),
            frames: Frames::default(),
            changes: Changes::default(),
            signals: Signals::default(),
            overlay: None,
            seen: None,
            areas: Vec::new(),
            zoom: 1.0,
            launched: None,
            is_read: false,
            missed: None,
            connection: Connection::Online,
            workers: HashSet::new(),
            dragged: None,
            is_opening: false,
            first_answers: Vec::new(),
            user_agent: String::new(),
            visited: BTreeSet::new(),
            blank: Blank::No,
        };
        device.attempt("open a page", deadline, Self::begin)?;
        if let Some(url) = device.url.clone() {
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
            self.client.own_context(&context);
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
        self.client.own_target(target);
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
        let message = match value {
            Some(value) => format!("{} `{value}`", refusal.message),
            None => refusal.message,
        };
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

    /// Adds the device's browser context to parameters.
    pub(super) fn in_context(&self, mut params: Value) -> Value {
        if let Some(context) = &self.context {
            params["browserContextId"] = json!(context);
        }
        params
    }
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
            None => {
                let targets = self.tabs.all().iter();
                let targets = targets.map(|tab| json!({"targetId": tab.target}));
                targets
                    .map(|it| command("Target.closeTarget", it))
                    .collect()
            }
        };
        for goodbye in goodbyes {
            let _ = self.client.tell(None, &goodbye);
        }
    }
}
