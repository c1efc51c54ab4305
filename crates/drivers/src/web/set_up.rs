//! The commands a new page or frame gets before it runs.

use serde_json::{Value, json};

use super::cdp::{CdpError, Command, Session, Ticket, command};
use super::device::{Connection, WebDevice};
use super::frames::WORLD;
use super::screen::SCRIPT;

/// The function by which the script in a page signals.
pub(super) const BINDING: &str = "retapSignal";

/// Whose session it is.
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
        let binding = json!({"name": BINDING, "executionContextName": WORLD});
        let script = json!({"source": script, "worldName": WORLD, "runImmediately": true});
        let mut commands = vec![
            command("Page.enable", json!({})),
            command("Inspector.enable", json!({})),
            // Before the binding, which otherwise some worlds never get.
            command("Runtime.enable", json!({})),
            command("Runtime.addBinding", binding),
            command("Page.addScriptToEvaluateOnNewDocument", script),
            command("Network.enable", json!({})),
            command("Log.enable", json!({})),
            command("Target.setAutoAttach", every_target()),
        ];
        if kind == Kind::Page {
            commands.extend(self.page_options());
        }
        commands.extend(self.language_and_time());
        commands.extend(self.user_agent());
        if self.connection == Connection::Offline {
            commands.push(network_conditions(Connection::Offline));
        }
        commands.push(command("Runtime.runIfWaitingForDebugger", json!({})));
        let send = |command| self.send(session, &command);
        commands.into_iter().map(send).collect()
    }

    fn page_options(&self) -> Vec<Command> {
        let viewport = self.options.viewport;
        let metrics = json!({
            "width": viewport.size.width as i64,
            "height": viewport.size.height as i64,
            "deviceScaleFactor": viewport.scale,
            "mobile": viewport.is_mobile,
        });
        let enabled = json!({"enabled": true});
        let mut commands = vec![
            command("Emulation.setDeviceMetricsOverride", metrics),
            command("Emulation.setFocusEmulationEnabled", enabled.clone()),
            command("Page.setInterceptFileChooserDialog", enabled),
        ];
        if viewport.is_mobile {
            let touch = json!({"enabled": true, "maxTouchPoints": 5});
            commands.push(command("Emulation.setTouchEmulationEnabled", touch));
        }
        commands
    }

    /// Each process of the browser has its own language and time.
    fn language_and_time(&self) -> impl Iterator<Item = Command> {
        let locale = self.options.locale.as_ref();
        let locale = locale.map(|it| command("Emulation.setLocaleOverride", json!({"locale": it})));
        let zone = self
            .options
            .timezone
            .as_ref()
            .map(|zone| json!({"timezoneId": zone}));
        let zone = zone.map(|zone| command("Emulation.setTimezoneOverride", zone));
        locale.into_iter().chain(zone)
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
}

/// Returns the wish for everything that opens to be handed over before it runs.
pub(super) fn every_target() -> Value {
    json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true})
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
