//! The commands a new page or frame gets before it runs.

use serde_json::{Value, json};

use super::cdp::{CdpError, Session, Ticket};
use super::device::{Connection, WebDevice};
use super::frames::WORLD;
use super::screen::SCRIPT;

/// The function by which the script in a page signals.
pub(super) const BINDING: &str = "retapSignal";

/// What a session is that of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A page.
    Page,
    /// A frame in another process than the page.
    Frame,
}

impl WebDevice {
    /// Tells a new session all it must know and lets it run. The answers come later; those of the
    /// first page are looked at, because wrong options show there.
    pub(super) fn set_up(
        &mut self,
        session: &Session,
        kind: Kind,
    ) -> Result<Vec<Ticket>, CdpError> {
        let is_alone = self.browser.is_alone();
        let script = format!("globalThis.retapIsAlone = {is_alone};\n{SCRIPT}");
        let mut commands = vec![
            ("Page.enable", json!({})),
            ("Inspector.enable", json!({})),
            // Before the binding, which otherwise some worlds never get.
            ("Runtime.enable", json!({})),
            (
                "Runtime.addBinding",
                json!({"name": BINDING, "executionContextName": WORLD}),
            ),
            (
                "Page.addScriptToEvaluateOnNewDocument",
                json!({"source": script, "worldName": WORLD, "runImmediately": true}),
            ),
            ("Network.enable", json!({})),
            ("Log.enable", json!({})),
            (
                "Target.setAutoAttach",
                json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true}),
            ),
        ];
        if kind == Kind::Page {
            commands.extend(self.page_options());
        }
        commands.extend(self.language_and_time());
        commands.extend(self.user_agent());
        if self.connection == Connection::Offline {
            commands.push(network_conditions(Connection::Offline));
        }
        commands.push(("Runtime.runIfWaitingForDebugger", json!({})));
        let send = |(method, params)| self.client.send(Some(session), method, &params);
        commands.into_iter().map(send).collect()
    }

    fn page_options(&self) -> Vec<(&'static str, Value)> {
        let viewport = self.options.viewport;
        let mut commands = vec![
            (
                "Emulation.setDeviceMetricsOverride",
                json!({
                    "width": viewport.size.width as i64,
                    "height": viewport.size.height as i64,
                    "deviceScaleFactor": viewport.scale,
                    "mobile": viewport.is_mobile,
                }),
            ),
            (
                "Emulation.setFocusEmulationEnabled",
                json!({"enabled": true}),
            ),
            (
                "Page.setInterceptFileChooserDialog",
                json!({"enabled": true}),
            ),
        ];
        if viewport.is_mobile {
            let touch = json!({"enabled": true, "maxTouchPoints": 5});
            commands.push(("Emulation.setTouchEmulationEnabled", touch));
        }
        commands
    }

    /// Each process of the browser has its own language and time.
    fn language_and_time(&self) -> Vec<(&'static str, Value)> {
        let mut commands = Vec::new();
        if let Some(locale) = &self.options.locale {
            commands.push(("Emulation.setLocaleOverride", json!({"locale": locale})));
        }
        if let Some(timezone) = &self.options.timezone {
            commands.push((
                "Emulation.setTimezoneOverride",
                json!({"timezoneId": timezone}),
            ));
        }
        commands
    }

    /// Servers see language and kind of device only in what the browser says of itself.
    fn user_agent(&self) -> Option<(&'static str, Value)> {
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
        Some(("Emulation.setUserAgentOverride", params))
    }
}

/// Returns the command that cuts a session off from the network, or joins it again.
pub(super) fn network_conditions(connection: Connection) -> (&'static str, Value) {
    let params = json!({
        "offline": connection == Connection::Offline,
        "latency": 0,
        "downloadThroughput": -1,
        "uploadThroughput": -1,
    });
    ("Network.emulateNetworkConditions", params)
}
